//===-- Passes.h - Pipelines and the passes between them --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes of lib/Pipeline, which Passes.td describes: repairs of what Flang
/// makes, what stands between upstream's passes, and the pipelines themselves.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_PIPELINE_PASSES_H
#define WARPFORT_PIPELINE_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "warpfort/Pipeline/Passes.h.inc"

} // namespace warpfort

#endif // WARPFORT_PIPELINE_PASSES_H
