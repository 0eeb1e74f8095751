//===-- KernelLoopBodies.cpp - Kernel loops with branches in their bodies -===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the body of a kernel loop has branches that no IF or DO makes (DO
/// WHILE, EXIT, CYCLE or GOTO within a construct), Flang lowers the directive's
/// DO loops once more within the kernel: each iteration would execute all of
/// them. Before lowering, the statements of such a body are moved here from the
/// DO constructs to the directive, so that one iteration executes them once.
///
/// Flang lowers a DO CONCURRENT construct there with indices of the wrong type,
/// and of one index only. Nests of ordinary DO constructs take their place, in
/// a BLOCK construct for the indices.
///
//===----------------------------------------------------------------------===//
#include "flang/Evaluate/tools.h"
#include "flang/Lower/LoweringOptions.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace {

//===-- DO CONCURRENT constructs ------------------------------------------===//

template <typename A>
parser::Statement<A> statement(A &&Value, parser::CharBlock Source) {
  parser::Statement<A> Result(std::nullopt, std::move(Value));
  Result.source = Source;
  return Result;
}

parser::ScalarExpr bound(parser::ScalarIntExpr &Expr) {
  return parser::ScalarExpr(std::move(Expr.thing.thing));
}

template <typename A> parser::Block blockOf(A &&Construct) {
  parser::Block Block;
  Block.emplace_back(parser::ExecutableConstruct(
      common::Indirection<std::decay_t<A>>(std::move(Construct))));
  return Block;
}

/// The loops in order, the last the innermost; a mask is an IF around the body.
/// Localities say what is so in a kernel loop, or the checker refused them.
parser::DoConstruct makeNest(parser::DoConstruct &&Do) {
  auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  auto &Body = std::get<parser::Block>(Do.t);
  auto &Control =
      *std::get<std::optional<parser::LoopControl>>(Begin.statement.t);
  auto &Header = std::get<parser::ConcurrentHeader>(
      std::get<parser::LoopControl::Concurrent>(Control.u).t);
  if (auto &Mask = std::get<std::optional<parser::ScalarLogicalExpr>>(Header.t))
    Body = blockOf(parser::IfConstruct(
        statement(
            parser::IfThenStmt(std::optional<parser::Name>(), std::move(*Mask)),
            Begin.source),
        std::move(Body), std::list<parser::IfConstruct::ElseIfBlock>(),
        std::optional<parser::IfConstruct::ElseBlock>(),
        statement(parser::EndIfStmt(std::nullopt), End.source)));

  // CYCLE with the construct's name goes on with the innermost loop.
  auto Name =
      std::move(std::get<std::optional<parser::Name>>(Begin.statement.t));
  parser::CharBlock BeginSource = Begin.source, EndSource = End.source;
  parser::Statement<parser::EndDoStmt> LoopEnd = std::move(End);
  std::optional<parser::DoConstruct> Nest;
  parser::Block Inside = std::move(Body);
  auto &Controls = std::get<std::list<parser::ConcurrentControl>>(Header.t);
  for (auto It = Controls.rbegin(); It != Controls.rend(); ++It) {
    if (Nest) {
      Inside = blockOf(std::move(*Nest));
      LoopEnd = statement(parser::EndDoStmt(std::nullopt), EndSource);
    }
    auto &[Index, Lower, Upper, Step] = It->t;
    std::optional<parser::ScalarExpr> By;
    if (Step)
      By = bound(*Step);
    parser::LoopControl Loop(
        parser::LoopControl::Bounds(parser::ScalarName(std::move(Index)),
                                    bound(Lower), bound(Upper), std::move(By)));
    Nest.emplace(statement(parser::NonLabelDoStmt(
                               std::move(Name), std::optional<parser::Label>(),
                               std::optional(std::move(Loop))),
                           BeginSource),
                 std::move(Inside), std::move(LoopEnd));
    Name.reset();
  }
  return std::move(*Nest);
}

/// A BLOCK construct around what \p X is. Lowering finds the variables of a
/// BLOCK by its place in the source, which is \p Place.
void putInBlock(parser::ExecutableConstruct &X, parser::CharBlock Place) {
  parser::Block Inside;
  Inside.emplace_back(std::move(X));
  parser::SpecificationPart Nothing{
      std::list<parser::OpenACCDeclarativeConstruct>(),
      std::list<parser::OpenMPDeclarativeConstruct>(),
      std::list<common::Indirection<parser::CompilerDirective>>(),
      std::list<parser::Statement<common::Indirection<parser::UseStmt>>>(),
      std::list<parser::Statement<common::Indirection<parser::ImportStmt>>>(),
      parser::ImplicitPart(std::list<parser::ImplicitPartStmt>()),
      std::list<parser::DeclarationConstruct>()};
  X.u = common::Indirection<parser::BlockConstruct>(parser::BlockConstruct(
      statement(parser::BlockStmt(std::nullopt), Place),
      parser::BlockSpecificationPart(std::move(Nothing)), std::move(Inside),
      statement(parser::EndBlockStmt(std::nullopt), Place)));
}

struct ConcurrentToNests {
  semantics::SemanticsContext &Context;

  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}
  bool Pre(parser::ExecutableConstruct &X) {
    auto *Kernel =
        std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(&X.u);
    if (!Kernel)
      return true;
    auto &Do = std::get<std::optional<parser::DoConstruct>>(Kernel->value().t);
    if (!Do || !Do->IsDoConcurrent())
      return true;
    // The indices are variables of the construct.
    Do = makeNest(std::move(*Do));
    const auto &Index =
        std::get<parser::LoopControl::Bounds>(Do->GetLoopControl()->u).name;
    const semantics::Scope &Scope = Index.thing.symbol->owner();
    // The scope of the indices lies in one of the construct, of the same range,
    // which would be found first.
    parser::CharBlock Place(Scope.sourceRange().begin(),
                            Scope.sourceRange().end() + 1);
    Context.UpdateScopeIndex(const_cast<semantics::Scope &>(Scope), Place);
    putInBlock(X, Place);
    return true;
  }
};

//===-- Bodies with branches ----------------------------------------------===//

using lower::pft::Evaluation;
using lower::pft::EvaluationList;

int64_t numberOfLoops(const parser::CUFKernelDoConstruct &Kernel) {
  const auto &Directive =
      std::get<parser::CUFKernelDoConstruct::Directive>(Kernel.t);
  const auto &Given =
      std::get<std::optional<parser::ScalarIntConstantExpr>>(Directive.t);
  std::optional<int64_t> Number;
  if (Given)
    if (const auto *Expr = semantics::GetExpr(*Given))
      Number = evaluate::ToInt64(*Expr);
  return Number.value_or(1);
}

EvaluationList::iterator nestedLoop(EvaluationList &List) {
  return llvm::find_if(
      List, [](Evaluation &E) { return E.isA<parser::DoConstruct>(); });
}

/// Puts the body of a kernel loop's innermost DO construct in the place of the
/// outermost one.
///
///     kernel            kernel
///       DO 1              DO statement 1 (generates no code)
///         DO 2              DO 2, without body: it has the limits
///           body          body
///         END DO 2        END DO 2
///       END DO 1
void moveBody(Evaluation &Kernel, int64_t Loops) {
  EvaluationList &List = Kernel.getNestedEvaluations();
  auto Outer = nestedLoop(List);
  if (Outer == List.end())
    return;
  Evaluation *Inner = &*Outer;
  while (--Loops > 0) {
    auto Next = nestedLoop(Inner->getNestedEvaluations());
    if (Next == Inner->getNestedEvaluations().end())
      return;
    Inner = &*Next;
  }

  EvaluationList &Body = Inner->getNestedEvaluations();
  EvaluationList Moved;
  Moved.splice(Moved.end(), Body, std::next(Body.begin()), Body.end());
  EvaluationList &Rest = Outer->getNestedEvaluations();
  List.splice(List.begin(), Rest, Rest.begin());
  Evaluation &First = List.front();
  if (!Rest.empty()) {
    // Lowering takes the second of each list for the next loop.
    Rest.splice(Rest.begin(), Rest, std::prev(Rest.end()));
    First.evaluationList = std::move(Outer->evaluationList);
  }
  List.erase(Outer);
  First.parent = lower::pft::PftNode{Kernel};
  First.parentConstruct = &Kernel;
  for (Evaluation &E : Moved) {
    E.parent = lower::pft::PftNode{Kernel};
    E.parentConstruct = &Kernel;
  }
  List.splice(List.end(), Moved);
}

void moveBodies(EvaluationList &List) {
  for (Evaluation &E : List) {
    const auto *Kernel = E.getIf<parser::CUFKernelDoConstruct>();
    if (Kernel && E.lowerAsUnstructured())
      moveBody(E, numberOfLoops(*Kernel));
    else if (E.hasNestedEvaluations())
      moveBodies(E.getNestedEvaluations());
  }
}

void moveBodies(lower::pft::ContainedUnitList &Units);

void moveBodies(lower::pft::FunctionLikeUnit &Unit) {
  moveBodies(Unit.evaluationList);
  moveBodies(Unit.containedUnitList);
}

void moveBodies(lower::pft::ContainedUnitList &Units) {
  for (lower::pft::ContainedUnit &Unit : Units)
    if (auto *Function = std::get_if<lower::pft::FunctionLikeUnit>(&Unit))
      moveBodies(*Function);
}

} // namespace

#define WARPFORT_CREATE_PFT                                                    \
  "_ZN7Fortran5lower9createPFTERKNS_6parser7ProgramERKNS_9semantics16Semantic" \
  "sContextERKNS0_15LoweringOptionsE"

std::unique_ptr<lower::pft::Program> realCreatePFT(
    const parser::Program &, const semantics::SemanticsContext &,
    const lower::LoweringOptions &) __asm__("__real_" WARPFORT_CREATE_PFT);
std::unique_ptr<lower::pft::Program> wrapCreatePFT(
    const parser::Program &, const semantics::SemanticsContext &,
    const lower::LoweringOptions &) __asm__("__wrap_" WARPFORT_CREATE_PFT);

std::unique_ptr<lower::pft::Program>
wrapCreatePFT(const parser::Program &Program,
              const semantics::SemanticsContext &Semantics,
              const lower::LoweringOptions &Options) {
  if (!Semantics.IsEnabled(common::LanguageFeature::CUDA))
    return realCreatePFT(Program, Semantics, Options);
  // Lowering alone looks at the tree from here on.
  ConcurrentToNests Nests{const_cast<semantics::SemanticsContext &>(Semantics)};
  parser::Walk(const_cast<parser::Program &>(Program), Nests);
  auto Tree = realCreatePFT(Program, Semantics, Options);
  for (lower::pft::Program::Units &Unit : Tree->getUnits()) {
    if (auto *Function = std::get_if<lower::pft::FunctionLikeUnit>(&Unit))
      moveBodies(*Function);
    else if (auto *Module = std::get_if<lower::pft::ModuleLikeUnit>(&Unit))
      moveBodies(Module->containedUnitList);
  }
  return Tree;
}
