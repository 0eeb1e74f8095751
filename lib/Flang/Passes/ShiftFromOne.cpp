//===-- ShiftFromOne.cpp - Lower bounds in CSHIFT and EOSHIFT -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's expansion of CSHIFT and EOSHIFT takes sections of their arrays whose
/// subscripts begin with 1 (seen in Flang 22): pointers, allocatables and dummy
/// arguments that begin elsewhere get a descriptor that does.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_SHIFTFROMONEPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class ShiftFromOne : public impl::ShiftFromOnePassBase<ShiftFromOne> {
public:
  void runOnOperation() override {
    getOperation().walk([](Operation *Op) {
      if (!isa<hlfir::CShiftOp, hlfir::EOShiftOp>(Op))
        return;
      OpOperand &Array = Op->getOpOperand(0);
      auto Box = dyn_cast<fir::BoxType>(Array.get().getType());
      if (!Box)
        return;
      OpBuilder Builder(Op);
      Array.set(fir::ReboxOp::create(
          Builder, Op->getLoc(),
          fir::BoxType::get(fir::unwrapPassByRefType(Box.getEleTy())),
          Array.get(), Value(), Value()));
    });
  }
};

} // namespace
} // namespace warpfort
