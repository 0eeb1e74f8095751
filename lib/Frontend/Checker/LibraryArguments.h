//===-- LibraryArguments.h - Actual arguments of library modules *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The modules of CUDA's libraries have dummy arguments that stand for an
/// address: device arrays of any rank. Programs also pass elements of
/// assumed-shape arrays for them, and complex arrays for real ones of BLAS,
/// which then sees the real and imaginary parts. NVIDIA's modules take both.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_LIBRARYARGUMENTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_LIBRARYARGUMENTS_H

#include "flang/Evaluate/call.h"
#include "flang/Parser/message.h"

namespace Fortran::evaluate::characteristics {
struct Procedure;
} // namespace Fortran::evaluate::characteristics
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort::checker {

/// Whether a specific procedure of a generic one that Flang found not to fit
/// takes the arguments all the same.
bool takesAsAddresses(const Fortran::evaluate::characteristics::Procedure &Proc,
                      Fortran::evaluate::ActualArguments &Arguments,
                      Fortran::semantics::SemanticsContext &Context);

/// Makes warnings of the errors on complex arrays for real ones; true if there
/// was any.
bool allowParts(const Fortran::evaluate::characteristics::Procedure &Proc,
                Fortran::parser::Messages &Messages,
                Fortran::semantics::SemanticsContext &Context);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_LIBRARYARGUMENTS_H
