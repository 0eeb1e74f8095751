//===-- runtime/backends/cpu/CheckTrace.h - What blocks repeat --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most blocks of a launch do the same to their shared memory, which is at the
// same place for all that run on a thread of the CPU. What has been found of
// one is found of the next one, as long as it makes the same accesses in the
// same order: what there was nothing to tell of is kept, and compared with what
// follows. Where a block goes another way, it makes up for what it has left
// out.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKTRACE_H
#define WARPRT_BACKENDS_CPU_CHECKTRACE_H

#include "backends/cpu/CheckedMemory.h"
#include "warprt/CpuCheck.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warprt::cpu {

class SharedTrace {
public:
  /// A block begins. What an earlier one did is known.
  void beginBlock();
  /// Whether the block has done nothing else so far, and left it out.
  bool isFollowing() const { return Is == State::Following; }
  /// Whether what is asked about now was asked about at this place, as far as
  /// it is shared memory.
  bool follow(const CheckedMemory &Memory, const WarprtCheckAccesses *All,
              uint64_t Count, bool MayWriteFirst);
  /// The block goes another way: visits the questions that it has left out,
  /// with words that lack the block.
  template <typename Visitor> void catchUp(Visitor Visit);
  /// Keeps what there was nothing to tell of.
  void record(const CheckedMemory &Memory, const WarprtCheckAccesses *All,
              uint64_t Count, bool MayWriteFirst);
  /// What follows is not kept.
  void stop() { Is = State::Stopped; }

  /// What is asked about behind this can be taken back.
  void mark() { Mark = Place; }
  void takeBack();

private:
  enum class State { Recording, Following, Stopped };
  /// More is not kept, nor are ways that most blocks do not go.
  static constexpr size_t MostWords = 8192, MostAccesses = 32;
  static constexpr unsigned MostTurns = 16;

  /// A question that was kept.
  struct Question {
    WarprtCheckAccesses All[MostAccesses];
    uint64_t Count = 0;
    bool MayWriteFirst = false;
  };
  /// Reads one, and where the next one is.
  size_t read(size_t At, Question &Into) const;
  void goAnotherWay();

  /// Of each question: how many accesses, and whether they may be first to
  /// write, then each one without what it does not have.
  std::vector<uint64_t> Words;
  size_t Place = 0, Mark = 0;
  State Is = State::Recording;
  unsigned Turns = 0; ///< blocks that went another way, less those that did not
};

template <typename Visitor> void SharedTrace::catchUp(Visitor Visit) {
  Question Q;
  for (size_t At = 0; At < Place;) {
    At = read(At, Q);
    Visit(Q.All, Q.Count, Q.MayWriteFirst);
  }
  goAnotherWay();
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKTRACE_H
