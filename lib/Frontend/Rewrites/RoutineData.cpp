//===-- RoutineData.cpp - Data directives of acc routines -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an acc routine works on is on the device when it runs there, its local
// variables too. Generated code says so nevertheless:
//
//     !$acc routine vector
//     !$acc declare create(t)      dropped
//     !$acc data present(a)        dropped, with its end
//
// A DATA construct that would move data, and the directives that do, belong to
// the host and are errors.
//
//===----------------------------------------------------------------------===//
#include "RoutineData.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "StandardParallelism.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Frontend/OpenACC/ACC.h.inc"
#include <list>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

bool isRoutine(const semantics::Symbol &Symbol) {
  const auto *Details =
      Symbol.GetUltimate().detailsIf<semantics::SubprogramDetails>();
  if (!Details)
    return false;
  return !Details->openACCRoutineInfos().empty() ||
         (Details->moduleInterface() && isRoutine(*Details->moduleInterface()));
}

/// Whether a clause only says where data are.
bool isSilent(const parser::AccClause &C) {
  using Clause = parser::AccClause;
  return std::holds_alternative<Clause::Present>(C.u) ||
         std::holds_alternative<Clause::NoCreate>(C.u) ||
         std::holds_alternative<Clause::Deviceptr>(C.u) ||
         std::holds_alternative<Clause::Default>(C.u) ||
         std::holds_alternative<Clause::If>(C.u) ||
         std::holds_alternative<Clause::Async>(C.u) ||
         std::holds_alternative<Clause::Wait>(C.u);
}

/// The directives of one routine.
class Dropper {
public:
  Dropper(semantics::SemanticsContext &Context, const semantics::Symbol &Symbol)
      : Context(Context), Routine(Symbol) {}

  // Procedures in it have routine information of their own, or none.
  bool Pre(parser::InternalSubprogramPart &) { return false; }

  void Post(parser::Block &Body) {
    for (auto It = Body.begin(); It != Body.end();) {
      auto *Construct = openACCIn<parser::OpenACCBlockConstruct>(*It);
      if (!Construct || !drops(*Construct)) {
        ++It;
        continue;
      }
      Body.splice(It, std::get<parser::Block>(Construct->t));
      It = Body.erase(It);
    }
  }
  void Post(parser::OpenACCStandaloneConstruct &X) {
    const auto &Directive = std::get<parser::AccStandaloneDirective>(X.t);
    refuse(Directive.source, Directive.v);
  }
  void Post(parser::OpenACCWaitConstruct &X) {
    refuse(std::get<parser::Verbatim>(X.t).source,
           llvm::acc::Directive::ACCD_wait);
  }
  void Post(parser::OpenACCCombinedConstruct &X) {
    if (isOffloaded(X))
      return;
    const auto &Directive = std::get<parser::AccCombinedDirective>(
        std::get<parser::AccBeginCombinedDirective>(X.t).t);
    refuse(Directive.source, Directive.v);
  }
  void Post(parser::SpecificationPart &X) {
    using Declaration = parser::OpenACCDeclarativeConstruct;
    auto IsDeclare = [](const Declaration &D) {
      return std::holds_alternative<
          parser::OpenACCStandaloneDeclarativeConstruct>(D.u);
    };
    std::get<std::list<Declaration>>(X.t).remove_if(IsDeclare);
    std::get<std::list<parser::DeclarationConstruct>>(X.t).remove_if(
        [&](const parser::DeclarationConstruct &D) {
          const auto *S = std::get_if<parser::SpecificationConstruct>(&D.u);
          const auto *A =
              S ? std::get_if<common::Indirection<Declaration>>(&S->u)
                : nullptr;
          return A && IsDeclare(A->value());
        });
  }

private:
  void refuse(parser::CharBlock Source, llvm::acc::Directive Directive) {
    std::string Name = llvm::acc::getOpenACCDirectiveName(Directive).upper();
    Context.Say(Source,
                "The acc routine '%s' may not have the directive %s, which is "
                "the host's"_err_en_US,
                Routine.name(), Name);
  }

  bool drops(const parser::OpenACCBlockConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
    const auto &Directive = std::get<parser::AccBlockDirective>(Begin.t);
    if (Directive.v == llvm::acc::Directive::ACCD_host_data || isCompute(X)) {
      refuse(Directive.source, Directive.v);
      return false;
    }
    if (Directive.v != llvm::acc::Directive::ACCD_data)
      return false;
    bool Drops = true;
    for (const parser::AccClause &C :
         std::get<parser::AccClauseList>(Begin.t).v)
      if (!isSilent(C)) {
        Context.Say(C.source,
                    "A DATA construct in the acc routine '%s' may not move "
                    "data: %s"_err_en_US,
                    Routine.name(),
                    parser::ToUpperCaseLetters(C.source.ToString()));
        Drops = false;
      }
    return Drops;
  }

  semantics::SemanticsContext &Context;
  const semantics::Symbol &Routine;
};

struct RoutineFinder {
  semantics::SemanticsContext &Context;

  bool Pre(parser::InterfaceBody &) { return false; }

  void Post(parser::SubroutineSubprogram &X) {
    drop(X, std::get<parser::Name>(
                std::get<parser::Statement<parser::SubroutineStmt>>(X.t)
                    .statement.t));
  }
  void Post(parser::FunctionSubprogram &X) {
    drop(X, std::get<parser::Name>(
                std::get<parser::Statement<parser::FunctionStmt>>(X.t)
                    .statement.t));
  }
  void Post(parser::SeparateModuleSubprogram &X) {
    drop(
        X,
        std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t).statement.v);
  }

private:
  template <typename A> void drop(A &Subprogram, const parser::Name &Name) {
    if (!Name.symbol || !isRoutine(*Name.symbol))
      return;
    Dropper D(Context, *Name.symbol);
    walk(Subprogram, D);
  }
};

} // namespace

void dropRoutineData(semantics::SemanticsContext &Context,
                     parser::Program &Program) {
  RoutineFinder Finder{Context};
  walk(Program, Finder);
}

} // namespace warpfort
