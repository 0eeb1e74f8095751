//===-- runtime/backends/cpu/Checker.cpp - Races and wrong accesses -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Checker.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Checker.h"
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckWords.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

#define WARPRT_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// What the calling thread runs.
struct Current {
  CheckedLaunch *Launch = nullptr;
  void *Shared = nullptr;
  size_t SharedBytes = 0;
  const WarprtCheckSites *Sites = nullptr;
  uint64_t Word = 0; ///< for procedures
  /// Those of the last accesses, by the last bits of their sites.
  const Shadow *Found[4] = {};
  ChangeLog *Changes = nullptr; ///< of a trial
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
thread_local std::vector<EarlyWrite> EarlyWrites;

/// Each access asks for it.
[[gnu::tls_model("initial-exec")]] thread_local Current Now;

std::atomic<bool> Enabled{false};

/// Of the function that the calling thread runs for a queue.
thread_local const WorkOrder *HostCallOrder = nullptr;

} // namespace

std::atomic<Checker *> Checker::The{nullptr};

bool warprt::cpu::isCheckedProgram() { return Enabled; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

CheckedLaunch::CheckedLaunch(const char *Name, const WarprtCpuGrid &Grid)
    : Name(Name), Grid(Grid),
      Blocks(uint64_t(Grid.grid[0]) * Grid.grid[1] * Grid.grid[2]),
      Threads(Grid.block[0] * Grid.block[1] * Grid.block[2]) {}

bool Checker::begin(unsigned Kinds) {
  std::unique_ptr<Checker> C(new Checker(Kinds));
  C->Memory = CheckedMemory::create();
  if (!C->Memory)
    return false;
  void *Map = mmap(nullptr, (MostNumbers + 1) * sizeof(BlockState),
                   PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Map == MAP_FAILED)
    return false;
  C->States = static_cast<BlockState *>(Map);
  The.store(C.release());
  return true;
}

Checker::Scope::Scope(CheckedLaunch *Launch, void *Shared, size_t Bytes)
    : Launch(Launch), OuterLaunch(Now.Launch), OuterShared(Now.Shared),
      OuterBytes(Now.SharedBytes), OuterSites(Now.Sites) {
  if (!Launch)
    return;
  Now.Launch = Launch;
  Now.Shared = Shared;
  Now.SharedBytes = Bytes;
  Now.IsInLoop = false;
  EarlyWrites.clear();
  auto At = reinterpret_cast<uintptr_t>(Shared);
  if (auto *S = const_cast<Shadow *>(get()->Memory->find(Shared)))
    S->setValid(At, Bytes);
}

/// On a GPU, shared memory has no values.
void Checker::Scope::beginBlock() {
  if (!Launch || !Now.SharedBytes)
    return;
  if (auto *S = const_cast<Shadow *>(get()->Memory->find(Now.Shared)))
    S->setUnwritten(reinterpret_cast<uintptr_t>(Now.Shared), Now.SharedBytes);
}

Checker::Scope::~Scope() {
  if (!Launch)
    return;
  Now.Launch = OuterLaunch;
  Now.Shared = OuterShared;
  Now.SharedBytes = OuterBytes;
  Now.Sites = OuterSites;
}

CheckedShared::~CheckedShared() {
  if (Checker *C = Checker::get())
    C->memory().releaseShared(Data, Size);
}

void *CheckedShared::get(size_t Bytes) {
  // Each has its own size, so that what is behind it is known to be.
  if (Data && Bytes == Size)
    return Data;
  CheckedMemory &Memory = Checker::get()->memory();
  Memory.releaseShared(Data, Size);
  Size = Bytes;
  Data = Memory.allocateShared(Bytes);
  if (!Data)
    std::abort(); // 16 GB for a few hundred kilobytes a thread
  return Data;
}

/// Lock held. Numbers for all blocks; a launch gets none while they are used
/// up by others.
void Checker::takeNumbers(CheckedLaunch &Launch) {
  auto Count =
      static_cast<uint32_t>(std::min<uint64_t>(Launch.Blocks, MostNumbers - 1));
  if (NextNumber + Count > MostNumbers) {
    if (Running > 0)
      return;
    Memory->forgetAccesses();
    Unwaited.forget();
    madvise(static_cast<void *>(States), (MostNumbers + 1) * sizeof(BlockState),
            MADV_DONTNEED);
    NextNumber = 1;
  }
  Launch.Numbers = Count;
  Launch.First.store(NextNumber);
  NextNumber += Count;
}

void Checker::enter(CheckedLaunch &Launch) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Launch.BlocksLeft > 0)
    return;
  Launch.BlocksLeft = Launch.Blocks;
  takeNumbers(Launch);
  ++Running;
  if (checks(CheckRaces))
    Launch.Others = Unwaited.unordered(*Launch.Order);
}

void Checker::leave(CheckedLaunch &Launch, uint64_t Blocks) {
  std::unique_lock<std::mutex> Guard(Lock);
  Launch.BlocksLeft -= std::min(Blocks, Launch.BlocksLeft);
  if (Launch.BlocksLeft > 0)
    return;
  bool HasMet = !Launch.Earlier.empty();
  Guard.unlock();
  if (HasHandOvers.load(std::memory_order_relaxed)) {
    std::lock_guard<std::mutex> HandOverGuard(HandOverLock);
    HandOvers.erase(HandOvers.lower_bound(Launch.First),
                    HandOvers.lower_bound(Launch.First + Launch.Numbers));
  }
  if (Launch.Blocks <= Launch.Numbers && !HasMet)
    for (uint32_t I = 0; I < Launch.Numbers; ++I)
      checkPassed(Launch, Launch.First + I);
  if (checks(CheckRaces))
    noteDone(Launch);
  Guard.lock();
  --Running;
  // The same launch may run again, from a graph.
  Launch.First.store(0);
  Launch.Numbers = 0;
  Launch.Earlier.clear();
  Launch.HasMet = false;
}

/// A launch has run, but need not be done yet.
void Checker::noteDone(const CheckedLaunch &Launch) {
  FormerWork Work;
  Work.Count = Launch.Numbers;
  Work.Kernel = Launch.Name;
  Work.Grid = Launch.Grid;
  Work.Sites = Launch.Sites;
  Work.Order = *Launch.Order;
  std::vector<uint32_t> Firsts = Launch.Earlier;
  Firsts.push_back(Launch.First);
  for (uint32_t First : Firsts)
    if (First && Launch.Blocks <= Launch.Numbers) {
      Work.First = First;
      Unwaited.add(Work);
    }
}

void Checker::noteGridBarrier(CheckedLaunch &Launch) {
  std::lock_guard<std::mutex> Guard(Lock);
  uint32_t Before = Launch.First;
  if (Before) {
    Launch.Earlier.push_back(Before);
    Launch.HasMet.store(true, std::memory_order_release);
  }
  takeNumbers(Launch);
  // Without new numbers, what is before and behind could not be told apart.
  if (Launch.First == Before) {
    Launch.First.store(0);
    Launch.Numbers = 0;
  }
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static uint64_t wordOf(const CheckedLaunch &Launch, uint64_t Block,
                       uint32_t Thread) {
  uint32_t First = Launch.firstNumber();
  // A launch of too many blocks: some share a number.
  uint64_t Number = First ? First + Block % (MostNumbers - 1) : 0;
  return Number << WARPRT_CHECK_BLOCK_SHIFT | uint64_t(Thread)
                                                  << WARPRT_CHECK_THREAD_SHIFT;
}

uint64_t Checker::start(const WarprtCheckSites *Sites, uint64_t Block) {
  Current &C = Now;
  if (!C.Launch)
    return 0;
  C.Sites = Sites;
  C.Launch->Sites.store(Sites, std::memory_order_relaxed);
  return wordOf(*C.Launch, Block, 0);
}

uint64_t Checker::renumbered(uint64_t Word) {
  CheckedLaunch &Launch = *Now.Launch;
  uint32_t Number = blockOf(Word);
  std::lock_guard<std::mutex> Guard(Lock);
  for (uint32_t First : Launch.Earlier)
    if (Number - First < Launch.Numbers)
      return wordOf(Launch, Number - First, threadOf(Word));
  return wordOf(Launch, 0, threadOf(Word)) &
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
  Current &C = Now;
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

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

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

/// Whether memory has the value already.
static bool hasValue(const Shadow &S, size_t Granule, uint64_t Word,
                     uint64_t Value) {
  auto Address = S.Base + Granule * Shadow::Granule + offsetOf(Word);
  return std::memcmp(reinterpret_cast<const void *>(Address), &Value,
                     size_t(1) << sizeOf(Word)) == 0;
}

/// Who an access is by, as far as barriers of the block order accesses.
constexpr uint64_t SameInterval =
    mask(WARPRT_CHECK_INTERVAL_BITS) << WARPRT_CHECK_INTERVAL_SHIFT |
    mask(WARPRT_CHECK_BLOCK_BITS) << WARPRT_CHECK_BLOCK_SHIFT;
/// Behind it, Shadow::Reads has the bytes.
static_assert((SameInterval & mask(Shadow::Granule)) == 0);

/// Bytes that an access touches, by fieldsOf().
static constexpr auto BytesOfFields = [] {
  std::array<uint8_t, 1 << FieldBits> Result{};
  for (uint64_t I = 0; I < Result.size(); ++I)
    Result[I] = static_cast<uint8_t>(bytesOf(I << WARPRT_CHECK_SIZE_SHIFT));
  return Result;
}();

/// Stands for all blocks of a launch, with the number of its first block.
constexpr uint64_t AllIntervals = mask(WARPRT_CHECK_INTERVAL_BITS)
                                  << WARPRT_CHECK_INTERVAL_SHIFT;

/// In Shadow::Reads: reads of one warp are known only, in one phase, which the
/// word says, too. Another thread of the warp may write in another phase, which
/// orders it with these reads, but not with those of other warps.
constexpr uint64_t OneWarp = uint64_t(1) << Shadow::Granule;
constexpr uint64_t WarpAndPhase =
    mask(WARPRT_CHECK_THREAD_BITS) >> (LanesShift - WARPRT_CHECK_THREAD_SHIFT)
                                          << LanesShift |
    mask(WARPRT_CHECK_PHASE_BITS) << WARPRT_CHECK_PHASE_SHIFT;

/// Writes to a shadow. In a trial they can be taken back.
template <bool IsTrial>
static void put(std::atomic<uint64_t> &Place, uint64_t Value) {
  if (IsTrial)
    Now.Changes->note(Place);
  Place.store(Value, std::memory_order_relaxed);
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

namespace {

/// Whether noteReads() was told so for reads of a thread.
class KnownReads {
public:
  KnownReads(uint64_t Word, const CheckedLaunch *Launch)
      : OfBlock(Word & SameInterval),
        OfWarp((Word & (SameInterval | WarpAndPhase)) | OneWarp),
        OfLaunch(Launch ? Launch->firstWord() | AllIntervals : OfBlock) {}
  bool cover(uint64_t Known, uint64_t Bytes) const {
    return isWithout(Known ^ (OfLaunch | Bytes), Bytes) ||
           isWithout(Known ^ (OfBlock | Bytes), Bytes) ||
           isWithout(Known ^ (OfWarp | Bytes), Bytes | WarpAndPhase);
  }
  /// Whether the same is known of \p Count granules, \p Stride from one to the
  /// next.
  bool coverAll(const std::atomic<uint64_t> *Reads, size_t Count,
                ptrdiff_t Stride, uint64_t Bytes) const {
    uint64_t Launch = 0, Block = 0, Warp = 0;
    for (size_t I = 0; I < Count; ++I, Reads += Stride) {
      uint64_t Known = Reads->load(std::memory_order_relaxed);
      Launch |= Known ^ (OfLaunch | Bytes);
      Block |= Known ^ (OfBlock | Bytes);
      Warp |= Known ^ (OfWarp | Bytes);
    }
    return isWithout(Launch, Bytes) || isWithout(Block, Bytes) ||
           isWithout(Warp, Bytes | WarpAndPhase);
  }

private:
  static bool isWithout(uint64_t Difference, uint64_t Fields) {
    return (Difference & (SameInterval | OneWarp | Fields)) == 0;
  }
  const uint64_t OfBlock, OfWarp, OfLaunch;
};

} // namespace

/// What an access finds where others of its launch are known.
struct Checker::Met {
  int Place = -1; ///< which word makes way for it
  /// A read of the same bytes in the same interval by another thread, and
  /// whether there are two of different warps, or of this one in this phase.
  uint64_t OtherRead = 0;
  bool AreTwoWarps = false, AreTwoLanes = false;
  bool AnyWrite = false;
  /// Whether a later read may meet a write: of any block, or of this block
  /// before its next barrier.
  bool MayMeetWrite = false;
  uint32_t Reader = 0; ///< block of a read that is known
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

/// Whether the order of two accesses to the same bytes does not matter. A plain
/// read beside atomic writes begins many a loop of compare and swap.
static bool mayBeTogether(uint64_t A, uint64_t B) {
  return (A & Atomic || !(A & Write)) && (B & Atomic || !(B & Write));
}

/// Of another thread of the launch, to some of the same bytes. False in a trial
/// if it is a race.
template <bool IsShared, bool IsTrial>
bool Checker::meetOther(uint64_t Old, uint64_t Word, const Shadow &S,
                        size_t Granule, const uint64_t *Value, Met &M) {
  uint64_t Changed = Old ^ Word;
  bool SameBytes = (Changed & BytesField) == 0;
  if (!((Old | Word) & Write)) {
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
  if (mayBeTogether(Old, Word) || isOrdered(Old, Word, IsShared) ||
      (Value && (Old & Write) && SameBytes &&
       hasValue(S, Granule, Word, *Value)))
    return true;
  if (IsTrial)
    return false;
  // Whether the values are the same is known when both are there.
  if (Now.IsInLoop && Value && (Old & Write) && SameBytes &&
      (Changed & SameInterval) == 0 && threadOf(Old) > threadOf(Word))
    EarlyWrites.push_back({S.Base + Granule * Shadow::Granule + offsetOf(Word),
                           Word, *Value, Old});
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
    if (Old - FirstWord >= WordCount || (Old & (Write | Atomic)) ||
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
  const bool IsRead = !(Word & (Write | Atomic));
  // One of two blocks meets a write of any block.
  if (!IsShared && M.AreTwoBlocks && !M.AnyWrite && IsRead)
    return noteReads<IsTrial>(Reads, Now.Launch->firstWord() | AllIntervals,
                              Bytes);
  bool MayHandOver = HasHandOvers.load(std::memory_order_relaxed);
  // A write that meets this read meets one of them, unless barriers in shared
  // memory order it with those only.
  if ((M.AreTwoWarps || M.AreTwoLanes) && IsRead &&
      (M.Place < 0 || !MayHandOver)) {
    uint64_t Who = Word & SameInterval;
    if (!M.AreTwoWarps)
      Who |= (Word & WarpAndPhase) | OneWarp;
    if (!M.MayMeetWrite)
      noteReads<IsTrial>(Reads, Who, Bytes);
    return;
  }
  if (M.Place < 0)
    M.Place = static_cast<int>(placeToTake(Slots, Word));
  put<IsTrial>(Slots[M.Place], Word);
  if (!IsRead) {
    if (Reads.load(std::memory_order_relaxed))
      put<IsTrial>(Reads, 0);
    return;
  }
  if (MayHandOver || !(M.OtherRead || M.Reader))
    return;
  const CheckedLaunch &Launch = *Now.Launch;
  if (uint64_t Who = knownReaders<IsShared>(Slots, Word, Launch.firstWord(),
                                            Launch.wordCount(), M.MayMeetWrite,
                                            M.AnyWrite))
    noteReads<IsTrial>(Reads, Who, Bytes);
}

/// False in a trial if there is something to tell.
template <bool IsShared, bool IsTrial>
bool Checker::compare(const Shadow &S, size_t Granule, uint64_t Word,
                      const uint64_t *Value) {
  const CheckedLaunch &Launch = *Now.Launch;
  const uint64_t First = Launch.firstWord(), Count = Launch.wordCount();
  std::atomic<uint64_t> *Slots = S.Accesses + Granule * Shadow::Words;
  lookAtGranule(S, Granule, Word);
  if (!IsShared && !IsTrial && !Launch.Others.empty())
    compareWithOthers(S, Granule, Word, Value);
  // What a former launch did, or another interval to shared memory, cannot meet
  // this access.
  auto IsPast = [&](uint64_t Old) {
    return IsShared ? ((Old ^ Word) & SameInterval) != 0 : Old - First >= Count;
  };
  // The first place is the first to be taken.
  if (IsPast(Slots[0].load(std::memory_order_relaxed))) {
    for (unsigned I = 1; I < Shadow::Words; ++I)
      if (Slots[I].load(std::memory_order_relaxed))
        put<IsTrial>(Slots[I], 0);
    put<IsTrial>(Slots[0], Word);
    return true;
  }
  const uint8_t Bytes = BytesOfFields[fieldsOf(Word)];
  Met M;
  M.MayMeetWrite = intervalOf(Word) == MostIntervals;
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
    if (Old & Write) {
      M.AnyWrite = true;
      // Barriers of the block are between its writes of other intervals and
      // this.
      M.MayMeetWrite |= Changed >> WARPRT_CHECK_BLOCK_SHIFT != 0 ||
                        (Changed & SameInterval) == 0;
    }
    if (Changed >> WARPRT_CHECK_THREAD_SHIFT != 0) {
      if (!meetOther<IsShared, IsTrial>(Old, Word, S, Granule, Value, M))
        return false;
    } else if ((Changed & BytesField) == 0) {
      if (isCovered(Old, Word))
        return true;
      // A write is not forgotten for a later read.
      if ((Word & Write) || !(Old & Write))
        M.Place = static_cast<int>(I);
    }
  }
  noteAccess<IsShared, IsTrial>(S, Granule, Word, M);
  return true;
}

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
  if (!(Word & (Write | Atomic))) {
    uint64_t Reads = S->Reads[Granule].load(std::memory_order_relaxed);
    if (Reads && KnownReads(Word, Now.Launch).cover(Reads, Touched))
      return;
  }
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
  if ((Word & Atomic) && !S->IsShared)
    States[Number].Acquired.store(true, std::memory_order_relaxed);
  Word |= At << WARPRT_CHECK_OFFSET_SHIFT;
  if (S->IsShared)
    compare<true, false>(*S, Granule, Word, Value);
  else
    compare<false, false>(*S, Granule, Word, Value);
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

//===----------------------------------------------------------------------===//
// Accesses of a loop
//===----------------------------------------------------------------------===//

namespace {

/// Accesses of a loop, by what they do to each element: those that differ by
/// the thread only are made by the first and the last one. One that writes
/// meets one of them, whoever it is.
struct ElementLoops {
  WarprtCheckRounds Rounds[WARPRT_CHECK_LOOPS];
  unsigned Count = 0;
  uint64_t LastReader = 0; ///< what it adds to the word

  /// False if there are none.
  bool take(const WarprtCheckAccesses &A);
  /// Whether all lie in \p S, each in a granule.
  bool fit(const Shadow &S, const WarprtCheckAccesses &A) const;
};

/// More are checked one by one, as what a trial changes is kept.
constexpr uint64_t MostElements = uint64_t(1) << 20;

} // namespace

bool ElementLoops::take(const WarprtCheckAccesses &A) {
  for (uint64_t I = 0; I < A.loops; ++I) {
    const WarprtCheckRounds &R = A.rounds[I];
    if (R.count == 0)
      return false;
    if (R.count == 1 || (R.step == 0 && R.wordStep == 0))
      continue;
    if (R.step == 0 && !(A.word & Write))
      LastReader += (R.count - 1) * R.wordStep;
    else
      Rounds[Count++] = R;
  }
  // The least step is that of the innermost loop.
  for (unsigned I = 1; I < Count; ++I)
    if (std::abs(Rounds[I].step) < std::abs(Rounds[0].step))
      std::swap(Rounds[I], Rounds[0]);
  if (Count == 0)
    Rounds[Count++] = {1, 0, 0};
  return true;
}

bool ElementLoops::fit(const Shadow &S, const WarprtCheckAccesses &A) const {
  auto Address = reinterpret_cast<uintptr_t>(A.address);
  const uint64_t Bytes = uint64_t(1) << sizeOf(A.word);
  uint64_t Elements = 1;
  uintptr_t Least = Address, Most = Address;
  bool IsAligned = (Address - S.Base) % Bytes == 0;
  for (unsigned I = 0; I < Count; ++I) {
    const WarprtCheckRounds &R = Rounds[I];
    uint64_t Way;
    if (__builtin_mul_overflow(Elements, R.count, &Elements) ||
        Elements > MostElements ||
        __builtin_mul_overflow(R.count - 1,
                               static_cast<uint64_t>(std::abs(R.step)), &Way) ||
        Way >= S.Size)
      return false;
    IsAligned &= static_cast<uint64_t>(R.step) % Bytes == 0;
    (R.step < 0 ? Least : Most) += R.step < 0 ? -Way : Way;
  }
  return IsAligned && Least <= Address && S.contains(Least) && S.contains(Most);
}

/// Whether there is nothing to tell of accesses at any distance.
template <bool IsShared>
bool Checker::tryElements(const Shadow &S, uintptr_t Address, uint64_t Word,
                          const WarprtCheckRounds &R, uint64_t LastReader) {
  const auto Step = static_cast<uintptr_t>(R.step);
  const size_t Bytes = size_t(1) << sizeOf(Word);
  const bool IsWrite = Word & Write, LooksForRaces = checks(CheckRaces);
  for (uint64_t I = 0; I < R.count; ++I, Address += Step, Word += R.wordStep) {
    const size_t Granule = S.granule(Address),
                 At = (Address - S.Base) % Shadow::Granule;
    const auto Touched = static_cast<uint8_t>(mask(Bytes) << At);
    if (!IsWrite) {
      uint64_t Reads = S.Reads[Granule].load(std::memory_order_relaxed);
      if (Reads && KnownReads(Word, Now.Launch).cover(Reads, Touched))
        continue;
    }
    if (S.Valid[Granule] < At + Bytes)
      return false;
    uint8_t Known = __atomic_load_n(S.Written + Granule, __ATOMIC_RELAXED);
    if ((Known & Touched) != Touched) {
      if (!IsWrite || !Now.Changes->mayWriteFirst())
        return false;
      Now.Changes->noteWritten(S.Written[Granule], Touched & ~Known);
      __atomic_fetch_or(S.Written + Granule, Touched, __ATOMIC_RELAXED);
    }
    if (!LooksForRaces)
      continue;
    uint64_t Full = Word | At << WARPRT_CHECK_OFFSET_SHIFT;
    if (!compare<IsShared, true>(S, Granule, Full, nullptr) ||
        (LastReader &&
         !compare<IsShared, true>(S, Granule, Full + LastReader, nullptr)))
      return false;
  }
  return true;
}

/// Likewise of accesses to neighbours, line by line.
template <bool IsShared>
bool Checker::tryNeighbours(const Shadow &S, uintptr_t Address, uint64_t Word,
                            const WarprtCheckRounds &R, uint64_t LastReader) {
  const size_t Bytes = size_t(1) << sizeOf(Word);
  const WordRange Launch = {Now.Launch->firstWord(), Now.Launch->wordCount()};
  const int64_t ThreadStep =
      static_cast<int64_t>(R.wordStep) >> WARPRT_CHECK_THREAD_SHIFT;
  for (uint64_t Done = 0; Done < R.count;) {
    const uintptr_t Here = Address + Done * Bytes;
    const uint64_t First = Word + Done * R.wordStep;
    const size_t Line = (Here - S.Base) / S.lineBytes(),
                 From = (Here - S.Base) % S.lineBytes();
    const uint64_t Count =
        std::min<uint64_t>(R.count - Done, (S.lineBytes() - From) / Bytes);
    AccessRun Run = {First - From / Bytes * R.wordStep,
                     static_cast<int16_t>(ThreadStep),
                     static_cast<uint16_t>(From),
                     static_cast<uint16_t>(From + Count * Bytes)};
    RunResult Result = tryRun(S, Line, Run, Launch, *Now.Changes);
    if (Result == RunResult::Clean && LastReader) {
      Run.Word += LastReader;
      Result = tryRun(S, Line, Run, Launch, *Now.Changes);
    }
    if (Result == RunResult::Dirty ||
        (Result == RunResult::ByElement &&
         !tryElements<IsShared>(S, Here, First, {Count, R.step, R.wordStep},
                                LastReader)))
      return false;
    Done += Count;
  }
  return true;
}

/// Whether there is nothing to tell of the innermost of an access's loops.
template <bool IsShared>
bool Checker::tryRow(const Shadow &S, uintptr_t Address, uint64_t Word,
                     const WarprtCheckRounds &R, uint64_t LastReader) {
  const bool AreNeighbours =
      R.step == int64_t(1) << sizeOf(Word) &&
      R.wordStep >> WARPRT_CHECK_THREAD_SHIFT <=
          mask(WARPRT_CHECK_THREAD_BITS) &&
      R.wordStep % (uint64_t(1) << WARPRT_CHECK_THREAD_SHIFT) == 0;
  if (AreNeighbours && checks(CheckRaces))
    return tryNeighbours<IsShared>(S, Address, Word, R, LastReader);
  return tryElements<IsShared>(S, Address, Word, R, LastReader);
}

bool Checker::tryLoops(const WarprtCheckAccesses &A) {
  ElementLoops Loops;
  if (!Loops.take(A))
    return true;
  const Shadow *S = Memory->find(A.address);
  if (!S || !Loops.fit(*S, A) || blockOf(A.word) == 0)
    return false;
  uint64_t Turns[WARPRT_CHECK_LOOPS] = {};
  auto Address = reinterpret_cast<uintptr_t>(A.address);
  uint64_t Word = A.word;
  for (;;) {
    bool IsRight =
        S->IsShared
            ? tryRow<true>(*S, Address, Word, Loops.Rounds[0], Loops.LastReader)
            : tryRow<false>(*S, Address, Word, Loops.Rounds[0],
                            Loops.LastReader);
    if (!IsRight)
      return false;
    unsigned I = 1;
    for (; I < Loops.Count; ++I) {
      const WarprtCheckRounds &R = Loops.Rounds[I];
      auto Step = static_cast<uintptr_t>(R.step);
      Address += Step;
      Word += R.wordStep;
      if (++Turns[I] < R.count)
        break;
      Turns[I] = 0;
      Address -= Step * R.count;
      Word -= R.wordStep * R.count;
    }
    if (I == Loops.Count)
      return true;
  }
}

bool Checker::checkLoop(const WarprtCheckAccesses *Accesses, uint64_t Count,
                        bool AreAll) {
  static thread_local ChangeLog Changes;
  if (!Now.Launch || Count == 0 || !Now.Launch->Others.empty() ||
      HasHandOvers.load(std::memory_order_relaxed))
    return false;
  Now.Changes = &Changes;
  Changes.setMayWriteFirst(AreAll);
  // What is read must have been written before.
  for (uint64_t Kind : {uint64_t(0), Write})
    for (uint64_t I = 0; I < Count; ++I)
      if ((Accesses[I].word & Write) == Kind && !tryLoops(Accesses[I])) {
        Changes.takeBack();
        return false;
      }
  Changes.clear();
  Now.IsInLoop = !AreAll;
  return true;
}

void Checker::endLoop() {
  Now.IsInLoop = false;
  for (const EarlyWrite &W : EarlyWrites)
    if (std::memcmp(reinterpret_cast<const void *>(W.Address), &W.Value,
                    size_t(1) << sizeOf(W.Word)) != 0)
      Reports.race(*Now.Launch, Now.Sites, W.Word, W.Later);
  EarlyWrites.clear();
}

void Checker::written(uintptr_t Address, uint64_t Bytes) {
  auto *S =
      const_cast<Shadow *>(Memory->find(reinterpret_cast<void *>(Address)));
  if (S && Bytes <= S->Base + S->Size - Address)
    S->setWritten(Address, Bytes);
}

/// Calls for each aligned part of a range, of 8 bytes at most, with the
/// logarithm of its size, until it is told not to go on.
template <typename Body>
static void forEachPart(uintptr_t Address, uint64_t Bytes, Body Visit) {
  uintptr_t End = Address + Bytes;
  while (Address < End) {
    uint64_t Log = 3;
    while (Address % (1u << Log) || (1u << Log) > End - Address)
      --Log;
    if (!Visit(Address, Log))
      return;
    Address += size_t(1) << Log;
  }
}

void Checker::range(uintptr_t Address, uint64_t Bytes, uint64_t Word) {
  constexpr uint64_t Size = mask(WARPRT_CHECK_SIZE_BITS)
                            << WARPRT_CHECK_SIZE_SHIFT;
  forEachPart(Address, Bytes, [&](uintptr_t At, uint64_t Log) {
    access(At, (Word & ~Size) | Log << WARPRT_CHECK_SIZE_SHIFT);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Other queues and the host
//===----------------------------------------------------------------------===//

static bool doOverlap(uint64_t A, uint64_t B) {
  return BytesOfFields[fieldsOf(A)] & BytesOfFields[fieldsOf(B)];
}

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
    Scope Here(&Launch, nullptr, 0);
    Now.Sites = nullptr;
    for (const AccessedRows &R : Rows)
      for (size_t Row = 0; Row < R.Height; ++Row) {
        auto At = reinterpret_cast<uintptr_t>(R.Address) + Row * R.Pitch;
        const Shadow *S = Memory->find(reinterpret_cast<void *>(At));
        if (!S)
          continue;
        uint64_t Word = wordOf(Launch, 0, 0) | WARPRT_CHECK_NO_SITE |
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

void Checker::reportAccess(CheckKind Kind, uint64_t Word, const char *What) {
  if (checks(Kind))
    Reports.access(Now.Launch, Now.Sites,
                   Kind == CheckBounds ? "bounds" : "uninit", Word, What);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

WARPRT_EXPORT void warprt_cpu_check_enable(void) { Enabled = true; }

/// When all else of the program has ended, its output included.
[[gnu::destructor]] static void setExitStatus() {
  Checker *C = Checker::get();
  if (!C || !C->found())
    return;
  std::fflush(nullptr);
  _exit(Checker::ExitStatus);
}

WARPRT_EXPORT uint64_t warprt_cpu_check_start(const WarprtCheckSites *Sites,
                                              uint64_t Block) {
  Checker *C = Checker::get();
  return C ? C->start(Sites, Block) : 0;
}

WARPRT_EXPORT void warprt_cpu_check_pass(uint64_t Word, uint32_t Site) {
  if (Checker *C = Checker::get())
    C->pass(Word, Site, 1);
}

WARPRT_EXPORT void warprt_cpu_check_pass_all(uint64_t Word, uint32_t Site,
                                             uint64_t Threads) {
  if (Checker *C = Checker::get())
    C->pass(Word, Site, Threads);
}

WARPRT_EXPORT uint64_t warprt_cpu_check_barrier(uint64_t Word, uint32_t Site) {
  Checker *C = Checker::get();
  return C ? C->barrier(Word, Site) : Word;
}

WARPRT_EXPORT uint64_t warprt_cpu_check_warp(uint64_t Word, uint32_t AllLanes) {
  uint32_t Phase =
      AllLanes ? std::min(phaseOf(Word) + 1, UnknownPhase) : UnknownPhase;
  return (Word & ~(mask(WARPRT_CHECK_PHASE_BITS) << WARPRT_CHECK_PHASE_SHIFT)) |
         uint64_t(Phase) << WARPRT_CHECK_PHASE_SHIFT;
}

WARPRT_EXPORT void warprt_cpu_check_fence(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->fence(Word);
}

WARPRT_EXPORT void warprt_cpu_check_arrive(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->arrive(Word);
}

WARPRT_EXPORT void warprt_cpu_check_waited(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->waited(Word);
}

WARPRT_EXPORT void warprt_cpu_check_call(uint64_t Word) { Now.Word = Word; }
WARPRT_EXPORT uint64_t warprt_cpu_check_callee(void) { return Now.Word; }

WARPRT_EXPORT void warprt_cpu_check_access(const void *Address, uint64_t Word) {
  if (Checker *C = Checker::get())
    C->access(reinterpret_cast<uintptr_t>(Address), Word);
}

WARPRT_EXPORT void warprt_cpu_check_store(const void *Address, uint64_t Word,
                                          uint64_t Value) {
  if (Checker *C = Checker::get())
    C->access(reinterpret_cast<uintptr_t>(Address), Word, &Value);
}

WARPRT_EXPORT void warprt_cpu_check_written(void *Address, uint64_t Bytes) {
  if (Checker *C = Checker::get())
    C->written(reinterpret_cast<uintptr_t>(Address), Bytes);
}

WARPRT_EXPORT void warprt_cpu_check_range(const void *Address, uint64_t Bytes,
                                          uint64_t Word) {
  if (Checker *C = Checker::get())
    C->range(reinterpret_cast<uintptr_t>(Address), Bytes, Word);
}

WARPRT_EXPORT void warprt_cpu_check_reads(const void *Address, uint64_t Count,
                                          int64_t Step, uint64_t Word) {
  if (Checker *C = Checker::get())
    C->reads(reinterpret_cast<uintptr_t>(Address), Count, Step, Word);
}

WARPRT_EXPORT uint32_t warprt_cpu_check_loop(
    const WarprtCheckAccesses *Accesses, uint64_t Count, uint32_t AreAll) {
  Checker *C = Checker::get();
  return !C || C->checkLoop(Accesses, Count, AreAll);
}

WARPRT_EXPORT void warprt_cpu_check_loop_end(void) {
  if (Checker *C = Checker::get())
    C->endLoop();
}

WARPRT_EXPORT void warprt_cpu_check_host(const void *Address, uint64_t Bytes,
                                         uint32_t Kind,
                                         const WarprtCheckSite *Site) {
  if (Checker *C = Checker::get())
    C->hostAccess(reinterpret_cast<uintptr_t>(Address), Bytes, Kind, Site);
}
