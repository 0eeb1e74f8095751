//===-- SymbolCopies.h - Copies of symbols ----------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The details of a symbol own expressions, so a file that copies them contains
/// code for the classes of all expressions (see SharedTemplates.h).
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_SYMBOLCOPIES_H
#define WARPFORT_LIB_FRONTEND_TREE_SYMBOLCOPIES_H

#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"

namespace warpfort {

/// A new symbol of \p Scope, which has none of that name, with the attributes,
/// flags and details of \p Object.
Fortran::semantics::Symbol &
copyObject(Fortran::semantics::Scope &Scope, Fortran::parser::CharBlock Name,
           const Fortran::semantics::Symbol &Object);

/// Makes \p Name, which stands for \p Object outside of a construct, a variable
/// of its own of the same type and shape. False, and nothing is done, if these
/// are not constant.
bool makeObject(Fortran::semantics::Symbol &Name,
                const Fortran::semantics::Symbol &Object);

} // namespace warpfort

#endif
