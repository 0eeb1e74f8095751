//===-- warpfort/Driver/Driver.h - The warpfort command ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry point of the command `warpfort`. Exit status: 0, or 1 after an error.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_DRIVER_H
#define WARPFORT_DRIVER_DRIVER_H

namespace warpfort {

int driverMain(int argc, char **argv);

} // namespace warpfort
#endif // WARPFORT_DRIVER_DRIVER_H
