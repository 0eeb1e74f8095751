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
/// The host's library does not take arrays of logical values without DIM=: it
/// compares their type with that of an integer, and ends the program (seen in
/// Flang 22).
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H
#define WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H

#include "flang/Optimizer/Dialect/FIROps.h"

namespace warpfort {

/// Replaces a call of one of the run-time library's functions for REDUCE.
/// False, with nothing changed, if it is none or has operands that are not
/// understood.
bool expandReduce(fir::CallOp Call, bool OnDevice);

/// Whether the host's library ends the program in the function of this name.
bool isFaultyReduce(llvm::StringRef Name);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_DEVICE_DEVICEREDUCE_H
