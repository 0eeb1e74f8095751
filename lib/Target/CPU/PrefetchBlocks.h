//===-- PrefetchBlocks.h - What the next block accesses -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PrefetchBlocks.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_PREFETCHBLOCKS_H
#define WARPFORT_LIB_TARGET_CPU_PREFETCHBLOCKS_H

#include "KernelBody.h"
#include "RegionSplitter.h"

namespace warpfort::cpu {

struct Prefetches {
  /// Of the signature of a region: prefetches what a thread accesses. Null if
  /// that is nothing.
  llvm::Function *F = nullptr;
  /// It is enough that one of so many neighbours in x does.
  unsigned Threads = 1;
  /// How many lines one thread prefetches.
  unsigned Lines = 0;
};

Prefetches makePrefetches(const KernelBody &K, const SplitKernel &S);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_PREFETCHBLOCKS_H
