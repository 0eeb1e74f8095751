//===-- runtime/core/Launch.h - Launches of kernels and kernel loops *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a launch as CUDA does, so that both back ends refuse the same ones
// with the same codes, and hands it to the device.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_LAUNCH_H
#define WARPRT_CORE_LAUNCH_H

#include "hal/Device.h"
#include "warprt/EntryPoints.h"

namespace warprt {

struct LoadedKernel;

/// What CUDA says of a shape; Success if it may run.
Error checkShape(const LaunchShape &Shape, const DeviceProperties &Device,
                 const LoadedKernel &Kernel);

/// A launch as compiled code asks for it.
struct LaunchRequest {
  int32_t Grid[3], Block[3];
  int32_t SharedBytes;
};

/// \p Shape receives what it ran with, here and below; without a grid where
/// there was nothing to do.
Error launchKernel(WarprtKernel &K, const LaunchRequest &Request, Queue *Q,
                   void **Args, LaunchShape &Shape);

/// A kernel loop as compiled code asks for it.
struct LoopRequest {
  int32_t NumLoops = 0;
  const int64_t *Trips = nullptr;
  const int32_t *Grid = nullptr, *Block = nullptr; // 0: not given
  void **Args = nullptr;
  int32_t NumReductions = 0;
  const WarprtReduction *Reductions = nullptr;
  /// The loop whose threads share loops of the body, as warprt_launch_shared
  /// has it; -1: none.
  int32_t SharedLoop = -1;
  /// Elements of a thread along x where blocks compute tiles, as
  /// warprt_launch_tiled has it; 0: they do not.
  int32_t TileColumns = 0;
};

Error launchLoops(WarprtKernel &K, const LoopRequest &Request, Queue *Q,
                  LaunchShape &Shape);

/// The kernel of an OpenACC compute construct. With `Async` unset it is done
/// when the call returns. `Shape` receives what it ran with.
Error launchAcc(WarprtKernel &K, const WarprtAccLaunch &Launch, Queue *Q,
                bool Async, void **Args, LaunchShape &Shape);

} // namespace warprt

#endif // WARPRT_CORE_LAUNCH_H
