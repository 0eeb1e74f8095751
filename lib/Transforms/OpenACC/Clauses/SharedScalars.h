//===-- SharedScalars.h - Scalars of compute constructs ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalars that a compute construct shares by the rules (kernels constructs
/// copy all they name) although each iteration of a loop needs its own, or
/// although they are only read.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_SHAREDSCALARS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_SHAREDSCALARS_H

#include "Transforms/Common/KernelLoopScalars.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

/// Removes the declarations of variables in \p Construct that give what they
/// are made of, so that an address has one name.
void dropDeclarations(mlir::Operation *Construct);

/// Computes addresses of elements, sections, texts and descriptors for calls in
/// the compute constructs that use them.
/// Computed before, as statements in front of the construct may do, they would
/// pass for variables of their own.
void moveAddressesInside(mlir::ModuleOp Module);

/// Whether another clause of a construct is for the same memory as that of
/// \p AccVar, by another name.
bool hasOtherName(mlir::acc::KernelsOp Kernels, mlir::Value AccVar);

/// Replaces what \p Construct copies implicitly and only reads by its value.
/// Where the scalar is present on the device, that is the device's value.
void readByValue(mlir::Operation *Construct);

/// Whether a compute construct reads the scalar at \p Address outside of
/// \p Except (which may be null), where no iteration has assigned it before.
bool readsShared(mlir::Value Address, mlir::acc::LoopOp Except);

/// Whether something but \p Loop may read the scalar at \p Address, the result
/// of a data clause, after it.
bool isLiveAfter(mlir::acc::LoopOp Loop, mlir::Value Address);

/// Whether this is the result of a data clause of a scalar.
bool isSharedScalar(mlir::Value Address);

/// Adds the copy clauses that the reduction clauses of compute constructs
/// imply.
void copyReductions(mlir::ModuleOp Module);

/// Adds a reduction clause to the loops of compute constructs and routines that
/// sum up (or the like), themselves or by loops inside, in a variable for which
/// they have none.
void addReductions(mlir::ModuleOp Module);

/// The source's name of a variable, for messages.
std::string sourceNameOf(mlir::Value Address);

/// A recipe of which only the operator counts: ACCLowerKernels combines with
/// functions of the device library. \p Suffix is of the type.
llvm::StringRef getOrCreateReductionRecipe(mlir::ModuleOp Module,
                                           ReductionKind Kind,
                                           mlir::Type Reference,
                                           llvm::StringRef Suffix);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_SHAREDSCALARS_H
