//===-- runtime/backends/cpu/UnwaitedWork.cpp - What may still run --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnwaitedWork.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/UnwaitedWork.h"
#include <algorithm>

using namespace warprt::cpu;

/// Host code asks before each access.
extern "C"
    __attribute__((visibility("default"))) uint32_t warprt_cpu_check_pending =
        0;

void KnownWork::add(uint32_t Queue, uint32_t Number) {
  if (Queue >= Newest.size())
    Newest.resize(Queue + 1);
  Newest[Queue] = std::max(Newest[Queue], Number);
}

void KnownWork::add(const KnownWork &Other) {
  for (uint32_t Queue = 0; Queue < Other.Newest.size(); ++Queue)
    if (Other.Newest[Queue])
      add(Queue, Other.Newest[Queue]);
}

void UnwaitedWork::add(FormerWork Work) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Work.Order.Number || Host.covers(Work.Order.Queue, Work.Order.Number))
    return;
  auto Shared = std::make_shared<const FormerWork>(std::move(Work));
  OfQueue[Shared->Order.Queue].push_back(Shared);
  ByBlock[Shared->First] = std::move(Shared);
  update();
}

void UnwaitedWork::lend(const LentMemory &Memory) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Host.covers(Memory.Order.Queue, Memory.Order.Number))
    return;
  Lent.push_back(Memory);
  update();
}

std::vector<FormerWorkRef>
UnwaitedWork::unordered(const WorkOrder &Work) const {
  std::vector<FormerWorkRef> Result;
  std::lock_guard<std::mutex> Guard(Lock);
  // What is before some work of a queue is after all that is older there.
  for (auto &[Queue, All] : OfQueue)
    for (auto I = All.rbegin(); I != All.rend() && !Work.isAfter((*I)->Order);
         ++I)
      Result.push_back(*I);
  return Result;
}

FormerWorkRef UnwaitedWork::find(uint32_t Block) const {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Above = ByBlock.upper_bound(Block);
  if (Above == ByBlock.begin())
    return nullptr;
  const FormerWorkRef &Work = std::prev(Above)->second;
  return Work->covers(Block) ? Work : nullptr;
}

bool UnwaitedWork::findLent(uintptr_t Begin, uintptr_t End, bool Writes,
                            LentMemory &Result) const {
  std::lock_guard<std::mutex> Guard(Lock);
  for (const LentMemory &M : Lent)
    if (M.Begin < End && Begin < M.End && (Writes || M.IsWritten)) {
      Result = M;
      return true;
    }
  return false;
}

void UnwaitedWork::noteWaited(const WorkOrder &Work) {
  std::lock_guard<std::mutex> Guard(Lock);
  Host.add(Work.Before);
  if (Work.Number)
    Host.add(Work.Queue, Work.Number);
  for (auto &[Queue, All] : OfQueue)
    while (!All.empty() && Host.covers(Queue, All.front()->Order.Number)) {
      ByBlock.erase(All.front()->First);
      All.pop_front();
    }
  std::erase_if(Lent, [&](const LentMemory &M) {
    return Host.covers(M.Order.Queue, M.Order.Number);
  });
  update();
}

KnownWork UnwaitedWork::hostKnows() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return Host;
}

void UnwaitedWork::forget() {
  std::lock_guard<std::mutex> Guard(Lock);
  OfQueue.clear();
  ByBlock.clear();
  update();
}

/// Lock held.
void UnwaitedWork::update() {
  __atomic_store_n(&warprt_cpu_check_pending,
                   static_cast<uint32_t>(!ByBlock.empty() || !Lent.empty()),
                   __ATOMIC_RELAXED);
}
