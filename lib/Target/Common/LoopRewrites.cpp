//===-- LoopRewrites.cpp - Passes that look at each loop ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopRewrites.h. Passes over loops of LLVM's own do not fit: they run on
// inner loops first, and in a form that splits exits.
//
//===----------------------------------------------------------------------===//
#include "LoopRewrites.h"
#include "KeptAnalyses.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace warpfort {

PreservedAnalyses rewriteLoops(Function &F, FunctionAnalysisManager &FAM,
                               function_ref<bool(Loop &)> Rewrite) {
  bool Changed = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Changed |= Rewrite(*L);
  return keptWithBlocks(Changed);
}

PreservedAnalyses transformLoops(Function &F, FunctionAnalysisManager &FAM,
                                 function_ref<bool(Loop &)> Transform) {
  SmallVector<BasicBlock *> Headers;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Headers.push_back(L->getHeader());
  bool Changed = false;
  for (BasicBlock *Header : Headers) {
    if (!Transform(*FAM.getResult<LoopAnalysis>(F).getLoopFor(Header)))
      continue;
    FAM.invalidate(F, PreservedAnalyses::none());
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort
