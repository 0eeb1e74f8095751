//===-- HostConstructs.cpp - Constructs that the host may run -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `if (c)` becomes
///
///     fir.if c { data clauses; construct } else { its body, on host data }
///
/// Private and first-private variables are the host's own there too: what the
/// program has under the same name stays as it is. A reduction of the construct
/// needs no variable of its own where one thread runs it. Loops stay acc.loop,
/// which ACCLowerKernels lowers in host code.
///
//===----------------------------------------------------------------------===//
#include "HostConstructs.h"
#include "PrivateVariables.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

class HostVersion {
public:
  explicit HostVersion(Operation *Construct)
      : Construct(Construct), Builder(Construct) {}
  LogicalResult create(Block *Into);

private:
  template <typename Recipe>
  LogicalResult makeOwn(Operation *Clause, Region *Copy, Recipe Of);
  LogicalResult makeOwn(Operation *Clause);
  void cloneBody();

  Operation *Construct;
  OpBuilder Builder;
  IRMapping Map;
  /// Part of a recipe that frees a variable, and its arguments.
  llvm::SmallVector<std::tuple<Region *, Value, Value>> AtEnd;
};

template <typename Recipe>
LogicalResult HostVersion::makeOwn(Operation *Clause, Region *Copy, Recipe Of) {
  auto Name = acc::getVarName(Clause).value_or("?");
  if (!Of)
    return Clause->emitError("internal: no recipe for '") << Name << "'";
  Region &Init = Of.getInitRegion(), &Destroy = Of.getDestroyRegion();
  for (Region *Part : {&Init, Copy, &Destroy})
    if (Part && !Part->empty() && !llvm::hasSingleElement(*Part))
      return emitUserError(Clause, "the private variable '")
             << Name << "' has a type that is not supported in a construct "
             << "with an IF or SELF clause";
  if (Init.front().getNumArguments() != 1)
    return emitUserError(Clause, "the private section '")
           << Name << "' is not supported in a construct with an IF or SELF "
           << "clause";
  Value Var = acc::getVar(Clause);
  Value Outer = Map.lookupOrDefault(Var);
  Value Own = makeVariable(Builder, Clause->getLoc(), Init, Outer,
                           acc::getAccVar(Clause).getType(),
                           Construct->getParentOfType<ModuleOp>());
  if (!Own)
    return emitUserError(Clause, "the private variable '")
           << Name << "' has a type that is not supported";
  if (Copy)
    inlineRecipe(Builder, *Copy, {Outer, Own});
  if (!Destroy.empty())
    AtEnd.push_back({&Destroy, Outer, Own});
  Map.map(acc::getAccVar(Clause), Own);
  Map.map(Var, Own);
  return success();
}

LogicalResult HostVersion::makeOwn(Operation *Clause) {
  auto Name = acc::getRecipe(Clause);
  if (isa<acc::PrivateOp>(Clause))
    return makeOwn(Clause, nullptr,
                   SymbolTable::lookupNearestSymbolFrom<acc::PrivateRecipeOp>(
                       Construct, Name));
  auto Recipe = SymbolTable::lookupNearestSymbolFrom<acc::FirstprivateRecipeOp>(
      Construct, Name);
  return makeOwn(Clause, Recipe ? &Recipe.getCopyRegion() : nullptr, Recipe);
}

void HostVersion::cloneBody() {
  Region &Body = Construct->getRegion(0);
  if (llvm::hasSingleElement(Body)) {
    for (Operation &Op : Body.front().without_terminator())
      Builder.clone(Op, Map);
    return;
  }
  auto Execute =
      scf::ExecuteRegionOp::create(Builder, Construct->getLoc(), TypeRange{});
  Body.cloneInto(&Execute.getRegion(), Map);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  for (Block &B : Execute.getRegion()) {
    Operation *End = B.getTerminator();
    if (!isa<acc::YieldOp, acc::TerminatorOp>(End))
      continue;
    Builder.setInsertionPoint(End);
    scf::YieldOp::create(Builder, End->getLoc());
    End->erase();
  }
}

LogicalResult HostVersion::create(Block *Into) {
  Builder.setInsertionPoint(Into, Into->without_terminator().end());
  llvm::SmallVector<Operation *> Own;
  for (Value Operand : Construct->getOperands()) {
    Operation *Clause = Operand.getDefiningOp();
    if (!Clause)
      continue;
    if (isa<acc::PrivateOp, acc::FirstprivateOp>(Clause))
      Own.push_back(Clause);
    else if (isa<ACC_DATA_ENTRY_OPS>(Clause))
      Map.map(Operand, acc::getVar(Clause));
  }
  // A clause may be about what another one gives.
  for (Value Operand : Construct->getOperands())
    while (Value Further = Map.lookupOrNull(Map.lookupOrDefault(Operand)))
      Map.map(Operand, Further);
  for (Operation *Clause : Own)
    if (failed(makeOwn(Clause)))
      return failure();
  cloneBody();
  for (auto [Destroy, Outer, Variable] : llvm::reverse(AtEnd))
    inlineRecipe(Builder, *Destroy, {Outer, Variable});
  return success();
}

/// Moves the construct and the operations of its data clauses.
void moveConstruct(Operation *Construct, Block *Into) {
  llvm::SetVector<Operation *> Entries, Exits;
  for (Value Operand : Construct->getOperands()) {
    Operation *Clause = Operand.getDefiningOp();
    if (!Clause || !isa<ACC_DATA_ENTRY_OPS>(Clause) ||
        Clause->getBlock() != Construct->getBlock())
      continue;
    Entries.insert(Clause);
    for (Operation *User : Operand.getUsers())
      if (isa<ACC_DATA_EXIT_OPS>(User))
        Exits.insert(User);
  }
  auto Move = [&](llvm::SetVector<Operation *> &Set) {
    llvm::SmallVector<Operation *> Ops(Set.begin(), Set.end());
    llvm::sort(
        Ops, [](Operation *A, Operation *B) { return A->isBeforeInBlock(B); });
    for (Operation *Op : Ops)
      Op->moveBefore(Into->getTerminator());
  };
  Move(Entries);
  Construct->moveBefore(Into->getTerminator());
  Move(Exits);
}

template <typename Op> LogicalResult makeHostVersion(Op Construct) {
  Value Condition = Construct.getIfCond();
  if (!Condition)
    return success();
  Construct.getIfCondMutable().clear();
  llvm::APInt Known;
  bool IsKnown = matchPattern(Condition, m_ConstantInt(&Known));
  if (IsKnown && !Known.isZero())
    return success();
  OpBuilder Builder(Construct);
  auto If = fir::IfOp::create(Builder, Construct.getLoc(), TypeRange{},
                              Condition, /*withElse=*/true);
  if (failed(HostVersion(Construct).create(&If.getElseRegion().front())))
    return failure();
  moveConstruct(Construct, &If.getThenRegion().front());
  // What is known to be false needs no kernel.
  Block &Then = If.getThenRegion().front();
  while (IsKnown && &Then.front() != Then.getTerminator())
    Then.getTerminator()->getPrevNode()->erase();
  return success();
}

} // namespace

LogicalResult makeHostVersions(ModuleOp Module) {
  llvm::SmallVector<Operation *> Constructs;
  Module.walk([&](Operation *Op) {
    if (isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op))
      Constructs.push_back(Op);
  });
  bool Failed = false;
  for (Operation *Op : Constructs)
    llvm::TypeSwitch<Operation *, void>(Op)
        .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
            [&](auto C) { Failed |= failed(makeHostVersion(C)); });
  return failure(Failed);
}

} // namespace warpfort::openacc
