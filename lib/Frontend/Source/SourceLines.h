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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

/// Calls \p Do with every line, without its end, and with where it may be
/// changed.
inline void onLines(const Fortran::parser::CookedSource &Cooked,
                    llvm::function_ref<void(llvm::StringRef, char *)> Do) {
  // Parsing has not begun: nobody else looks at the text.
  auto *Begin = const_cast<char *>(Cooked.AsCharBlock().begin());
  llvm::StringRef Text(Begin, Cooked.AsCharBlock().size());
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    Do(Text.slice(At, End), Begin + At);
    At = End + 1;
  }
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_SOURCELINES_H
