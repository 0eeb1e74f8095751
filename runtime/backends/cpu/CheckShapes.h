//===-- runtime/backends/cpu/CheckShapes.h - What boxes have ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop's description (WarprtCheckAccesses) stands for a box: elements at
// equal distances, in rows that mostly are whole. Here is which bytes that are,
// and what two boxes have in common.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKSHAPES_H
#define WARPRT_BACKENDS_CPU_CHECKSHAPES_H

#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedMemory.h"
#include "warprt/CpuCheck.h"

namespace warprt::cpu {

/// Which bytes a box has, without who accesses them.
struct BoxShape {
  struct Dimension {
    uint64_t Count;
    uint64_t Step;
  };
  uintptr_t Least = 0, Most = 0;
  uint64_t RowBytes = 0;
  Dimension Rows[WARPRT_CHECK_LOOPS]; ///< the least step comes first
  unsigned Count = 0;
  bool IsEmpty = false;

  /// False for what is not looked at as a box. What is written twice by
  /// different threads may be among the others only if rows meet.
  bool take(const WarprtCheckAccesses &A) {
    return takeRowBackwards(A) || takeSlowly(A);
  }
  bool fit(const Shadow &S) const;
  /// Whether no two of its rows have a byte in common.
  bool hasApartRows() const;
  /// Whether it has no byte in common with \p Other. False too where that is
  /// not seen.
  bool isApartFrom(const BoxShape &Other) const;
  /// Calls for the address of each row, until it is told to stop, or of the
  /// first one of those that differ in dimensions before \p From only.
  template <typename Body> bool forEachRow(Body Visit, unsigned From = 0) const;

private:
  /// A box of more elements is looked at otherwise.
  static constexpr size_t MostElements = size_t(1) << 20;

  bool takeRow(const WarprtCheckAccesses &A);
  bool takeRowBackwards(const WarprtCheckAccesses &A);
  bool takeSlowly(const WarprtCheckAccesses &A);
  bool takeRounds(const WarprtCheckAccesses &A);
  bool joinRows(bool IsWrite);
  uint64_t bytesWithin(uint64_t Pitch) const;
};

/// Whether the rounds go the same ways.
bool haveSameShape(const WarprtCheckAccesses &A, const WarprtCheckAccesses &B);
/// Whether no two threads access an element, if the box is one that writes.
bool isOfOneThreadEach(const WarprtCheckAccesses &A);
/// Whether the second one has each access of the first one, by the same thread,
/// and each element is of one thread there.
bool isPartOf(const WarprtCheckAccesses &Part,
              const WarprtCheckAccesses &Whole);
/// Whether each element is accessed by one thread, the same in both.
bool isByThreadsOf(const WarprtCheckAccesses &A, const WarprtCheckAccesses &B);

/// Whether it is a row by its loops from the last one on, as threads that are
/// neighbours and then their rounds are, or has nothing.
inline bool BoxShape::takeRowBackwards(const WarprtCheckAccesses &A) {
  const uint64_t Bytes = uint64_t(1) << words::sizeOf(A.word);
  const bool IsWrite = A.word & words::Write;
  uint64_t Row = Bytes, Elements = 1;
  IsEmpty = false;
  for (uint64_t I = A.loops; I-- > 0;) {
    const WarprtCheckRounds &R = A.rounds[I];
    const auto Step = static_cast<uint64_t>(R.step);
    if (R.count == 1)
      continue;
    if (R.count == 0)
      return IsEmpty = true;
    if (R.count > MostElements || Step - 1 >= Row || (IsWrite && Step != Row) ||
        Step % Bytes || (Elements *= R.count) > MostElements)
      return false;
    Row += (R.count - 1) * Step;
  }
  Least = reinterpret_cast<uintptr_t>(A.address);
  Most = Least + Row;
  RowBytes = Row;
  Count = 0;
  return Least % Bytes == 0;
}

template <typename Body>
bool BoxShape::forEachRow(Body Visit, unsigned From) const {
  uint64_t Turns[WARPRT_CHECK_LOOPS] = {};
  for (uintptr_t Row = Least;;) {
    if (!Visit(Row))
      return false;
    unsigned I = From;
    for (; I < Count; ++I) {
      Row += Rows[I].Step;
      if (++Turns[I] < Rows[I].Count)
        break;
      Turns[I] = 0;
      Row -= Rows[I].Step * Rows[I].Count;
    }
    if (I == Count)
      return true;
  }
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKSHAPES_H
