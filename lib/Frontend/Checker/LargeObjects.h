//===-- LargeObjects.h - What no memory can hold ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_LARGEOBJECTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_LARGEOBJECTS_H

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// Refuses variables, types, COMMON blocks and EQUIVALENCE sets whose bytes
/// cannot be counted: what is made of the remainder would be too small.
void refuseLargeObjects(Fortran::semantics::SemanticsContext &Context);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_LARGEOBJECTS_H
