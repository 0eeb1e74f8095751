//===-- runtime/entry/Launch.cpp - Images and launches --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of warprt/EntryPoints.h. A launch is a statement and has no
// result: its error is kept for cudaGetLastError. That of a kernel loop ends
// the program, which would go on without what the loop computes.
//
//===----------------------------------------------------------------------===//
#include "core/Launch.h"
#include "core/Diagnostics.h"
#include "core/GraphTrace.h"
#include "core/ImageRegistry.h"
#include "core/Runtime.h"
#include "entry/Export.h"
#include <span>

using namespace warprt;

namespace {
/// CUDA refuses it, but there is nothing that it would have done.
bool isEmptyGrid(const LaunchRequest &Request) {
  bool IsEmpty = false;
  for (int D = 0; D < 3; ++D) {
    if (Request.Grid[D] < 0 || Request.Block[D] < 1)
      return false;
    IsEmpty |= Request.Grid[D] == 0;
  }
  return IsEmpty;
}

/// Bytes of each parameter of a kernel of CUDA C; null where they are not
/// known, and where there is no such kernel, as the launch will say.
const std::vector<uint32_t> *sizesInCudaC(WarprtKernel &K) {
  Device *D = nullptr;
  LoadedKernel *Loaded = nullptr;
  if (failed(currentDevice(D)) ||
      failed(ImageRegistry::get().kernel(K, *D, Loaded)) ||
      !Loaded->ParameterSizes)
    return nullptr;
  return &*Loaded->ParameterSizes;
}
} // namespace

WARPRT_EXPORT void warprt_launch_at(const char *File, const char *Procedure,
                                    int32_t Line) {
  launchPlace() = {nullptr, {File, Line}, nullptr, Procedure};
}

WARPRT_EXPORT void warprt_register_image(const WarprtImage *Image) {
  std::string Message;
  if (!ImageRegistry::get().add(Image, Message))
    fatal("%s", Message.c_str());
}

WARPRT_EXPORT void warprt_unregister_image(const WarprtImage *Image) {
  ImageRegistry::get().remove(Image);
}

WARPRT_EXPORT void warprt_launch_kernel(WarprtKernel *K, int32_t GridX,
                                        int32_t GridY, int32_t GridZ,
                                        int32_t BlockX, int32_t BlockY,
                                        int32_t BlockZ, int32_t SharedBytes,
                                        const int64_t *Stream, void **Args) {
  LaunchRequest Request = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes};
  Queue *Q = queueOf(Stream);
  if (Error E = launchTraced(*K, Q,
                             [&](LaunchShape &Shape) {
                               return launchKernel(*K, Request, Q, Args, Shape);
                             });
      failed(E))
    recordError(E, std::string("launch of kernel '") + nameOf(*K) + "'",
                /*IsHarmless=*/isEmptyGrid(Request));
}

WARPRT_EXPORT void warprt_launch_configured(WarprtKernel *K, void **Args,
                                            int32_t (*Pop)(void *, void *,
                                                           void *, void *)) {
  uint32_t Grid[3], Block[3];
  size_t Bytes = 0;
  int64_t Stream = 0;
  if (!Pop || Pop(Grid, Block, &Bytes, &Stream) != 0)
    fatal("kernel '%s' was called from C without <<<>>>", nameOf(*K));
  warprt_launch_kernel(K, int32_t(Grid[0]), int32_t(Grid[1]), int32_t(Grid[2]),
                       int32_t(Block[0]), int32_t(Block[1]), int32_t(Block[2]),
                       int32_t(Bytes), &Stream, Args);
}

WARPRT_EXPORT void warprt_check_arguments(WarprtKernel *K, int32_t Count,
                                          const int32_t *Sizes) {
  const char *Name = nameOf(*K);
  std::span<const uint32_t> Known(K->paramSizes, K->numParams);
  if (K->flags & WARPRT_KERNEL_CUDA_C) {
    const std::vector<uint32_t> *Found = sizesInCudaC(*K);
    if (!Found)
      return;
    Known = *Found;
  }
  if (static_cast<size_t>(Count) != Known.size())
    fatal("launch of kernel '%s': the call has %d arguments, the kernel %zu",
          Name, Count, Known.size());
  for (int I = 0; I < Count; ++I)
    if (Sizes[I] && static_cast<uint32_t>(Sizes[I]) != Known[I])
      fatal("launch of kernel '%s': argument %d has %d bytes in the call and "
            "%u in the kernel; where a kernel is called without an interface, "
            "scalars of the host are passed by value",
            Name, I + 1, Sizes[I], Known[I]);
}

static void launchOrFail(WarprtKernel &K, const LoopRequest &Request,
                         const int64_t *Stream, SourceLocation Where) {
  Queue *Q = queueOf(Stream);
  if (Error E = launchTraced(K, Q,
                             [&](LaunchShape &Shape) {
                               return launchLoops(K, Request, Q, Shape);
                             });
      failed(E))
    fatalAt(Where, E, std::string("launch of kernel loop '") + nameOf(K) + "'");
}

WARPRT_EXPORT void
warprt_launch_loops(WarprtKernel *K, int32_t NumLoops, const int64_t *Trips,
                    const int32_t *Grid, const int32_t *Block,
                    const int64_t *Stream, void **Args, int32_t NumReductions,
                    const WarprtReduction *Reductions, const char *File,
                    int32_t Line) {
  LoopRequest Request;
  Request.NumLoops = NumLoops;
  Request.Trips = Trips;
  Request.Grid = Grid;
  Request.Block = Block;
  Request.Args = Args;
  Request.NumReductions = NumReductions;
  Request.Reductions = Reductions;
  launchOrFail(*K, Request, Stream, {File, Line});
}

WARPRT_EXPORT void warprt_launch_shared(WarprtKernel *K, int32_t NumLoops,
                                        const int64_t *Trips,
                                        int32_t SharedLoop,
                                        const int64_t *Stream, void **Args,
                                        const char *File, int32_t Line) {
  LoopRequest Request;
  Request.NumLoops = NumLoops;
  Request.Trips = Trips;
  Request.SharedLoop = SharedLoop;
  Request.Args = Args;
  launchOrFail(*K, Request, Stream, {File, Line});
}

WARPRT_EXPORT void warprt_launch_tiled(WarprtKernel *K, const int64_t *Trips,
                                       int32_t Columns, const int64_t *Stream,
                                       void **Args, const char *File,
                                       int32_t Line) {
  LoopRequest Request;
  Request.NumLoops = 2;
  Request.Trips = Trips;
  Request.TileColumns = Columns;
  Request.Args = Args;
  launchOrFail(*K, Request, Stream, {File, Line});
}

WARPRT_EXPORT int32_t warprt_on_device() { return 0; }
