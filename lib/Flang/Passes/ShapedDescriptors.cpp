//===-- ShapedDescriptors.cpp - Shapes of descriptors of components -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang makes the descriptor of a component with lower bounds and constant
/// extents without a shape, and canonicalization reads elements at such a
/// descriptor's address without one (seen in Flang 22): their addresses are
/// wrong from the second dimension on. The descriptors get a shape here.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_SHAPEDDESCRIPTORSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

void addShape(fir::EmboxOp Embox) {
  auto Array = dyn_cast<fir::SequenceType>(
      fir::unwrapRefType(Embox.getMemref().getType()));
  if (Embox.getShape() || Embox.getSlice() || !Array ||
      fir::sequenceWithNonConstantShape(Array))
    return;
  OpBuilder Builder(Embox);
  llvm::SmallVector<Value> Extents;
  for (int64_t Extent : Array.getShape())
    Extents.push_back(
        arith::ConstantIndexOp::create(Builder, Embox.getLoc(), Extent));
  Embox.getShapeMutable().assign(
      fir::ShapeOp::create(Builder, Embox.getLoc(), Extents));
}

class ShapedDescriptors
    : public impl::ShapedDescriptorsPassBase<ShapedDescriptors> {
public:
  void runOnOperation() override { getOperation().walk(addShape); }
};

} // namespace
} // namespace warpfort
