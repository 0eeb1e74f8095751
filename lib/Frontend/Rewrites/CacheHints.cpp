//===-- CacheHints.cpp - CACHE directives are hints -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CACHE directive is a hint that changes no result. Flang's checks refuse
// components and dimensions without a bound (`a(:,i)`) in it: they leave the
// directive. One that is not inside a loop says nothing and is ignored, with a
// warning. None is lowered: Flang's lowering would make another name of the
// variable, which it uses behind the loop, too.
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

/// Puts a CONTINUE statement where a CACHE directive is.
void replaceByNothing(parser::ExecutionPartConstruct &X,
                      parser::CharBlock Source) {
  parser::Statement<parser::ActionStmt> Nothing{
      std::nullopt, parser::ActionStmt{parser::ContinueStmt{}}};
  Nothing.source = Source;
  X.u = parser::ExecutableConstruct{std::move(Nothing)};
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
    replaceByNothing(X, Cache->source);
  }

private:
  semantics::SemanticsContext &Context;
  /// Around the place of the walk.
  unsigned Loops = 0;
};

struct DirectiveDropper {
  void Post(parser::ExecutionPartConstruct &X) {
    if (auto *Cache = openACCIn<parser::OpenACCCacheConstruct>(X))
      replaceByNothing(X, Cache->source);
  }
};

} // namespace

void dropCacheHints(semantics::SemanticsContext &Context,
                    parser::Program &Program) {
  HintDropper Visitor{Context};
  walk(Program, Visitor);
}

void dropCacheDirectives(parser::Program &Program) {
  DirectiveDropper Visitor;
  walk(Program, Visitor);
}

} // namespace warpfort
