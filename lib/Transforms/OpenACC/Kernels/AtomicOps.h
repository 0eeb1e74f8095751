//===-- AtomicOps.h - OpenACC atomics in device code ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_ATOMICOPS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_ATOMICOPS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Lets sums of complex variables be made part by part if the module has no
/// other atomic operations on complex variables: those would see or lose a part
/// without the other. Before the first \c lowerAtomic.
void chooseComplexSums(mlir::ModuleOp Module);

/// Replaces an acc.atomic operation by operations of the LLVM dialect.
mlir::LogicalResult lowerAtomic(fir::FirOpBuilder &Builder,
                                mlir::Operation *Op);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_ATOMICOPS_H
