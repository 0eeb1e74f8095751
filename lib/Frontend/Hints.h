//===-- Hints.h - What the user may have meant ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_HINTS_H
#define WARPFORT_LIB_FRONTEND_HINTS_H

namespace warpfort {

struct Session;

/// After the parser has refused a source that is read without CUDA Fortran: if
/// there is a statement of CUDA Fortran in it, says so in the place of the
/// parser's messages.
void explainForgottenCUDA(Session &S);

/// Likewise of a source that is read in fixed form and has several lines that
/// cannot be.
void explainFreeForm(Session &S);

/// Completes messages on names that are not known: by the name that is nearest
/// to it, or the module that it is in. Also words those on kinds that there are
/// not.
void addHints(Session &S);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_HINTS_H
