//===-- EmptyData.cpp - DATA constructs without data ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's lowering makes no region for a DATA construct whose clauses name no
// data, but blocks for its branches as if there were one, and forgets what it
// waits for:
//
//     !$acc data wait(1)           !$acc wait(1)
//     if (n < 0) stop 1            if (n < 0) stop 1
//     !$acc end data
//
//===----------------------------------------------------------------------===//
#include "EmptyData.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Frontend/OpenACC/ACC.h.inc"
#include <utility>

using namespace Fortran;

namespace {

using Clause = parser::AccClause;

bool isWithoutData(const parser::AccBeginBlockDirective &Begin) {
  return std::get<parser::AccBlockDirective>(Begin.t).v ==
             llvm::acc::Directive::ACCD_data &&
         llvm::all_of(std::get<parser::AccClauseList>(Begin.t).v,
                      [](const Clause &C) {
                        return std::holds_alternative<Clause::If>(C.u) ||
                               std::holds_alternative<Clause::Async>(C.u) ||
                               std::holds_alternative<Clause::Wait>(C.u);
                      });
}

struct Dropper {
  void Post(parser::Block &Body) {
    for (auto It = Body.begin(); It != Body.end();) {
      auto *Construct = warpfort::openACCIn<parser::OpenACCBlockConstruct>(*It);
      if (!Construct || !isWithoutData(std::get<parser::AccBeginBlockDirective>(
                            Construct->t))) {
        ++It;
        continue;
      }
      addWait(Body, It, *Construct);
      Body.splice(It, std::get<parser::Block>(Construct->t));
      It = Body.erase(It);
    }
  }

private:
  void addWait(parser::Block &Body, parser::Block::iterator At,
               parser::OpenACCBlockConstruct &Construct) {
    auto &Begin = std::get<parser::AccBeginBlockDirective>(Construct.t);
    auto &Clauses = std::get<parser::AccClauseList>(Begin.t).v;
    auto Found = llvm::find_if(Clauses, [](const Clause &C) {
      return std::holds_alternative<Clause::Wait>(C.u);
    });
    if (Found == Clauses.end())
      return;
    auto Argument = std::move(std::get<Clause::Wait>(Found->u).v);
    // IF is on data alone.
    Clauses.remove_if([](const Clause &C) {
      return !std::holds_alternative<Clause::Async>(C.u);
    });
    parser::OpenACCWaitConstruct Wait{
        parser::Verbatim{}, std::move(Argument),
        std::move(std::get<parser::AccClauseList>(Begin.t))};
    std::get<parser::Verbatim>(Wait.t).source = Begin.source;
    Wait.source = Begin.source;
    Body.insert(At, parser::ExecutionPartConstruct{parser::ExecutableConstruct{
                        common::Indirection<parser::OpenACCConstruct>{
                            parser::OpenACCConstruct{std::move(Wait)}}}});
  }
};

} // namespace

void warpfort::dropEmptyData(parser::Program &Program) {
  Dropper D;
  walk(Program, D);
}
