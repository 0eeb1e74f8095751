//===-- TripCountMode.h - Where loops are counted ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gpu=tripcount:, from the command line to ACCOutline.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_TRIPCOUNTMODE_H
#define WARPFORT_SUPPORT_TRIPCOUNTMODE_H

namespace warpfort {

/// What a kernel does where the host's trip count of a loop is another one.
enum class TripComparison { None, Warn, Check };

struct TripCountMode {
  bool OnHost = false; ///< bounds have the host's values
  TripComparison Compare = TripComparison::None;
};

} // namespace warpfort

#endif // WARPFORT_SUPPORT_TRIPCOUNTMODE_H
