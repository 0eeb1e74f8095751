//===-- KeepCaptures.cpp - Atomic captures of unchanged values ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps canonicalization from dropping the update of an atomic capture whose
/// value does not change (x = x + 0): the capture would lack an operation.
///
///     acc.yield %v  ->  %k = fir.no_reassoc %v; acc.yield %k
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_KEEPCAPTURESPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

struct KeepCaptures : impl::KeepCapturesPassBase<KeepCaptures> {
  void runOnOperation() override {
    getOperation().walk([](acc::AtomicUpdateOp Update) {
      if (!isa<acc::AtomicCaptureOp>(Update->getParentOp()))
        return;
      Operation *Yield = Update.getRegion().front().getTerminator();
      OpBuilder Builder(Yield);
      Yield->setOperand(0, fir::NoReassocOp::create(Builder, Yield->getLoc(),
                                                    Yield->getOperand(0)));
    });
  }
};

} // namespace
} // namespace warpfort
