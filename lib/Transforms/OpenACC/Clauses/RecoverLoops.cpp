//===-- RecoverLoops.cpp - Loops around branches --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where anything in the body of a loop branches (an inner loop with EXIT, DO
/// WHILE, GOTO), Flang makes basic blocks of the loop itself, too, and its
/// acc.loop has no limits: nothing could run it in parallel. Of the blocks
///
///     entry:  trips = (last - first + step) / step; index = first; br header
///     header: if (trips > 0) br body else br end
///     ...
///     latch:  trips = trips - 1; index = index + step; br header
///     end:    yield
///
/// those of the body remain, in one operation of a loop with limits. STOP,
/// which Flang lets leave the loop, is as good as CYCLE: it does not come back.
/// Works on HLFIR as it comes from Flang.
///
//===----------------------------------------------------------------------===//
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_RECOVERLOOPSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

class Recovery {
public:
  explicit Recovery(acc::LoopOp Loop) : Loop(Loop) {}
  /// False, and nothing is changed, where the blocks are others.
  bool run();

private:
  bool findBlocks();
  bool findLimits();
  bool findLatch();
  bool collect(Value V);
  void rewrite();

  acc::LoopOp Loop;
  Block *Entry = nullptr, *Header = nullptr, *Latch = nullptr, *End = nullptr,
        *First = nullptr;
  fir::AllocaOp Trips;
  fir::StoreOp SetTrips, SetIndex;
  Value Lower, Upper, Step;
  /// What computes the limits.
  llvm::SetVector<Operation *> Limits;
  /// The counting at the end of the latch.
  llvm::SmallVector<Operation *> Counting;
};

bool Recovery::findBlocks() {
  Region &Body = Loop.getRegion();
  Entry = &Body.front();
  auto ToHeader = dyn_cast<cf::BranchOp>(Entry->getTerminator());
  if (!ToHeader || ToHeader->getNumOperands())
    return false;
  Header = ToHeader.getDest();
  auto Choice = dyn_cast<cf::CondBranchOp>(Header->getTerminator());
  if (!Choice || Choice->getNumOperands() != 1)
    return false;
  First = Choice.getTrueDest();
  End = Choice.getFalseDest();
  if (!isa<acc::YieldOp>(End->front()) || End == First ||
      End->getSinglePredecessor() != Header)
    return false;
  for (Block *Before : Header->getPredecessors())
    if (Before != Entry) {
      if (Latch)
        return false;
      Latch = Before;
    }
  return Latch && isa<cf::BranchOp>(Latch->getTerminator());
}

/// Notes what computes a value in the entry block; false if that cannot be
/// moved.
bool Recovery::collect(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op || !Loop.getRegion().isAncestor(Op->getParentRegion()))
    return V.getParentBlock() != Entry;
  if (Op->getBlock() != Entry || Op->getNumRegions() ||
      isa<fir::AllocaOp>(Op) ||
      !(isa<fir::LoadOp, hlfir::DeclareOp>(Op) || isMemoryEffectFree(Op)))
    return false;
  for (Value Operand : Op->getOperands())
    if (!collect(Operand))
      return false;
  Limits.insert(Op);
  return true;
}

bool Recovery::findLimits() {
  // Set last, in this order.
  SetIndex =
      dyn_cast_or_null<fir::StoreOp>(Entry->getTerminator()->getPrevNode());
  SetTrips = SetIndex ? dyn_cast_or_null<fir::StoreOp>(SetIndex->getPrevNode())
                      : fir::StoreOp();
  if (!SetTrips)
    return false;
  Trips = SetTrips.getMemref().getDefiningOp<fir::AllocaOp>();
  auto Quotient = SetTrips.getValue().getDefiningOp<arith::DivSIOp>();
  auto Sum = Quotient ? Quotient.getLhs().getDefiningOp<arith::AddIOp>()
                      : arith::AddIOp();
  auto Distance =
      Sum ? Sum.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  if (!Trips || !Distance || Sum.getRhs() != Quotient.getRhs() ||
      Distance.getRhs() != SetIndex.getValue())
    return false;
  Lower = Distance.getRhs();
  Upper = Distance.getLhs();
  Step = Quotient.getRhs();
  if (!collect(Lower) || !collect(Upper) || !collect(Step))
    return false;
  // Nothing else may happen before the first iteration.
  for (Operation &Op : Entry->without_terminator())
    if (&Op != SetIndex && &Op != SetTrips && !Limits.contains(&Op) &&
        !isa<fir::AllocaOp, fir::DummyScopeOp, hlfir::DeclareOp, fir::LoadOp>(
            Op) &&
        !isMemoryEffectFree(&Op))
      return false;
  return true;
}

/// Also the header, which must do nothing but ask.
bool Recovery::findLatch() {
  auto Choice = cast<cf::CondBranchOp>(Header->getTerminator());
  auto Compare = Choice.getCondition().getDefiningOp<arith::CmpIOp>();
  auto Left =
      Compare ? Compare.getLhs().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
  if (!Left || Left.getMemref() != Trips.getResult() ||
      Compare.getPredicate() != arith::CmpIPredicate::sgt ||
      fir::getIntIfConstant(Compare.getRhs()) != 0)
    return false;
  for (Operation &Op : Header->without_terminator())
    if (!isa<fir::LoadOp>(Op) && !isMemoryEffectFree(&Op))
      return false;
  fir::StoreOp NextIndex, NextTrips;
  for (Operation &Op : *Latch)
    if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
      if (Store.getMemref() == Trips.getResult())
        NextTrips = Store;
      else if (Store.getMemref() == SetIndex.getMemref())
        NextIndex = Store;
    }
  if (!NextTrips || !NextIndex)
    return false;
  auto Less = NextTrips.getValue().getDefiningOp<arith::SubIOp>();
  auto Old = Less ? Less.getLhs().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
  if (!Old || Old.getMemref() != Trips.getResult() ||
      fir::getIntIfConstant(Less.getRhs()) != 1)
    return false;
  // The count of trips is asked and changed nowhere else.
  for (Operation *User : Trips->getUsers())
    if (User != SetTrips && User != Left && User != Old && User != NextTrips)
      return false;
  // From here to the branch there is the counting only.
  for (Operation *Op = Old; Op != Latch->getTerminator();
       Op = Op->getNextNode()) {
    if (!isa<fir::LoadOp>(Op) && Op != NextTrips && Op != NextIndex &&
        !isMemoryEffectFree(Op))
      return false;
    Counting.push_back(Op);
  }
  return NextIndex->getBlock() == Old->getBlock() &&
         Old->isBeforeInBlock(NextIndex);
}

/// Whether STOP is the last statement of a block.
bool endsByStop(Block &B) {
  auto Call = dyn_cast_or_null<fir::CallOp>(B.getTerminator()->getPrevNode());
  return Call && openacc::endsProgram(Call);
}

/// Makes one block of two where only one leads to the other.
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

void Recovery::rewrite() {
  Location Loc = Loop.getLoc();
  OpBuilder Builder(Loop);
  for (Operation &Op : llvm::make_early_inc_range(*Entry))
    if (Limits.contains(&Op))
      Op.moveBefore(Loop);
  Loop.getLowerboundMutable().assign(Lower);
  Loop.getUpperboundMutable().assign(Upper);
  Loop.getStepMutable().assign(Step);
  Loop.setInclusiveUpperbound(llvm::SmallVector<bool>{true});
  Loop.removeUnstructuredAttr();

  // The entry block becomes the body's beginning.
  Value Index = SetIndex.getMemref();
  SetIndex.erase();
  SetTrips.erase();
  for (Operation *Op : llvm::reverse(Counting))
    Op->erase();
  Latch->getTerminator()->erase();
  Header->getTerminator()->erase();
  for (Operation &Op : llvm::make_early_inc_range(llvm::reverse(*Header)))
    Op.erase();
  Trips->erase();
  Entry->getTerminator()->erase();
  Value Counter = Entry->addArgument(Lower.getType(), Loc);
  Builder.setInsertionPointToEnd(Entry);
  fir::StoreOp::create(Builder, Loc, Counter, Index);
  auto Execute = scf::ExecuteRegionOp::create(Builder, Loc, TypeRange{});
  End->getTerminator()->moveBefore(Entry, Entry->end());
  Header->erase();
  End->erase();

  Region &Body = Execute.getRegion();
  Region &From = Loop.getRegion();
  Body.getBlocks().splice(Body.end(), From.getBlocks(), std::next(From.begin()),
                          From.end());
  Block *Exit = Builder.createBlock(&Body, Body.end());
  scf::YieldOp::create(Builder, Loc);
  Builder.setInsertionPointToEnd(Latch);
  cf::BranchOp::create(Builder, Loc, Exit);
  for (Block &B : Body)
    if (auto AfterStop = dyn_cast<acc::YieldOp>(B.getTerminator())) {
      Builder.setInsertionPoint(AfterStop);
      cf::BranchOp::create(Builder, Loc, Exit);
      AfterStop.erase();
    }
  // A region does not begin with a block that is branched to.
  Builder.createBlock(&Body, Body.begin());
  cf::BranchOp::create(Builder, Loc, First);
  mergeBlocks(Body);
  if (!Body.hasOneBlock())
    return;
  Block &Only = Body.front();
  Only.getTerminator()->erase();
  Entry->getOperations().splice(Execute->getIterator(), Only.getOperations());
  Execute.erase();
}

bool Recovery::run() {
  if (!findBlocks() || !findLimits() || !findLatch())
    return false;
  // The only ways out of the body are those to the next iteration.
  for (Block &B : Loop.getRegion()) {
    if (&B == Header || &B == End)
      continue;
    if (&B != Entry && &B != Latch)
      for (Block *Next : B.getSuccessors())
        if (Next == Header || Next == End)
          return false;
    if (&B != Entry &&
        isa<acc::YieldOp, acc::TerminatorOp>(B.getTerminator()) &&
        !endsByStop(B))
      return false;
  }
  // What the entry block has may be used in all others, but nothing of the
  // header.
  for (Operation &Op : *Header)
    for (Operation *User : Op.getUsers())
      if (User->getBlock() != Header)
        return false;
  for (Operation *Op : Counting)
    for (Operation *User : Op->getUsers())
      if (!llvm::is_contained(Counting, User))
        return false;
  rewrite();
  return true;
}

class RecoverLoops : public impl::RecoverLoopsPassBase<RecoverLoops> {
public:
  void runOnOperation() override {
    llvm::SmallVector<acc::LoopOp> Loops;
    getOperation().walk([&](acc::LoopOp Loop) {
      if (Loop.getUnstructured() && Loop.getLowerbound().empty())
        Loops.push_back(Loop);
    });
    for (acc::LoopOp Loop : Loops)
      (void)Recovery(Loop).run();
  }
};

} // namespace
} // namespace warpfort
