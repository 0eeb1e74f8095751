//===-- Complex.cpp - Complex numbers of C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double _Complex` and `float _Complex`. A real operand stays real, as C
/// says; products are computed as Fortran's are, without a second look at
/// results that are no numbers, and quotients by the compiler's library
/// function.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "clang/AST/Expr.h"

using namespace mlir;

namespace warpfort::c {

Value Lowering::makeComplex(Value Real, Value Imaginary) {
  return fir::factory::Complex(B, Here).createComplex(
      ComplexType::get(Real.getType()), Real, Imaginary);
}

Value Lowering::partOf(Value Complex, bool Imaginary) {
  return fir::factory::Complex(B, Here).extractComplexPart(Complex, Imaginary);
}

/// Between complex types, and from real numbers of the same kind.
Value Lowering::convertComplex(Value V, Type To) {
  auto Wanted = cast<ComplexType>(To);
  Type Part = Wanted.getElementType();
  if (V.getType() == To)
    return V;
  if (!isa<ComplexType>(V.getType()))
    return makeComplex(B.createConvert(Here, Part, V), constant(Part, 0));
  return makeComplex(B.createConvert(Here, Part, partOf(V, false)),
                     B.createConvert(Here, Part, partOf(V, true)));
}

Value Lowering::complexBinary(clang::BinaryOperatorKind Op, Value L, Value R,
                              clang::SourceLocation At) {
  bool IsLeft = isa<ComplexType>(L.getType()),
       IsRight = isa<ComplexType>(R.getType());
  auto Parts = [&](auto Of) { return makeComplex(Of(false), Of(true)); };
  switch (Op) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    if (IsLeft && IsRight)
      return fir::AddcOp::create(B, Here, L, R);
    if (!IsLeft)
      std::swap(L, R);
    return makeComplex(arith::AddFOp::create(B, Here, partOf(L, false), R),
                       partOf(L, true));
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    if (IsLeft && IsRight)
      return fir::SubcOp::create(B, Here, L, R);
    if (IsLeft)
      return makeComplex(arith::SubFOp::create(B, Here, partOf(L, false), R),
                         partOf(L, true));
    return makeComplex(arith::SubFOp::create(B, Here, L, partOf(R, false)),
                       arith::NegFOp::create(B, Here, partOf(R, true)));
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    if (IsLeft && IsRight)
      return fir::MulcOp::create(B, Here, L, R);
    if (!IsLeft)
      std::swap(L, R);
    return Parts([&](bool I) -> Value {
      return arith::MulFOp::create(B, Here, partOf(L, I), R);
    });
  case clang::BO_Div:
  case clang::BO_DivAssign: {
    if (!IsRight)
      return Parts([&](bool I) -> Value {
        return arith::DivFOp::create(B, Here, partOf(L, I), R);
      });
    L = convertComplex(L, R.getType());
    bool IsFloat = partOf(R, false).getType().isF32();
    return callNamed(
        IsFloat ? "__divsc3" : "__divdc3",
        {partOf(L, false), partOf(L, true), partOf(R, false), partOf(R, true)},
        R.getType());
  }
  default:
    error(At, "the operator '" + clang::BinaryOperator::getOpcodeStr(Op).str() +
                  "' of complex numbers is not supported in device code");
    return L;
  }
}

Value Lowering::complexEqual(Value L, Value R) {
  Type T = isa<ComplexType>(L.getType()) ? L.getType() : R.getType();
  L = convertComplex(L, T);
  R = convertComplex(R, T);
  auto Same = [&](bool I) -> Value {
    return arith::CmpFOp::create(B, Here, arith::CmpFPredicate::OEQ,
                                 partOf(L, I), partOf(R, I));
  };
  return arith::AndIOp::create(B, Here, Same(false), Same(true));
}

Value Lowering::complexCast(const clang::CastExpr *E, bool &Done) {
  Done = true;
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexCast: {
    Type To = memoryType(E->getType(), E->getExprLoc());
    return To ? convertComplex(scalar(Sub), To)
              : undefined(ComplexType::get(B.getF64Type()));
  }
  case clang::CK_FloatingComplexToReal:
    return partOf(scalar(Sub), false);
  case clang::CK_FloatingComplexToBoolean:
    return arith::ExtUIOp::create(B, Here, B.getI8Type(), toBool(scalar(Sub)));
  default:
    Done = false;
    return {};
  }
}

/// Functions of complex.h.
Value Lowering::complexCall(const clang::CallExpr *E, StringRef Name,
                            bool &Done) {
  Name.consume_front("__builtin_");
  StringRef Base = Name;
  unsigned Count = E->getNumArgs();
  Done = Count > 0 && E->getArg(0)->getType()->isAnyComplexType();
  if (!Done)
    return {};
  bool IsFloat = E->getArg(0)
                     ->getType()
                     ->castAs<clang::ComplexType>()
                     ->getElementType()
                     ->isSpecificBuiltinType(clang::BuiltinType::Float);
  if (IsFloat)
    Base.consume_back("f");
  Type Real = IsFloat ? Type(B.getF32Type()) : B.getF64Type();
  if (Base == "creal" || Base == "cimag")
    return partOf(scalar(E->getArg(0)), Base == "cimag");
  if (Base == "conj") {
    Value V = scalar(E->getArg(0));
    return makeComplex(partOf(V, false),
                       arith::NegFOp::create(B, Here, partOf(V, true)));
  }
  if (Base == "carg") {
    Value V = scalar(E->getArg(0));
    return math::Atan2Op::create(B, Here, partOf(V, true), partOf(V, false));
  }
  if (Base == "cabs") {
    Value V = scalar(E->getArg(0));
    return callNamed(IsFloat ? "hypotf" : "hypot",
                     {partOf(V, false), partOf(V, true)}, Real);
  }
  // Those of the device library that Fortran's functions are.
  static constexpr StringLiteral Library[] = {
      "cexp",  "clog",  "csqrt", "csin",  "ccos",   "ctan",   "csinh",  "ccosh",
      "ctanh", "casin", "cacos", "catan", "casinh", "cacosh", "catanh", "cpow"};
  Done = llvm::is_contained(Library, Base);
  if (!Done)
    return {};
  SmallVector<Value> Args;
  for (unsigned I = 0; I < Count; ++I)
    Args.push_back(scalar(E->getArg(I)));
  return callNamed(Name, Args, ComplexType::get(Real));
}

} // namespace warpfort::c
