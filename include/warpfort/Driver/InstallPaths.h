//===-- warpfort/Driver/InstallPaths.h - Where our own files are -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the layout of an installation, which is that of the
// build folder too: <prefix>/bin/warpfort, <prefix>/lib, <prefix>/modules.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_INSTALLPATHS_H
#define WARPFORT_DRIVER_INSTALLPATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warpfort {

struct InstallPaths {
  std::string Program;        // <prefix>/bin/warpfort
  std::string LibDir;         // <prefix>/lib
  std::string ModuleDir;      // <prefix>/modules: cudafor.mod, ...
  std::string StaticRuntime;  // <prefix>/lib/libwarprt.a
  std::string SharedRuntime;  // <prefix>/lib/libwarprt.so
  std::string SharedFortran;  // <prefix>/lib/libwarprt_fortran.so
  std::string FortranSupport; // <prefix>/lib/libwarprt_fortran.a
  std::string ModuleLibrary;  // <prefix>/lib/libwarpfort_modules.a
  std::string DeviceLibrary;  // <prefix>/lib/warpdev.bc
  std::string CPULibrary;     // <prefix>/lib/warpdev-cpu.bc
  std::string MPIModule;      // <prefix>/mpi/mpi.f90
  std::string FlangRuntime;   // libflang_rt.runtime.a
};

/// The layout around the program that runs. \p Argv0 is how it was called.
InstallPaths findInstallPaths(llvm::StringRef Argv0);

} // namespace warpfort
#endif // WARPFORT_DRIVER_INSTALLPATHS_H
