//===-- KeepBoundsOfLocals.cpp - Bounds of LOCAL variables ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where something leaves a loop in a DO CONCURRENT of host code, Flang's
/// variables for what LOCAL and LOCAL_INIT name begin with 1 in place of dummy
/// arrays of assumed shape that begin elsewhere (seen in Flang 22).
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_KEEPBOUNDSOFLOCALSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class KeepBoundsOfLocals
    : public impl::KeepBoundsOfLocalsPassBase<KeepBoundsOfLocals> {
public:
  void runOnOperation() override {
    llvm::DenseMap<StringAttr, fir::ShiftOp> Dummies;
    getOperation().walk([&](hlfir::DeclareOp Declare) {
      if (!Declare.getShape())
        return;
      if (Declare.getDummyScope()) {
        if (auto Shift = Declare.getShape().getDefiningOp<fir::ShiftOp>())
          Dummies[Declare.getUniqNameAttr()] = Shift;
        return;
      }
      auto Made = Declare.getMemref().getDefiningOp<fir::AllocaOp>();
      auto Shape = Declare.getShape().getDefiningOp<fir::ShapeOp>();
      fir::ShiftOp Shift = Dummies.lookup(Declare.getUniqNameAttr());
      if (!Made || !Made.getPinned() || !Shape || !Shift ||
          !isa<fir::BoxType>(Declare.getBase().getType()))
        return;
      llvm::SmallVector<Value> Bounds;
      for (auto [Origin, Extent] :
           llvm::zip_equal(Shift.getOrigins(), Shape.getExtents()))
        Bounds.append({Origin, Extent});
      OpBuilder Builder(Declare);
      Declare.getShapeMutable().assign(fir::ShapeShiftOp::create(
          Builder, Declare.getLoc(),
          fir::ShapeShiftType::get(&getContext(), Shape.getExtents().size()),
          Bounds));
    });
  }
};

} // namespace
} // namespace warpfort
