//===-- runtime/backends/cpu/UnwaitedWork.h - What may still run -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that are checked for races run each piece of work before the call
// that queues it returns. What has run, but would not have to be done on a GPU,
// is known from here: work that the host has not waited for, and work that
// nothing orders before other work.
//
// Queues have numbers from zero, and so have pieces of work in each queue, from
// one. A piece of work knows for each queue how much of it was done before it
// could begin, and the host knows how much of it it has waited for (Fidge's
// and Mattern's vector clocks).
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_UNWAITEDWORK_H
#define WARPRT_BACKENDS_CPU_UNWAITEDWORK_H

#include "warprt/CpuCheck.h"
#include "warprt/Image.h"
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace warprt::cpu {

/// How much of the work of each queue is done.
class KnownWork {
public:
  void add(uint32_t Queue, uint32_t Number);
  void add(const KnownWork &Other);
  bool covers(uint32_t Queue, uint32_t Number) const {
    return Queue < Newest.size() && Newest[Queue] >= Number;
  }

private:
  std::vector<uint32_t> Newest; ///< by queue
};

/// Where a piece of work stands.
struct WorkOrder {
  uint32_t Queue = 0;
  uint32_t Number = 0; ///< 0: of no queue, and ordered by other means
  KnownWork Before;    ///< done when it begins

  bool isAfter(const WorkOrder &Other) const {
    return !Number || !Other.Number ||
           (Queue == Other.Queue && Number == Other.Number) ||
           Before.covers(Other.Queue, Other.Number);
  }
};

/// Work that has run, with what is needed to name it.
struct FormerWork {
  uint32_t First = 0, Count = 0; ///< numbers of its blocks in shadows
  const char *Kernel = nullptr;  ///< null: a copy
  WarprtCpuGrid Grid = {};
  const WarprtCheckSites *Sites = nullptr;
  WorkOrder Order;

  bool covers(uint32_t Block) const { return Block - First < Count; }
};
using FormerWorkRef = std::shared_ptr<const FormerWork>;

/// Host memory that the program has left to a queue.
struct LentMemory {
  uintptr_t Begin = 0, End = 0;
  bool IsWritten = false;
  WorkOrder Order;
};

/// Any thread may call any of these.
class UnwaitedWork {
public:
  void add(FormerWork Work);
  void lend(const LentMemory &Memory);
  /// Those that nothing orders before other work.
  std::vector<FormerWorkRef> unordered(const WorkOrder &Work) const;
  /// That with such a block; null if the host has waited for it.
  FormerWorkRef find(uint32_t Block) const;
  /// One that an access of the host to these bytes meets; false if there is
  /// none.
  bool findLent(uintptr_t Begin, uintptr_t End, bool Writes,
                LentMemory &Result) const;

  /// The host has waited for the work, and for all before it.
  void noteWaited(const WorkOrder &Work);
  KnownWork hostKnows() const;
  /// Numbers of blocks mean nothing any more.
  void forget();

private:
  void update();

  mutable std::mutex Lock; // all that follows
  KnownWork Host;
  std::map<uint32_t, std::deque<FormerWorkRef>> OfQueue; ///< oldest first
  std::map<uint32_t, FormerWorkRef> ByBlock;             ///< by the first one
  std::vector<LentMemory> Lent;
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_UNWAITEDWORK_H
