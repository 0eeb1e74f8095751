//===-- DeviceLocals.h - Local data of device code --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang lowers local data of procedures for host and device as the host's:
/// records with managed components and the descriptor of a Cray pointee in
/// shared memory get device memory by cuf.alloc, components by cuf.allocate. In
/// device code they are the thread's own:
///
///     cuf.alloc T, cuf.free          ->  fir.alloca T
///     cuf.allocate, cuf.deallocate   ->  _FortranAAllocatableAllocate, ...
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICELOCALS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICELOCALS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// \p Function is device code.
void lowerDeviceLocals(mlir::func::FuncOp Function);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICELOCALS_H
