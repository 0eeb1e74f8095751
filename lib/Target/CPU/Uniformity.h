//===-- Uniformity.h - What the threads of a group agree on --- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uniformity of a kernel body's values across a group: the block, or the warp
// where a kernel has warp operations. LLVM's analysis with this project's own
// idea of where divergence begins; loads are uniform when their address is,
// which holds for programs without data races.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_UNIFORMITY_H
#define WARPFORT_LIB_TARGET_CPU_UNIFORMITY_H

#include "KernelBody.h"
#include "llvm/ADT/DenseSet.h"

namespace warpfort::cpu {

struct Uniformity {
  /// Instructions whose value all threads agree on, at every use.
  llvm::DenseSet<const llvm::Value *> Uniform;
  llvm::DenseSet<const llvm::BasicBlock *> DivergentBranches;
};

Uniformity computeUniformity(const KernelBody &K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_UNIFORMITY_H
