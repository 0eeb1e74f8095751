//===-- unittests/Runtime/MPIStagingTests.cpp - Device buffers for an MPI -===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runtime/mpi asks of the runtime. Whole programs are in test/MPI.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "core/Runtime.h"
#include "warprt/MPIStaging.h"
#include <gtest/gtest.h>
#include <vector>

using namespace warprt;
using namespace warprt::test;

namespace {

int isAware() { return 1; }
int isNotAware() { return 0; }

class MPIStaging : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    useBackend(makeBackend(GetParam()));
    ASSERT_EQ(currentDevice(D), Error::Success);
    void *P = nullptr;
    ASSERT_EQ(D->allocate(MemoryKind::Device, 100, &P), Error::Success);
    Memory = static_cast<char *>(P);
  }
  void TearDown() override {
    EXPECT_EQ(D->release(MemoryKind::Device, Memory), Error::Success);
    useBackend(nullptr);
  }
  Device *D = nullptr;
  char *Memory = nullptr;
};

TEST_P(MPIStaging, MemoryThatAnMPICannotUse) {
  bool IsCpu = std::string(GetParam()) == "cpu";
  EXPECT_EQ(warprt_staging_room(Memory + 40, isNotAware), IsCpu ? 0 : 60);
  EXPECT_EQ(warprt_staging_room(Memory + 40, nullptr), IsCpu ? 0 : 60);
  EXPECT_EQ(warprt_staging_room(Memory + 40, isAware), 0);
  char OnHost = 0;
  EXPECT_EQ(warprt_staging_room(&OnHost, isNotAware), 0);
  EXPECT_EQ(warprt_staging_room(nullptr, isNotAware), 0);
}

TEST_P(MPIStaging, ManagedAndPinnedMemoryIsTheHostsToo) {
  for (MemoryKind Kind : {MemoryKind::Managed, MemoryKind::Pinned}) {
    void *P = nullptr;
    ASSERT_EQ(D->allocate(Kind, 8, &P), Error::Success);
    EXPECT_EQ(warprt_staging_room(P, isNotAware), 0);
    EXPECT_EQ(D->release(Kind, P), Error::Success);
  }
}

TEST_P(MPIStaging, OnlyTheRowsAreCopied) {
  std::vector<char> In(100), Out(100, 'x');
  for (int I = 0; I < 100; ++I)
    In[I] = static_cast<char>(I);
  WarprtStagedRows All = {0, 100, 100, 1};
  warprt_staging_copy(Memory, In.data(), &All, 1, /*toDevice=*/1);
  // Bytes 10, 11, 20, 21, 30, 31, and 90.
  WarprtStagedRows Rows[] = {{10, 2, 10, 3}, {90, 1, 1, 1}};
  warprt_staging_copy(Out.data(), Memory, Rows, 2, /*toDevice=*/0);
  for (int I = 0; I < 100; ++I) {
    bool IsIn = (I >= 10 && I < 40 && I % 10 < 2) || I == 90;
    EXPECT_EQ(Out[I], IsIn ? In[I] : 'x') << I;
  }
}

TEST_P(MPIStaging, OperationsAreFoundByTheirRequests) {
  int First, Second;
  EXPECT_FALSE(warprt_staging_any());
  EXPECT_EQ(warprt_staging_take(3), nullptr);
  warprt_staging_keep(3, &First);
  warprt_staging_keep(-4, &Second);
  EXPECT_TRUE(warprt_staging_any());
  EXPECT_EQ(warprt_staging_take(3), &First);
  EXPECT_EQ(warprt_staging_take(3), nullptr);
  EXPECT_TRUE(warprt_staging_any());
  EXPECT_EQ(warprt_staging_take(-4), &Second);
  EXPECT_FALSE(warprt_staging_any());
}

TEST_P(MPIStaging, WindowsHaveATableOfTheirOwn) {
  int First, Second, Request;
  EXPECT_EQ(warprt_staging_window(3), nullptr);
  EXPECT_EQ(warprt_staging_take_window(3), nullptr);
  warprt_staging_keep(3, &Request);
  warprt_staging_keep_window(3, &First);
  warprt_staging_keep_window(-4, &Second);
  EXPECT_EQ(warprt_staging_window(3), &First);
  static std::vector<void *> Visited;
  Visited.clear();
  warprt_staging_each_window(
      [](void *Record, const char *What) {
        EXPECT_STREQ(What, "MPI_Barrier");
        Visited.push_back(Record);
      },
      "MPI_Barrier");
  EXPECT_EQ(Visited.size(), 2u);
  EXPECT_EQ(warprt_staging_take_window(3), &First);
  EXPECT_EQ(warprt_staging_take_window(-4), &Second);
  EXPECT_EQ(warprt_staging_window(3), nullptr);
  EXPECT_EQ(warprt_staging_take(3), &Request);
}

INSTANTIATE_TEST_SUITE_P(Backends, MPIStaging,
                         testing::ValuesIn(withGpu({"cpu", "mock"})),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });

} // namespace
