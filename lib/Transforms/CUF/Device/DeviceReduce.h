//===-- DeviceReduce.h - REDUCE in device code ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The intrinsic function REDUCE, whose operation is a procedure of the user's.
/// Flang calls its run-time library with the procedure's address; on a device
/// loops in line do better, and need no agreement on how each type is passed.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H

#include "flang/Optimizer/Dialect/FIROps.h"

namespace warpfort {

/// Replaces a call of one of the run-time library's functions for REDUCE.
/// False, with nothing changed, if it is none or has operands that are not
/// understood.
bool expandReduce(fir::CallOp Call);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H
