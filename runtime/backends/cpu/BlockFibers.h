//===-- runtime/backends/cpu/BlockFibers.h - Blocks that wait -----*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches whose blocks wait for each other: cooperative ones at barriers of
// the grid, those with clusters at barriers of a cluster. Every block that may
// have to wait is a fiber, with a stack, shared memory and values across
// barriers of its own.
//
// The blocks of a cluster form a group that one thread runs, in turns. Between
// two barriers of the grid lies a phase: a task whose units are the groups, and
// which the scheduler starts again until no block is left.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_BLOCKFIBERS_H
#define WARPRT_BACKENDS_CPU_BLOCKFIBERS_H

#include "warprt/Image.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace warprt::cpu {

class CheckedLaunch;

/// The most blocks that a cooperative launch may have.
constexpr uint32_t MaxCooperativeBlocks = 16384;

/// What all blocks of a launch share.
struct FiberLaunch {
  WarprtCpuKernelFn Run = nullptr;
  void *const *Args = nullptr;
  WarprtCpuGrid Grid = {};
  uint32_t Cluster[3] = {1, 1, 1};
  bool IsCooperative = false;
  size_t SharedBytes = 0, ContextBytes = 0;
  const char *Name = nullptr;
  std::shared_ptr<CheckedLaunch> Checked; ///< null: nothing is checked
};

class BlockFibers {
public:
  explicit BlockFibers(const FiberLaunch &Launch);
  ~BlockFibers();
  BlockFibers(const BlockFibers &) = delete;
  BlockFibers &operator=(const BlockFibers &) = delete;

  /// False if memory for the blocks is not to be had.
  bool allocate();
  uint64_t groups() const { return Groups; }
  /// Runs the groups [First, End), of a cooperative launch to their next
  /// barrier of the grid. False if the kernel trapped.
  bool run(uint64_t First, uint64_t End);
  /// Nothing of the launch runs any more.
  void abandon() { Abandoned = true; }
  /// All groups are at a barrier of the grid, or none is: whether to go on.
  bool nextPhase();

private:
  struct Fiber;
  class Arena;
  void runGroup(Fiber *Members);
  uint64_t blockOf(uint64_t Group, uint32_t Member) const;

  FiberLaunch Launch;
  uint64_t Groups = 0;
  uint32_t GroupSize = 1;
  std::unique_ptr<Arena> All; // of a cooperative launch
  std::atomic<bool> Abandoned{false};

  friend struct FiberCalls;
};

/// While it lives, the calling thread counts as running no block that may wait:
/// a kernel that it runs in between is another one.
class FiberPause {
public:
  FiberPause();
  ~FiberPause();
  FiberPause(const FiberPause &) = delete;
  FiberPause &operator=(const FiberPause &) = delete;

private:
  void *Fiber;
};

/// A trap of the kernel: the block that the calling thread runs as a fiber goes
/// no further. Returns where the thread runs none.
void leaveFiber();

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_BLOCKFIBERS_H
