//===-- StopStatements.h - STOP in constructs of OpenACC --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See StopStatements.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_STOPSTATEMENTS_H
#define WARPFORT_LIB_FLANG_STOPSTATEMENTS_H

namespace Fortran::lower::pft {
struct Program;
} // namespace Fortran::lower::pft

namespace warpfort {

/// Has STOP and ERROR STOP in OpenACC's constructs lowered to calls that branch
/// nowhere.
void takeStopsAsCalls(Fortran::lower::pft::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_STOPSTATEMENTS_H
