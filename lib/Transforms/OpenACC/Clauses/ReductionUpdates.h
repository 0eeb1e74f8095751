//===-- ReductionUpdates.h - Updates and their clauses ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A statement that updates a reduction's variable by another operator than the
/// clause names, as `s = max(s, x(i))` under reduction(+:s), gives a result
/// that depends on the number of threads.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONUPDATES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONUPDATES_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort::openacc {

/// Warns where an update is certain to differ from the clause.
void warnAboutReductions(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_REDUCTIONUPDATES_H
