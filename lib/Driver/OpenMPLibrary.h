//===-- OpenMPLibrary.h - The library that -mp links ---------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Driver and its tests.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_OPENMPLIBRARY_H
#define WARPFORT_LIB_DRIVER_OPENMPLIBRARY_H

#include "warpfort/Driver/InstallPaths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

/// The folders that programs find shared libraries in by themselves.
std::vector<std::string> systemLibraryDirs();

/// The words that link libomp: -lomp, and where \p SystemDirs do not have the
/// same library, its folder as a search path of linker and program. It is
/// looked
/// for in the installation, beside LLVM's libraries and in \p LibraryDirs (-L).
llvm::Expected<std::vector<std::string>>
openMPLinkWords(const InstallPaths &Paths,
                llvm::ArrayRef<std::string> LibraryDirs,
                llvm::ArrayRef<std::string> SystemDirs);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_OPENMPLIBRARY_H
