//===-- runtime/core/AccExpected.cpp - Data that overlap ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccExpected.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccExpected.h"
#include <algorithm>
#include <atomic>

using namespace warprt;

namespace {

/// What the thread's construct uses and has not entered yet.
struct ExpectedData {
  int64_t Construct = 0;
  std::vector<AccInterval> Left;
};
thread_local ExpectedData Expected;

std::atomic<int64_t> Constructs{0};

thread_local std::vector<AccLeaving> Leaving;

} // namespace

AccInterval::AccInterval(const WarprtAccData &Data) {
  if (!Data.base || Data.flags & WARPRT_ACC_SKIP)
    return;
  AccSection Section(Data.base, static_cast<size_t>(Data.elementBytes),
                     static_cast<int>(Data.rank), Data.section);
  Low = Section.Low;
  End = Section.Low + Section.Bytes;
}

bool warprt::accOverlap(int64_t Count, const WarprtAccData *const *Data) {
  // Every construct asks: no memory is allocated.
  thread_local std::vector<AccInterval> Known;
  Known.clear();
  for (int64_t I = 0; I < Count; ++I) {
    AccInterval New(*Data[I]);
    for (const AccInterval &Old : Known)
      if (Old.overlaps(New))
        return true;
    Known.push_back(New);
  }
  return false;
}

void warprt::accExpect(int64_t Count, const WarprtAccData *const *Data) {
  Expected.Left.clear();
  if (!accOverlap(Count, Data))
    return;
  Expected.Construct = ++Constructs;
  for (int64_t I = 0; I < Count; ++I)
    if (AccInterval All(*Data[I]); All.Low != All.End)
      Expected.Left.push_back(All);
}

AccJoint warprt::accTakeExpected(const AccSection &S) {
  AccJoint Memory = {S.Low, S.Bytes};
  std::vector<AccInterval> &Left = Expected.Left;
  auto Taken =
      std::find_if(Left.begin(), Left.end(), [&](const AccInterval &I) {
        return I.Low == S.Low && I.End == S.Low + S.Bytes;
      });
  if (Taken == Left.end())
    return Memory;
  AccInterval All = *Taken;
  Left.erase(Taken);
  Memory.Construct = Expected.Construct;
  // What overlaps may make the interval longer, so that it overlaps others.
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const AccInterval &I : Left) {
      if (!I.overlaps(All))
        continue;
      Memory.IsShared = true;
      Grows |= I.Low < All.Low || I.End > All.End;
      All = {std::min(All.Low, I.Low), std::max(All.End, I.End)};
    }
  }
  Memory.Low = All.Low;
  Memory.Bytes = All.End - All.Low;
  return Memory;
}

void warprt::accLeaveTogether(std::vector<AccLeaving> Data) {
  Leaving = std::move(Data);
}

std::vector<AccSection> warprt::accLeavingWithin(uintptr_t Low, uintptr_t End) {
  std::vector<AccSection> Result;
  for (const AccLeaving &L : Leaving)
    if (L.IsCopied && L.Section.Low >= Low &&
        L.Section.Low + L.Section.Bytes <= End)
      Result.push_back(L.Section);
  return Result;
}

void warprt::accHasLeft(const AccSection &S) {
  if (Leaving.empty())
    return;
  bool All = true, IsFound = false;
  for (AccLeaving &L : Leaving) {
    if (!IsFound && !L.HasLeft && L.Section.Low == S.Low &&
        L.Section.Bytes == S.Bytes)
      IsFound = L.HasLeft = true;
    All &= L.HasLeft;
  }
  if (All)
    Leaving.clear();
}
