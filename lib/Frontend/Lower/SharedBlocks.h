//===-- SharedBlocks.h - COMMON blocks in shared memory ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of kernels that Flang does not know as such: COMMON blocks of
/// kernels that --kernel= makes of plain Fortran, and arrays of several
/// dimensions that are as large as the launch says.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H
#define WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H

#include "mlir/IR/BuiltinOps.h"

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

struct SourceContext;

/// Gives the COMMON blocks that device code uses the shared attribute.
/// checkCUDAFortran() has made sure that no host code uses them.
void shareCommonBlocks(Fortran::semantics::SemanticsContext &Context,
                       mlir::ModuleOp Module);

/// Marks the arrays of SourceContext::LaunchSized in FIR (LaunchSizedAttr).
void markLaunchSizedArrays(const SourceContext &Context, mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_SHAREDBLOCKS_H
