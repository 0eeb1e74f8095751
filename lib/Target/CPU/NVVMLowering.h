//===-- NVVMLowering.h - NVVM intrinsics in plain LLVM IR ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces NVVM intrinsics that need no other thread: indices, fences, clocks,
// arithmetic. Barriers and warp operations are left alone.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_NVVMLOWERING_H
#define WARPFORT_LIB_TARGET_CPU_NVVMLOWERING_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

struct KernelBody;

/// `Body` describes F when F is a kernel's body; null for device procedures,
/// which have no access to their thread.
llvm::Error lowerNVVMIntrinsics(llvm::Function &F, const KernelBody *Body);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_NVVMLOWERING_H
