//===-- NameNVPTXPasses.cpp - Names of the NVIDIA target's passes ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Target/NVPTX has a test of each name; `utils/passes --check` looks for
// it.
//
//===----------------------------------------------------------------------===//
#include "CarryLoads.h"
#include "ChooseUnrollCounts.h"
#include "ExpandNegations.h"
#include "ExpandWideConversions.h"
#include "FoldBlockShape.h"
#include "FormSelects.h"
#include "HideGridSteps.h"
#include "HideWraps.h"
#include "JamRows.h"
#include "LowerLocalAtomics.h"
#include "MergeBarriers.h"
#include "NamedPasses.h"
#include "NarrowCounters.h"
#include "NarrowProducts.h"
#include "SaturateByConversion.h"
#include "ShareNeighbourAddresses.h"
#include "StepQuotients.h"
#include "UnrollGridLoops.h"
#include "UnrollLocalArrays.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"

namespace warpfort {

void nameNVPTXPasses(llvm::PassBuilder &PB) {
  nameFunctionPass<CarryLoadsPass>(PB, "warpfort-carry-loads");
  nameFunctionPass<ChooseUnrollCountsPass>(PB, "warpfort-choose-unroll-counts");
  nameFunctionPass<FoldBlockShapePass>(PB, "warpfort-fold-block-shape");
  nameFunctionPass<FormSelectsPass>(PB, "warpfort-form-selects");
  nameFunctionPass<LowerLocalAtomicsPass>(PB, "warpfort-lower-local-atomics");
  nameFunctionPass<ExpandNegationsPass>(PB, "warpfort-expand-negations");
  nameFunctionPass<ExpandWideConversionsPass>(
      PB, "warpfort-expand-wide-conversions");
  nameFunctionPass<HideGridStepsPass>(PB, "warpfort-hide-grid-steps");
  nameFunctionPass<HideWrapsPass>(PB, "warpfort-hide-wraps");
  nameFunctionPass<JamRowsPass>(PB, "warpfort-jam-rows");
  nameFunctionPass<MergeBarriersPass>(PB, "warpfort-merge-barriers");
  nameFunctionPass<NarrowCountersPass>(PB, "warpfort-narrow-counters");
  nameFunctionPass<NarrowProductsPass>(PB, "warpfort-narrow-products");
  nameFunctionPass<SaturateByConversionPass>(PB,
                                             "warpfort-saturate-by-conversion");
  nameFunctionPass<ShareNeighbourAddressesPass>(
      PB, "warpfort-share-neighbour-addresses");
  nameFunctionPass<StepQuotientsPass>(PB, "warpfort-step-quotients");
  nameFunctionPass<UnrollGridLoopsPass>(PB, "warpfort-unroll-grid-loops");
  nameFunctionPass<UnrollLocalArraysPass>(PB, "warpfort-unroll-local-arrays");
}

} // namespace warpfort
