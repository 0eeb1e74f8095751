//===-- OptionalArguments.cpp - Dummy arguments that may be absent --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OptionalArguments.h.
///
//===----------------------------------------------------------------------===//
#include "OptionalArguments.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace warpfort {

static bool declaresOptional(Operation *Op) {
  auto Variable = dyn_cast<fir::FortranVariableOpInterface>(Op);
  return Variable && Variable.isOptional();
}

arith::SelectOp choiceOfPresent(Value V) {
  auto Select = V.getDefiningOp<arith::SelectOp>();
  return Select && Select.getFalseValue().getDefiningOp<fir::AbsentOp>()
             ? Select
             : nullptr;
}

bool isOptional(Value Variable) {
  while (Operation *Op = Variable.getDefiningOp()) {
    if (declaresOptional(Op))
      return true;
    if (!isa<fir::DeclareOp, fir::ConvertOp>(Op))
      return false;
    Variable = Op->getOperand(0);
  }
  return false;
}

/// What lowering makes of an optional descriptor: another one, or none.
static bool mayGiveNothing(fir::IfOp If) {
  return llvm::any_of(If->getRegions(), [](Region &Branch) {
    return !Branch.empty() &&
           llvm::any_of(
               Branch.back().getTerminator()->getOperands(),
               [](Value V) { return V.getDefiningOp<fir::AbsentOp>(); });
  });
}

bool mayBeAbsent(Value Var) {
  while (Operation *Op = Var.getDefiningOp()) {
    if (auto If = dyn_cast<fir::IfOp>(Op))
      return mayGiveNothing(If);
    if (isa<fir::AbsentOp>(Op) || declaresOptional(Op))
      return true;
    if (isa<ACC_DATA_ENTRY_OPS>(Op))
      Var = acc::getVar(Op);
    else if (isa<fir::DeclareOp, fir::ReboxOp, fir::ConvertOp>(Op))
      Var = Op->getOperand(0);
    else
      return false;
  }
  return false;
}

Value givenIfPresent(Value V) {
  auto If = V.getDefiningOp<fir::IfOp>();
  return If && mayBeAbsent(V)
             ? If.getThenRegion().front().getTerminator()->getOperand(
                   cast<OpResult>(V).getResultNumber())
             : Value();
}

Value createBoxOrEmpty(fir::FirOpBuilder &Builder, Location Loc, Value Var) {
  auto Type = cast<fir::BaseBoxType>(fir::unwrapRefType(Var.getType()));
  Value Present =
      fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Var);
  return Builder.genIfOp(Loc, {Type}, Present, /*withElseRegion=*/true)
      .genThen([&] {
        Value Box = Var;
        if (Var.getType() != Type)
          Box = fir::LoadOp::create(Builder, Loc, Var);
        fir::ResultOp::create(Builder, Loc, Box);
      })
      .genElse([&] {
        if (Var.getType() != Type) {
          fir::ResultOp::create(
              Builder, Loc,
              fir::factory::createUnallocatedBox(Builder, Loc, Type, {}));
          return;
        }
        mlir::Type Element = Type.getEleTy();
        Value Null =
            Builder.createNullConstant(Loc, Builder.getRefType(Element));
        Value Zero =
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), 0);
        Value Shape;
        if (auto Array = dyn_cast<fir::SequenceType>(Element))
          Shape = fir::ShapeOp::create(
              Builder, Loc,
              llvm::SmallVector<Value>(Array.getDimension(), Zero));
        llvm::SmallVector<Value> Lengths;
        if (auto Char =
                dyn_cast<fir::CharacterType>(fir::unwrapSequenceType(Element));
            Char && !Char.hasConstantLen())
          Lengths.push_back(Zero);
        Value Empty = fir::EmboxOp::create(Builder, Loc, Type, Null, Shape,
                                           Value(), Lengths);
        fir::ResultOp::create(Builder, Loc, Empty);
      })
      .getResults()[0];
}

Value orNothing(fir::FirOpBuilder &Builder, Location Loc, Value V,
                Value &IsPresent) {
  IsPresent = fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), V);
  Type T = fir::unwrapRefType(V.getType());
  Value Nothing = Builder.createTemporary(Loc, T);
  fir::StoreOp::create(Builder, Loc, fir::ZeroOp::create(Builder, Loc, T),
                       Nothing);
  auto If = fir::IfOp::create(Builder, Loc, V.getType(), IsPresent,
                              /*withElse=*/true);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  fir::ResultOp::create(Builder, Loc, V);
  Builder.setInsertionPointToStart(&If.getElseRegion().front());
  fir::ResultOp::create(Builder, Loc,
                        Builder.createConvert(Loc, V.getType(), Nothing));
  return If.getResult(0);
}

void answerPresence(Value Own, Value IsPresent, Region &Body) {
  for (OpOperand &Use : llvm::make_early_inc_range(Own.getUses())) {
    Operation *User = Use.getOwner();
    if (!Body.isAncestor(User->getParentRegion()))
      continue;
    if (isa<fir::IsPresentOp>(User)) {
      User->getResult(0).replaceAllUsesWith(IsPresent);
      User->erase();
    }
  }
}

void passPresence(Value Own, Value IsPresent, Region &Body) {
  for (OpOperand &Use : llvm::make_early_inc_range(Own.getUses())) {
    Operation *User = Use.getOwner();
    if (Body.isAncestor(User->getParentRegion()) && isa<fir::CallOp>(User)) {
      OpBuilder Builder(User);
      Location Loc = User->getLoc();
      auto If = fir::IfOp::create(Builder, Loc, Own.getType(), IsPresent,
                                  /*withElse=*/true);
      Builder.setInsertionPointToStart(&If.getThenRegion().front());
      fir::ResultOp::create(Builder, Loc, Own);
      Builder.setInsertionPointToStart(&If.getElseRegion().front());
      fir::ResultOp::create(
          Builder, Loc,
          fir::AbsentOp::create(Builder, Loc, Own.getType()).getResult());
      Use.set(If.getResult(0));
    }
  }
}

Value presentOrZeros(fir::FirOpBuilder &Builder, Location Loc, Value Arg) {
  bool IsReference = fir::isa_ref_type(Arg.getType());
  Type T = fir::unwrapRefType(Arg.getType());
  Value Slot = Builder.createTemporary(Loc, T);
  Value IsPresent =
      fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Arg);
  Builder.genIfThenElse(Loc, IsPresent)
      .genThen([&] {
        Value Descriptor =
            IsReference ? fir::LoadOp::create(Builder, Loc, Arg).getResult()
                        : Arg;
        fir::StoreOp::create(Builder, Loc, Descriptor, Slot);
      })
      .genElse([&] {
        Type I32 = Builder.getI32Type();
        Value Words = Builder.createConvert(
            Loc, Builder.getRefType(Builder.getVarLenSeqTy(I32)), Slot);
        Value Version = fir::CoordinateOp::create(
            Builder, Loc, Builder.getRefType(I32), Words,
            Builder.createIntegerConstant(Loc, Builder.getIndexType(),
                                          DescriptorVersionWord));
        fir::StoreOp::create(
            Builder, Loc, Builder.createIntegerConstant(Loc, I32, 0), Version);
        // The launch looks at the address.
        Type I64 = Builder.getI64Type();
        fir::StoreOp::create(
            Builder, Loc, Builder.createIntegerConstant(Loc, I64, 0),
            Builder.createConvert(Loc, Builder.getRefType(I64), Slot));
      })
      .end();
  return Slot;
}

} // namespace warpfort
