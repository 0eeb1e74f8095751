//===-- PreferSLP.cpp - Vectors within an iteration -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that has a small dense block for itself,
//
//     do m = 1, n                       ! threads
//       do j = 1, 4
//         do i = 1, 4
//           c(i, j, m) = sum(a(i, :, m)*b(:, j, m))
//
// is straight code once its loops are unrolled. LLVM's loop vectoriser makes
// each element of the block a vector over the threads, which lie 128 bytes
// apart: every element is loaded and stored for itself. The vectoriser for
// straight code (SLP) would find columns, which lie as vectors in memory, but
// it comes later, and neither knows what the other one can do.
//
// Here SLP tries a copy of one iteration. If that takes less than a lane's part
// of the loop as vectors, by the costs that LLVM has for the processor, the
// loop is left to SLP.
//
//===----------------------------------------------------------------------===//
#include "PreferSLP.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Below that, the loop as vectors is good enough.
constexpr unsigned LeastApart = 4;
/// Beyond that, SLP takes long.
constexpr unsigned MostInstructions = 4000;
/// Elements of a group that LLVM's loop vectoriser loads and permutes together.
constexpr int64_t LongestGroup = 8;
/// LLVM's costs are those of data in the first cache. Lanes that walk through
/// lines of their own find less of it there: the accesses of one vector are in
/// as many lines, which no prefetcher follows.
constexpr unsigned FarCost = 2;

constexpr auto Throughput = TargetTransformInfo::TCK_RecipThroughput;

class Comparison {
public:
  Comparison(Loop &L, ScalarEvolution &SE, FunctionAnalysisManager &FAM)
      : L(L), Block(*L.getHeader()), F(*Block.getParent()), SE(SE), FAM(FAM),
        TTI(FAM.getResult<TargetIRAnalysis>(F)), DL(F.getDataLayout()) {}

  bool prefersSLP();

private:
  bool hasForm();
  std::optional<int64_t> stepOf(Instruction &Access);
  InstructionCost costOfAccess(Instruction &Access);
  InstructionCost costOfVector(Instruction &I) const;
  InstructionCost costAcross();
  InstructionCost costWithin();
  void findValues();
  Type *vectorOf(Type *T) const { return VectorType::get(T, Lanes, false); }

  Loop &L;
  BasicBlock &Block;
  Function &F;
  ScalarEvolution &SE;
  FunctionAnalysisManager &FAM;
  TargetTransformInfo &TTI;
  const DataLayout &DL;
  unsigned Lanes = 0, Apart = 0;
  /// What stored values are made of, not what only addresses are made of.
  DenseSet<const Instruction *> Values;
};

/// One block, whose iterations have nothing but counters from each other, with
/// operations that LLVM has vectors of.
bool Comparison::hasForm() {
  if (!L.isInnermost() || L.getNumBlocks() != 1 || !L.isAnnotatedParallel() ||
      Block.size() > MostInstructions ||
      getOptionalIntLoopAttribute(&L, "llvm.loop.vectorize.width") ||
      !getOptionalBoolLoopAttribute(&L, "llvm.loop.vectorize.enable")
           .value_or(true) ||
      getBooleanLoopAttribute(&L, "llvm.loop.isvectorized"))
    return false;
  for (Instruction &I : Block) {
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
      if (!SE.isSCEVable(Phi->getType()) ||
          !isa<SCEVAddRecExpr>(SE.getSCEV(Phi)))
        return false;
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      auto *II = dyn_cast<IntrinsicInst>(Call);
      if (!II || (!II->isAssumeLikeIntrinsic() &&
                  !isTriviallyVectorizable(II->getIntrinsicID())))
        return false;
    } else if (isa<AllocaInst, FreezeInst, ExtractValueInst>(I) ||
               I.getType()->isVectorTy() || I.isAtomic() || I.isVolatile()) {
      return false;
    }
    for (const User *U : I.users())
      if (!L.contains(cast<Instruction>(U)))
        return false;
  }
  return true;
}

/// By how many bytes an access moves from one iteration to the next.
std::optional<int64_t> Comparison::stepOf(Instruction &Access) {
  const SCEV *Place = SE.getSCEV(getLoadStorePointerOperand(&Access));
  if (SE.isLoopInvariant(Place, &L))
    return 0;
  auto *Moving = dyn_cast<SCEVAddRecExpr>(Place);
  auto *Step = Moving && Moving->getLoop() == &L && Moving->isAffine()
                   ? dyn_cast<SCEVConstant>(Moving->getStepRecurrence(SE))
                   : nullptr;
  return Step ? std::optional(Step->getAPInt().getSExtValue()) : std::nullopt;
}

void Comparison::findValues() {
  SmallVector<Instruction *> Work;
  auto Add = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V);
        I && L.contains(I) && !isa<PHINode>(I) && Values.insert(I).second)
      Work.push_back(I);
  };
  for (Instruction &I : Block)
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Add(Store->getValueOperand());
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    if (!isa<LoadInst>(I))
      for (Value *Operand : I->operands())
        Add(Operand);
  }
}

/// Of all lanes.
InstructionCost Comparison::costOfAccess(Instruction &Access) {
  std::optional<int64_t> Step = stepOf(Access);
  Type *T = getLoadStoreType(&Access);
  auto CostOf = [&](Type *Accessed) {
    return TTI.getMemoryOpCost(Access.getOpcode(), Accessed,
                               getLoadStoreAlignment(&Access),
                               getLoadStoreAddressSpace(&Access), Throughput);
  };
  int64_t Size = DL.getTypeStoreSize(T).getFixedValue();
  if (Step == 0)
    return CostOf(T);
  if (Step && std::abs(*Step) == Size)
    return CostOf(vectorOf(T));
  if (Step && std::abs(*Step) <= LongestGroup * Size)
    return CostOf(vectorOf(T)) +
           TTI.getShuffleCost(TargetTransformInfo::SK_PermuteTwoSrc,
                              cast<VectorType>(vectorOf(T)),
                              cast<VectorType>(vectorOf(T)), {}, Throughput);
  Apart += Step.has_value();
  bool IsLoad = isa<LoadInst>(Access);
  InstructionCost Elements =
      CostOf(T) * Lanes +
      TTI.getScalarizationOverhead(cast<VectorType>(vectorOf(T)),
                                   APInt::getAllOnes(Lanes), IsLoad, !IsLoad,
                                   Throughput);
  return Elements * FarCost;
}

InstructionCost Comparison::costOfVector(Instruction &I) const {
  if (!VectorType::isValidElementType(I.getType()))
    return InstructionCost::getInvalid();
  Type *T = vectorOf(I.getType());
  if (auto *II = dyn_cast<IntrinsicInst>(&I)) {
    SmallVector<Type *> Types;
    for (Value *Arg : II->args())
      Types.push_back(vectorOf(Arg->getType()));
    return TTI.getIntrinsicInstrCost(
        IntrinsicCostAttributes(II->getIntrinsicID(), T, Types), Throughput);
  }
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return TTI.getCastInstrCost(
        Cast->getOpcode(), T, vectorOf(Cast->getSrcTy()),
        TargetTransformInfo::CastContextHint::None, Throughput);
  if (isa<CmpInst, SelectInst>(I)) {
    auto *Compare = dyn_cast<CmpInst>(&I);
    Type *Operands = vectorOf(I.getOperand(Compare ? 0 : 1)->getType());
    return TTI.getCmpSelInstrCost(
        I.getOpcode(), Operands, vectorOf(Type::getInt1Ty(I.getContext())),
        Compare ? Compare->getPredicate() : CmpInst::BAD_ICMP_PREDICATE,
        Throughput);
  }
  if (I.isBinaryOp() || I.isUnaryOp())
    return TTI.getArithmeticInstrCost(I.getOpcode(), T, Throughput);
  return InstructionCost::getInvalid();
}

/// Of all lanes, of the loop as vectors over its iterations.
InstructionCost Comparison::costAcross() {
  InstructionCost Cost = 0;
  for (Instruction &I : Block)
    if (isa<StoreInst>(I) || (isa<LoadInst>(I) && Values.contains(&I)))
      Cost += costOfAccess(I);
    else if (Values.contains(&I))
      Cost += costOfVector(I);
  return Cost;
}

/// Of one iteration, whose straight code is vectors.
InstructionCost Comparison::costWithin() {
  // What comes from elsewhere is an argument of a function for the copy.
  SetVector<Value *> Outside;
  for (Instruction &I : Block)
    if (isa<PHINode>(I))
      Outside.insert(&I);
    else if (!I.isTerminator())
      for (Value *Operand : I.operands())
        if (auto *Inside = dyn_cast<Instruction>(Operand);
            isa<Argument>(Operand) || (Inside && !L.contains(Inside)))
          Outside.insert(Operand);
  SmallVector<Type *> Types;
  for (Value *V : Outside)
    Types.push_back(V->getType());
  LLVMContext &Ctx = F.getContext();
  Function *Trial =
      Function::Create(FunctionType::get(Type::getVoidTy(Ctx), Types, false),
                       GlobalValue::InternalLinkage, "trial", F.getParent());
  Trial->setAttributes(AttributeList::get(Ctx, F.getAttributes().getFnAttrs(),
                                          AttributeSet(), {}));
  ValueToValueMapTy Map;
  for (auto [V, Arg] : zip_equal(Outside, Trial->args()))
    Map[V] = &Arg;
  IRBuilder<> B(BasicBlock::Create(Ctx, "", Trial));
  for (Instruction &I : Block) {
    if (isa<PHINode>(I) || I.isTerminator() || I.isDebugOrPseudoInst())
      continue;
    Instruction *Copy = I.clone();
    Copy->setDebugLoc(DebugLoc());
    B.Insert(Copy);
    Map[&I] = Copy;
    RemapInstruction(Copy, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  B.CreateRetVoid();

  SLPVectorizerPass SLP;
  bool Changed = SLP.runImpl(
      *Trial, &FAM.getResult<ScalarEvolutionAnalysis>(*Trial),
      &FAM.getResult<TargetIRAnalysis>(*Trial),
      &FAM.getResult<TargetLibraryAnalysis>(*Trial),
      &FAM.getResult<AAManager>(*Trial), &FAM.getResult<LoopAnalysis>(*Trial),
      &FAM.getResult<DominatorTreeAnalysis>(*Trial),
      &FAM.getResult<AssumptionAnalysis>(*Trial),
      &FAM.getResult<DemandedBitsAnalysis>(*Trial),
      &FAM.getResult<OptimizationRemarkEmitterAnalysis>(*Trial));
  InstructionCost Cost = InstructionCost::getInvalid();
  if (Changed) {
    Cost = 0;
    for (Instruction &I : Trial->getEntryBlock())
      if (!I.isTerminator())
        Cost += TTI.getInstructionCost(&I, Throughput);
  }
  FAM.clear(*Trial, Trial->getName());
  Trial->eraseFromParent();
  return Cost;
}

bool Comparison::prefersSLP() {
  if (!hasForm())
    return false;
  findValues();
  unsigned Widest = 0;
  for (Instruction &I : Block)
    if (isa<LoadInst, StoreInst>(I)) {
      Type *T = getLoadStoreType(&I);
      if (!VectorType::isValidElementType(T))
        return false;
      Widest =
          std::max<unsigned>(Widest, DL.getTypeSizeInBits(T).getFixedValue());
    }
  if (!Widest)
    return false;
  Lanes = TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
              .getFixedValue() /
          Widest;
  if (Lanes < 2)
    return false;
  InstructionCost Across = costAcross();
  if (Apart < LeastApart || !Across.isValid())
    return false;
  InstructionCost Within = costWithin();
  return Within.isValid() && Within * Lanes < Across;
}

} // namespace

PreservedAnalyses PreferSLPPass::run(Function &F,
                                     FunctionAnalysisManager &FAM) {
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    if (Comparison(*L, SE, FAM).prefersSLP()) {
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
      Changed = true;
    }
  return keptWithBlocks(Changed);
}

} // namespace warpfort::cpu
