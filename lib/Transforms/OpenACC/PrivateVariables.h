//===-- PrivateVariables.h - What recipes leave out -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private and first-private variables of types that Flang's recipes or kernel
/// parameters do not do.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PRIVATEVARIABLES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PRIVATEVARIABLES_H

#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Whether the part of a recipe that makes a variable gives the original one:
/// Flang has no code for arrays of derived types.
bool givesOriginal(mlir::Region &Init);

/// A variable for a reference of type \p T; null if it would need more than
/// memory.
mlir::Value createPlainVariable(mlir::OpBuilder &Builder, mlir::Location Loc,
                                mlir::Type T, mlir::ModuleOp Module);

/// \p Made, or its descriptor where \p Wanted is one: Flang's recipe for an
/// array of constant size with other lower bounds than 1 gives the array.
mlir::Value asWanted(mlir::OpBuilder &Builder, mlir::Location Loc,
                     mlir::Value Made, mlir::Type Wanted);

/// Gives the private copy of an allocatable or pointer array, whose descriptor
/// is at \p Made, the lower bounds of the one at \p Original: Flang's recipe
/// gives it ones. Of other variables nothing is done.
void keepLowerBounds(mlir::OpBuilder &Builder, mlir::Location Loc,
                     mlir::Value Original, mlir::Value Made);

/// Copies first-private arrays whose size is not constant to the device, where
/// each thread makes its own of that.
void copyFirstPrivateArrays(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PRIVATEVARIABLES_H
