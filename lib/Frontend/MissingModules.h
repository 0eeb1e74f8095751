//===-- MissingModules.h - Modules that cannot be found ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a module is missing, name resolution goes on with names that nobody
// declared, and may fail at directives with such names. What the user has to
// know then is which module was missing. A module file that another compiler
// has written is no better than a missing one.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_MISSINGMODULES_H
#define WARPFORT_LIB_FRONTEND_MISSINGMODULES_H

#include <string>
#include <vector>

namespace Fortran::parser {
class Messages;
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// An error for each module that neither the file nor a folder has.
void reportMissingModules(const Fortran::parser::Program &Tree,
                          const std::vector<std::string> &Folders,
                          Fortran::parser::Messages &Messages);

/// An error for each module whose file is another compiler's, and whether there
/// is any. Files are looked for in \p Folders, then in \p IntrinsicFolders.
bool reportForeignModules(const Fortran::parser::Program &Tree,
                          const std::vector<std::string> &Folders,
                          const std::vector<std::string> &IntrinsicFolders,
                          Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_MISSINGMODULES_H
