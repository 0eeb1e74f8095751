//===-- SyntaxErrors.h - Misspelt words of directives -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parser says what it expected and where it gave up. Where a word of a
/// directive, an attribute or a launch is wrong, that word is named instead,
/// with the one that it may be a misspelling of.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SYNTAXERRORS_H
#define WARPFORT_LIB_FRONTEND_SYNTAXERRORS_H

namespace warpfort {

struct Session;

/// Replaces the parser's errors in lines with such words. Call it where the
/// source could not be parsed.
void explainSyntaxErrors(Session &S);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SYNTAXERRORS_H
