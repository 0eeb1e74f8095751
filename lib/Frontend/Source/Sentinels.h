//===-- Sentinels.h - Comments that look like directives --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A line `!$ac parallel loop` is a comment to the language: the program runs,
/// on the host, without a word.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_SENTINELS_H
#define WARPFORT_LIB_FRONTEND_SOURCE_SENTINELS_H

namespace Fortran::parser {
class AllSources;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

/// Warns of comments that begin nearly as directives do, and go on as those.
/// \p OpenACC and \p CUDA: which directives count.
void warnOfSentinels(const Fortran::parser::AllSources &Sources,
                     Fortran::parser::Messages &Messages, bool OpenACC,
                     bool CUDA);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_SENTINELS_H
