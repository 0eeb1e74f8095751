//===-- DeepConditions.cpp - IF constructs of many levels -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang makes a region in a region of each IF in an IF, and of each ELSE IF.
/// MLIR's pattern driver, its removal of dead code and its verifier walk from
/// each operation to the function, or from each region to all within, in every
/// pass: n levels take n**2 steps. Where there are many, the outer ones are
/// marked as Flang marks IF constructs that a GOTO leaves: these become blocks
/// of one region. All that branches need is in the tree by then but for the
/// block behind the construct.
///
//===----------------------------------------------------------------------===//
#include "DeepConditions.h"
#include "FunctionUnits.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Parser/parse-tree.h"

#include <algorithm>

using namespace Fortran;

namespace {

using lower::pft::Evaluation;
using lower::pft::EvaluationList;

/// So many levels remain regions, which passes know more about.
constexpr unsigned MostLevels = 64;

struct Nest {
  unsigned Levels = 0; ///< regions in each other
  bool HasBlocks = false;
};

Nest flatten(EvaluationList &List);

/// A construct with blocks among its statements must be of blocks itself. Those
/// of directives, DO CONCURRENT and others are left as they are, with all that
/// is in them.
Nest flatten(Evaluation &E) {
  const auto *Loop = E.getIf<parser::DoConstruct>();
  bool IsLoop = Loop && !Loop->IsDoConcurrent();
  if (E.isA<parser::CaseConstruct>()) {
    flatten(E.getNestedEvaluations());
    return {}; // always of blocks
  }
  if (!IsLoop && !E.isA<parser::IfConstruct>())
    return {};
  Nest Inner = flatten(E.getNestedEvaluations());
  if (IsLoop)
    ++Inner.Levels;
  else if (Inner.Levels > MostLevels)
    Inner.HasBlocks = true;
  if (Inner.HasBlocks) {
    E.isUnstructured = true;
    E.constructExit->isNewBlock = true;
  }
  return Inner;
}

Nest flatten(EvaluationList &List) {
  Nest All;
  unsigned Level = 0;
  for (Evaluation &E : List) {
    if (E.isA<parser::IfThenStmt>() || E.isA<parser::IfStmt>() ||
        E.isA<parser::ElseIfStmt>())
      ++Level; // ELSE IF is an IF in the ELSE part of the one before
    Nest Here = flatten(E);
    All.Levels = std::max(All.Levels, Level + Here.Levels);
    All.HasBlocks |= Here.HasBlocks;
  }
  return All;
}

} // namespace

void warpfort::flattenDeepConditions(lower::pft::Program &Program) {
  forEachProcedure(Program, [](EvaluationList &List) { flatten(List); });
}
