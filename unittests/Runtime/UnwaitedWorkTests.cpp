//===-- UnwaitedWorkTests.cpp - What may still run ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/UnwaitedWork.h"
#include <gtest/gtest.h>

using namespace warprt::cpu;

namespace {

WorkOrder orderOf(uint32_t Queue, uint32_t Number,
                  std::initializer_list<WorkOrder> After = {}) {
  WorkOrder Order;
  Order.Queue = Queue;
  Order.Number = Number;
  for (const WorkOrder &Earlier : After) {
    Order.Before.add(Earlier.Before);
    Order.Before.add(Earlier.Queue, Earlier.Number);
  }
  return Order;
}

FormerWork workOf(const WorkOrder &Order, uint32_t First, uint32_t Count) {
  FormerWork Work;
  Work.First = First;
  Work.Count = Count;
  Work.Order = Order;
  return Work;
}

TEST(KnownWork, CoversWhatIsOlder) {
  KnownWork Known;
  EXPECT_FALSE(Known.covers(3, 1));
  Known.add(3, 5);
  EXPECT_TRUE(Known.covers(3, 5));
  EXPECT_TRUE(Known.covers(3, 1));
  EXPECT_FALSE(Known.covers(3, 6));
  EXPECT_FALSE(Known.covers(2, 1));
  Known.add(3, 2);
  EXPECT_TRUE(Known.covers(3, 5));
}

TEST(WorkOrder, IsOrderedThroughOtherQueues) {
  WorkOrder A = orderOf(1, 1), B = orderOf(2, 1, {A}), C = orderOf(3, 1, {B}),
            D = orderOf(3, 2);
  EXPECT_TRUE(C.isAfter(A));
  EXPECT_FALSE(A.isAfter(C));
  EXPECT_FALSE(D.isAfter(A));
  // Of no queue.
  EXPECT_TRUE(WorkOrder().isAfter(A));
  EXPECT_TRUE(A.isAfter(WorkOrder()));
}

TEST(UnwaitedWork, IsForgottenWhenTheHostWaits) {
  UnwaitedWork All;
  EXPECT_EQ(warprt_cpu_check_pending, 0u);
  WorkOrder A = orderOf(1, 1), B = orderOf(1, 2, {A}), C = orderOf(2, 1);
  All.add(workOf(A, 10, 4));
  All.add(workOf(B, 14, 1));
  All.add(workOf(C, 15, 1));
  EXPECT_NE(warprt_cpu_check_pending, 0u);
  ASSERT_TRUE(All.find(13));
  EXPECT_EQ(All.find(13)->First, 10u);
  EXPECT_FALSE(All.find(9));
  EXPECT_FALSE(All.find(16));
  All.noteWaited(A);
  EXPECT_FALSE(All.find(13));
  EXPECT_TRUE(All.find(14));
  // What the host has waited for before it is known.
  All.add(workOf(A, 20, 1));
  EXPECT_FALSE(All.find(20));
  All.noteWaited(orderOf(3, 1, {B, C}));
  EXPECT_FALSE(All.find(14));
  EXPECT_FALSE(All.find(15));
  EXPECT_EQ(warprt_cpu_check_pending, 0u);
}

TEST(UnwaitedWork, NamesWhatNothingOrders) {
  UnwaitedWork All;
  WorkOrder A = orderOf(1, 1), B = orderOf(1, 2, {A}), C = orderOf(2, 1, {A});
  All.add(workOf(A, 10, 1));
  All.add(workOf(B, 11, 1));
  std::vector<FormerWorkRef> Unordered = All.unordered(C);
  ASSERT_EQ(Unordered.size(), 1u);
  EXPECT_EQ(Unordered[0]->First, 11u);
  EXPECT_TRUE(All.unordered(orderOf(2, 2, {B})).empty());
  All.forget();
  EXPECT_FALSE(All.find(11));
  EXPECT_EQ(warprt_cpu_check_pending, 0u);
}

TEST(UnwaitedWork, LendsHostMemory) {
  UnwaitedWork All;
  LentMemory Source, Found;
  Source.Begin = 100;
  Source.End = 200;
  Source.Order = orderOf(1, 1);
  All.lend(Source);
  EXPECT_TRUE(All.findLent(199, 203, /*Writes=*/true, Found));
  EXPECT_EQ(Found.Begin, 100u);
  EXPECT_FALSE(All.findLent(199, 203, /*Writes=*/false, Found));
  EXPECT_FALSE(All.findLent(200, 204, /*Writes=*/true, Found));
  All.noteWaited(Source.Order);
  EXPECT_FALSE(All.findLent(100, 104, /*Writes=*/true, Found));
  EXPECT_EQ(warprt_cpu_check_pending, 0u);
}

} // namespace
