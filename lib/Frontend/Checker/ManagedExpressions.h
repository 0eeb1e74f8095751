//===-- ManagedExpressions.h - Data that is the host's for Flang -*- C++ -*-//
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
/// For Flang an expression is data of the host, and so is a component, though
/// the record be in device memory.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H

#include "Facts.h"
#include "Frontend/Tree/SourceContext.h"
#include "flang/Evaluate/call.h"
#include "flang/Evaluate/characteristics.h"
#include <optional>
#include <vector>

namespace warpfort::checker {

/// The dummy data object that the argument at \p Index of a call of \p Proc is
/// for, or null.
const Fortran::evaluate::characteristics::DummyDataObject *
dummyObjectOf(const Fortran::evaluate::characteristics::Procedure &Proc,
              std::size_t Index,
              const Fortran::evaluate::ActualArgument &Argument);

/// \p Proc as it is for the check of a call with these arguments: dummy
/// arguments of the device that get what is there, but is data of the host for
/// Flang, have no attribute: values, managed results and, if \p OfParts,
/// components. None if there are no such arguments.
std::optional<Fortran::evaluate::characteristics::Procedure>
withoutFittingAttributes(
    const Fortran::evaluate::characteristics::Procedure &Proc,
    const Fortran::evaluate::ActualArguments &Arguments,
    const SourceContext &Context, bool OfParts);

/// Whether the procedure has the dummy arguments of one for ASSIGNMENT(=), and
/// the arguments are not a CALL statement's.
bool mayDefineAssignment(
    const Fortran::evaluate::characteristics::Procedure &Proc,
    const Fortran::evaluate::ActualArguments &Arguments);

/// Where the argument at \p Index is, if it is a component that the dummy
/// argument of \p Proc, one of the host, cannot be associated with for that.
std::optional<Fortran::common::CUDADataAttr>
misplacedComponent(const Fortran::evaluate::characteristics::Procedure &Proc,
                   std::size_t Index,
                   const Fortran::evaluate::ActualArgument &Argument,
                   const Fortran::common::LanguageFeatureControl &Features);

/// Gives components that are arguments the attribute of the record that they
/// are part of, for as long as this lives. (Not those that are arguments of
/// several records, in different memories.)
class ComponentAttributes {
public:
  explicit ComponentAttributes(
      const Fortran::evaluate::ActualArguments &Arguments);
  ~ComponentAttributes();
  ComponentAttributes(const ComponentAttributes &) = delete;
  ComponentAttributes &operator=(const ComponentAttributes &) = delete;

private:
  std::vector<Fortran::semantics::Symbol *> Changed;
};

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_MANAGEDEXPRESSIONS_H
