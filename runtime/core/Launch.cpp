//===-- runtime/core/Launch.cpp - Launches of kernels and kernel loops ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Launch.h.
//
//===----------------------------------------------------------------------===//
#include "core/Launch.h"
#include "core/AccPrivates.h"
#include "core/AccShape.h"
#include "core/DeviceOutput.h"
#include "core/ImageRegistry.h"
#include "core/LoopShape.h"
#include "core/Reductions.h"
#include "core/Runtime.h"

using namespace warprt;

Error warprt::checkShape(const LaunchShape &Shape,
                         const DeviceProperties &Device,
                         const LoadedKernel &Kernel) {
  uint64_t Threads = 1;
  for (int D = 0; D < 3; ++D) {
    if (Shape.Grid[D] == 0 || Shape.Grid[D] > Device.MaxGrid[D])
      return Error::InvalidConfiguration;
    if (Shape.Block[D] == 0 || Shape.Block[D] > Device.MaxBlock[D])
      return Error::InvalidConfiguration;
    Threads *= Shape.Block[D];
  }
  if (Threads > Device.MaxThreadsPerBlock)
    return Error::InvalidConfiguration;
  // A register or launch_bounds limit of the kernel itself.
  if (Threads > Kernel.Properties.MaxThreadsPerBlock)
    return Error::LaunchOutOfResources;
  if (Shape.DynamicShared > Kernel.MaxDynamicShared.load())
    return Error::InvalidValue;
  return Error::Success;
}

namespace {
/// A cooperative launch: all blocks must fit on the device at once.
Error chooseCooperativeGrid(const LaunchRequest &Request, Kernel &Code,
                            LaunchShape &Shape) {
  bool IsStar = Request.Grid[0] == -1;
  LaunchShape OneBlock = Shape;
  for (uint32_t &Extent : OneBlock.Grid)
    Extent = 1;
  ResidentBlocks Blocks;
  if (Error E = Code.residentBlocks(OneBlock, Blocks); failed(E))
    return E;
  if (IsStar) {
    Shape.Grid[0] = Blocks.Natural;
    Shape.Grid[1] = Shape.Grid[2] = 1;
    return Blocks.Natural ? Error::Success : Error::LaunchOutOfResources;
  }
  uint64_t Asked = 1;
  for (uint32_t Extent : Shape.Grid) {
    Asked *= Extent;
    if (Asked > Blocks.Most)
      return Error::CooperativeLaunchTooLarge;
  }
  return Error::Success;
}

/// What every launch begins with: the device, the kernel on it, and the
/// descriptors of module data that it may read.
Error beginLaunch(WarprtKernel &K, Device *&D, LoadedKernel *&Loaded) {
  printDeviceOutput();
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (Error E = ImageRegistry::get().kernel(K, *D, Loaded); failed(E))
    return E;
  return ImageRegistry::get().refreshDescriptors(*Loaded, *D);
}

/// The grid must consist of whole clusters.
bool fitsClusters(const LaunchShape &Shape, const WarprtKernel &K) {
  for (int D = 0; D < 3; ++D)
    if (K.cluster[D] && Shape.Grid[D] % K.cluster[D] != 0)
      return false;
  return true;
}

/// The iterations of a kernel's innermost loop and the threads before them.
int64_t withLead(int64_t Trips, const KernelProperties &P) {
  return Trips > 0 && Trips < INT64_MAX - P.Lead ? Trips + P.Lead : Trips;
}
} // namespace

Error warprt::launchKernel(WarprtKernel &K, const LaunchRequest &Request,
                           Queue *Q, void **Args, LaunchShape &Shape) {
  Device *D = nullptr;
  LoadedKernel *Loaded = nullptr;
  if (Error E = beginLaunch(K, D, Loaded); failed(E))
    return E;
  for (int I = 0; I < 3; ++I) {
    // A negative extent is a huge one to CUDA, and as invalid.
    Shape.Grid[I] = static_cast<uint32_t>(Request.Grid[I]);
    Shape.Block[I] = static_cast<uint32_t>(Request.Block[I]);
  }
  Shape.DynamicShared = static_cast<uint32_t>(Request.SharedBytes);
  bool IsCooperative = K.flags & WARPRT_KERNEL_COOPERATIVE;
  LaunchShape Checked = Shape;
  if (IsCooperative && Request.Grid[0] == -1)
    Checked.Grid[0] = 1;
  if (Error E = checkShape(Checked, D->properties(), *Loaded); failed(E))
    return E;
  if (IsCooperative)
    if (Error E = chooseCooperativeGrid(Request, *Loaded->Code, Shape);
        failed(E))
      return E;
  if (!fitsClusters(Shape, K))
    return Error::InvalidConfiguration;
  return Loaded->Code->launch(Shape, Q, Args, K);
}

Error warprt::launchLoops(WarprtKernel &K, const LoopRequest &Request, Queue *Q,
                          LaunchShape &Shape) {
  if (Request.NumLoops < 1 || Request.NumLoops > 3)
    return Error::InvalidValue;
  Device *D = nullptr;
  LoadedKernel *Loaded = nullptr;
  if (Error E = beginLaunch(K, D, Loaded); failed(E))
    return E;
  // A loop that never runs still has a shape that may be wrong, but nothing to
  // launch.
  bool Runs = true;
  const bool Shares = Request.SharedLoop >= 0;
  int64_t AtLeastOne[3] = {1, 1, 1};
  for (int I = 0; I < Request.NumLoops; ++I) {
    Runs &= Request.Trips[I] > 0 || I == Request.SharedLoop;
    AtLeastOne[I] = std::max<int64_t>(1, Request.Trips[I]);
  }
  AtLeastOne[0] = withLead(AtLeastOne[0], Loaded->Properties);
  if (Shares)
    chooseSharedShape(Request.NumLoops, AtLeastOne, Request.SharedLoop,
                      Loaded->Properties.MaxThreadsPerBlock, D->properties(),
                      Shape);
  else if (Request.TileColumns)
    chooseTiledShape(AtLeastOne, Request.TileColumns,
                     Loaded->Properties.MaxThreadsPerBlock, D->properties(),
                     Shape);
  else if (Error E = chooseGpuShape(Request.NumLoops, AtLeastOne, Request.Grid,
                                    Request.Block, Request.NumReductions > 0,
                                    Loaded->Properties.CoveringRegisters,
                                    D->properties(), Shape);
           failed(E))
    return E;
  if (Error E = checkShape(Shape, D->properties(), *Loaded); failed(E))
    return E;
  if (!Runs) {
    Shape.Grid[0] = 0;
    return Error::Success;
  }
  unsigned HostThreads =
      Loaded->Properties.LoopsOfOneThread ? D->properties().HostThreads : 0;
  if (HostThreads && (K.flags & WARPRT_KERNEL_LOOP)) {
    // A thread alone has the loops of the body.
    if (Shares)
      AtLeastOne[Request.SharedLoop] = 1;
    Shape = chooseCpuShape(Request.NumLoops, AtLeastOne, HostThreads);
  }
  Shape.CoversLoops = !Shares && !Request.TileColumns &&
                      coversLoops(Shape, Request.NumLoops, AtLeastOne);
  if (Request.NumReductions > 0)
    return launchReducing(*D, K, *Loaded->Code, Shape, Q, Request.Args,
                          Request.NumReductions, Request.Reductions);
  return Loaded->Code->launch(Shape, Q, Request.Args, K);
}

Error warprt::launchAcc(WarprtKernel &K, const WarprtAccLaunch &Asked, Queue *Q,
                        bool Async, void **Args, LaunchShape &Shape) {
  Device *D = nullptr;
  LoadedKernel *Loaded = nullptr;
  if (Error E = beginLaunch(K, D, Loaded); failed(E))
    return E;
  WarprtAccLaunch Launch = Asked;
  if (Launch.numLoops > 0)
    Launch.trips[0] = withLead(Launch.trips[0], Loaded->Properties);
  uint32_t Reductions = K.flags >> WARPRT_KERNEL_REDUCTIONS_SHIFT;
  const DeviceProperties &P = D->properties();
  Shape = P.HostThreads && Loaded->Properties.LoopsOfOneThread
              ? chooseAccCpuShape(Launch, P)
              : chooseAccGpuShape(Launch, Reductions > 0,
                                  Loaded->Properties.MaxThreadsPerBlock,
                                  Loaded->Properties.CoveringRegisters, P);
  AccPrivates Privates(*D, Q);
  if (Error E = Privates.allocate(Launch, K.numParams - (Reductions ? 1 : 0),
                                  Shape, Args);
      failed(E))
    return E;
  if (Error E = checkShape(Shape, P, *Loaded); failed(E))
    return E;
  Shape.CoversLoops =
      Launch.tripsAreExact &&
      coversLoops(Shape, std::min<int64_t>(Launch.numLoops, 3), Launch.trips);
  // Of a section the address of the whole array is passed, which may be no
  // address of the device; in shared memory all are the host's.
  WarprtKernel Unchecked = K;
  Unchecked.paramKinds = nullptr;
  Error E = Reductions ? launchWithScratch(*D, Unchecked, *Loaded->Code, Shape,
                                           Q, Args, Reductions)
                       : Loaded->Code->launch(Shape, Q, Args, Unchecked);
  if (failed(E) || Async)
    return E;
  E = D->synchronizeQueue(Q);
  printDeviceOutput();
  return E;
}
