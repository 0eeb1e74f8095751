//===-- KernelBody.h - A kernel as a function of its thread --- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel, rewritten as an ordinary function for one thread: thread indices,
// launch shape and memory are arguments, `return` gives WARPCPU_EXIT, and no
// NVVM intrinsics are left but the barriers and warp operations of SyncOps.h.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_KERNELBODY_H
#define WARPFORT_LIB_TARGET_CPU_KERNELBODY_H

#include "Retarget.h"
#include "llvm/IR/Function.h"
#include <array>
#include <string>

namespace warpfort::cpu {

/// Arguments that follow the kernel's own. Names of three come as x, y, z.
enum Env : unsigned {
  EnvContext,       ///< ptr: values that live across split points
  EnvShared,        ///< ptr: static shared memory
  EnvDynamicShared, ///< ptr
  EnvDynamicBytes,  ///< i32
  EnvBlock,         ///< i32 x 3: index of the block, from 0
  EnvBlockDim = EnvBlock + 3,
  EnvGridDim = EnvBlockDim + 3,
  EnvThread = EnvGridDim + 3,
  EnvLinear = EnvThread + 3, ///< i32: thread's number in its block
  EnvWarp,                   ///< i32: x of the first of 32 threads of a row
  EnvRunEnds,                ///< i32: of RunEnd, where the block is in its run
  EnvUniformIn,              ///< ptr: values all threads agree on, to read
  EnvUniformOut,             ///< ptr: likewise, to write
  EnvCount
};

/// A run is a row of blocks that one thread of the host works off.
enum RunEnd : unsigned { FirstOfRun = 1, LastOfRun = 2 };

struct KernelParam {
  llvm::Type *ValueType; ///< what the launch copied
  bool ByReference;      ///< the body takes the copy's address, not the value
  bool IsUnaliased = false; ///< its data changes through it or not at all
};

struct KernelBody {
  std::string Name;
  llvm::Function *Body = nullptr;
  /// Debug information of code that is inlined into what runs the threads.
  llvm::DISubprogram *Subprogram = nullptr;
  llvm::SmallVector<KernelParam, 8> Params;
  uint32_t StaticSharedBytes = 0;
  bool HasDynamicShared = false;
  bool HasRowGroups = false;  ///< its only warp barriers are our own
  bool HasWholeWarps = false; ///< each is 32 threads of a row (WholeWarps.h)
  bool MayWait = false;       ///< by memory (WaitingOnOthers.h)
  bool IsChecked = false;     ///< its accesses call the runtime
  bool IsKernelLoop = false;  ///< launched with blocks of one thread
  std::array<uint32_t, 3> Cluster = {1, 1, 1}; ///< blocks of a cluster
  /// The blocks of all launches that come to this code, or of those that the
  /// kernel's source has.
  std::optional<std::array<uint32_t, 3>> BlockShape, LaunchedShape;

  llvm::Argument *env(unsigned Which, unsigned Dim = 0) const {
    return env(*Body, Which, Dim);
  }
  /// The same for a function cloned from the body.
  llvm::Argument *env(llvm::Function &F, unsigned Which,
                      unsigned Dim = 0) const {
    return F.getArg(Params.size() + Which + Dim);
  }
};

/// Whether `Pointer` leads to none of the block's shared memory: parameters,
/// what descriptors among them lead to, and variables of the program.
bool isApartFromShared(const KernelBody &K, const llvm::Value *Pointer);

/// Moves `Kernel`'s code into a new function; `Kernel` is erased.
llvm::Expected<KernelBody> buildKernelBody(llvm::Function &Kernel,
                                           const SharedMemory &Shared);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_KERNELBODY_H
