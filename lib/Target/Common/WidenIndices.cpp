//===-- WidenIndices.cpp - Subscripts in 64 bits --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subscript such as `i - 1` is computed in the 32 bits of its loop variable
// and widened for the address. Our loops count in 64 bits and cut the count to
// the variable's size, so InstCombine sees sext(trunc(count) - 1): it computes
// in 64 bits, then shifts the upper half out and in again, and no address is
// seen to be another one's neighbour any more. Neither the subtraction nor the
// cut may overflow, though:
//
//   sext(trunc nsw x)  =  x
//   sext(a +nsw b)     =  sext(a) +nsw sext(b)      (and -, *)
//
// so the whole subscript is built in 64 bits. Where the variable itself has 32
// bits (CUDA Fortran's i = threadIdx%x + ...), constants alone are taken out of
// the extension: neighbours then share it.
//
//===----------------------------------------------------------------------===//
#include "WidenIndices.h"
#include "KeptAnalyses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

/// Deeper expressions are not subscripts of real programs.
static constexpr unsigned MaxDepth = 8;

/// \p V if it is an addition, subtraction or multiplication that does not
/// overflow as a signed number.
static BinaryOperator *exactArithmetic(Value *V) {
  auto *Op = dyn_cast<BinaryOperator>(V);
  if (!Op || (Op->getOpcode() != Instruction::Add &&
              Op->getOpcode() != Instruction::Sub &&
              Op->getOpcode() != Instruction::Mul))
    return nullptr;
  return Op->hasNoSignedWrap() ? Op : nullptr;
}

/// The value that \p V was cut from without loss, if it has type \p Wide.
static Value *uncut(Value *V, Type *Wide) {
  auto *Cut = dyn_cast<TruncInst>(V);
  if (!Cut || !Cut->hasNoSignedWrap() || Cut->getSrcTy() != Wide)
    return nullptr;
  return Cut->getOperand(0);
}

/// Whether \p V holds a cut value, below exact arithmetic alone.
static bool reachesCut(Value *V, Type *Wide, unsigned Depth) {
  if (uncut(V, Wide))
    return true;
  BinaryOperator *Op = exactArithmetic(V);
  return Op && Depth < MaxDepth &&
         (reachesCut(Op->getOperand(0), Wide, Depth + 1) ||
          reachesCut(Op->getOperand(1), Wide, Depth + 1));
}

static bool hasConstant(const BinaryOperator &Op) {
  return isa<ConstantInt>(Op.getOperand(0)) ||
         isa<ConstantInt>(Op.getOperand(1));
}

/// \p V, sign-extended to \p Wide.
static Value *widen(Value *V, Type *Wide, IRBuilder<> &B, unsigned Depth) {
  if (Value *Whole = uncut(V, Wide))
    return Whole;
  BinaryOperator *Op = exactArithmetic(V);
  if (!Op || Depth >= MaxDepth ||
      !(reachesCut(V, Wide, Depth) ||
        (hasConstant(*Op) && Op->getOpcode() != Instruction::Mul)))
    return B.CreateSExt(V, Wide);
  Value *Left = widen(Op->getOperand(0), Wide, B, Depth + 1);
  Value *Right = widen(Op->getOperand(1), Wide, B, Depth + 1);
  Value *Result = B.CreateBinOp(Op->getOpcode(), Left, Right);
  if (auto *Made = dyn_cast<BinaryOperator>(Result))
    Made->setHasNoSignedWrap();
  return Result;
}

/// Takes the constants off \p V: what is left, and their sum in \p Offset.
static Value *withoutConstant(Value *V, APInt &Offset) {
  const APInt *C;
  Value *Rest;
  for (;;) {
    if (match(V, m_Add(m_Value(Rest), m_APInt(C))))
      Offset += *C;
    else if (match(V, m_Sub(m_Value(Rest), m_APInt(C))))
      Offset -= *C;
    else
      return V;
    V = Rest;
  }
}

/// ((x + c) - lower bound) * stride, the place of one dimension in an array:
/// with c last the neighbours in that dimension share the product. InstCombine
/// puts it back where there are none.
static bool shareProducts(Function &F) {
  SmallVector<BinaryOperator *> Products;
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::Mul && I.getType()->isIntegerTy(64))
      Products.push_back(cast<BinaryOperator>(&I));
  bool Changed = false;
  for (BinaryOperator *Product : Products)
    for (unsigned Side : {0u, 1u}) {
      Value *Index = Product->getOperand(Side);
      Value *Stride = Product->getOperand(1 - Side);
      Value *Left, *LowerBound;
      if (isa<Constant>(Stride) ||
          !match(Index, m_Sub(m_Value(Left), m_Value(LowerBound))) ||
          isa<Constant>(LowerBound))
        continue;
      APInt Offset(64, 0);
      Value *Base = withoutConstant(Left, Offset);
      if (Offset.isZero())
        continue;
      IRBuilder<> B(Product);
      Value *Shared = B.CreateMul(B.CreateSub(Base, LowerBound), Stride);
      Value *Step = B.CreateMul(Stride, B.getInt(Offset));
      Product->replaceAllUsesWith(B.CreateAdd(Shared, Step));
      RecursivelyDeleteTriviallyDeadInstructions(Product);
      Changed = true;
      break;
    }
  return Changed;
}

PreservedAnalyses WidenIndicesPass::run(Function &F,
                                        FunctionAnalysisManager & /*FAM*/) {
  SmallVector<SExtInst *> Extensions;
  for (Instruction &I : instructions(F))
    if (auto *Extension = dyn_cast<SExtInst>(&I))
      if (Extension->getType()->isIntegerTy(64) &&
          (uncut(Extension->getOperand(0), Extension->getType()) ||
           exactArithmetic(Extension->getOperand(0))))
        Extensions.push_back(Extension);
  bool Changed = false;
  for (SExtInst *Extension : Extensions) {
    IRBuilder<> B(Extension);
    Value *Wide = widen(Extension->getOperand(0), Extension->getType(), B, 0);
    if (auto *Same = dyn_cast<SExtInst>(Wide);
        Same && Same->getOperand(0) == Extension->getOperand(0)) {
      Same->eraseFromParent();
      continue;
    }
    Extension->replaceAllUsesWith(Wide);
    RecursivelyDeleteTriviallyDeadInstructions(Extension);
    Changed = true;
  }
  Changed |= shareProducts(F);
  return keptWithBlocks(Changed);
}

} // namespace warpfort
