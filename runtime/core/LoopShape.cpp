//===-- runtime/core/LoopShape.cpp - Launch shapes of kernel loops --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopShape.h.
//
//===----------------------------------------------------------------------===//
#include "core/LoopShape.h"
#include "warprt/DeviceLibrary.h"
#include <algorithm>
#include <bit>

using namespace warprt;

namespace {

/// Threads of a block whose size the program leaves open, and of one of a nest
/// whose threads have little to do, as few registers tell: a GPU starts about
/// one block a cycle. (A mask of 4 bytes an element took 1.3 times as long with
/// 128 on an H200, a star of 23 registers 1.1; of kernels with 28 to 46
/// registers some gained 6 %, others lost 5.)
constexpr uint64_t PreferredThreads = 128, PreferredLightThreads = 256;
constexpr uint32_t LightRegisters = 24;
/// Blocks a multiprocessor of a reducing loop: fills it with 128 threads each.
constexpr uint64_t ReducingBlocksPerProcessor = 16;
/// Iterations that a thread takes of one long loop: starting a block costs as
/// much as several of a copy's (measured on an H200). Long is a loop that gives
/// each multiprocessor this many blocks even so.
constexpr uint64_t IterationsPerThread = 4;
constexpr uint64_t LongLoopBlocksPerProcessor = 64;
/// Threads of a block that share loops, where these do not ask for more.
constexpr uint64_t SharingThreads = 256;
/// Iterations that a thread has at least of a loop that more than a warp share,
/// for what they pay to combine their results.
constexpr uint64_t IterationsPerLane = 8;
/// Threads along x of a block whose tile is square with one column a thread.
constexpr uint32_t TiledThreadsX = 32;
/// Threads along each side of a block with a square of elements a thread.
constexpr uint32_t LargeTileThreads = 16, SmallTileThreads = 8;

/// Chunks a CPU thread gets on average, so that uneven work evens out.
constexpr uint64_t ChunksPerThread = 4;
/// Iterations of a chunk, a few vectors of them: their bodies may take long,
/// and where they do not the pool keeps the chunks on few threads. Chunks are
/// shorter where there would be fewer than threads.
constexpr uint64_t IterationsPerChunk = 64;
constexpr uint64_t ShortestChunk = 16;

/// Product of trip counts, saturating.
uint64_t totalTrips(int NumLoops, const int64_t *Trips) {
  uint64_t Total = 1;
  for (int I = 0; I < NumLoops; ++I)
    if (__builtin_mul_overflow(Total, static_cast<uint64_t>(Trips[I]), &Total))
      return UINT64_MAX;
  return Total;
}

/// Blocks of a grid, saturating.
uint64_t totalBlocks(int NumLoops, const LaunchShape &Shape) {
  uint64_t Total = 1;
  for (int D = 0; D < NumLoops; ++D)
    if (__builtin_mul_overflow(Total, uint64_t(Shape.Grid[D]), &Total))
      return UINT64_MAX;
  return Total;
}

/// Gives blocks of less than a warp more threads along dimension \p D.
void fillWarp(int D, const DeviceProperties &Device, LaunchShape &Result) {
  uint64_t All = uint64_t(Result.Block[0]) * Result.Block[1] * Result.Block[2];
  if (All < Device.WarpSize)
    Result.Block[D] *= static_cast<uint32_t>(Device.WarpSize / All);
}

/// Blocks: a warp along x where it is open, then y up to the preferred size.
/// (1 loop: 128; 2 loops: 32x4; 3 loops: 32x4x1; where x has 8 iterations and y
/// as many, 8x8x2.) \p Threads: the product of what \p Block gives.
void chooseBlocks(int NumLoops, const int64_t *Trips, const int32_t *Block,
                  uint64_t Threads, uint64_t Preferred,
                  const DeviceProperties &Device, LaunchShape &Result) {
  for (int D = 0; D < NumLoops; ++D) {
    if (Block[D] > 0) {
      Result.Block[D] = static_cast<uint32_t>(Block[D]);
      continue;
    }
    uint64_t Wanted = D == 0 && NumLoops > 1 ? Device.WarpSize : Preferred;
    uint64_t Room = D == 0 ? Device.MaxThreadsPerBlock : Preferred;
    uint64_t Size = std::min(Wanted, Room / std::min(Room, Threads));
    if (D > 0)
      Size = std::min(Size, Preferred / std::min(Preferred, Threads));
    // A power of two that is no longer than the loop needs.
    uint64_t Power = 1;
    while (Power * 2 <= Size &&
           (NumLoops == 1 || Power < static_cast<uint64_t>(Trips[D])))
      Power *= 2;
    Power = std::min<uint64_t>(Power, Device.MaxBlock[D]);
    Result.Block[D] = static_cast<uint32_t>(Power);
    Threads *= Power;
  }
  // Whole warps, where the program leaves them open: all lanes combine results.
  if (NumLoops > 1 && Block[0] == 0)
    fillWarp(0, Device, Result);
}

/// Grids: one thread an iteration, as far as the limits go, but for long loops.
void chooseGrid(int NumLoops, const int64_t *Trips, const int32_t *Grid,
                bool Reducing, const DeviceProperties &Device,
                LaunchShape &Result) {
  for (int D = 0; D < NumLoops; ++D) {
    uint64_t Needed = (static_cast<uint64_t>(Trips[D]) + Result.Block[D] - 1) /
                      Result.Block[D];
    if (Grid[D] > 0) {
      // Idle blocks would only cost memory for their results.
      uint64_t Given = static_cast<uint64_t>(Grid[D]);
      if (Reducing)
        Given = std::min(Given, std::max<uint64_t>(1, Needed));
      Result.Grid[D] =
          static_cast<uint32_t>(std::min<uint64_t>(Given, Device.MaxGrid[D]));
    } else {
      uint64_t Fewer = Needed / IterationsPerThread;
      if (NumLoops == 1 && !Reducing &&
          Fewer >= LongLoopBlocksPerProcessor *
                       std::max<uint64_t>(1, Device.Multiprocessors))
        Needed = Fewer;
      Result.Grid[D] = static_cast<uint32_t>(
          std::clamp<uint64_t>(Needed, 1, Device.MaxGrid[D]));
    }
  }
}

/// Cuts the grid of a loop with reductions, the outer dimensions first:
/// neighbours in x share cache lines. On the CPU, whose threads of a block run
/// one after the other, x comes first: their rounds go along rows then.
void limitReducingGrid(int NumLoops, const int32_t *Grid,
                       const DeviceProperties &Device, LaunchShape &Result) {
  uint64_t Blocks = totalBlocks(NumLoops, Result);
  uint64_t Limit = ReducingBlocksPerProcessor *
                   std::max<uint64_t>(1, Device.Multiprocessors);
  for (int I = 0; I < NumLoops && Blocks > Limit; ++I) {
    const int D = Device.HostThreads ? I : NumLoops - 1 - I;
    if (Grid[D] > 0)
      continue;
    uint64_t Others =
        Blocks == UINT64_MAX ? UINT64_MAX : Blocks / Result.Grid[D];
    uint64_t Left =
        std::max<uint64_t>(1, Limit / std::max<uint64_t>(1, Others));
    Result.Grid[D] =
        static_cast<uint32_t>(std::min<uint64_t>(Result.Grid[D], Left));
    Blocks = totalBlocks(NumLoops, Result);
  }
}

} // namespace

Error warprt::chooseGpuShape(int NumLoops, const int64_t *Trips,
                             const int32_t *Grid, const int32_t *Block,
                             bool Reducing, uint32_t Registers,
                             const DeviceProperties &Device,
                             LaunchShape &Result) {
  Result = LaunchShape();
  uint64_t Threads = 1;
  for (int D = 0; D < NumLoops; ++D) {
    if (Grid[D] < 0 || Block[D] < 0)
      return Error::InvalidConfiguration;
    if (Block[D] > 0)
      Threads *= static_cast<uint64_t>(Block[D]);
  }
  // A grid of few blocks rather has them on more multiprocessors.
  const uint64_t Enough = LongLoopBlocksPerProcessor * PreferredLightThreads *
                          std::max<uint64_t>(1, Device.Multiprocessors);
  const bool Light = NumLoops > 1 && !Reducing && Registers &&
                     Registers <= LightRegisters &&
                     totalTrips(NumLoops, Trips) >= Enough;
  chooseBlocks(NumLoops, Trips, Block, Threads,
               Light ? PreferredLightThreads : PreferredThreads, Device,
               Result);
  chooseGrid(NumLoops, Trips, Grid, Reducing, Device, Result);
  if (Reducing)
    limitReducingGrid(NumLoops, Grid, Device, Result);
  return Error::Success;
}

void warprt::chooseSharedShape(int NumLoops, const int64_t *Trips, int Shared,
                               uint32_t MaxThreads,
                               const DeviceProperties &Device,
                               LaunchShape &Result) {
  Result = LaunchShape();
  const uint64_t Length = static_cast<uint64_t>(Trips[Shared]);
  const uint64_t Most = std::bit_floor(std::min(
      {MaxThreads, Device.MaxThreadsPerBlock, Device.MaxBlock[Shared]}));
  uint64_t Results = 1;
  for (int D = 0; D < NumLoops; ++D)
    if (D != Shared && __builtin_mul_overflow(
                           Results, static_cast<uint64_t>(Trips[D]), &Results))
      Results = UINT64_MAX;
  const uint64_t Room = std::max<uint64_t>(1, Device.Multiprocessors) *
                        Device.MaxThreadsPerMultiprocessor;
  // Threads side by side read neighbouring elements: in x of the shared loop,
  // else of as many results.
  uint64_t Lanes = 1, Side = 1;
  (Shared == 0 ? Lanes : Side) = std::min<uint64_t>(
      Device.WarpSize, std::bit_ceil(static_cast<uint64_t>(Trips[0])));
  const uint64_t Longest = std::min(Most / Side, Length / IterationsPerLane);
  while (Lanes * 2 <= Longest && Results <= Room / (Lanes * 2))
    Lanes *= 2;
  uint64_t Left =
      std::min(std::max(SharingThreads, Lanes * Side), Most) / Lanes;
  Result.Block[Shared] = static_cast<uint32_t>(Lanes);
  int Last = Shared;
  for (int D = 0; D < NumLoops; ++D) {
    if (D == Shared)
      continue;
    uint64_t Size =
        std::min<uint64_t>({Left, Device.MaxBlock[D],
                            std::bit_ceil(static_cast<uint64_t>(Trips[D]))});
    Result.Block[D] = static_cast<uint32_t>(Size);
    Left /= Size;
    Last = D;
  }
  // Whole warps, whose idle threads repeat the last result.
  fillWarp(Last, Device, Result);
  for (int D = 0; D < NumLoops; ++D)
    if (D != Shared)
      Result.Grid[D] = static_cast<uint32_t>(std::clamp<uint64_t>(
          (static_cast<uint64_t>(Trips[D]) + Result.Block[D] - 1) /
              Result.Block[D],
          1, Device.MaxGrid[D]));
}

void warprt::chooseTiledShape(const int64_t *Trips, int Columns,
                              uint32_t MaxThreads,
                              const DeviceProperties &Device,
                              LaunchShape &Result) {
  auto Choose = [&](uint32_t X, uint32_t Y) {
    Result = LaunchShape();
    Result.Block[0] = X;
    Result.Block[1] = Y;
    const int Results[] = {Columns, WARPDEV_TILE_ROWS};
    for (int D = 0; D < 2; ++D) {
      uint64_t Size = uint64_t(Result.Block[D]) * Results[D];
      Result.Grid[D] = static_cast<uint32_t>(std::clamp<uint64_t>(
          (static_cast<uint64_t>(Trips[D]) + Size - 1) / Size, 1,
          Device.MaxGrid[D]));
    }
  };
  if (Columns == 1)
    return Choose(TiledThreadsX, TiledThreadsX / WARPDEV_TILE_ROWS);
  Choose(LargeTileThreads, LargeTileThreads);
  if (totalBlocks(2, Result) < Device.Multiprocessors ||
      LargeTileThreads * LargeTileThreads > MaxThreads)
    Choose(SmallTileThreads, SmallTileThreads);
}

LaunchShape warprt::chooseCpuShape(int NumLoops, const int64_t *Trips,
                                   unsigned Threads) {
  LaunchShape Shape;
  uint64_t Total = totalTrips(NumLoops, Trips);
  if (Threads <= 1)
    return Shape;
  uint64_t Wanted =
      std::min(ChunksPerThread * Threads,
               std::max(Total / IterationsPerChunk,
                        std::min<uint64_t>(Threads, Total / ShortestChunk)));
  for (int D = NumLoops - 1; D >= 0 && Wanted > 1; --D) {
    uint64_t Chunks =
        std::min<uint64_t>(static_cast<uint64_t>(Trips[D]), Wanted);
    Chunks = std::min<uint64_t>(Chunks, 65535);
    Shape.Grid[D] = static_cast<uint32_t>(Chunks);
    Wanted = (Wanted + Chunks - 1) / Chunks;
  }
  return Shape;
}

bool warprt::coversLoops(const LaunchShape &Shape, int64_t NumLoops,
                         const int64_t *Trips) {
  for (int64_t D = 0; D < NumLoops; ++D)
    if (uint64_t Threads = uint64_t(Shape.Grid[D]) * Shape.Block[D];
        Trips[D] <= 0 || Threads > INT32_MAX ||
        Threads < static_cast<uint64_t>(Trips[D]))
      return false;
  return NumLoops > 0;
}
