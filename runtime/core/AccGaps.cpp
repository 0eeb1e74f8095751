//===-- runtime/core/AccGaps.cpp - Sections inside of others --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccGaps.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccGaps.h"
#include <algorithm>
#include <utility>

using namespace warprt;

namespace {

/// An array's elements as runs of bytes, at multiples of strides that grow
/// smaller.
struct Runs {
  explicit Runs(const ArrayView &Array);
  /// Whether the byte at \p Address is in one.
  bool contain(const char *Address) const;

  const char *Begin;
  int64_t Bytes;
  std::vector<std::pair<int64_t, int64_t>> Dimensions; ///< stride, extent
};

Runs::Runs(const ArrayView &Array)
    : Begin(Array.Base), Bytes(static_cast<int64_t>(Array.ElementBytes)) {
  for (int I = 0; I < Array.Rank; ++I) {
    int64_t Stride = Array.Stride[I], Extent = Array.Extent[I];
    if (Stride < 0) {
      Begin += Stride * (Extent - 1);
      Stride = -Stride;
    }
    if (Extent > 1)
      Dimensions.push_back({Stride, Extent});
  }
  std::sort(Dimensions.rbegin(), Dimensions.rend());
  while (!Dimensions.empty() && Dimensions.back().first == Bytes) {
    Bytes *= Dimensions.back().second;
    Dimensions.pop_back();
  }
}

bool Runs::contain(const char *Address) const {
  int64_t Offset = Address - Begin;
  if (Offset < 0)
    return false;
  for (auto [Stride, Extent] : Dimensions)
    if (Stride)
      Offset -= Stride * std::min(Offset / Stride, Extent - 1);
  return Offset < Bytes;
}

bool areSame(const ArrayView &A, const ArrayView &B) {
  return A.Base == B.Base && A.ElementBytes == B.ElementBytes &&
         A.Rank == B.Rank &&
         std::equal(A.Extent, A.Extent + A.Rank, B.Extent) &&
         std::equal(A.Stride, A.Stride + A.Rank, B.Stride);
}

} // namespace

AccOverlap AccGaps::overlap(const ArrayView &Other) const {
  if (areSame(Made, Other))
    return AccOverlap::Inside;
  Runs Elements(Made);
  bool Inside = false, Outside = false;
  int64_t Index[CFI_MAX_RANK] = {};
  const char *At = Other.Base;
  for (size_t I = 0, N = Other.count(); I < N && !(Inside && Outside); ++I) {
    (Elements.contain(At) ? Inside : Outside) = true;
    for (int Dim = 0; Dim < Other.Rank; ++Dim) {
      At += Other.Stride[Dim];
      if (++Index[Dim] < Other.Extent[Dim])
        break;
      At -= Other.Stride[Dim] * Other.Extent[Dim];
      Index[Dim] = 0;
    }
  }
  return Inside && Outside ? AccOverlap::Both
         : Outside         ? AccOverlap::Outside
                           : AccOverlap::Inside;
}

int64_t *AccGaps::find(const ArrayView &Section) {
  for (User &U : Users)
    if (areSame(U.Section, Section))
      return &U.Count;
  return nullptr;
}

void AccGaps::remove(const int64_t *Counter) {
  Users.erase(std::find_if(Users.begin(), Users.end(),
                           [&](const User &U) { return &U.Count == Counter; }));
}

int64_t AccGaps::count() const {
  int64_t Sum = 0;
  for (const User &U : Users)
    Sum += U.Count;
  return Sum;
}
