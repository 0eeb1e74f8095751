//===-- OpenACCDeclares.cpp - Rules of DECLARE directives -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data of common blocks live on the device as long as the program does, as a
// module's do: no procedure's end copies them.
//
//===----------------------------------------------------------------------===//

#include "OpenACCDeclares.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

bool isInCommonBlock(const semantics::Symbol &Symbol) {
  const auto *Object = Symbol.detailsIf<semantics::ObjectEntityDetails>();
  return Symbol.has<semantics::CommonBlockDetails>() ||
         (Object && Object->commonBlock());
}

struct DeclareChecker {
  semantics::SemanticsContext &Context;

  void Post(const parser::OpenACCStandaloneDeclarativeConstruct &X) {
    using Clause = parser::AccClause;
    for (const Clause &C : std::get<parser::AccClauseList>(X.t).v) {
      if (const auto *Copy = std::get_if<Clause::Copy>(&C.u))
        check("COPY", Copy->v);
      else if (const auto *Copyout = std::get_if<Clause::Copyout>(&C.u))
        check("COPYOUT", std::get<parser::AccObjectList>(Copyout->v.t));
      else if (const auto *Present = std::get_if<Clause::Present>(&C.u))
        check("PRESENT", Present->v);
      else if (const auto *Deviceptr = std::get_if<Clause::Deviceptr>(&C.u))
        check("DEVICEPTR", Deviceptr->v);
    }
  }

private:
  void check(const char *Clause, const parser::AccObjectList &Objects) {
    for (const parser::AccObject &Object : Objects.v) {
      const auto *Name = std::get_if<parser::Name>(&Object.u);
      if (const parser::DataRef *Ref = warpfort::dataRefIn(Object))
        Name = &parser::GetFirstName(*Ref);
      if (!Name || !Name->symbol || !isInCommonBlock(*Name->symbol))
        continue;
      Context.Say(Name->source,
                  "'%s' is data of a common block, which the %s clause of a "
                  "DECLARE directive may not name"_err_en_US,
                  Name->source, Clause);
    }
  }
};

} // namespace

void warpfort::checker::checkDeclares(semantics::SemanticsContext &Context,
                                      const parser::Program &Program) {
  DeclareChecker Checker{Context};
  walk(Program, Checker);
}
