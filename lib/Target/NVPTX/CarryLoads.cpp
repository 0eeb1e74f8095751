//===-- CarryLoads.cpp - Elements that the next round needs again ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that marches through planes loads most of its stencil again:
//
//     do k = 2, n - 1
//       r(i,j,k) = q(i,j,k+1) - 2*q(i,j,k) + q(i,j,k-1)
//
// q(i,j,k+1) is q(i,j,k) in the next round and q(i,j,k-1) in the one behind
// it. It is loaded once and handed on in registers:
//
//     before = q(i,j,1); here = q(i,j,2)
//     do k = 2, n - 1
//       next = q(i,j,k+1)
//       r(i,j,k) = next - 2*here + before
//       before = here; here = next
//
// Loops that go through neighbouring elements of memory are left: all but one
// of these loads find their element in the first cache, and on an H200 a
// three-point stencil along the columns, a thread each, took 1.17 times as long
// without them.
//
// Nothing in the loop may write what is loaded. The loads before the loop are
// those of its first round, or of an element between two of them.
//
//===----------------------------------------------------------------------===//
#include "CarryLoads.h"
#include "KeptAnalyses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <map>

using namespace llvm;

namespace warpfort {
namespace {

/// Loads of a loop that are compared with each other.
constexpr size_t MaxLoads = 64;
/// Steps between the first and the last load of a group.
constexpr int MaxReach = 16;
/// A line of the first cache, in bytes.
constexpr int64_t CacheLine = 128;
/// Bytes that a loop may keep from one round to the next: sixteen registers of
/// a thread.
constexpr unsigned MaxKept = 64;

/// Loads of one type that are whole steps of the loop apart. The key is how
/// many steps a load is ahead of the group's first one.
struct LoadGroup {
  const SCEVAddRecExpr *First;
  Type *Ty;
  std::map<int, SmallVector<LoadInst *, 1>> Loads;
};

class LoadCarrier {
public:
  LoadCarrier(Loop &L, ScalarEvolution &SE, AAResults &AA)
      : L(L), SE(SE), AA(AA), Expander(SE, "carried", /*PreserveLCSSA=*/false) {
  }
  bool run();

private:
  void collect();
  void add(LoadInst &Load);
  const SCEV *steps(const LoadGroup &G, int Count);
  std::optional<int> stepsAhead(const LoadGroup &G,
                                const SCEVAddRecExpr *Address);
  bool isUnwritten(LoadInst &Load);
  bool carryAll(LoadGroup &G);
  void carry(LoadGroup &G, int Lowest, int Highest);
  PHINode *keep(LoadGroup &G, int Ahead, LoadInst &Like);

  Loop &L;
  ScalarEvolution &SE;
  AAResults &AA;
  SCEVExpander Expander;
  SmallVector<LoadGroup> Groups;
  SmallVector<Instruction *> Writers;
  bool HasScopes = false;
  unsigned Kept = 0;
};

/// What an address of the group changes by in so many rounds.
const SCEV *LoadCarrier::steps(const LoadGroup &G, int Count) {
  const SCEV *Step = G.First->getStepRecurrence(SE);
  return SE.getMulExpr(SE.getConstant(Step->getType(), Count, true), Step);
}

/// How many steps \p Address is ahead of the group, if that is a small number.
std::optional<int> LoadCarrier::stepsAhead(const LoadGroup &G,
                                           const SCEVAddRecExpr *Address) {
  if (Address->getStepRecurrence(SE) != G.First->getStepRecurrence(SE))
    return std::nullopt;
  const SCEV *Distance = SE.getMinusSCEV(Address, G.First);
  if (isa<SCEVCouldNotCompute>(Distance))
    return std::nullopt;
  for (int Ahead = -MaxReach; Ahead <= MaxReach; ++Ahead)
    if (steps(G, Ahead) == Distance)
      return Ahead;
  return std::nullopt;
}

void LoadCarrier::add(LoadInst &Load) {
  auto *Address =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load.getPointerOperand()));
  if (!Address || Address->getLoop() != &L || !Address->isAffine() ||
      !Expander.isSafeToExpand(Address->getStart()))
    return;
  auto *Step = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE));
  if (Step && Step->getAPInt().abs().slt(CacheLine))
    return;
  for (LoadGroup &G : Groups)
    if (G.Ty == Load.getType())
      if (std::optional<int> Ahead = stepsAhead(G, Address)) {
        G.Loads[*Ahead].push_back(&Load);
        return;
      }
  Groups.push_back({Address, Load.getType(), {}});
  Groups.back().Loads[0].push_back(&Load);
}

/// Finds the loads that each round does, whatever it goes on with, and what
/// writes memory in the loop.
void LoadCarrier::collect() {
  bool IsSure = true;
  size_t Count = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      HasScopes |= isa<NoAliasScopeDeclInst>(I);
      if (I.mayWriteToMemory())
        Writers.push_back(&I);
      if (Block != L.getHeader() || !IsSure)
        continue;
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->isSimple() && ++Count <= MaxLoads)
        add(*Load);
      IsSure &= isGuaranteedToTransferExecutionToSuccessor(&I);
    }
}

/// Whether nothing in the loop writes where \p Load reads, in any round.
bool LoadCarrier::isUnwritten(LoadInst &Load) {
  if (Load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  // What is said of one round's accesses need not hold for two rounds.
  AAMDNodes Tags = HasScopes ? AAMDNodes() : Load.getAAMetadata();
  auto Anywhere =
      MemoryLocation::getBeforeOrAfter(Load.getPointerOperand(), Tags);
  return none_of(Writers, [&](Instruction *I) {
    if (auto *Store = dyn_cast<StoreInst>(I); Store && Store->isSimple()) {
      AAMDNodes Stored = HasScopes ? AAMDNodes() : Store->getAAMetadata();
      return !AA.isNoAlias(Anywhere, MemoryLocation::getBeforeOrAfter(
                                         Store->getPointerOperand(), Stored));
    }
    return isModSet(AA.getModRefInfo(I, Anywhere));
  });
}

/// A variable of the loop that begins with what a load \p Ahead steps ahead of
/// the group reads in the first round.
PHINode *LoadCarrier::keep(LoadGroup &G, int Ahead, LoadInst &Like) {
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  const SCEV *Start = SE.getAddExpr(G.First->getStart(), steps(G, Ahead));
  Value *Address =
      Expander.expandCodeFor(Start, Like.getPointerOperandType(), Before);
  IRBuilder<> B(Before);
  LoadInst *First = B.CreateAlignedLoad(G.Ty, Address, Like.getAlign());
  First->copyMetadata(Like);
  B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
  PHINode *Now = B.CreatePHI(G.Ty, 2, "carried");
  Now->addIncoming(First, L.getLoopPreheader());
  return Now;
}

/// Keeps the loads from \p Lowest to the one below \p Highest, which is done.
void LoadCarrier::carry(LoadGroup &G, int Lowest, int Highest) {
  LoadInst &Ahead = *G.Loads[Highest].front();
  Value *Next = &Ahead;
  for (int At = Highest - 1; At >= Lowest; --At) {
    auto Found = G.Loads.find(At);
    PHINode *Now =
        keep(G, At, Found == G.Loads.end() ? Ahead : *Found->second.front());
    Now->addIncoming(Next, L.getLoopLatch());
    Next = Now;
    if (Found == G.Loads.end())
      continue;
    for (LoadInst *Load : Found->second) {
      Load->replaceAllUsesWith(Now);
      RecursivelyDeleteTriviallyDeadInstructions(Load);
    }
  }
}

/// Keeps the group's loads wherever the next one ahead is at most two steps
/// away.
bool LoadCarrier::carryAll(LoadGroup &G) {
  constexpr int MaxGap = 2;
  unsigned Bytes = L.getHeader()->getDataLayout().getTypeStoreSize(G.Ty);
  bool Changed = false;
  for (auto At = G.Loads.rbegin(); At != G.Loads.rend();) {
    int Highest = At->first, Lowest = Highest;
    for (++At; At != G.Loads.rend() && Lowest - At->first <= MaxGap &&
               Kept + Bytes * (Highest - At->first) <= MaxKept;
         ++At)
      Lowest = At->first;
    if (Lowest == Highest)
      continue;
    Kept += Bytes * (Highest - Lowest);
    carry(G, Lowest, Highest);
    Changed = true;
  }
  return Changed;
}

bool LoadCarrier::run() {
  if (!L.isInnermost() || !L.getLoopPreheader() || !L.getLoopLatch())
    return false;
  collect();
  bool Changed = false;
  for (LoadGroup &G : Groups) {
    bool AreKept = G.Loads.size() > 1;
    for (auto &[Ahead, Loads] : G.Loads)
      AreKept = AreKept && all_of(Loads, [&](LoadInst *Load) {
                  return isUnwritten(*Load);
                });
    if (AreKept)
      Changed |= carryAll(G);
  }
  return Changed;
}

} // namespace

PreservedAnalyses CarryLoadsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  bool Changed = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Changed |= LoadCarrier(*L, SE, AA).run();
  return keptWithBlocks(Changed);
}

} // namespace warpfort
