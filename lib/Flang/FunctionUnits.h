//===-- FunctionUnits.h - Procedures of Flang's tree ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks the tree that Flang lowers by procedures.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_FUNCTIONUNITS_H
#define WARPFORT_LIB_FLANG_FUNCTIONUNITS_H

#include "flang/Lower/PFTBuilder.h"

#include <variant>

namespace warpfort {

template <typename F>
void forEachProcedure(Fortran::lower::pft::ContainedUnitList &Units, F Visit);

/// Calls \p Visit(EvaluationList &) for a procedure's statements, and for those
/// of its internal procedures.
template <typename F>
void forEachProcedure(Fortran::lower::pft::FunctionLikeUnit &Unit, F Visit) {
  Visit(Unit.evaluationList);
  forEachProcedure(Unit.containedUnitList, Visit);
}

template <typename F>
void forEachProcedure(Fortran::lower::pft::ContainedUnitList &Units, F Visit) {
  for (Fortran::lower::pft::ContainedUnit &Unit : Units)
    if (auto *Function =
            std::get_if<Fortran::lower::pft::FunctionLikeUnit>(&Unit))
      forEachProcedure(*Function, Visit);
}

/// Likewise for all procedures of \p Program, main programs included.
template <typename F>
void forEachProcedure(Fortran::lower::pft::Program &Program, F Visit) {
  namespace pft = Fortran::lower::pft;
  for (pft::Program::Units &Unit : Program.getUnits()) {
    if (auto *Function = std::get_if<pft::FunctionLikeUnit>(&Unit))
      forEachProcedure(*Function, Visit);
    else if (auto *Module = std::get_if<pft::ModuleLikeUnit>(&Unit))
      forEachProcedure(Module->containedUnitList, Visit);
  }
}

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_FUNCTIONUNITS_H
