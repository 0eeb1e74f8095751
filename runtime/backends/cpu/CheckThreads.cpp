//===-- runtime/backends/cpu/CheckThreads.cpp - Barriers and fences -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders the accesses of threads: barriers of their blocks, operations of
// their warps, fences and barriers in shared memory. Of barriers, Checker looks
// whether all threads of a block pass the same ones.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include "backends/cpu/Checker.h"
#include <algorithm>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

uint64_t CheckedLaunch::wordOf(uint64_t Block, uint32_t Thread) const {
  uint32_t First = firstNumber();
  // A launch of too many blocks: some share a number.
  uint64_t Number = First ? First + Block % (MostNumbers - 1) : 0;
  return Number << WARPRT_CHECK_BLOCK_SHIFT | uint64_t(Thread)
                                                  << WARPRT_CHECK_THREAD_SHIFT;
}

uint64_t Checker::start(const WarprtCheckSites *Sites, uint64_t Block) {
  CheckedThread &C = Now;
  if (!C.Launch)
    return 0;
  C.Sites = Sites;
  C.Launch->Sites.store(Sites, std::memory_order_relaxed);
  return C.Launch->wordOf(Block, 0);
}

/// As many as have the threads of one block at most: what a loop describes is
/// not more than it may be then. The numbers of blocks must follow each other.
uint64_t Checker::together(uint64_t Threads) const {
  constexpr uint64_t MostThreads = mask(WARPRT_CHECK_THREAD_BITS) + 1;
  const CheckedLaunch *Launch = Now.Launch;
  if (!Launch || !Launch->firstNumber() || Launch->Blocks > Launch->Numbers)
    return 1;
  return std::max<uint64_t>(1, MostThreads / Threads);
}

uint64_t Checker::renumbered(uint64_t Word) {
  CheckedLaunch &Launch = *Now.Launch;
  uint32_t Number = blockOf(Word);
  std::lock_guard<std::mutex> Guard(Lock);
  for (uint32_t First : Launch.Earlier)
    if (Number - First < Launch.Numbers)
      return Launch.wordOf(Number - First, threadOf(Word));
  return Launch.wordOf(0, threadOf(Word)) &
         mask(WARPRT_CHECK_BLOCK_SHIFT); // no number
}

/// Threads of a block pass a barrier one after the other, and none passes
/// another one before all have.
void Checker::pass(uint64_t Word, uint32_t Site, uint64_t Threads) {
  if (!Now.Launch)
    return;
  uint32_t Number = blockOf(Word), Interval = intervalOf(Word);
  const CheckedLaunch &Launch = *Now.Launch;
  if (!checks(CheckDivergence) || !Number || Interval == MostIntervals ||
      Launch.Blocks > Launch.Numbers)
    return;
  // The first thread of a block passes a barrier before those of the grid are
  // told apart from what follows: such launches are left out.
  if (Launch.HasMet.load(std::memory_order_acquire))
    return;
  BlockState &S = States[Number];
  if (S.Interval != Interval) {
    checkPassed(Launch, Number);
    S.Interval = static_cast<uint16_t>(Interval);
    S.Site = static_cast<uint16_t>(Site);
    S.Passed = static_cast<uint16_t>(Threads);
    return;
  }
  S.Passed = static_cast<uint16_t>(S.Passed + Threads);
  if (S.Site == Site)
    return;
  Reports.divergence(Launch, Now.Sites, Word, Site, S.Site);
}

/// All threads of a block should have passed its newest barrier.
void Checker::checkPassed(const CheckedLaunch &Launch, uint32_t Number) {
  const BlockState &S = States[Number];
  if (S.Interval == 0 || S.Passed == Launch.Threads)
    return;
  Reports.missingThreads(Launch, Launch.Sites, Number, S.Site, S.Passed);
}

uint64_t Checker::barrier(uint64_t Word, uint32_t Site) {
  CheckedThread &C = Now;
  uint32_t Interval = std::min(intervalOf(Word) + 1, MostIntervals);
  uint32_t Number = blockOf(Word);
  // Behind a barrier of the grid, blocks have new numbers.
  if (C.Launch && Number && !C.Launch->covers(Number))
    Word = renumbered(Word);
  uint64_t Keep =
      ~(mask(WARPRT_CHECK_PHASE_BITS) << WARPRT_CHECK_PHASE_SHIFT |
        mask(WARPRT_CHECK_INTERVAL_BITS) << WARPRT_CHECK_INTERVAL_SHIFT);
  Word = (Word & Keep) | uint64_t(Interval) << WARPRT_CHECK_INTERVAL_SHIFT;
  pass(Word, Site, 1);
  return Word;
}

void Checker::fence(uint64_t Word) {
  uint32_t Number = blockOf(Word);
  if (!Number)
    return;
  std::atomic<uint16_t> &Published = States[Number].Published;
  auto End = static_cast<uint16_t>(intervalOf(Word) + 1);
  if (Published.load(std::memory_order_relaxed) < End)
    Published.store(End, std::memory_order_relaxed);
}

/// When in its block's run a thread is, for accesses that no barrier of the
/// block orders.
static uint16_t timeOf(uint64_t Word) {
  return static_cast<uint16_t>(
             Word >> WARPRT_CHECK_PHASE_SHIFT &
             mask(WARPRT_CHECK_PHASE_BITS + WARPRT_CHECK_INTERVAL_BITS)) +
         1;
}

/// Lock held.
Checker::HandOver *Checker::handOverOf(uint64_t Word) {
  HasHandOvers.store(true, std::memory_order_relaxed);
  auto &Threads = HandOvers[blockOf(Word)];
  if (Threads.empty())
    Threads.resize(mask(WARPRT_CHECK_THREAD_BITS) + 1);
  return &Threads[threadOf(Word)];
}

void Checker::arrive(uint64_t Word) {
  if (!blockOf(Word))
    return;
  std::lock_guard<std::mutex> Guard(HandOverLock);
  handOverOf(Word)->Arrived = timeOf(Word);
}

void Checker::waited(uint64_t Word) {
  if (!blockOf(Word))
    return;
  std::lock_guard<std::mutex> Guard(HandOverLock);
  handOverOf(Word)->Waited = timeOf(Word);
}

/// Of two accesses in a block between the same two barriers.
bool Checker::isHandedOver(uint64_t Before, uint64_t After) const {
  if (!HasHandOvers.load(std::memory_order_relaxed))
    return false;
  std::lock_guard<std::mutex> Guard(HandOverLock);
  auto Threads = HandOvers.find(blockOf(Before));
  if (Threads == HandOvers.end())
    return false;
  uint16_t Start = timeOf(After) - static_cast<uint16_t>(phaseOf(After));
  return Threads->second[threadOf(Before)].Arrived >= timeOf(Before) &&
         Threads->second[threadOf(After)].Waited >= Start;
}
