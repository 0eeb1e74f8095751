//===-- LastValues.h - Scalars that iterations assign -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalars that each iteration of a parallel loop assigns before it reads them.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LASTVALUES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LASTVALUES_H

#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

/// Warns where nothing but an INTENT, which is missing, would tell whether the
/// iterations of independent loops have a scalar for themselves, and of records
/// and texts that they share and assign.
void warnOfAssumptions(mlir::acc::KernelsOp Construct);

/// Before a kernels construct is split: where a condition decides which
/// iterations of its independent loops assign a scalar that is read behind, or
/// limits that vary, gives the construct the value of the last one that did.
void keepLastValues(mlir::acc::KernelsOp Construct);

/// Gives each thread its own copy of such scalars of \p Loop; what is read
/// afterwards gets the value of the last iteration. Of nested loops the outer
/// one comes first.
void makePrivate(mlir::acc::LoopOp Loop);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LASTVALUES_H
