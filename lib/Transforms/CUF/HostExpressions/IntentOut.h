//===-- IntentOut.h - Deallocations at the beginning of procedures --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_INTENTOUT_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_INTENTOUT_H

#include "Transforms/Common/DeviceData.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Deallocates allocatable dummies with INTENT(OUT) where their memory is the
/// device's, managed or pinned.
void deallocateIntentOut(const DeviceData &Data, fir::FirOpBuilder &Builder,
                         mlir::func::FuncOp Function);

} // namespace warpfort

#endif
