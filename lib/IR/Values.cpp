//===-- Values.cpp - What values of FIR are computed from -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {

unsigned stepBack(Value V, Value &From) {
  Operation *Op = V.getDefiningOp();
  if (!Op)
    return 0;
  if (isa<ACC_DATA_ENTRY_OPS>(Op)) {
    From = acc::getVar(Op);
    return From ? ClauseStep : 0;
  }
  if (auto Select = dyn_cast<arith::SelectOp>(Op)) {
    From = Select.getTrueValue();
    return ChoiceStep;
  }
  if (auto CopyIn = dyn_cast<hlfir::CopyInOp>(Op)) {
    From = CopyIn.getVar();
    return V == CopyIn.getResult(0) ? CopyStep : 0;
  }
  unsigned Step =
      llvm::TypeSwitch<Operation *, unsigned>(Op)
          .Case<hlfir::DeclareOp, fir::DeclareOp>([](auto) { return NameStep; })
          .Case<fir::ConvertOp, fir::VolatileCastOp>(
              [](auto) { return ConversionStep; })
          .Case<fir::BoxAddrOp, fir::ReboxOp, fir::EmboxOp,
                fir::ReboxAssumedRankOp, fir::EmboxCharOp, fir::UnboxCharOp>(
              [&](auto) { return V == Op->getResult(0) ? BoxStep : 0u; })
          .Case<fir::CoordinateOp, hlfir::ParentComponentOp, fir::BoxOffsetOp>(
              [](auto) { return ComponentStep; })
          .Case([](hlfir::DesignateOp Part) {
            return Part.getComponent() ? ComponentStep : ElementStep;
          })
          .Case([](fir::ArrayCoorOp) { return ElementStep; })
          .Case([&](fir::LoadOp) {
            return isa<fir::BaseBoxType>(V.getType()) ? DescriptorStep
                   : fir::isa_ref_type(V.getType())   ? PointerStep
                                                      : 0;
          })
          .Default(0u);
  if (Step)
    From = Op->getOperand(0);
  return Step;
}

Value goBack(Value V, unsigned Steps) {
  Value From;
  while (stepBack(V, From) & Steps)
    V = From;
  return V;
}

Value addressSource(Value V) {
  Value From;
  return stepBack(V, From) & ~ClauseStep ? From : Value();
}

llvm::SmallVector<Value> extentsOf(Value Shape) {
  if (!Shape)
    return {};
  if (auto Plain = Shape.getDefiningOp<fir::ShapeOp>())
    return llvm::to_vector_of<Value>(Plain.getExtents());
  if (auto Shifted = Shape.getDefiningOp<fir::ShapeShiftOp>())
    return llvm::to_vector_of<Value>(Shifted.getExtents());
  return {};
}

llvm::SmallVector<Value> originsOf(Value Shape) {
  if (!Shape)
    return {};
  if (auto Shifted = Shape.getDefiningOp<fir::ShapeShiftOp>())
    return llvm::to_vector_of<Value>(Shifted.getOrigins());
  if (auto Shift = Shape.getDefiningOp<fir::ShiftOp>())
    return llvm::to_vector_of<Value>(Shift.getOrigins());
  return {};
}

Value withoutConversions(Value V) {
  while (auto Convert = V.getDefiningOp<fir::ConvertOp>())
    V = Convert.getValue();
  return V;
}

bool calls(Operation *Op, llvm::StringRef Name) {
  auto Call = dyn_cast_or_null<fir::CallOp>(Op);
  return Call && Call.getCallee() &&
         Call.getCallee()->getRootReference() == Name;
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

bool mayTrap(Operation *Op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
           arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
           arith::RemUIOp>(Op))
    return false;
  std::optional<int64_t> Divisor = fir::getIntIfConstant(Op->getOperand(1));
  return !Divisor || *Divisor == 0 || *Divisor == -1;
}

} // namespace warpfort
