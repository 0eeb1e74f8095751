//===-- Emulator.h - A GPU of fibers -------------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel compiled for the host, each thread of a block on a stack of its
// own, switching at every barrier and warp operation. Slow and simple: the
// reference for the CPU target, with which it shares no code.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_UNITTESTS_TARGET_CPU_EMULATOR_H
#define WARPFORT_UNITTESTS_TARGET_CPU_EMULATOR_H

#include <functional>

namespace emulator {

struct Shape {
  int grid[3], block[3];
};

/// Calls `Thread` once for each thread of the grid.
void run(const Shape &Launch, const std::function<void()> &Thread);

} // namespace emulator

#endif // WARPFORT_UNITTESTS_TARGET_CPU_EMULATOR_H
