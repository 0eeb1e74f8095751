//===-- OperationAccesses.h - What operations read and write ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only list of operations that access memory: loads and stores, texts,
/// atomic operations, what reductions of a loop are added to, and procedures.
/// What is not known here may write anything. Operations in regions have
/// accesses of their own.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_OPERATIONACCESSES_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_OPERATIONACCESSES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace warpfort {

struct OperationAccess {
  mlir::Value Address; ///< or a descriptor, or a text
  bool Reads = false;
  bool Writes = false;
  /// More than the value or text at the address: all that a descriptor
  /// describes, or any element from there on.
  bool IsWhole = false;
  bool IsDescriptor = false; ///< a descriptor is loaded, not what it describes
  bool IsKept = false;       ///< the address is stored, and read from there
};

struct OperationAccesses {
  llvm::SmallVector<OperationAccess, 2> All;
  /// Whether it may also write what is not in the list.
  bool WritesOthers = false;

  bool writesAny() const;
};

OperationAccesses accessesOf(mlir::Operation *Op);

/// Calls \p Do for each access that \p Op and what is in its regions make.
/// Whether it has interrupted the walk by true.
bool anyAccess(
    mlir::Operation *Op,
    llvm::function_ref<bool(mlir::Operation *, const OperationAccess &)> Do);

/// The address at which an operation that is no call stores a value or a text;
/// null if it does neither.
mlir::Value assignedAddress(mlir::Operation *Op);

/// The address from which an operation that is no call reads a value that is no
/// descriptor, or a text; null if it does neither.
mlir::Value readAddress(mlir::Operation *Op);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_OPERATIONACCESSES_H
