//===-- CPUKernelTest.cpp - Kernels on the CPU target ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel of Kernels.c, through the CPU target at two optimisation levels,
// in blocks of many shapes, against the emulator: equal to the last bit.
//
//===----------------------------------------------------------------------===//
#include "Emulator.h"
#include "KernelList.h"
#include "LaunchTestKernel.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

extern "C" {
extern const WarprtCpuProgram warpProgramO0, warpProgramO3;
#define DECLARE(NAME) void NAME(TEST_KERNEL_PARAMS);
TEST_KERNELS(DECLARE)
#undef DECLARE
}

namespace {

struct TestKernel {
  const char *Name;
  void (*Host)(TEST_KERNEL_PARAMS);
};

const TestKernel Kernels[] = {
#define ENTRY(NAME) {#NAME, NAME},
    TEST_KERNELS(ENTRY)
#undef ENTRY
};

const emulator::Shape Shapes[] = {
    {{1, 1, 1}, {1, 1, 1}},    {{3, 2, 2}, {1, 1, 1}},
    {{2, 1, 1}, {32, 1, 1}},   {{2, 1, 1}, {7, 1, 1}},
    {{2, 1, 1}, {31, 1, 1}},   {{2, 1, 1}, {33, 1, 1}},
    {{3, 1, 1}, {64, 1, 1}},   {{2, 1, 1}, {256, 1, 1}},
    {{1, 1, 1}, {1024, 1, 1}}, {{1, 1, 1}, {1000, 1, 1}},
    {{2, 2, 1}, {16, 16, 1}},  {{2, 1, 1}, {8, 4, 1}},
    {{1, 2, 1}, {32, 4, 1}},   {{2, 1, 1}, {5, 7, 1}},
    {{1, 1, 2}, {4, 4, 4}},    {{1, 1, 1}, {3, 5, 7}},
    {{1, 2, 1}, {64, 2, 2}},   {{2, 1, 1}, {1, 48, 1}},
    {{1, 1, 2}, {1, 1, 40}},   {{1, 1, 1}, {96, 1, 3}},
};

struct Buffers {
  std::vector<int> Out, In;
  std::vector<double> Reals;
  int N;

  Buffers(size_t Threads, unsigned Seed) : N(int(Threads - Threads / 5)) {
    for (size_t I = 0; I < Threads; ++I) {
      Seed = Seed * 1664525u + 1013904223u;
      Out.push_back(-1);
      In.push_back(int(Seed >> 16) % 1000 - 300);
      Reals.push_back(0.25 * double(Seed >> 20));
    }
  }
};

void runCompiled(const WarprtCpuProgram &Program, const std::string &Name,
                 const emulator::Shape &Shape, Buffers &B) {
  int *Out = B.Out.data(), *In = B.In.data();
  double *Reals = B.Reals.data();
  void *Args[] = {&Out, &In, &Reals, &B.N};
  launchTestKernel(Program, Name, Shape, Args);
}

class CPUKernelTest : public testing::TestWithParam<TestKernel> {};

TEST_P(CPUKernelTest, EqualsEmulator) {
  const TestKernel &Kernel = GetParam();
  unsigned Seed = 1;
  for (const emulator::Shape &Shape : Shapes)
    for (const WarprtCpuProgram *Program : {&warpProgramO0, &warpProgramO3}) {
      size_t Threads = 1;
      for (int D = 0; D < 3; ++D)
        Threads *= size_t(Shape.grid[D]) * size_t(Shape.block[D]);
      Buffers Expected(Threads, Seed), Got(Threads, Seed);
      ++Seed;
      emulator::run(Shape, [&] {
        Kernel.Host(Expected.Out.data(), Expected.In.data(),
                    Expected.Reals.data(), Expected.N);
      });
      runCompiled(*Program, Kernel.Name, Shape, Got);
      SCOPED_TRACE(testing::Message()
                   << "block " << Shape.block[0] << " x " << Shape.block[1]
                   << " x " << Shape.block[2]
                   << (Program == &warpProgramO0 ? ", O0" : ", O3"));
      for (size_t I = 0; I < Threads; ++I) {
        ASSERT_EQ(Expected.Out[I], Got.Out[I]) << "thread " << I;
        ASSERT_EQ(Expected.Reals[I], Got.Reals[I]) << "thread " << I;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CPUKernelTest, testing::ValuesIn(Kernels),
                         [](const testing::TestParamInfo<TestKernel> &Info) {
                           return std::string(Info.param.Name);
                         });

} // namespace
