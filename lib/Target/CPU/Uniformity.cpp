//===-- Uniformity.cpp - What the threads of a group agree on -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divergence begins at thread indices, at atomics and volatile accesses, and at
// calls. Private arrays have become parts of the context by now, whose
// addresses are computed from the thread's number.
//
//===----------------------------------------------------------------------===//
#include "Uniformity.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

class GroupTTIImpl final
    : public TargetTransformInfoImplCRTPBase<GroupTTIImpl> {
public:
  explicit GroupTTIImpl(const KernelBody &K)
      : TargetTransformInfoImplCRTPBase(K.Body->getDataLayout()), K(K) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    if (auto *Arg = dyn_cast<Argument>(V)) {
      unsigned First = K.Params.size();
      unsigned Index = Arg->getArgNo();
      bool OfThread = Index >= First + EnvThread && Index <= First + EnvLinear;
      if (K.HasWholeWarps) // a warp lies in one row
        OfThread = Index == First + EnvThread || Index == First + EnvLinear;
      return OfThread ? InstructionUniformity::NeverUniform
                      : InstructionUniformity::Default;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    if (I->hasMetadata(bitcode::UniformMetadata))
      return InstructionUniformity::AlwaysUniform;
    if (I->isAtomic() || I->isVolatile() || isa<AllocaInst>(I))
      return InstructionUniformity::NeverUniform;
    if (auto *Call = dyn_cast<CallBase>(I)) {
      // Pure functions of uniform operands give one result.
      bool Pure = Call->doesNotAccessMemory() && !Call->isConvergent();
      return Pure ? InstructionUniformity::Default
                  : InstructionUniformity::NeverUniform;
    }
    return InstructionUniformity::Default;
  }

private:
  const KernelBody &K;
};

} // namespace

Uniformity computeUniformity(const KernelBody &K) {
  Function &F = *K.Body;
  FunctionAnalysisManager FAM;
  FAM.registerPass([] { return PassInstrumentationAnalysis(); });
  FAM.registerPass([] { return DominatorTreeAnalysis(); });
  FAM.registerPass([] { return CycleAnalysis(); });
  FAM.registerPass([] { return UniformityInfoAnalysis(); });
  FAM.registerPass([&] {
    return TargetIRAnalysis([&](const Function &) {
      return TargetTransformInfo(std::make_unique<const GroupTTIImpl>(K));
    });
  });
  UniformityInfo &UI = FAM.getResult<UniformityInfoAnalysis>(F);

  Uniformity Result;
  for (BasicBlock &BB : F)
    if (UI.hasDivergentTerminator(BB))
      Result.DivergentBranches.insert(&BB);
  for (Instruction &I : instructions(F)) {
    if (UI.isDivergent(&I))
      continue;
    if (none_of(I.uses(), [&](const Use &U) { return UI.isDivergentUse(U); }))
      Result.Uniform.insert(&I);
  }
  return Result;
}

} // namespace warpfort::cpu
