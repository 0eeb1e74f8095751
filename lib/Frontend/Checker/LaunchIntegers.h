//===-- LaunchIntegers.h - Integers of launches and kernel loops -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grids, blocks, shared bytes and streams may be integers of any kind. Lowering
// takes those of a kernel loop in the runtime's kinds only, and drops the upper
// bytes of a launch's. So they are converted here, where what the runtime's
// kind does not hold stays too large.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_LAUNCHINTEGERS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_LAUNCHINTEGERS_H

#include "Facts.h"

namespace warpfort::checker {

/// An entry of a kernel loop's grid or block: the runtime takes the largest
/// grid that the device has, and refuses a block.
void convertLoopShape(const TypedExpr &Entry);

/// A grid or block of a launch that is an integer, or its shared bytes: what is
/// too large becomes negative, which the runtime refuses.
void convertLaunchShape(const TypedExpr &Entry);

void convertStream(const TypedExpr &Stream);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_LAUNCHINTEGERS_H
