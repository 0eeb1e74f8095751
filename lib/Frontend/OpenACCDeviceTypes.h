//===-- OpenACCDeviceTypes.h - Clauses of one kind of device ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which clauses behind a device_type clause count.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_OPENACCDEVICETYPES_H
#define WARPFORT_LIB_FRONTEND_OPENACCDEVICETYPES_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Leaves the clauses for NVIDIA's devices, without the device_type clauses.
void chooseDeviceClauses(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_OPENACCDEVICETYPES_H
