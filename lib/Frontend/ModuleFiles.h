//===-- ModuleFiles.h - Corrects module files after semantics ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_MODULEFILES_H
#define WARPFORT_LIB_FRONTEND_MODULEFILES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// The checksum of module files: the 64-bit FNV-1a hash of what follows the
/// first line.
std::uint64_t moduleFileChecksum(llvm::StringRef Text);

/// Rewrites the module files that semantics has just written where they hold
/// what Flang's own parser does not read back: a component with a CUDA
/// attribute is written as the component and an ATTRIBUTES statement, and a
/// derived type has no such statement. Returns false, with a message on Diag,
/// if a file cannot be written.
bool correctModuleFiles(Fortran::semantics::SemanticsContext &Context,
                        llvm::raw_ostream &Diag);

} // namespace warpfort

#endif
