//===-- ReducedScalars.h - Reductions of allocated scalars ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The clause for an allocatable scalar or a pointer to one names a descriptor.
/// What is reduced is the scalar that it leads to, which must be there before:
///
///     acc.reduction varPtr(%s : !fir.ref<!fir.box<!fir.heap<f32>>>)
///  -> %b = fir.load %s
///     %a = fir.convert (fir.box_addr %b)
///     acc.reduction varPtr(%a : !fir.ref<f32>)
///
/// An assignment in the loop that might allocate it anew is a store.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCEDSCALARS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCEDSCALARS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Has reduction clauses name scalars, not descriptors of them.
void nameReducedScalars(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCEDSCALARS_H
