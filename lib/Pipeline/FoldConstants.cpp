//===-- FoldConstants.cpp - Folding without merging of blocks -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Folds what is constant and drops what nothing reaches. Branches that look
/// alike stay apart: as one block they would have the data and shapes in which
/// they differ as arguments, and transfers, launches and FIR's conversions need
/// to see what these are.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

class FoldConstants : public impl::FoldConstantsPassBase<FoldConstants> {
public:
  void runOnOperation() override {
    GreedyRewriteConfig Config;
    Config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    if (failed(applyPatternsGreedily(getOperation(),
                                     RewritePatternSet(&getContext()), Config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace warpfort
