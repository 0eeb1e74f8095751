//===-- BlockAtomics.h - Atomic operations within a block ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block runs on one thread of the host, so that nobody else accesses its
// shared memory: atomic operations there need no lock.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_BLOCKATOMICS_H
#define WARPFORT_LIB_TARGET_CPU_BLOCKATOMICS_H

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

struct KernelBody;

/// Makes plain operations of those atomic ones of `Body`, a function of the
/// signature of `K`'s body, that reach only memory of the block. To be called
/// after uniformity is known and accesses are annotated: each thread has its
/// own result, and threads do depend on each other.
void lowerBlockAtomics(const KernelBody &K, llvm::Function &Body);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_BLOCKATOMICS_H
