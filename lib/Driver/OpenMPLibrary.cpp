//===-- OpenMPLibrary.cpp - The library that -mp links --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's code calls libomp, which comes with LLVM as a package of its own and
// as a shared library only: there must be one in a process, and programs with
// OpenMP code in C bring it along, too.
//
//===----------------------------------------------------------------------===//
#include "OpenMPLibrary.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warpfort {

/// To link with, and as programs look for it: LLVM's own builds and those of
/// distributions call it differently.
static constexpr StringLiteral LinkName = "libomp.so";
static constexpr StringLiteral LoadNames[] = {"libomp.so.5", "libomp.so"};

std::vector<std::string> systemLibraryDirs() {
  return {"/lib/x86_64-linux-gnu",
          "/usr/lib/x86_64-linux-gnu",
          "/lib64",
          "/usr/lib64",
          "/lib",
          "/usr/lib"};
}

Expected<std::vector<std::string>>
openMPLinkWords(const InstallPaths &Paths, ArrayRef<std::string> LibraryDirs,
                ArrayRef<std::string> SystemDirs) {
  std::vector<std::string> Folders = {Paths.LibDir, Paths.LLVMLibDir};
  append_range(Folders, LibraryDirs);
  auto Found = find_if(Folders, [](StringRef Folder) {
    return sys::fs::exists(under(Folder, LinkName));
  });
  if (Found == Folders.end())
    return makeError("'-mp' needs LLVM's OpenMP library, and there is no '" +
                     LinkName + "' in " + llvm::join(Folders, ", ") +
                     "; install it (Debian's package libomp-22-dev), or name "
                     "its folder with -L");
  std::string Library = under(*Found, LinkName);
  auto HasLibrary = [&](StringRef Name) {
    return any_of(SystemDirs, [&](StringRef Folder) {
      return sys::fs::equivalent(under(Folder, Name), Library);
    });
  };
  // CMake's FindOpenMP looks for -l in the linker's command.
  std::vector<std::string> Words;
  if (!HasLibrary(LinkName))
    Words.push_back("-L" + *Found);
  Words.push_back("-lomp");
  if (none_of(LoadNames, HasLibrary))
    Words.push_back("-Wl,-rpath," + *Found);
  return Words;
}

} // namespace warpfort
