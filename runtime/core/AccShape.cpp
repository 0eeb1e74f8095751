//===-- runtime/core/AccShape.cpp - Launch shapes of compute constructs ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccShape.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccShape.h"
#include "core/LoopShape.h"
#include "warprt/AccBlock.h"
#include <algorithm>

using namespace warprt;

namespace {

/// Blocks a multiprocessor where the number of iterations is not known, and at
/// most where each leaves a partial result.
constexpr int64_t BlocksPerProcessor = 16;
/// Iterations of the innermost loop of a nest that are taken for as many as
/// this where their number is not known; the others share what remains of the
/// grid.
constexpr int64_t UnknownInnermostTrips = 512;
constexpr int64_t UnknownTrips = 1 << 20;
/// Chunks a CPU thread gets of a gang loop, whose iterations may be long.
constexpr int64_t ChunksPerThread = 4;

uint32_t clampTo(int64_t Value, int64_t Most) {
  return static_cast<uint32_t>(std::clamp<int64_t>(Value, 1, Most));
}

/// One loop nest over the grid; no code is between the loops, so gangs are only
/// a limit.
LaunchShape chooseNest(const WarprtAccLaunch &Launch, bool Reducing,
                       uint32_t MaxThreads, uint32_t Registers,
                       const DeviceProperties &Device) {
  int NumLoops = static_cast<int>(std::min<int64_t>(Launch.numLoops, 3));
  int64_t Trips[3] = {1, 1, 1};
  int32_t Grid[3] = {}, Block[3] = {};
  bool Known = true;
  for (int D = 0; D < NumLoops; ++D) {
    Trips[D] = Launch.trips[D] > 0 ? Launch.trips[D]
               : NumLoops == 1     ? 1
               : D == 0            ? UnknownInnermostTrips
                                   : UnknownTrips;
    Known &= Launch.trips[D] > 0;
  }
  // Workers that no loop names widen the nest; together they fit a block.
  if (Launch.vectorLength > 0) {
    int64_t Most = std::min<int64_t>(MaxThreads, Device.MaxBlock[0]);
    int64_t Wide = Launch.vectorLength;
    if (Launch.workers > 0 && Launch.workers <= Most)
      Wide = std::min<int64_t>(Wide, Most) * Launch.workers;
    Block[0] = static_cast<int32_t>(clampTo(Wide, Most));
  }
  LaunchShape Shape;
  // As few blocks as for a reduction where iterations are not counted.
  if (failed(chooseGpuShape(NumLoops, Trips, Grid, Block, Reducing || !Known,
                            Registers, Device, Shape)))
    return LaunchShape();
  for (int D = 2; D >= 0; --D)
    while (uint64_t(Shape.Block[0]) * Shape.Block[1] * Shape.Block[2] >
               MaxThreads &&
           Shape.Block[D] > 1)
      Shape.Block[D] /= 2;
  if (!Known && NumLoops == 1)
    Shape.Grid[0] =
        clampTo(BlocksPerProcessor * Device.Multiprocessors, Device.MaxGrid[0]);
  int64_t Gangs = 0;
  for (int64_t Given : Launch.gangs)
    if (Given > 0)
      Gangs = std::max<int64_t>(1, Gangs) * std::min<int64_t>(Given, INT32_MAX);
  if (Gangs <= 0)
    return Shape;
  if (NumLoops == 1) {
    Shape.Grid[0] = clampTo(Gangs, Device.MaxGrid[0]);
    return Shape;
  }
  for (uint32_t &Extent : Shape.Grid) {
    Extent = clampTo(std::min<int64_t>(Extent, Gangs), INT32_MAX);
    Gangs /= Extent;
  }
  return Shape;
}

} // namespace

LaunchShape warprt::chooseAccGpuShape(const WarprtAccLaunch &Launch,
                                      bool Reducing, uint32_t MaxThreads,
                                      uint32_t Registers,
                                      const DeviceProperties &Device) {
  MaxThreads = std::max(1u, std::min(MaxThreads, Device.MaxThreadsPerBlock));
  if (Launch.numLoops > 0)
    return chooseNest(Launch, Reducing, MaxThreads, Registers, Device);
  LaunchShape Shape;
  int64_t X, Y;
  warprt_acc_block(Launch.used, Launch.workers, Launch.vectorLength,
                   {MaxThreads, Device.MaxBlock[0], Device.MaxBlock[1],
                    Device.WarpSize,
                    Device.HostThreads ? Device.WarpSize : Device.MaxBlock[0]},
                   &X, &Y);
  Shape.Block[0] = static_cast<uint32_t>(X);
  Shape.Block[1] = static_cast<uint32_t>(Y);

  int64_t Limit = Reducing ? BlocksPerProcessor * Device.Multiprocessors
                           : int64_t(Device.MaxGrid[0]);
  if (Launch.gangs[0] > 0) {
    Shape.Grid[0] = clampTo(Launch.gangs[0], Device.MaxGrid[0]);
  } else if (Launch.trips[0] > 0) {
    int64_t Each = (Launch.trips[1] & WARPDEV_ACC_VECTOR ? X : 1) *
                   (Launch.trips[1] & WARPDEV_ACC_WORKER ? Y : 1);
    int64_t Blocks = Launch.trips[0] / Each + (Launch.trips[0] % Each != 0);
    Shape.Grid[0] = clampTo(Blocks, std::max<int64_t>(1, Limit));
  } else if (Launch.used & WARPDEV_ACC_GANG) {
    Shape.Grid[0] =
        clampTo(BlocksPerProcessor * Device.Multiprocessors, Device.MaxGrid[0]);
  }
  for (int D = 1; D < 3; ++D)
    Shape.Grid[D] = clampTo(Launch.gangs[D], Device.MaxGrid[D]);
  return Shape;
}

LaunchShape warprt::chooseAccCpuShape(const WarprtAccLaunch &Launch,
                                      const DeviceProperties &Device) {
  LaunchShape Shape;
  const unsigned Threads = Device.HostThreads;
  const int64_t Most = Device.MaxGrid[0];
  if (Launch.numLoops > 0) {
    int NumLoops = static_cast<int>(std::min<int64_t>(Launch.numLoops, 3));
    int64_t Trips[3] = {1, 1, 1};
    bool Known = true;
    for (int D = 0; D < NumLoops; ++D) {
      Trips[D] = std::max<int64_t>(1, Launch.trips[D]);
      Known &= Launch.trips[D] > 0;
    }
    if (Known)
      Shape = chooseCpuShape(NumLoops, Trips, Threads);
    else
      Shape.Grid[NumLoops - 1] =
          clampTo(ChunksPerThread * Threads, Device.MaxGrid[NumLoops - 1]);
    int64_t Gangs = 0;
    for (int64_t Given : Launch.gangs)
      if (Given > 0)
        Gangs = std::max<int64_t>(1, Gangs) * std::min(Given, Most);
    for (uint32_t &Extent : Shape.Grid)
      if (Gangs > 0) {
        Extent = clampTo(Gangs, Extent);
        Gangs = std::max<int64_t>(1, Gangs / Extent);
      }
    return Shape;
  }
  if (Launch.gangs[0] > 0) {
    Shape.Grid[0] = clampTo(Launch.gangs[0], Most);
  } else if (Launch.used & WARPDEV_ACC_GANG) {
    int64_t Chunks = ChunksPerThread * Threads;
    // A loop that takes all levels has nothing inside that takes long.
    if (Launch.trips[0] > 0 && Launch.trips[1] == Launch.used &&
        Launch.used != WARPDEV_ACC_GANG)
      Chunks = chooseCpuShape(1, Launch.trips, Threads).Grid[0];
    else if (Launch.trips[0] > 0)
      Chunks = std::min(Chunks, Launch.trips[0]);
    if (Threads <= 1)
      Chunks = 1;
    Shape.Grid[0] = clampTo(Chunks, Most);
  }
  for (int D = 1; D < 3; ++D)
    Shape.Grid[D] = clampTo(Launch.gangs[D], Device.MaxGrid[D]);
  return Shape;
}
