//===-- CallArguments.h - Arguments of calls --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the arguments of a call are passed to, and which of them give only
/// their type, shape or address.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CALLARGUMENTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CALLARGUMENTS_H

#include "flang/Evaluate/expression.h"
#include <cstddef>
#include <vector>

namespace Fortran::parser {
struct Call;
struct Expr;
struct FunctionReference;
} // namespace Fortran::parser
namespace Fortran::semantics {
class Symbol;
} // namespace Fortran::semantics

namespace warpfort {

/// What calls a procedure; null: \p X is nothing of the kind.
const Fortran::evaluate::ProcedureRef *callIn(const Fortran::parser::Expr &X);

/// Of the arguments of an intrinsic function, those whose type, shape or
/// address alone it asks for.
std::vector<const Fortran::parser::Expr *>
withoutValueIn(const Fortran::parser::FunctionReference &Call);

/// The dummy argument of number \p I, if it is known.
const Fortran::semantics::Symbol *
dummyOf(const Fortran::evaluate::ProcedureRef &Call, std::size_t I);

/// Of a type-bound procedure, with the dummy, if that is known.
struct PassedObject {
  const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> *Object = nullptr;
  const Fortran::semantics::Symbol *Dummy = nullptr;
};

/// The object is no expression in the text.
PassedObject objectOf(const Fortran::parser::Call &Text,
                      const Fortran::evaluate::ProcedureRef &Call);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_CALLARGUMENTS_H
