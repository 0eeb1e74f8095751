//===-- ManagedExpressions.h - Values for managed dummies -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A managed dummy argument may be associated with the value of an expression,
/// `call s(1/dz)`: lowering puts it in managed memory (ManagedArguments.cpp).
/// For Flang an expression is data of the host.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/characteristics.h"
#include <optional>

namespace warpfort::checker {

/// The dummy data object that the argument at \p Index of a call of \p Proc is
/// for, or null.
const Fortran::evaluate::characteristics::DummyDataObject *
dummyObjectOf(const Fortran::evaluate::characteristics::Procedure &Proc,
              std::size_t Index,
              const Fortran::evaluate::ActualArgument &Argument);

/// \p Proc as it is for the check of a call with these arguments: managed dummy
/// arguments that get the value of an expression have no attribute. None if
/// there are no such arguments.
std::optional<Fortran::evaluate::characteristics::Procedure>
withoutManagedDummies(const Fortran::evaluate::characteristics::Procedure &Proc,
                      const Fortran::evaluate::ActualArguments &Arguments);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H
