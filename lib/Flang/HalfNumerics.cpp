//===-- HalfNumerics.cpp - Numeric functions of REAL(2) -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's run-time library has no MOD, MODULO, FRACTION, EXPONENT, SCALE,
/// SET_EXPONENT, SPACING, RRSPACING, ERFC_SCALED and NORM2 of REAL(2), and the
/// host's has no FINDLOC. They are made of REAL(4)'s here: every number of kind
/// 2 is a normal one of kind 4, whose significand is wide enough that rounding
/// twice does no harm. The linker option --wrap makes Flang call these
/// functions (CMakeLists.txt). MOD and MODULO of other kinds get their special
/// cases here.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "warpfort/IR/Procedures.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using fir::FirOpBuilder;

namespace {

/// 2**13: significands of kinds 4 and 2 have 24 and 11 bits.
constexpr float WidthRatio = 8192;

bool isHalf(Value X) { return X.getType().isF16(); }

Value toSingle(FirOpBuilder &Builder, Location Loc, Value X) {
  return Builder.createConvert(Loc, Builder.getF32Type(), X);
}
Value toHalf(FirOpBuilder &Builder, Location Loc, Value X) {
  return Builder.createConvert(Loc, Builder.getF16Type(), X);
}
Value single(FirOpBuilder &Builder, Location Loc, float X) {
  return Builder.createRealConstant(Loc, Builder.getF32Type(),
                                    llvm::APFloat(X));
}

/// What \p Real gives, a function of kind 4 at least, for numbers of kind 2,
/// too.
template <typename... Others>
Value inSingle(Value (*Real)(FirOpBuilder &, Location, Value, Others...),
               FirOpBuilder &Builder, Location Loc, Value X, Others... More) {
  if (!isHalf(X))
    return Real(Builder, Loc, X, More...);
  auto Widened = [&](Value V) {
    return isHalf(V) ? toSingle(Builder, Loc, V) : V;
  };
  return toHalf(Builder, Loc, Real(Builder, Loc, Widened(X), Widened(More)...));
}

/// What MOD and MODULO give where Flang's host library has it wrong: with an
/// infinite divisor it gives NaN, and a zero gets the sign of neither.
Value withSpecialCases(FirOpBuilder &Builder, Location Loc, Value A, Value P,
                       Value Result, Value IfInfinite, Value SignOfZero) {
  auto Type = dyn_cast<FloatType>(A.getType());
  if (!Type)
    return Result;
  Value Infinity = Builder.createRealConstant(
      Loc, Type, llvm::APFloat::getInf(Type.getFloatSemantics()));
  auto Compare = [&](arith::CmpFPredicate How, Value X, Value Y) -> Value {
    return arith::CmpFOp::create(Builder, Loc, How, X, Y);
  };
  Value IsSpecial = arith::AndIOp::create(
      Builder, Loc,
      Compare(arith::CmpFPredicate::OEQ, math::AbsFOp::create(Builder, Loc, P),
              Infinity),
      Compare(arith::CmpFPredicate::OLT, math::AbsFOp::create(Builder, Loc, A),
              Infinity));
  Result = arith::SelectOp::create(Builder, Loc, IsSpecial, IfInfinite, Result);
  Value Zero = Builder.createRealZeroConstant(Loc, Type);
  return arith::SelectOp::create(
      Builder, Loc, Compare(arith::CmpFPredicate::OEQ, Result, Zero),
      math::CopySignOp::create(Builder, Loc, Zero, SignOfZero), Result);
}

} // namespace

WARPFORT_WRAP(Value, Mod,
              "_ZN3fir7runtime6genModERNS_12FirOpBuilderEN4mlir8LocationENS3_"
              "5ValueES5_",
              (FirOpBuilder & Builder, Location Loc, Value A, Value P)) {
  Value Result = inSingle(realMod, Builder, Loc, A, P);
  return withSpecialCases(Builder, Loc, A, P, Result, /*Special=*/A, A);
}

WARPFORT_WRAP(Value, Modulo,
              "_ZN3fir7runtime9genModuloERNS_12FirOpBuilderEN4mlir8LocationENS"
              "3_5ValueES5_",
              (FirOpBuilder & Builder, Location Loc, Value A, Value P)) {
  Value Result = inSingle(realModulo, Builder, Loc, A, P);
  if (!isa<FloatType>(A.getType()))
    return Result;
  Value Zero = Builder.createRealZeroConstant(Loc, A.getType());
  auto Is = [&](arith::CmpFPredicate How, Value V) -> Value {
    return arith::CmpFOp::create(Builder, Loc, How, V, Zero);
  };
  Value Differ =
      arith::XOrIOp::create(Builder, Loc, Is(arith::CmpFPredicate::OLT, A),
                            Is(arith::CmpFPredicate::OLT, P));
  Value TakesP = arith::AndIOp::create(Builder, Loc, Differ,
                                       Is(arith::CmpFPredicate::UNE, A));
  Value Special = arith::SelectOp::create(Builder, Loc, TakesP, P, A);
  return withSpecialCases(Builder, Loc, A, P, Result, Special, P);
}

WARPFORT_WRAP(Value, Fraction,
              "_ZN3fir7runtime11genFractionERNS_12FirOpBuilderEN4mlir8LocationE"
              "NS3_5ValueE",
              (FirOpBuilder & Builder, Location Loc, Value X)) {
  return inSingle(realFraction, Builder, Loc, X);
}

WARPFORT_WRAP(Value, Exponent,
              "_ZN3fir7runtime11genExponentERNS_12FirOpBuilderEN4mlir8LocationE"
              "NS3_4TypeENS3_5ValueE",
              (FirOpBuilder & Builder, Location Loc, Type Result, Value X)) {
  return realExponent(Builder, Loc, Result,
                      isHalf(X) ? toSingle(Builder, Loc, X) : X);
}

WARPFORT_WRAP(Value, Scale,
              "_ZN3fir7runtime8genScaleERNS_12FirOpBuilderEN4mlir8LocationENS3_"
              "5ValueES5_",
              (FirOpBuilder & Builder, Location Loc, Value X, Value I)) {
  return inSingle(realScale, Builder, Loc, X, I);
}

WARPFORT_WRAP(Value, ErfcScaled,
              "_ZN3fir7runtime13genErfcScaledERNS_12FirOpBuilderEN4mlir8Locatio"
              "nENS3_5ValueE",
              (FirOpBuilder & Builder, Location Loc, Value X)) {
  return inSingle(realErfcScaled, Builder, Loc, X);
}

WARPFORT_WRAP(
    Value, SetExponent,
    "_ZN3fir7runtime14genSetExponentERNS_12FirOpBuilderEN4mlir8Locatio"
    "nENS3_5ValueES5_",
    (FirOpBuilder & Builder, Location Loc, Value X, Value I)) {
  return inSingle(realSetExponent, Builder, Loc, X, I);
}

WARPFORT_WRAP(Value, Spacing,
              "_ZN3fir7runtime10genSpacingERNS_12FirOpBuilderEN4mlir8LocationE"
              "NS3_5ValueE",
              (FirOpBuilder & Builder, Location Loc, Value X)) {
  if (!isHalf(X))
    return realSpacing(Builder, Loc, X);
  Value Single = realSpacing(Builder, Loc, toSingle(Builder, Loc, X));
  Value Result = arith::MulFOp::create(Builder, Loc, Single,
                                       single(Builder, Loc, WidthRatio));
  constexpr float Tiny = 0x1p-14F;
  Value Least = single(Builder, Loc, Tiny);
  Value TooSmall = arith::CmpFOp::create(
      Builder, Loc, arith::CmpFPredicate::OLT, Result, Least);
  return toHalf(Builder, Loc,
                arith::SelectOp::create(Builder, Loc, TooSmall, Least, Result));
}

WARPFORT_WRAP(Value, RRSpacing,
              "_ZN3fir7runtime12genRRSpacingERNS_12FirOpBuilderEN4mlir8Location"
              "ENS3_5ValueE",
              (FirOpBuilder & Builder, Location Loc, Value X)) {
  if (!isHalf(X))
    return realRRSpacing(Builder, Loc, X);
  Value Single = realRRSpacing(Builder, Loc, toSingle(Builder, Loc, X));
  return toHalf(Builder, Loc,
                arith::MulFOp::create(Builder, Loc, Single,
                                      single(Builder, Loc, 1 / WidthRatio)));
}

/// The sum of squares in double precision, of lines along \p Dim if it is
/// there.
static Value sumOfSquares(FirOpBuilder &Builder, Location Loc,
                          hlfir::Entity Array, Type Result, Value Dim) {
  Type Double = Builder.getF64Type();
  auto Squares = hlfir::genElementalOp(
      Loc, Builder, Double, hlfir::genShape(Loc, Builder, Array),
      /*typeParams=*/{},
      [&](Location, FirOpBuilder &, ValueRange At) {
        Value X = hlfir::loadTrivialScalar(
            Loc, Builder, hlfir::getElementAt(Loc, Builder, Array, At));
        X = Builder.createConvert(Loc, Double, X);
        return hlfir::Entity{arith::MulFOp::create(Builder, Loc, X, X)};
      },
      /*isUnordered=*/true);
  Value Total =
      hlfir::SumOp::create(Builder, Loc, Result, Squares, Dim,
                           /*mask=*/Value{}, arith::FastMathFlags::none);
  hlfir::DestroyOp::create(Builder, Loc, Squares);
  return Total;
}

static bool isOfHalves(Value Array) {
  return hlfir::getFortranElementType(Array.getType()).isF16();
}

WARPFORT_WRAP(Value, Norm2,
              "_ZN3fir7runtime8genNorm2ERNS_12FirOpBuilderEN4mlir8LocationENS3_"
              "5ValueE",
              (FirOpBuilder & Builder, Location Loc, Value Array)) {
  if (!isOfHalves(Array))
    return realNorm2(Builder, Loc, Array);
  Value Total = sumOfSquares(Builder, Loc, hlfir::Entity{Array},
                             Builder.getF64Type(), /*Dim=*/{});
  return toHalf(Builder, Loc, math::SqrtOp::create(Builder, Loc, Total));
}

WARPFORT_WRAP(void, Norm2Dim,
              "_ZN3fir7runtime11genNorm2DimERNS_12FirOpBuilderEN4mlir8LocationE"
              "NS3_5ValueES5_S5_",
              (FirOpBuilder & Builder, Location Loc, Value Result, Value Array,
               Value Dim)) {
  if (!isOfHalves(Array))
    return realNorm2Dim(Builder, Loc, Result, Array, Dim);
  hlfir::Entity Source{Array};
  llvm::SmallVector<int64_t> Extents(Source.getRank() - 1,
                                     hlfir::ExprType::getUnknownExtent());
  hlfir::Entity Totals{sumOfSquares(
      Builder, Loc, Source,
      hlfir::ExprType::get(Builder.getContext(), Extents, Builder.getF64Type(),
                           /*polymorphic=*/false),
      Dim)};
  auto Norms = hlfir::genElementalOp(
      Loc, Builder, Builder.getF16Type(), hlfir::genShape(Loc, Builder, Totals),
      /*typeParams=*/{},
      [&](Location, FirOpBuilder &, ValueRange At) {
        Value Total = hlfir::getElementAt(Loc, Builder, Totals, At);
        return hlfir::Entity{
            toHalf(Builder, Loc, math::SqrtOp::create(Builder, Loc, Total))};
      },
      /*isUnordered=*/true);
  hlfir::AssignOp::create(Builder, Loc, Norms, Result, /*realloc=*/true);
  hlfir::DestroyOp::create(Builder, Loc, Norms);
  hlfir::DestroyOp::create(Builder, Loc, Totals);
}

/// The array or scalar in \p Box with elements of kind 4, as long as \p Use
/// needs it.
static void inSingleBox(FirOpBuilder &Builder, Location Loc, Value Box,
                        llvm::function_ref<void(Value)> Use) {
  if (!isOfHalves(Box))
    return Use(Box);
  hlfir::Entity Source{Box};
  Value Widened;
  if (Source.isScalar())
    Widened =
        toSingle(Builder, Loc, hlfir::loadTrivialScalar(Loc, Builder, Source));
  else
    Widened = hlfir::genElementalOp(
        Loc, Builder, Builder.getF32Type(),
        hlfir::genShape(Loc, Builder, Source), /*typeParams=*/{},
        [&](Location, FirOpBuilder &, ValueRange At) {
          Value X = hlfir::loadTrivialScalar(
              Loc, Builder, hlfir::getElementAt(Loc, Builder, Source, At));
          return hlfir::Entity{toSingle(Builder, Loc, X)};
        },
        /*isUnordered=*/true);
  hlfir::AssociateOp Held = hlfir::genAssociateExpr(
      Loc, Builder, hlfir::Entity{Widened}, Widened.getType(), ".single");
  auto [Exact, CleanUp] = hlfir::translateToExtendedValue(
      Loc, Builder, hlfir::Entity{Held.getBase()});
  Use(Builder.createBox(Loc, Exact));
  hlfir::EndAssociateOp::create(Builder, Loc, Held);
  if (Source.isArray())
    hlfir::DestroyOp::create(Builder, Loc, Widened);
}

/// Device code has FINDLOC of kind 2. A procedure of both is still one.
static bool isDeviceSearch(FirOpBuilder &Builder) {
  return warpfort::isDeviceOnlyProcedure(Builder.getFunction());
}

WARPFORT_WRAP(void, Findloc,
              "_ZN3fir7runtime10genFindlocERNS_12FirOpBuilderEN4mlir8LocationEN"
              "S3_5ValueES5_S5_S5_S5_S5_",
              (FirOpBuilder & Builder, Location Loc, Value Result, Value Array,
               Value Wanted, Value Mask, Value Kind, Value Back)) {
  if (isDeviceSearch(Builder))
    return realFindloc(Builder, Loc, Result, Array, Wanted, Mask, Kind, Back);
  inSingleBox(Builder, Loc, Array, [&](Value In) {
    inSingleBox(Builder, Loc, Wanted, [&](Value X) {
      realFindloc(Builder, Loc, Result, In, X, Mask, Kind, Back);
    });
  });
}

WARPFORT_WRAP(void, FindlocDim,
              "_ZN3fir7runtime13genFindlocDimERNS_12FirOpBuilderEN4mlir8Locatio"
              "nENS3_5ValueES5_S5_S5_S5_S5_S5_",
              (FirOpBuilder & Builder, Location Loc, Value Result, Value Array,
               Value Wanted, Value Dim, Value Mask, Value Kind, Value Back)) {
  if (isDeviceSearch(Builder))
    return realFindlocDim(Builder, Loc, Result, Array, Wanted, Dim, Mask, Kind,
                          Back);
  inSingleBox(Builder, Loc, Array, [&](Value In) {
    inSingleBox(Builder, Loc, Wanted, [&](Value X) {
      realFindlocDim(Builder, Loc, Result, In, X, Dim, Mask, Kind, Back);
    });
  });
}
