//===-- ReductionFold.cpp - How reductions combine elements ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReductionFold.h"
#include "RuntimeFunctions.h"
#include "Transforms/Common/OptionalArguments.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using ReduceOp = fir::ReduceOperationEnum;

namespace warpfort {

std::optional<Fold> foldOf(Operation *Op) {
  if (isa<hlfir::SumOp, hlfir::DotProductOp>(Op))
    return Fold::Sum;
  if (isa<hlfir::ProductOp>(Op))
    return Fold::Product;
  if (isa<hlfir::MaxvalOp>(Op))
    return Fold::Max;
  if (isa<hlfir::MinvalOp>(Op))
    return Fold::Min;
  if (isa<hlfir::AllOp>(Op))
    return Fold::All;
  if (isa<hlfir::AnyOp>(Op))
    return Fold::Any;
  if (isa<hlfir::CountOp>(Op))
    return Fold::Count;
  const RuntimeFunction *Function = RuntimeFunction::find(Op);
  if (Function && Function->Function == RuntimeFunction::Reduction)
    return Function->Kind;
  return std::nullopt;
}

/// An array variable, what an allocatable or a pointer has, or an expression:
/// not what may be nothing.
static bool isArrayEntity(Value V) {
  return hlfir::isFortranEntity(V) && hlfir::Entity{V}.isArray() &&
         !isa_and_nonnull<fir::IfOp, arith::SelectOp>(V.getDefiningOp());
}

/// Of a call of the run-time library. A mask that is no array, or of which it
/// is not seen whether it is there, is not understood.
static FoldOperands operandsOfCall(Operation *Call,
                                   const RuntimeFunction &Function) {
  FoldOperands In;
  if (Value Mask = Function.argument(Call, Function.Mask);
      Mask && !Mask.getDefiningOp<fir::AbsentOp>()) {
    if (auto Select = choiceOfPresent(Mask)) {
      In.HasMask = Select.getCondition();
      Mask = Select.getTrueValue();
    }
    In.Mask = ArrayOperand(Mask).Array;
    if (!isArrayEntity(In.Mask))
      return {};
    auto Variable = In.Mask.getDefiningOp<fir::FortranVariableOpInterface>();
    if (!In.HasMask && Variable && Variable.isOptional()) {
      OpBuilder Builder(Call);
      In.HasMask = fir::IsPresentOp::create(Builder, Call->getLoc(),
                                            Builder.getI1Type(), In.Mask);
    }
  }
  In.Dim = Function.argument(Call, Function.Dim);
  Value Array = ArrayOperand(Call->getOperand(Function.Array)).Array;
  if (isArrayEntity(Array))
    In.Array = Array;
  return In;
}

FoldOperands foldOperandsOf(Operation *Op) {
  return llvm::TypeSwitch<Operation *, FoldOperands>(Op)
      .Case<hlfir::SumOp, hlfir::ProductOp, hlfir::MaxvalOp, hlfir::MinvalOp,
            hlfir::MaxlocOp, hlfir::MinlocOp>([](auto X) {
        Value Mask = X.getMask(), HasMask;
        if (auto Select = Mask ? choiceOfPresent(Mask) : nullptr) {
          HasMask = Select.getCondition();
          Mask = Select.getTrueValue();
        }
        return FoldOperands{X.getArray(), {}, Mask, X.getDim(), HasMask};
      })
      .Case<hlfir::AllOp, hlfir::AnyOp, hlfir::CountOp>([](auto X) {
        return FoldOperands{X.getMask(), {}, {}, X.getDim(), {}};
      })
      .Case([](hlfir::DotProductOp X) {
        return FoldOperands{X.getLhs(), X.getRhs(), {}, {}, {}};
      })
      .Default([](Operation *Other) {
        const RuntimeFunction *Function = RuntimeFunction::find(Other);
        return Function ? operandsOfCall(Other, *Function) : FoldOperands{};
      });
}

Value FoldOperands::maskElement(fir::FirOpBuilder &Builder, Location Loc,
                                llvm::function_ref<Value()> Read) const {
  auto Element = [&] {
    return Builder.createConvert(Loc, Builder.getI1Type(), Read());
  };
  if (!HasMask)
    return Element();
  return Builder
      .genIfOp(Loc, {Builder.getI1Type()}, HasMask, /*withElseRegion=*/true)
      .genThen([&] { fir::ResultOp::create(Builder, Loc, Element()); })
      .genElse([&] {
        fir::ResultOp::create(Builder, Loc, Builder.createBool(Loc, true));
      })
      .getResults()
      .front();
}

Folder::Folder(fir::FirOpBuilder &Builder, Location Loc, Fold Kind,
               Type Element)
    : Builder(Builder), Loc(Loc), Kind(Kind), Element(Element), Total(Element) {
  // The device library reduces no narrower reals.
  if (auto Float = dyn_cast<FloatType>(Element); Float && Float.getWidth() < 32)
    Total = Builder.getF32Type();
  else if (Element.isInteger(1))
    Total = fir::LogicalType::get(Builder.getContext(), 4);
}

bool Folder::takes(Fold Kind, Type Element) {
  if (Kind == Fold::All || Kind == Fold::Any || Kind == Fold::Count ||
      Kind == Fold::Parity)
    return true;
  if (auto Complex = dyn_cast<ComplexType>(Element)) {
    Type Part = Complex.getElementType();
    return (Part.isF32() || Part.isF64()) &&
           (Kind == Fold::Sum || Kind == Fold::Product);
  }
  if (isa<fir::LogicalType>(Element))
    return Kind == Fold::Sum; // of DOT_PRODUCT
  if (auto Float = dyn_cast<FloatType>(Element))
    return Float.getWidth() <= 64 && !Float.isF80();
  auto Integer = dyn_cast<IntegerType>(Element);
  return Integer && Integer.getWidth() <= 128;
}

ReduceOp Folder::op() const {
  switch (Kind) {
  case Fold::Sum:
  case Fold::Count:
    return isa<fir::LogicalType>(Total) ? ReduceOp::OR : ReduceOp::Add;
  case Fold::Product:
    return ReduceOp::Multiply;
  case Fold::Max:
    return ReduceOp::MAX;
  case Fold::Min:
    return ReduceOp::MIN;
  case Fold::All:
    return ReduceOp::AND;
  case Fold::Any:
    return ReduceOp::OR;
  case Fold::And:
    return ReduceOp::IAND;
  case Fold::Or:
    return ReduceOp::IOR;
  case Fold::Xor:
    return ReduceOp::IEOR;
  case Fold::Parity:
    return ReduceOp::NEQV;
  }
  llvm_unreachable("all kinds handled");
}

std::optional<Fold> Folder::kindOf(ReduceOp Operator) {
  switch (Operator) {
  case ReduceOp::Add:
    return Fold::Sum;
  case ReduceOp::Multiply:
    return Fold::Product;
  case ReduceOp::MAX:
    return Fold::Max;
  case ReduceOp::MIN:
    return Fold::Min;
  case ReduceOp::AND:
    return Fold::All;
  case ReduceOp::OR:
    return Fold::Any;
  case ReduceOp::IAND:
    return Fold::And;
  case ReduceOp::IOR:
    return Fold::Or;
  case ReduceOp::IEOR:
    return Fold::Xor;
  case ReduceOp::NEQV:
    return Fold::Parity;
  default:
    return std::nullopt;
  }
}

Value Folder::neutral() {
  if (isa<fir::LogicalType>(Total))
    return Builder.createConvert(Loc, Total,
                                 Builder.createBool(Loc, Kind == Fold::All));
  if (auto Complex = dyn_cast<ComplexType>(Total)) {
    Type Part = Complex.getElementType();
    return fir::factory::Complex{Builder, Loc}.createComplex(
        Total, Builder.createRealConstant(Loc, Part, Kind == Fold::Product),
        Builder.createRealConstant(Loc, Part, uint64_t{0}));
  }
  if (auto Float = dyn_cast<FloatType>(Total)) {
    const auto &Semantics = Float.getFloatSemantics();
    llvm::APFloat Zero = llvm::APFloat::getZero(Semantics);
    return Builder.createRealConstant(
        Loc, Float,
        Kind == Fold::Product ? llvm::APFloat(Semantics, 1)
        : Kind == Fold::Max   ? llvm::APFloat::getInf(Semantics, true)
        : Kind == Fold::Min   ? llvm::APFloat::getInf(Semantics, false)
                              : Zero);
  }
  unsigned Bits = Total.getIntOrFloatBitWidth();
  llvm::APInt Neutral =
      Kind == Fold::Product ? llvm::APInt(Bits, 1)
      : Kind == Fold::Max   ? llvm::APInt::getSignedMinValue(Bits)
      : Kind == Fold::Min   ? llvm::APInt::getSignedMaxValue(Bits)
      : Kind == Fold::And   ? llvm::APInt::getAllOnes(Bits)
                            : llvm::APInt(Bits, 0);
  return arith::ConstantOp::create(Builder, Loc, Total,
                                   IntegerAttr::get(Total, Neutral));
}

Value Folder::emptyResult() {
  auto Float = dyn_cast<FloatType>(Element);
  if (!Float || (Kind != Fold::Max && Kind != Fold::Min))
    return {};
  llvm::APFloat Largest = llvm::APFloat::getLargest(
      Float.getFloatSemantics(), /*Negative=*/Kind == Fold::Max);
  return Builder.createConvert(Loc, Total,
                               Builder.createRealConstant(Loc, Float, Largest));
}

Value Folder::contribution(Value X) {
  if (Kind != Fold::Count)
    return X;
  Value Bit = Builder.createConvert(Loc, Builder.getI1Type(), X);
  return arith::ExtUIOp::create(Builder, Loc, Total, Bit);
}

Value Folder::product(Value X, Value Y, bool Conjugates) {
  if (isa<fir::LogicalType>(Total)) {
    Type Bit = Builder.getI1Type();
    return Builder.createConvert(
        Loc, Total,
        arith::AndIOp::create(Builder, Loc, Builder.createConvert(Loc, Bit, X),
                              Builder.createConvert(Loc, Bit, Y)));
  }
  if (isa<ComplexType>(Total)) {
    if (Conjugates && isa<ComplexType>(X.getType())) {
      fir::factory::Complex Parts(Builder, Loc);
      Value Im = Parts.extractComplexPart(X, /*isImagPart=*/true);
      X = Parts.insertComplexPart(X, arith::NegFOp::create(Builder, Loc, Im),
                                  /*isImagPart=*/true);
    }
    X = Builder.convertWithSemantics(Loc, Total, X);
    Y = Builder.convertWithSemantics(Loc, Total, Y);
    return fir::MulcOp::create(Builder, Loc, X, Y);
  }
  X = Builder.convertWithSemantics(Loc, Total, X);
  Y = Builder.convertWithSemantics(Loc, Total, Y);
  if (isa<FloatType>(Total))
    return arith::MulFOp::create(Builder, Loc, X, Y);
  return arith::MulIOp::create(Builder, Loc, X, Y);
}

/// Both are integers, or truth values.
Value Folder::combineBits(Value A, Value B) {
  if (Kind == Fold::All || Kind == Fold::And)
    return arith::AndIOp::create(Builder, Loc, A, B);
  if (Kind == Fold::Parity || Kind == Fold::Xor)
    return arith::XOrIOp::create(Builder, Loc, A, B);
  return arith::OrIOp::create(Builder, Loc, A, B);
}

Value Folder::combine(Value Old, Value New) {
  if (isa<fir::LogicalType>(Total)) {
    Type Bit = Builder.getI1Type();
    Value A = Builder.createConvert(Loc, Bit, Old);
    Value B = Builder.createConvert(Loc, Bit, New);
    return Builder.createConvert(Loc, Total, combineBits(A, B));
  }
  New = Builder.createConvert(Loc, Total, New);
  if (Kind == Fold::And || Kind == Fold::Or || Kind == Fold::Xor)
    return combineBits(Old, New);
  bool Multiplies = Kind == Fold::Product;
  if (Kind == Fold::Max || Kind == Fold::Min) {
    bool Max = Kind == Fold::Max;
    Value Better = isa<FloatType>(Total)
                       ? arith::CmpFOp::create(Builder, Loc,
                                               Max ? arith::CmpFPredicate::OGT
                                                   : arith::CmpFPredicate::OLT,
                                               New, Old)
                             .getResult()
                       : arith::CmpIOp::create(Builder, Loc,
                                               Max ? arith::CmpIPredicate::sgt
                                                   : arith::CmpIPredicate::slt,
                                               New, Old)
                             .getResult();
    return arith::SelectOp::create(Builder, Loc, Better, New, Old);
  }
  if (isa<ComplexType>(Total))
    return Multiplies ? fir::MulcOp::create(Builder, Loc, Old, New).getResult()
                      : fir::AddcOp::create(Builder, Loc, Old, New).getResult();
  if (isa<FloatType>(Total))
    return Multiplies
               ? arith::MulFOp::create(Builder, Loc, Old, New).getResult()
               : arith::AddFOp::create(Builder, Loc, Old, New).getResult();
  return Multiplies ? arith::MulIOp::create(Builder, Loc, Old, New).getResult()
                    : arith::AddIOp::create(Builder, Loc, Old, New).getResult();
}

//===-- NORM2 -------------------------------------------------------------===//

static Value compare(fir::FirOpBuilder &Builder, Location Loc,
                     arith::CmpFPredicate Predicate, Value V, double To) {
  return arith::CmpFOp::create(
      Builder, Loc, Predicate, V,
      Builder.createRealConstant(Loc, V.getType(), llvm::APFloat(To)));
}

static constexpr double Infinity = std::numeric_limits<double>::infinity();

Value ScaledNorm::isSafe(fir::FirOpBuilder &Builder, Location Loc, Value Sum) {
  constexpr double Least = 0x1p-960;
  return arith::AndIOp::create(
      Builder, Loc,
      compare(Builder, Loc, arith::CmpFPredicate::UGT, Sum, Least),
      compare(Builder, Loc, arith::CmpFPredicate::UNE, Sum, Infinity));
}

ScaledNorm::ScaledNorm(fir::FirOpBuilder &Builder, Location Loc, Value Most)
    : Builder(Builder), Loc(Loc), Most(Most),
      IsEnd(arith::OrIOp::create(
          Builder, Loc,
          compare(Builder, Loc, arith::CmpFPredicate::OEQ, Most, 0),
          compare(Builder, Loc, arith::CmpFPredicate::OEQ, Most, Infinity))) {}

Value ScaledNorm::scale() {
  Value One = Builder.createRealConstant(Loc, Most.getType(), 1);
  return arith::SelectOp::create(Builder, Loc, IsEnd, One, Most);
}

Value ScaledNorm::root(Value Sum) {
  Value Scaled = math::SqrtOp::create(Builder, Loc, Sum);
  Value Whole = arith::MulFOp::create(Builder, Loc, Most, Scaled);
  return arith::SelectOp::create(Builder, Loc, IsEnd, Most, Whole);
}

} // namespace warpfort
