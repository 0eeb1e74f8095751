//===-- ACCVerifyLowered.cpp - Nothing of OpenACC is left -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What follows OpenACC lowering knows no operation of the dialect: one that is
/// left would be dropped, or crash a pass that is not at fault. It is reported
/// here, where the construct's location is known.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCVERIFYLOWEREDPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

class ACCVerifyLowered
    : public impl::ACCVerifyLoweredPassBase<ACCVerifyLowered> {
public:
  void runOnOperation() override {
    getOperation().walk([&](Operation *Op) {
      if (!isa_and_nonnull<acc::OpenACCDialect>(Op->getDialect()))
        return;
      Op->emitError("internal: OpenACC lowering leaves '")
          << Op->getName() << "'; please report this";
      signalPassFailure();
    });
  }
};

} // namespace
} // namespace warpfort
