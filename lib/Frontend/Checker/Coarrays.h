//===-- Coarrays.h - Declarations of coarrays -------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_COARRAYS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_COARRAYS_H

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// Refuses coarrays where they are declared: lowering stops only at what needs
/// another image.
void refuseCoarrays(Fortran::semantics::SemanticsContext &Context);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_COARRAYS_H
