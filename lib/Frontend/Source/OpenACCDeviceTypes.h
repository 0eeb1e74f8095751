//===-- OpenACCDeviceTypes.h - Clauses of one kind of device ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of kinds of devices, and which clauses behind a device_type clause
/// count.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_OPENACCDEVICETYPES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_OPENACCDEVICETYPES_H

#include "flang/Support/Fortran.h"
#include <map>

namespace Fortran::parser {
class CookedSource;
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// What names that Flang's parser does not know mean, by their places.
using DeviceTypeNames =
    std::map<const char *, Fortran::common::OpenACCDeviceType>;

/// Takes the names of PGI's and NVIDIA's compilers (`tesla`) out of the
/// device_type clauses, before the text is parsed; `*` stands for them.
DeviceTypeNames admitDeviceTypes(const Fortran::parser::CookedSource &Cooked);

/// Gives the names that were taken out their meaning.
void setDeviceTypes(Fortran::parser::Program &Program,
                    const DeviceTypeNames &Names);

/// Leaves the clauses for NVIDIA's devices, without the device_type clauses.
void chooseDeviceClauses(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_OPENACCDEVICETYPES_H
