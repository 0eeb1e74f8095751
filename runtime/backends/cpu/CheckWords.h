//===-- runtime/backends/cpu/CheckWords.h - Fields of words -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields of the words in which accesses of kernels are known
// (warprt/CpuCheck.h), as what checks and what reports reads them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKWORDS_H
#define WARPRT_BACKENDS_CPU_CHECKWORDS_H

#include "warprt/CpuCheck.h"
#include <array>
#include <cstddef>
#include <cstdint>

namespace warprt::cpu::words {

constexpr uint64_t mask(unsigned Bits) { return (uint64_t(1) << Bits) - 1; }
constexpr uint64_t Write = uint64_t(1) << WARPRT_CHECK_WRITE_SHIFT;
constexpr uint64_t Atomic = uint64_t(1) << WARPRT_CHECK_ATOMIC_SHIFT;
constexpr uint32_t MostIntervals = mask(WARPRT_CHECK_INTERVAL_BITS);
constexpr uint32_t UnknownPhase = mask(WARPRT_CHECK_PHASE_BITS);
constexpr uint32_t MostNumbers = mask(WARPRT_CHECK_BLOCK_BITS);
constexpr unsigned LanesShift = WARPRT_CHECK_THREAD_SHIFT + 5;

#define FIELD(NAME, FUNCTION)                                                  \
  constexpr uint32_t FUNCTION(uint64_t Word) {                                 \
    return Word >> WARPRT_CHECK_##NAME##_SHIFT &                               \
           mask(WARPRT_CHECK_##NAME##_BITS);                                   \
  }
FIELD(SITE, siteOf)
FIELD(SIZE, sizeOf)
FIELD(OFFSET, offsetOf)
FIELD(PHASE, phaseOf)
FIELD(INTERVAL, intervalOf)
FIELD(THREAD, threadOf)
FIELD(BLOCK, blockOf)
#undef FIELD

/// The bytes of a granule that an access touches.
constexpr uint32_t bytesOf(uint64_t Word) {
  return static_cast<uint32_t>(mask(1u << sizeOf(Word))) << offsetOf(Word);
}

/// The fields of a word that say which bytes of a granule are touched.
constexpr unsigned FieldBits =
    WARPRT_CHECK_SIZE_BITS + WARPRT_CHECK_OFFSET_BITS;
static_assert(WARPRT_CHECK_OFFSET_SHIFT ==
              WARPRT_CHECK_SIZE_SHIFT + WARPRT_CHECK_SIZE_BITS);
constexpr uint64_t BytesField = mask(FieldBits) << WARPRT_CHECK_SIZE_SHIFT;
constexpr size_t fieldsOf(uint64_t Word) {
  return Word >> WARPRT_CHECK_SIZE_SHIFT & mask(FieldBits);
}

/// Who an access is by, as far as barriers of the block order accesses.
constexpr uint64_t SameInterval =
    mask(WARPRT_CHECK_INTERVAL_BITS) << WARPRT_CHECK_INTERVAL_SHIFT |
    mask(WARPRT_CHECK_BLOCK_BITS) << WARPRT_CHECK_BLOCK_SHIFT;

/// Bytes that an access touches, by fieldsOf().
inline constexpr auto BytesOfFields = [] {
  std::array<uint8_t, 1 << FieldBits> Result{};
  for (uint64_t I = 0; I < Result.size(); ++I)
    Result[I] = static_cast<uint8_t>(bytesOf(I << WARPRT_CHECK_SIZE_SHIFT));
  return Result;
}();

inline bool doOverlap(uint64_t A, uint64_t B) {
  return BytesOfFields[fieldsOf(A)] & BytesOfFields[fieldsOf(B)];
}

/// Whether the order of two accesses to the same bytes does not matter. A plain
/// read beside atomic writes begins many a loop of compare and swap.
inline bool mayBeTogether(uint64_t A, uint64_t B) {
  return (A & Atomic || !(A & Write)) && (B & Atomic || !(B & Write));
}

/// Whether of several such accesses by different threads some need not be kept:
/// plain reads, and atomic writes.
inline bool areMany(uint64_t Word) {
  return !(Word & Write) == !(Word & Atomic);
}

/// Whether an access that \p Old is to be told of, and that comes later, meets
/// \p Word as well: then \p Old need not be known any more. Both are to the
/// same memory. Barriers in shared memory order single threads.
inline bool isReplacedBy(uint64_t Old, uint64_t Word, bool MayHandOver) {
  const uint64_t Changed = Old ^ Word;
  if ((Changed & BytesField) || Changed >> WARPRT_CHECK_BLOCK_SHIFT != 0 ||
      ((Old & Write) && !(Word & Write)) ||
      ((Old & Write) && !(Old & Atomic) && (Word & Atomic)))
    return false;
  if (intervalOf(Old) != intervalOf(Word))
    return intervalOf(Old) < intervalOf(Word);
  if (Changed >> WARPRT_CHECK_THREAD_SHIFT == 0)
    return phaseOf(Old) <= phaseOf(Word);
  return !MayHandOver && Changed >> LanesShift == 0 &&
         phaseOf(Old) < phaseOf(Word);
}

/// Calls for each aligned part of a range, of 8 bytes at most, with the
/// logarithm of its size, until it is told not to go on.
template <typename Body>
void forEachPart(uintptr_t Address, uint64_t Bytes, Body Visit) {
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

} // namespace warprt::cpu::words

#endif // WARPRT_BACKENDS_CPU_CHECKWORDS_H
