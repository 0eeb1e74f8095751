//===-- InstallPaths.cpp - Where our own files are ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An installation has its files in <prefix>/lib/warpfort, and its own copies of
// Flang's runtime library and modules. The build folder has them in
// <prefix>/lib and <prefix>, and uses Flang's where they were found when
// Warpfort was configured.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/InstallPaths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warpfort {

std::string under(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

InstallPaths findInstallPaths(StringRef Argv0) {
  InstallPaths Paths;
  // The address of a function of the program finds the program itself.
  Paths.Program = sys::fs::getMainExecutable(
      Argv0.str().c_str(), reinterpret_cast<void *>(&findInstallPaths));
  StringRef Prefix =
      sys::path::parent_path(sys::path::parent_path(Paths.Program));
  Paths.LibDir = under(Prefix, "lib");
  std::string Own = under(Paths.LibDir, "warpfort");
  if (sys::fs::is_directory(Own)) {
    Paths.LibDir = Own;
    Prefix = Own;
  }
  Paths.ModuleDir = under(Prefix, "modules");
  Paths.CMakeDir = under(Prefix, "cmake");
  Paths.StartCheck = under(Paths.LibDir, "libwarprt_start.a");
  Paths.StaticRuntime = under(Paths.LibDir, "libwarprt.a");
  Paths.SharedRuntime = under(Paths.LibDir, "libwarprt.so");
  Paths.SharedFortran = under(Paths.LibDir, "libwarprt_fortran.so");
  Paths.FortranSupport = under(Paths.LibDir, "libwarprt_fortran.a");
  Paths.MPIEntries = under(Paths.LibDir, "libwarprt_mpi.a");
  Paths.ModuleLibrary = under(Paths.LibDir, "libwarpfort_modules.a");
  Paths.DeviceLibrary = under(Paths.LibDir, "warpdev.bc");
  Paths.CPULibrary = under(Paths.LibDir, "warpdev-cpu.bc");
  Paths.MPIModule = under(Prefix, "mpi/mpi.f90");
  Paths.FlangRuntime = under(Paths.LibDir, "libflang_rt.runtime.a");
  if (!sys::fs::exists(Paths.FlangRuntime))
    Paths.FlangRuntime = WARPFORT_FLANG_RUNTIME;
  Paths.LLVMLibDir = WARPFORT_LLVM_LIBRARY_DIR;
  // Empty: those that Warpfort was configured with.
  if (std::string Folder = under(Prefix, "flang"); sys::fs::exists(Folder))
    Paths.FlangModuleDir = Folder;
  return Paths;
}

} // namespace warpfort
