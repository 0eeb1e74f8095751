//===-- Pragmas.h - OpenACC directives for Clang's parser ------ -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes directives that other compilers accept and Clang's parser refuses.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_PRAGMAS_H
#define WARPFORT_LIB_CFRONTEND_PRAGMAS_H

namespace clang {
class Preprocessor;
}

namespace warpfort::c {

/// Hands the directives of a source to Clang's parser; before the parser is
/// made.
void watchDirectives(clang::Preprocessor &PP);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_PRAGMAS_H
