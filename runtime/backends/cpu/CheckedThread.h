//===-- runtime/backends/cpu/CheckedThread.h - Who is checked ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the calling thread runs, for the parts of Checker.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKEDTHREAD_H
#define WARPRT_BACKENDS_CPU_CHECKEDTHREAD_H

#include "backends/cpu/CheckedMemory.h"
#include "warprt/CpuCheck.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warprt::cpu {

class BoxLog;
class ChangeLog;
class CheckedLaunch;
class SharedBoxes;

/// What the calling thread runs.
struct CheckedThread {
  CheckedLaunch *Launch = nullptr;
  void *Shared = nullptr;
  size_t SharedBytes = 0;
  const WarprtCheckSites *Sites = nullptr;
  uint64_t Word = 0; ///< for procedures
  /// Those of the last accesses, by the last bits of their sites.
  const Shadow *Found[4] = {};
  ChangeLog *Changes = nullptr; ///< of a trial
  /// Its boxes in a run of a launch (LaunchBoxes::run).
  BoxLog *Boxes = nullptr;
  uint64_t BoxesRun = 0;
  /// Single accesses that are boxes, in a block.
  uint32_t SinglesIn = 0;
  unsigned Singles = 0;
  /// What loops do to the block's shared memory; null where blocks take turns.
  SharedBoxes *OfBlock = nullptr;
  /// A loop runs whose accesses are noted, and others of it are being made.
  bool IsInLoop = false;
};

/// A write of a thread where one is noted that another thread makes later in
/// the same loop.
struct EarlyWrite {
  uintptr_t Address;
  uint64_t Word, Value;
  uint64_t Later; ///< word of the other one
};

/// Each access asks for it.
[[gnu::tls_model(
    "initial-exec")]] extern constinit thread_local CheckedThread Now;

extern thread_local std::vector<EarlyWrite> EarlyWrites;

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKEDTHREAD_H
