//===-- OpenACCNames.cpp - Names of inner scopes in OpenACC constructs ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When Flang has read an OpenACC construct, it looks its names up again in the
// scope of the directive, where private variables may have taken the place of
// others. A BLOCK, ASSOCIATE or SELECT TYPE construct inside it has a scope of
// its own, which that search leaves out: its names would become those of the
// variables they hide, or of the whole object where a type is selected. Names
// only move inwards here; those that moved out are put back.
//
//===----------------------------------------------------------------------===//

#include "../FlangWrap.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include <utility>
#include <vector>

using namespace Fortran;

namespace {

struct ResolvedNames {
  std::vector<std::pair<const parser::Name *, semantics::Symbol *>> Names;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  void Post(const parser::Name &X) {
    if (X.symbol)
      Names.emplace_back(&X, X.symbol);
  }

  void putBack() const {
    for (const auto &[Name, Before] : Names)
      if (Name->symbol && Name->symbol != Before &&
          Name->symbol->owner() != Before->owner() &&
          Name->symbol->owner().Contains(Before->owner()))
        Name->symbol = Before;
  }
};

} // namespace

WARPFORT_WRAP(void, ResolveAccParts,
              "_ZN7Fortran9semantics15ResolveAccPartsERNS0_16SemanticsContext"
              "ERKNS_6parser11ProgramUnitEPNS0_5ScopeE",
              (semantics::SemanticsContext & Context,
               const parser::ProgramUnit &Unit, semantics::Scope *TopScope)) {
  ResolvedNames Before;
  parser::Walk(Unit, Before);
  realResolveAccParts(Context, Unit, TopScope);
  Before.putBack();
}
