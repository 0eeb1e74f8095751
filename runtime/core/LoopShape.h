//===-- runtime/core/LoopShape.h - Launch shapes of kernel loops *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which grid and block a kernel loop runs with. Loop 0 is the innermost and
// maps to x. An entry that the program gave (`<<<grid, block>>>`) is kept, that
// of a grid as far as the device's limit; `*` is filled in.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_LOOPSHAPE_H
#define WARPRT_CORE_LOOPSHAPE_H

#include "hal/Device.h"

namespace warprt {

/// For a GPU: threads stride through the loops, so any shape is correct. With
/// `Reducing` the grid stays small, since every block leaves a partial result.
/// `Registers` are those of a thread that has one iteration, 0 if not known.
Error chooseGpuShape(int NumLoops, const int64_t *Trips, const int32_t *Grid,
                     const int32_t *Block, bool Reducing, uint32_t Registers,
                     const DeviceProperties &Device, LaunchShape &Result);

/// For a GPU, of a kernel in which the threads of a block share loops of the
/// body, whose length is `Trips[Shared]`: as many of them share one as it takes
/// to fill the device, and at least a warp where they are neighbours (x), since
/// they then read neighbouring elements. All extents are powers of two.
void chooseSharedShape(int NumLoops, const int64_t *Trips, int Shared,
                       uint32_t MaxThreads, const DeviceProperties &Device,
                       LaunchShape &Result);

/// For a GPU, of a kernel of two loops whose blocks compute tiles of elements,
/// a thread \p Columns of them along x and WARPDEV_TILE_ROWS along y: a warp
/// along x for one column, else square blocks.
void chooseTiledShape(const int64_t *Trips, int Columns, uint32_t MaxThreads,
                      const DeviceProperties &Device, LaunchShape &Result);

/// Whether no thread of the shape has a second iteration of any loop, and the
/// threads can be counted in 32 bits. `Trips` must be what the kernel computes
/// itself, the first of them with the kernel's lead.
bool coversLoops(const LaunchShape &Shape, int64_t NumLoops,
                 const int64_t *Trips);

/// For host threads: a block is one thread that runs a contiguous part of each
/// loop, so the grid says how the iterations are cut.
LaunchShape chooseCpuShape(int NumLoops, const int64_t *Trips,
                           unsigned Threads);

} // namespace warprt

#endif // WARPRT_CORE_LOOPSHAPE_H
