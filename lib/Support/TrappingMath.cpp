//===-- TrappingMath.cpp - Code that may trap -----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %c = fdiv double %a, %b
//  -> %c = call double @llvm.experimental.constrained.fdiv.f64(
//           double %a, double %b, metadata !"round.tonearest",
//           metadata !"fpexcept.strict")
//
// Comparisons stay: those of LLVM raise nothing but for signalling NaNs.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/TrappingMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/FPEnv.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {
namespace {

struct Constrained {
  Intrinsic::ID ID = Intrinsic::not_intrinsic;
  bool Rounds = false;
};

Constrained constrainedOf(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    // The constrained one knows this exponent only.
    if (Call->getIntrinsicID() == Intrinsic::powi &&
        !Call->getArgOperand(1)->getType()->isIntegerTy(32))
      return {};
    switch (Call->getIntrinsicID()) {
#define FUNCTION(NAME, NARG, ROUND_MODE, INTRINSIC)                            \
  case Intrinsic::NAME:                                                        \
    return {Intrinsic::INTRINSIC, ROUND_MODE != 0};
#define INSTRUCTION(NAME, NARG, ROUND_MODE, INTRINSIC)
#define CMP_INSTRUCTION(NAME, NARG, ROUND_MODE, INTRINSIC, DAGN)
#include "llvm/IR/ConstrainedOps.def"
    default:
      return {};
    }
  }
  switch (I.getOpcode()) {
#define INSTRUCTION(NAME, NARG, ROUND_MODE, INTRINSIC)                         \
  case Instruction::NAME:                                                      \
    return {Intrinsic::INTRINSIC, ROUND_MODE != 0};
#define CMP_INSTRUCTION(NAME, NARG, ROUND_MODE, INTRINSIC, DAGN)
#define FUNCTION(NAME, NARG, ROUND_MODE, INTRINSIC)
#include "llvm/IR/ConstrainedOps.def"
  default:
    return {};
  }
}

void constrain(Instruction &I, Constrained What) {
  IRBuilder<> Builder(&I);
  LLVMContext &Context = I.getContext();
  auto Word = [&](StringRef Text) {
    return MetadataAsValue::get(Context, MDString::get(Context, Text));
  };
  SmallVector<Value *> Args;
  if (auto *Call = dyn_cast<CallBase>(&I))
    append_range(Args, Call->args());
  else
    append_range(Args, I.operands());
  if (What.Rounds)
    Args.push_back(Word("round.tonearest"));
  Args.push_back(Word("fpexcept.strict"));
  CallInst *New = Builder.CreateIntrinsic(I.getType(), What.ID, Args);
  New->addFnAttr(Attribute::StrictFP);
  if (isa<FPMathOperator>(I) && isa<FPMathOperator>(New))
    New->copyFastMathFlags(&I);
  New->takeName(&I);
  I.replaceAllUsesWith(New);
  I.eraseFromParent();
}

} // namespace

void keepExceptions(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.addFnAttr(Attribute::StrictFP);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (Constrained What = constrainedOf(I);
          What.ID != Intrinsic::not_intrinsic)
        constrain(I, What);
      else if (auto *Call = dyn_cast<CallBase>(&I))
        Call->addFnAttr(Attribute::StrictFP);
    }
  }
}

} // namespace warpfort
