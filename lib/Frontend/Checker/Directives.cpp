//===-- Directives.cpp - OpenACC directives as the checker sees them ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Directives.h. BodyBuilder.cpp asks for the directive of each construct.
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "Frontend/Rewrites/StandardParallelism.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"
#include "Rules.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/semantics.h"

using namespace Fortran;

namespace warpfort::checker {

bool Directive::isCompute() const {
  switch (Kind) {
  case llvm::acc::Directive::ACCD_kernels:
  case llvm::acc::Directive::ACCD_kernels_loop:
  case llvm::acc::Directive::ACCD_parallel:
  case llvm::acc::Directive::ACCD_parallel_loop:
  case llvm::acc::Directive::ACCD_serial:
  case llvm::acc::Directive::ACCD_serial_loop:
    return true;
  default:
    return false;
  }
}

bool Directive::isLoop() const {
  switch (Kind) {
  case llvm::acc::Directive::ACCD_loop:
  case llvm::acc::Directive::ACCD_kernels_loop:
  case llvm::acc::Directive::ACCD_parallel_loop:
  case llvm::acc::Directive::ACCD_serial_loop:
    return true;
  default:
    return false;
  }
}

namespace {

ClauseObject clauseObject(parser::AccObject &X) {
  ClauseObject Result;
  Result.Node = &X;
  if (const auto *Block = std::get_if<parser::Name>(&X.u)) {
    Result.Source = Block->source;
    Result.Base = Result.Last = {Block->source, Block->symbol};
    Result.IsWhole = true;
    return Result;
  }
  const auto &Variable = std::get<parser::Designator>(X.u);
  const parser::Name &First = parser::GetFirstName(Variable);
  const parser::Name &Last = parser::GetLastName(Variable);
  Result.Source = Variable.source;
  Result.Base = {First.source, First.symbol};
  Result.Last = {Last.source, Last.symbol};
  const parser::DataRef *Ref = dataRefIn(X);
  Result.IsWhole = Ref && std::holds_alternative<parser::Name>(Ref->u);
  return Result;
}

void append(std::vector<ClauseObject> &To, parser::AccObjectList &From) {
  for (parser::AccObject &Object : From.v)
    To.push_back(clauseObject(Object));
}

std::vector<Clause> clausesOf(parser::AccClauseList &List) {
  std::vector<Clause> Result;
  for (parser::AccClause &X : List.v) {
    Clause &C = Result.emplace_back();
    C.Source = X.source;
    C.Node = &X;
    if (parser::AccObjectList *Objects = objectsIn(X))
      append(C.Objects, *Objects);
  }
  return Result;
}

/// Makes a directive of its construct.
struct DirectiveMaker {
  Directive operator()(parser::OpenACCBlockConstruct &X) const {
    auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
    return make(std::get<parser::AccBlockDirective>(Begin.t), Begin);
  }
  Directive operator()(parser::OpenACCCombinedConstruct &X) const {
    auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    Directive Result =
        make(std::get<parser::AccCombinedDirective>(Begin.t), Begin);
    Result.IsFromConcurrent = isOffloaded(X);
    return Result;
  }
  Directive operator()(parser::OpenACCLoopConstruct &X) const {
    auto &Begin = std::get<parser::AccBeginLoopDirective>(X.t);
    return make(std::get<parser::AccLoopDirective>(Begin.t), Begin);
  }
  Directive operator()(parser::OpenACCStandaloneConstruct &X) const {
    return make(std::get<parser::AccStandaloneDirective>(X.t), X);
  }
  Directive operator()(parser::OpenACCStandaloneDeclarativeConstruct &X) const {
    return make(std::get<parser::AccDeclarativeDirective>(X.t), X);
  }
  Directive operator()(parser::OpenACCWaitConstruct &X) const {
    return make(llvm::acc::Directive::ACCD_wait,
                std::get<parser::Verbatim>(X.t).source,
                std::get<parser::AccClauseList>(X.t));
  }
  Directive operator()(parser::OpenACCCacheConstruct &X) const {
    Directive Result;
    Result.Kind = llvm::acc::Directive::ACCD_cache;
    Result.Source = std::get<parser::Verbatim>(X.t).source;
    append(Result.Clauses.emplace_back().Objects,
           std::get<parser::AccObjectList>(
               std::get<parser::AccObjectListWithModifier>(X.t).t));
    return Result;
  }
  Directive operator()(parser::OpenACCAtomicConstruct &X) const {
    return common::visit(
        [&](auto &Atomic) {
          Directive Result = make(llvm::acc::Directive::ACCD_atomic, X.source,
                                  std::get<parser::AccClauseList>(Atomic.t));
          Result.IsAtomicRead = std::is_same_v<std::decay_t<decltype(Atomic)>,
                                               parser::AccAtomicRead>;
          return Result;
        },
        X.u);
  }
  Directive operator()(parser::OpenACCEndConstruct &) const {
    llvm_unreachable("no directive of its own");
  }
  Directive operator()(parser::OpenACCRoutineConstruct &X) const {
    Directive Result = make(llvm::acc::Directive::ACCD_routine, X.source,
                            std::get<parser::AccClauseList>(X.t));
    if (const auto &Name = std::get<std::optional<parser::Name>>(X.t))
      Result.Procedure = {Name->source, Name->symbol};
    return Result;
  }

private:
  static Directive make(llvm::acc::Directive Kind, CharBlock Source,
                        parser::AccClauseList &Clauses) {
    Directive Result;
    Result.Kind = Kind;
    Result.Source = Source;
    Result.Clauses = clausesOf(Clauses);
    return Result;
  }
  template <typename Name, typename A>
  static Directive make(const Name &Directive, A &X) {
    return make(Directive.v, Directive.source,
                std::get<parser::AccClauseList>(X.t));
  }
};

struct DeclarationFinder {
  std::vector<Directive> Found = {};

  bool Pre(const AnyStatement &) { return false; }
  bool Pre(parser::ExecutableConstruct &X) {
    Threads += mayHaveThreads(X);
    return true;
  }
  void Post(parser::ExecutableConstruct &X) { Threads -= mayHaveThreads(X); }
  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    Found.push_back(DirectiveMaker()(X));
    Found.back().IsOfThreads = Threads > 0;
  }
  void Post(parser::OpenACCRoutineConstruct &X) {
    Found.push_back(DirectiveMaker()(X));
  }

private:
  static bool mayHaveThreads(const parser::ExecutableConstruct &X) {
    return common::visit(
        common::visitors{
            [](const common::Indirection<parser::DoConstruct> &Do) {
              return Do.value().IsDoConcurrent();
            },
            [](const common::Indirection<parser::OpenACCConstruct> &Construct) {
              return !isDataConstruct(Construct.value());
            },
            [](const auto &Construct) {
              using A = std::decay_t<decltype(Construct)>;
              return std::is_same_v<
                         A, common::Indirection<parser::OpenMPConstruct>> ||
                     std::is_same_v<
                         A, common::Indirection<parser::CUFKernelDoConstruct>>;
            }},
        X.u);
  }
  static bool isDataConstruct(const parser::OpenACCConstruct &X) {
    auto *Block = std::get_if<parser::OpenACCBlockConstruct>(&X.u);
    if (!Block)
      return false;
    const auto &Begin = std::get<parser::AccBeginBlockDirective>(Block->t);
    auto Kind = std::get<parser::AccBlockDirective>(Begin.t).v;
    return Kind == llvm::acc::Directive::ACCD_data ||
           Kind == llvm::acc::Directive::ACCD_host_data;
  }

  unsigned Threads = 0; ///< constructs around that may have several
};

} // namespace

Directive directiveOf(parser::OpenACCConstruct &X) {
  return common::visit(DirectiveMaker(), X.u);
}

/// ROUTINE with a name may be outside of program units, where there is no scope
/// to find; none is asked of ATOMIC.
static void findScope(semantics::SemanticsContext &Context, Directive &D) {
  if (D.Kind != llvm::acc::Directive::ACCD_atomic && !D.Procedure)
    D.Where = &Context.FindScope(D.Source);
}

CheckedProgram listProgram(semantics::SemanticsContext &Context,
                           parser::Program &Program) {
  DeclarationFinder Finder;
  walk(Program, Finder);
  CheckedProgram Result{buildUnits(Program), std::move(Finder.Found)};
  for (Directive &D : Result.Declarations)
    findScope(Context, D);
  for (const Unit &U : Result.Units)
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Acc)
        findScope(Context, *S.Acc);
      return true;
    });
  return Result;
}

void forEachDirective(const CheckedProgram &Program,
                      llvm::function_ref<void(const Directive &)> Do) {
  for (const Directive &D : Program.Declarations)
    Do(D);
  for (const Unit &U : Program.Units)
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Acc)
        Do(*S.Acc);
      return true;
    });
}

std::set<const Symbol *> privateVariables(const Stmt &Construct) {
  std::set<const Symbol *> Result;
  auto Note = [&](const Stmt &S) {
    if (S.Acc)
      for (const Clause &C : S.Acc->Clauses)
        if (C.is<parser::AccClause::Private, parser::AccClause::Firstprivate>())
          for (const ClauseObject &Object : C.Objects)
            if (Object.Base.Sym)
              Result.insert(&Object.Base.Sym->GetUltimate());
    return true;
  };
  Note(Construct);
  for (const StmtList &Block : Construct.Blocks)
    forEachStmt(Block, Note);
  return Result;
}

} // namespace warpfort::checker
