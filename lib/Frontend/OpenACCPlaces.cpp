//===-- OpenACCPlaces.cpp - Directives outside of procedures --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OpenACCPlaces.h.
///
//===----------------------------------------------------------------------===//
#include "OpenACCPlaces.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

bool warpfort::checkRoutinePlaces(semantics::SemanticsContext &Context,
                                  const parser::Program &Program) {
  using Directive = common::Indirection<parser::OpenACCRoutineConstruct>;
  for (const parser::ProgramUnit &Unit : Program.v) {
    const auto *Routine = std::get_if<Directive>(&Unit.u);
    if (Routine && !std::get<std::optional<parser::Name>>(Routine->value().t))
      Context.Say(
          Routine->value().source,
          "A routine directive without a name must be in the specification part of its procedure"_err_en_US);
  }
  return !Context.AnyFatalError();
}
