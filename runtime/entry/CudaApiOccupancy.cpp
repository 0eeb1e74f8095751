//===-- runtime/entry/CudaApiOccupancy.cpp - cudafor: occupancy -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many blocks or clusters of a kernel run at a time, and what launches fill
// a device. Shared memory is counted as devices hand it out; registers are the
// driver's to count.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiKernels.h"
#include "warprt/DeviceLaunch.h"
#include <algorithm>
#include <cstdint>

using namespace warprt;

namespace {

/// The CPU device runs as many blocks as it is asked to; what it reports keeps
/// to the limits that its properties name.
int roomFor(const DeviceProperties &P, uint64_t Most, uint32_t Threads,
            uint64_t Shared) {
  Most = std::min<uint64_t>(Most, P.MaxBlocksPerMultiprocessor);
  Most = std::min<uint64_t>(Most, P.MaxThreadsPerMultiprocessor / Threads);
  if (Shared)
    Most = std::min<uint64_t>(Most, P.SharedPerMultiprocessor / Shared);
  return clampInt(Most);
}

/// How many blocks of a kernel one multiprocessor can hold at a time. The flag
/// turns an override of the driver's caching off; it changes no count.
Error blocksOnOne(void *Function, int Threads, int64_t DynamicShared,
                  int *Count, int Flags = 0) {
  if (Flags < 0 || Flags > 1)
    return Error::InvalidValue;
  *Count = 0;
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return E;
  const DeviceProperties &P = D->properties();
  if (Threads <= 0 || DynamicShared < 0)
    return Error::InvalidValue;
  uint32_t Block = static_cast<uint32_t>(Threads);
  uint64_t Shared = static_cast<uint64_t>(DynamicShared);
  // A block that cannot run at all is no error: there is room for none.
  if (Block > K->Properties.MaxThreadsPerBlock ||
      Shared > P.SharedPerMultiprocessor)
    return Error::Success;
  LaunchShape Shape;
  Shape.Block[0] = Block;
  Shape.DynamicShared = static_cast<uint32_t>(Shared);
  ResidentBlocks Blocks;
  if (Error E = K->Code->residentBlocks(Shape, Blocks); failed(E))
    return E;
  *Count = roomFor(P, Blocks.Most / std::max(1u, P.Multiprocessors), Block,
                   Shared + K->Properties.StaticShared);
  return Error::Success;
}

/// The bytes of dynamic shared memory that a block may have where so many
/// blocks run on one multiprocessor.
Error freeShared(void *Function, int Blocks, int Threads, int64_t *Bytes) {
  *Bytes = 0;
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return E;
  const DeviceProperties &P = D->properties();
  if (Blocks <= 0 || Threads <= 0 ||
      static_cast<uint32_t>(Threads) > K->Properties.MaxThreadsPerBlock)
    return Error::InvalidValue;
  uint64_t Each = P.SharedPerMultiprocessor / static_cast<uint64_t>(Blocks);
  uint64_t Taken =
      P.ReservedSharedPerBlock + uint64_t(K->Properties.StaticShared);
  constexpr uint64_t Unit = 128; // that it is handed out in
  uint64_t Room = Each > Taken ? (Each - Taken) / Unit * Unit : 0;
  Room = std::min<uint64_t>(Room, K->MaxDynamicShared.load());
  *Bytes = static_cast<int64_t>(Room);
  return Error::Success;
}

/// The block with which most threads run, and the least grid for that.
Error bestBlock(void *Function, int64_t DynamicShared, int Limit, int *Grid,
                int *Block) {
  *Grid = *Block = 0;
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return E;
  const DeviceProperties &P = D->properties();
  int Most = clampInt(K->Properties.MaxThreadsPerBlock);
  if (Limit > 0)
    Most = std::min(Most, Limit);
  int Warp = clampInt(P.WarpSize), Best = 0;
  // From the largest one: of equals it is the one with the fewest blocks.
  for (int Threads = (Most + Warp - 1) / Warp * Warp; Threads > 0;
       Threads -= Warp) {
    int Own = std::min(Threads, Most), Count = 0;
    if (Error E = blocksOnOne(Function, Own, DynamicShared, &Count); failed(E))
      return E;
    if (Count * Own <= Best)
      continue;
    Best = Count * Own;
    *Block = Own;
    *Grid = Count * clampInt(P.Multiprocessors);
  }
  return Error::Success;
}

/// Layout of type(cudaLaunchConfig), whose attributes are C's.
struct FortranLaunchConfig {
  int32_t Grid[3], Block[3];
  int64_t DynamicShared;
  int64_t Stream;
  struct Attribute {
    int32_t Id, Padding;
    uint32_t Value[16];
  } *Attributes;
  int32_t NumAttributes;
};

/// Calls `B(Kernel &, shape, extents of the clusters or null)`.
template <typename Body>
int withConfig(void *Function, const FortranLaunchConfig &C, Body B) {
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return result(E);
  LaunchShape Shape;
  for (int I = 0; I < 3; ++I) {
    if (C.Grid[I] <= 0 || C.Block[I] <= 0)
      return result(Error::InvalidConfiguration);
    Shape.Grid[I] = static_cast<uint32_t>(C.Grid[I]);
    Shape.Block[I] = static_cast<uint32_t>(C.Block[I]);
  }
  if (C.DynamicShared < 0 || C.DynamicShared > INT32_MAX)
    return result(Error::InvalidValue);
  Shape.DynamicShared = static_cast<uint32_t>(C.DynamicShared);
  constexpr int32_t ClusterExtents = 4; // cudaLaunchAttributeClusterDimension
  auto *Description = static_cast<WarprtKernel *>(Function);
  const uint32_t *Cluster =
      Description->cluster[0] ? Description->cluster : nullptr;
  for (int32_t I = 0; I < C.NumAttributes; ++I)
    if (C.Attributes[I].Id == ClusterExtents)
      Cluster = C.Attributes[I].Value;
  return result(B(*K->Code, Shape, Cluster));
}

} // namespace

WARPRT_EXPORT int
warprt_cudaOccupancyMaxPotentialClusterSize(int32_t *Blocks, void *Function,
                                            const FortranLaunchConfig *C) {
  *Blocks = 0;
  return withConfig(Function, *C,
                    [&](Kernel &K, const LaunchShape &Shape, const uint32_t *) {
                      uint32_t Found = 0;
                      Error E = K.largestCluster(Shape, Found);
                      *Blocks = clampInt(Found);
                      return E;
                    });
}

WARPRT_EXPORT int
warprt_cudaOccupancyMaxActiveClusters(int32_t *Count, void *Function,
                                      const FortranLaunchConfig *C) {
  *Count = 0;
  return withConfig(
      Function, *C,
      [&](Kernel &K, const LaunchShape &Shape, const uint32_t *Cluster) {
        uint32_t Found = 0;
        Error E = K.activeClusters(Shape, Cluster, Found);
        *Count = clampInt(Found);
        return E;
      });
}

WARPRT_EXPORT int warprt_cudaOccupancyBlocks_i4(int *Count, void *Function,
                                                int Threads, int32_t Shared) {
  return result(blocksOnOne(Function, Threads, Shared, Count));
}

WARPRT_EXPORT int warprt_cudaOccupancyBlocks_i8(int *Count, void *Function,
                                                int Threads, int64_t Shared) {
  return result(blocksOnOne(Function, Threads, Shared, Count));
}

WARPRT_EXPORT int
warprt_cudaOccupancyBlocksWithFlags_i4(int *Count, void *Function, int Threads,
                                       int32_t Shared, int Flags) {
  return result(blocksOnOne(Function, Threads, Shared, Count, Flags));
}

WARPRT_EXPORT int
warprt_cudaOccupancyBlocksWithFlags_i8(int *Count, void *Function, int Threads,
                                       int64_t Shared, int Flags) {
  return result(blocksOnOne(Function, Threads, Shared, Count, Flags));
}

/// Of a kernel that device code on the CPU names.
WARPRT_EXPORT int32_t warprt_cpu_active_blocks(int32_t *Count,
                                               const WarprtCpuKernel *Kernel,
                                               int32_t Threads, int64_t Bytes,
                                               int32_t Flags) {
  *Count = 0;
  if (Threads <= 0 || Bytes < 0 || Flags < 0 || Flags > 1)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    auto Block = static_cast<uint32_t>(Threads);
    auto Shared = static_cast<uint64_t>(Bytes);
    const DeviceProperties &P = D.properties();
    if (Block <= P.MaxThreadsPerBlock && Shared <= P.SharedPerMultiprocessor)
      *Count = roomFor(P, P.MaxBlocksPerMultiprocessor, Block,
                       Shared + Kernel->staticSharedBytes);
    return Error::Success;
  });
}

WARPRT_EXPORT int
warprt_cudaOccupancyAvailableDynamicSMemPerBlock(int64_t *Bytes, void *Function,
                                                 int Blocks, int Threads) {
  return result(freeShared(Function, Blocks, Threads, Bytes));
}

WARPRT_EXPORT int warprt_cudaOccupancyMaxPotentialBlockSize_i8(
    int *Grid, int *Block, void *Function, int64_t Shared, const int *Limit) {
  return result(bestBlock(Function, Shared, Limit ? *Limit : 0, Grid, Block));
}

WARPRT_EXPORT int warprt_cudaOccupancyMaxPotentialBlockSize_i4(
    int *Grid, int *Block, void *Function, int32_t Shared, const int *Limit) {
  return warprt_cudaOccupancyMaxPotentialBlockSize_i8(Grid, Block, Function,
                                                      Shared, Limit);
}
