//===-- runtime/backends/cpu/CheckShared.h - A block's boxes ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops do to a block's shared memory. Only accesses between the same two
// barriers meet, and those are few boxes (CheckShapes.h), which are compared
// with each other as wholes. Two of them have to have no byte in common if one
// writes, or to be accesses of the same threads to the same elements.
//
// A few accesses that no loop has described are boxes of one element. As long
// as nothing is written between two barriers but by atomic operations, all
// others and those operations are only listed.
//
// Where more would have to be known, the boxes are entered into the shadows
// (CheckedMemory.h), and so is what follows up to the next barrier.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKSHARED_H
#define WARPRT_BACKENDS_CPU_CHECKSHARED_H

#include "backends/cpu/CheckShapes.h"
#include "backends/cpu/CheckTrace.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedMemory.h"
#include "warprt/CpuCheck.h"
#include <utility>
#include <vector>

namespace warprt::cpu {

class ChangeLog;

class SharedBoxes {
public:
  void beginBlock() {
    Interval = 0;
    Count = 0;
    Listing = NotListing = NoInterval;
    Trace.beginBlock();
  }
  /// A loop is asked about; what is noted of it can be taken back.
  void beginLoop() {
    Before = Count;
    Trace.mark();
  }
  void takeBackLoop();
  /// Notes those accesses that are to shared memory if nothing is to be told
  /// of any of them. Otherwise leave() has to be called, and \p Changes are to
  /// be taken back.
  bool note(const CheckedMemory &Memory, const WarprtCheckAccesses *All,
            uint64_t AllCount, ChangeLog &Changes);
  /// Likewise an access that no loop has described, if there are few.
  bool noteSingle(const CheckedMemory &Memory, uintptr_t Address,
                  uint64_t Word);
  /// Likewise an atomic write to the block's memory, where accesses are listed
  /// already. Each one of a loop asks for it.
  bool listAtomic(uint8_t &Written, uint8_t Touched, uintptr_t Address,
                  uint64_t Word) {
    if ((Word & words::SameInterval) != Listing || List.size() == MostListed)
      return false;
    Written |= Touched;
    List.push_back({Address, Word, 1, 0});
    return true;
  }
  /// Likewise reads of a thread.
  bool listReads(const Shadow &S, uintptr_t Address, uint64_t Count,
                 int64_t Step, uint64_t Word);
  /// Something is done to the block's memory that is not known here.
  void leaveTrace(const CheckedMemory &Memory) {
    if (Trace.isFollowing())
      catchUp(Memory);
    Trace.stop();
  }
  /// Visits all boxes that an access with \p Word may meet. None is known here
  /// any more, nor will be before the next barrier. The trace has been left.
  template <typename Visitor> void leave(uint64_t Word, Visitor Visit) {
    Word &= words::SameInterval;
    const unsigned Old = Word == Interval ? std::exchange(Count, 0) : 0;
    const bool IsListed = Word == Listing && !List.empty();
    Interval = NotListing = Word;
    AreUsed = false;
    Count = Before = 0;
    InVain += (Word == SinglesIn && Singles != 0) || IsListed;
    Singles = 0;
    Listing = NoInterval;
    for (unsigned I = 0; I < Old; ++I)
      if (!(Boxes[I].Accesses.word & words::Atomic))
        Visit(Boxes[I].Accesses);
    if (IsListed)
      for (const Listed &L : List)
        Visit(L.asBox());
  }

private:
  struct Box {
    BoxShape Shape;
    WarprtCheckAccesses Accesses;
  };
  static constexpr unsigned Most = 128, MostSingles = 8, MostInVain = 16;

  /// Accesses of a thread at equal distances.
  struct Listed {
    uintptr_t Address;
    uint64_t Word, Count;
    int64_t Step;

    WarprtCheckAccesses asBox() const;
  };
  static constexpr size_t MostListed = 4096;
  static constexpr uint64_t NoInterval = ~uint64_t(0);

  bool noteListing(const Shadow &S, const BoxShape &Shape,
                   const WarprtCheckAccesses &A);
  bool mayList(const CheckedMemory &Memory, uint64_t Word);
  bool list(const CheckedMemory &Memory, uintptr_t Address, uint64_t Word);
  void catchUp(const CheckedMemory &Memory);
  bool noteAll(const CheckedMemory &Memory, const WarprtCheckAccesses *All,
               uint64_t AllCount, ChangeLog &Changes);
  bool noteOne(const Shadow &S, const WarprtCheckAccesses &A,
               ChangeLog &Changes);
  bool maySkip(const WarprtCheckAccesses &A, bool &IsKnown,
               const BoxShape &Shape) const;

  uint64_t Interval = 0; ///< block and barriers so far, as in words
  bool AreUsed = false;  ///< in the interval
  unsigned Count = 0, Before = 0;
  /// Accesses that no loop has described, in an interval, and how often others
  /// met them.
  unsigned Singles = 0, InVain = 0;
  uint64_t SinglesIn = 0;
  uint64_t Block = 0; ///< as in words
  /// The interval in which accesses are listed, and one in which they cannot
  /// be. A box that has all memory stands for the list.
  uint64_t Listing = NoInterval, NotListing = NoInterval;
  std::vector<Listed> List;
  SharedTrace Trace;
  Box Boxes[Most];
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKSHARED_H
