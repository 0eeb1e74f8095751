//===-- LaunchBuilder.h - Loops over blocks and threads ------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces that every form of a kernel is put together from: the function with
// WarprtCpuKernelFn's signature, its arguments unpacked, counted loops, calls
// of a body or region for one thread.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_LAUNCHBUILDER_H
#define WARPFORT_LIB_TARGET_CPU_LAUNCHBUILDER_H

#include "KernelBody.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <array>

namespace warpfort::cpu {

using Dim3 = std::array<llvm::Value *, 3>;

/// Arguments of a WarprtCpuKernelFn.
enum RunArg : unsigned {
  RunArgs,
  RunGrid,
  RunFirstBlock,
  RunEndBlock,
  RunShared,
  RunContext
};

/// A thread's place in its block.
struct ThreadPlace {
  Dim3 Index;
  llvm::Value *Linear;
  llvm::Value *Warp = nullptr; ///< index in x of its first thread, if known
};

/// An empty function of type WarprtCpuKernelFn, named after the kernel.
llvm::Function *createRunFunction(llvm::Module &M, const KernelBody &K,
                                  const llvm::Twine &Suffix);

class LaunchBuilder {
public:
  LaunchBuilder(const KernelBody &K, llvm::IRBuilder<> &B) : K(K), B(B) {}

  /// Loads the kernel's arguments from `Args` and the launch shape from `Grid`.
  void unpack(llvm::Value *Args, llvm::Value *Grid, llvm::Value *Shared,
              llvm::Value *Context);

  /// For each of the blocks [First, End): sets BlockIndex and emits `Body`.
  /// With `Joined`, `Body` runs as many neighbours in x as there are, and
  /// BlockIndex is the first one's.
  void forBlocks(llvm::Value *First, llvm::Value *End,
                 llvm::function_ref<void()> Body, bool Joined = false);

  /// For Begin, Begin+1, .. < End, at least once. With `AccessGroup`, the
  /// iterations are independent as far as accesses of that group go. `Width`
  /// asks for vectors of that many elements, `Backwards` for the other order.
  void loop(llvm::Value *Begin, llvm::Value *End, const llvm::Twine &Name,
            llvm::MDNode *AccessGroup,
            llvm::function_ref<void(llvm::Value *)> Body, unsigned Width = 0,
            bool Backwards = false);

  /// For each thread of the block or the joined blocks, x fastest. With
  /// `JoinedRows` the rows of a plane are one row. `Backwards`: x from the last
  /// to the first. `Width` as above.
  void forThreads(llvm::MDNode *AccessGroup,
                  llvm::function_ref<void(const ThreadPlace &)> Body,
                  bool JoinedRows = false, bool Backwards = false,
                  unsigned Width = 0);

  /// Calls `F` (body or region) for one thread. Null addresses are poison.
  llvm::CallInst *call(llvm::Function *F, const ThreadPlace &Thread,
                       llvm::Value *UniformIn = nullptr,
                       llvm::Value *UniformOut = nullptr);

  /// The same for code that is to be inlined, unless debuggers show it.
  llvm::CallInst *inlined(llvm::Function *F, const ThreadPlace &Thread,
                          llvm::Value *UniformIn = nullptr,
                          llvm::Value *UniformOut = nullptr);

  llvm::Value *threadCount();

  /// The kernel's argument, or its address if it is passed by reference.
  llvm::Value *param(unsigned Index) const { return Params[Index]; }

  Dim3 BlockIndex{}, BlockDim{}, GridDim{};
  llvm::Value *BlocksLeft = nullptr; ///< this one and those behind it, i64
  llvm::Value *RunEnds = nullptr;    ///< null: the block is both
  llvm::Value *Shared = nullptr, *Context = nullptr;

private:
  llvm::Value *mostJoined(llvm::Value *Width);
  llvm::Value *runEnds(llvm::Value *IsFirst);
  llvm::Value *numberOf(llvm::Value *First, llvm::Value *X);

  const KernelBody &K;
  llvm::IRBuilder<> &B;
  llvm::SmallVector<llvm::Value *, 8> Params;
  llvm::Value *DynamicShared = nullptr, *DynamicBytes = nullptr;
  llvm::Value *RowLength = nullptr; ///< threads in x
};

/// Puts `F`'s memory accesses into `Group`, but for those of private memory
/// that is still on the stack, which iterations of a loop over threads share,
/// and those through `Except`.
void annotateAccesses(llvm::Function &F, llvm::MDNode *Group,
                      llvm::ArrayRef<llvm::Value *> Except = {});

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_LAUNCHBUILDER_H
