//===-- DevicePowers.h - Small constant powers ---------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEPOWERS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEPOWERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Makes products of `x**n` for small constants n. The function that MLIR calls
/// for them multiplies alike, but its products do not fuse with the caller's
/// sums.
void expandConstantPowers(mlir::func::FuncOp Function);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEPOWERS_H
