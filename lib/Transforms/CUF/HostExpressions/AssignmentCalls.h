//===-- AssignmentCalls.h - Device data for procedures ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See AssignmentCalls.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_ASSIGNMENTCALLS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_ASSIGNMENTCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Calls the procedures of defined assignments that want data of the device,
/// where these stand alone. An error where they do not.
llvm::LogicalResult callForDeviceData(mlir::func::FuncOp Function);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_ASSIGNMENTCALLS_H
