//===-- Retarget.h - From NVPTX to x86-64 --------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a module for NVPTX one for the host: triple, data layout, and one
// address space instead of five. Thread state (indices, barriers, warp
// operations) stays as NVVM intrinsics; the kernel lowering takes it from
// there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_RETARGET_H
#define WARPFORT_LIB_TARGET_CPU_RETARGET_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm {
class GlobalVariable;
class Module;
class TargetMachine;
} // namespace llvm

namespace warpfort::cpu {

/// Shared memory of the module. Each is a placeholder global that kernels
/// replace by an address within the block's shared memory.
struct SharedMemory {
  llvm::SmallVector<llvm::GlobalVariable *, 8> Static;
  llvm::SmallVector<llvm::GlobalVariable *, 2> Dynamic;
};

llvm::Expected<SharedMemory> retargetModule(llvm::Module &M,
                                            llvm::TargetMachine &Host);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_RETARGET_H
