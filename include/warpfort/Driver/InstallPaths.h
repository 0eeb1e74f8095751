//===-- warpfort/Driver/InstallPaths.h - Where our own files are -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the layout of an installation:
// <prefix>/bin/warpfort, and <prefix>/lib/warpfort with libraries and the
// folders cmake, flang, modules and mpi. In the build folder the libraries are
// in <prefix>/lib, and the folders, but for flang, in <prefix>.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_INSTALLPATHS_H
#define WARPFORT_DRIVER_INSTALLPATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warpfort {

/// The path of a file in a folder.
std::string under(llvm::StringRef Folder, llvm::StringRef Name);

struct InstallPaths {
  std::string Program;        // <prefix>/bin/warpfort
  std::string LibDir;         // <prefix>/lib/warpfort
  std::string ModuleDir;      // modules: cudafor.mod, ...
  std::string CMakeDir;       // cmake: the toolchain file
  std::string StaticRuntime;  // libwarprt.a
  std::string SharedRuntime;  // libwarprt.so
  std::string SharedFortran;  // libwarprt_fortran.so
  std::string FortranSupport; // libwarprt_fortran.a
  std::string StartCheck;     // libwarprt_start.a
  std::string MPIEntries;     // libwarprt_mpi.a
  std::string ModuleLibrary;  // libwarpfort_modules.a
  std::string DeviceLibrary;  // warpdev.bc
  std::string CPULibrary;     // warpdev-cpu.bc
  std::string MPIModule;      // mpi/mpi.f90
  std::string FlangRuntime;   // libflang_rt.runtime.a
  std::string FlangModuleDir; // flang, or empty
  std::string LLVMLibDir;     // LLVM's libraries: libomp.so
};

/// The layout around the program that runs. \p Argv0 is how it was called.
InstallPaths findInstallPaths(llvm::StringRef Argv0);

} // namespace warpfort
#endif // WARPFORT_DRIVER_INSTALLPATHS_H
