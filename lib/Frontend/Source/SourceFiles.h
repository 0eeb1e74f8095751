//===-- SourceFiles.h - Files of a source as they are -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that were read for a source, before the preprocessor.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_SOURCEFILES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_SOURCEFILES_H

#include "flang/Parser/provenance.h"
#include "flang/Parser/source.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

/// Calls \p Do once for each file, with its text and where that begins.
inline void onFiles(
    const Fortran::parser::AllSources &Sources,
    llvm::function_ref<void(llvm::StringRef, Fortran::parser::Provenance)> Do) {
  llvm::SmallPtrSet<const Fortran::parser::SourceFile *, 8> Seen;
  auto First = Sources.GetFirstFileProvenance();
  if (!First)
    return;
  for (Fortran::parser::Provenance At = First->start(); Sources.IsValid(At);) {
    size_t Offset = 0;
    const Fortran::parser::SourceFile *File =
        Sources.GetSourceFile(At, &Offset);
    size_t Size = File && Offset == 0 ? File->content().size() : 1;
    if (File && Offset == 0 && Seen.insert(File).second)
      Do({File->content().data(), Size}, At);
    At = At + std::max<size_t>(Size, 1);
  }
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_SOURCEFILES_H
