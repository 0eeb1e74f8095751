//===-- unittests/Runtime/CooperativeTests.cpp - Blocks that wait ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cooperative launches and clusters on the CPU: barriers, memory of the blocks,
// grids that do not fit, and blocks that never come.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include <atomic>
#include <csignal>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {

constexpr int Steps = 5;

/// Every block counts itself in, and sees all others behind the barrier.
void countIn(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
             uint64_t End, void *Shared, void *Context) {
  auto *Count = argument<std::atomic<int> *>(Args, 0);
  auto *Wrong = argument<std::atomic<int> *>(Args, 1);
  auto *S = static_cast<int *>(Shared);
  auto *C = static_cast<uint64_t *>(Context);
  *Wrong += End != First + 1;
  int Blocks = static_cast<int>(G->grid[0] * G->grid[1] * G->grid[2]);
  S[0] = static_cast<int>(First);
  C[0] = First;
  for (int Step = 1; Step <= Steps; ++Step) {
    ++*Count;
    warprt_cpu_grid_barrier();
    *Wrong += *Count != Step * Blocks;
    warprt_cpu_grid_barrier();
  }
  *Wrong += S[0] != static_cast<int>(First) || C[0] != First;
}

/// Likewise in clusters of 2 x 3 x 1; the grid has twice as many each way.
void countInCluster(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
                    uint64_t, void *, void *) {
  auto *Counts = argument<std::atomic<int> *>(Args, 0);
  auto *Wrong = argument<std::atomic<int> *>(Args, 1);
  uint64_t X = First % G->grid[0], Y = First / G->grid[0] % G->grid[1];
  std::atomic<int> &Count = Counts[X / 2 + 2 * (Y / 3)];
  for (int Step = 1; Step <= Steps; ++Step) {
    ++Count;
    warprt_cpu_cluster_barrier();
    *Wrong += Count != Step * 6;
    warprt_cpu_cluster_barrier();
  }
}

/// Block 0 does not come to the barrier.
void leaveEarly(void *const *, const WarprtCpuGrid *, uint64_t First, uint64_t,
                void *, void *) {
  if (First != 0)
    warprt_cpu_grid_barrier();
}

class Cooperative : public testing::Test {
protected:
  Cooperative() {
    useBackend(makeBackend("cpu"));
    Grid = &I.addKernel("m::grid", countIn, {8, 8}, WARPRT_KERNEL_COOPERATIVE,
                        128, 64);
    Early = &I.addKernel("m::early", leaveEarly, {}, WARPRT_KERNEL_COOPERATIVE);
    Plain = &I.addKernel("m::plain", leaveEarly, {});
    Clusters = &I.addKernel("m::clusters", countInCluster, {8, 8});
    Clusters->cluster[0] = 2;
    Clusters->cluster[1] = 3;
    Clusters->cluster[2] = 1;
    warprt_register_image(&I.finish());
    EXPECT_EQ(currentDevice(D), Error::Success);
  }
  ~Cooperative() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }

  void launch(WarprtKernel &K, int X, int Y, int Z, void **Args = nullptr) {
    warprt_launch_kernel(&K, X, Y, Z, 32, 1, 1, 0, nullptr, Args);
  }

  TestImage I;
  WarprtKernel *Grid, *Early, *Plain, *Clusters;
  Device *D = nullptr;
};

TEST_F(Cooperative, AllBlocksMeet) {
  for (int Blocks : {1, 3, 64, 500}) {
    std::atomic<int> Count = 0, Wrong = 0;
    std::atomic<int> *C = &Count, *W = &Wrong;
    void *Args[] = {&C, &W};
    launch(*Grid, Blocks, 1, 1, Args);
    EXPECT_EQ(D->synchronize(), Error::Success);
    EXPECT_EQ(takeLastError(), Error::Success);
    EXPECT_EQ(Count, Steps * Blocks);
    EXPECT_EQ(Wrong, 0);
  }
}

TEST_F(Cooperative, StarTakesWhatFits) {
  std::atomic<int> Count = 0, Wrong = 0;
  std::atomic<int> *C = &Count, *W = &Wrong;
  void *Args[] = {&C, &W};
  launch(*Grid, -1, 1, 1, Args);
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_GT(Count, 0);
  EXPECT_EQ(Wrong, 0);
  launch(*Plain, -1, 1, 1);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
}

TEST_F(Cooperative, TooManyBlocksAreRefused) {
  launch(*Early, 100000, 1, 1);
  EXPECT_EQ(takeLastError(), Error::CooperativeLaunchTooLarge);
  launch(*Early, 10000, 10000, 10000);
  EXPECT_EQ(takeLastError(), Error::CooperativeLaunchTooLarge);
  launch(*Early, 0, 1, 1);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
}

TEST_F(Cooperative, BlocksOfAClusterMeet) {
  std::atomic<int> Counts[4] = {}, Wrong = 0;
  std::atomic<int> *C = Counts, *W = &Wrong;
  void *Args[] = {&C, &W};
  launch(*Clusters, 4, 6, 1, Args);
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(takeLastError(), Error::Success);
  for (int K = 0; K < 4; ++K)
    EXPECT_EQ(Counts[K], Steps * 6);
  EXPECT_EQ(Wrong, 0);
  launch(*Clusters, 4, 5, 1, Args);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
}

TEST_F(Cooperative, BlocksThatNeverComeAreReported) {
  auto run = [&](WarprtKernel &K) {
    launch(K, 8, 1, 1);
    (void)noteResult(D->synchronize());
  };
  EXPECT_EXIT(run(*Early), testing::KilledBySignal(SIGABRT),
              "kernel 'm::early': blocks wait at a barrier of the grid that "
              "others never reach");
  EXPECT_EXIT(run(*Plain), testing::KilledBySignal(SIGABRT),
              "kernel 'm::plain': a barrier of the grid needs a kernel with "
              "attributes\\(grid_global\\)");
}

} // namespace
