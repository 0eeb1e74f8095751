//===-- ExpandWideConversions.cpp - 128-bit integers and reals ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM calls a library for conversions between 128-bit integers and reals,
// which NVPTX does not have (seen in LLVM 22); its own expansion of them knows
// no saturating ones, which are Fortran's, and rounds real(2) twice.
//
// To a real: the number is shifted so that its first bit is the highest of 128;
// the upper half, with a last bit that says whether the lower half is zero, is
// rounded as the whole would be, and scaled back:
//
//   n = ctlz(x);  y = x << n
//   ldexp((y >> 64) | (low(y) != 0), 64 - n)
//
// From a real: its halves are exact, also as real(8):
//
//   high = int64(x * 2**-64);  low = int64(x - high * 2**64)
//
//===----------------------------------------------------------------------===//
#include "ExpandWideConversions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warpfort {

static constexpr unsigned Wide = 128, Half = 64;

namespace {
class Expander {
public:
  explicit Expander(Instruction *At) : B(At) {}

  Value *toReal(Value *X, bool Signed, Type *Real);
  Value *fromReal(Value *X, bool Signed, bool Saturating);

private:
  Value *magnitudeToReal(Value *X, Type *Real);
  Value *power(Value *Exponent, Type *Real);

  IRBuilder<> B;
};
} // namespace

/// 2**Exponent, where that is a normal number of the type.
Value *Expander::power(Value *Exponent, Type *Real) {
  const fltSemantics &Semantics = Real->getFltSemantics();
  unsigned Fraction = APFloat::semanticsPrecision(Semantics) - 1;
  int Bias = -APFloat::semanticsMinExponent(Semantics) + 1;
  Type *Bits = B.getIntNTy(Real->getPrimitiveSizeInBits());
  Value *Biased =
      B.CreateAdd(Exponent, ConstantInt::get(Exponent->getType(), Bias));
  return B.CreateBitCast(
      B.CreateShl(B.CreateZExtOrTrunc(Biased, Bits), Fraction), Real);
}

Value *Expander::magnitudeToReal(Value *X, Type *Real) {
  // Numbers that real(2) has room for are exact in real(4).
  if (Real->getPrimitiveSizeInBits() < 32)
    return B.CreateFPTrunc(magnitudeToReal(X, B.getFloatTy()), Real);
  Value *Zeros = B.CreateIntrinsic(Intrinsic::ctlz, X->getType(),
                                   {X, /*PoisonIfZero=*/B.getFalse()});
  Value *IsZero = B.CreateICmpEQ(X, ConstantInt::get(X->getType(), 0));
  // Zero has no first bit; shifted by nothing it stays zero.
  Value *Shift =
      B.CreateSelect(IsZero, ConstantInt::get(X->getType(), 0), Zeros);
  Value *Shifted = B.CreateShl(X, Shift);
  Value *High = B.CreateTrunc(B.CreateLShr(Shifted, Half), B.getInt64Ty());
  Value *Low = B.CreateTrunc(Shifted, B.getInt64Ty());
  Value *Rest =
      B.CreateZExt(B.CreateICmpNE(Low, B.getInt64(0)), B.getInt64Ty());
  Value *Rounded = B.CreateUIToFP(B.CreateOr(High, Rest), Real);
  Value *Exponent =
      B.CreateSub(B.getInt32(Half), B.CreateTrunc(Shift, B.getInt32Ty()));
  return B.CreateFMul(Rounded, power(Exponent, Real));
}

Value *Expander::toReal(Value *X, bool Signed, Type *Real) {
  if (!Signed)
    return magnitudeToReal(X, Real);
  Value *Negative = B.CreateICmpSLT(X, ConstantInt::get(X->getType(), 0));
  Value *Magnitude = B.CreateSelect(Negative, B.CreateNeg(X), X);
  Value *Result = magnitudeToReal(Magnitude, Real);
  return B.CreateSelect(Negative, B.CreateFNeg(Result), Result);
}

Value *Expander::fromReal(Value *X, bool Signed, bool Saturating) {
  Type *Int = B.getIntNTy(Wide);
  Type *Real = B.getDoubleTy();
  X = B.CreateFPExt(X, Real);
  Value *Magnitude = B.CreateUnaryIntrinsic(Intrinsic::fabs, X);
  auto Power = [&](int Exponent, double Sign = 1) {
    return ConstantFP::get(
        Real, scalbn(APFloat(Sign), Exponent, APFloat::rmNearestTiesToEven));
  };
  Value *High = B.CreateFPToUI(B.CreateFMul(Magnitude, Power(-int(Half))),
                               B.getInt64Ty());
  Value *Upper = B.CreateFMul(B.CreateUIToFP(High, Real), Power(Half));
  Value *Low = B.CreateFPToUI(B.CreateFSub(Magnitude, Upper), B.getInt64Ty());
  Value *Result = B.CreateOr(B.CreateShl(B.CreateZExt(High, Int), Half),
                             B.CreateZExt(Low, Int));
  Value *Negative = B.CreateFCmpOLT(X, ConstantFP::get(Real, 0.0));
  if (Signed)
    Result = B.CreateSelect(Negative, B.CreateNeg(Result), Result);
  if (!Saturating)
    return Result;
  // The conversions above have no value for what is selected here.
  APInt Least = Signed ? APInt::getSignedMinValue(Wide) : APInt(Wide, 0);
  APInt Most =
      Signed ? APInt::getSignedMaxValue(Wide) : APInt::getMaxValue(Wide);
  Value *Above = B.CreateFCmpOGE(X, Power(Signed ? Wide - 1 : Wide));
  Value *Below = Signed ? B.CreateFCmpOLT(X, Power(Wide - 1, -1)) : Negative;
  Result = B.CreateSelect(Above, ConstantInt::get(Int, Most), Result);
  Result = B.CreateSelect(Below, ConstantInt::get(Int, Least), Result);
  return B.CreateSelect(B.CreateFCmpUNO(X, X), ConstantInt::get(Int, 0),
                        Result);
}

/// The value that replaces \p I; null if it is no such conversion.
static Value *expand(Instruction &I) {
  if (I.getType()->isIntegerTy(Wide)) {
    if (isa<FPToSIInst, FPToUIInst>(I))
      return Expander(&I).fromReal(I.getOperand(0), isa<FPToSIInst>(I),
                                   /*Saturating=*/false);
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (Call && (Call->getIntrinsicID() == Intrinsic::fptosi_sat ||
                 Call->getIntrinsicID() == Intrinsic::fptoui_sat))
      return Expander(&I).fromReal(Call->getArgOperand(0),
                                   Call->getIntrinsicID() ==
                                       Intrinsic::fptosi_sat,
                                   /*Saturating=*/true);
  }
  if (isa<SIToFPInst, UIToFPInst>(I) &&
      I.getOperand(0)->getType()->isIntegerTy(Wide))
    return Expander(&I).toReal(I.getOperand(0), isa<SIToFPInst>(I),
                               I.getType());
  return nullptr;
}

PreservedAnalyses ExpandWideConversionsPass::run(Function &F,
                                                 FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (Value *New = expand(I)) {
      I.replaceAllUsesWith(New);
      I.eraseFromParent();
      Changed = true;
    }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort
