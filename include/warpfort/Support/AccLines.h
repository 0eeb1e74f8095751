//===-- AccLines.h - Lines that belong to OpenACC directives -- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations have the line of their directive only. Where the directive's loop
// begins and its construct ends is in a table of the module, by this key.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_ACCLINES_H
#define WARPFORT_SUPPORT_ACCLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <string>

namespace warpfort {

/// The key of a directive in AccLinesAttr: its file's name, as paths may be
/// absolute, and its line.
inline std::string accLinesKey(llvm::StringRef Path, int64_t Line) {
  return (llvm::sys::path::filename(Path) + ":" + llvm::Twine(Line)).str();
}

} // namespace warpfort

#endif // WARPFORT_SUPPORT_ACCLINES_H
