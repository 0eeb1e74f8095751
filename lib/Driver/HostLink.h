//===-- HostLink.h - Linking for the host --------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the command lines of the system's linker, which is called through the
// C compiler. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_HOSTLINK_H
#define WARPFORT_LIB_DRIVER_HOSTLINK_H

#include "warpfort/Driver/InstallPaths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

/// What of our runtime library a link takes.
enum class RuntimeKind { None, Static, Shared };

struct HostLinkOptions {
  std::string Output;
  bool SharedLibrary = false;
  bool NoPIE = false; // the objects have fixed addresses
  RuntimeKind Runtime = RuntimeKind::None;
  std::vector<std::string> DeviceObjects; // from linkDeviceCode()
  std::vector<std::string> Words;         // LinkInputs::HostWords
  std::vector<std::string> LibraryDirs;
  std::vector<std::string> OpenMPWords; // from openMPLinkWords()
  std::vector<std::string> MPIWords;    // from mpiEntryWords()
};

/// The C compiler that links: `cc`, `gcc` or `clang` in PATH.
llvm::Expected<std::string> findHostLinker();

/// The words that put our entries before the procedures of an MPI that a
/// program calls, so that device memory may be a buffer where the MPI is not
/// CUDA-aware. \p Foreign: the symbols that no object defines.
llvm::Expected<std::vector<std::string>>
mpiEntryWords(const InstallPaths &Paths, const llvm::StringSet<> &Foreign);

/// Command that links a program or shared library.
std::vector<std::string> hostLinkCommand(llvm::StringRef Linker,
                                         const InstallPaths &Paths,
                                         const HostLinkOptions &Options);

/// Command that makes one object of several.
std::vector<std::string>
mergeObjectsCommand(llvm::StringRef Linker, llvm::StringRef Output,
                    llvm::ArrayRef<std::string> Objects);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_HOSTLINK_H
