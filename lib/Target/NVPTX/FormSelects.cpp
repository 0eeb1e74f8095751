//===-- FormSelects.cpp - Selects in place of short branches --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libdevice's erf, log, tanh and their like choose the coefficients of a
// polynomial by a branch:
//
//     if (!large)                         t = x*x
//       t = x*x                           t = large ? |x| : t
//     c = phi(large: 1.0, else: 2.0)  ->  c = large ? 1.0 : 2.0
//     d = ...                             d = ...
//
// The threads of a warp take both sides one after the other where they differ,
// with instructions around that split the warp and join it again. LLVM makes
// selects of two values at most; here any number is worth it as long as what
// the sides compute is a few instructions without effect.
//
//===----------------------------------------------------------------------===//
#include "FormSelects.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort {
namespace {

/// What the sides of a branch may compute, and the values that they may leave:
/// erf has one instruction and eight values.
constexpr unsigned MaxInstructions = 4, MaxSelects = 12;

/// A branch whose sides meet again at once. A side without a block is the
/// branch's own edge.
struct ShortBranch {
  BranchInst *Branch = nullptr;
  BasicBlock *Sides[2] = {nullptr, nullptr}; ///< if true, if false
  BasicBlock *Meeting = nullptr;

  bool find(BasicBlock &BB);
  bool isWorthIt() const;
  void replace();

private:
  BasicBlock *edge(unsigned Side) const {
    return Sides[Side] ? Sides[Side] : Branch->getParent();
  }
};

} // namespace

/// The only successor of a block that only \p From leads to; else nothing.
static BasicBlock *leadsTo(BasicBlock *Side, BasicBlock *From) {
  return Side->getSinglePredecessor() == From ? Side->getSingleSuccessor()
                                              : nullptr;
}

bool ShortBranch::find(BasicBlock &BB) {
  Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Branch || !Branch->isConditional())
    return false;
  BasicBlock *True = Branch->getSuccessor(0), *False = Branch->getSuccessor(1);
  BasicBlock *BehindTrue = leadsTo(True, &BB);
  BasicBlock *BehindFalse = leadsTo(False, &BB);
  if (BehindTrue && (BehindTrue == False || BehindTrue == BehindFalse))
    Sides[0] = True;
  if (BehindFalse && (BehindFalse == True || BehindFalse == BehindTrue))
    Sides[1] = False;
  if (!Sides[0] && !Sides[1])
    return false;
  Meeting = Sides[0] ? BehindTrue : BehindFalse;
  return True != False && Meeting != &BB && isa<PHINode>(Meeting->front()) &&
         !Branch->getMetadata(LLVMContext::MD_loop);
}

/// A few cycles, whatever the operands are.
static bool isCheap(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    switch (Call->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::fabs:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::nvvm_d2i_hi:
    case Intrinsic::nvvm_d2i_lo:
    case Intrinsic::nvvm_lohi_i2d:
      break;
    default:
      return false;
    }
  else if (!isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst,
                GetElementPtrInst, FreezeInst>(I) ||
           I.getOpcode() == Instruction::FDiv ||
           I.getOpcode() == Instruction::FRem || I.isIntDivRem())
    return false;
  return isSafeToSpeculativelyExecute(&I);
}

bool ShortBranch::isWorthIt() const {
  unsigned Instructions = 0;
  for (BasicBlock *Side : Sides)
    if (Side)
      for (const Instruction &I : drop_end(*Side))
        if (!isCheap(I) || ++Instructions > MaxInstructions)
          return false;
  unsigned Selects = 0;
  for (const PHINode &Phi : Meeting->phis())
    if (Phi.getIncomingValueForBlock(edge(0)) !=
        Phi.getIncomingValueForBlock(edge(1)))
      Selects += Phi.getType()->getScalarSizeInBits() > 32 ? 2 : 1;
  return Selects <= MaxSelects;
}

void ShortBranch::replace() {
  BasicBlock *BB = Branch->getParent();
  BasicBlock *From[2] = {edge(0), edge(1)};
  for (BasicBlock *Side : Sides)
    while (Side && !Side->front().isTerminator()) {
      Instruction &I = Side->front();
      I.dropDbgRecords(); // of assignments that only one side does
      I.moveBefore(Branch->getIterator());
      I.dropUBImplyingAttrsAndMetadata();
    }
  IRBuilder<> B(Branch);
  for (PHINode &Phi : Meeting->phis()) {
    Value *Values[2];
    for (unsigned Side : {0, 1})
      Values[Side] = Phi.getIncomingValueForBlock(From[Side]);
    Value *Chosen = Values[0];
    if (Values[0] != Values[1])
      Chosen = B.CreateSelect(Branch->getCondition(), Values[0], Values[1],
                              Phi.getName());
    for (BasicBlock *Edge : From)
      Phi.removeIncomingValue(Edge, /*DeletePHIIfEmpty=*/false);
    Phi.addIncoming(Chosen, BB);
  }
  B.CreateBr(Meeting);
  Branch->eraseFromParent();
  for (BasicBlock *Side : Sides)
    if (Side) {
      Side->getTerminator()->eraseFromParent();
      Side->eraseFromParent();
    }
  MergeBlockIntoPredecessor(Meeting);
}

PreservedAnalyses FormSelectsPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false, Again = true;
  // One that is replaced may leave a side of another short.
  while (std::exchange(Again, false))
    for (BasicBlock *BB = &F.front(); BB; BB = BB->getNextNode())
      for (ShortBranch Short; Short.find(*BB) && Short.isWorthIt();
           Short = ShortBranch()) {
        Short.replace();
        Changed = Again = true;
      }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort
