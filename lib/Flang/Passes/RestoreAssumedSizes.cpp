//===-- RestoreAssumedSizes.cpp - Assumed size in internal procedures -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An internal procedure gets the descriptors of its host's arrays. The last
/// extent of an array of assumed size is -1 there, and Flang declares the array
/// with it as with any other (seen in Flang 22):
///
///     subroutine sub(g)                %dims:3 = fir.box_dims %captured, %c0
///       integer :: g(*)                %shape = fir.shape %dims#1
///     contains                    ->   %g:2 = hlfir.declare %address(%shape)
///       subroutine inner
///
/// OpenACC would take it for an array without elements, which is on no device.
/// The extent is one that the array does not have, as in its own procedure.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_RESTOREASSUMEDSIZESPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// The extent of the last dimension; null if the declaration has none.
Value lastExtent(hlfir::DeclareOp Declare) {
  llvm::SmallVector<Value> Extents = extentsOf(Declare.getShape());
  return Extents.empty() ? Value() : Extents.back();
}

class RestoreAssumedSizes
    : public impl::RestoreAssumedSizesPassBase<RestoreAssumedSizes> {
public:
  void runOnOperation() override {
    llvm::DenseSet<StringAttr> Names;
    llvm::SmallVector<hlfir::DeclareOp> OfHosts;
    getOperation().walk([&](hlfir::DeclareOp Declare) {
      Value Extent = lastExtent(Declare);
      if (!Extent)
        return;
      if (Extent.getDefiningOp<fir::AssumedSizeExtentOp>())
        Names.insert(Declare.getUniqNameAttr());
      else if (Extent.getDefiningOp<fir::BoxDimsOp>() &&
               cast<fir::FortranVariableOpInterface>(*Declare).isHostAssoc())
        OfHosts.push_back(Declare);
    });
    for (hlfir::DeclareOp Declare : OfHosts) {
      if (!Names.contains(Declare.getUniqNameAttr()))
        continue;
      Value Extent = lastExtent(Declare);
      OpBuilder Builder(Extent.getDefiningOp());
      Extent.replaceAllUsesWith(
          fir::AssumedSizeExtentOp::create(Builder, Extent.getLoc()));
    }
  }
};

} // namespace
} // namespace warpfort
