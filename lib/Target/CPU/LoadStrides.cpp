//===-- LoadStrides.cpp - Vectors of elements apart -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's vectoriser gathers what a loop reads from every second element, as in
//
//     y(1:n:2) = 2*x(1:n:2)
//
// though the elements lie within a few vectors. A gather of 16 elements takes
// longer than 16 loads on processors from AMD, and longer than two loads and a
// permutation on all:
//
//     low  = x[0 .. N-1]
//     high = x[N-1 .. 2N-2]
//     v    = low[0], low[2], ... low[N-2], high[1], high[3], ... high[N-1]
//
// The last load ends with the last element, so that nothing is read that does
// not lie between two elements of the gather. What other threads may write
// there is not looked at.
//
// Where a vector of addresses is taken apart for stores one by one, these are
// at constant distances from the first one, which is all that remains to be
// computed.
//
// The distance of a vector's lanes is found from how the vector is made, in
// exact arithmetic: lanes that are extended from fewer bits may wrap around in
// between, and are left alone.
//
//===----------------------------------------------------------------------===//
#include "LoadStrides.h"
#include "KeptAnalyses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Elements that are further apart need more loads than a gather is worth.
constexpr uint64_t MostApart = 4;

class StrideLoader {
public:
  explicit StrideLoader(Function &F) : F(F), DL(F.getDataLayout()) {}
  bool run();

private:
  std::optional<uint64_t> stepOf(Value *V);
  std::optional<uint64_t> findStep(Instruction &I);
  Value *firstLane(Value *V);
  Value *makeFirstLane(Instruction &I);
  bool load(IntrinsicInst &Gather);
  bool extract(ExtractElementInst &Lane);
  void replace(Instruction &Old, Value *New);

  Function &F;
  const DataLayout &DL;
  /// Distances of lanes, modulo 2^64; none while, and if, they are not known.
  DenseMap<Value *, std::optional<uint64_t>> Steps;
  DenseMap<Value *, Value *> Firsts;
  SmallVector<WeakTrackingVH> Dead, Counters;
};

} // namespace

static bool isWide(const Type *T) {
  const auto *VT = dyn_cast<FixedVectorType>(T);
  return VT && (VT->getElementType()->isIntegerTy(64) ||
                VT->getElementType()->isPointerTy());
}

static std::optional<uint64_t> stepOfConstant(const Constant &C) {
  unsigned Lanes = cast<FixedVectorType>(C.getType())->getNumElements();
  std::optional<uint64_t> Step;
  for (unsigned I = 1; I < Lanes; ++I) {
    auto *A = dyn_cast_or_null<ConstantInt>(C.getAggregateElement(I - 1));
    auto *B = dyn_cast_or_null<ConstantInt>(C.getAggregateElement(I));
    if (!A || !B)
      return std::nullopt;
    uint64_t Here = B->getZExtValue() - A->getZExtValue();
    if (Step && *Step != Here)
      return std::nullopt;
    Step = Here;
  }
  return Step;
}

/// How far each lane of \p V is from the one before.
std::optional<uint64_t> StrideLoader::stepOf(Value *V) {
  if (!isWide(V->getType()))
    return std::nullopt;
  if (getSplatValue(V))
    return 0;
  if (auto *C = dyn_cast<Constant>(V))
    return stepOfConstant(*C);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return std::nullopt;
  if (auto Found = Steps.find(V); Found != Steps.end())
    return Found->second;
  Steps[V] = std::nullopt;
  std::optional<uint64_t> Step = findStep(*I);
  Steps[V] = Step;
  return Step;
}

std::optional<uint64_t> StrideLoader::findStep(Instruction &I) {
  uint64_t Factor;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    // A counter: what it begins with, and grows by the same in all lanes.
    if (Phi->getNumIncomingValues() != 2)
      return std::nullopt;
    for (unsigned Back : {0u, 1u}) {
      Value *Amount;
      if (match(Phi->getIncomingValue(Back),
                m_c_Add(m_Specific(Phi), m_Value(Amount))) &&
          getSplatValue(Amount)) {
        Counters.push_back(Phi);
        return stepOf(Phi->getIncomingValue(1 - Back));
      }
    }
    return std::nullopt;
  }
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
    if (Address->getNumIndices() != 1)
      return std::nullopt;
    Value *Base = Address->getPointerOperand(), *Index = *Address->idx_begin();
    TypeSize Size = DL.getTypeAllocSize(Address->getSourceElementType());
    std::optional<uint64_t> OfBase = Base->getType()->isVectorTy()
                                         ? stepOf(Base)
                                         : std::optional<uint64_t>(0);
    std::optional<uint64_t> OfIndex = Index->getType()->isVectorTy()
                                          ? stepOf(Index)
                                          : std::optional<uint64_t>(0);
    if (Size.isScalable() || !OfBase || !OfIndex)
      return std::nullopt;
    return *OfBase + *OfIndex * Size.getFixedValue();
  }
  auto *Op = dyn_cast<BinaryOperator>(&I);
  if (!Op)
    return std::nullopt;
  std::optional<uint64_t> A = stepOf(Op->getOperand(0));
  if (!A)
    return std::nullopt;
  if (match(Op->getOperand(1), m_ConstantInt(Factor)) ||
      (getSplatValue(Op->getOperand(1)) &&
       match(getSplatValue(Op->getOperand(1)), m_ConstantInt(Factor)))) {
    if (Op->getOpcode() == Instruction::Shl && Factor < 64)
      return *A << Factor;
    if (Op->getOpcode() == Instruction::Mul)
      return *A * Factor;
  }
  std::optional<uint64_t> B = stepOf(Op->getOperand(1));
  if (!B)
    return std::nullopt;
  if (Op->getOpcode() == Instruction::Add ||
      match(Op, m_DisjointOr(m_Value(), m_Value())))
    return *A + *B;
  if (Op->getOpcode() == Instruction::Sub)
    return *A - *B;
  return std::nullopt;
}

/// The first lane of \p V, a vector whose step is known, without the others.
Value *StrideLoader::firstLane(Value *V) {
  if (!V->getType()->isVectorTy())
    return V;
  if (Value *Splat = getSplatValue(V))
    return Splat;
  if (auto *C = dyn_cast<Constant>(V))
    return C->getAggregateElement(0u);
  if (Value *Known = Firsts.lookup(V))
    return Known;
  return makeFirstLane(*cast<Instruction>(V));
}

Value *StrideLoader::makeFirstLane(Instruction &I) {
  IRBuilder<> B(&I);
  Value *First;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    auto *New = B.CreatePHI(Phi->getType()->getScalarType(), 2);
    Firsts[&I] = New;
    for (auto [Value, Block] : zip(Phi->incoming_values(), Phi->blocks()))
      New->addIncoming(firstLane(Value), Block);
    return New;
  }
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
    First = B.CreateGEP(Address->getSourceElementType(),
                        firstLane(Address->getPointerOperand()),
                        firstLane(*Address->idx_begin()));
  else
    First =
        B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(),
                      firstLane(I.getOperand(0)), firstLane(I.getOperand(1)));
  return Firsts[&I] = First;
}

void StrideLoader::replace(Instruction &Old, Value *New) {
  for (Value *Operand : Old.operands())
    if (auto *I = dyn_cast<Instruction>(Operand))
      Dead.push_back(I);
  Old.replaceAllUsesWith(New);
  Old.eraseFromParent();
}

/// A gather of all lanes, from elements 2 to MostApart apart in either order.
bool StrideLoader::load(IntrinsicInst &Gather) {
  auto *VT = dyn_cast<FixedVectorType>(Gather.getType());
  Value *Pointers = Gather.getArgOperand(0);
  if (!VT || !match(Gather.getArgOperand(1), m_AllOnes()))
    return false;
  Type *T = VT->getElementType();
  unsigned Bits = T->getScalarSizeInBits();
  if (!(T->isFloatTy() || T->isDoubleTy() || T->isIntegerTy()) ||
      (Bits != 32 && Bits != 64))
    return false;
  std::optional<uint64_t> Step = stepOf(Pointers);
  if (!Step)
    return false;
  const int64_t Size = Bits / 8, Distance = static_cast<int64_t>(*Step);
  const uint64_t Lanes = VT->getNumElements(),
                 Apart = (Distance < 0 ? -*Step : *Step) / Size;
  if (Distance % Size || Apart < 2 || Apart > MostApart || Lanes < 4)
    return false;

  Value *First = firstLane(Pointers);
  IRBuilder<> B(&Gather);
  if (Distance < 0)
    First = B.CreatePtrAdd(First, B.getInt64(Distance * int64_t(Lanes - 1)));
  const Align Alignment = Gather.getParamAlign(0).value_or(Align(1));
  Value *Result = nullptr;
  for (uint64_t Part = 0; Part < Apart; ++Part) {
    // In elements, from the first one.
    bool IsLast = Part == Apart - 1;
    uint64_t Begin = IsLast ? Part * (Lanes - 1) : Part * Lanes;
    LoadInst *Piece = B.CreateAlignedLoad(
        VT, B.CreatePtrAdd(First, B.getInt64(Begin * Size)), Alignment);
    Piece->copyMetadata(Gather,
                        {LLVMContext::MD_noalias, LLVMContext::MD_alias_scope});
    if (!Result) {
      Result = Piece;
      continue;
    }
    // Of the first two loads, the first one has elements where they lie; later
    // the result has them where they belong.
    SmallVector<int> Mask;
    for (uint64_t Lane = 0; Lane < Lanes; ++Lane) {
      uint64_t Element = (Distance < 0 ? Lanes - 1 - Lane : Lane) * Apart;
      if (Element < Part * Lanes)
        Mask.push_back(Part == 1 ? Element : Lane);
      else if (Element - Begin < Lanes)
        Mask.push_back(Lanes + (Element - Begin));
      else
        Mask.push_back(PoisonMaskElem);
    }
    Result = B.CreateShuffleVector(Result, Piece, Mask);
  }
  replace(Gather, Result);
  return true;
}

/// One of a vector's addresses.
bool StrideLoader::extract(ExtractElementInst &Lane) {
  auto *Number = dyn_cast<ConstantInt>(Lane.getIndexOperand());
  auto *Addresses = dyn_cast<GetElementPtrInst>(Lane.getVectorOperand());
  std::optional<uint64_t> Step =
      Number && Addresses ? stepOf(Addresses) : std::nullopt;
  if (!Step)
    return false;
  Value *First = firstLane(Addresses);
  IRBuilder<> B(&Lane);
  replace(Lane,
          B.CreatePtrAdd(First, B.getInt64(*Step * Number->getZExtValue())));
  return true;
}

bool StrideLoader::run() {
  SmallVector<IntrinsicInst *> Gathers;
  SmallVector<ExtractElementInst *> Extracts;
  for (Instruction &I : instructions(F))
    if (match(&I, m_Intrinsic<Intrinsic::masked_gather>()))
      Gathers.push_back(cast<IntrinsicInst>(&I));
    else if (auto *Lane = dyn_cast<ExtractElementInst>(&I);
             Lane && Lane->getType()->isPointerTy())
      Extracts.push_back(Lane);
  bool Changed = false;
  for (IntrinsicInst *Gather : Gathers)
    Changed |= load(*Gather);
  for (ExtractElementInst *Lane : Extracts)
    Changed |= extract(*Lane);
  // Counters use themselves.
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  for (WeakTrackingVH &Counter : Counters)
    if (auto *Phi = dyn_cast_or_null<PHINode>(Counter))
      RecursivelyDeleteDeadPHINode(Phi);
  return Changed;
}

PreservedAnalyses LoadStridesPass::run(Function &F, FunctionAnalysisManager &) {
  return keptWithBlocks(StrideLoader(F).run());
}

} // namespace warpfort::cpu
