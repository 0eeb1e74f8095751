//===-- WholeWarps.h - Kernels whose warps are pieces of rows - -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A version of a kernel for launches each of whose warps is 32 threads of one
// row: blockDim%x is a multiple of 32.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_WHOLEWARPS_H
#define WARPFORT_LIB_TARGET_CPU_WHOLEWARPS_H

#include "KernelBody.h"
#include "LaunchBuilder.h"

namespace warpfort::cpu {

/// Has the code of \p K, a kernel with warp operations, use that
/// hasWholeWarps() holds.
void assumeWholeWarps(KernelBody &K);

/// Whether a launch is such a one. Asked when \p L is unpacked.
llvm::Value *hasWholeWarps(llvm::IRBuilder<> &B, const LaunchBuilder &L);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_WHOLEWARPS_H
