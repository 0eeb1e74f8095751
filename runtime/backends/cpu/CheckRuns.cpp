//===-- runtime/backends/cpu/CheckRuns.cpp - Many accesses at once --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckRuns.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckWords.h"
#include <algorithm>
#include <cstring>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

namespace {

unsigned sizeOfElement(const AccessRun &R) { return 1u << sizeOf(R.Word); }

/// The word of the access to the element at \p Byte of the line.
uint64_t wordAt(const AccessRun &R, unsigned Byte) {
  auto Threads = static_cast<int64_t>(Byte / sizeOfElement(R)) * R.ThreadStep;
  return R.Word + (static_cast<uint64_t>(Threads) << WARPRT_CHECK_THREAD_SHIFT);
}

bool doMeet(const AccessRun &A, const AccessRun &B) {
  return A.From < B.End && B.From < A.End;
}

/// Whether \p A has all that \p B has.
bool covers(const AccessRun &A, const AccessRun &B) {
  return A.From <= B.From && A.End >= B.End;
}

/// Whether each element is accessed by one thread in both.
bool isByThreadsOf(const AccessRun &A, const AccessRun &B) {
  return A.ThreadStep == B.ThreadStep && sizeOf(A.Word) == sizeOf(B.Word) &&
         (A.Word ^ B.Word) >> WARPRT_CHECK_THREAD_SHIFT == 0;
}

/// Whether all of \p Old and \p New are ordered by barriers of their block.
bool areApart(const AccessRun &Old, const AccessRun &New) {
  uint64_t A = wordAt(Old, Old.From), B = wordAt(New, New.From);
  return blockOf(A) == blockOf(B) && intervalOf(A) != intervalOf(B) &&
         intervalOf(B) != MostIntervals;
}

/// Removes the runs that cannot meet \p New: of other launches, or to shared
/// memory in another interval.
uint32_t dropPast(const Shadow &S, MemoryLine &L, const AccessRun &New,
                  WordRange Launch) {
  uint32_t Count = L.Count.load(std::memory_order_relaxed), Kept = 0;
  uint64_t Here = wordAt(New, New.From);
  for (uint32_t I = 0; I < Count; ++I) {
    uint64_t Old = wordAt(L.Runs[I], L.Runs[I].From);
    bool IsPast =
        S.IsShared ? ((Old ^ Here) & SameInterval) != 0 : !Launch.contains(Old);
    if (!IsPast)
      L.Runs[Kept++] = L.Runs[I];
  }
  L.Count.store(Kept, std::memory_order_relaxed);
  return Kept;
}

/// Whether the words of the line's granules cannot meet \p Word.
bool areWordsPast(const Shadow &S, const MemoryLine &L, uint64_t Word,
                  WordRange Launch) {
  uint64_t Newest = L.Newest.load(std::memory_order_relaxed);
  return Newest == 0 || (S.IsShared ? ((Newest ^ Word) & SameInterval) != 0
                                    : Newest < Launch.First);
}

/// What the runs of a line say of a new one.
struct Comparison {
  RunResult Result = RunResult::Clean;
  bool IsKnown = false; ///< it need not be kept
  int Place = -1;       ///< the run that it replaces
};

Comparison compareWithRuns(const MemoryLine &L, uint32_t Count,
                           const AccessRun &New) {
  const bool IsWrite = New.Word & Write;
  Comparison C;
  uint32_t Reader = 0; // block of a run of reads that has all of this one
  bool IsReadByBlocks = false, AnyWrite = false;
  for (uint32_t I = 0; I < Count; ++I) {
    const AccessRun &Old = L.Runs[I];
    if (!doMeet(Old, New))
      continue;
    const bool WasWrite = Old.Word & Write;
    AnyWrite |= WasWrite;
    if (isByThreadsOf(Old, New)) {
      bool IsCovered = (WasWrite || !IsWrite) &&
                       (Old.Word ^ New.Word) >> WARPRT_CHECK_PHASE_SHIFT == 0;
      if (IsCovered && covers(Old, New))
        C.IsKnown = true;
      else if ((IsWrite || !WasWrite) && covers(New, Old))
        C.Place = static_cast<int>(I);
      continue;
    }
    if (!IsWrite && !WasWrite) {
      uint32_t Block = blockOf(wordAt(Old, Old.From));
      if (!covers(Old, New) || sizeOf(Old.Word) != sizeOf(New.Word))
        continue;
      IsReadByBlocks |= Reader && Reader != Block;
      Reader = Block;
      continue;
    }
    if (areApart(Old, New))
      continue;
    C.Result = RunResult::Dirty;
    return C;
  }
  // A write of any block meets one of two blocks that read.
  C.IsKnown |= IsReadByBlocks && !AnyWrite;
  return C;
}

/// A mask of the bytes from \p From to \p End that lie in a granule.
uint8_t bytesIn(size_t Granule, size_t From, size_t End) {
  size_t Begin = Granule * Shadow::Granule;
  size_t Low = std::max(From, Begin) - Begin,
         High = std::min(End, Begin + Shadow::Granule) - Begin;
  return static_cast<uint8_t>(mask(static_cast<unsigned>(High)) &
                              ~mask(static_cast<unsigned>(Low)));
}

} // namespace

bool warprt::cpu::isAllowed(const Shadow &S, size_t Line, const AccessRun &R,
                            ChangeLog &Changes) {
  const size_t First = Line * S.granulesOfLine();
  for (size_t G = R.From / Shadow::Granule; G * Shadow::Granule < R.End; ++G) {
    uint8_t Touched = bytesIn(G, R.From, R.End);
    uint8_t Known = __atomic_load_n(S.Written + First + G, __ATOMIC_RELAXED);
    if ((Touched >> S.Valid[First + G]) != 0 ||
        (!((R.Word & Write) && Changes.mayWriteFirst()) && (Touched & ~Known)))
      return false;
  }
  if (!(R.Word & Write))
    return true;
  for (size_t G = R.From / Shadow::Granule; G * Shadow::Granule < R.End; ++G) {
    uint8_t Touched = bytesIn(G, R.From, R.End);
    uint8_t &Known = S.Written[First + G];
    if (uint8_t New = Touched & ~__atomic_load_n(&Known, __ATOMIC_RELAXED)) {
      Changes.noteWritten(Known, New);
      __atomic_fetch_or(&Known, New, __ATOMIC_RELAXED);
    }
  }
  return true;
}

bool warprt::cpu::isWholeAllowed(const Shadow &S, size_t Line,
                                 const AccessRun &R) {
  constexpr uint64_t AllValid = 0x0101010101010101u * Shadow::Granule;
  if ((R.From | R.End) % (8 * Shadow::Granule) != 0)
    return false;
  const size_t First = Line * S.granulesOfLine();
  for (size_t G = R.From / Shadow::Granule; G < R.End / Shadow::Granule;
       G += 8) {
    uint64_t Valid, Known;
    std::memcpy(&Valid, S.Valid + First + G, 8);
    std::memcpy(&Known, S.Written + First + G, 8);
    if (Valid != AllValid || ~Known != 0)
      return false;
  }
  return true;
}

namespace {

/// Keeps a word among those of its granule, whose words of former launches
/// are gone. If there are too many, a read makes way.
void addWord(const Shadow &S, size_t Granule, uint64_t Word) {
  std::atomic<uint64_t> *Slots = S.Accesses + Granule * Shadow::Words;
  int Place = -1, Read = -1;
  for (unsigned I = 0; I < Shadow::Words && Place < 0; ++I) {
    uint64_t Old = Slots[I].load(std::memory_order_relaxed);
    if (Old == 0 || isReplacedBy(Old, Word, /*MayHandOver=*/true))
      Place = static_cast<int>(I);
    else if (!(Old & Write) && (Read < 0 || !((Old ^ Word) & BytesField)))
      Read = static_cast<int>(I);
  }
  if (Place < 0)
    Place = std::max(Read, 0);
  Slots[Place].store(Word, std::memory_order_relaxed);
}

/// Removes the words of a granule.
void clearWords(const Shadow &S, size_t Granule) {
  for (unsigned Slot = 0; Slot < Shadow::Words; ++Slot)
    S.Accesses[Granule * Shadow::Words + Slot].store(0,
                                                     std::memory_order_relaxed);
  S.Reads[Granule].store(0, std::memory_order_relaxed);
}

/// Lock held.
void expand(const Shadow &S, size_t Line, MemoryLine &L) {
  uint32_t Count = L.Count.load(std::memory_order_relaxed);
  const size_t First = Line * S.granulesOfLine();
  uint64_t Cleared = 0, Newest = 0;
  for (uint32_t I = 0; I < Count; ++I) {
    const AccessRun &R = L.Runs[I];
    for (unsigned At = R.From; At < R.End; At += sizeOfElement(R)) {
      const size_t G = At / Shadow::Granule, Granule = First + G;
      if (!(Cleared >> G & 1))
        clearWords(S, Granule);
      Cleared |= uint64_t(1) << G;
      uint64_t Word = wordAt(R, At) | uint64_t(At % Shadow::Granule)
                                          << WARPRT_CHECK_OFFSET_SHIFT;
      addWord(S, Granule, Word);
      Newest = std::max(Newest, Word);
    }
  }
  if (L.Newest.load(std::memory_order_relaxed) < Newest)
    L.Newest.store(Newest, std::memory_order_relaxed);
  L.Count.store(0, std::memory_order_release);
}

/// Takes back a run that has become words of granules.
void removeWords(const Shadow &S, size_t Line, const AccessRun &New,
                 const std::optional<AccessRun> &Old) {
  for (unsigned At = New.From; At < New.End; At += sizeOfElement(New)) {
    std::atomic<uint64_t> *Slots =
        S.Accesses +
        (Line * S.granulesOfLine() + At / Shadow::Granule) * Shadow::Words;
    const uint64_t Offset = uint64_t(At % Shadow::Granule)
                            << WARPRT_CHECK_OFFSET_SHIFT;
    int Place = -1;
    unsigned Last = 0;
    for (unsigned I = 0; I < Shadow::Words && Slots[I]; ++I) {
      Last = I;
      if (Slots[I] == (wordAt(New, At) | Offset))
        Place = static_cast<int>(I);
    }
    if (Place < 0)
      continue;
    if (Old && At >= Old->From && At < Old->End) {
      Slots[Place] = wordAt(*Old, At) | Offset;
      continue;
    }
    Slots[Place] = Slots[Last].load();
    Slots[Last] = 0;
  }
}

} // namespace

void warprt::cpu::expandRuns(const Shadow &S, size_t Line) {
  LineLock Lock(S, Line);
  expand(S, Line, S.Lines[Line]);
}

RunResult warprt::cpu::tryRun(const Shadow &S, size_t Line,
                              const AccessRun &New, WordRange Launch,
                              ChangeLog &Changes) {
  MemoryLine &L = S.Lines[Line];
  // The next block's.
  constexpr size_t Ahead = 4;
  __builtin_prefetch(&L + Ahead, 1);
  __builtin_prefetch(S.Valid + (Line + Ahead) * S.granulesOfLine());
  __builtin_prefetch(S.Written + (Line + Ahead) * S.granulesOfLine());
  LineLock Lock(S, Line);
  if (!areWordsPast(S, L, wordAt(New, New.From), Launch))
    return RunResult::ByElement;
  uint32_t Count = dropPast(S, L, New, Launch);
  Comparison C = compareWithRuns(L, Count, New);
  if (C.Result != RunResult::Clean)
    return C.Result;
  if (!isWholeAllowed(S, Line, New) && !isAllowed(S, Line, New, Changes))
    return RunResult::Dirty;
  if (C.IsKnown)
    return RunResult::Clean;
  if (C.Place >= 0) {
    Changes.noteRun(S, Line, New, L.Runs[C.Place]);
    L.Runs[C.Place] = New;
    return RunResult::Clean;
  }
  if (Count == MemoryLine::MostRuns) {
    expand(S, Line, L);
    return RunResult::ByElement;
  }
  Changes.noteRun(S, Line, New, std::nullopt);
  L.Runs[Count] = New;
  L.Count.store(Count + 1, std::memory_order_release);
  return RunResult::Clean;
}

void ChangeLog::takeBack() {
  for (auto It = Words.rbegin(); It != Words.rend(); ++It)
    It->first->store(It->second, std::memory_order_relaxed);
  for (auto [Place, New] : Bytes)
    __atomic_fetch_and(Place, static_cast<uint8_t>(~New), __ATOMIC_RELAXED);
  for (auto [First, Count] : Filled)
    std::memset(First, 0, Count);
  for (auto It = Runs.rbegin(); It != Runs.rend(); ++It) {
    MemoryLine &L = It->S->Lines[It->Line];
    LineLock Lock(*It->S, It->Line);
    uint32_t Count = L.Count.load(std::memory_order_relaxed);
    AccessRun *Found = std::find(L.Runs, L.Runs + Count, It->New);
    if (Found == L.Runs + Count) {
      removeWords(*It->S, It->Line, It->New, It->Old);
      continue;
    }
    if (It->Old) {
      *Found = *It->Old;
      continue;
    }
    *Found = L.Runs[Count - 1];
    L.Count.store(Count - 1, std::memory_order_release);
  }
  clear();
}
