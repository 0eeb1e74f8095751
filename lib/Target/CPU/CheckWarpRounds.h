//===-- CheckWarpRounds.h - One check for a warp's rounds -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. A loop whose rounds end with an operation of the warp, as
// that of OpenACC's workers around a vector loop does, is asked about once
// before it, for all rounds and lanes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHECKWARPROUNDS_H
#define WARPFORT_LIB_TARGET_CPU_CHECKWARPROUNDS_H

#include "KernelBody.h"

namespace warpfort::cpu {

/// Does so in \p K, whose warps are pieces of rows and whose accesses are
/// checked. It is not split yet.
void checkWarpRounds(KernelBody &K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_CHECKWARPROUNDS_H
