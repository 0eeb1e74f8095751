//===-- MarchingLoops.h - Loops in which threads march on ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MarchingLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_MARCHINGLOOPS_H
#define WARPFORT_LIB_TARGET_CPU_MARCHINGLOOPS_H

#include "KernelBody.h"
#include <optional>

namespace warpfort::cpu {

/// A kernel's loop, taken apart. All are functions like the kernel's body.
struct MarchingLoop {
  llvm::Function *Enters; ///< 1 if the thread comes to the loop, else 0
  llvm::Function *Count;  ///< writes how many rounds there are, as i64, to
                          ///< EnvUniformOut; right if a thread enters
  llvm::Function *Round;  ///< the thread's round *EnvUniformIn, counted from 0
};

/// Takes \p K's loop apart if it is better to run it outside of the loops over
/// threads and blocks. \p K stays as it is.
std::optional<MarchingLoop> takeMarchingLoop(const KernelBody &K);

/// The function that runs \p K's blocks so.
llvm::Function *emitMarchingLoop(const KernelBody &K, const MarchingLoop &Loop,
                                 llvm::Module &M);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_MARCHINGLOOPS_H
