//===-- SequentialLoops.cpp - Loops in order and independent --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SequentialLoops.h.
///
//===----------------------------------------------------------------------===//
#include "SequentialLoops.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct Dropper {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;

  void Post(parser::AccClauseList &X) {
    using Clause = parser::AccClause;
    auto IsIndependent = [](const Clause &C) {
      return std::holds_alternative<Clause::Independent>(C.u);
    };
    bool HasSeq = llvm::any_of(X.v, [](const Clause &C) {
      return std::holds_alternative<Clause::Seq>(C.u);
    });
    // The message is about the last of the two.
    if (!HasSeq || llvm::none_of(X.v, [&](const Clause &C) {
          return isAtPlace(Context, Places, C.source);
        }))
      return;
    auto Found = llvm::find_if(X.v, IsIndependent);
    if (Found == X.v.end())
      return;
    Context.Say(Found->source,
                "The INDEPENDENT clause is dropped: with SEQ the "
                "loop keeps its order"_warn_en_US);
    X.v.remove_if(IsIndependent);
  }
};

} // namespace

void dropIndependence(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      const std::set<std::size_t> &Places) {
  Dropper Visitor{Context, Places};
  walk(Program, Visitor);
}

} // namespace warpfort
