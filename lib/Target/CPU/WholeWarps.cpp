//===-- WholeWarps.cpp - Kernels whose warps are pieces of rows -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that gives each warp a row of a matrix asks
//
//     i    = blockIdx.x*blockDim.x + threadIdx.x
//     row  = i/32
//     lane = i & 31
//
// and what it does with the row is the same for all of the warp, which nothing
// shows: a warp of a block of 48 threads would have two rows. Where blockDim.x
// is a multiple of 32, an index is
//
//     i = Base + lane      Base = blockIdx.x*blockDim.x + warp
//
// with a multiple of 32 that is the same in the warp, whose first thread has
// the index `warp`, and the lane in the last five bits, so that
//
//     i/32 = Base/32     i & 31 = lane     i & -32 = Base
//
// and likewise for other divisors and masks that concern only what is above
// those bits. Of signed numbers this holds for divisions only if they are not
// negative; blockIdx.x*blockDim.x + threadIdx.x is none if it does not wrap
// around, which the launch is asked for.
//
//===----------------------------------------------------------------------===//
#include "WholeWarps.h"
#include "Support/WarpSupport.h"
#include "warprt/Image.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Sums deeper than this are not looked into.
constexpr unsigned MaxDepth = 8;

class WarpIndices {
public:
  explicit WarpIndices(KernelBody &K)
      : F(*K.Body), Thread(K.env(EnvThread)), Linear(K.env(EnvLinear)),
        Warp(K.env(EnvWarp)), Block(K.env(EnvBlock)),
        Length(K.env(EnvBlockDim)), DL(F.getDataLayout()) {}
  void rewrite();

private:
  void noteNoWrap();
  void decideLengths();
  void useDecided(ArrayRef<std::pair<Value *, bool>> Questions);
  bool isMultiple(const Value *V, unsigned Depth = 0) const;
  Value *baseOf(IRBuilder<> &B, Value *V, unsigned Depth = 0) const;
  Value *replacement(IRBuilder<> &B, Instruction &I, Value *Lane) const;

  Function &F;
  Value *const Thread, *const Linear, *const Warp, *const Block, *const Length;
  const DataLayout &DL;
};

} // namespace

/// The place of a thread in the grid's row does not wrap around.
void WarpIndices::noteNoWrap() {
  auto Mark = [](Value *V) {
    cast<Instruction>(V)->setHasNoUnsignedWrap();
    cast<Instruction>(V)->setHasNoSignedWrap();
  };
  for (Instruction &I : instructions(F)) {
    if (!match(&I, m_c_Mul(m_Specific(Block), m_Specific(Length))))
      continue;
    Mark(&I);
    for (User *U : I.users())
      if (match(U, m_c_Add(m_Specific(&I), m_Specific(Thread))))
        Mark(U);
  }
}

/// Where it is known whether a row is one warp, that is not asked for again,
/// and what is done for other rows is dropped. The questions say whether they
/// are true of such a row.
void WarpIndices::useDecided(ArrayRef<std::pair<Value *, bool>> Questions) {
  DominatorTree DT(F);
  auto *True = ConstantInt::getTrue(F.getContext());
  auto *False = ConstantInt::getFalse(F.getContext());
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    auto *Known = find_if(Questions, [&](const auto &Question) {
      return Question.first == Branch->getCondition();
    });
    if (Known == Questions.end() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    const bool Sense = Known->second;
    for (bool Holds : {true, false})
      for (auto [Question, IsOfOne] : Questions)
        replaceDominatedUsesWith(
            Question, (Holds == Sense) == IsOfOne ? True : False, DT,
            BasicBlockEdge(&BB, Branch->getSuccessor(Holds ? 0 : 1)));
  }
  bool Changed = false;
  for (BasicBlock &BB : F)
    Changed |= ConstantFoldTerminator(&BB);
  if (Changed)
    removeUnreachableBlocks(F);
}

/// What asks how long a row is, as masks of lanes do: it is at least a warp,
/// and mostly nothing but that matters whether it is one.
void WarpIndices::decideLengths() {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *One = B.getInt32(WARPCPU_WARP);
  Value *IsOne = B.CreateICmpEQ(Length, One, "one.warp"),
        *AreMore = B.CreateICmpNE(Length, One, "more.warps");
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  for (Instruction *I : All) {
    CmpPredicate Is;
    const APInt *C;
    // As many lanes as it has of a warp.
    if (match(I, m_UMin(m_Specific(Length), m_APInt(C))) &&
        C->ule(WARPCPU_WARP)) {
      I->replaceAllUsesWith(ConstantInt::get(I->getType(), *C));
      I->eraseFromParent();
      continue;
    }
    if (I == IsOne || I == AreMore ||
        !match(I, m_ICmp(Is, m_Specific(Length), m_APInt(C))))
      continue;
    auto Holds = [&](unsigned Lanes) {
      return ICmpInst::compare(APInt(32, Lanes), *C, Is);
    };
    bool OfOne = Holds(WARPCPU_WARP), OfAll = true, OfAny = false;
    for (unsigned Lanes = 2 * WARPCPU_WARP; Lanes <= WARPRT_MAX_BLOCK_THREADS;
         Lanes += WARPCPU_WARP) {
      OfAll &= Holds(Lanes);
      OfAny |= Holds(Lanes);
    }
    if (OfAll != OfAny)
      continue;
    Value *New = OfOne == OfAll ? B.getInt1(OfOne) : OfOne ? IsOne : AreMore;
    I->replaceAllUsesWith(New);
    I->eraseFromParent();
  }
  useDecided({{IsOne, true}, {AreMore, false}});
  for (Value *V : {IsOne, AreMore})
    RecursivelyDeleteTriviallyDeadInstructions(V);
}

/// Of 32.
bool WarpIndices::isMultiple(const Value *V, unsigned Depth) const {
  if (V == Length || V == Warp)
    return true;
  if (Depth > MaxDepth)
    return false;
  auto Is = [&](const Value *Part) { return isMultiple(Part, Depth + 1); };
  const Value *A, *B;
  if (match(V, m_Mul(m_Value(A), m_Value(B))))
    return Is(A) || Is(B);
  if (match(V, m_Shl(m_Value(A), m_Value())))
    if (Is(A))
      return true;
  if (match(V, m_Add(m_Value(A), m_Value(B))) ||
      match(V, m_Sub(m_Value(A), m_Value(B))))
    return Is(A) && Is(B);
  if (match(V, m_ZExtOrSExt(m_Value(A))))
    return Is(A);
  return computeKnownBits(V, DL).countMinTrailingZeros() >=
         Log2_32(WARPCPU_WARP);
}

/// For \p V = Base + lane, with a multiple of 32: that; null for other values.
Value *WarpIndices::baseOf(IRBuilder<> &B, Value *V, unsigned Depth) const {
  if (V == Thread)
    return Warp;
  if (Depth > MaxDepth)
    return nullptr;
  Value *Left, *Right;
  if (match(V, m_ZExtOrSExt(m_Value(Left)))) {
    Value *Base = baseOf(B, Left, Depth + 1);
    return Base ? B.CreateCast(cast<CastInst>(V)->getOpcode(), Base,
                               V->getType())
                : nullptr;
  }
  if (!match(V, m_AddLike(m_Value(Left), m_Value(Right))))
    return nullptr;
  if (isMultiple(Left))
    std::swap(Left, Right);
  if (!isMultiple(Right))
    return nullptr;
  Value *Base = baseOf(B, Left, Depth + 1);
  if (!Base)
    return nullptr;
  // The sum is V without its last bits, which wraps around only if V does.
  auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
  return B.CreateAdd(Base, Right, "", Sum && Sum->hasNoUnsignedWrap(),
                     Sum && Sum->hasNoSignedWrap());
}

/// What takes the place of \p I, if it looks at the lane only or not at all.
Value *WarpIndices::replacement(IRBuilder<> &B, Instruction &I,
                                Value *Lane) const {
  static constexpr unsigned LaneMask = WARPCPU_WARP - 1;
  Value *V = I.getOperand(0);
  auto LaneAs = [&](Type *T) { return B.CreateZExtOrTrunc(Lane, T); };
  if (I.getOpcode() == Instruction::Trunc)
    return I.getType()->getScalarSizeInBits() <= Log2_32(WARPCPU_WARP) &&
                   baseOf(B, V)
               ? LaneAs(I.getType())
               : nullptr;
  const APInt *C;
  if (!I.isBinaryOp() || !match(I.getOperand(1), m_APInt(C)))
    return nullptr;
  if (I.getOpcode() == Instruction::And && *C == LaneMask &&
      (V == Linear || baseOf(B, V)))
    return LaneAs(I.getType());
  bool IsSigned =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  switch (I.getOpcode()) {
  case Instruction::And:
    if ((*C & LaneMask) != 0)
      return nullptr;
    break;
  case Instruction::LShr:
  case Instruction::AShr:
    if (C->ult(Log2_32(WARPCPU_WARP)) || C->uge(C->getBitWidth()))
      return nullptr;
    break;
  case Instruction::UDiv:
  case Instruction::SDiv:
    if (C->isZero() || (*C & LaneMask) != 0 || (IsSigned && C->isNegative()))
      return nullptr;
    break;
  case Instruction::URem:
  case Instruction::SRem:
    if (*C != WARPCPU_WARP)
      return nullptr;
    break;
  default:
    return nullptr;
  }
  if (IsSigned && !isKnownNonNegative(V, SimplifyQuery(DL)))
    return nullptr;
  Value *Base = baseOf(B, V);
  if (!Base)
    return nullptr;
  if (I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem)
    return LaneAs(I.getType());
  Instruction *New = I.clone();
  New->setOperand(0, Base);
  New->dropPoisonGeneratingFlags(); // `exact` is of the lane, too
  return B.Insert(New);
}

void WarpIndices::rewrite() {
  noteNoWrap();
  decideLengths();
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Lane = B.CreateSub(Thread, Warp, "lane", true, true);
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  SmallVector<WeakTrackingVH> Dead;
  for (Instruction *I : All) {
    if (I == Lane || !I->getType()->isIntegerTy() || I->getNumOperands() == 0)
      continue;
    B.SetInsertPoint(I);
    Value *New = replacement(B, *I, Lane);
    if (!New)
      continue;
    I->replaceAllUsesWith(New);
    Dead.push_back(I);
  }
  Dead.push_back(Lane);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void assumeWholeWarps(KernelBody &K) {
  K.HasWholeWarps = true;
  WarpIndices(K).rewrite();
}

Value *hasWholeWarps(IRBuilder<> &B, const LaunchBuilder &L) {
  Value *Length = L.BlockDim[0];
  Value *AreWhole =
      B.CreateIsNull(B.CreateAnd(Length, uint64_t(WARPCPU_WARP - 1)));
  Value *Row = B.CreateMul(B.CreateZExt(Length, B.getInt64Ty()),
                           B.CreateZExt(L.GridDim[0], B.getInt64Ty()));
  return B.CreateAnd(AreWhole, B.CreateICmpULE(Row, B.getInt64(INT32_MAX)));
}

} // namespace warpfort::cpu
