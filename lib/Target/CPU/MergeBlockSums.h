//===-- MergeBlockSums.h - Sums of the blocks of a run ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A histogram's blocks count in shared memory and add their counts to the
// result at the end. Blocks that run one after the other on a thread of the
// host have the same shared memory, so that they can go on counting there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_MERGEBLOCKSUMS_H
#define WARPFORT_LIB_TARGET_CPU_MERGEBLOCKSUMS_H

#include "KernelBody.h"

namespace warpfort::cpu {

/// Has only the first block of a run clear the sums of \p K, and only the last
/// one add them to the result, if all it does with shared memory is to form
/// such sums; returns whether it is.
bool mergeBlockSums(KernelBody &K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_MERGEBLOCKSUMS_H
