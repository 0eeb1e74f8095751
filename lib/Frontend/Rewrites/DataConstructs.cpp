//===-- DataConstructs.cpp - DATA constructs that go ----------------------===//
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
// Likewise an UPDATE directive that names constants only.
//
// What an acc routine works on is on the device when it runs there, its local
// variables too. Generated code says so nevertheless:
//
//     !$acc routine vector
//     !$acc declare create(t)      dropped
//     !$acc data present(a)        dropped, with its end
//
// The checker has refused what would move data (OpenACCRoutines.cpp).
//
// Lowering takes blocks away that nothing branches to, with the entry of the
// data of a BLOCK construct in them, and dies where it ends these data:
//
//     return                       if (.true.) return
//     block
//       !$acc declare create(t)
//
// and a DO without a condition gets one. Nothing leaves compute constructs,
// whose loops are left alone: passes take cycles that are in IF constructs.
//
//===----------------------------------------------------------------------===//
#include "DataConstructs.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace Fortran;

namespace {

using Clause = parser::AccClause;

bool isData(const parser::AccBeginBlockDirective &Begin) {
  return std::get<parser::AccBlockDirective>(Begin.t).v ==
         llvm::acc::Directive::ACCD_data;
}

bool isWithoutData(const parser::AccBeginBlockDirective &Begin) {
  return isData(Begin) &&
         llvm::all_of(std::get<parser::AccClauseList>(Begin.t).v,
                      [](const Clause &C) {
                        return std::holds_alternative<Clause::If>(C.u) ||
                               std::holds_alternative<Clause::Async>(C.u) ||
                               std::holds_alternative<Clause::Wait>(C.u);
                      });
}

/// The constants that it named are gone (dropDeclaredConstants).
bool isUpdateOfNothing(const parser::OpenACCStandaloneConstruct &X) {
  return std::get<parser::AccStandaloneDirective>(X.t).v ==
             llvm::acc::Directive::ACCD_update &&
         llvm::all_of(
             std::get<parser::AccClauseList>(X.t).v, [](const Clause &C) {
               auto *Device = std::get_if<Clause::Device>(&C.u);
               return Device ? Device->v.v.empty()
                             : !std::holds_alternative<Clause::Self>(C.u) &&
                                   !std::holds_alternative<Clause::Host>(C.u);
             });
}

/// Replaces constructs by their bodies, if \p Drops says so after it has
/// inserted before them what they leave.
template <typename F> void replaceByBodies(parser::Block &Body, F Drops) {
  for (auto It = Body.begin(); It != Body.end();) {
    auto *Construct = warpfort::openACCIn<parser::OpenACCBlockConstruct>(*It);
    if (!Construct || !Drops(*Construct, It)) {
      ++It;
      continue;
    }
    Body.splice(It, std::get<parser::Block>(Construct->t));
    It = Body.erase(It);
  }
}

struct EmptyDataDropper {
  void Post(parser::Block &Body) {
    replaceByBodies(Body, [&](parser::OpenACCBlockConstruct &X,
                              parser::Block::iterator At) {
      auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
      bool Drops = isWithoutData(Begin);
      if (Drops)
        addWait(Body, At, std::get<parser::AccClauseList>(Begin.t),
                Begin.source);
      return Drops;
    });
    for (auto It = Body.begin(); It != Body.end();) {
      auto *Update =
          warpfort::openACCIn<parser::OpenACCStandaloneConstruct>(*It);
      if (!Update || !isUpdateOfNothing(*Update)) {
        ++It;
        continue;
      }
      addWait(Body, It, std::get<parser::AccClauseList>(Update->t),
              Update->source);
      It = Body.erase(It);
    }
  }

private:
  void addWait(parser::Block &Body, parser::Block::iterator At,
               parser::AccClauseList &List, parser::CharBlock Source) {
    auto &Clauses = List.v;
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
    parser::OpenACCWaitConstruct Wait{parser::Verbatim{}, std::move(Argument),
                                      std::move(List)};
    std::get<parser::Verbatim>(Wait.t).source = Source;
    Wait.source = Source;
    Body.insert(At, parser::ExecutionPartConstruct{parser::ExecutableConstruct{
                        common::Indirection<parser::OpenACCConstruct>{
                            parser::OpenACCConstruct{std::move(Wait)}}}});
  }
};

/// The directives of one routine.
struct RoutineDataDropper {
  // Procedures in it have routine information of their own, or none.
  bool Pre(parser::InternalSubprogramPart &) { return false; }

  void Post(parser::Block &Body) {
    replaceByBodies(
        Body, [](parser::OpenACCBlockConstruct &X, parser::Block::iterator) {
          return isData(std::get<parser::AccBeginBlockDirective>(X.t));
        });
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
};

struct RoutineFinder {
  bool Pre(parser::InterfaceBody &) { return false; }

  void Post(parser::SubroutineSubprogram &X) { drop(X); }
  void Post(parser::FunctionSubprogram &X) { drop(X); }
  void Post(parser::SeparateModuleSubprogram &X) { drop(X); }

private:
  template <typename A> void drop(A &Subprogram) {
    const parser::Name &Name = warpfort::nameOf(Subprogram);
    if (!Name.symbol || !warpfort::isAccRoutine(*Name.symbol))
      return;
    RoutineDataDropper Dropper;
    warpfort::walk(Subprogram, Dropper);
  }
};

/// DECLARE directives of BLOCK constructs.
struct BlockDeclareFinder {
  bool Found = false;

  bool Pre(parser::InternalSubprogramPart &) { return false; }
  bool Pre(parser::BlockConstruct &) { return ++Blocks; }
  void Post(parser::BlockConstruct &) { --Blocks; }
  void Post(parser::OpenACCStandaloneDeclarativeConstruct &) {
    Found |= Blocks > 0;
  }

private:
  unsigned Blocks = 0;
};

/// Lets what stands behind a statement that branches be reached.
struct JumpSoftener {
  bool Pre(parser::InternalSubprogramPart &) { return false; }
  /// They have no DECLARE, either.
  bool Pre(parser::OpenACCBlockConstruct &X) { return !warpfort::isCompute(X); }
  bool Pre(parser::OpenACCCombinedConstruct &) { return false; }
  bool Pre(parser::CUFKernelDoConstruct &) { return false; }
  void Post(parser::Statement<parser::ActionStmt> &X) {
    parser::ActionStmt &Action = X.statement;
    if (!isOneOf<parser::ReturnStmt, parser::GotoStmt, parser::ExitStmt,
                 parser::CycleStmt, parser::StopStmt, parser::ArithmeticIfStmt,
                 parser::AssignedGotoStmt>(Action))
      return;
    parser::UnlabeledStatement<parser::ActionStmt> Jump{std::move(Action)};
    Jump.source = X.source;
    Action = parser::ActionStmt{common::Indirection<parser::IfStmt>{
        std::make_tuple(always(X.source), std::move(Jump))}};
  }
  void Post(parser::DoConstruct &X) {
    auto &Do = std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t);
    auto &Control =
        std::get<std::optional<parser::LoopControl>>(Do.statement.t);
    if (!Control)
      Control.emplace(always(Do.source));
  }

private:
  template <typename... Statements>
  static bool isOneOf(const parser::ActionStmt &X) {
    return (std::holds_alternative<common::Indirection<Statements>>(X.u) ||
            ...);
  }

  static parser::ScalarLogicalExpr always(parser::CharBlock Source) {
    parser::Expr Result{parser::LiteralConstant{parser::LogicalLiteralConstant{
        std::make_tuple(true, std::optional<parser::KindParam>{})}}};
    Result.source = Source;
    return parser::ScalarLogicalExpr{parser::LogicalExpr{
        common::Indirection<parser::Expr>{std::move(Result)}}};
  }
};

struct BlockDataReacher {
  void Post(parser::MainProgram &X) { reach(X); }
  void Post(parser::SubroutineSubprogram &X) { reach(X); }
  void Post(parser::FunctionSubprogram &X) { reach(X); }
  void Post(parser::SeparateModuleSubprogram &X) { reach(X); }

private:
  template <typename A> void reach(A &Unit) {
    BlockDeclareFinder Finder;
    warpfort::walk(Unit, Finder);
    if (!Finder.Found)
      return;
    JumpSoftener Softener;
    warpfort::walk(Unit, Softener);
  }
};

} // namespace

bool warpfort::isAccRoutine(const semantics::Symbol &Procedure) {
  const auto *Details =
      Procedure.GetUltimate().detailsIf<semantics::SubprogramDetails>();
  return Details && (!Details->openACCRoutineInfos().empty() ||
                     (Details->moduleInterface() &&
                      isAccRoutine(*Details->moduleInterface())));
}

void warpfort::dropEmptyData(parser::Program &Program) {
  EmptyDataDropper Dropper;
  walk(Program, Dropper);
}

void warpfort::dropRoutineData(parser::Program &Program) {
  RoutineFinder Finder;
  walk(Program, Finder);
}

void warpfort::reachBlockData(parser::Program &Program) {
  BlockDataReacher Reacher;
  walk(Program, Reacher);
}
