//===-- runtime/backends/cpu/CheckHost.cpp - The host and other queues ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses that barriers of kernels do not order: those of the host, of copies
// and of kernels in other queues.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckGranules.h"
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include "backends/cpu/Checker.h"
#include <algorithm>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

/// Of the function that the calling thread runs for a queue.
static thread_local const WorkOrder *HostCallOrder = nullptr;

void Checker::compareWithOthers(const Shadow &S, size_t Granule, uint64_t Word,
                                const uint64_t *Value) {
  for (unsigned I = 0; I < Shadow::Words; ++I) {
    uint64_t Old =
        S.Accesses[Granule * Shadow::Words + I].load(std::memory_order_relaxed);
    if (Old == 0)
      break;
    if (!doOverlap(Old, Word) || mayBeTogether(Old, Word) ||
        (Value && (Old & Write) && ((Old ^ Word) & BytesField) == 0 &&
         hasValue(S, Granule, Word, *Value)))
      continue;
    for (const FormerWorkRef &Work : Now.Launch->Others)
      if (Work->covers(blockOf(Old)))
        Reports.race(*Now.Launch, Now.Sites, Old, *Work, Word);
  }
}

/// False: the host has waited by the access itself.
bool Checker::compareWithHost(const Shadow &S, size_t Granule, uint64_t Word,
                              const WarprtCheckSite &Site) {
  lookAtGranule(S, Granule);
  for (unsigned I = 0; I < Shadow::Words; ++I) {
    uint64_t Old =
        S.Accesses[Granule * Shadow::Words + I].load(std::memory_order_relaxed);
    if (Old == 0)
      break;
    if (!doOverlap(Old, Word) || !((Old | Word) & Write))
      continue;
    FormerWorkRef Work = Unwaited.find(blockOf(Old));
    if (!Work || (HostCallOrder && HostCallOrder->isAfter(Work->Order)))
      continue;
    // Programs look again and again at what a kernel writes until it is there.
    if ((Word & Atomic) && !(Word & Write)) {
      Unwaited.noteWaited(Work->Order);
      return false;
    }
    if (mayBeTogether(Old, Word))
      continue;
    Reports.hostRace(Site, Word & Write, Old, *Work);
  }
  return true;
}

/// Likewise for the part of a range that the shadow is of: with the granule,
/// and size and offset as a word has them.
template <typename Body>
static void forEachGranule(const Shadow &S, uintptr_t Address, uint64_t Bytes,
                           Body Visit) {
  Bytes = std::min<uint64_t>(Bytes, S.Base + S.Size - Address);
  forEachPart(Address, Bytes, [&](uintptr_t Part, uint64_t Log) {
    uint64_t At = (Part - S.Base) % Shadow::Granule;
    return Visit(S.granule(Part), Log << WARPRT_CHECK_SIZE_SHIFT |
                                      At << WARPRT_CHECK_OFFSET_SHIFT);
  });
}

void Checker::hostAccess(uintptr_t Address, uint64_t Bytes, uint32_t Kind,
                         const WarprtCheckSite *Site) {
  if (!checks(CheckRaces) || Now.Launch)
    return;
  uint64_t Word = 0;
  if (Kind & WARPRT_CHECK_HOST_WRITES)
    Word |= Write;
  if (Kind & WARPRT_CHECK_HOST_ATOMIC)
    Word |= Atomic;
  if (const Shadow *S = Memory->find(reinterpret_cast<void *>(Address))) {
    enterFormerBoxes();
    forEachGranule(*S, Address, Bytes, [&](size_t Granule, uint64_t Where) {
      return compareWithHost(*S, Granule, Word | Where, *Site);
    });
    return;
  }
  LentMemory Lent;
  if (!Unwaited.findLent(Address, Address + Bytes, Word & Write, Lent) ||
      (HostCallOrder && HostCallOrder->isAfter(Lent.Order)))
    return;
  Reports.hostRace(*Site, Word & Write, Lent);
}

void Checker::noteTransfer(const WorkOrder &Order,
                           std::initializer_list<AccessedRows> Rows) {
  if (!checks(CheckRaces))
    return;
  const WarprtCpuGrid One = {{1, 1, 1}, {1, 1, 1}, 0};
  CheckedLaunch Launch(nullptr, One);
  *Launch.Order = Order;
  enter(Launch);
  if (Launch.firstNumber()) {
    enterFormerBoxes();
    Scope Here(&Launch, nullptr, 0);
    Now.Sites = nullptr;
    for (const AccessedRows &R : Rows)
      for (size_t Row = 0; Row < R.Height; ++Row) {
        auto At = reinterpret_cast<uintptr_t>(R.Address) + Row * R.Pitch;
        const Shadow *S = Memory->find(reinterpret_cast<void *>(At));
        if (!S)
          continue;
        uint64_t Word = Launch.wordOf(0, 0) | WARPRT_CHECK_NO_SITE |
                        (R.IsWritten ? Write : 0);
        forEachGranule(*S, At, R.Width, [&](size_t Granule, uint64_t Where) {
          compare<false, false>(*S, Granule, Word | Where, nullptr);
          return true;
        });
      }
  }
  leave(Launch, 1);
}

Checker::HostCall::HostCall(const WorkOrder &Order) { HostCallOrder = &Order; }
Checker::HostCall::~HostCall() { HostCallOrder = nullptr; }
