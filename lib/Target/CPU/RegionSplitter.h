//===-- RegionSplitter.h - Kernels in pieces between barriers - -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a kernel's body at its barriers and warp operations into regions.
// Region 0 begins at the kernel's entry, region j+1 behind split point j. A
// region is a function of the body's signature that runs one thread to the
// next split point and returns that point's number, or WARPCPU_EXIT. Values
// that live across split points travel through the context.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_REGIONSPLITTER_H
#define WARPFORT_LIB_TARGET_CPU_REGIONSPLITTER_H

#include "KernelBody.h"
#include "Support/WarpSupport.h"
#include <vector>

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace warpfort::cpu {

struct Region {
  llvm::Function *F = nullptr;
  llvm::SmallVector<unsigned, 4> Exits; ///< split points and WARPCPU_EXIT
  /// Threads may leave the region at different places.
  bool DivergentExit = false;
  /// Even those that leave at the same place may disagree on values that are
  /// kept once a group, as they may have been around a loop a different number
  /// of times.
  bool MayDisagree = false;
};

/// Offsets and sizes of the context; see WarpcpuInfo.
struct ContextLayout {
  uint64_t Bytes = 0;
  uint64_t Uniform = 0, State = 0, Mask = 0, Input32 = 0, Input64 = 0, Lane = 0,
           Clamp = 0, Result = 0, WideResult = 0, Flag = 0, Reduce = 0;
  uint64_t ThreadIndex[3] = {};
  uint64_t GroupState = 0, GroupCount = 0, GroupSkipped = 0, GroupUniform = 0;
  uint64_t CallIn = 0,
           CallOut = 0; ///< uniform values of regions that are called

  /// Room for `Size` bytes for each of `Count`.
  uint64_t reserve(uint64_t Size, uint64_t Count);
};

struct SplitKernel {
  std::vector<Region> Regions;
  std::vector<WarpcpuSplit> Splits;
  /// By split point: the fields of UniformType that are needed behind it.
  std::vector<llvm::SmallVector<unsigned, 4>> LiveFields;
  llvm::StructType *UniformType = nullptr; ///< values kept once a group
  /// Where the context has values of threads, with the size of one: nobody
  /// needs those of a thread that has returned.
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> ThreadValues;
  ContextLayout Layout;
  bool HasWarpOps = false;
  bool HasRowGroups = false; ///< groups are pieces of rows, not warps
  bool HasReducingBarrier = false;
  bool HasWaits = false; ///< split points of kind WARPCPU_WAIT
  /// Private variables with addresses lie in the context.
  bool HasPrivateMemory = false;
};

/// Whether `Body` has a split point at all.
bool needsSplitting(const llvm::Function &Body);

/// Whether one of them is a warp's.
bool hasWarpOps(const llvm::Function &Body);

/// `K`'s body is rewritten and must not be used afterwards.
llvm::Expected<SplitKernel> splitKernel(KernelBody &K);

/// Address of thread `Linear`'s element of `Size` bytes in the context's array
/// at `Offset`.
llvm::Value *contextElement(llvm::IRBuilderBase &B, llvm::Value *Context,
                            uint64_t Offset, llvm::Value *Linear,
                            uint64_t Size);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_REGIONSPLITTER_H
