//===-- Values.h - What values of FIR are computed from ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ways from a value back to what it is computed from, which every stage asks
/// for: through conversions, through addresses, to an equal computation.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_IR_VALUES_H
#define WARPFORT_IR_VALUES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace warpfort {

/// The value that \p V is computed from by changes of address or type only;
/// null at the end of the way.
mlir::Value addressSource(mlir::Value V);

/// The first value of that way that is computed outside of \p Scope.
mlir::Value rootOutside(mlir::Value V, mlir::Operation *Scope);

/// What fir.convert operations make \p V of.
mlir::Value withoutConversions(mlir::Value V);

/// The same value computed twice: equal operations on equal operands, with
/// nothing but loads, address computations and arithmetic.
bool isSameValue(mlir::Value A, mlir::Value B);

/// Likewise, of operations that \p MayRepeat takes for the same if their
/// operands are.
bool isSameValue(mlir::Value A, mlir::Value B,
                 llvm::function_ref<bool(mlir::Operation *)> MayRepeat);

} // namespace warpfort

#endif // WARPFORT_IR_VALUES_H
