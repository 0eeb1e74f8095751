//===-- SharedBlocks.h - COMMON blocks in shared memory ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A COMMON block of kernels that --kernel= makes of plain Fortran is memory
/// that the threads of a block share.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H
#define WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H

#include "mlir/IR/BuiltinOps.h"

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Gives the COMMON blocks that device code uses the shared attribute.
/// checkCUDAFortran() has made sure that no host code uses them.
void shareCommonBlocks(Fortran::semantics::SemanticsContext &Context,
                       mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H
