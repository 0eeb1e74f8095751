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
//===----------------------------------------------------------------------===//
#include "ConcurrentLoops.h"
#include "DeepConditions.h"
#include "EntryPoints.h"
#include "FlangWrap.h"
#include "FunctionUnits.h"
#include "StopStatements.h"
#include "flang/Evaluate/tools.h"
#include "flang/Lower/LoweringOptions.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace {

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

} // namespace

// lower::createPFT
WARPFORT_WRAP(std::unique_ptr<lower::pft::Program>, CreatePFT,
              "_ZN7Fortran5lower9createPFTERKNS_6parser7ProgramERKNS_9"
              "semantics16SemanticsContextERKNS0_15LoweringOptionsE",
              (const parser::Program &Program,
               const semantics::SemanticsContext &Semantics,
               const lower::LoweringOptions &Options)) {
  // Lowering alone looks at the tree from here on.
  makeNestsOfConcurrentLoops(
      const_cast<parser::Program &>(Program),
      const_cast<semantics::SemanticsContext &>(Semantics));
  warpfort::separateEntries(const_cast<parser::Program &>(Program));
  auto Tree = realCreatePFT(Program, Semantics, Options);
  if (Semantics.IsEnabled(common::LanguageFeature::OpenACC))
    warpfort::takeStopsAsCalls(*Tree);
  warpfort::flattenDeepConditions(*Tree);
  if (Semantics.IsEnabled(common::LanguageFeature::CUDA))
    warpfort::forEachProcedure(*Tree, moveBodies);
  return Tree;
}
