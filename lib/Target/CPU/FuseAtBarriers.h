//===-- FuseAtBarriers.h - Barriers that an order makes needless *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In launches whose blocks are one row of threads, a block passes barriers that
// only keep threads from overwriting what others have yet to read.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H
#define WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H

#include "KernelBody.h"

namespace warpfort::cpu {

/// Removes such barriers of \p K, which is the code for such launches. False if
/// there are none.
bool fuseAtBarriers(KernelBody &K);

/// Whether the threads must run through \p Region from the last to the first.
bool runsBackwards(const llvm::Function &Region);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_FUSEATBARRIERS_H
