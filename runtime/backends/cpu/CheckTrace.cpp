//===-- runtime/backends/cpu/CheckTrace.cpp - What blocks repeat ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckTrace.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckTrace.h"
#include "backends/cpu/CheckWords.h"
#include <cstring>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

static constexpr uint64_t WithoutBlock = mask(WARPRT_CHECK_BLOCK_SHIFT);

// An entry is the address, the word, how many loops, and those.
static constexpr size_t Head = 3;
static constexpr size_t WordsOfRounds = sizeof(WarprtCheckRounds) / 8;

static uint64_t flagsOf(uint64_t Count, bool MayWriteFirst) {
  return Count << 1 | uint64_t(MayWriteFirst);
}

void SharedTrace::beginBlock() {
  if (Is == State::Following && Turns)
    --Turns;
  Place = 0;
  Is = Words.empty()        ? State::Recording
       : Turns >= MostTurns ? State::Stopped
                            : State::Following;
}

bool SharedTrace::follow(const CheckedMemory &Memory,
                         const WarprtCheckAccesses *All, uint64_t Count,
                         bool MayWriteFirst) {
  if (Place == Words.size())
    return false;
  const uint64_t *At = Words.data() + Place;
  uint64_t Left = *At >> 1;
  if ((*At++ & 1) != uint64_t(MayWriteFirst))
    return false;
  for (uint64_t I = 0; I < Count; ++I) {
    const WarprtCheckAccesses &A = All[I];
    if (!Memory.isShared(A.address))
      continue;
    const auto Address = reinterpret_cast<uintptr_t>(A.address);
    if (!Left-- || A.blockWidth || At[2] != A.loops)
      return false;
    uint64_t Differs = (At[0] ^ Address) | (At[1] ^ (A.word & WithoutBlock));
    const uint64_t *Kept = At + Head;
    for (const WarprtCheckRounds *R = A.rounds; R < A.rounds + A.loops;
         ++R, Kept += WordsOfRounds)
      Differs |= (Kept[0] ^ R->count) | (Kept[1] ^ uint64_t(R->step)) |
                 (Kept[2] ^ R->wordStep);
    if (Differs)
      return false;
    At += Head + A.loops * WordsOfRounds;
  }
  if (Left)
    return false;
  Place = static_cast<size_t>(At - Words.data());
  return true;
}

void SharedTrace::record(const CheckedMemory &Memory,
                         const WarprtCheckAccesses *All, uint64_t Count,
                         bool MayWriteFirst) {
  if (Is != State::Recording)
    return;
  const size_t Before = Words.size();
  Words.push_back(0);
  uint64_t Kept = 0;
  for (uint64_t I = 0; I < Count; ++I) {
    const WarprtCheckAccesses &A = All[I];
    if (!Memory.isShared(A.address))
      continue;
    const auto Address = reinterpret_cast<uintptr_t>(A.address);
    ++Kept;
    Words.insert(Words.end(), {Address, A.word & WithoutBlock, A.loops});
    const size_t At = Words.size();
    Words.resize(At + A.loops * WordsOfRounds);
    std::memcpy(Words.data() + At, A.rounds,
                A.loops * sizeof(WarprtCheckRounds));
  }
  Words[Before] = flagsOf(Kept, MayWriteFirst);
  if (Words.size() > MostWords || Kept > MostAccesses) {
    Words.resize(Before);
    stop();
    return;
  }
  Place = Words.size();
}

void SharedTrace::takeBack() {
  Place = Mark;
  if (Is == State::Recording)
    Words.resize(Mark);
}

size_t SharedTrace::read(size_t At, Question &Into) const {
  Into.Count = Words[At] >> 1;
  Into.MayWriteFirst = Words[At++] & 1;
  for (uint64_t I = 0; I < Into.Count; ++I) {
    WarprtCheckAccesses &A = Into.All[I];
    A = {};
    A.address = reinterpret_cast<const void *>(Words[At]);
    A.word = Words[At + 1];
    A.loops = Words[At + 2];
    std::memcpy(A.rounds, Words.data() + At + Head,
                A.loops * sizeof(WarprtCheckRounds));
    At += Head + A.loops * WordsOfRounds;
  }
  return At;
}

void SharedTrace::goAnotherWay() {
  ++Turns;
  Words.resize(Place);
  Is = Turns >= MostTurns ? State::Stopped : State::Recording;
}
