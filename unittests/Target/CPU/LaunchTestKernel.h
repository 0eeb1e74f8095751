//===-- LaunchTestKernel.h - Running compiled kernels in tests  -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch without a runtime: one call of the kernel's function after another.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_UNITTESTS_TARGET_CPU_LAUNCHTESTKERNEL_H
#define WARPFORT_UNITTESTS_TARGET_CPU_LAUNCHTESTKERNEL_H

#include "Emulator.h"
#include "warprt/Image.h"
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>

struct AlignedMemory {
  explicit AlignedMemory(size_t Bytes)
      : Address(std::aligned_alloc(64, (Bytes + 64) / 64 * 64)) {
    std::memset(Address, 0xA5, Bytes); // nothing may rely on zeros
  }
  ~AlignedMemory() { std::free(Address); }
  AlignedMemory(const AlignedMemory &) = delete;
  AlignedMemory &operator=(const AlignedMemory &) = delete;
  void *Address;
};

/// `Args` are addresses of the kernel's arguments.
inline void launchTestKernel(const WarprtCpuProgram &Program,
                             const std::string &Name,
                             const emulator::Shape &Shape, void *const *Args) {
  const WarprtCpuKernel *Kernel = nullptr;
  for (uint64_t I = 0; I < Program.numKernels; ++I)
    if (Program.kernels[I].name == Name)
      Kernel = &Program.kernels[I];
  ASSERT_NE(Kernel, nullptr) << Name;
  WarprtCpuGrid Grid;
  for (int D = 0; D < 3; ++D) {
    Grid.grid[D] = unsigned(Shape.grid[D]);
    Grid.block[D] = unsigned(Shape.block[D]);
  }
  Grid.dynamicSharedBytes = 4096;
  AlignedMemory Shared((Kernel->staticSharedBytes + 15) / 16 * 16 + 4096);
  AlignedMemory Context(Kernel->contextBytes);
  uint64_t Blocks = uint64_t(Grid.grid[0]) * Grid.grid[1] * Grid.grid[2];
  // In two calls, as the runtime hands out chunks.
  Kernel->run(Args, &Grid, 0, Blocks / 2, Shared.Address, Context.Address);
  Kernel->run(Args, &Grid, Blocks / 2, Blocks, Shared.Address, Context.Address);
}

#endif // WARPFORT_UNITTESTS_TARGET_CPU_LAUNCHTESTKERNEL_H
