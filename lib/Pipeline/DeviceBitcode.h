//===-- DeviceBitcode.h - Device module before embedding --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_DEVICEBITCODE_H
#define WARPFORT_LIB_PIPELINE_DEVICEBITCODE_H

#include "warpfort/Transforms/CUF/Passes.h"

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Brings a device module into the form that objects carry.
void prepareDeviceBitcode(llvm::Module &Device, const DevicePart &Part);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_DEVICEBITCODE_H
