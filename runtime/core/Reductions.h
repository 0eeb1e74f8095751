//===-- runtime/core/Reductions.h - Kernel loops with reductions *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reducing kernel has two parameters that the program does not pass: the
// slots with the values and results, and scratch memory for partial results.
// Both live in buffers of the queue, since launches of one queue follow each
// other.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_REDUCTIONS_H
#define WARPRT_CORE_REDUCTIONS_H

#include "hal/Device.h"
#include "warprt/EntryPoints.h"

namespace warprt {

/// Launches with the program's `Args` and the two arguments of reductions.
/// Results on the host are there when the call returns.
Error launchReducing(Device &D, const WarprtKernel &K, Kernel &Code,
                     const LaunchShape &Shape, Queue *Q, void **Args,
                     int32_t NumReductions, const WarprtReduction *Reductions);

/// Launches with `Args` and the address of scratch memory for that many
/// reductions.
Error launchWithScratch(Device &D, const WarprtKernel &K, Kernel &Code,
                        const LaunchShape &Shape, Queue *Q, void **Args,
                        uint32_t NumReductions);

/// Forgets a queue's buffers, before the queue goes.
void releaseReductionBuffers(Device &D, Queue *Q);

/// Forgets all, for tests that replace the back end.
void dropReductionBuffers();

} // namespace warprt

#endif // WARPRT_CORE_REDUCTIONS_H
