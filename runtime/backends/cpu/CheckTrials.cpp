//===-- runtime/backends/cpu/CheckTrials.cpp - Accesses of a loop ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All accesses of a loop are looked at before it. Where there is something to
// tell, nothing of it remains, and the loop's own checks tell it.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckGranules.h"
#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include "backends/cpu/Checker.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

/// Calls for each place that the loops lead to, until it is told to stop.
template <typename Body>
static bool forEachRound(const WarprtCheckRounds *Rounds, unsigned Count,
                         uintptr_t Address, uint64_t Word, Body Visit) {
  uint64_t Turns[WARPRT_CHECK_LOOPS] = {};
  for (;;) {
    if (!Visit(Address, Word))
      return false;
    unsigned I = 0;
    for (; I < Count; ++I) {
      const WarprtCheckRounds &R = Rounds[I];
      auto Step = static_cast<uintptr_t>(R.step);
      Address += Step;
      Word += R.wordStep;
      if (++Turns[I] < R.count)
        break;
      Turns[I] = 0;
      Address -= Step * R.count;
      Word -= R.wordStep * R.count;
    }
    if (I == Count)
      return true;
  }
}

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

/// Calls for the accesses of each block, or of several that all have the same,
/// until it is told to stop. There is room for another loop.
template <typename Body>
static bool forEachBlock(const WarprtCheckAccesses &A, Body Visit) {
  constexpr uint64_t Thread = uint64_t(1) << WARPRT_CHECK_THREAD_SHIFT,
                     Block = uint64_t(1) << WARPRT_CHECK_BLOCK_SHIFT;
  const WarprtCheckRounds Row = A.rounds[A.blockLoop];
  const uint64_t Width = A.blockWidth;
  uint64_t X = A.firstThread;
  for (uint64_t Done = 0; Done < Row.count;) {
    WarprtCheckAccesses Piece = A;
    const uint64_t At = X % Width, Left = Row.count - Done;
    const uint64_t Blocks = At == 0 && Left >= Width ? Left / Width : 1,
                   Threads = std::min(Left, Width - At);
    Piece.address =
        reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(A.address) +
                                       static_cast<uintptr_t>(Row.step) * Done);
    Piece.word = A.word + X / Width * Block + At * Thread;
    Piece.blockWidth = 0;
    Piece.rounds[A.blockLoop] = {Threads, Row.step, Thread};
    if (Blocks > 1)
      Piece.rounds[Piece.loops++] = {
          Blocks, static_cast<int64_t>(Width) * Row.step, Block};
    if (!Visit(Piece))
      return false;
    Done += Blocks * Threads;
    X += Blocks * Threads;
  }
  return true;
}

bool Checker::tryLoops(const WarprtCheckAccesses &A) {
  if (A.blockWidth)
    return blockOf(A.word) != 0 &&
           forEachBlock(A, [&](const WarprtCheckAccesses &Piece) {
             return tryLoops(Piece);
           });
  ElementLoops Loops;
  if (!Loops.take(A))
    return true;
  const Shadow *S = Memory->find(A.address);
  if (!S || !Loops.fit(*S, A) || blockOf(A.word) == 0)
    return false;
  const WarprtCheckRounds &Row = Loops.Rounds[0];
  return forEachRound(
      Loops.Rounds + 1, Loops.Count - 1, reinterpret_cast<uintptr_t>(A.address),
      A.word, [&](uintptr_t Address, uint64_t Word) {
        return S->IsShared
                   ? tryRow<true>(*S, Address, Word, Row, Loops.LastReader)
                   : tryRow<false>(*S, Address, Word, Row, Loops.LastReader);
      });
}

/// Whether there is nothing to tell of those accesses that are to memory of the
/// block, or of all others.
bool Checker::tryAll(const WarprtCheckAccesses *Accesses, uint64_t Count,
                     bool AreShared) {
  // What is read must have been written before.
  for (uint64_t Kind : {uint64_t(0), Write})
    for (uint64_t I = 0; I < Count; ++I)
      if ((Accesses[I].word & Write) == Kind &&
          Memory->isShared(Accesses[I].address) == AreShared &&
          !tryLoops(Accesses[I]))
        return false;
  return true;
}

/// Likewise of memory of the block. The calling thread changes what is known of
/// it alone.
bool Checker::tryShared(const WarprtCheckAccesses *Accesses, uint64_t Count) {
  if (Now.OfBlock && checks(CheckRaces)) {
    ChangeLog &Changes = *Now.Changes;
    if (Now.OfBlock->note(*Memory, Accesses, Count, Changes))
      return true;
    Changes.takeBack();
    leaveShared(Accesses->word);
  }
  return tryAll(Accesses, Count, /*AreShared=*/true);
}

bool Checker::checkLoop(const WarprtCheckAccesses *Accesses, uint64_t Count,
                        bool AreAll) {
  if (!Now.Launch || Count == 0 || !Now.Launch->Others.empty() ||
      HasHandOvers.load(std::memory_order_relaxed))
    return false;
  ChangeLog &Changes = ownLog<LogUse::Loop>(),
            &BoxChanges = ownLog<LogUse::Boxes>();
  Now.Changes = &Changes;
  Changes.setMayWriteFirst(AreAll);
  BoxChanges.setMayWriteFirst(AreAll);
  if (Now.OfBlock)
    Now.OfBlock->beginLoop();
  const auto SharedCount = static_cast<uint64_t>(
      std::count_if(Accesses, Accesses + Count, [&](const auto &A) {
        return Memory->isShared(A.address);
      }));
  bool IsRight = SharedCount == 0 || tryShared(Accesses, Count);
  if (IsRight && SharedCount < Count &&
      !noteBoxes(Accesses, Count, BoxChanges)) {
    BoxChanges.takeBack();
    endBoxes(*Now.Launch);
    IsRight = tryAll(Accesses, Count, /*AreShared=*/false);
  }
  BoxChanges.clear();
  if (!IsRight) {
    Changes.takeBack();
    if (Now.OfBlock)
      Now.OfBlock->takeBackLoop();
    return false;
  }
  Changes.clear();
  Now.IsInLoop = !AreAll;
  return true;
}

void Checker::endLoop() {
  Now.IsInLoop = false;
  for (const EarlyWrite &W : EarlyWrites)
    if (!hasValue(W.Address, W.Word, W.Value))
      Reports.race(*Now.Launch, Now.Sites, W.Word, W.Later);
  EarlyWrites.clear();
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {

/// The calling thread enters what a launch has done.
class EnteringThread {
public:
  EnteringThread(CheckedLaunch &Launch, const WarprtCheckSites *Sites) {
    Now.Launch = &Launch;
    Now.Sites = Sites;
    Now.IsInLoop = false;
  }
  ~EnteringThread() { Now = Outer; }
  EnteringThread(const EnteringThread &) = delete;
  EnteringThread &operator=(const EnteringThread &) = delete;

private:
  const CheckedThread Outer = Now;
};

} // namespace

bool Checker::noteBoxes(const WarprtCheckAccesses *Accesses, uint64_t Count,
                        ChangeLog &Changes) {
  LaunchBoxes &Boxes = Now.Launch->Boxes;
  if (!Boxes.areUsed())
    return false;
  if (Now.BoxesRun != Boxes.run()) {
    Now.Boxes = Boxes.addLog();
    Now.BoxesRun = Boxes.run();
  }
  std::lock_guard<SpinLock> Guard(Now.Boxes->Lock);
  return Boxes.areUsed() &&
         Boxes.note(*Now.Boxes, *Memory, Accesses, Count, Changes);
}

/// Whether a single access is known as a box now. Few are in each block, as the
/// one that stores a sum, while there are boxes of other launches: those would
/// have to be entered to the shadows before it.
bool Checker::isBox(uintptr_t Address, uint64_t Word) {
  constexpr unsigned MostSingles = 4;
  const size_t Bytes = size_t(1) << sizeOf(Word);
  if (!HasFormer.load(std::memory_order_relaxed) || (Word & Atomic) ||
      Bytes < BoxCell::Unit || Address % Bytes || Now.IsInLoop ||
      HasHandOvers.load(std::memory_order_relaxed))
    return false;
  if (std::exchange(Now.SinglesIn, blockOf(Word)) != blockOf(Word))
    Now.Singles = 0;
  if (Now.Singles++ >= MostSingles)
    return false;
  WarprtCheckAccesses A = {};
  A.address = reinterpret_cast<const void *>(Address);
  A.word = Word;
  A.loops = 1;
  A.rounds[0] = {1, 0, 0};
  ChangeLog &Changes = ownLog<LogUse::Boxes>();
  const bool IsNoted = noteBoxes(&A, 1, Changes);
  if (!IsNoted) {
    Changes.takeBack();
    endBoxes(*Now.Launch);
  }
  Changes.clear();
  return IsNoted;
}

/// The running launch accesses bytes that no loop has described. False if that
/// is to be looked at elsewhere.
bool Checker::isKnownInBoxes(const Shadow &S, uintptr_t Address, size_t Bytes,
                             uint64_t Word) {
  if (isBox(Address, Word))
    return true;
  if (!Now.Launch->Boxes.areUsed())
    return false;
  if (HasFormer.load(std::memory_order_relaxed))
    enterFormerBoxes();
  if (!Now.Launch->Boxes.leave(S, Address, Bytes, Word & (Write | Atomic)))
    endBoxes(*Now.Launch);
  return false;
}

/// Enters a box's accesses to the shadows, as the calling thread's launch.
void Checker::enterBox(const WarprtCheckAccesses &A) {
  if (A.blockWidth) {
    forEachBlock(A, [&](const WarprtCheckAccesses &Piece) {
      enterBox(Piece);
      return true;
    });
    return;
  }
  ChangeLog Changes, *Outer = Now.Changes;
  Now.Changes = &Changes;
  const bool IsRight = tryLoops(A);
  if (!IsRight)
    Changes.takeBack();
  Changes.clear();
  Now.Changes = Outer;
  if (IsRight)
    return;
  ElementLoops Loops;
  Loops.take(A);
  forEachRound(Loops.Rounds, Loops.Count,
               reinterpret_cast<uintptr_t>(A.address), A.word,
               [&](uintptr_t Address, uint64_t Word) {
                 enterElement(Address, Word);
                 if (Loops.LastReader)
                   enterElement(Address, Word + Loops.LastReader);
                 return true;
               });
}

void Checker::enterElement(uintptr_t Address, uint64_t Word) {
  const Shadow *S = Memory->find(reinterpret_cast<void *>(Address));
  if (!S)
    return;
  const size_t Granule = S->granule(Address),
               At = (Address - S->Base) % Shadow::Granule;
  // It may have been freed since.
  if (S->Valid[Granule] <= At)
    return;
  Word |= At << WARPRT_CHECK_OFFSET_SHIFT;
  if (S->IsShared)
    compare<true, false>(*S, Granule, Word, nullptr);
  else
    compare<false, false>(*S, Granule, Word, nullptr);
}

/// From now on up to the next barrier, all accesses to the block's memory are
/// entered to the shadows.
void Checker::leaveShared(uint64_t Word) {
  Now.OfBlock->leaveTrace(*Memory);
  Now.OfBlock->leave(Word, [&](const WarprtCheckAccesses &A) { enterBox(A); });
}

/// From now on, all accesses of the launch are entered to the shadows.
void Checker::endBoxes(CheckedLaunch &Launch) {
  if (!Launch.Boxes.areUsed())
    return;
  enterFormerBoxes();
  EnteringThread Here(Launch, Launch.Sites);
  Launch.Boxes.end([&](const WarprtCheckAccesses &A) { enterBox(A); });
}

/// A launch is over.
void Checker::keepBoxes(CheckedLaunch &Launch) {
  if (!Launch.Boxes.areUsed())
    return;
  BoxLogs Logs = Launch.Boxes.takeLogs();
  FormerWorkRef Work = Unwaited.find(Launch.First);
  if (!Work) {
    giveBack(std::move(Logs));
    return;
  }
  std::lock_guard<std::mutex> Guard(FormerLock);
  Former.push_back({std::move(Work), std::move(Logs)});
  HasFormer.store(true);
}

void Checker::forgetWaitedBoxes() {
  std::lock_guard<std::mutex> Guard(FormerLock);
  std::erase_if(Former, [&](FormerBoxes &F) {
    bool IsWaited = !Unwaited.find(F.Work->First);
    if (IsWaited)
      giveBack(std::move(F.Logs));
    return IsWaited;
  });
  HasFormer.store(!Former.empty());
}

/// Before anybody looks at shadows. The oldest come first.
void Checker::enterFormerBoxes() {
  if (!HasFormer.load())
    return;
  forgetWaitedBoxes();
  std::lock_guard<std::mutex> Guard(FormerLock);
  for (FormerBoxes &F : Former) {
    CheckedLaunch Launch(F.Work->Kernel, F.Work->Grid);
    Launch.First.store(F.Work->First);
    Launch.Numbers.store(F.Work->Count);
    EnteringThread Here(Launch, F.Work->Sites);
    for (auto &Log : F.Logs)
      Log->forEach([&](const NotedBox &Box) { enterBox(Box.Accesses); });
    giveBack(std::move(F.Logs));
  }
  Former.clear();
  HasFormer.store(false);
}
