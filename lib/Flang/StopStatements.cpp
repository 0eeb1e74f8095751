//===-- StopStatements.cpp - STOP in constructs of OpenACC ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang takes STOP for a branch: all constructs around it become blocks, and
/// it ends its own block. A loop of blocks is one of which nothing is known:
/// nothing runs it in parallel, unless a directive says that its iterations are
/// independent (RecoverLoops.cpp), and nothing makes vectors of it. In
/// OpenACC's constructs STOP is a call here that happens not to return, and
/// what stands around it keeps its structure, where nothing else branches.
///
//===----------------------------------------------------------------------===//
#include "StopStatements.h"
#include "FlangWrap.h"
#include "Frontend/Tree/ParseTree.h"
#include "FunctionUnits.h"

#include "flang/Lower/AbstractConverter.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Parser/parse-tree.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace {

using lower::pft::Evaluation;
using lower::pft::EvaluationList;

bool hasBranches(EvaluationList &List) {
  return llvm::any_of(List,
                      [](const Evaluation &E) { return E.isUnstructured; });
}

/// Whether only what is in a construct may make it one of blocks.
bool followsContents(const Evaluation &E) {
  const auto *Loop = E.getIf<parser::DoConstruct>();
  return (Loop && !Loop->IsDoConcurrent()) || E.isA<parser::IfConstruct>() ||
         E.isA<parser::BlockConstruct>() ||
         E.isA<parser::AssociateConstruct>() ||
         E.isA<parser::OpenACCConstruct>();
}

void takeStops(EvaluationList &List);

/// A construct was of blocks because of what is in it, or because something
/// branches to it: that stays.
void takeStopsOf(Evaluation &E) {
  bool Before = hasBranches(E.getNestedEvaluations());
  takeStops(E.getNestedEvaluations());
  if (Before && followsContents(E) && !hasBranches(E.getNestedEvaluations()))
    E.isUnstructured = false;
}

/// STOP with a label is where something may branch to.
void takeStops(EvaluationList &List) {
  for (Evaluation &E : List) {
    if (E.hasNestedEvaluations())
      takeStopsOf(E);
    else if (E.isA<parser::StopStmt>() && !E.label)
      E.isUnstructured = false;
  }
}

bool isOfDevice(const parser::OpenACCConstruct &Construct) {
  if (const auto *Block =
          std::get_if<parser::OpenACCBlockConstruct>(&Construct.u))
    return warpfort::isCompute(*Block);
  return std::holds_alternative<parser::OpenACCCombinedConstruct>(
             Construct.u) ||
         std::holds_alternative<parser::OpenACCLoopConstruct>(Construct.u);
}

void findConstructs(EvaluationList &List) {
  for (Evaluation &E : List) {
    if (!E.hasNestedEvaluations())
      continue;
    const auto *Construct = E.getIf<parser::OpenACCConstruct>();
    if (Construct && isOfDevice(*Construct))
      takeStopsOf(E);
    else
      findConstructs(E.getNestedEvaluations());
  }
}

/// Whether blocks are made only as they come: there is no structure otherwise.
bool isStructured(mlir::Region &Place) {
  return Place.hasOneBlock() && (Place.getParentOfType<mlir::acc::LoopOp>() ||
                                 mlir::acc::getEnclosingComputeOp(Place));
}

} // namespace

void warpfort::takeStopsAsCalls(lower::pft::Program &Program) {
  forEachProcedure(Program, findConstructs);
}

// lower::genStopStatement. Flang ends the block behind the call, and begins
// another one with what follows.
WARPFORT_WRAP(void, GenStop,
              "_ZN7Fortran5lower16genStopStatementERNS0_"
              "17AbstractConverterERKNS_6parser8StopStmtE",
              (lower::AbstractConverter & Converter,
               const parser::StopStmt &Stop)) {
  fir::FirOpBuilder &Builder = Converter.getFirOpBuilder();
  bool GoesOn = isStructured(Builder.getRegion());
  realGenStop(Converter, Stop);
  mlir::Block *Rest = Builder.getBlock(), *Ended = Rest->getPrevNode();
  if (!GoesOn || !Ended || !Rest->use_empty())
    return;
  Ended->getTerminator()->erase();
  mlir::Operation *Call = &Ended->back();
  Ended->getOperations().splice(Ended->end(), Rest->getOperations());
  Rest->erase();
  Builder.setInsertionPointAfter(Call);
}
