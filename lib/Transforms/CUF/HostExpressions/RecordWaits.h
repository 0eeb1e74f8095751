//===-- RecordWaits.h - Waits of the host for device records ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RECORDWAITS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RECORDWAITS_H

#include "Transforms/Common/DeviceData.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Has the host wait for the device before it accesses records of the device
/// that are in managed memory for their components.
void waitForDeviceRecords(const DeviceData &Data, fir::FirOpBuilder &Builder,
                          mlir::func::FuncOp Function);

} // namespace warpfort

#endif
