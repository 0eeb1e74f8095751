//===-- SingleThread.h - Barriers of blocks of one thread ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What barriers and warp operations mean where a block has one thread.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SINGLETHREAD_H
#define WARPFORT_LIB_TARGET_CPU_SINGLETHREAD_H

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

/// Replaces all barriers and warp operations of `Body`.
void lowerSyncForOneThread(llvm::Function &Body);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_SINGLETHREAD_H
