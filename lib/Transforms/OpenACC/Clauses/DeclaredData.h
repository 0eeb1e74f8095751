//===-- DeclaredData.h - Data of declare directives -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Global data with a declare directive is a variable of the device program,
/// which device procedures name and the runtime finds by the host's address.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_DECLAREDDATA_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_DECLAREDDATA_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Marks declared globals with DeclaredDataAttr, for the split into host and
/// device; makes what procedures do about declared variables explicit: clauses
/// on the compute constructs that use them, and enter and exit data where
/// allocatables and pointers are allocated. To be run before data attributes
/// are determined.
void prepareDeclaredData(mlir::ModuleOp Module);

/// Gives compute constructs their own copy of named constants.
void moveConstantsInside(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_DECLAREDDATA_H
