//===-- warpfort/Support/SharedArrays.h - Launch-sized arrays ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the front end tells lowering that a shared array of several dimensions
// is as large as the launch says, where Flang refuses `s(4, *)`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_SHAREDARRAYS_H
#define WARPFORT_SUPPORT_SHAREDARRAYS_H

#include <cstdint>

namespace warpfort {

/// The last upper bound of such an array. No shared memory has that many
/// elements; Flang's folding of sections makes a list of them.
inline constexpr int64_t DynamicSharedBound = 999983;

/// Whether an array with this last extent is one; its last lower bound may be
/// any in reach of a program.
inline constexpr bool isDynamicSharedExtent(int64_t Extent) {
  return Extent > DynamicSharedBound / 2 && Extent < 2 * DynamicSharedBound;
}

} // namespace warpfort
#endif // WARPFORT_SUPPORT_SHAREDARRAYS_H
