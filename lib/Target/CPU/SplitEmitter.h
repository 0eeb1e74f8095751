//===-- SplitEmitter.h - Running a kernel that is in pieces --- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the code that takes a block through the regions of a split kernel.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SPLITEMITTER_H
#define WARPFORT_LIB_TARGET_CPU_SPLITEMITTER_H

#include "RegionSplitter.h"
#include "llvm/IR/IRBuilder.h"

namespace warpfort::cpu {

/// Kernels with more regions than this are run by calls: inlining them all
/// makes one function whose compile time grows with its square.
inline constexpr unsigned MaxInlinedRegions = 48;

/// A WarprtCpuKernelFn for blocks of any shape; if it is only for rare ones,
/// without code of its own for whole warps.
llvm::Function *emitSplitKernel(const KernelBody &K, const SplitKernel &Split,
                                llvm::Module &M, bool IsRare = false);

/// Emits operation \p Split of a warp whose 32 lanes are all there, in vector
/// code. False, and nothing emitted, where the helpers do as well.
bool emitWholeWarpOp(llvm::IRBuilder<> &B, const WarpcpuSplit &Split,
                     const ContextLayout &Layout, llvm::Value *Context,
                     llvm::Value *First);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_SPLITEMITTER_H
