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

#include "Body.h"

namespace warpfort::checker {

/// Converts those of all launches and kernel loops. What is too large for a
/// launch becomes negative, which the runtime refuses; of a kernel loop, the
/// runtime takes the largest grid that the device has. It replaces expressions
/// that statements refer to, so nothing may hold on to parts of them.
void convertLaunchIntegers(const std::vector<Unit> &Units);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_LAUNCHINTEGERS_H
