//===-- SourceLines.h - Lines of a source before it is parsed ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Flang's parser cannot read is changed in the text that it is about to
/// read, which keeps its length, so that places stay what they are.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_SOURCELINES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_SOURCELINES_H

#include "flang/Parser/provenance.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

/// The text that the parser is to read. Parsing has not begun: nobody else
/// looks at it. Flang has no way to change a source between its scan and its
/// parse; all of this folder goes through here.
inline llvm::MutableArrayRef<char>
editableText(const Fortran::parser::CookedSource &Cooked) {
  Fortran::parser::CharBlock Text = Cooked.AsCharBlock();
  return {const_cast<char *>(Text.begin()), Text.size()};
}

/// Calls \p Do with every line, without its end, and with where it may be
/// changed.
inline void onLines(const Fortran::parser::CookedSource &Cooked,
                    llvm::function_ref<void(llvm::StringRef, char *)> Do) {
  char *Begin = editableText(Cooked).data();
  llvm::StringRef Text(Begin, Cooked.AsCharBlock().size());
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    Do(Text.slice(At, End), Begin + At);
    At = End + 1;
  }
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_SOURCELINES_H
