//===-- Passes.h - OpenACC passes -------------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From FIR with OpenACC operations to FIR with kernels (attributes(global)
/// procedures, as CUDA Fortran's are) and calls of the runtime. Passes.td
/// describes the passes.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_OPENACC_PASSES_H
#define WARPFORT_TRANSFORMS_OPENACC_PASSES_H

#include "warpfort/Support/TripCountMode.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>
#include <string>

namespace warpfort {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

/// The names of the steps of warpfort-acc-prepare, in their order.
llvm::SmallVector<llvm::StringRef> accPrepareSteps();

/// What Flang does not know of the types of data clauses. Comes before Flang's
/// own extensions.
void registerOpenACCTypes(mlir::DialectRegistry &Registry);

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_OPENACC_PASSES_H
