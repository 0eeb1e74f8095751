//===-- LibraryMessages.h - Messages about the installation ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Users know what the installation's modules declare by the names in the
/// documentation, not by their sources.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LIBRARYMESSAGES_H
#define WARPFORT_LIB_FRONTEND_LIBRARYMESSAGES_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Takes back warnings about include files in \p Folders, which the user
/// cannot change, and about module files, whose sources got them. Warnings of
/// overflow without a place are about the bytes of an array that Flang counted,
/// which refuse-large-objects names where there are to be as many.
void dropLibraryWarnings(Fortran::semantics::SemanticsContext &Context,
                         llvm::ArrayRef<std::string> Folders);

/// Has notes about modules in \p Folders stand where the error is that they
/// belong to, and name procedures as users do, with their dummy arguments.
/// Where there are many, a hundred for some names, what each of them lacks says
/// nothing to the user: these are taken back. Types of Flang's own modules get
/// the names by which others export them.
void restateLibraryNotes(Fortran::semantics::SemanticsContext &Context,
                         llvm::ArrayRef<std::string> Folders);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LIBRARYMESSAGES_H
