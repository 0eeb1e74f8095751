//===-- runtime/backends/cpu/CheckGranules.h - What bytes had ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of 8 bytes of memory beside the accesses that are kept of them
// (see CheckedMemory.h): their values, and whether further reads need be looked
// at.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKGRANULES_H
#define WARPRT_BACKENDS_CPU_CHECKGRANULES_H

#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedMemory.h"
#include "backends/cpu/Checker.h"
#include <cstring>

namespace warprt::cpu::words {

/// Whether memory has the value that the access writes already.
inline bool hasValue(uintptr_t Address, uint64_t Word, uint64_t Value) {
  return std::memcmp(reinterpret_cast<const void *>(Address), &Value,
                     size_t(1) << sizeOf(Word)) == 0;
}
inline bool hasValue(const Shadow &S, size_t Granule, uint64_t Word,
                     uint64_t Value) {
  return hasValue(S.Base + Granule * Shadow::Granule + offsetOf(Word), Word,
                  Value);
}

// Behind it, Shadow::Reads has the bytes.
static_assert((SameInterval & mask(Shadow::Granule)) == 0);

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

/// In Shadow::Reads: what is known are not plain reads, but atomic writes.
constexpr uint64_t AtomicWrites = OneWarp << 1;
constexpr uint64_t kindOf(uint64_t Word) {
  return Word & Atomic ? AtomicWrites : 0;
}

/// Whether noteReads() was told so for reads of a thread, or atomic writes.
class KnownReads {
public:
  KnownReads(uint64_t Word, const CheckedLaunch *Launch)
      : OfBlock((Word & SameInterval) | kindOf(Word)),
        OfWarp((Word & (SameInterval | WarpAndPhase)) | OneWarp | kindOf(Word)),
        OfLaunch(Launch ? Launch->firstWord() | AllIntervals | kindOf(Word)
                        : OfBlock) {}
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
    return (Difference & (SameInterval | AtomicWrites | OneWarp | Fields)) == 0;
  }
  const uint64_t OfBlock, OfWarp, OfLaunch;
};

} // namespace warprt::cpu::words

#endif // WARPRT_BACKENDS_CPU_CHECKGRANULES_H
