//===-- unittests/Runtime/CheckShapesTests.cpp - What boxes have ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shape takes one description after the other: nothing of the one before is
// left.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckShapes.h"
#include <gtest/gtest.h>

using namespace warprt::cpu;

namespace {

constexpr uint64_t Thread = uint64_t(1) << WARPRT_CHECK_THREAD_SHIFT;

/// Writes of 4 bytes by 32 threads, with loops of two rounds around them.
WarprtCheckAccesses writesAt(int64_t Distance, int64_t Around) {
  WarprtCheckAccesses A = {};
  A.address = reinterpret_cast<decltype(A.address)>(uintptr_t(1) << 20);
  A.word = words::Write | uint64_t(2) << WARPRT_CHECK_SIZE_SHIFT;
  A.loops = 4;
  A.rounds[0] = {32, Distance, Thread};
  for (int I = 1; I < 4; ++I, Around *= 4)
    A.rounds[I] = {2, Around, 0};
  return A;
}

TEST(CheckShapes, KeepsNoRowsOfAnother) {
  // Without gaps, but a round writes what others of the one before have.
  const WarprtCheckAccesses Meeting = writesAt(4, 64);
  BoxShape Used, Fresh;
  ASSERT_TRUE(Used.take(writesAt(8, 1024)));
  ASSERT_EQ(Used.Count, 4u);
  EXPECT_EQ(Used.take(Meeting), Fresh.take(Meeting));
  EXPECT_EQ(Used.Count, Fresh.Count);
  EXPECT_LE(Used.Count, unsigned(WARPRT_CHECK_LOOPS));
}

} // namespace
