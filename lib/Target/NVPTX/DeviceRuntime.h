//===-- DeviceRuntime.h - CUDA's device runtime -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeviceRuntime.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_DEVICERUNTIME_H
#define WARPFORT_LIB_TARGET_NVPTX_DEVICERUNTIME_H

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

struct NVPTXOptions;

/// Adds CUDA's device runtime to what the code of \p M is linked with, if that
/// uses it. The reason if there can be no code for GPUs; else nothing.
std::string linkDeviceRuntime(llvm::Module &M, NVPTXOptions &Options);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_NVPTX_DEVICERUNTIME_H
