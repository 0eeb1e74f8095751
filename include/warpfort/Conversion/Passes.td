//===-- Passes.td - Conversions ----------------------------*- tablegen -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declaration, command-line flag and documentation (docs/passes.md) of the
// conversion of a device module.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_CONVERSION_PASSES_TD
#define WARPFORT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def FIRToDeviceLLVMPass
    : Pass<"warpfort-fir-to-device-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert a device module to the LLVM dialect";
  let description = [{
    Flang's own conversion refuses NVVM operations. This pass uses its patterns
    and keeps them; mathematical functions become LLVM intrinsics or names of
    libm, and memory comes from the device's heap.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::math::MathDialect", "::mlir::func::FuncDialect",
    "::mlir::DLTIDialect"
  ];
}

#endif // WARPFORT_CONVERSION_PASSES_TD
