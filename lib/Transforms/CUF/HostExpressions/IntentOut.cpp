//===-- IntentOut.cpp - Deallocations at the beginning of procedures ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang frees an allocatable dummy with INTENT(OUT) as memory of the host,
// whatever it is:
//
//   if (allocated(a)) then               if (allocated(a)) then
//     fir.freemem, store null      ->      cuf.deallocate a
//   end if                               end if
//
//===----------------------------------------------------------------------===//
#include "IntentOut.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {

/// The descriptor whose memory is freed here.
static Value freedDescriptor(fir::FreeMemOp Free) {
  auto Address = Free.getHeapref().getDefiningOp<fir::BoxAddrOp>();
  auto Load = Address ? Address.getVal().getDefiningOp<fir::LoadOp>() : nullptr;
  return Load ? Load.getMemref() : Value();
}

void deallocateIntentOut(const DeviceData &Data, fir::FirOpBuilder &Builder,
                         func::FuncOp Function) {
  llvm::SmallVector<fir::FreeMemOp> Ends;
  Function.walk([&](fir::FreeMemOp Free) {
    if (isHostCode(Free))
      Ends.push_back(Free);
  });
  for (fir::FreeMemOp Free : Ends) {
    Value Box = freedDescriptor(Free);
    auto Attr = Box ? Data.attributeOf(Box) : std::nullopt;
    if (!Attr)
      continue;
    Builder.setInsertionPoint(Free);
    cuf::DeallocateOp::create(
        Builder, Free.getLoc(), Builder.getI32Type(), Box, /*errmsg=*/Value(),
        cuf::DataAttributeAttr::get(Builder.getContext(), *Attr),
        /*hasStat=*/UnitAttr());
    // The descriptor of nothing that follows would forget which memory it is.
    for (Operation &Next : llvm::make_early_inc_range(llvm::make_range(
             std::next(Free->getIterator()), Free->getBlock()->end())))
      if (auto Store = dyn_cast<fir::StoreOp>(Next);
          Store && Store.getMemref() == Box)
        Store.erase();
    Free.erase();
  }
}

} // namespace warpfort
