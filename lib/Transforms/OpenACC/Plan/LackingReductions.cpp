//===-- LackingReductions.cpp - Reductions that a loop lacks --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LackingReductions.h.
///
//===----------------------------------------------------------------------===//
#include "LackingReductions.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort::openacc {

/// Warns of each loop between \p Update and \p Owner, a loop or, if null, a
/// construct that has the clause.
static void warnOfLoops(acc::ReductionOp Clause, acc::LoopOp Owner,
                        Operation *Update,
                        llvm::SmallPtrSetImpl<Operation *> &Known) {
  if (Owner && !Owner->isProperAncestor(Update))
    return;
  std::string Text = getReductionText(Clause);
  for (auto Loop = Update->getParentOfType<acc::LoopOp>(); Loop != Owner;
       Loop = Loop->getParentOfType<acc::LoopOp>()) {
    if (!(levelsOf(Loop) & (Worker | Vector)) || Text.empty() ||
        !Known.insert(Loop).second)
      continue;
    emitUserWarning(Loop, "'")
        << acc::getVarName(Clause).value_or("?")
        << "' is updated by the threads of this loop, each for itself, and "
           "their results are not combined: the loop wants its own clause, "
        << Text;
  }
}

/// Warns of what \p Loop reads of the variable of a clause that it was given.
static void warnOfReads(acc::ReductionOp Clause, acc::LoopOp Loop) {
  std::string Text = getReductionText(Clause);
  if (!acc::getImplicitFlag(Clause) || Text.empty() ||
      !(levelsOf(Loop) & (Worker | Vector)) ||
      reductionOf(Clause.getAccVar(), Loop.getRegion(), [](Operation *User) {
        auto Inner = dyn_cast<acc::ReductionOp>(User);
        return Inner ? getReductionKind(Inner) : std::nullopt;
      }))
    return;
  emitUserWarning(Loop, "this loop updates '")
      << acc::getVarName(Clause).value_or("?")
      << "' without a clause for it, which is taken for " << Text
      << ": what the loop reads of it is each thread's own part of the result";
}

static void warnOfClause(Value Operand, acc::LoopOp Owner) {
  auto Clause = Operand.getDefiningOp<acc::ReductionOp>();
  if (!Clause || !fir::isa_trivial(fir::unwrapRefType(Operand.getType())))
    return;
  if (Owner)
    warnOfReads(Clause, Owner);
  llvm::SmallPtrSet<Operation *, 4> Known;
  for (fir::StoreOp Update : storesTo(Operand))
    warnOfLoops(Clause, Owner, Update, Known);
}

void warnOfLackingReductions(Operation *Construct,
                             llvm::ArrayRef<Operation *> Ops) {
  for (Value Operand : Construct->getOperands())
    warnOfClause(Operand, /*Owner=*/{});
  for (Operation *Op : Ops)
    Op->walk([](acc::LoopOp Loop) {
      for (Value Operand : Loop.getReductionOperands())
        warnOfClause(Operand, Loop);
    });
}

} // namespace warpfort::openacc
