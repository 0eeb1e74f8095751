//===-- warpfort/Driver/NestedLaunches.h - Options of launches --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the options say of launches in device code.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_NESTEDLAUNCHES_H
#define WARPFORT_DRIVER_NESTEDLAUNCHES_H

namespace warpfort {

/// The threads whose launches become one grid.
enum class LaunchUnit { Thread, Warp, Block };

struct NestedLaunchOptions {
  unsigned Threshold = 0;                      ///< -fnested-threshold=
  LaunchUnit Aggregation = LaunchUnit::Thread; ///< -fnested-aggregate=
  unsigned Coarsening = 1;                     ///< -fnested-coarsen=
};

} // namespace warpfort

#endif // WARPFORT_DRIVER_NESTEDLAUNCHES_H
