//===-- CUFVerify.cpp - Nothing of CUDA Fortran is left -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Behind the split no kernel loop or launch is left, and in front of the LLVM
/// dialect no CUDA Fortran operation at all: one that is would crash a pass
/// that is not at fault. It is reported here, where its location is known.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFDialect.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFVERIFYLAUNCHESPASS
#define GEN_PASS_DEF_CUFVERIFYLOWEREDPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

void report(Operation *Op, llvm::StringRef Stage) {
  Op->emitError("internal: ")
      << Stage << " leaves '" << Op->getName() << "'; please report this";
}

class CUFVerifyLaunches
    : public impl::CUFVerifyLaunchesPassBase<CUFVerifyLaunches> {
public:
  void runOnOperation() override {
    getOperation().walk([&](Operation *Op) {
      if (!isa<cuf::KernelOp, cuf::KernelLaunchOp>(Op))
        return;
      report(Op, "CUDA lowering");
      signalPassFailure();
    });
  }
};

class CUFVerifyLowered
    : public impl::CUFVerifyLoweredPassBase<CUFVerifyLowered> {
public:
  void runOnOperation() override {
    getOperation().walk([&](Operation *Op) {
      if (!isa_and_nonnull<cuf::CUFDialect>(Op->getDialect()))
        return;
      report(Op, "CUDA lowering");
      signalPassFailure();
    });
  }
};

} // namespace
} // namespace warpfort
