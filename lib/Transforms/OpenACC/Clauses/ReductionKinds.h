//===-- ReductionKinds.h - What reduction clauses say ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From reduction clauses to the operators of the device library.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONKINDS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONKINDS_H

#include "Transforms/Common/KernelLoopScalars.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include <optional>

namespace warpfort::openacc {

/// What a reduction clause says, if upstream knows the operator.
mlir::acc::ReductionRecipeOp getReductionRecipe(mlir::acc::ReductionOp Op);
std::optional<ReductionKind> getReductionKind(mlir::acc::ReductionOp Op);

/// The same, if the device library has the operator for this type.
std::optional<ReductionKind> getLibraryReduction(mlir::acc::ReductionOp Op);

/// The clause as the program's language has it, for one variable:
/// `reduction(+:s)`; empty if the operator or the name is not known.
std::string getReductionText(mlir::acc::ReductionOp Op);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONKINDS_H
