//===-- KernelEmitter.h - The function that runs blocks ------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a kernel's WarprtCpuKernelFn (abi/warprt/Image.h) around its body.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_KERNELEMITTER_H
#define WARPFORT_LIB_TARGET_CPU_KERNELEMITTER_H

#include "KernelBody.h"

namespace warpfort::cpu {

struct EmittedKernel {
  std::string Name;
  llvm::Function *Run = nullptr;
  uint64_t ContextBytes = 0;
  uint32_t StaticSharedBytes = 0;
  uint32_t Flags = 0; // WARPRT_CPU_KERNEL_*
};

/// Consumes `K`.
llvm::Expected<EmittedKernel> emitKernel(KernelBody K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_KERNELEMITTER_H
