//===-- AccLines.h - Lines that belong to OpenACC directives -- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives have the place of their first line in the code's forms. Where
// their loops begin and their constructs end is noted beside it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_ACCLINES_H
#define WARPFORT_SUPPORT_ACCLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <string>

namespace warpfort {

/// On a module: a dictionary of [line of the DO statement, line of the
/// construct's end], 0 for none, of directives.
inline constexpr llvm::StringLiteral AccLinesAttr = "warpfort.acc.lines";

/// On a function that is not named as its source has it, such as one made of a
/// construct of C: the name for messages. OpenACC C has one on each.
inline constexpr llvm::StringLiteral SourceNameAttr = "warpfort.source.name";

/// On a module of OpenACC C, for the words of messages.
inline constexpr llvm::StringLiteral CSourceAttr = "warpfort.c";

/// On acc.enter_data and acc.exit_data that are the ends of a data construct of
/// C, whose body is not in FIR.
inline constexpr llvm::StringLiteral DataConstructAttr =
    "warpfort.acc.data_construct";

/// The key of a directive there: its file's name, as paths may be absolute, and
/// its line.
inline std::string accLinesKey(llvm::StringRef Path, int64_t Line) {
  return (llvm::sys::path::filename(Path) + ":" + llvm::Twine(Line)).str();
}

} // namespace warpfort

#endif // WARPFORT_SUPPORT_ACCLINES_H
