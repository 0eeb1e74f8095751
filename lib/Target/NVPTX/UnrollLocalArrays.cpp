//===-- UnrollLocalArrays.cpp - Loops over arrays of a thread -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of a thread's own is local memory unless all its subscripts are
// constants. LLVM unrolls loops from the inside out, and a loop whose bounds
// are variables of an outer one (`k < t`) has no constant count until that one
// is unrolled. Nests whose subscripts are functions of their loops' variables
// are unrolled here from the outside in, if this leaves no access to an array
// with a subscript that is not constant: short of that nothing is gained.
//
//===----------------------------------------------------------------------===//
#include "UnrollLocalArrays.h"
#include "ConstantLoops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace warpfort {
namespace {

constexpr unsigned MaxTrips = 64;
/// Of a function's unrolled loops.
constexpr unsigned MaxInstructions = 4000;
/// Of a function's arrays: 96 registers. With more of them, too few threads are
/// under way to hide the accesses to the rest of memory (a column of 60 numbers
/// took 1.5 times as long with 120).
constexpr uint64_t MaxBytes = 384;

/// Of a loop that is to be unrolled; copies of the loop have it, too.
constexpr StringLiteral UnrollsWhole = "warpfort.loop.unrolls.whole";

using LoopSet = SmallSetVector<Loop *, 8>;

/// Puts iterations' numbers in place of the variables of loops.
class AtIterations : public SCEVRewriteVisitor<AtIterations> {
public:
  AtIterations(ScalarEvolution &SE,
               const DenseMap<const Loop *, unsigned> &Iterations)
      : SCEVRewriteVisitor(SE), Iterations(Iterations) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Variable) {
    auto Found = Iterations.find(Variable->getLoop());
    if (Found == Iterations.end())
      return Variable;
    const SCEV *Number = SE.getConstant(
        SE.getEffectiveSCEVType(Variable->getType()), Found->second);
    return visit(Variable->evaluateAtIteration(Number, SE));
  }

  const SCEV *visitUnknown(const SCEVUnknown *Unknown) {
    const auto *Result = dyn_cast<BinaryOperator>(Unknown->getValue());
    if (!Result)
      return Unknown;
    const auto *LHS =
        dyn_cast<SCEVConstant>(visit(SE.getSCEV(Result->getOperand(0))));
    const auto *RHS =
        dyn_cast<SCEVConstant>(visit(SE.getSCEV(Result->getOperand(1))));
    Constant *Folded = LHS && RHS
                           ? ConstantFoldBinaryOpOperands(
                                 Result->getOpcode(), LHS->getValue(),
                                 RHS->getValue(), Result->getDataLayout())
                           : nullptr;
    return Folded ? SE.getSCEV(Folded) : Unknown;
  }

private:
  const DenseMap<const Loop *, unsigned> &Iterations;
};

/// The loops of a function that are unrolled for its arrays.
class Nests {
public:
  Nests(Function &F, FunctionAnalysisManager &FAM)
      : F(F), LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        AC(FAM.getResult<AssumptionAnalysis>(F)),
        TTI(FAM.getResult<TargetIRAnalysis>(F)),
        ORE(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)) {}

  bool choose();
  bool unroll();

private:
  bool addArray(AllocaInst &Array);
  bool addLoops(const SCEV *Value, LoopSet &Loops);
  bool addAccesses(Instruction &Pointer, LoopSet &Loops,
                   SmallPtrSetImpl<const Instruction *> &Accesses);
  bool countInstructions(const Loop &L, unsigned &Total);
  bool countLoops();

  Function &F;
  LoopInfo &LI;
  ScalarEvolution &SE;
  DominatorTree &DT;
  AssumptionCache &AC;
  TargetTransformInfo &TTI;
  OptimizationRemarkEmitter &ORE;
  LoopSet Chosen;
  /// These are gone when the arrays are registers.
  SmallPtrSet<const Instruction *, 32> Vanishing;
  DenseMap<const Loop *, unsigned> Iterations;
};

} // namespace

/// Whether the source or another pass has said how to unroll \p L.
static bool isDecided(const Loop &L) {
  return getBooleanLoopAttribute(&L, LoopStays) ||
         (hasUnrollTransformation(&L) & TM_Disable) != 0 ||
         getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
}

/// What \p V, which scalar evolution does not know, is computed from; nothing
/// if the result is not constant where these are.
static SmallVector<Value *> inputs(const Value *V, const LoopInfo &LI,
                                   const DominatorTree &DT) {
  if (isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(V))
    return {cast<User>(V)->op_begin(), cast<User>(V)->op_end()};
  const auto *Joined = dyn_cast<PHINode>(V);
  if (!Joined || Joined->getNumIncomingValues() != 2 ||
      LI.isLoopHeader(Joined->getParent()))
    return {};
  // With a constant condition one of the two is left.
  const DomTreeNode *Node = DT.getNode(Joined->getParent());
  if (!Node || !Node->getIDom())
    return {};
  const auto *Branch =
      dyn_cast<BranchInst>(Node->getIDom()->getBlock()->getTerminator());
  if (!Branch || !Branch->isConditional())
    return {};
  return {Joined->getIncomingValue(0), Joined->getIncomingValue(1),
          Branch->getCondition()};
}

/// Adds the loops that give \p Value its values, and those that these take
/// their bounds from. False if it depends on anything else.
bool Nests::addLoops(const SCEV *Value, LoopSet &Loops) {
  SmallVector<const SCEV *> Pending = {Value};
  SmallPtrSet<const llvm::Value *, 8> Seen;
  while (!Pending.empty()) {
    SmallVector<Loop *> Found;
    // True for what is not known to become a constant.
    if (SCEVExprContains(Pending.pop_back_val(), [&](const SCEV *Part) {
          if (const auto *Variable = dyn_cast<SCEVAddRecExpr>(Part))
            Found.push_back(const_cast<Loop *>(Variable->getLoop()));
          const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
          if (!Unknown || !Seen.insert(Unknown->getValue()).second)
            return isa<SCEVCouldNotCompute>(Part);
          auto Inputs = inputs(Unknown->getValue(), LI, DT);
          for (llvm::Value *Input : Inputs) {
            if (!SE.isSCEVable(Input->getType()))
              return true;
            Pending.push_back(SE.getSCEV(Input));
          }
          return Inputs.empty();
        }))
      return false;
    for (Loop *L : Found) {
      if (isDecided(*L) || !L->getLoopLatch() || !L->isSafeToClone())
        return false;
      if (Loops.insert(L))
        Pending.push_back(SE.getBackedgeTakenCount(L));
    }
  }
  return true;
}

/// Adds the loops that must be unrolled for all uses of \p Pointer, an array or
/// an element of one, to have constant subscripts.
bool Nests::addAccesses(Instruction &Pointer, LoopSet &Loops,
                        SmallPtrSetImpl<const Instruction *> &Accesses) {
  for (User *U : Pointer.users()) {
    auto *I = cast<Instruction>(U);
    if (auto *Element = dyn_cast<GetElementPtrInst>(I)) {
      for (Value *Index : Element->indices())
        if (!SE.isSCEVable(Index->getType()) ||
            !addLoops(SE.getSCEV(Index), Loops))
          return false;
      if (!addAccesses(*Element, Loops, Accesses))
        return false;
    } else if (isa<AddrSpaceCastInst>(I)) {
      if (!addAccesses(*I, Loops, Accesses))
        return false;
    } else if (auto *Load = dyn_cast<LoadInst>(I)) {
      if (!Load->isSimple())
        return false;
    } else if (auto *Store = dyn_cast<StoreInst>(I)) {
      if (!Store->isSimple() || Store->getValueOperand() == &Pointer)
        return false;
    } else if (auto *Block = dyn_cast<MemIntrinsic>(I)) {
      if (Block->isVolatile() ||
          !addLoops(SE.getSCEV(Block->getLength()), Loops))
        return false;
    } else if (!I->isLifetimeStartOrEnd()) {
      return false;
    }
    Accesses.insert(I);
  }
  return true;
}

bool Nests::addArray(AllocaInst &Array) {
  LoopSet Loops = Chosen;
  SmallPtrSet<const Instruction *, 32> Accesses;
  if (!addAccesses(Array, Loops, Accesses))
    return false;
  std::swap(Loops, Chosen);
  SmallPtrSet<const Instruction *, 32> Before = Vanishing;
  Vanishing.insert(Accesses.begin(), Accesses.end());
  if (countLoops())
    return true;
  std::swap(Loops, Chosen);
  Vanishing = std::move(Before);
  return false;
}

/// Adds what \p L becomes, in the iteration of outer loops that is set, to
/// \p Total; false if that is too much, or not known.
bool Nests::countInstructions(const Loop &L, unsigned &Total) {
  unsigned Trips = 1;
  bool Unrolls = Chosen.contains(const_cast<Loop *>(&L));
  if (Unrolls) {
    const auto *Count = dyn_cast<SCEVConstant>(
        AtIterations(SE, Iterations).visit(SE.getBackedgeTakenCount(&L)));
    if (!Count)
      return false;
    // What stands in front of the loop passes by it if the count is negative.
    if (Count->getAPInt().isNegative())
      return true;
    if (Count->getAPInt().uge(MaxTrips))
      return false;
    Trips = Count->getAPInt().getZExtValue() + 1;
  }
  unsigned Own = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (Unrolls && (Call->isConvergent() || Call->cannotDuplicate()))
          return false;
      // Arithmetic of integers is mostly that of subscripts.
      if (LI.getLoopFor(BB) == &L && !Vanishing.contains(&I) &&
          !isa<PHINode, CastInst, GetElementPtrInst, ICmpInst, BranchInst>(I) &&
          !(isa<BinaryOperator>(I) && I.getType()->isIntegerTy()))
        ++Own;
    }
  for (unsigned Trip = 0; Trip < Trips; ++Trip) {
    Total += Own + 1;
    if (Total > MaxInstructions)
      return false;
    if (Unrolls)
      Iterations[&L] = Trip;
    for (const Loop *Inner : L.getSubLoops())
      if (!countInstructions(*Inner, Total))
        return false;
  }
  return true;
}

bool Nests::countLoops() {
  unsigned Total = 0;
  for (Loop *L : Chosen) {
    bool IsOutermost = true;
    for (Loop *Outer = L->getParentLoop(); Outer;
         Outer = Outer->getParentLoop())
      IsOutermost &= !Chosen.contains(Outer);
    Iterations.clear();
    if (IsOutermost && !countInstructions(*L, Total))
      return false;
  }
  return true;
}

bool Nests::choose() {
  if (LI.empty())
    return false;
  uint64_t Bytes = 0;
  const DataLayout &DL = F.getDataLayout();
  for (Instruction &I : F.getEntryBlock()) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array || !Array->isStaticAlloca())
      continue;
    std::optional<TypeSize> Size = Array->getAllocationSize(DL);
    if (Size && !Size->isScalable() && Bytes + *Size <= MaxBytes &&
        addArray(*Array))
      Bytes += *Size;
  }
  return !Chosen.empty();
}

bool Nests::unroll() {
  MDNode *Mark =
      MDNode::get(F.getContext(), MDString::get(F.getContext(), UnrollsWhole));
  for (Loop *L : Chosen)
    L->setLoopID(makePostTransformationMetadata(F.getContext(), L->getLoopID(),
                                                {}, {Mark}));
  bool Changed = false;
  // Unrolling a loop makes loops of those within it.
  auto TakeOuter = [&]() -> Loop * {
    for (Loop *L : LI.getLoopsInPreorder())
      if (getBooleanLoopAttribute(L, UnrollsWhole)) {
        L->setLoopID(makePostTransformationMetadata(
            F.getContext(), L->getLoopID(), {UnrollsWhole}, {}));
        return L;
      }
    return nullptr;
  };
  while (Loop *L = TakeOuter()) {
    unsigned Trips = SE.getSmallConstantTripCount(L);
    // Copies that no iteration reaches have none.
    if (Trips == 0 || Trips > MaxTrips)
      continue;
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions Options = {};
    Options.Count = Trips;
    Options.Force = true;
    Options.ForgetAllSCEV = true;
    Changed |=
        UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                   /*PreserveLCSSA=*/false) != LoopUnrollResult::Unmodified;
  }
  return Changed;
}

PreservedAnalyses UnrollLocalArraysPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  {
    Nests Found(F, FAM);
    if (!Found.choose())
      return PreservedAnalyses::all();
    if (!Found.unroll())
      return PreservedAnalyses::none();
  }
  FAM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(SimplifyCFGPass()); // drops loops that are never entered
  Passes.addPass(InstCombinePass());
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(GVNPass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(InstCombinePass());
  Passes.run(F, FAM);
  return PreservedAnalyses::none();
}

} // namespace warpfort
