//===-- FuseAtBarriers.h - Barriers that an order makes needless *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A version of a kernel for launches whose blocks are one row of threads, in
// which a block passes barriers that only keep threads from overwriting what
// others have yet to read.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H
#define WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H

#include "KernelBody.h"
#include "LaunchBuilder.h"

namespace warpfort::cpu {

/// Removes such barriers of \p K, which is a copy of its own for these
/// launches. False if there are none.
bool fuseAtBarriers(KernelBody &K);

/// Whether the threads must run through \p Region from the last to the first.
bool runsBackwards(const llvm::Function &Region);

/// Whether a launch's blocks are rows. Asked when \p L is unpacked.
llvm::Value *hasOneRow(llvm::IRBuilder<> &B, const LaunchBuilder &L);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H
