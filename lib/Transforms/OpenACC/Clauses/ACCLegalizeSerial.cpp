//===-- ACCLegalizeSerial.cpp - SERIAL as PARALLEL with one thread --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a PARALLEL construct with one gang, worker and lane of each SERIAL
/// construct, and folds constants, as upstream's acc-legalize-serial does. That
/// pass also merges blocks of a procedure that look alike (seen in MLIR 22):
/// the shapes in which they differ become arguments of the one block, and these
/// FIR cannot convert.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCLEGALIZESERIALPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

struct SerialToParallel : OpRewritePattern<acc::SerialOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(acc::SerialOp Serial,
                                PatternRewriter &Rewriter) const override {
    Location Loc = Serial.getLoc();
    Value One = arith::ConstantIntOp::create(Rewriter, Loc, 1, 32);
    ArrayAttr AllDevices = Rewriter.getArrayAttr(
        acc::DeviceTypeAttr::get(getContext(), acc::DeviceType::None));
    auto Parallel = acc::ParallelOp::create(
        Rewriter, Loc, Serial.getAsyncOperands(),
        Serial.getAsyncOperandsDeviceTypeAttr(), Serial.getAsyncOnlyAttr(),
        Serial.getWaitOperands(), Serial.getWaitOperandsSegmentsAttr(),
        Serial.getWaitOperandsDeviceTypeAttr(), Serial.getHasWaitDevnumAttr(),
        Serial.getWaitOnlyAttr(), /*numGangs=*/One,
        Rewriter.getDenseI32ArrayAttr({1}), AllDevices, /*numWorkers=*/One,
        AllDevices, /*vectorLength=*/One, AllDevices, Serial.getIfCond(),
        Serial.getSelfCond(), Serial.getSelfAttrAttr(),
        Serial.getReductionOperands(), Serial.getPrivateOperands(),
        Serial.getFirstprivateOperands(), Serial.getDataClauseOperands(),
        Serial.getDefaultAttrAttr(), Serial.getCombinedAttr());
    Parallel->setDiscardableAttrs(Serial->getDiscardableAttrDictionary());
    Rewriter.inlineRegionBefore(Serial.getRegion(), Parallel.getRegion(),
                                Parallel.getRegion().end());
    Rewriter.eraseOp(Serial);
    return success();
  }
};

struct ACCLegalizeSerial : impl::ACCLegalizeSerialPassBase<ACCLegalizeSerial> {
  void runOnOperation() override {
    RewritePatternSet Patterns(&getContext());
    Patterns.add<SerialToParallel>(&getContext());
    GreedyRewriteConfig Config;
    Config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(Patterns), Config)))
      signalPassFailure();
  }
};

} // namespace

} // namespace warpfort
