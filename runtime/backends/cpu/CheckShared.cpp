//===-- runtime/backends/cpu/CheckShared.cpp - A block's boxes ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckShared.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckShared.h"
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckedThread.h"
#include <algorithm>
#include <cstring>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// The memory is that of one thread of the CPU.

/// Of a part of a granule; what is written counts as such then.
static bool lookAtPart(uint8_t &Known, uint8_t Touched, bool MayWrite,
                       ChangeLog &Changes) {
  const auto New = static_cast<uint8_t>(Touched & ~Known);
  if (New && MayWrite) {
    Changes.noteWritten(Known, New);
    Known |= New;
  }
  return !New || MayWrite;
}

static bool areAll(const uint8_t *First, size_t Count, uint8_t Value) {
  const uint64_t Pattern = Value * 0x0101010101010101u;
  size_t I = 0;
  for (; I + 8 <= Count; I += 8) {
    uint64_t Here;
    std::memcpy(&Here, First + I, 8);
    if (Here != Pattern)
      return false;
  }
  return std::all_of(First + I, First + Count,
                     [&](uint8_t Here) { return Here == Value; });
}

/// Whether a row was written, or is written now.
static bool lookAtRow(const Shadow &S, uintptr_t Row, uint64_t Bytes,
                      bool MayWrite, ChangeLog &Changes) {
  size_t From = Row - S.Base;
  const size_t End = From + Bytes;
  auto PartTo = [&](size_t To) {
    const size_t Begin = From / Shadow::Granule * Shadow::Granule;
    const auto Touched =
        static_cast<uint8_t>(mask(static_cast<unsigned>(To - Begin)) &
                             ~mask(static_cast<unsigned>(From - Begin)));
    uint8_t &Known = S.Written[From / Shadow::Granule];
    From = To;
    return lookAtPart(Known, Touched, MayWrite, Changes);
  };
  const size_t FirstWhole =
      (From + Shadow::Granule - 1) / Shadow::Granule * Shadow::Granule;
  if (FirstWhole != From && !PartTo(std::min(FirstWhole, End)))
    return false;
  const size_t Whole = (End - From) / Shadow::Granule;
  uint8_t *Known = S.Written + From / Shadow::Granule;
  if (!areAll(Known, Whole, 0xFF)) {
    if (MayWrite && areAll(Known, Whole, 0)) {
      Changes.noteFilled(Known, Whole);
      std::memset(Known, 0xFF, Whole);
    } else {
      for (size_t I = 0; I < Whole; ++I)
        if (!lookAtPart(Known[I], 0xFF, MayWrite, Changes))
          return false;
    }
  }
  From += Whole * Shadow::Granule;
  return From == End || PartTo(End);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

void SharedBoxes::takeBackLoop() {
  Count = std::min(Count, Before);
  Trace.takeBack();
}

/// The warp that all accesses of a box are made by; false if there are several.
static bool takeWarp(const WarprtCheckAccesses &A, uint64_t &Warp) {
  uint64_t First = A.word, Last = A.word;
  for (uint64_t I = 0; I < A.loops; ++I) {
    const WarprtCheckRounds &R = A.rounds[I];
    (static_cast<int64_t>(R.wordStep) < 0 ? First : Last) +=
        (R.count - 1) * R.wordStep;
  }
  Warp = First >> LanesShift;
  return Warp == Last >> LanesShift;
}

/// Whether an operation of their warp is between two boxes of an interval.
static bool areOrderedInWarp(const WarprtCheckAccesses &A,
                             const WarprtCheckAccesses &B) {
  uint64_t WarpOfA, WarpOfB;
  return (phaseOf(A.word) != phaseOf(B.word) ||
          phaseOf(A.word) == UnknownPhase) &&
         takeWarp(A, WarpOfA) && takeWarp(B, WarpOfB) && WarpOfA == WarpOfB;
}

/// Whether nothing is to be told of a box beside the others, and whether one of
/// them has all that it has.
bool SharedBoxes::maySkip(const WarprtCheckAccesses &A, bool &IsKnown,
                          const BoxShape &Shape) const {
  // Nothing is known behind so many barriers.
  if (intervalOf(A.word) == MostIntervals)
    return IsKnown = true;
  constexpr uint64_t Site = mask(WARPRT_CHECK_SITE_BITS)
                            << WARPRT_CHECK_SITE_SHIFT;
  for (unsigned I = 0; I < Count; ++I) {
    const WarprtCheckAccesses &B = Boxes[I].Accesses;
    if (B.word & Atomic) {
      if (A.word & Write)
        return false;
    } else if (((A.word ^ B.word) & ~Site) == 0 && haveSameShape(A, B))
      IsKnown = true;
    else if ((A.word | B.word) & Write && !Shape.isApartFrom(Boxes[I].Shape) &&
             !isByThreadsOf(A, B) && !areOrderedInWarp(A, B) &&
             !isPartOf(A, B) && !isPartOf(B, A))
      return false;
  }
  return true;
}

/// Accesses are to be listed in the interval: there must be no plain write.
bool SharedBoxes::noteListing(const Shadow &S, const BoxShape &Shape,
                              const WarprtCheckAccesses &A) {
  auto IsPlainWrite = [](const Box &B) {
    return (B.Accesses.word & (Write | Atomic)) == Write;
  };
  if (Count == Most || std::any_of(Boxes, Boxes + Count, IsPlainWrite))
    return false;
  Boxes[Count++] = {Shape, A};
  // Otherwise it depends on the addresses what is written then.
  if (!areAll(S.Written + S.granule(Shape.Least),
              (Shape.Most - Shape.Least) / Shadow::Granule, 0xFF))
    Trace.stop();
  return true;
}

bool SharedBoxes::noteOne(const Shadow &S, const WarprtCheckAccesses &A,
                          ChangeLog &Changes) {
  BoxShape Shape;
  if (A.blockWidth || (A.word & SameInterval) != Interval || !Shape.take(A))
    return false;
  if (Shape.IsEmpty)
    return true;
  if (A.word & Atomic)
    return noteListing(S, Shape, A);
  const auto First = reinterpret_cast<uintptr_t>(Now.Shared);
  const bool IsWrite = A.word & Write;
  if (Shape.Least < First || Shape.Most > First + Now.SharedBytes ||
      Shape.Most <= Shape.Least || (IsWrite && !Shape.hasApartRows()))
    return false;
  bool IsKnown = false;
  if (!maySkip(A, IsKnown, Shape) || (!IsKnown && Count == Most))
    return false;
  const bool MayWrite = IsWrite && Changes.mayWriteFirst();
  if (!Shape.forEachRow([&](uintptr_t Row) {
        return lookAtRow(S, Row, Shape.RowBytes, MayWrite, Changes);
      }))
    return false;
  if (!IsKnown)
    Boxes[Count++] = {Shape, A};
  return true;
}

bool SharedBoxes::noteAll(const CheckedMemory &Memory,
                          const WarprtCheckAccesses *All, uint64_t AllCount,
                          ChangeLog &Changes) {
  const uint64_t Here = All->word & SameInterval;
  if (blockOf(Here) == 0)
    return false;
  if (Here != Interval) {
    Interval = Here;
    Count = Before = 0;
    AreUsed = true;
  }
  if (!AreUsed)
    return false;
  const Shadow *S = Memory.find(Now.Shared);
  const unsigned Old = Count;
  // What is read must have been written before.
  for (uint64_t Kind : {uint64_t(0), Write})
    for (uint64_t I = 0; I < AllCount; ++I)
      if ((All[I].word & Write) == Kind && Memory.isShared(All[I].address) &&
          !noteOne(*S, All[I], Changes)) {
        Count = Old;
        return false;
      }
  return true;
}

bool SharedBoxes::note(const CheckedMemory &Memory,
                       const WarprtCheckAccesses *All, uint64_t AllCount,
                       ChangeLog &Changes) {
  const bool MayWriteFirst = Changes.mayWriteFirst();
  Block = All->word & ~mask(WARPRT_CHECK_BLOCK_SHIFT);
  if (Trace.isFollowing()) {
    if (Trace.follow(Memory, All, AllCount, MayWriteFirst))
      return true;
    catchUp(Memory);
  }
  if (!noteAll(Memory, All, AllCount, Changes))
    return false;
  Trace.record(Memory, All, AllCount, MayWriteFirst);
  return true;
}

WarprtCheckAccesses SharedBoxes::Listed::asBox() const {
  WarprtCheckAccesses A = {};
  A.address = reinterpret_cast<const void *>(Address);
  A.word = Word;
  A.loops = 1;
  A.rounds[0] = {Count, Step, 0};
  return A;
}

/// Whether accesses of the interval may be listed, from now on at least.
bool SharedBoxes::mayList(const CheckedMemory &Memory, uint64_t Word) {
  const uint64_t Here = Word & SameInterval;
  if (Here == NotListing || InVain >= MostInVain)
    return false;
  if (Here == Listing)
    return List.size() < MostListed;
  // It comes at the same place in all blocks, wherever the accesses are.
  ChangeLog &Changes = ownLog<LogUse::Listing>();
  const WarprtCheckAccesses All =
      Listed{reinterpret_cast<uintptr_t>(Now.Shared), Here | Write | Atomic,
             Now.SharedBytes, 1}
          .asBox();
  if (!note(Memory, &All, 1, Changes)) {
    Changes.takeBack();
    NotListing = Here;
    return false;
  }
  Changes.clear();
  List.clear();
  Listing = Here;
  return true;
}

static bool isWritten(const Shadow &S, uintptr_t Address, uint64_t Word) {
  const size_t Granule = S.granule(Address),
               At = (Address - S.Base) % Shadow::Granule;
  const uint64_t Bytes = uint64_t(1) << sizeOf(Word),
                 Touched = mask(static_cast<unsigned>(Bytes)) << At;
  return S.Valid[Granule] >= At + Bytes &&
         (S.Written[Granule] & Touched) == Touched;
}

/// An atomic operation, or a read.
bool SharedBoxes::list(const CheckedMemory &Memory, uintptr_t Address,
                       uint64_t Word) {
  const Shadow &S = *Memory.find(Now.Shared);
  const uint64_t Bytes = uint64_t(1) << sizeOf(Word);
  if (Address - reinterpret_cast<uintptr_t>(Now.Shared) + Bytes >
          Now.SharedBytes ||
      !mayList(Memory, Word))
    return false;
  if (Word & Write)
    S.Written[S.granule(Address)] |=
        static_cast<uint8_t>(mask(static_cast<unsigned>(Bytes))
                             << (Address - S.Base) % Shadow::Granule);
  else if (Trace.isFollowing() || !isWritten(S, Address, Word))
    return false; // values are not known of a block that is only compared
  List.push_back({Address, Word, 1, 0});
  return true;
}

bool SharedBoxes::listReads(const Shadow &S, uintptr_t Address, uint64_t Count,
                            int64_t Step, uint64_t Word) {
  if ((Word & SameInterval) != Listing || List.size() == MostListed ||
      Trace.isFollowing())
    return false;
  uintptr_t At = Address;
  for (uint64_t I = 0; I < Count; ++I, At += static_cast<uintptr_t>(Step))
    if (!isWritten(S, At, Word))
      return false;
  List.push_back({Address, Word, Count, Step});
  return true;
}

bool SharedBoxes::noteSingle(const CheckedMemory &Memory, uintptr_t Address,
                             uint64_t Word) {
  if (Word & Atomic)
    return (Word & Write) && list(Memory, Address, Word);
  if (std::exchange(SinglesIn, Word & SameInterval) != (Word & SameInterval))
    Singles = 0;
  if (!Trace.isFollowing() && (Singles >= MostSingles || InVain >= MostInVain))
    return !(Word & Write) && list(Memory, Address, Word);
  WarprtCheckAccesses A;
  A.address = reinterpret_cast<const void *>(Address);
  A.word = Word;
  A.blockWidth = A.blockLoop = A.firstThread = 0;
  A.loops = 1;
  A.rounds[0] = {1, 0, 0};
  ChangeLog &Changes = ownLog<LogUse::Single>();
  if (!note(Memory, &A, 1, Changes)) {
    Changes.takeBack();
    return false;
  }
  Changes.clear();
  ++Singles;
  return true;
}

/// What one block has done without anything to tell of, another one does so.
void SharedBoxes::catchUp(const CheckedMemory &Memory) {
  ChangeLog Changes;
  Trace.catchUp(
      [&](WarprtCheckAccesses *All, uint64_t AllCount, bool MayWriteFirst) {
        for (uint64_t I = 0; I < AllCount; ++I)
          All[I].word |= Block;
        Changes.setMayWriteFirst(MayWriteFirst);
        noteAll(Memory, All, AllCount, Changes);
        Changes.clear();
      });
  Before = Count;
}
