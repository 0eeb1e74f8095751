//===-- DeepStackTest.cpp - Tests of threads with deep stacks -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work in parallel is done once each, also where the system grants no thread.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/DeepStack.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstdio>
#include <set>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace warpfort;

namespace {

/// While it lives, the process gets no address space for another stack.
class NoMoreThreads {
public:
  NoMoreThreads() {
    getrlimit(RLIMIT_AS, &Before);
    size_t Pages = 0;
    if (std::FILE *File = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(File, "%zu", &Pages) != 1)
        Pages = 0;
      std::fclose(File);
    }
    rlimit Limit = Before;
    Limit.rlim_cur =
        Pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + (4 << 20);
    setrlimit(RLIMIT_AS, &Limit);
  }
  ~NoMoreThreads() { setrlimit(RLIMIT_AS, &Before); }

private:
  rlimit Before = {};
};

TEST(ForEachInParallel, DoesEachOnce) {
  for (size_t Count : {0, 1, 2, 100}) {
    std::vector<std::atomic<int>> Done(Count);
    forEachInParallel(Count, [&](size_t I) { ++Done[I]; });
    for (auto &D : Done)
      EXPECT_EQ(D, 1);
  }
}

TEST(ForEachInParallel, DoesWithoutThreads) {
  std::vector<int> Done(100);
  std::set<std::thread::id> Threads;
  {
    NoMoreThreads Limit;
    forEachInParallel(Done.size(), [&](size_t I) {
      ++Done[I];
      Threads.insert(std::this_thread::get_id());
    });
  }
  EXPECT_EQ(Done, std::vector<int>(100, 1));
  EXPECT_EQ(Threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

} // namespace
