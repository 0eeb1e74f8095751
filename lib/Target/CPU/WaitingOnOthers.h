//===-- WaitingBlocks.h - Kernels whose blocks wait ------------ -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of a grid are independent of each other in CUDA's model, but programs
// exist in which a block waits until an earlier one has set a flag (a scan in
// one pass, a barrier of the whole grid made by hand), and GPUs run them. Where
// that is possible, the runtime begins blocks in order and on as many threads
// as there are; all other kernels it may spread as it likes.
//
// Threads of a block may wait for each other so, too (a lock). Here each runs
// until it comes to a barrier, so that no barrier may be added behind which one
// holds what others wait for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_WAITINGONOTHERS_H
#define WARPFORT_LIB_TARGET_CPU_WAITINGONOTHERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

/// Whether a loop of the kernel, which still has the form of a single thread's
/// code, or of what it calls, may wait for memory that other threads change:
/// one whose branches depend on a volatile or atomic access, or on any if there
/// is a fence. True for code that is not known.
bool mayWaitForOthers(const llvm::Function &Kernel);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_WAITINGONOTHERS_H
