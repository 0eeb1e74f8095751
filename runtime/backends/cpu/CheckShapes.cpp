//===-- runtime/backends/cpu/CheckShapes.cpp - What boxes have ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckShapes.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckShapes.h"
#include "backends/cpu/CheckWords.h"
#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

/// The rounds that go from one element to others.
bool BoxShape::takeRounds(const WarprtCheckAccesses &A) {
  for (uint64_t I = 0; I < A.loops; ++I) {
    const WarprtCheckRounds &R = A.rounds[I];
    if (R.count <= 1)
      continue;
    if (R.step == 0) {
      // Several threads write to the same element: the values may be equal.
      if ((A.word & Write) && R.wordStep != 0)
        return false;
      continue;
    }
    const auto Step = static_cast<uint64_t>(std::abs(R.step));
    uint64_t Way;
    if (__builtin_mul_overflow(R.count - 1, Step, &Way) || Way >> 40)
      return false;
    if (R.step < 0)
      Least -= Way;
    Rows[Count++] = {R.count, Step};
  }
  return true;
}

/// What is without gaps is one row. Reads may overlap.
bool BoxShape::joinRows(bool IsWrite) {
  for (unsigned I = 1; I < Count; ++I)
    for (unsigned J = I; J > 0 && Rows[J].Step < Rows[J - 1].Step; --J)
      std::swap(Rows[J], Rows[J - 1]);
  unsigned Joined = 0;
  for (; Joined < Count && Rows[Joined].Step <= RowBytes; ++Joined) {
    if (IsWrite && Rows[Joined].Step != RowBytes)
      return false;
    RowBytes += (Rows[Joined].Count - 1) * Rows[Joined].Step;
  }
  std::copy(Rows + Joined, Rows + Count, Rows);
  Count -= Joined;
  return true;
}

/// Most boxes are one row, which is seen without sorting the loops.
bool BoxShape::takeRow(const WarprtCheckAccesses &A) {
  const uint64_t Bytes = uint64_t(1) << sizeOf(A.word);
  const bool IsWrite = A.word & Write;
  uint64_t Row = Bytes, Elements = 1;
  unsigned Left = static_cast<unsigned>(mask(static_cast<unsigned>(A.loops)));
  for (bool Progress = true; Left && Progress;) {
    Progress = false;
    for (unsigned I = 0; I < A.loops; ++I) {
      const WarprtCheckRounds &R = A.rounds[I];
      const auto Step = static_cast<uint64_t>(R.step);
      if (!(Left >> I & 1) || (R.count != 1 && (Step == 0 || Step > Row)))
        continue;
      Left &= ~(1u << I);
      Progress = true;
      if (R.count == 1)
        continue;
      if (R.count > MostElements || (IsWrite && Step != Row) || Step % Bytes)
        return false;
      Elements *= R.count;
      if (Elements > MostElements)
        return false;
      Row += (R.count - 1) * Step;
    }
  }
  Least = reinterpret_cast<uintptr_t>(A.address);
  Most = Least + Row;
  RowBytes = Row;
  Count = 0;
  return Left == 0 && Least % Bytes == 0;
}

bool BoxShape::takeSlowly(const WarprtCheckAccesses &A) {
  Count = 0; // it may have been another's
  IsEmpty = std::any_of(A.rounds, A.rounds + A.loops,
                        [](const auto &R) { return R.count == 0; });
  if (IsEmpty || takeRow(A))
    return true;
  const uint64_t Bytes = uint64_t(1) << sizeOf(A.word);
  Least = reinterpret_cast<uintptr_t>(A.address);
  RowBytes = Bytes;
  if (Least % Bytes || !takeRounds(A))
    return false;
  uint64_t Elements = 1;
  Most = Least + Bytes;
  for (unsigned I = 0; I < Count; ++I) {
    if (Rows[I].Step % Bytes ||
        __builtin_mul_overflow(Elements, Rows[I].Count, &Elements) ||
        Elements > MostElements)
      return false;
    Most += (Rows[I].Count - 1) * Rows[I].Step;
  }
  return joinRows(A.word & Write);
}

bool BoxShape::fit(const Shadow &S) const {
  return S.contains(Least) && Most > Least && Most - S.Base <= S.Size &&
         S.Base % BoxCell::Unit == 0;
}

bool BoxShape::hasApartRows() const {
  uint64_t Bytes = RowBytes;
  for (unsigned I = 0; I < Count; ++I) {
    if (Rows[I].Step < Bytes)
      return false;
    Bytes += (Rows[I].Count - 1) * Rows[I].Step;
  }
  return true;
}

/// All its bytes are so many from the first one on, but for multiples of the
/// distance.
uint64_t BoxShape::bytesWithin(uint64_t Pitch) const {
  uint64_t Bytes = RowBytes;
  for (unsigned I = 0; I < Count; ++I)
    if (Rows[I].Step % Pitch)
      Bytes += (Rows[I].Count - 1) * Rows[I].Step;
  return Bytes;
}

bool BoxShape::isApartFrom(const BoxShape &Other) const {
  if (Most <= Other.Least || Other.Most <= Least)
    return true;
  // As columns of the same array.
  auto AreColumns = [&](uint64_t Pitch) {
    const uint64_t Here = bytesWithin(Pitch), There = Other.bytesWithin(Pitch),
                   Way = Other.Least >= Least
                             ? (Other.Least - Least) % Pitch
                             : (Pitch - (Least - Other.Least) % Pitch) % Pitch;
    return Way >= Here && There <= Pitch - Way;
  };
  for (const BoxShape *Of : {this, &Other})
    for (unsigned I = 0; I < Of->Count; ++I)
      if (AreColumns(Of->Rows[I].Step))
        return true;
  return false;
}

bool warprt::cpu::haveSameShape(const WarprtCheckAccesses &A,
                                const WarprtCheckAccesses &B) {
  if (A.address != B.address || A.loops != B.loops ||
      A.blockWidth != B.blockWidth || sizeOf(A.word) != sizeOf(B.word))
    return false;
  if (A.blockWidth &&
      (A.blockLoop != B.blockLoop || A.firstThread != B.firstThread))
    return false;
  for (uint64_t I = 0; I < A.loops; ++I)
    if (A.rounds[I].count != B.rounds[I].count ||
        A.rounds[I].step != B.rounds[I].step ||
        A.rounds[I].wordStep != B.rounds[I].wordStep)
      return false;
  return true;
}

bool warprt::cpu::isOfOneThreadEach(const WarprtCheckAccesses &A) {
  return std::all_of(A.rounds, A.rounds + A.loops, [](const auto &R) {
    return R.count <= 1 || R.step != 0 || R.wordStep == 0;
  });
}

/// Whether no two of its rounds lead to the same byte, nor to the same number
/// of a thread unless they are all of one.
static bool areRoundsApart(const WarprtCheckAccesses &A) {
  unsigned Left = static_cast<unsigned>(mask(static_cast<unsigned>(A.loops)));
  uint64_t Bytes = uint64_t(1) << sizeOf(A.word);
  while (Left) {
    // The least step of those that are left.
    unsigned Next = A.loops;
    for (unsigned I = 0; I < A.loops; ++I)
      if (Left >> I & 1 &&
          (Next == A.loops ||
           std::abs(A.rounds[I].step) < std::abs(A.rounds[Next].step)))
        Next = I;
    Left &= ~(1u << Next);
    const WarprtCheckRounds &R = A.rounds[Next];
    if (R.count == 1)
      continue;
    const auto Step = static_cast<uint64_t>(std::abs(R.step));
    uint64_t Way;
    if (Step < Bytes || __builtin_mul_overflow(R.count - 1, Step, &Way) ||
        Way >> 40)
      return false;
    Bytes += Way;
  }
  return true;
}

bool warprt::cpu::isPartOf(const WarprtCheckAccesses &Part,
                           const WarprtCheckAccesses &Whole) {
  if (Part.blockWidth || Whole.blockWidth ||
      sizeOf(Part.word) != sizeOf(Whole.word) ||
      (Part.word ^ Whole.word) >> WARPRT_CHECK_BLOCK_SHIFT ||
      !areRoundsApart(Whole))
    return false;
  // The round of each loop in which the whole comes to the first access, if
  // steps are taken from the greatest one on.
  uint64_t Round[WARPRT_CHECK_LOOPS];
  auto Way = static_cast<int64_t>(reinterpret_cast<uintptr_t>(Part.address) -
                                  reinterpret_cast<uintptr_t>(Whole.address));
  uint64_t Word = Whole.word;
  unsigned Left =
      static_cast<unsigned>(mask(static_cast<unsigned>(Whole.loops)));
  while (Left) {
    unsigned Next = Whole.loops;
    for (unsigned I = 0; I < Whole.loops; ++I)
      if (Left >> I & 1 && (Next == Whole.loops ||
                            Whole.rounds[I].step > Whole.rounds[Next].step))
        Next = I;
    Left &= ~(1u << Next);
    const WarprtCheckRounds &R = Whole.rounds[Next];
    Round[Next] = 0;
    if (R.count == 1)
      continue;
    if (R.step <= 0 || Way < 0)
      return false;
    Round[Next] = static_cast<uint64_t>(Way / R.step);
    if (Round[Next] >= R.count)
      return false;
    Way %= R.step;
    Word += Round[Next] * R.wordStep;
  }
  if (Way || (Part.word ^ Word) >> WARPRT_CHECK_THREAD_SHIFT)
    return false;
  return std::all_of(Part.rounds, Part.rounds + Part.loops, [&](const auto &R) {
    if (R.count == 1)
      return true;
    for (unsigned I = 0; I < Whole.loops; ++I)
      if (Whole.rounds[I].step == R.step &&
          Whole.rounds[I].wordStep == R.wordStep && Whole.rounds[I].count > 1)
        return (Round[I] += R.count - 1) < Whole.rounds[I].count;
    return false;
  });
}

bool warprt::cpu::isByThreadsOf(const WarprtCheckAccesses &A,
                                const WarprtCheckAccesses &B) {
  return haveSameShape(A, B) && isOfOneThreadEach(A) &&
         (A.word ^ B.word) >> WARPRT_CHECK_THREAD_SHIFT == 0;
}
