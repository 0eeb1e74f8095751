//===-- Interchange.h - Loops that change places with threads - -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop inside a kernel keeps LLVM from vectorising the loop over the threads
// around it. Where all threads go through the loop together, the two can change
// places: a split point at the loop's header makes each iteration a region.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_INTERCHANGE_H
#define WARPFORT_LIB_TARGET_CPU_INTERCHANGE_H

#include "KernelBody.h"

namespace warpfort::cpu {

enum class Interchanged {
  None,
  Loops,
  BlockLoops, ///< before which no thread of a block has returned
  Sums ///< in one of the loops, threads keep reals of their own in registers
};

/// Puts barriers, of warps or of the block, into the headers of `K`'s loops
/// that gain from it.
Interchanged interchangeLoops(const KernelBody &K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_INTERCHANGE_H
