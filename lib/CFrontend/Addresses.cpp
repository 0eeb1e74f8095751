//===-- Addresses.cpp - Lvalues and pointers of C -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses of variables, elements and members, and pointers as integers.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "clang/AST/ExprCXX.h"

using namespace mlir;

namespace warpfort::c {

/// The array that \p E is an element of, a part, or the whole; adds subscripts
/// in C's order.
const Variable *Lowering::subscripted(const Expr *E,
                                      SmallVectorImpl<Value> &Indices) {
  E = E->IgnoreParens();
  auto Append = [&](const Expr *Array, const Expr *Index) -> const Variable * {
    const Variable *V = subscripted(Array, Indices);
    if (V)
      Indices.push_back(
          Index ? index(Index)
                : B.createIntegerConstant(Here, B.getIndexType(), 0));
    return V;
  };
  if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
    switch (Cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_NoOp:
      return subscripted(Sub, Indices);
    case clang::CK_LValueToRValue:
      return isa<clang::DeclRefExpr, clang::MemberExpr>(Sub)
                 ? subscripted(Sub, Indices)
                 : nullptr;
    default:
      return nullptr;
    }
  }
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl());
    if (!Var ||
        (!Var->getType()->isPointerType() && !Var->getType()->isArrayType()))
      return nullptr;
    const Variable *V = find(Var, E->getExprLoc());
    return V->Rank ? V : nullptr;
  }
  if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
    const Variable *V = memberVariable(Member);
    QualType T = Member->getType();
    return V && (T->isArrayType() || T->isPointerType()) ? V : nullptr;
  }
  if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E))
    return Append(Element->getBase(), Element->getIdx());
  if (const auto *Deref = dyn_cast<clang::UnaryOperator>(E);
      Deref && Deref->getOpcode() == clang::UO_Deref) {
    const Expr *Sub = Deref->getSubExpr()->IgnoreParens();
    const auto *Sum = dyn_cast<clang::BinaryOperator>(Sub);
    if (Sum && Sum->getOpcode() == clang::BO_Add) {
      const Expr *L = Sum->getLHS(), *R = Sum->getRHS();
      if (!L->getType()->isPointerType())
        std::swap(L, R);
      return Append(L, R);
    }
    return Append(Sub, nullptr);
  }
  return nullptr;
}

/// The first scalar or word of what \p E names, if that is of a known array.
Value Lowering::element(const Expr *E) {
  // No code is made where the expression is no such element.
  SmallVector<Value> Indices;
  const Variable *V = subscripted(E, Indices);
  if (!V)
    return {};
  return elementAt(*V, Indices);
}

/// The first scalar or word with \p Subscripts, which are in C's order.
Value Lowering::elementAt(const Variable &V, ArrayRef<Value> Subscripts) {
  auto Array =
      cast<fir::SequenceType>(fir::unwrapPassByRefType(V.Base.getType()));
  SmallVector<Value> Indices(Subscripts.rbegin(), Subscripts.rend());
  while (Indices.size() < V.Rank)
    Indices.insert(Indices.begin(),
                   B.createIntegerConstant(Here, B.getIndexType(), 0));
  return hlfir::DesignateOp::create(
      B, Here, fir::ReferenceType::get(Array.getEleTy()), V.Base, Indices);
}

/// An lvalue of type \p T at \p P.
Value Lowering::atAddress(Value P, QualType T, clang::SourceLocation Where) {
  Type Memory = memoryType(T, Where);
  if (!Memory)
    Memory = B.getI32Type();
  return B.createConvert(Here, fir::ReferenceType::get(Memory), P);
}

/// Of a subscript or a dereferenced pointer.
Value Lowering::elementAddress(const Expr *E) {
  clang::SourceLocation Where = E->getExprLoc();
  if (Value Found = element(E)) {
    if (E->getType()->isArrayType() || E->getType()->isRecordType())
      return atAddress(B.createConvert(Here, B.getI64Type(), Found),
                       E->getType(), Where);
    return Found;
  }
  const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E);
  if (!Element)
    return atAddress(pointer(cast<clang::UnaryOperator>(E)->getSubExpr()),
                     E->getType(), Where);
  Value P = pointer(Element->getBase());
  return atAddress(pointerSum(P, integer64(Element->getIdx()), E->getType(),
                              /*Minus=*/false, Where),
                   E->getType(), Where);
}

Value Lowering::memberAddress(const clang::MemberExpr *E) {
  clang::SourceLocation Where = E->getExprLoc();
  if (const Variable *V = memberVariable(E))
    return V->Rank ? atAddress(addressOf(*V), E->getType(), Where) : V->Base;
  const auto *Field = dyn_cast<clang::FieldDecl>(E->getMemberDecl());
  if (!Field || Field->isBitField()) {
    error(Where, "the bit-field '" + E->getMemberDecl()->getName() +
                     "' is not supported here in device code");
    return undefined(fir::ReferenceType::get(B.getI32Type()));
  }
  Value P = E->isArrow()
                ? pointer(E->getBase())
                : B.createConvert(Here, B.getI64Type(), address(E->getBase()));
  uint64_t Offset = AST.getFieldOffset(Field) / 8;
  if (Offset)
    P = arith::AddIOp::create(B, Here, P, constant(B.getI64Type(), Offset));
  return atAddress(P, E->getType(), Where);
}

Value Lowering::address(const Expr *E) {
  E = E->IgnoreParens();
  clang::SourceLocation Where = E->getExprLoc();
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl())) {
      const Variable *V = find(Var, Where);
      if (!V->Rank)
        return V->Base;
      // The target of a pointer that is not assigned; a structure.
      if (!Var->getType()->isPointerType())
        return atAddress(addressOfArray(E), E->getType(), Where);
    }
  bool IsElement = isa<clang::ArraySubscriptExpr>(E);
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E))
    IsElement |= Op->getOpcode() == clang::UO_Deref;
  if (IsElement)
    return elementAddress(E);
  if (const auto *Member = dyn_cast<clang::MemberExpr>(E))
    return memberAddress(Member);
  if (E->getType()->isRecordType() &&
      (!E->isLValue() || isa<clang::MaterializeTemporaryExpr>(E)))
    return atAddress(structure(E), E->getType(), Where);
  if (const auto *Literal = dyn_cast<clang::CompoundLiteralExpr>(E)) {
    Value P = addressOf(makeLocal(E->getType(), "value", Where));
    initializeAt(P, E->getType(), Literal->getInitializer());
    return atAddress(P, E->getType(), Where);
  }
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E);
      Op && (Op->getOpcode() == clang::UO_Real ||
             Op->getOpcode() == clang::UO_Imag)) {
    Value P = B.createConvert(Here, B.getI64Type(), address(Op->getSubExpr()));
    if (Op->getOpcode() == clang::UO_Imag)
      P = pointerSum(P, constant(B.getI64Type(), 1), E->getType(),
                     /*Minus=*/false, Where);
    return atAddress(P, E->getType(), Where);
  }
  error(Where, Twine("the expression '") + E->getStmtClassName() +
                   "' is not supported in device code");
  Type Memory = memoryType(E->getType(), Where);
  return undefined(fir::ReferenceType::get(Memory ? Memory : B.getI32Type()));
}

/// The address of an lvalue that is an array or a structure.
Value Lowering::addressOfArray(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl()))
      if (const Variable *V = find(Var, E->getExprLoc()); V->Rank)
        return B.createConvert(
            Here, B.getI64Type(),
            V->Base.getDefiningOp<hlfir::DeclareOp>().getOriginalBase());
  // Also a row of an array of variable length.
  if (isa<clang::ArraySubscriptExpr>(E) && E->getType()->isArrayType())
    if (Value Found = element(E))
      return B.createConvert(Here, B.getI64Type(), Found);
  if (const auto *Text = dyn_cast<clang::StringLiteral>(E)) {
    if (Text->getCharByteWidth() == 1)
      return textAddress(Text->getString());
    error(E->getExprLoc(), "string literals of wide characters are not "
                           "supported in device code");
    return constant(B.getI64Type(), 0);
  }
  if (const auto *Name = dyn_cast<clang::PredefinedExpr>(E))
    return textAddress(Name->getFunctionName()->getString());
  return B.createConvert(Here, B.getI64Type(), address(E));
}

Value Lowering::pointerSum(Value P, Value Index, QualType Pointee, bool Minus,
                           clang::SourceLocation Where) {
  Value Bytes = Index;
  if (uint64_t Size = sizeOf(Pointee, Where); Size != 1)
    Bytes =
        arith::MulIOp::create(B, Here, Index, constant(B.getI64Type(), Size));
  if (Minus)
    return arith::SubIOp::create(B, Here, P, Bytes);
  return arith::AddIOp::create(B, Here, P, Bytes);
}

Value Lowering::pointerCast(const clang::CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_ArrayToPointerDecay:
    return addressOfArray(Sub);
  case clang::CK_LValueToRValue:
    if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(Sub->IgnoreParens()))
      if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl()))
        if (find(Var, E->getExprLoc())->Rank)
          return addressOfArray(Sub);
    if (const auto *Member = dyn_cast<clang::MemberExpr>(Sub->IgnoreParens()))
      if (const Variable *V = memberVariable(Member))
        return addressOf(*V);
    return loadOf(lvalue(Sub));
  case clang::CK_BitCast:
  case clang::CK_NoOp:
    return pointer(Sub);
  case clang::CK_NullToPointer:
    return constant(B.getI64Type(), 0);
  case clang::CK_IntegralToPointer:
    return integer64(Sub);
  default:
    error(E->getExprLoc(), Twine("the conversion '") + E->getCastKindName() +
                               "' is not supported in device code");
    return constant(B.getI64Type(), 0);
  }
}

/// The value of an expression with pointer type, as an integer.
Value Lowering::pointer(const Expr *E) {
  E = bareExpr(E);
  Type I64 = B.getI64Type();
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E))
    return pointerCast(Cast);
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E)) {
    if (Op->getOpcode() == clang::UO_AddrOf) {
      const Expr *Sub = Op->getSubExpr()->IgnoreParens();
      if (Sub->getType()->isArrayType())
        return addressOfArray(Sub);
      return B.createConvert(Here, I64, address(Sub));
    }
    if (Op->isIncrementDecrementOp())
      return increment(Op);
  }
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return assignment(Op);
    if (Op->getOpcode() == clang::BO_Comma) {
      statement(Op->getLHS());
      return pointer(Op->getRHS());
    }
    const Expr *L = Op->getLHS(), *R = Op->getRHS();
    if (!L->getType()->isPointerType())
      std::swap(L, R);
    Value P = pointer(L);
    return pointerSum(P, integer64(R), L->getType()->getPointeeType(),
                      Op->getOpcode() == clang::BO_Sub, Op->getExprLoc());
  }
  if (const auto *Choice = dyn_cast<clang::AbstractConditionalOperator>(E))
    return conditional(Choice);
  if (const auto *Known = dyn_cast<clang::OpaqueValueExpr>(E))
    return OpaqueValues.lookup(Known);
  if (isa<clang::MemberExpr>(E))
    return loadOf(address(E));
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return call(Call);
  error(E->getExprLoc(), Twine("the expression '") + E->getStmtClassName() +
                             "' is not supported in device code");
  return constant(I64, 0);
}

/// An argument of a call; pointers become references, and structures those of
/// copies.
Value Lowering::argument(const Expr *E, Type Wanted) {
  if (E->getType()->isRecordType()) {
    Value Copy =
        addressOf(makeLocal(E->getType(), "argument", E->getExprLoc()));
    copyMemory(Copy, structure(E), E->getType());
    return Copy;
  }
  if (!E->getType()->isPointerType())
    return scalar(E);
  SmallVector<Value> Indices;
  const Expr *Bare = E->IgnoreParens();
  if (isa<clang::ImplicitCastExpr>(Bare) &&
      isa<clang::DeclRefExpr>(
          cast<clang::ImplicitCastExpr>(Bare)->getSubExpr()->IgnoreParens()))
    if (const Variable *V = subscripted(Bare, Indices))
      return B.createConvert(
          Here, Wanted,
          V->Base.getDefiningOp<hlfir::DeclareOp>().getOriginalBase());
  return B.createConvert(Here, Wanted, pointer(E));
}

} // namespace warpfort::c
