//===-- WidenHalfReductions.cpp - Transformational functions of REAL(2) ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's run-time library on the host has no SUM, PRODUCT, MINVAL, MAXVAL,
/// MINLOC, MAXLOC, DOT_PRODUCT and MATMUL of kind 2: a DIM= that is no constant
/// ends the program, and with -O0 nothing is compiled. Here all that can be is
/// expanded in line, and the rest is done in kind 4. The device library has
/// them.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/HLFIR/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_WIDENHALFREDUCTIONSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

Type halfOf(Type T) { return hlfir::getFortranElementType(T); }

bool isHalf(Type T) {
  Type Element = halfOf(T);
  if (auto Complex = dyn_cast<ComplexType>(Element))
    Element = Complex.getElementType();
  return Element.isF16();
}

Type singleOf(Type Element) {
  Type Single = Float32Type::get(Element.getContext());
  return isa<ComplexType>(Element) ? Type(ComplexType::get(Single)) : Single;
}

bool isHalfFunction(Operation *Op) {
  return isa<hlfir::SumOp, hlfir::ProductOp, hlfir::MinvalOp, hlfir::MaxvalOp,
             hlfir::MinlocOp, hlfir::MaxlocOp, hlfir::DotProductOp,
             hlfir::MatmulOp, hlfir::MatmulTransposeOp>(Op) &&
         isHalf(Op->getOperand(0).getType());
}

/// \p IsExtreme: MINVAL or MAXVAL of nothing is a kind's largest number.
Value convert(fir::FirOpBuilder &Builder, Location Loc, Value X, Type Element,
              bool IsExtreme) {
  Value Result = Builder.createConvert(Loc, Element, X);
  if (!IsExtreme)
    return Result;
  for (bool Negative : {false, true}) {
    auto Largest = [&](Type T) {
      return Builder.createRealConstant(
          Loc, T,
          llvm::APFloat::getLargest(cast<FloatType>(T).getFloatSemantics(),
                                    Negative));
    };
    Value IsEmpty = arith::CmpFOp::create(
        Builder, Loc, arith::CmpFPredicate::OEQ, X, Largest(X.getType()));
    Result = arith::SelectOp::create(Builder, Loc, IsEmpty, Largest(Element),
                                     Result);
  }
  return Result;
}

/// \p Array with elements of another kind.
Value convertElements(fir::FirOpBuilder &Builder, Location Loc, Value Array,
                      Type Element, bool IsExtreme = false) {
  hlfir::Entity Source{Array};
  return hlfir::genElementalOp(
      Loc, Builder, Element, hlfir::genShape(Loc, Builder, Source),
      /*typeParams=*/{},
      [&](Location, fir::FirOpBuilder &, ValueRange At) {
        Value X = hlfir::loadTrivialScalar(
            Loc, Builder, hlfir::getElementAt(Loc, Builder, Source, At));
        return hlfir::Entity{convert(Builder, Loc, X, Element, IsExtreme)};
      },
      /*isUnordered=*/true);
}

void widen(fir::FirOpBuilder &Builder, Operation *Op) {
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  llvm::SmallVector<Value> Temporaries;
  Operation *Wide = Op->clone();
  for (OpOperand &Operand : Wide->getOpOperands()) {
    if (!isHalf(Operand.get().getType()))
      continue;
    Operand.set(convertElements(Builder, Loc, Operand.get(),
                                singleOf(halfOf(Operand.get().getType()))));
    Temporaries.push_back(Operand.get());
  }
  Builder.insert(Wide);
  Value Result = Wide->getResult(0), Narrow = Result;
  Type Wanted = Op->getResult(0).getType();
  bool IsExtreme = isa<hlfir::MinvalOp, hlfir::MaxvalOp>(Op);
  if (isHalf(Wanted)) {
    Type Element = halfOf(Wanted);
    if (auto Array = dyn_cast<hlfir::ExprType>(Wanted)) {
      Result.setType(hlfir::ExprType::get(Builder.getContext(),
                                          Array.getShape(), singleOf(Element),
                                          /*polymorphic=*/false));
      Narrow = convertElements(Builder, Loc, Result, Element, IsExtreme);
      Operation *End = nullptr;
      for (Operation *User : Op->getUsers())
        if (isa<hlfir::DestroyOp>(User))
          End = User;
      if (End) {
        auto Guard = OpBuilder::InsertionGuard(Builder);
        Builder.setInsertionPointAfter(End);
        hlfir::DestroyOp::create(Builder, Loc, Result);
      }
    } else {
      Result.setType(singleOf(Element));
      Narrow = convert(Builder, Loc, Result, Element, IsExtreme);
    }
  }
  for (Value Temporary : Temporaries)
    hlfir::DestroyOp::create(Builder, Loc, Temporary);
  Op->getResult(0).replaceAllUsesWith(Narrow);
  Op->erase();
}

class WidenHalfReductions
    : public impl::WidenHalfReductionsPassBase<WidenHalfReductions> {
public:
  void runOnOperation() override {
    func::FuncOp Function = getOperation();
    auto Found = [&] {
      llvm::SmallVector<Operation *> Ops;
      Function.walk([&](Operation *Op) {
        if (isHalfFunction(Op) && !Op->getParentOfType<cuf::KernelOp>())
          Ops.push_back(Op);
      });
      return Ops;
    };
    // A procedure of both is one here; the host calls its library.
    if (isDeviceOnlyProcedure(Function) || Found().empty())
      return;
    OpPassManager Passes(func::FuncOp::getOperationName());
    Passes.addPass(hlfir::createSimplifyHLFIRIntrinsics());
    if (failed(runPipeline(Passes, Function)))
      return signalPassFailure();
    fir::FirOpBuilder Builder(
        Function, fir::getKindMapping(Function->getParentOfType<ModuleOp>()));
    for (Operation *Op : Found())
      widen(Builder, Op);
  }
};

} // namespace

} // namespace warpfort
