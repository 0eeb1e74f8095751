//===-- DeviceResults.h - Functions of the host with device results -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICERESULTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICERESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fir {
class FirOpBuilder;
}

namespace warpfort {

class DeviceData;

/// Lets a function whose result lies in device memory return a copy of it in
/// the host's, which is where callers look: as HLFIR assignments, which become
/// transfers like any others. What is returned in a register is loaded, and
/// loads are transfers already. So it is with managed and unified results,
/// which the host reads when the device has done what it was given. A result
/// that is allocatable and managed for its type alone becomes the host's: Flang
/// makes records with device or managed components so, and their callers free
/// them as ordinary memory.
void returnToHost(const DeviceData &Data, fir::FirOpBuilder &Builder,
                  mlir::func::FuncOp Function);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICERESULTS_H
