//===-- warpfort/Driver/SystemReport.h - What is found where ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command `warpfort-info`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_SYSTEMREPORT_H
#define WARPFORT_DRIVER_SYSTEMREPORT_H

namespace warpfort {

/// Prints what the compiler and its programs find on this machine. Returns 1
/// if the installation is incomplete or nothing can link, 2 for a wrong
/// argument.
int systemReportMain(int argc, char **argv);

} // namespace warpfort
#endif // WARPFORT_DRIVER_SYSTEMREPORT_H
