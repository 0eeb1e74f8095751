//===-- KernelDummies.h - What Fortran says of kernels' arguments - C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_KERNELDUMMIES_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_KERNELDUMMIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Marks the arguments of \p Kernel whose data changes, while the kernel runs,
/// through the dummy argument's own name or not at all.
void markUnaliasedDummies(mlir::func::FuncOp Kernel);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_KERNELDUMMIES_H
