//===-- WaitingKernels.h - What waits for launches, and how -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that the split of kernels (SplitKernels.h) is about, and the
// kernels that it cannot be made for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_WAITINGKERNELS_H
#define WARPFORT_LIB_TARGET_NVPTX_WAITINGKERNELS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace warpfort {

/// Whether \p F is of CUDA's device runtime and has a stream.
bool takesStream(const llvm::Function &F);

/// Whether \p F is a function of runtime/device/Phases.c.
bool isOfPhases(const llvm::Function &F);

/// A barrier of the block as syncthreads() is.
bool isBarrier(const llvm::CallBase &Call);

bool isWait(const llvm::CallBase &Call);

/// What \p Kernel calls, and what that calls, as far as it is defined.
llvm::SmallSetVector<llvm::Function *, 8>
definedCallees(llvm::Function &Kernel);

/// What \p Kernel has that keeps it from being split, or nothing.
std::string findObstacle(llvm::Function &Kernel);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_NVPTX_WAITINGKERNELS_H
