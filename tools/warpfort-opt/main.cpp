//===-- main.cpp - Run passes on IR ---------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs one or more passes on a FIR file; the pass tests use it.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Pipeline.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry Registry;
  warpfort::registerDialects(Registry);
  mlir::registerTransformsPasses();
  warpfort::registerPasses();
  return mlir::failed(
             mlir::MlirOptMain(argc, argv, "Warpfort pass driver\n", Registry))
             ? 1
             : 0;
}
