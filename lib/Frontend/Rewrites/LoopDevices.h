//===-- LoopDevices.h - DEVICE= of kernel loops -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device of a kernel loop.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_LOOPDEVICES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_LOOPDEVICES_H

#include "Frontend/Source/LaunchShapes.h"

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Puts calls around kernel loops that name a device. To be called before names
/// are resolved.
void takeLoopDevices(Fortran::parser::Program &Program,
                     const LaunchEntries &Entries);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_LOOPDEVICES_H
