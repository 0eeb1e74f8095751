//===-- runtime/core/AccExpected.h - Data that overlap ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A construct may use variables that share memory: an array and a pointer to
// its section, a record and an associate name of its component, two arrays of
// an EQUIVALENCE. Of those that no clause names, it says what it will use
// before any of it enters. The first that enters makes memory for all that
// overlap; each then copies its own elements.
//
// What leaves together is announced as well, with clauses or without: whichever
// leaves last, what each is to bring back to the host is copied.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCEXPECTED_H
#define WARPRT_CORE_ACCEXPECTED_H

#include "core/AccData.h"
#include <vector>

namespace warprt {

/// The memory of overlapping data.
struct AccJoint {
  uintptr_t Low = 0;
  size_t Bytes = 0;
  int64_t Construct = 0; ///< 0 for data that were not expected
  bool IsShared = false; ///< something on the list overlaps
};

/// Where the data of a clause lie; empty if nothing is done about them.
struct AccInterval {
  explicit AccInterval(const WarprtAccData &Data);
  AccInterval(uintptr_t Low, uintptr_t End) : Low(Low), End(End) {}
  bool overlaps(const AccInterval &Other) const {
    return Low < Other.End && Other.Low < End;
  }
  uintptr_t Low = 0, End = 0;
};

/// Whether two of the data overlap; nobody needs to be told of them else.
bool accOverlap(int64_t Count, const WarprtAccData *const *Data);

/// Notes what a construct of this thread uses.
void accExpect(int64_t Count, const WarprtAccData *const *Data);

/// Takes what enters off the list. The memory is the section's own, and that of
/// all on the list that overlap it or each other.
AccJoint accTakeExpected(const AccSection &S);

/// Notes what leaves together, and whether it is copied to the host.
struct AccLeaving {
  AccSection Section;
  bool IsCopied;
  bool HasLeft = false;
};
void accLeaveTogether(std::vector<AccLeaving> Data);
/// What the list has to copy of the memory from \p Low to \p End.
std::vector<AccSection> accLeavingWithin(uintptr_t Low, uintptr_t End);
/// The list is done with when all of it has left.
void accHasLeft(const AccSection &S);

} // namespace warprt

#endif // WARPRT_CORE_ACCEXPECTED_H
