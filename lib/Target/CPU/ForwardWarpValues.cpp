//===-- ForwardWarpValues.cpp - Vectors of whole warps --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two warp operations the values of a warp's threads go through the
// context, an array each, since regions are loops over the threads. Once these
// are vectors of 32 elements, what one region stores is what the next one
// loads, and LLVM's scalar passes take both for what they are; but the
// vectoriser runs behind them. So they run once more, on functions that have
// such vectors.
//
// What is then stored for nobody, LLVM cannot see, as the context outlives the
// function. Where a warp ends, its values are overwritten, which tells; before
// code is generated, this is erased. It is right wherever it stays.
//
// What one lane does for its warp, as storing the sum, is a gather or a scatter
// of 32 elements under a constant mask. It becomes one access.
//
//===----------------------------------------------------------------------===//
#include "ForwardWarpValues.h"
#include "Support/WarpSupport.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {

/// Time to compile grows with the square of the length of straight code.
static constexpr unsigned MaxInstructions = 10000;

static bool isOfWholeWarp(const Instruction &I) {
  auto *T = dyn_cast<FixedVectorType>(I.getType());
  return T && T->getNumElements() == WARPCPU_WARP && isa<LoadInst>(I);
}

/// The address of this variable overwrites values that have ended: it is no
/// value that a program stores, which would not have to be stored then.
static constexpr StringLiteral ValuesEnd = "warpfort-values-end";

void markEndOfValues(IRBuilderBase &B, Value *Place, uint64_t Bytes) {
  Module &M = *B.GetInsertBlock()->getModule();
  Type *Byte = B.getInt8Ty();
  Constant *Variable = M.getOrInsertGlobal(ValuesEnd, Byte, [&] {
    return new GlobalVariable(M, Byte, /*isConstant=*/false,
                              GlobalValue::InternalLinkage,
                              Constant::getNullValue(Byte), ValuesEnd);
  });
  Constant *Unknown = ConstantExpr::getPtrToInt(Variable, Byte);
  CallInst *Call = B.CreateMemSet(Place, Unknown, Bytes, MaybeAlign());
  Call->addFnAttr(Attribute::NoMerge); // what is far away, LLVM does not see
}

void eraseEndsOfValues(Module &M) {
  GlobalVariable *Unknown =
      M.getGlobalVariable(ValuesEnd, /*AllowInternal=*/true);
  if (!Unknown)
    return;
  SmallVector<MemSetInst *, 16> Ends;
  for (User *Byte : Unknown->users())
    for (User *End : Byte->users())
      if (auto *Set = dyn_cast<MemSetInst>(End))
        Ends.push_back(Set);
  for (MemSetInst *End : Ends) {
    Value *Place = End->getRawDest();
    End->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Place);
  }
  // Whatever LLVM has made of it is read by nobody.
  Unknown->replaceAllUsesWith(PoisonValue::get(Unknown->getType()));
  Unknown->eraseFromParent();
}

/// The one lane that \p Mask has.
static std::optional<unsigned> onlyLane(const Value *Mask) {
  auto *C = dyn_cast<Constant>(Mask);
  auto *T = dyn_cast<FixedVectorType>(Mask->getType());
  if (!C || !T)
    return std::nullopt;
  std::optional<unsigned> Only;
  for (unsigned Lane = 0; Lane < T->getNumElements(); ++Lane) {
    const Constant *Bit = C->getAggregateElement(Lane);
    if (!Bit || !isa<ConstantInt>(Bit) || (Bit->isOneValue() && Only))
      return std::nullopt;
    if (Bit->isOneValue())
      Only = Lane;
  }
  return Only;
}

/// Makes one access of \p Access, a gather or a scatter of one element.
static void accessOne(IntrinsicInst &Access) {
  bool IsGather = Access.getIntrinsicID() == Intrinsic::masked_gather;
  if (!IsGather && Access.getIntrinsicID() != Intrinsic::masked_scatter)
    return;
  unsigned Places = IsGather ? 0 : 1; // operands: then the mask
  std::optional<unsigned> Lane = onlyLane(Access.getArgOperand(Places + 1));
  if (!Lane)
    return;
  IRBuilder<> B(&Access);
  Value *Pointers = Access.getArgOperand(Places);
  Value *Place = B.CreateExtractElement(Pointers, *Lane);
  Type *T = IsGather ? Access.getType() : Access.getArgOperand(0)->getType();
  Align Alignment = Access.getParamAlign(Places).valueOrOne();
  Instruction *One;
  if (IsGather) {
    One = B.CreateAlignedLoad(T->getScalarType(), Place, Alignment);
    Access.replaceAllUsesWith(
        B.CreateInsertElement(Access.getArgOperand(2), One, *Lane));
  } else {
    Value *V = B.CreateExtractElement(Access.getArgOperand(0), *Lane);
    One = B.CreateAlignedStore(V, Place, Alignment);
  }
  One->setAAMetadata(Access.getAAMetadata());
  Access.eraseFromParent();
}

PreservedAnalyses ForwardWarpValuesPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  if (F.getInstructionCount() > MaxInstructions ||
      none_of(instructions(F), isOfWholeWarp))
    return PreservedAnalyses::all();
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
      accessOne(*Intrinsic);
  FunctionPassManager Passes;
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(GVNPass());
  Passes.addPass(DSEPass());
  Passes.addPass(InstCombinePass());
  return Passes.run(F, FAM);
}

} // namespace warpfort::cpu
