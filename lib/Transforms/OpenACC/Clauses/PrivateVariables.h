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
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_PRIVATEVARIABLES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_PRIVATEVARIABLES_H

#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/BuiltinOps.h"

namespace fir {
class FirOpBuilder;
} // namespace fir

namespace warpfort::openacc {

/// Whether the part of a recipe that makes a variable gives the original one:
/// Flang has no code for arrays of derived types.
bool givesOriginal(mlir::Region &Init);

/// Clones a part of a recipe, which has one block; what it yields, if anything.
mlir::Value inlineRecipe(mlir::OpBuilder &Builder, mlir::Region &Part,
                         mlir::ValueRange Arguments);

/// A variable like \p Original, as the part \p Init of a recipe makes it and of
/// type \p Wanted; null if it would need more than memory.
mlir::Value makeVariable(mlir::OpBuilder &Builder, mlir::Location Loc,
                         mlir::Region &Init, mlir::Value Original,
                         mlir::Type Wanted, mlir::ModuleOp Module);

/// The address \p Address of a copy of an allocatable or pointer array, or none
/// where the descriptor \p Original has none.
mlir::Value likeOriginal(mlir::OpBuilder &Builder, mlir::Location Loc,
                         mlir::Value Original, mlir::Value Address);

/// Whether threads of a gang may see what others of it do to \p Array, of which
/// \p Construct has copies: not where it is used in one nest of loops, and
/// changed by nothing but the outermost one's own iterations, which change each
/// thread's alike.
bool isChangedTogether(mlir::Operation *Construct, mlir::Value Array);

/// Gives private records of loops the default values of their types in each
/// iteration, as LOCAL variables of DO CONCURRENT have them.
void initializePrivateRecords(mlir::ModuleOp Module);

/// Destroys the components of an array of records, and, if \p IsLast, frees it.
/// Nothing is done if it is not allocated.
void destroyRecordArray(fir::FirOpBuilder &Builder, mlir::Location Loc,
                        mlir::Value Box, bool IsLast);

/// Copies first-private arrays whose size is not constant to the device, where
/// each thread makes its own of that.
void copyFirstPrivateArrays(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_PRIVATEVARIABLES_H
