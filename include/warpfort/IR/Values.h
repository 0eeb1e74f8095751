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

/// How an operation makes an address, a descriptor or a text of another one.
/// The table in Values.cpp is the only one of such operations.
enum AddressStep : unsigned {
  NameStep = 1 << 0,       ///< a declaration
  ConversionStep = 1 << 1, ///< another type, with or without VOLATILE
  BoxStep = 1 << 2,        ///< a descriptor or text, made or taken apart
  ComponentStep = 1 << 3,  ///< of a record, a number or a text, by its place
  ElementStep = 1 << 4,    ///< of an array
  DescriptorStep = 1 << 5, ///< a descriptor is loaded
  PointerStep = 1 << 6,    ///< an address is loaded
  ClauseStep = 1 << 7,     ///< a data clause makes a copy
  ChoiceStep = 1 << 8,     ///< of two, of which the first is gone on with
  CopyStep = 1 << 9        ///< an array is copied if it has gaps
};

/// The names of one variable, whatever their types.
inline constexpr unsigned NameSteps = NameStep | ConversionStep;
/// What is in the memory of one variable.
inline constexpr unsigned PartSteps =
    NameSteps | BoxStep | ComponentStep | ElementStep;
/// And what its descriptors lead to.
inline constexpr unsigned ReachedSteps = PartSteps | DescriptorStep;

/// The step that makes \p V of \p From; 0 where the way begins.
unsigned stepBack(mlir::Value V, mlir::Value &From);

/// What \p V is made of by any number of \p Steps.
mlir::Value goBack(mlir::Value V, unsigned Steps);

/// The value that \p V is computed from by changes of address or type only;
/// null at the end of the way.
mlir::Value addressSource(mlir::Value V);

/// The first value of that way that is computed outside of \p Scope.
mlir::Value rootOutside(mlir::Value V, mlir::Operation *Scope);

/// The extents and lower bounds that the shape of an array gives; none for what
/// its descriptor has, and for lower bounds that are 1. There may be no shape.
llvm::SmallVector<mlir::Value> extentsOf(mlir::Value Shape);
llvm::SmallVector<mlir::Value> originsOf(mlir::Value Shape);

/// What fir.convert operations make \p V of.
mlir::Value withoutConversions(mlir::Value V);

/// Whether an operation, or none, is a call of the procedure \p Name.
bool calls(mlir::Operation *Op, llvm::StringRef Name);

/// The same value computed twice: equal operations on equal operands, with
/// nothing but loads, address computations and arithmetic.
bool isSameValue(mlir::Value A, mlir::Value B);

/// Likewise, of operations that \p MayRepeat takes for the same if their
/// operands are.
bool isSameValue(mlir::Value A, mlir::Value B,
                 llvm::function_ref<bool(mlir::Operation *)> MayRepeat);

/// Whether \p Op ends the program for some operands: a division of integers by
/// what may be 0, or -1, with a quotient that the type does not have. It must
/// not be evaluated where the program would not. (MLIR's isSpeculatable takes
/// remainders for safe.)
bool mayTrap(mlir::Operation *Op);

} // namespace warpfort

#endif // WARPFORT_IR_VALUES_H
