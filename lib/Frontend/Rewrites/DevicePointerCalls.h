//===-- DevicePointerCalls.h - Calls with DEVICEPTR names -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DevicePointerCalls.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERCALLS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERCALLS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Puts calls that pass what a DEVICEPTR clause around them names into
/// HOST_DATA constructs. To be called before names are resolved, for CUDA
/// Fortran.
void passDevicePointers(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERCALLS_H
