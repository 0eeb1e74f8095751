//===-- Values.cpp - What values of FIR are computed from -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {

Value addressSource(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op)
    return {};
  if (auto Select = dyn_cast<arith::SelectOp>(Op))
    return Select.getTrueValue();
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    return isa<fir::BaseBoxType>(V.getType()) || fir::isa_ref_type(V.getType())
               ? Load.getMemref()
               : Value();
  if (isa<hlfir::DeclareOp, fir::DeclareOp, hlfir::DesignateOp,
          hlfir::ParentComponentOp, fir::ConvertOp, fir::BoxAddrOp,
          fir::ReboxOp, fir::EmboxOp, fir::CoordinateOp, fir::ArrayCoorOp,
          fir::ReboxAssumedRankOp, fir::EmboxCharOp, fir::UnboxCharOp,
          fir::VolatileCastOp>(Op))
    return Op->getOperand(0);
  if (auto CopyIn = dyn_cast<hlfir::CopyInOp>(Op))
    return V == CopyIn.getResult(0) ? CopyIn.getVar() : Value();
  return {};
}

Value withoutConversions(Value V) {
  while (auto Convert = V.getDefiningOp<fir::ConvertOp>())
    V = Convert.getValue();
  return V;
}

Value rootOutside(Value V, Operation *Scope) {
  while (V && Scope->isAncestor(V.getParentRegion()->getParentOp()))
    V = addressSource(V);
  return V;
}

bool isSameValue(Value A, Value B) {
  return isSameValue(A, B, [](Operation *Op) {
    return isa<fir::LoadOp, hlfir::DesignateOp, fir::ConvertOp, fir::BoxAddrOp,
               fir::BoxDimsOp, fir::ShapeOp, fir::ShapeShiftOp, fir::ReboxOp>(
               Op) ||
           isa_and_nonnull<arith::ArithDialect>(Op->getDialect());
  });
}

bool isSameValue(Value A, Value B,
                 llvm::function_ref<bool(Operation *)> MayRepeat) {
  if (A == B)
    return true;
  Operation *OpA = A.getDefiningOp(), *OpB = B.getDefiningOp();
  if (!OpA || !OpB || OpA->getName() != OpB->getName() ||
      OpA->getNumOperands() != OpB->getNumOperands() ||
      OpA->getAttrDictionary() != OpB->getAttrDictionary() ||
      OpA->getNumRegions() || A.getType() != B.getType() || !MayRepeat(OpA))
    return false;
  for (auto [X, Y] : llvm::zip(OpA->getOperands(), OpB->getOperands()))
    if (!isSameValue(X, Y, MayRepeat))
      return false;
  return cast<OpResult>(A).getResultNumber() ==
         cast<OpResult>(B).getResultNumber();
}

} // namespace warpfort
