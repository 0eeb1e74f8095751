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
#include "core/AccData.h"
#include <algorithm>
#include <atomic>

using namespace warprt;

namespace {

struct Interval {
  uintptr_t Low;
  uintptr_t End;
};

/// What the thread's construct uses and has not entered yet.
struct ExpectedData {
  int64_t Construct = 0;
  std::vector<Interval> Left;
};
thread_local ExpectedData Expected;

std::atomic<int64_t> Constructs{0};

struct LeavingData {
  AccSection Section;
  bool IsCopied;
  bool HasLeft = false;
};
thread_local std::vector<LeavingData> Leaving;

} // namespace

void warprt::accBeginExpected() {
  Expected.Left.clear();
  Expected.Construct = ++Constructs;
}

void warprt::accExpect(const AccSection &S) {
  Expected.Left.push_back({S.Low, S.Low + S.Bytes});
}

AccJoint warprt::accTakeExpected(const AccSection &S) {
  AccJoint Memory = {S.Low, S.Bytes};
  std::vector<Interval> &Left = Expected.Left;
  auto Taken = std::find_if(Left.begin(), Left.end(), [&](const Interval &I) {
    return I.Low == S.Low && I.End == S.Low + S.Bytes;
  });
  if (Taken == Left.end())
    return Memory;
  Interval All = *Taken;
  Left.erase(Taken);
  Memory.Construct = Expected.Construct;
  // What overlaps may make the interval longer, so that it overlaps others.
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const Interval &I : Left) {
      if (I.Low >= All.End || All.Low >= I.End)
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

void warprt::accBeginLeaving() { Leaving.clear(); }

void warprt::accLeaves(const AccSection &S, bool IsCopied) {
  Leaving.push_back({S, IsCopied});
}

std::vector<AccSection> warprt::accLeavingWithin(uintptr_t Low, uintptr_t End) {
  std::vector<AccSection> Result;
  for (const LeavingData &L : Leaving)
    if (L.IsCopied && L.Section.Low >= Low &&
        L.Section.Low + L.Section.Bytes <= End)
      Result.push_back(L.Section);
  return Result;
}

void warprt::accHasLeft(const AccSection &S) {
  bool All = true, IsFound = false;
  for (LeavingData &L : Leaving) {
    if (!IsFound && !L.HasLeft && L.Section.Low == S.Low &&
        L.Section.Bytes == S.Bytes)
      IsFound = L.HasLeft = true;
    All &= L.HasLeft;
  }
  if (All)
    Leaving.clear();
}
