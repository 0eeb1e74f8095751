//===-- runtime/core/AccShape.h - Launch shapes of compute constructs -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gangs are blocks, workers threads along y, vector lanes threads along x. A
// clause's number is kept where the device can have it: the language lets an
// implementation choose another, and every loop is right with any.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCSHAPE_H
#define WARPRT_CORE_ACCSHAPE_H

#include "hal/Device.h"
#include "warprt/EntryPoints.h"

namespace warprt {

/// For a GPU. `MaxThreads` is what the kernel allows in a block; with
/// `Reducing` every block leaves a partial result. `Registers` as for
/// chooseGpuShape().
LaunchShape chooseAccGpuShape(const WarprtAccLaunch &Launch, bool Reducing,
                              uint32_t MaxThreads, uint32_t Registers,
                              const DeviceProperties &Device);

/// For host threads: a gang is a block of one thread.
LaunchShape chooseAccCpuShape(const WarprtAccLaunch &Launch,
                              const DeviceProperties &Device);

} // namespace warprt

#endif // WARPRT_CORE_ACCSHAPE_H
