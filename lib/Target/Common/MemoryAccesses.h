//===-- MemoryAccesses.h - What instructions access -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -gpu=check puts calls before, in device code and in host code.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_MEMORYACCESSES_H
#define WARPFORT_LIB_TARGET_COMMON_MEMORYACCESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Argument;
class Instruction;
class Value;
} // namespace llvm

namespace warpfort {

/// What an instruction does to memory. Volatile accesses count as atomic.
struct MemoryAccess {
  llvm::Value *Pointer;
  llvm::Value *Bytes; ///< 64 bits, or as an intrinsic has them
  bool Writes, IsAtomic;
};

/// A copy reads before it writes. Calls are none but for LLVM's copies and
/// fills.
llvm::SmallVector<MemoryAccess, 2> accessesOf(llvm::Instruction &I);

/// Whether memory is seen by no other thread, or does not change. \p IsOwn says
/// it of arguments that are not passed by value.
bool isPrivateMemory(
    const llvm::Value *Pointer,
    llvm::function_ref<bool(const llvm::Argument &)> IsOwn = nullptr);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_COMMON_MEMORYACCESSES_H
