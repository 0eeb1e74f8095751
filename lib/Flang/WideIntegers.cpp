//===-- WideIntegers.cpp - Powers and rounding to INTEGER(16) -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's table of mathematical functions has no powers with INTEGER(16)
/// exponents and no NINT with that result. MLIR's operations have the powers,
/// which later passes make functions of; NINT converts what ANINT gives. The
/// linker option --wrap makes Flang call these functions (CMakeLists.txt). The
/// one for intrinsic functions also sees to REDUCE (ReduceOperations.h).
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "ReduceOperations.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/IntrinsicCall.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using fir::FirOpBuilder;

namespace {

constexpr unsigned WideBits = 128;

bool isWide(Type T) { return T.isSignlessInteger(WideBits); }

/// An exponent of complex numbers with 64 bits. Powers as large as those that
/// it stands for are zero, infinite or of magnitude one; what is exact of the
/// latter repeats with period four.
Value narrowExponent(FirOpBuilder &Builder, Location Loc, Value Y) {
  constexpr int64_t Limit = int64_t{1} << 62, Period = 4;
  auto constant = [&](int64_t Number) {
    return Builder.createIntegerConstant(Loc, Y.getType(), Number);
  };
  Value Rest = arith::AndIOp::create(Builder, Loc, Y, constant(Period - 1));
  Value Most = constant(Limit);
  Value Least = arith::SubIOp::create(Builder, Loc, constant(0), Most);
  Value Clamped = arith::MaxSIOp::create(
      Builder, Loc, arith::MinSIOp::create(Builder, Loc, Y, Most), Least);
  Value Large =
      arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::ne, Clamped, Y);
  Value Same = arith::AddIOp::create(Builder, Loc, Clamped, Rest);
  return Builder.createConvert(
      Loc, Builder.getI64Type(),
      arith::SelectOp::create(Builder, Loc, Large, Same, Y));
}

bool isNamed(const fir::IntrinsicHandlerEntry &Entry, llvm::StringRef Name) {
  using Handler = const fir::IntrinsicHandler *;
  const Handler *Own = std::get_if<Handler>(&Entry.entry);
  return Own && Name == (*Own)->name;
}

} // namespace

WARPFORT_WRAP(Value, Pow,
              "_ZN3fir6genPowERNS_12FirOpBuilderEN4mlir8LocationENS2_4TypeENS2_"
              "5ValueES5_",
              (FirOpBuilder & Builder, Location Loc, Type Result, Value X,
               Value Y)) {
  if (isWide(Y.getType()) && isWide(X.getType()))
    return math::IPowIOp::create(Builder, Loc, X, Y);
  if (isWide(Y.getType()) && isa<FloatType>(X.getType()))
    return math::FPowIOp::create(Builder, Loc, X, Y);
  if (isWide(Y.getType()) && isa<ComplexType>(X.getType()))
    return realPow(Builder, Loc, Result, X, narrowExponent(Builder, Loc, Y));
  return realPow(Builder, Loc, Result, X, Y);
}

using CallResult = std::pair<fir::ExtendedValue, bool>;

WARPFORT_WRAP(
    CallResult, IntrinsicCall,
    "_ZN3fir16genIntrinsicCallERNS_12FirOpBuilderEN4mlir8LocationERKN"
    "S_21IntrinsicHandlerEntryESt8optionalINS2_4TypeEEN4llvm8ArrayRefI"
    "NS_13ExtendedValueEEEPN7Fortran5lower17AbstractConverterE",
    (FirOpBuilder & Builder, Location Loc,
     const fir::IntrinsicHandlerEntry &Entry, std::optional<Type> Result,
     llvm::ArrayRef<fir::ExtendedValue> Arguments,
     Fortran::lower::AbstractConverter *Converter)) {
  if (isNamed(Entry, "reduce"))
    return realIntrinsicCall(
        Builder, Loc, Entry, Result,
        warpfort::withKnownOperation(Builder, Loc, Arguments, Converter),
        Converter);
  if (!Result || !isWide(*Result) || !isNamed(Entry, "nint"))
    return realIntrinsicCall(Builder, Loc, Entry, Result, Arguments, Converter);
  auto [Rounded, MustFree] = fir::genIntrinsicCall(
      Builder, Loc, "anint", fir::getBase(Arguments.front()).getType(),
      Arguments.take_front(), Converter);
  return {Builder.createConvert(Loc, *Result, fir::getBase(Rounded)), MustFree};
}
