//===-- runtime/backends/cpu/CheckLanes.cpp - Accesses of a warp ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckLanes.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckLanes.h"
#include "backends/cpu/CheckShapes.h"
#include "backends/cpu/CheckWords.h"
#include <algorithm>
#include <memory>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

constinit thread_local LaneQuestion *warprt::cpu::KnownLanes;

LaneQuestion &warprt::cpu::makeLanes() {
  static thread_local std::unique_ptr<LaneQuestion> Owner;
  Owner = std::make_unique<LaneQuestion>();
  KnownLanes = Owner.get();
  return *KnownLanes;
}

/// The rounds of a lane that has not those of the one before: one of the loops
/// has a round less from here on.
bool LaneQuestion::takeRounds(Said &A, const LaneRounds &Rounds) const {
  if (Rounds.isLike(A.Rounds))
    return true;
  LaneRounds Fewer = A.Rounds;
  for (unsigned I = 0; I < WARPRT_CHECK_LANE_LOOPS; ++I)
    if (Rounds.Counts[I] + 1 == A.Rounds.Counts[I]) {
      A.LastLoop = I;
      --Fewer.Counts[I];
    }
  if (A.LastLanes || !Rounds.isLike(Fewer))
    return false;
  A.Rounds = Fewer;
  A.LastLanes = Lanes;
  return true;
}

void LaneQuestion::addOther(const void *Address, uint64_t Word,
                            const LaneRounds &Rounds) {
  const auto *Here = static_cast<const char *>(Address);
  if (Next == 0 && words::threadOf(Word) % Warp == 0) {
    Count = Lanes = 0;
    AreRight = true;
  }
  if (Lanes == 0) {
    AreRight &= Next < Most;
    if (!AreRight)
      return;
    All[Next++] = {Here, Word + Thread, 0, Rounds, 0, 0};
    Count = Next;
    return;
  }
  AreRight &= Next < Count;
  if (!AreRight)
    return;
  Said &A = All[Next++];
  if (Lanes == 1) {
    A.Step = Here - A.Here;
    A.Here = Here;
  }
  AreRight = Here == A.Here && Word == A.Word && takeRounds(A, Rounds);
  A.Here += A.Step;
  A.Word += Thread;
}

/// The rounds that all lanes have, or the last ones of the first lanes. By now,
/// what is to come next is known of each.
void LaneQuestion::addBox(const Said &A, bool IsLast) {
  WarprtCheckAccesses &Box = Boxes[BoxCount++];
  const char *Address = A.Here - Warp * A.Step;
  Box.word = A.Word - Warp * Thread;
  Box.blockWidth = Box.blockLoop = Box.firstThread = 0;
  Box.loops = 0;
  for (unsigned I = 0; I < WARPRT_CHECK_LANE_LOOPS; ++I) {
    WarprtCheckRounds Rounds = {A.Rounds.Counts[I], A.Rounds.Steps[I], 0};
    if (IsLast && I == A.LastLoop) {
      Address += static_cast<int64_t>(Rounds.count) * Rounds.step;
      Rounds.count = 1;
    }
    if (Rounds.count != 1)
      Box.rounds[Box.loops++] = Rounds;
  }
  Box.address = Address;
  Box.rounds[Box.loops++] = {IsLast ? A.LastLanes : Warp, A.Step, Thread};
}

/// Whether the box at \p New may be made together with those before it, as far
/// as one sees.
bool LaneQuestion::mayJoin(unsigned New, const BoxShape *Shapes) const {
  const WarprtCheckAccesses &A = Boxes[New];
  if (A.word & Write && !Shapes[New].hasApartRows())
    return false;
  bool IsRead = false; // before it is written
  for (unsigned I = 0; I < New; ++I) {
    const WarprtCheckAccesses &B = Boxes[I];
    IsRead |= !(B.word & Write) && haveSameShape(A, B);
    if (!((A.word | B.word) & Write) || Shapes[New].isApartFrom(Shapes[I]))
      continue;
    if (!isByThreadsOf(A, B) || (!(A.word & Write) && !IsRead))
      return false;
  }
  return true;
}

bool LaneQuestion::describe() {
  std::array<BoxShape, 2 * Most> Shapes;
  BoxCount = 0;
  for (unsigned I = 0; I < Count; ++I) {
    addBox(All[I], /*IsLast=*/false);
    if (All[I].LastLanes)
      addBox(All[I], /*IsLast=*/true);
  }
  unsigned Kept = 0;
  for (unsigned I = 0; I < BoxCount; ++I) {
    BoxShape &Shape = Shapes[Kept];
    if (!Shape.take(Boxes[I]))
      return false;
    if (Shape.IsEmpty)
      continue;
    Boxes[Kept] = Boxes[I];
    // What is asked in vain makes those that follow dear.
    if (!mayJoin(Kept, Shapes.data()))
      return false;
    ++Kept;
  }
  BoxCount = Kept;
  return true;
}
