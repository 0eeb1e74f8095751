//===-- NameCPUPasses.cpp - Names of the CPU target's passes --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Target/CPU has a test of each name; `utils/passes --check` looks for it.
//
//===----------------------------------------------------------------------===//
#include "CheckLoops.h"
#include "ChooseLoopOrders.h"
#include "CompareLoopIndices.h"
#include "EvenRounds.h"
#include "ForwardWarpValues.h"
#include "KeepStoreOrder.h"
#include "LimitVectorization.h"
#include "LoadStrides.h"
#include "NamedPasses.h"
#include "PreferSLP.h"
#include "RewriteExtrema.h"
#include "SeparateInnerSums.h"
#include "SplitGuardedLoops.h"
#include "SplitQuotientLoops.h"
#include "SplitStrideLoops.h"
#include "StepOverGuards.h"
#include "UnmaskStores.h"
#include "VectorizeOuterLoops.h"
#include "WidenIndices.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"

namespace warpfort {

void nameCPUPasses(llvm::PassBuilder &PB) {
  nameFunctionPass<WidenIndicesPass>(PB, "warpfort-widen-indices");
  nameFunctionPass<CompareLoopIndicesPass>(PB, "warpfort-compare-loop-indices");
  nameFunctionPass<cpu::EvenRoundsPass>(PB, "warpfort-even-rounds");
  nameFunctionPass<cpu::SplitStrideLoopsPass>(PB,
                                              "warpfort-split-stride-loops");
  nameFunctionPass<cpu::SplitGuardedLoopsPass>(PB,
                                               "warpfort-split-guarded-loops");
  nameFunctionPass<cpu::StepOverGuardsPass>(PB, "warpfort-step-over-guards");
  nameFunctionPass<cpu::SplitQuotientLoopsPass>(
      PB, "warpfort-split-quotient-loops");
  nameFunctionPass<cpu::CheckLoopsPass>(PB, "warpfort-check-loops");
  nameFunctionPass<cpu::RewriteExtremaPass>(PB, "warpfort-rewrite-extrema");
  nameFunctionPass<cpu::VectorizeOuterLoopsPass>(
      PB, "warpfort-vectorize-outer-loops");
  nameFunctionPass<cpu::SeparateInnerSumsPass>(PB,
                                               "warpfort-separate-inner-sums");
  nameFunctionPass<cpu::KeepStoreOrderPass>(PB, "warpfort-keep-store-order");
  nameFunctionPass<cpu::LimitVectorizationPass>(PB,
                                                "warpfort-limit-vectorization");
  nameFunctionPass<cpu::PreferSLPPass>(PB, "warpfort-prefer-slp");
  nameModulePass<cpu::ChooseLoopOrdersPass>(PB, "warpfort-choose-loop-orders");
  nameFunctionPass<cpu::ForwardWarpValuesPass>(PB,
                                               "warpfort-forward-warp-values");
  nameFunctionPass<cpu::LoadStridesPass>(PB, "warpfort-load-strides");
  nameFunctionPass<cpu::UnmaskStoresPass>(PB, "warpfort-unmask-stores");
}

} // namespace warpfort
