//===-- ImplicitScalars.h - Scalars that no clause names --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalars that no clause names are first-private in parallel and serial
/// constructs, except those that a loop of the construct itself reduces, which
/// are copied. Upstream's pass adds that clause last; here it is added to
/// scalars that this pass takes for parts of something else (of a common block
/// or an equivalence set) and to optional arguments, which may be missing, and
/// where the host may run the construct.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_IMPLICITSCALARS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_IMPLICITSCALARS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Adds the clauses to the compute constructs of a module.
void addFirstPrivateScalars(mlir::ModuleOp Module);

/// Gives constructs the values of first-private allocatable scalars in place of
/// their descriptors, where they only read them.
void passFirstPrivateValues(mlir::ModuleOp Module);

/// Copies what the outermost loops of a construct reduce and other statements
/// of it use, which would pass for first-private scalars.
void copyExposedReductions(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_IMPLICITSCALARS_H
