//===-- runtime/backends/cpu/CheckRaces.cpp - Two accesses ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access is compared with those that are known of its bytes, and kept. In a
// trial it is for others to tell what there is.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckGranules.h"
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include "backends/cpu/Checker.h"
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <thread>
#include <type_traits>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

/// Of two accesses by different threads of the running launch.
bool Checker::isOrdered(uint64_t Before, uint64_t After, bool IsShared) const {
  uint32_t Old = blockOf(Before), New = blockOf(After);
  if (Old != New) {
    if (IsShared)
      return true;
  } else {
    if (intervalOf(Before) != intervalOf(After) ||
        intervalOf(After) == MostIntervals)
      return true;
    bool SameWarp = (Before ^ After) >> LanesShift == 0;
    if (SameWarp &&
        (phaseOf(Before) != phaseOf(After) || phaseOf(After) == UnknownPhase))
      return true;
    if (isHandedOver(Before, After))
      return true;
  }
  return States[Old].Published.load(std::memory_order_relaxed) >
             intervalOf(Before) &&
         States[New].Acquired.load(std::memory_order_relaxed);
}

/// Writes to a shadow. In a trial they can be taken back.
template <bool IsTrial>
static void put(std::atomic<uint64_t> &Place, uint64_t Value) {
  if (IsTrial)
    Now.Changes->note(Place);
  Place.store(Value, std::memory_order_relaxed);
}

/// Makes \p Word the only access of a granule.
template <bool IsTrial>
static void putAlone(std::atomic<uint64_t> *Slots, uint64_t Word) {
  for (unsigned I = 1; I < Shadow::Words; ++I)
    if (Slots[I].load(std::memory_order_relaxed))
      put<IsTrial>(Slots[I], 0);
  put<IsTrial>(Slots[0], Word);
}

/// Further reads of the bytes by `Who` find nothing: no write is known that
/// they could meet, and a write meets those reads that are known.
template <bool IsTrial>
static void noteReads(std::atomic<uint64_t> &Reads, uint64_t Who,
                      uint8_t Bytes) {
  uint64_t Known = Reads.load(std::memory_order_relaxed);
  uint64_t Same = (Known & ~mask(Shadow::Granule)) == Who ? Known : Who;
  put<IsTrial>(Reads, Same | Bytes);
}

/// What an access finds where others of its launch are known.
struct Checker::Met {
  int Place = -1;        ///< a word that nobody will meet
  uint32_t Replaced = 0; ///< words that it stands for, too, as bits
  /// A read of the same bytes in the same interval by another thread, and
  /// whether there are two of different warps, or of this one in this phase.
  /// Where the access is an atomic write, that, and likewise below.
  uint64_t OtherRead = 0;
  bool AreTwoWarps = false, AreTwoLanes = false;
  bool AnyWrite = false;
  /// Whether a later read may meet a write: of any block, or of this block
  /// before its next barrier.
  bool MayMeetWrite = false;
  uint32_t Reader = 0; ///< block of a read that is known
  UnmadeWrites *Unmade = nullptr;
  bool AreTwoBlocks = false;
};

/// Whether nothing is to be told of a later access, given one of the same
/// thread to the same bytes.
static bool isCovered(uint64_t Old, uint64_t Word) {
  return ((Old & Write) || !(Word & Write)) &&
         (!(Old & Atomic) || (Word & Atomic)) &&
         (Old ^ Word) >> WARPRT_CHECK_PHASE_SHIFT == 0;
}

/// The word that makes way: of a read rather than of a write, and rather of
/// the same bytes.
static unsigned placeToTake(const std::atomic<uint64_t> *Slots, uint64_t Word) {
  auto First = static_cast<unsigned>((Word >> WARPRT_CHECK_THREAD_SHIFT) %
                                     Shadow::Words);
  int Read = -1;
  for (unsigned I = 0; I < Shadow::Words; ++I) {
    unsigned At = (First + I) % Shadow::Words;
    uint64_t Old = Slots[At].load(std::memory_order_relaxed);
    if (Old & Write)
      continue;
    if (((Old ^ Word) & BytesField) == 0)
      return At;
    if (Read < 0)
      Read = static_cast<int>(At);
  }
  return Read < 0 ? First : static_cast<unsigned>(Read);
}

/// Keeps a word in place of those in \p Replaced, or at \p Free if there are
/// none.
template <bool IsTrial>
static void keepWord(std::atomic<uint64_t> *Slots, uint64_t Word, int Free,
                     uint32_t Replaced) {
  if (!Replaced) {
    unsigned Place =
        Free < 0 ? placeToTake(Slots, Word) : static_cast<unsigned>(Free);
    put<IsTrial>(Slots[Place], Word);
    return;
  }
  put<IsTrial>(Slots[std::countr_zero(Replaced)], Word);
  // There are no gaps.
  unsigned End = Shadow::Words;
  for (Replaced &= Replaced - 1; Replaced;) {
    const unsigned At = std::bit_width(Replaced) - 1;
    Replaced ^= 1u << At;
    while (Slots[End - 1].load(std::memory_order_relaxed) == 0)
      --End;
    if (At != End - 1)
      put<IsTrial>(Slots[At], Slots[End - 1].load(std::memory_order_relaxed));
    put<IsTrial>(Slots[End - 1], 0);
  }
}

/// A write of another block that memory does not have yet: a thread of the CPU
/// is told of it before it makes it.
struct Checker::UnmadeWrites {
  Checker &C;
  std::vector<EarlyWrite> All;

  explicit UnmadeWrites(Checker &C) : C(C) {}
  /// To be called without locks, which that thread may need first.
  ~UnmadeWrites() {
    for (const EarlyWrite &W : All)
      if (!isMade(W))
        C.Reports.race(*Now.Launch, Now.Sites, W.Later, W.Word);
  }

  /// Whether memory gets the value in a while. That many waits for nothing are
  /// enough: what is a race then is told once.
  static bool isMade(const EarlyWrite &W) {
    static thread_local unsigned WaitsLeft = 32;
    constexpr unsigned Spins = 100, Naps = 200;
    for (unsigned I = 0; WaitsLeft && I < Spins + Naps; ++I) {
      if (hasValue(W.Address, W.Word, W.Value))
        return true;
      if (I < Spins)
        __builtin_ia32_pause();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    WaitsLeft -= WaitsLeft != 0;
    return false;
  }
};

/// In place of it where there cannot be any.
namespace {
struct NoUnmadeWrites {
  explicit NoUnmadeWrites(Checker &) {}
};
} // namespace

/// Of another thread of the launch, to some of the same bytes. False in a trial
/// if it is a race.
template <bool IsShared, bool IsTrial>
bool Checker::meetOther(uint64_t Old, uint64_t Word, const Shadow &S,
                        size_t Granule, const uint64_t *Value, Met &M) {
  uint64_t Changed = Old ^ Word;
  bool SameBytes = (Changed & BytesField) == 0;
  if ((Changed & (Write | Atomic)) == 0 && areMany(Word)) {
    if (SameBytes && (Changed & SameInterval) == 0) {
      uint64_t Apart = M.OtherRead ^ Old;
      if (!M.OtherRead)
        M.OtherRead = Old;
      else if (Apart >> LanesShift != 0)
        M.AreTwoWarps = true;
      else if (Apart >> WARPRT_CHECK_THREAD_SHIFT != 0 &&
               ((Apart | Changed) & WarpAndPhase) == 0)
        M.AreTwoLanes = true;
    }
    if (SameBytes && M.Reader && M.Reader != blockOf(Old))
      M.AreTwoBlocks = true;
    else if (SameBytes)
      M.Reader = blockOf(Old);
    return true;
  }
  if (mayBeTogether(Old, Word) || isOrdered(Old, Word, IsShared))
    return true;
  const bool AreWrites = Value && (Old & Write) && SameBytes;
  // Whether the values are the same is known when both are there.
  const bool IsEarly = AreWrites && Now.IsInLoop &&
                       (Changed & SameInterval) == 0 &&
                       threadOf(Old) > threadOf(Word);
  if (AreWrites && !IsEarly && hasValue(S, Granule, Word, *Value))
    return true;
  if (IsTrial)
    return false;
  const bool IsOfOther = AreWrites && !IsEarly && !IsShared &&
                         Changed >> WARPRT_CHECK_BLOCK_SHIFT != 0;
  if (IsEarly || IsOfOther)
    (IsEarly ? EarlyWrites : M.Unmade->All)
        .push_back({S.Base + Granule * Shadow::Granule + offsetOf(Word), Word,
                    *Value, Old});
  else
    Reports.race(*Now.Launch, Now.Sites, Old, Word);
  return true;
}

/// Who need not be looked at further behind a read that has just been kept,
/// given those that are known beside it; 0: all have to be.
template <bool IsShared>
static uint64_t knownReaders(const std::atomic<uint64_t> *Slots, uint64_t Word,
                             uint64_t FirstWord, uint64_t WordCount,
                             bool MayMeetWrite, bool AnyWrite) {
  uint64_t Who = 0;
  for (unsigned I = 0; I < Shadow::Words; ++I) {
    uint64_t Old = Slots[I].load(std::memory_order_relaxed);
    uint64_t Changed = Old ^ Word;
    if (Old - FirstWord >= WordCount || (Changed & (Write | Atomic)) ||
        (Changed & BytesField) || Changed >> WARPRT_CHECK_THREAD_SHIFT == 0)
      continue;
    if (!IsShared && !AnyWrite && Changed >> WARPRT_CHECK_BLOCK_SHIFT != 0)
      return FirstWord | AllIntervals;
    if (MayMeetWrite || (Changed & SameInterval) != 0)
      continue;
    if (Changed >> LanesShift != 0)
      Who = Word & SameInterval;
    else if (!Who && (Changed & WarpAndPhase) == 0)
      Who = (Word & (SameInterval | WarpAndPhase)) | OneWarp;
  }
  return Who;
}

/// Keeps the access, or that the granule's bytes may be read further by those
/// who did so.
template <bool IsShared, bool IsTrial>
void Checker::noteAccess(const Shadow &S, size_t Granule, uint64_t Word,
                         Met &M) {
  std::atomic<uint64_t> *Slots = S.Accesses + Granule * Shadow::Words;
  std::atomic<uint64_t> &Reads = S.Reads[Granule];
  const uint8_t Bytes = BytesOfFields[fieldsOf(Word)];
  const bool AreMany = areMany(Word);
  // One of two blocks meets a write of any block.
  if (!IsShared && M.AreTwoBlocks && !M.AnyWrite && AreMany)
    return noteReads<IsTrial>(
        Reads, Now.Launch->firstWord() | AllIntervals | kindOf(Word), Bytes);
  bool MayHandOver = HasHandOvers.load(std::memory_order_relaxed);
  // A write that meets this read meets one of them, unless barriers in shared
  // memory order it with those only.
  if ((M.AreTwoWarps || M.AreTwoLanes) && AreMany &&
      ((M.Place < 0 && !M.Replaced) || !MayHandOver)) {
    uint64_t Who = Word & SameInterval;
    if (!M.AreTwoWarps)
      Who |= (Word & WarpAndPhase) | OneWarp;
    if (!M.MayMeetWrite)
      noteReads<IsTrial>(Reads, Who | kindOf(Word), Bytes);
    return;
  }
  keepWord<IsTrial>(Slots, Word, M.Place, M.Replaced);
  if (Word & (Write | Atomic)) {
    uint64_t Known = Reads.load(std::memory_order_relaxed);
    if (Known && !(AreMany && (Known & AtomicWrites)))
      put<IsTrial>(Reads, 0);
  }
  if (!AreMany || MayHandOver || !(M.OtherRead || M.Reader))
    return;
  const CheckedLaunch &Launch = *Now.Launch;
  if (uint64_t Who = knownReaders<IsShared>(Slots, Word, Launch.firstWord(),
                                            Launch.wordCount(), M.MayMeetWrite,
                                            M.AnyWrite))
    noteReads<IsTrial>(Reads, Who | kindOf(Word), Bytes);
}

/// False in a trial if there is something to tell.
template <bool IsShared, bool IsTrial>
bool Checker::compare(const Shadow &S, size_t Granule, uint64_t Word,
                      const uint64_t *Value) {
  const CheckedLaunch &Launch = *Now.Launch;
  const uint64_t First = Launch.firstWord(), Count = Launch.wordCount();
  std::atomic<uint64_t> *Slots = S.Accesses + Granule * Shadow::Words;
  lookAtGranule(S, Granule, Word);
  constexpr bool MayBeUnmade = !IsShared && !IsTrial;
  std::conditional_t<MayBeUnmade, UnmadeWrites, NoUnmadeWrites> Unmade(*this);
  // Of two threads that look at the same time, none would find the other.
  LineLock Lock(S, Granule / S.granulesOfLine(), !IsOneThread);
  if (!IsShared && !IsTrial && !Launch.Others.empty())
    compareWithOthers(S, Granule, Word, Value);
  // What a former launch did, or another interval to shared memory, cannot meet
  // this access.
  auto IsPast = [&](uint64_t Old) {
    return IsShared ? ((Old ^ Word) & SameInterval) != 0 : Old - First >= Count;
  };
  // The first place is the first to be taken.
  if (IsPast(Slots[0].load(std::memory_order_relaxed))) {
    putAlone<IsTrial>(Slots, Word);
    return true;
  }
  const uint8_t Bytes = BytesOfFields[fieldsOf(Word)];
  Met M;
  if constexpr (MayBeUnmade)
    M.Unmade = &Unmade;
  M.MayMeetWrite = intervalOf(Word) == MostIntervals;
  const bool MayHandOver = HasHandOvers.load(std::memory_order_relaxed);
  for (unsigned I = 0; I < Shadow::Words; ++I) {
    uint64_t Old = Slots[I].load(std::memory_order_relaxed);
    uint64_t Changed = Old ^ Word;
    if (IsPast(Old)) {
      if (M.Place < 0)
        M.Place = static_cast<int>(I);
      if (Old == 0)
        break;
      continue;
    }
    if (!(BytesOfFields[fieldsOf(Old)] & Bytes))
      continue;
    if ((Old & Write) && !(Old & Word & Atomic)) {
      M.AnyWrite = true;
      // Barriers of the block are between its writes of other intervals and
      // this.
      M.MayMeetWrite |= Changed >> WARPRT_CHECK_BLOCK_SHIFT != 0 ||
                        (Changed & SameInterval) == 0;
    }
    if (Changed >> WARPRT_CHECK_THREAD_SHIFT != 0) {
      if (!meetOther<IsShared, IsTrial>(Old, Word, S, Granule, Value, M))
        return false;
    } else if ((Changed & BytesField) == 0 && isCovered(Old, Word)) {
      return true;
    }
    if (!(Changed & BytesField) && Changed >> WARPRT_CHECK_BLOCK_SHIFT == 0 &&
        isReplacedBy(Old, Word, MayHandOver))
      M.Replaced |= 1u << I;
  }
  noteAccess<IsShared, IsTrial>(S, Granule, Word, M);
  return true;
}

template bool Checker::compare<false, false>(const Shadow &, size_t, uint64_t,
                                             const uint64_t *);
template bool Checker::compare<false, true>(const Shadow &, size_t, uint64_t,
                                            const uint64_t *);
template bool Checker::compare<true, false>(const Shadow &, size_t, uint64_t,
                                            const uint64_t *);
template bool Checker::compare<true, true>(const Shadow &, size_t, uint64_t,
                                           const uint64_t *);
