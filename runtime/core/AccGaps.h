//===-- runtime/core/AccGaps.h - Sections inside of others ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Present data of a section with a stride reach over what lies between its
// elements, which may be another section's:
//
//     re => a(1::2);  im => a(2::2)
//
// The latter uses the same device memory, but its elements are copied for it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCGAPS_H
#define WARPRT_CORE_ACCGAPS_H

#include "core/Transfer.h"
#include <vector>

namespace warprt {

enum class AccOverlap { Inside, Outside, Both };

/// Who uses what present data of a section leave out.
class AccGaps {
public:
  AccGaps() = default;
  explicit AccGaps(const ArrayView &Made) : Made(Made) {}

  bool any() const { return Made.Rank > 0 && !Made.contiguous(); }
  /// Whether the elements of \p Other are those that the data were made for.
  AccOverlap overlap(const ArrayView &Other) const;

  /// The counter of a section that uses gaps; null if it does not.
  int64_t *find(const ArrayView &Section);
  void add(const ArrayView &Section) { Users.push_back({Section, 1}); }
  void remove(const int64_t *Counter);
  /// The sum of the counters.
  int64_t count() const;

private:
  struct User {
    ArrayView Section;
    int64_t Count;
  };
  ArrayView Made;
  std::vector<User> Users;
};

} // namespace warprt

#endif // WARPRT_CORE_ACCGAPS_H
