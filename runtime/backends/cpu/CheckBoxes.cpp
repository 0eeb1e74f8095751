//===-- runtime/backends/cpu/CheckBoxes.cpp - Loops' accesses -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckBoxes.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckBoxes.h"
#include "backends/cpu/Alignment.h"
#include "backends/cpu/CheckShapes.h"
#include "backends/cpu/CheckWords.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

namespace {

/// A block with more boxes has them looked at elsewhere as soon as two meet,
/// and so has a launch with more bytes in a thread's log.
constexpr size_t MostOfBlock = 256, MostOfLog = size_t(1) << 28;
/// Blocks with more bytes of boxes are not joined.
constexpr size_t MostJoined = 4096;

/// Held where several threads note boxes.
class CellLock {
public:
  CellLock(BoxCell &C, bool IsNeeded) : C(C), IsNeeded(IsNeeded) {
    while (IsNeeded && C.IsLocked.exchange(true, std::memory_order_acquire))
      while (C.IsLocked.load(std::memory_order_relaxed))
        __builtin_ia32_pause();
  }
  ~CellLock() {
    if (IsNeeded)
      C.IsLocked.store(false, std::memory_order_release);
  }
  CellLock(const CellLock &) = delete;
  CellLock &operator=(const CellLock &) = delete;

private:
  BoxCell &C;
  const bool IsNeeded;
};

} // namespace

/// What boxes of the same block allow a box to meet; they are asked where it
/// meets any.
class warprt::cpu::OwnBoxes {
public:
  OwnBoxes(const BoxLog &Log, const WarprtCheckAccesses &Raw,
           const BoxShape &Shape)
      : Log(Log), Raw(Raw), Shape(Shape) {}
  /// Whether one of them read the same, or wrote it, and each other one that
  /// the box meets may be met, too.
  bool haveRead() { return ask().Reads; }
  bool haveWritten() { return ask().Writes; }
  /// Whether a recent one read the same. If not, one may have.
  bool haveReadJustNow();
  /// Whether this one was noted before.
  bool areKnown() const { return IsKnown; }

private:
  OwnBoxes &ask();

  const BoxLog &Log;
  const WarprtCheckAccesses &Raw; ///< with loops of one round
  const BoxShape &Shape;
  bool IsAsked = false, IsRecentAsked = false, IsKnown = false;
  bool Reads = false, Writes = false, RecentReads = false;
};

//===----------------------------------------------------------------------===//
// Boxes of a block
//===----------------------------------------------------------------------===//

/// What has just been stored by itself is soon there only if it is loaded so,
/// not together with its neighbour.
template <typename T> static T loadAlone(const T &From) {
  T Value = From;
  asm("" : "+r"(Value));
  return Value;
}
static WarprtCheckRounds loadAlone(const WarprtCheckRounds &From) {
  return {loadAlone(From.count), loadAlone(From.step),
          loadAlone(From.wordStep)};
}

/// Writes the same without loops of one round.
static void takeLoops(const WarprtCheckAccesses &From,
                      WarprtCheckAccesses &Into) {
  Into.address = From.address;
  Into.word = From.word;
  Into.blockWidth = From.blockWidth;
  Into.blockLoop = 0;
  Into.firstThread = From.firstThread;
  Into.loops = 0;
  for (uint64_t I = 0; I < From.loops; ++I) {
    const bool IsAlongBlocks = From.blockWidth && I == From.blockLoop;
    if (From.rounds[I].count == 1 && !IsAlongBlocks &&
        (Into.loops != 0 || I + 1 < From.loops))
      continue;
    if (IsAlongBlocks)
      Into.blockLoop = Into.loops;
    Into.rounds[Into.loops++] = loadAlone(From.rounds[I]);
  }
}

OwnBoxes &OwnBoxes::ask() {
  if (IsAsked)
    return *this;
  IsAsked = true;
  if (Log.countOfBlock() > MostOfBlock)
    return *this;
  WarprtCheckAccesses A;
  takeLoops(Raw, A);
  bool MayMeetAll = true;
  Log.forEachOfBlock([&](const NotedBox &Old) {
    if (Old.Most <= Shape.Least || Shape.Most <= Old.Least)
      return;
    const WarprtCheckAccesses &B = Old.Accesses;
    const bool AreSame = haveSameShape(A, B);
    if ((A.word | B.word) & Write) {
      const bool SameThreads = isByThreadsOf(A, B);
      bool AreApart = !A.blockWidth && !B.blockWidth &&
                      intervalOf(A.word) != intervalOf(B.word) &&
                      intervalOf(A.word) != MostIntervals;
      MayMeetAll &= SameThreads || AreApart;
    }
    if (!AreSame)
      return;
    IsKnown |= A.word == B.word;
    (B.word & Write ? Writes : Reads) = true;
  });
  Reads &= MayMeetAll;
  Writes &= MayMeetAll;
  return *this;
}

bool OwnBoxes::haveReadJustNow() {
  if (!IsRecentAsked && Log.mayBeRecent(Raw.address)) {
    WarprtCheckAccesses A;
    takeLoops(Raw, A);
    Log.forEachRecent([&](const NotedBox &Old) {
      const WarprtCheckAccesses &B = Old.Accesses;
      if (A.address != B.address || (B.word & Write) || !haveSameShape(A, B))
        return;
      RecentReads = true;
      IsKnown |= A.word == B.word;
    });
  }
  IsRecentAsked = true;
  return RecentReads;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static BoxCell &cellOf(const Shadow &S, uintptr_t Address) {
  return S.Cells[(Address - S.Base) / BoxCell::Bytes];
}

static uint64_t unitsOf(size_t From, size_t End) {
  uint64_t Below = End == BoxCell::Bytes
                       ? ~uint64_t(0)
                       : mask(static_cast<unsigned>(End / BoxCell::Unit));
  return Below & ~mask(static_cast<unsigned>(From / BoxCell::Unit));
}

/// So many times the same, at a distance.
static uint64_t repeatUnits(uint64_t Units, uint64_t Count, uint64_t Distance) {
  uint64_t Done = 1;
  for (; 2 * Done <= Count; Done *= 2)
    Units |= Units << Done * Distance;
  return Done == Count ? Units : Units | Units << (Count - Done) * Distance;
}

/// What was noted of other launches is forgotten.
static void beginCell(BoxCell &C, uint32_t Launch) {
  if (C.Launch == Launch)
    return;
  C.Launch = Launch;
  C.Writes = C.Reads = C.ManyReads = 0;
}

/// Whether the memory of a row in a cell may be accessed, and was written.
static bool isAllowedIn(const Shadow &S, uintptr_t Address, size_t Bytes,
                        uint64_t Word, BoxCell &C, ChangeLog &Changes) {
  if (C.IsWhole.load(std::memory_order_relaxed))
    return true;
  const size_t InLine = (Address - S.Base) % S.lineBytes(),
               Line = (Address - S.Base) / S.lineBytes(),
               Cell = InLine / BoxCell::Bytes * BoxCell::Bytes;
  AccessRun All = {0, 0, static_cast<uint16_t>(Cell),
                   static_cast<uint16_t>(Cell + BoxCell::Bytes)};
  if ((Line + 1) * S.lineBytes() <= S.Size && isWholeAllowed(S, Line, All)) {
    C.IsWhole.store(true, std::memory_order_relaxed);
    return true;
  }
  AccessRun Row = {Word, 0, static_cast<uint16_t>(InLine),
                   static_cast<uint16_t>(InLine + Bytes)};
  return isAllowed(S, Line, Row, Changes);
}

// Of bytes that boxes have written, reads of many are never noted: with both,
// bytes are known elsewhere. With reads as well, nobody has written them.

static bool noteReads(BoxCell &C, uint64_t Units, OwnBoxes &Own) {
  // They may be read in both ways.
  C.Writes &= ~(C.Writes & C.Reads & C.ManyReads & Units);
  const uint64_t Written = C.Writes & Units;
  if (Written && ((Written & C.ManyReads) || !Own.haveWritten()))
    return false;
  const uint64_t Read = C.Reads & Units & ~C.Writes;
  if (Read & ~C.ManyReads && !Own.haveReadJustNow())
    C.ManyReads |= Read;
  C.Reads |= Units;
  return true;
}

static bool noteWrites(BoxCell &C, uint64_t Units, OwnBoxes &Own) {
  if (C.ManyReads & Units || (C.Reads & Units && !Own.haveRead()) ||
      (C.Writes & Units && !Own.haveWritten()))
    return false;
  C.Writes |= Units;
  return true;
}

/// Bytes of a cell.
static bool noteUnits(const Shadow &S, BoxCell &C, uintptr_t From,
                      uintptr_t End, uint64_t Word, OwnBoxes &Own) {
  const size_t At = (From - S.Base) % BoxCell::Bytes;
  return (Word & Write ? noteWrites
                       : noteReads)(C, unitsOf(At, At + (End - From)), Own);
}

static bool leaveUnits(BoxCell &C, uint64_t Units, bool IsWrite) {
  const uint64_t Left = C.Writes & C.ManyReads;
  if (C.Writes & Units & ~Left)
    return false;
  const uint64_t ReadHere = C.Reads & Units & ~Left;
  if (IsWrite) {
    if (ReadHere)
      return false;
    C.Reads &= ~Units;
    C.Writes |= Units;
  } else {
    // Others that boxes have not read either are left, too.
    uint64_t New = Units & ~Left & ~ReadHere;
    C.Writes |= New;
    C.Reads |= New;
  }
  C.ManyReads |= Units;
  return true;
}

//===----------------------------------------------------------------------===//
// Logs
//===----------------------------------------------------------------------===//

void ByteList::grow(size_t Bytes) {
  const size_t More = std::max<size_t>({Used + Bytes, 2 * Room, 4096});
  std::unique_ptr<char[]> New(new char[More]);
  if (Used)
    std::memcpy(New.get(), Memory.get(), Used);
  Memory = std::move(New);
  Room = More;
}

void BoxLog::clear() {
  Data.shrink(0);
  OfBlock = CountOfBlock = Block = 0;
  RunBlocks = InVain = 0;
  forgetRecent();
}

static uint64_t elementsOf(const WarprtCheckAccesses &A) {
  uint64_t Elements = 1;
  for (uint64_t I = 0; I < A.loops; ++I)
    Elements *= A.rounds[I].count;
  return Elements;
}

/// Whether two boxes go the same ways, but for the last one of the run's.
static bool haveSameRounds(const WarprtCheckAccesses &Old,
                           const WarprtCheckAccesses &New) {
  uint64_t Apart = (New.blockWidth ^ Old.blockWidth) |
                   (New.blockLoop ^ Old.blockLoop) |
                   (New.firstThread ^ Old.firstThread);
  for (uint64_t I = 0; I < New.loops; ++I) {
    const WarprtCheckRounds &A = Old.rounds[I], B = loadAlone(New.rounds[I]);
    Apart |= (A.count ^ B.count) | uint64_t(A.step ^ B.step) |
             (A.wordStep ^ B.wordStep);
  }
  return Apart == 0;
}

/// Whether a box begins a run with that of the block before.
static bool beginsRun(const WarprtCheckAccesses &Old,
                      const WarprtCheckAccesses &New, uint64_t &Apart) {
  const uint64_t Here = New.word - Old.word;
  if (!Apart)
    Apart = Here;
  // Entering rows of blocks takes another loop.
  return Here == Apart && New.word > Old.word &&
         Here % (uint64_t(1) << WARPRT_CHECK_BLOCK_SHIFT) == 0 &&
         New.loops <= WARPRT_CHECK_LOOPS - 2 && Old.loops == New.loops &&
         haveSameRounds(Old, New);
}

/// Whether it is what follows in a run of so many blocks.
static bool continuesRun(const WarprtCheckAccesses &Old,
                         const WarprtCheckAccesses &New, uint64_t Blocks) {
  // More are entered one by one.
  constexpr uint64_t MostElements = uint64_t(1) << 18;
  const WarprtCheckRounds &Run = Old.rounds[Old.loops - 1];
  return New.word == Old.word + Blocks * Run.wordStep &&
         reinterpret_cast<uintptr_t>(New.address) ==
             reinterpret_cast<uintptr_t>(Old.address) +
                 Blocks * static_cast<uintptr_t>(Run.step) &&
         Old.loops == New.loops + 1 && haveSameRounds(Old, New) &&
         (Blocks & (Blocks - 1) || elementsOf(Old) < MostElements);
}

/// Whether the newest block does what those of the run do.
bool BoxLog::mayJoin(uint64_t &Apart) const {
  size_t Old = Run, New = RunEnd;
  while (Old < RunEnd && New < Data.size()) {
    auto &OldBox = *reinterpret_cast<const NotedBox *>(Data.data() + Old);
    auto &NewBox = *reinterpret_cast<const NotedBox *>(Data.data() + New);
    const WarprtCheckAccesses &A = OldBox.Accesses, &B = NewBox.Accesses;
    if (RunBlocks == 1 ? !beginsRun(A, B, Apart)
                       : !continuesRun(A, B, RunBlocks))
      return false;
    Old += OldBox.size();
    New += NewBox.size();
  }
  return Old == RunEnd && New == Data.size();
}

/// A block is over: its boxes become part of those before, or begin a run.
void BoxLog::joinBlock() {
  constexpr unsigned MostInVain = 16;
  if (OfBlock == Data.size() || !JoinsBlocks || InVain > MostInVain ||
      Data.size() - OfBlock > MostJoined / 2)
    return;
  uint64_t Apart = 0;
  const bool IsAlone = !RunBlocks || RunEnd != OfBlock;
  if (IsAlone || !mayJoin(Apart)) {
    InVain += !IsAlone;
    Run = OfBlock;
    RunEnd = Data.size();
    RunBlocks = 1;
    return;
  }
  InVain -= InVain != 0;
  // With one more loop than the first block's, they take less than those of
  // two blocks.
  alignas(NotedBox) char Joined[MostJoined];
  size_t Old = Run, New = RunEnd, Into = 0;
  const bool IsFirst = RunBlocks == 1;
  while (Old < RunEnd) {
    auto *OldBox = reinterpret_cast<NotedBox *>(Data.data() + Old);
    auto *NewBox = reinterpret_cast<NotedBox *>(Data.data() + New);
    Old += OldBox->size();
    New += NewBox->size();
    WarprtCheckAccesses &A = OldBox->Accesses;
    OldBox->Least = std::min(OldBox->Least, NewBox->Least);
    OldBox->Most = std::max(OldBox->Most, NewBox->Most);
    if (!IsFirst) {
      ++A.rounds[A.loops - 1].count;
      continue;
    }
    auto *Box = reinterpret_cast<NotedBox *>(Joined + Into);
    std::memcpy(Joined + Into, OldBox, OldBox->size());
    Box->Accesses.rounds[Box->Accesses.loops++] = {
        2,
        static_cast<const char *>(NewBox->Accesses.address) -
            static_cast<const char *>(A.address),
        Apart};
    Into += Box->size();
  }
  if (IsFirst) {
    std::memcpy(Data.data() + Run, Joined, Into);
    RunEnd = Run + Into;
  }
  Data.shrink(RunEnd);
  ++RunBlocks;
}

void BoxLog::setBlock(uint32_t Number) {
  if (Block == Number)
    return;
  joinBlock();
  Block = Number;
  OfBlock = Data.size();
  forgetRecent();
  CountOfBlock = 0;
}

void BoxLog::beginLoop() {
  Recent = OfLoop;
  OfLoop = Data.size();
  RecentPlaces = std::exchange(LoopPlaces, 0);
}

void BoxLog::add(uintptr_t Least, uintptr_t Most,
                 const WarprtCheckAccesses &A) {
  const size_t Before = Data.size();
  auto *Into =
      reinterpret_cast<NotedBox *>(Data.extend(NotedBox::size(A.loops)));
  Into->Least = Least;
  Into->Most = Most;
  takeLoops(A, Into->Accesses);
  Data.shrink(Before + Into->size());
  LoopPlaces |= placeBit(A.address);
  ++CountOfBlock;
}

void BoxLog::shrink(size_t Bytes) {
  // No more boxes of this block will come.
  Data.shrink(Bytes);
  OfBlock = Bytes;
  forgetRecent();
  CountOfBlock = 0;
}

static std::mutex SpareLock;
static BoxLogs Spare;

void warprt::cpu::giveBack(BoxLogs Logs) {
  constexpr size_t MostSpare = 64;
  std::lock_guard<std::mutex> Guard(SpareLock);
  for (auto &Log : Logs)
    if (Spare.size() < MostSpare) {
      Log->clear();
      Spare.push_back(std::move(Log));
    }
}

static std::unique_ptr<BoxLog> takeSpare() {
  std::lock_guard<std::mutex> Guard(SpareLock);
  if (Spare.empty())
    return std::make_unique<BoxLog>();
  std::unique_ptr<BoxLog> Log = std::move(Spare.back());
  Spare.pop_back();
  Log->noteReused();
  return Log;
}

//===----------------------------------------------------------------------===//
// Boxes of a launch
//===----------------------------------------------------------------------===//

void LaunchBoxes::begin(uint32_t FirstNumber, bool Use) {
  std::lock_guard<std::mutex> Guard(Lock);
  giveBack(std::exchange(Logs, {}));
  static std::atomic<uint64_t> Runs{0};
  Number = FirstNumber;
  Run = ++Runs;
  AreShared.store(false);
  AreUsed.store(Use && FirstNumber, std::memory_order_release);
}

BoxLog *LaunchBoxes::addLog() {
  std::lock_guard<std::mutex> Guard(Lock);
  // Another thread may be looking at cells as if it were alone.
  for (auto &Log : Logs)
    Log->Lock.lock();
  AreShared.store(!Logs.empty());
  for (auto &Log : Logs)
    Log->Lock.unlock();
  return Logs.emplace_back(takeSpare()).get();
}

BoxLogs LaunchBoxes::takeLogs() {
  std::lock_guard<std::mutex> Guard(Lock);
  AreUsed.store(false);
  return std::exchange(Logs, {});
}

/// Whether nothing is to be told of a row. \p Meet is asked about those of its
/// bytes in a cell of which others have accessed some.
template <bool IsWrite, typename Meeting>
bool LaunchBoxes::noteRow(const Shadow &S, uintptr_t Row, uint64_t Bytes,
                          uint64_t Word, ChangeLog &Changes,
                          Meeting Meet) const {
  const bool MustLock = AreShared.load(std::memory_order_relaxed);
  for (uintptr_t At = Row, End = Row + Bytes; At < End;) {
    const size_t From = (At - S.Base) % BoxCell::Bytes,
                 To = std::min<size_t>(BoxCell::Bytes, From + (End - At));
    const uint64_t Units = unitsOf(From, To);
    BoxCell &C = cellOf(S, At);
    CellLock Held(C, MustLock);
    beginCell(C, Number);
    if (!isAllowedIn(S, At, To - From, Word, C, Changes))
      return false;
    const uint64_t Met = IsWrite ? C.Writes | C.Reads | C.ManyReads
                                 : C.Writes | (C.Reads & ~C.ManyReads);
    if (Met & Units) {
      if (!Meet(C, At, At + To - From))
        return false;
    } else {
      (IsWrite ? C.Writes : C.Reads) |= Units;
    }
    At += To - From;
  }
  return true;
}

/// Likewise of rows at equal distances, of which several are in a cell.
bool LaunchBoxes::noteRows(const Shadow &S, uintptr_t First, uint64_t Bytes,
                           BoxShape::Dimension Rows, uint64_t Word,
                           OwnBoxes &Own, ChangeLog &Changes) const {
  const bool MustLock = AreShared.load(std::memory_order_relaxed);
  uintptr_t At = First;
  for (uint64_t Left = Rows.Count; Left;) {
    BoxCell &C = cellOf(S, At);
    CellLock Held(C, MustLock);
    beginCell(C, Number);
    const size_t From = (At - S.Base) % BoxCell::Bytes;
    const uint64_t Here = std::min<uint64_t>(
        Left, (BoxCell::Bytes - From + Rows.Step - 1) / Rows.Step);
    const uint64_t Units = repeatUnits(unitsOf(From, From + Bytes), Here,
                                       Rows.Step / BoxCell::Unit);
    for (uint64_t I = 0; I < Here && !C.IsWhole.load(std::memory_order_relaxed);
         ++I)
      if (!isAllowedIn(S, At + I * Rows.Step, Bytes, Word, C, Changes))
        return false;
    Left -= Here;
    At += Here * Rows.Step;
    if (!(Word & Write ? noteWrites : noteReads)(C, Units, Own))
      return false;
  }
  return true;
}

/// Whether nothing is to be told of a box.
bool LaunchBoxes::noteShape(const Shadow &S, const BoxShape &Shape,
                            uint64_t Word, OwnBoxes &Own,
                            ChangeLog &Changes) const {
  auto Meet = [&](BoxCell &C, uintptr_t From, uintptr_t End) {
    return noteUnits(S, C, From, End, Word, Own);
  };
  // Rows at a distance are not seen to come: neither what is known of them, nor
  // what the loop reads then.
  constexpr uint64_t MostBytes = 1 << 15, LineBytes = 64, RowsAhead = 4;
  uint64_t Bytes = Shape.RowBytes;
  for (unsigned I = 0; I < Shape.Count; ++I)
    Bytes *= Shape.Rows[I].Count;
  const uintptr_t Ahead = Shape.Count ? RowsAhead * Shape.Rows[0].Step : 0;
  const bool Fetches = Ahead && Bytes <= MostBytes && !(Word & Write);
  auto NoteRow = [&](uintptr_t Row) {
    if (Ahead)
      __builtin_prefetch(&cellOf(S, Row + Ahead), /*rw=*/1);
    if (Fetches)
      for (uintptr_t At = Row; At < Row + Shape.RowBytes; At += LineBytes)
        __builtin_prefetch(reinterpret_cast<const void *>(At));
    return Word & Write
               ? noteRow<true>(S, Row, Shape.RowBytes, Word, Changes, Meet)
               : noteRow<false>(S, Row, Shape.RowBytes, Word, Changes, Meet);
  };
  if (Shape.Count == 0)
    return NoteRow(Shape.Least);
  auto NoteRows = [&](uintptr_t First) {
    return noteRows(S, First, Shape.RowBytes, Shape.Rows[0], Word, Own,
                    Changes);
  };
  // None of them is in two cells.
  const bool AreClose =
      Shape.Rows[0].Step <= BoxCell::Bytes / 2 &&
      BoxCell::Bytes % Shape.RowBytes == 0 &&
      (Shape.Least - S.Base) % Shape.RowBytes == 0 &&
      std::all_of(Shape.Rows, Shape.Rows + Shape.Count, [&](const auto &Rows) {
        return Rows.Step % Shape.RowBytes == 0;
      });
  return AreClose ? Shape.forEachRow(NoteRows, 1) : Shape.forEachRow(NoteRow);
}

/// A box that is to be noted.
struct LaunchBoxes::NewBox {
  const WarprtCheckAccesses *A;
  BoxShape Shape;
  const Shadow *S = nullptr;

  /// False: it has to be looked at elsewhere, unless it is empty.
  bool take(const CheckedMemory &Memory, const WarprtCheckAccesses &New) {
    A = &New;
    if (!Shape.take(New) || Shape.IsEmpty ||
        uint64_t(1) << sizeOf(New.word) < BoxCell::Unit)
      return false;
    S = Memory.find(reinterpret_cast<void *>(Shape.Least));
    return S && !S->IsShared && Shape.fit(*S);
  }
  /// Whether both are rows that are one together, as those of rounds that all
  /// threads have and those of the round that the first ones have are.
  bool isOneRowWith(const NewBox &Other) const {
    if (Shape.Count || Other.Shape.Count || S != Other.S ||
        sizeOf(A->word) != sizeOf(Other.A->word))
      return false;
    return A->word & Write ? Shape.Least == Other.Shape.Most ||
                                 Other.Shape.Least == Shape.Most
                           : Shape.Least <= Other.Shape.Most &&
                                 Other.Shape.Least <= Shape.Most;
  }
};

bool LaunchBoxes::noteOne(BoxLog &Log, const NewBox &New,
                          ChangeLog &Changes) const {
  if (Log.bytes() >= MostOfLog)
    return false;
  OwnBoxes Own(Log, *New.A, New.Shape);
  if (!noteShape(*New.S, New.Shape, New.A->word, Own, Changes))
    return false;
  if (!Own.areKnown())
    Log.add(New.Shape.Least, New.Shape.Most, *New.A);
  return true;
}

/// Likewise two that are one row: cells are looked at once.
bool LaunchBoxes::noteBoth(BoxLog &Log, const NewBox &First,
                           const NewBox &Second, ChangeLog &Changes) const {
  if (Log.bytes() >= MostOfLog)
    return false;
  const Shadow &S = *First.S;
  OwnBoxes OfFirst(Log, *First.A, First.Shape),
      OfSecond(Log, *Second.A, Second.Shape);
  auto MeetOne = [&](BoxCell &C, uintptr_t From, uintptr_t End,
                     const NewBox &New, OwnBoxes &Own) {
    From = std::max(From, New.Shape.Least);
    End = std::min(End, New.Shape.Most);
    return From >= End || noteUnits(S, C, From, End, New.A->word, Own);
  };
  auto Meet = [&](BoxCell &C, uintptr_t From, uintptr_t End) {
    return MeetOne(C, From, End, First, OfFirst) &&
           MeetOne(C, From, End, Second, OfSecond);
  };
  const uintptr_t Least = std::min(First.Shape.Least, Second.Shape.Least);
  const uint64_t Bytes = std::max(First.Shape.Most, Second.Shape.Most) - Least;
  const uint64_t Word = First.A->word;
  if (!(Word & Write ? noteRow<true>(S, Least, Bytes, Word, Changes, Meet)
                     : noteRow<false>(S, Least, Bytes, Word, Changes, Meet)))
    return false;
  if (!OfFirst.areKnown())
    Log.add(First.Shape.Least, First.Shape.Most, *First.A);
  if (!OfSecond.areKnown())
    Log.add(Second.Shape.Least, Second.Shape.Most, *Second.A);
  return true;
}

/// Those that read, or that write.
bool LaunchBoxes::noteKind(BoxLog &Log, const CheckedMemory &Memory,
                           const WarprtCheckAccesses *All, uint64_t Count,
                           uint64_t Kind, ChangeLog &Changes) const {
  NewBox Boxes[2], *Before = nullptr;
  for (uint64_t I = 0; I < Count; ++I) {
    if ((All[I].word & Write) != Kind ||
        All[I].rounds[All[I].loops - 1].count == 0 ||
        Memory.isShared(All[I].address))
      continue;
    NewBox &New = Boxes[Before == Boxes];
    if (!New.take(Memory, All[I])) {
      if (New.Shape.IsEmpty)
        continue;
      return false;
    }
    const bool AreOne = Before && Before->isOneRowWith(New);
    if (Before && !(AreOne ? noteBoth(Log, *Before, New, Changes)
                           : noteOne(Log, *Before, Changes)))
      return false;
    Before = AreOne ? nullptr : &New;
  }
  return !Before || noteOne(Log, *Before, Changes);
}

bool LaunchBoxes::note(BoxLog &Log, const CheckedMemory &Memory,
                       const WarprtCheckAccesses *All, uint64_t Count,
                       ChangeLog &Changes) const {
  const uint32_t Block = blockOf(All->word);
  if (!Block)
    return false;
  Log.setBlock(Block);
  Log.beginLoop();
  const size_t Before = Log.bytes();
  // What is read must have been written before.
  if (noteKind(Log, Memory, All, Count, 0, Changes) &&
      noteKind(Log, Memory, All, Count, Write, Changes))
    return true;
  // Bits of cells are of no more use.
  Log.shrink(Before);
  return false;
}

bool LaunchBoxes::leave(const Shadow &S, uintptr_t Address, size_t Bytes,
                        bool IsWrite) const {
  BoxCell &C = cellOf(S, Address);
  const size_t From = (Address - S.Base) % BoxCell::Bytes,
               End = alignTo(From + Bytes, BoxCell::Unit);
  CellLock Held(C, AreShared.load(std::memory_order_relaxed));
  beginCell(C, Number);
  return leaveUnits(C, unitsOf(From, End), IsWrite);
}
