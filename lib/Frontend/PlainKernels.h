//===-- PlainKernels.h - Kernels of plain Fortran ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Subroutines that --kernel= names are kernels though the source says nothing
/// of CUDA.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_PLAINKERNELS_H
#define WARPFORT_LIB_FRONTEND_PLAINKERNELS_H

#include "warpfort/Frontend/Checker.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace warpfort {

/// Gives the subroutines called \p Names attributes(global), and the procedures
/// of the source that they call attributes(device). To be called before names
/// are resolved.
KernelsForOthers markPlainKernels(Fortran::semantics::SemanticsContext &Context,
                                  Fortran::parser::Program &Program,
                                  llvm::ArrayRef<std::string> Names);

/// Takes back Flang's warnings on calls without an interface: it wants one of
/// device procedures, which those of plain Fortran were not when their callers
/// were written.
void dropPlainCallWarnings(Fortran::semantics::SemanticsContext &Context,
                           const KernelsForOthers &Kernels);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_PLAINKERNELS_H
