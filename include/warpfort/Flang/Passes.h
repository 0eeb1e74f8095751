//===-- Passes.h - Repairs of what Flang makes ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes that correct HLFIR and FIR where Flang makes what is wrong or invalid.
/// Passes.td describes them.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_FLANG_PASSES_H
#define WARPFORT_FLANG_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "warpfort/Flang/Passes.h.inc"

} // namespace warpfort

#endif // WARPFORT_FLANG_PASSES_H
