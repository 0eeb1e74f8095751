//===-- CountedBlocks.cpp - DO loops that are basic blocks ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See CountedBlocks.h. Works on HLFIR as it comes from Flang.
///
//===----------------------------------------------------------------------===//
#include "CountedBlocks.h"
#include "Transforms/OpenACC/Facts/Routines.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort::openacc {

/// Whether STOP is the last statement of a block.
static bool endsByStop(Block &B) {
  auto Call = dyn_cast_or_null<fir::CallOp>(B.getTerminator()->getPrevNode());
  return Call && endsProgram(Call);
}

static bool isUsedElsewhere(Operation &Op) {
  return llvm::any_of(Op.getUsers(), [&](Operation *User) {
    return User->getBlock() != Op.getBlock();
  });
}

/// The header must do nothing but ask.
bool CountedBlocks::findHeader() {
  auto Choice = Header->empty() ? cf::CondBranchOp()
                                : dyn_cast<cf::CondBranchOp>(Header->back());
  if (!Choice || Choice->getNumOperands() != 1 || Header->getNumArguments())
    return false;
  First = Choice.getTrueDest();
  End = Choice.getFalseDest();
  auto Compare = Choice.getCondition().getDefiningOp<arith::CmpIOp>();
  Asked =
      Compare ? Compare.getLhs().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
  if (!Asked || Compare.getPredicate() != arith::CmpIPredicate::sgt ||
      fir::getIntIfConstant(Compare.getRhs()) != 0)
    return false;
  Trips = Asked.getMemref().getDefiningOp<fir::AllocaOp>();
  return Trips && First != End && llvm::all_of(*Header, [](Operation &Op) {
           return (isa<fir::LoadOp, cf::CondBranchOp>(Op) ||
                   isMemoryEffectFree(&Op)) &&
                  !isUsedElsewhere(Op);
         });
}

bool CountedBlocks::findEntry() {
  for (Block *Before : Header->getPredecessors()) {
    auto Branch = dyn_cast<cf::BranchOp>(Before->getTerminator());
    if (!Branch)
      return false;
    // Set last, in this order.
    auto Second = dyn_cast_or_null<fir::StoreOp>(Branch->getPrevNode());
    auto Other = Second ? dyn_cast_or_null<fir::StoreOp>(Second->getPrevNode())
                        : fir::StoreOp();
    if (Other && Other.getMemref() == Trips.getResult()) {
      if (Entry)
        return false;
      Entry = Before;
      SetIndex = Second;
      SetTrips = Other;
    } else {
      if (Latch)
        return false;
      Latch = Before;
    }
  }
  if (!Entry || !Latch)
    return false;
  auto Quotient = SetTrips.getValue().getDefiningOp<arith::DivSIOp>();
  auto Sum = Quotient ? Quotient.getLhs().getDefiningOp<arith::AddIOp>()
                      : arith::AddIOp();
  auto Distance =
      Sum ? Sum.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  if (!Distance || Sum.getRhs() != Quotient.getRhs() ||
      Distance.getRhs() != SetIndex.getValue())
    return false;
  Lower = Distance.getRhs();
  Upper = Distance.getLhs();
  Step = Quotient.getRhs();
  return true;
}

/// The blocks from the header to the latch.
bool CountedBlocks::findBody() {
  Body.insert(Latch);
  for (size_t I = 0; I < Body.size(); ++I) {
    if (Body[I]->isEntryBlock() || Body[I] == Entry)
      return false;
    for (Block *Before : Body[I]->getPredecessors())
      if (Before != Header)
        Body.insert(Before);
      else if (Body[I] != First)
        return false;
  }
  if (!Body.contains(First) || Body.contains(End))
    return false;
  Closed = true;
  llvm::SmallVector<Block *> Leaving;
  for (Block *B : Body)
    for (Block *Next : B->getSuccessors())
      if (Next != Header && !Body.contains(Next))
        Leaving.push_back(Next);
  for (Block *Next : Leaving) {
    Closed &=
        endsByStop(*Next) &&
        (Next->hasNoSuccessors() || isa<cf::BranchOp>(Next->getTerminator())) &&
        llvm::all_of(Next->getPredecessors(),
                     [&](Block *B) { return Body.contains(B); });
    if (Closed && Body.insert(Next))
      Stops.push_back(Next);
  }
  return true;
}

/// Whether it is what is added to the index.
bool CountedBlocks::isStep(Value V) {
  if (V == Step)
    return true;
  auto Constant = [](Value Number) {
    auto Convert = Number.getDefiningOp<fir::ConvertOp>();
    return fir::getIntIfConstant(Convert ? Convert.getValue() : Number);
  };
  if (auto Number = Constant(V))
    return Number == Constant(Step);
  auto Load = V.getDefiningOp<fir::LoadOp>();
  if (!Load || !Load.getMemref().getDefiningOp<fir::AllocaOp>())
    return false;
  for (Operation *User : Load.getMemref().getUsers()) {
    if (User == Load)
      continue;
    auto Store = dyn_cast<fir::StoreOp>(User);
    if (SetStep || !Store || Store.getMemref() != Load.getMemref() ||
        Store.getValue() != Step || Store->getBlock() != Entry)
      return false;
    SetStep = Store;
  }
  return static_cast<bool>(SetStep);
}

bool CountedBlocks::findLatch() {
  fir::StoreOp NextIndex, NextTrips;
  for (Operation &Op : *Latch)
    if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
      if (Store.getMemref() == Trips.getResult())
        NextTrips = Store;
      else if (Store.getMemref() == index())
        NextIndex = Store;
    }
  if (!NextTrips || !NextIndex)
    return false;
  auto Less = NextTrips.getValue().getDefiningOp<arith::SubIOp>();
  auto Old = Less ? Less.getLhs().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
  if (!Old || Old.getMemref() != Trips.getResult() ||
      fir::getIntIfConstant(Less.getRhs()) != 1 || Old->getBlock() != Latch ||
      !Old->isBeforeInBlock(NextIndex))
    return false;
  auto More = NextIndex.getValue().getDefiningOp<arith::AddIOp>();
  auto At = More ? More.getLhs().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
  if (!At || At.getMemref() != index() || !isStep(More.getRhs()))
    return false;
  // The count of trips is asked and changed nowhere else.
  for (Operation *User : Trips->getUsers())
    if (User != SetTrips && User != Asked && User != Old && User != NextTrips)
      return false;
  // From here to the branch there is the counting only.
  for (Operation *Op = Old; Op != Latch->getTerminator();
       Op = Op->getNextNode()) {
    if (!isa<fir::LoadOp>(Op) && Op != NextTrips && Op != NextIndex &&
        !isMemoryEffectFree(Op))
      return false;
    Counting.push_back(Op);
  }
  return llvm::all_of(Counting, [&](Operation *Op) {
    return llvm::all_of(Op->getUsers(), [&](Operation *User) {
      return llvm::is_contained(Counting, User);
    });
  });
}

std::optional<CountedBlocks> CountedBlocks::find(Block &Header) {
  CountedBlocks Loop;
  Loop.Header = &Header;
  if (!Loop.findHeader() || !Loop.findEntry() || !Loop.findBody() ||
      !Loop.findLatch())
    return std::nullopt;
  return Loop;
}

bool CountedBlocks::contains(Operation *Op) const {
  Operation *Ancestor = Header->getParent()->findAncestorOpInRegion(*Op);
  return Ancestor && Body.contains(Ancestor->getBlock());
}

scf::ExecuteRegionOp CountedBlocks::takeBody(OpBuilder &Builder, Value Counter,
                                             Value Index) {
  Location Loc = getLoc();
  fir::StoreOp::create(Builder, Loc, Counter, Index);
  auto Execute = scf::ExecuteRegionOp::create(Builder, Loc, TypeRange{});

  Operation *Count = SetTrips.getValue().getDefiningOp();
  for (Operation *Op : llvm::reverse(Counting))
    Op->erase();
  for (Operation *Op :
       {Latch->getTerminator(), Header->getTerminator(), Entry->getTerminator(),
        SetIndex.getOperation(), SetTrips.getOperation()})
    Op->erase();
  if (SetStep) {
    Operation *Kept = SetStep.getMemref().getDefiningOp();
    SetStep.erase();
    Kept->erase();
  }
  for (Operation &Op : llvm::make_early_inc_range(llvm::reverse(*Header)))
    Op.erase();
  Trips.erase();
  // Nobody divides by a step of which nothing is known. The limits are still
  // needed.
  while (Count && Count != Upper.getDefiningOp() && Count->use_empty() &&
         isa<arith::DivSIOp, arith::AddIOp, arith::SubIOp>(Count)) {
    Operation *From = Count->getOperand(0).getDefiningOp();
    Count->erase();
    Count = From;
  }

  Region &To = Execute.getRegion();
  for (Block &B : llvm::make_early_inc_range(*Header->getParent()))
    if (Body.contains(&B))
      To.getBlocks().splice(To.end(), Header->getParent()->getBlocks(), B);
  Header->erase();
  OpBuilder::InsertionGuard Guard(Builder);
  Block *Exit = Builder.createBlock(&To, To.end());
  scf::YieldOp::create(Builder, Loc);
  for (Block *B : Stops)
    B->getTerminator()->erase();
  Stops.push_back(Latch);
  for (Block *B : Stops) {
    Builder.setInsertionPointToEnd(B);
    cf::BranchOp::create(Builder, Loc, Exit);
  }
  // A region does not begin with a block that is branched to.
  Builder.createBlock(&To, To.begin());
  cf::BranchOp::create(Builder, Loc, First);
  mergeBlocks(To);
  return Execute;
}

void mergeBlocks(Region &Body) {
  for (Block &B : Body)
    while (auto Branch = dyn_cast<cf::BranchOp>(B.getTerminator())) {
      Block *Next = Branch.getDest();
      if (Next == &B || Next == &Body.front() || Branch->getNumOperands() ||
          Next->getSinglePredecessor() != &B)
        break;
      Branch.erase();
      B.getOperations().splice(B.end(), Next->getOperations());
      Next->erase();
    }
}

void inlineOnlyBlock(scf::ExecuteRegionOp Execute) {
  Region &Body = Execute.getRegion();
  if (!Body.hasOneBlock())
    return;
  Block &Only = Body.front();
  Only.getTerminator()->erase();
  Execute->getBlock()->getOperations().splice(Execute->getIterator(),
                                              Only.getOperations());
  Execute.erase();
}

} // namespace warpfort::openacc
