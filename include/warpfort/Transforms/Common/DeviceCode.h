//===-- DeviceCode.h - What is device code ----------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which operations and procedures the device executes.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_COMMON_DEVICECODE_H
#define WARPFORT_TRANSFORMS_COMMON_DEVICECODE_H

#include "warpfort/IR/Procedures.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Whether the operation is executed by the host: not in a device procedure,
/// kernel loop or OpenACC compute construct.
bool isHostCode(mlir::Operation *Op);

/// Whether the host does not execute what is in the operation: a kernel loop or
/// an OpenACC compute construct.
bool isDeviceConstruct(mlir::Operation *Op);

/// Calls \p Visit for the operations of a procedure for which isHostCode() is
/// true, inner ones before those around them, but for none within what
/// \p IsClosed is true of. A walk that asks isHostCode() of each operation is
/// quadratic in the depth of nesting.
void walkHostCode(mlir::func::FuncOp Function,
                  llvm::function_ref<void(mlir::Operation *)> Visit,
                  llvm::function_ref<bool(mlir::Operation *)> IsClosed);
inline void walkHostCode(mlir::func::FuncOp Function,
                         llvm::function_ref<void(mlir::Operation *)> Visit) {
  walkHostCode(Function, Visit, [](mlir::Operation *) { return false; });
}

/// What the launch copies for parameter \p Index of a kernel though FIR passes
/// its address, which is the host's: a derived type with the VALUE attribute,
/// or the descriptor of a dummy argument that is a pointer or allocatable. Null
/// for other parameters.
mlir::Type typeCopiedAtLaunch(mlir::func::FuncOp Kernel, unsigned Index);

/// The 32-bit word of a descriptor that holds its version, which is zero in
/// what the launch passes for an absent argument.
inline constexpr unsigned DescriptorVersionWord = 4;

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_COMMON_DEVICECODE_H
