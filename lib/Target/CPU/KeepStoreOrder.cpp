//===-- KeepStoreOrder.cpp - Order within an iteration --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over threads says by llvm.loop.parallel_accesses that its iterations
// do not depend on each other. LLVM's vectoriser then does not look for any
// dependences, also not for those within an iteration, and where it makes one
// wide access of several with a common stride, it moves them past accesses to
// the same memory:
//
//     a(3, t) = 0                       a(3, t) = 5 if condition
//     if (condition) a(3, t) = 5   ->   a(1:4, t) = [..., 0, ...]
//     a(4, t) = 1
//
// Stores go down to the last of the group, loads up to the first. Where that
// would change what a thread sees, the loop loses its annotation here, and the
// vectoriser finds out for itself what it may do.
//
//===----------------------------------------------------------------------===//
#include "KeepStoreOrder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

struct Access {
  Instruction *I;
  bool IsStore;
  const SCEV *Pointer;
  /// In bytes; 0 unless it is constant and leaves gaps.
  int64_t Stride = 0;
  /// Another access of its kind lies in the gap.
  bool InGroup = false;
};

class Guard {
public:
  Guard(Loop &L, ScalarEvolution &SE, AAResults &AA, LoopInfo &LI)
      : L(L), SE(SE), AA(AA), LI(LI) {}
  bool changesOrder();

private:
  void collect();
  void findGroups();

  Loop &L;
  ScalarEvolution &SE;
  AAResults &AA;
  LoopInfo &LI;
  SmallVector<Access, 32> Accesses;
};

void Guard::collect() {
  LoopBlocksRPO Blocks(&L);
  Blocks.perform(&LI);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer)
        continue;
      Access A{&I, isa<StoreInst>(I), SE.getSCEV(Pointer)};
      Type *T = getLoadStoreType(&I);
      int64_t Size = I.getDataLayout().getTypeStoreSize(T).getKnownMinValue();
      if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(A.Pointer);
          Recurrence && Recurrence->getLoop() == &L && Recurrence->isAffine())
        if (auto *Step =
                dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(SE))) {
          int64_t Stride = Step->getAPInt().getSExtValue();
          if (std::abs(Stride) > Size)
            A.Stride = Stride;
        }
      Accesses.push_back(A);
    }
}

void Guard::findGroups() {
  for (size_t X = 0; X < Accesses.size(); ++X)
    for (size_t Y = X + 1; Y < Accesses.size(); ++Y) {
      Access &A = Accesses[X], &B = Accesses[Y];
      if (!A.Stride || A.Stride != B.Stride || A.IsStore != B.IsStore ||
          (A.InGroup && B.InGroup))
        continue;
      auto *Distance =
          dyn_cast<SCEVConstant>(SE.getMinusSCEV(A.Pointer, B.Pointer));
      if (Distance && Distance->getAPInt().abs().slt(std::abs(A.Stride)))
        A.InGroup = B.InGroup = true;
    }
}

bool Guard::changesOrder() {
  collect();
  findGroups();
  for (size_t X = 0; X < Accesses.size(); ++X)
    for (size_t Y = X + 1; Y < Accesses.size(); ++Y) {
      Access &A = Accesses[X], &B = Accesses[Y];
      // B behind A: only a store is in the way of what moves.
      bool Moves = A.InGroup || (B.InGroup && !B.IsStore);
      if (A.IsStore && Moves &&
          !AA.isNoAlias(MemoryLocation::get(A.I), MemoryLocation::get(B.I)))
        return true;
    }
  return false;
}

} // namespace

PreservedAnalyses KeepStoreOrderPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->isAnnotatedParallel())
      continue;
    Guard G(*L, FAM.getResult<ScalarEvolutionAnalysis>(F),
            FAM.getResult<AAManager>(F), LI);
    if (!G.changesOrder())
      continue;
    L->setLoopID(makePostTransformationMetadata(
        F.getContext(), L->getLoopID(), {"llvm.loop.parallel_accesses"}, {}));
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort::cpu
