//===-- runtime/backends/cpu/CheckLanes.h - Accesses of a warp --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of a warp, one after the other, say what they are going to access. If
// each begins as far behind the one before, and goes round as often, or the
// last ones once less, that is what one or two descriptions say, as of a loop
// over threads.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKLANES_H
#define WARPRT_BACKENDS_CPU_CHECKLANES_H

#include "backends/cpu/CheckWords.h"
#include "warprt/CpuCheck.h"
#include <array>
#include <cstdint>
#include <utility>

namespace warprt::cpu {

/// How often the loops around an access go round, and what that adds.
struct LaneRounds {
  uint64_t Counts[WARPRT_CHECK_LANE_LOOPS];
  int64_t Steps[WARPRT_CHECK_LANE_LOOPS];

  bool isLike(const LaneRounds &Other) const {
    uint64_t Apart = 0;
    for (unsigned I = 0; I < WARPRT_CHECK_LANE_LOOPS; ++I)
      Apart |= (Counts[I] ^ Other.Counts[I]) |
               static_cast<uint64_t>(Steps[I] ^ Other.Steps[I]);
    return Apart == 0;
  }
};

struct BoxShape;

/// What the lanes of a warp have said so far.
class LaneQuestion {
public:
  void add(const void *Address, uint64_t Word, const LaneRounds &Rounds) {
    Said &A = All[Next];
    // As most do, but for the first two.
    if (Lanes > 1 && Next < Count && Address == A.Here && Word == A.Word &&
        Rounds.isLike(A.Rounds)) {
      A.Here += A.Step;
      A.Word += Thread;
      ++Next;
    } else {
      addOther(Address, Word, Rounds);
    }
  }
  /// Whether this was the last lane, and all of them do the same.
  bool endLane(uint64_t Word, bool IsRight) {
    AreRight &= IsRight & (Next == Count);
    Next = 0;
    if (++Lanes < Warp)
      return false;
    Lanes = 0; // others are of another question
    return std::exchange(AreRight, false) &&
           words::threadOf(Word) % Warp == Warp - 1;
  }
  /// Makes descriptions of it; false if they may meet each other, or are none
  /// that the runtime takes as wholes.
  bool describe();
  const WarprtCheckAccesses *data() const { return Boxes.data(); }
  uint64_t size() const { return BoxCount; }

private:
  static constexpr unsigned Most = 32, Warp = 32;
  static constexpr uint64_t Thread = uint64_t(1) << WARPRT_CHECK_THREAD_SHIFT;

  struct Said {
    const char *Here;  ///< where the next lane is to be
    uint64_t Word;     ///< and its word
    int64_t Step;      ///< from one lane to the next
    LaneRounds Rounds; ///< of the lane before
    /// The first lane of those that have a round of the loop less; 0: none.
    unsigned LastLanes, LastLoop;
  };
  void addOther(const void *Address, uint64_t Word, const LaneRounds &Rounds);
  bool takeRounds(Said &A, const LaneRounds &Rounds) const;
  void addBox(const Said &A, bool IsLast);
  bool mayJoin(unsigned New, const BoxShape *Shapes) const;

  unsigned Count = 0; ///< of what the first lane has said
  unsigned Next = 0;  ///< what the lane says next
  unsigned Lanes = 0; ///< that have said all
  unsigned BoxCount = 0;
  bool AreRight = false;
  std::array<Said, Most + 1> All{};
  std::array<WarprtCheckAccesses, 2 * Most> Boxes{};
};

/// That of the calling thread, if it has asked before. The pointer alone is in
/// the memory that a process has for the threads' variables of all libraries
/// that it loads later, which is small.
[[gnu::tls_model(
    "initial-exec")]] extern constinit thread_local LaneQuestion *KnownLanes;
LaneQuestion &makeLanes();
inline LaneQuestion &ofLanes() {
  return KnownLanes ? *KnownLanes : makeLanes();
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKLANES_H
