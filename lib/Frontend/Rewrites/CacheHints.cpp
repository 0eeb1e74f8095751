//===-- CacheHints.cpp - CACHE directives that cannot be lowered ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CACHE directive is a hint. Flang's lowering fails for components in it, and
// its checks refuse dimensions without a bound (`a(:,i)`): they leave the
// directive. One that is not inside a loop says nothing and is ignored, with a
// warning.
//
//===----------------------------------------------------------------------===//
#include "CacheHints.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

/// An array of which one dimension is named as a whole.
bool hasWholeDimension(const parser::AccObject &Object) {
  const parser::DataRef *Ref = dataRefIn(Object);
  const auto *Element =
      Ref ? std::get_if<common::Indirection<parser::ArrayElement>>(&Ref->u)
          : nullptr;
  return Element &&
         llvm::any_of(Element->value().subscripts, [](const auto &Subscript) {
           const auto *Section =
               std::get_if<parser::SubscriptTriplet>(&Subscript.u);
           return Section && !std::get<0>(Section->t) &&
                  !std::get<1>(Section->t);
         });
}

class HintDropper {
public:
  explicit HintDropper(semantics::SemanticsContext &Context)
      : Context(Context) {}

  bool Pre(parser::DoConstruct &) {
    ++Loops;
    return true;
  }
  void Post(parser::DoConstruct &) { --Loops; }

  void Post(parser::ExecutionPartConstruct &X) {
    auto *Cache = openACCIn<parser::OpenACCCacheConstruct>(X);
    if (!Cache)
      return;
    auto &Objects = std::get<parser::AccObjectList>(
                        std::get<parser::AccObjectListWithModifier>(Cache->t).t)
                        .v;
    Objects.remove_if([](const parser::AccObject &Object) {
      return isComponent(Object) || hasWholeDimension(Object);
    });
    if (!Loops)
      Context.Say(Cache->source,
                  "The CACHE directive is not inside a loop: it is "
                  "ignored"_warn_en_US);
    else if (!Objects.empty())
      return;
    parser::Statement<parser::ActionStmt> Nothing{
        std::nullopt, parser::ActionStmt{parser::ContinueStmt{}}};
    Nothing.source = Cache->source;
    X.u = parser::ExecutableConstruct{std::move(Nothing)};
  }

private:
  semantics::SemanticsContext &Context;
  /// Around the place of the walk.
  unsigned Loops = 0;
};

} // namespace

void dropCacheHints(semantics::SemanticsContext &Context,
                    parser::Program &Program) {
  HintDropper Visitor{Context};
  walk(Program, Visitor);
}

} // namespace warpfort
