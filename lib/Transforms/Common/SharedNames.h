//===-- SharedNames.h - Scalars with two names ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scalar that has two names (EQUIVALENCE, ASSOCIATE) is one variable. In a
/// construct or loop with a clause for one of them, the clause is for all: they
/// name the copy that it makes. In a construct without such a clause, or a
/// kernel loop, one name stands for the others, so that it has one copy. The
/// associate name of a part is computed from the variable in a KERNELS or
/// SERIAL construct that uses the part by both, unless iterations are said to
/// be independent. Other names for a part of the same memory, or for more, keep
/// their own.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_SHAREDNAMES_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_SHAREDNAMES_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Whether two addresses are that of one variable, whatever its names are.
bool isSameVariable(mlir::Value A, mlir::Value B);

/// Whether two addresses are in the memory of one variable, or of variables
/// that share it by EQUIVALENCE or COMMON.
bool areInSameMemory(mlir::Value A, mlir::Value B);

/// Joins the names of scalars in all constructs and kernel loops of a module.
void joinSharedNames(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_SHAREDNAMES_H
