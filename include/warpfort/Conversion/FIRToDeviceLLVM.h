//===-- FIRToDeviceLLVM.h - Device FIR to the LLVM dialect ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversion of a device module. Flang's own pass refuses NVVM operations;
/// this one uses its patterns and keeps them.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_CONVERSION_FIRTODEVICELLVM_H
#define WARPFORT_CONVERSION_FIRTODEVICELLVM_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "warpfort/Conversion/Passes.h.inc"

} // namespace warpfort

#endif // WARPFORT_CONVERSION_FIRTODEVICELLVM_H
