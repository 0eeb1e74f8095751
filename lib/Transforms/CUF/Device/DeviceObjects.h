//===-- DeviceObjects.h - Initial values in device code ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang gives objects of derived type their initial values by calls of its
/// run-time library, which finds the values in descriptions of types. Those
/// stay with the host. The values are constants, so device code copies them:
///
///     %t = fir.alloca !T                ! once for each type
///     ... store the initial values of its components to %t
///     fir.call @__warpdev_initialize(%object, %t)
///
/// after ALLOCATE too, where it succeeded. That, too, is the host's ALLOCATE of
/// device data for some types: calls of the device's take its place.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEOBJECTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEOBJECTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// `Function` is device code; `Host` has the descriptions of types.
mlir::LogicalResult initializeObjects(mlir::func::FuncOp Function,
                                      mlir::ModuleOp Host);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEOBJECTS_H
