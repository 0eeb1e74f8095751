//===-- warpfort/Support/ModuleNames.h - The compiler's modules -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For messages on names of modules that come with the compiler, where the
// source does not use the module or misspells the name: of the front end, and
// of the link.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_MODULENAMES_H
#define WARPFORT_SUPPORT_MODULENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warpfort {

/// "; it is in module cudafor: add USE CUDAFOR" for a name in lower case of a
/// module in \p Folder; empty for others.
std::string adviceToUseModule(llvm::StringRef Folder, llvm::StringRef Name);

/// "; did you mean 'cudamalloc' of module cudafor?" for a name in lower case
/// that is like one of these modules; empty for others. Names of other
/// libraries may be like them: what differs in underscores alone, or has one
/// or two letters more at its end, is no misspelling.
std::string nearestOfModules(llvm::StringRef Folder, llvm::StringRef Name);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_MODULENAMES_H
