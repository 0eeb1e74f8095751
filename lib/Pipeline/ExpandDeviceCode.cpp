//===-- ExpandDeviceCode.cpp - Array operations of device code with -O0 ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With -O0 Flang calls its run-time library for every array operation, also
/// where that fails (real(2)) or costs a temporary in the device's heap: device
/// code gets what the other levels do on HLFIR.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/HLFIR/Passes.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_EXPANDDEVICECODEPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

class ExpandDeviceCode
    : public impl::ExpandDeviceCodePassBase<ExpandDeviceCode> {
public:
  void runOnOperation() override {
    bool HasLoops =
        getOperation()
            .walk([](cuf::KernelOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!HasLoops && !isDeviceProcedure(getOperation()) &&
        !getOperation()->hasAttr(acc::getRoutineInfoAttrName()))
      return;
    OpPassManager Passes(func::FuncOp::getOperationName());
    Passes.addPass(hlfir::createExpressionSimplification());
    Passes.addPass(hlfir::createSimplifyHLFIRIntrinsics());
    Passes.addPass(hlfir::createInlineElementals());
    // MATMUL, which is last in Flang's order as well.
    Passes.addPass(
        hlfir::createSimplifyHLFIRIntrinsics({/*allowNewSideEffects=*/true}));
    Passes.addPass(hlfir::createOptimizedBufferization());
    Passes.addPass(hlfir::createInlineHLFIRAssign());
    if (failed(runPipeline(Passes, getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace warpfort
