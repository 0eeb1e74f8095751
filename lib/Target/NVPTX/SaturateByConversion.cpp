//===-- SaturateByConversion.cpp - Reals to integers ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// INT(x) becomes llvm.fptosi.sat: the nearest integer there is, and zero for
// what is not a number. Back ends write that as a conversion with comparisons
// and selects around it. The conversions of a GPU saturate by themselves, and
// make zero of a NaN in 32 bits; of other NaNs they make the least integer
// (PTX ISA, cvt), so that these need a select.
//
//===----------------------------------------------------------------------===//
#include "SaturateByConversion.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warpfort {

static Intrinsic::ID conversion(const Type &From, const Type &To) {
  if (!From.isFloatTy() && !From.isDoubleTy())
    return Intrinsic::not_intrinsic;
  if (To.isIntegerTy(32))
    return From.isFloatTy() ? Intrinsic::nvvm_f2i_rz : Intrinsic::nvvm_d2i_rz;
  if (To.isIntegerTy(64))
    return From.isFloatTy() ? Intrinsic::nvvm_f2ll_rz : Intrinsic::nvvm_d2ll_rz;
  return Intrinsic::not_intrinsic;
}

PreservedAnalyses SaturateByConversionPass::run(Function &F,
                                                FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->getIntrinsicID() != Intrinsic::fptosi_sat)
      continue;
    Value *X = Call->getArgOperand(0);
    Intrinsic::ID ID = conversion(*X->getType(), *Call->getType());
    if (ID == Intrinsic::not_intrinsic)
      continue;
    IRBuilder<> B(Call);
    Value *Result = B.CreateIntrinsic(ID, {}, {X});
    bool MakesZero =
        X->getType()->isFloatTy() && Call->getType()->isIntegerTy(32);
    if (!MakesZero &&
        !isKnownNeverNaN(X, SimplifyQuery(F.getDataLayout(), Call)))
      Result = B.CreateSelect(B.CreateFCmpUNO(X, X),
                              Constant::getNullValue(Call->getType()), Result);
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
    Changed = true;
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort
