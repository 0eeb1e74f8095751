//===-- FaultReport.h - What users see of a fault ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one form in which users are told of faults of the compiler, and the
// archive that -fcrash-reproducer writes for those who mend them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_FAULTREPORT_H
#define WARPFORT_LIB_DRIVER_FAULTREPORT_H

#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Target/Embed/Embed.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warpfort {

/// `file:line:column: error: ...`, with the construct that stands there. With
/// \p Verbose, also the stage and what was said of it.
void printFault(llvm::raw_ostream &OS, const Fault &What, bool Verbose);

/// The construct or statement of a line of Fortran, as `DO CONCURRENT` or
/// `!$acc parallel loop`; empty if it begins as no other than an assignment
/// does.
std::string nameConstruct(llvm::StringRef Line);

/// What goes into a reproducer.
struct Reproducer {
  Fault What;
  std::vector<CompileOptions> Sources;
  std::vector<DeviceImage> Images;
  std::vector<std::string> Arguments; // of the command
};

/// Writes the archive into the current folder and returns its name.
llvm::Expected<std::string> writeReproducer(const Reproducer &Contents,
                                            llvm::StringRef Program);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_FAULTREPORT_H
