//===-- ObjectSizes.h - How large variables are -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang counts the bytes of variables, components and constants in 64 bits,
/// which wrap: `real :: a(60, 9223372036854775807)` is a small array to it.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_OBJECTSIZES_H
#define WARPFORT_LIB_FRONTEND_TREE_OBJECTSIZES_H

#include "warpfort/Support/Limits.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"

namespace warpfort {

/// Whether a variable, component or named constant has more bytes than
/// MaxObjectBytes, of which constant bounds and lengths tell. What a descriptor
/// leads to does not count, nor does a dummy argument's memory.
bool isTooLarge(const Fortran::semantics::Symbol &Object);

/// Whether the objects together have more; the direct components of a type.
bool areTooLarge(const std::vector<const Fortran::semantics::Symbol *> &);

/// The components of a derived type, inherited ones as one.
std::vector<const Fortran::semantics::Symbol *>
componentsOf(const Fortran::semantics::Scope &Type);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_OBJECTSIZES_H
