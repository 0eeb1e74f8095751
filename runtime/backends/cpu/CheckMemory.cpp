//===-- runtime/backends/cpu/CheckMemory.cpp - What one access finds ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an access is to memory that may be accessed, and a read to memory
// that has been written; those that are go on to be compared with others.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckGranules.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include "backends/cpu/Checker.h"
#include <iterator>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

void Checker::access(uintptr_t Address, uint64_t Word, const uint64_t *Value) {
  const Shadow *&Found = Now.Found[siteOf(Word) % std::size(Now.Found)];
  if (!Found || !Found->contains(Address)) {
    Found = Memory->find(reinterpret_cast<const void *>(Address));
    if (!Found)
      return;
  }
  const Shadow *S = Found;
  size_t Bytes = size_t(1) << sizeOf(Word);
  size_t At = (Address - S->Base) % Shadow::Granule;
  if (At + Bytes > Shadow::Granule) {
    range(Address, Bytes, Word);
    return;
  }
  size_t Granule = S->granule(Address);
  auto Touched = static_cast<uint8_t>(mask(Bytes) << At);
  if (Word & Atomic) {
    if (!S->IsShared)
      States[blockOf(Word)].Acquired.store(true, std::memory_order_relaxed);
    else if ((Word & Write) && Now.OfBlock && S->Valid[Granule] >= At + Bytes &&
             Now.OfBlock->listAtomic(S->Written[Granule], Touched, Address,
                                     Word))
      return;
  }
  if (areMany(Word)) {
    uint64_t Reads = S->Reads[Granule].load(std::memory_order_relaxed);
    if (Reads && KnownReads(Word, Now.Launch).cover(Reads, Touched))
      return;
  }
  if (S->IsShared && Now.OfBlock && (Kinds & CheckRaces) &&
      Now.OfBlock->noteSingle(*Memory, Address, Word))
    return;
  if (S->Valid[Granule] < At + Bytes) {
    reportAccess(CheckBounds, Word,
                 S->IsShared ? "outside of the block's shared memory"
                             : "outside of every allocation");
    return;
  }
  uint8_t Known = __atomic_load_n(S->Written + Granule, __ATOMIC_RELAXED);
  if ((Known & Touched) != Touched) {
    if (Word & Write)
      __atomic_fetch_or(S->Written + Granule, Touched, __ATOMIC_RELAXED);
    else
      reportAccess(CheckUninit, Word, "before anything was written there");
  }
  uint32_t Number = blockOf(Word);
  if (!Number || !(Kinds & CheckRaces))
    return;
  if (!S->IsShared && Now.Launch->Boxes.areUsed() &&
      isKnownInBoxes(*S, Address, Bytes, Word))
    return;
  Word |= At << WARPRT_CHECK_OFFSET_SHIFT;
  if (!S->IsShared) {
    compare<false, false>(*S, Granule, Word, Value);
    return;
  }
  if (Now.OfBlock)
    leaveShared(Word);
  compare<true, false>(*S, Granule, Word, Value);
}

void Checker::reads(uintptr_t Address, uint64_t Count, int64_t Step,
                    uint64_t Word) {
  auto StepBytes = static_cast<uintptr_t>(Step);
  size_t Bytes = size_t(1) << sizeOf(Word);
  const Shadow *S = Memory->find(reinterpret_cast<const void *>(Address));
  // Each lies in one granule, and all in this memory.
  bool IsSimple = S && Now.Launch &&
                  S->contains(Address + (Count - 1) * StepBytes) &&
                  (Address - S->Base) % Bytes == 0 && StepBytes % Bytes == 0;
  if (!IsSimple) {
    for (uint64_t I = 0; I < Count; ++I)
      access(Address + I * StepBytes, Word);
    return;
  }
  const KnownReads Known(Word, Now.Launch);
  if (S->IsShared && Now.OfBlock &&
      Now.OfBlock->listReads(*S, Address, Count, Step, Word))
    return;
  // Rounds of whole granules: one element of each, or all of neighbours.
  constexpr size_t Together = 16;
  bool AreNeighbours = StepBytes == Bytes;
  size_t PerGranule = AreNeighbours ? Shadow::Granule / Bytes : 1;
  ptrdiff_t Stride = AreNeighbours ? 1 : Step / ptrdiff_t(Shadow::Granule);
  bool InRounds = AreNeighbours || Step % ptrdiff_t(Shadow::Granule) == 0;
  for (uint64_t I = 0; I < Count;) {
    uintptr_t At = Address + I * StepBytes;
    size_t First = (At - S->Base) % Shadow::Granule;
    const std::atomic<uint64_t> *Reads = S->Reads + S->granule(At);
    uint64_t Touched = mask(static_cast<unsigned>(Bytes)) << First;
    if (InRounds && Count - I >= Together * PerGranule &&
        (!AreNeighbours || First == 0) &&
        Known.coverAll(Reads, Together, Stride,
                       AreNeighbours ? mask(Shadow::Granule) : Touched)) {
      I += Together * PerGranule;
      continue;
    }
    if (!Known.cover(Reads->load(std::memory_order_relaxed), Touched))
      access(At, Word);
    ++I;
  }
}

void Checker::written(uintptr_t Address, uint64_t Bytes) {
  auto *S =
      const_cast<Shadow *>(Memory->find(reinterpret_cast<void *>(Address)));
  if (!S || Bytes > S->Base + S->Size - Address)
    return;
  if (S->IsShared && Now.OfBlock)
    Now.OfBlock->leaveTrace(*Memory);
  S->setWritten(Address, Bytes);
}

void Checker::range(uintptr_t Address, uint64_t Bytes, uint64_t Word) {
  constexpr uint64_t Size = mask(WARPRT_CHECK_SIZE_BITS)
                            << WARPRT_CHECK_SIZE_SHIFT;
  forEachPart(Address, Bytes, [&](uintptr_t At, uint64_t Log) {
    access(At, (Word & ~Size) | Log << WARPRT_CHECK_SIZE_SHIFT);
    return true;
  });
}

void Checker::reportAccess(CheckKind Kind, uint64_t Word, const char *What) {
  if (checks(Kind))
    Reports.access(Now.Launch, Now.Sites,
                   Kind == CheckBounds ? "bounds" : "uninit", Word, What);
}
