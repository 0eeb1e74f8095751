//===-- Expressions.cpp - Expressions of C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Lowering.h.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;

namespace warpfort::c {

Value Lowering::constant(Type T, int64_t V) {
  if (isa<FloatType>(T))
    return arith::ConstantOp::create(B, Here, FloatAttr::get(T, V));
  return B.createIntegerConstant(Here, T, V);
}

Value Lowering::loadOf(Value Address) {
  return fir::LoadOp::create(B, Here, Address);
}

void Lowering::storeTo(Value V, Value Address) {
  fir::StoreOp::create(B, Here, V, Address);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

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
      return isa<clang::DeclRefExpr>(Sub) ? subscripted(Sub, Indices) : nullptr;
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
  auto Array =
      cast<fir::SequenceType>(fir::unwrapPassByRefType(V->Base.getType()));
  std::reverse(Indices.begin(), Indices.end());
  while (Indices.size() < V->Rank)
    Indices.insert(Indices.begin(),
                   B.createIntegerConstant(Here, B.getIndexType(), 0));
  return hlfir::DesignateOp::create(
      B, Here, fir::ReferenceType::get(Array.getEleTy()), V->Base, Indices);
}

/// An lvalue of type \p T at \p P.
Value Lowering::atAddress(Value P, QualType T, clang::SourceLocation Where) {
  Type Memory = memoryType(T, Where);
  if (!Memory)
    Memory = B.getI32Type();
  return B.createConvert(Here, fir::ReferenceType::get(Memory), P);
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
  if (IsElement) {
    if (Value Found = element(E)) {
      if (E->getType()->isArrayType() || E->getType()->isRecordType())
        return atAddress(B.createConvert(Here, B.getI64Type(), Found),
                         E->getType(), Where);
      return Found;
    }
    if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E)) {
      Value P = pointer(Element->getBase());
      return atAddress(pointerSum(P, integer64(Element->getIdx()), E->getType(),
                                  /*Minus=*/false),
                       E->getType(), Where);
    }
    return atAddress(pointer(cast<clang::UnaryOperator>(E)->getSubExpr()),
                     E->getType(), Where);
  }
  if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
    const auto *Field = dyn_cast<clang::FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->isBitField()) {
      error(Where, "the bit-field '" + Member->getMemberDecl()->getName() +
                       "' is not supported in device code");
      return undefined(fir::ReferenceType::get(B.getI32Type()));
    }
    Value P = Member->isArrow() ? pointer(Member->getBase())
                                : B.createConvert(Here, B.getI64Type(),
                                                  address(Member->getBase()));
    uint64_t Offset = AST.getFieldOffset(Field) / 8;
    if (Offset)
      P = arith::AddIOp::create(B, Here, P, constant(B.getI64Type(), Offset));
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
  if (isa<clang::StringLiteral>(E)) {
    error(E->getExprLoc(), "string literals are not supported in device code");
    return constant(B.getI64Type(), 0);
  }
  return B.createConvert(Here, B.getI64Type(), address(E));
}

Value Lowering::pointerSum(Value P, Value Index, QualType Pointee, bool Minus) {
  Value Bytes = Index;
  if (uint64_t Size = sizeOf(Pointee); Size != 1)
    Bytes =
        arith::MulIOp::create(B, Here, Index, constant(B.getI64Type(), Size));
  if (Minus)
    return arith::SubIOp::create(B, Here, P, Bytes);
  return arith::AddIOp::create(B, Here, P, Bytes);
}

/// The value of an expression with pointer type, as an integer.
Value Lowering::pointer(const Expr *E) {
  E = E->IgnoreParens();
  Type I64 = B.getI64Type();
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay:
      return addressOfArray(Sub);
    case clang::CK_LValueToRValue:
      if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(Sub->IgnoreParens()))
        if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl()))
          if (find(Var, E->getExprLoc())->Rank)
            return addressOfArray(Sub);
      return loadOf(address(Sub));
    case clang::CK_BitCast:
    case clang::CK_NoOp:
      return pointer(Sub);
    case clang::CK_NullToPointer:
      return constant(I64, 0);
    case clang::CK_IntegralToPointer:
      return integer64(Sub);
    default:
      error(E->getExprLoc(), Twine("the conversion '") +
                                 Cast->getCastKindName() +
                                 "' is not supported in device code");
      return constant(I64, 0);
    }
  }
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
                      Op->getOpcode() == clang::BO_Sub);
  }
  if (const auto *Choice = dyn_cast<clang::ConditionalOperator>(E))
    return conditional(Choice);
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return call(Call);
  error(E->getExprLoc(), Twine("the expression '") + E->getStmtClassName() +
                             "' is not supported in device code");
  return constant(I64, 0);
}

/// An argument of a call; pointers become references.
Value Lowering::argument(const Expr *E, Type Wanted) {
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

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isUnsigned(clang::QualType T) {
  return T->isUnsignedIntegerOrEnumerationType() || T->isPointerType();
}

Value Lowering::toBool(Value V) {
  Type T = V.getType();
  if (isa<FloatType>(T))
    return arith::CmpFOp::create(B, Here, arith::CmpFPredicate::UNE, V,
                                 constant(T, 0));
  return arith::CmpIOp::create(B, Here, arith::CmpIPredicate::ne, V,
                               constant(T, 0));
}

Value Lowering::convert(Value V, QualType From, QualType To,
                        clang::SourceLocation At) {
  if (To->isVoidType())
    return {};
  Type Target = memoryType(To, At);
  if (!Target)
    return undefined(B.getI32Type());
  if (To->isBooleanType() && !From->isBooleanType())
    return arith::ExtUIOp::create(B, Here, B.getI8Type(), toBool(V));
  Type Source = V.getType();
  if (Source == Target)
    return V;
  bool FromFloat = isa<FloatType>(Source), ToFloat = isa<FloatType>(Target);
  if (FromFloat && ToFloat)
    return B.createConvert(Here, Target, V);
  if (FromFloat) {
    if (isUnsigned(To))
      return arith::FPToUIOp::create(B, Here, Target, V);
    return arith::FPToSIOp::create(B, Here, Target, V);
  }
  if (ToFloat) {
    if (isUnsigned(From))
      return arith::UIToFPOp::create(B, Here, Target, V);
    return B.createConvert(Here, Target, V);
  }
  if (Source.getIntOrFloatBitWidth() > Target.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(B, Here, Target, V);
  if (isUnsigned(From))
    return arith::ExtUIOp::create(B, Here, Target, V);
  return B.createConvert(Here, Target, V);
}

Value Lowering::integer64(const Expr *E) {
  Value V = scalar(E);
  if (!isa<IntegerType>(V.getType())) {
    error(E->getExprLoc(), "an integer is wanted here");
    return constant(B.getI64Type(), 0);
  }
  return convert(V, E->getType(), AST.LongTy, E->getExprLoc());
}

/// A subscript.
Value Lowering::index(const Expr *E) { return integer64(E->IgnoreParens()); }

/// Whether \p E may be computed where its value is not needed.
bool Lowering::isCheap(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<clang::IntegerLiteral, clang::FloatingLiteral,
          clang::CharacterLiteral>(E))
    return true;
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    return !Ref->getType()->isPointerType();
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E))
    return (Op->getOpcode() == clang::UO_Minus ||
            Op->getOpcode() == clang::UO_LNot) &&
           isCheap(Op->getSubExpr());
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(E))
    return (Op->isAdditiveOp() || Op->isComparisonOp() ||
            Op->getOpcode() == clang::BO_Mul || Op->isLogicalOp()) &&
           !Op->getLHS()->getType()->isPointerType() &&
           !Op->getRHS()->getType()->isPointerType() && isCheap(Op->getLHS()) &&
           isCheap(Op->getRHS());
  return false;
}

Value Lowering::compare(const clang::BinaryOperator *E) {
  using I = arith::CmpIPredicate;
  using F = arith::CmpFPredicate;
  const Expr *L = E->getLHS(), *R = E->getRHS();
  bool Pointers = L->getType()->isPointerType();
  Value A = Pointers ? pointer(L) : scalar(L);
  Value C = R->getType()->isPointerType() ? pointer(R) : scalar(R);
  bool U = isUnsigned(L->getType());
  bool IsFloat = isa<FloatType>(A.getType());
  I Int;
  F Float;
  switch (E->getOpcode()) {
  case clang::BO_LT:
    Int = U ? I::ult : I::slt, Float = F::OLT;
    break;
  case clang::BO_LE:
    Int = U ? I::ule : I::sle, Float = F::OLE;
    break;
  case clang::BO_GT:
    Int = U ? I::ugt : I::sgt, Float = F::OGT;
    break;
  case clang::BO_GE:
    Int = U ? I::uge : I::sge, Float = F::OGE;
    break;
  case clang::BO_EQ:
    Int = I::eq, Float = F::OEQ;
    break;
  default:
    Int = I::ne, Float = F::UNE;
    break;
  }
  if (IsFloat)
    return arith::CmpFOp::create(B, Here, Float, A, C);
  return arith::CmpIOp::create(B, Here, Int, A, C);
}

/// \p E as a condition.
Value Lowering::condition(const Expr *E) {
  const Expr *Bare = E->IgnoreParens();
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(Bare)) {
    if (Op->isComparisonOp())
      return compare(Op);
    if (Op->isLogicalOp()) {
      bool And = Op->getOpcode() == clang::BO_LAnd;
      Value L = condition(Op->getLHS());
      if (isCheap(Op->getRHS())) {
        Value R = condition(Op->getRHS());
        if (And)
          return arith::AndIOp::create(B, Here, L, R);
        return arith::OrIOp::create(B, Here, L, R);
      }
      auto If = fir::IfOp::create(B, Here, TypeRange{B.getI1Type()}, L,
                                  /*withElseRegion=*/true);
      OpBuilder::InsertionGuard Guard(B);
      B.setInsertionPointToStart(
          &(And ? If.getThenRegion() : If.getElseRegion()).front());
      fir::ResultOp::create(B, Here, condition(Op->getRHS()));
      B.setInsertionPointToStart(
          &(And ? If.getElseRegion() : If.getThenRegion()).front());
      fir::ResultOp::create(B, Here,
                            Value(constant(B.getI1Type(), And ? 0 : 1)));
      return If.getResult(0);
    }
  }
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(Bare);
      Op && Op->getOpcode() == clang::UO_LNot)
    return arith::XOrIOp::create(B, Here, condition(Op->getSubExpr()),
                                 constant(B.getI1Type(), 1));
  if (E->getType()->isPointerType())
    return toBool(pointer(E));
  return toBool(scalar(E));
}

Value Lowering::binary(clang::BinaryOperatorKind Op, Value L, Value R,
                       QualType T, clang::SourceLocation At) {
  bool F = isa<FloatType>(L.getType()), U = isUnsigned(T);
  switch (Op) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    if (F)
      return arith::AddFOp::create(B, Here, L, R);
    return arith::AddIOp::create(B, Here, L, R);
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    if (F)
      return arith::SubFOp::create(B, Here, L, R);
    return arith::SubIOp::create(B, Here, L, R);
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    if (F)
      return arith::MulFOp::create(B, Here, L, R);
    return arith::MulIOp::create(B, Here, L, R);
  case clang::BO_Div:
  case clang::BO_DivAssign:
    if (F)
      return arith::DivFOp::create(B, Here, L, R);
    if (U)
      return arith::DivUIOp::create(B, Here, L, R);
    return arith::DivSIOp::create(B, Here, L, R);
  case clang::BO_Rem:
  case clang::BO_RemAssign:
    if (U)
      return arith::RemUIOp::create(B, Here, L, R);
    return arith::RemSIOp::create(B, Here, L, R);
  case clang::BO_And:
  case clang::BO_AndAssign:
    return arith::AndIOp::create(B, Here, L, R);
  case clang::BO_Or:
  case clang::BO_OrAssign:
    return arith::OrIOp::create(B, Here, L, R);
  case clang::BO_Xor:
  case clang::BO_XorAssign:
    return arith::XOrIOp::create(B, Here, L, R);
  case clang::BO_Shl:
  case clang::BO_ShlAssign:
  case clang::BO_Shr:
  case clang::BO_ShrAssign: {
    // The amount has a type of its own.
    if (R.getType() != L.getType())
      R = B.createConvert(Here, L.getType(), R);
    if (Op == clang::BO_Shl || Op == clang::BO_ShlAssign)
      return arith::ShLIOp::create(B, Here, L, R);
    if (U)
      return arith::ShRUIOp::create(B, Here, L, R);
    return arith::ShRSIOp::create(B, Here, L, R);
  }
  default:
    error(At, "the operator '" + clang::BinaryOperator::getOpcodeStr(Op).str() +
                  "' is not supported in device code");
    return L;
  }
}

Value Lowering::assignment(const clang::BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  QualType T = L->getType();
  bool IsPointer = T->isPointerType();
  if (E->getOpcode() == clang::BO_Assign) {
    if (T->isRecordType()) {
      if (sizeOf(T) > 256)
        error(E->getExprLoc(), "the assignment of a structure of more than 256 "
                               "bytes is not supported in device code");
      const Expr *From = R->IgnoreParenImpCasts();
      if (!From->isLValue()) {
        error(E->getExprLoc(), "the assignment of a structure that is no "
                               "variable is not supported in device code");
        return {};
      }
      Value V = loadOf(address(From));
      storeTo(V, address(L));
      return {};
    }
    Value V = IsPointer ? pointer(R) : scalar(R);
    storeTo(V, address(L));
    return V;
  }
  const auto *Compound = cast<clang::CompoundAssignOperator>(E);
  if (IsPointer) {
    Value Where = address(L);
    Value V = pointerSum(loadOf(Where), integer64(R), T->getPointeeType(),
                         E->getOpcode() == clang::BO_SubAssign);
    storeTo(V, Where);
    return V;
  }
  Value Other = scalar(R);
  Value Where = address(L);
  QualType Common = Compound->getComputationLHSType();
  Value V = convert(loadOf(Where), T, Common, E->getExprLoc());
  V = binary(E->getOpcode(), V, Other, Common, E->getExprLoc());
  V = convert(V, Compound->getComputationResultType(), T, E->getExprLoc());
  storeTo(V, Where);
  return V;
}

Value Lowering::increment(const clang::UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = Sub->getType();
  Value Where = address(Sub);
  Value Old = loadOf(Where), New;
  if (T->isPointerType())
    New = pointerSum(Old, constant(B.getI64Type(), 1), T->getPointeeType(),
                     E->isDecrementOp());
  else if (T->isBooleanType())
    New = constant(B.getI8Type(), E->isIncrementOp() ? 1 : 0);
  else
    New = binary(E->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, Old,
                 constant(Old.getType(), 1), T, E->getExprLoc());
  storeTo(New, Where);
  return E->isPrefix() ? New : Old;
}

Value Lowering::conditional(const clang::ConditionalOperator *E) {
  auto Of = [&](const Expr *Part) {
    return Part->getType()->isPointerType() ? pointer(Part) : scalar(Part);
  };
  Value C = condition(E->getCond());
  if (isCheap(E->getTrueExpr()) && isCheap(E->getFalseExpr())) {
    Value T = Of(E->getTrueExpr()), F = Of(E->getFalseExpr());
    return arith::SelectOp::create(B, Here, C, T, F);
  }
  Type T = E->getType()->isPointerType()
               ? Type(B.getI64Type())
               : memoryType(E->getType(), E->getExprLoc());
  if (!T || isa<fir::SequenceType>(T)) {
    error(E->getExprLoc(), "the operator '?:' on this type is not supported in "
                           "device code");
    return undefined(B.getI32Type());
  }
  auto If = fir::IfOp::create(B, Here, TypeRange{T}, C,
                              /*withElseRegion=*/true);
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPointToStart(&If.getThenRegion().front());
  fir::ResultOp::create(B, Here, Of(E->getTrueExpr()));
  B.setInsertionPointToStart(&If.getElseRegion().front());
  fir::ResultOp::create(B, Here, Of(E->getFalseExpr()));
  return If.getResult(0);
}

/// The value of an expression with arithmetic type.
Value Lowering::scalar(const Expr *E) {
  E = E->IgnoreParens();
  clang::SourceLocation Where = E->getExprLoc();
  QualType T = E->getType();
  if (T->isIntegralOrEnumerationType() && !E->isValueDependent()) {
    clang::Expr::EvalResult Known;
    if (E->EvaluateAsInt(Known, AST, clang::Expr::SE_NoSideEffects)) {
      Type Memory = memoryType(T, Where);
      return constant(Memory ? Memory : B.getI32Type(),
                      Known.Val.getInt().getExtValue());
    }
  }
  if (const auto *Float = dyn_cast<clang::FloatingLiteral>(E)) {
    Type Memory = memoryType(T, Where);
    if (!Memory)
      return undefined(B.getF64Type());
    llvm::APFloat V = Float->getValue();
    return arith::ConstantOp::create(B, Here, FloatAttr::get(Memory, V));
  }
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(Sub->IgnoreParens()))
        if (const auto *Var = dyn_cast<clang::VarDecl>(Ref->getDecl());
            Var && !Variables.count(Var->getCanonicalDecl()) &&
            Var->getType().isConstQualified() && Var->getAnyInitializer()) {
          clang::Expr::EvalResult Known;
          if (Var->getAnyInitializer()->EvaluateAsRValue(Known, AST)) {
            Type Memory = memoryType(T, Where);
            if (Memory && Known.Val.isInt())
              return constant(Memory, Known.Val.getInt().getExtValue());
            if (Memory && Known.Val.isFloat())
              return arith::ConstantOp::create(
                  B, Here, FloatAttr::get(Memory, Known.Val.getFloat()));
          }
        }
      return loadOf(address(Sub));
    case clang::CK_NoOp:
      return scalar(Sub);
    case clang::CK_PointerToBoolean:
      return arith::ExtUIOp::create(B, Here, B.getI8Type(),
                                    toBool(pointer(Sub)));
    case clang::CK_PointerToIntegral:
      return convert(pointer(Sub), AST.UnsignedLongTy, T, Where);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
      return convert(scalar(Sub), Sub->getType(), T, Where);
    case clang::CK_ToVoid:
      statement(Sub);
      return {};
    default:
      error(Where, Twine("the conversion '") + Cast->getCastKindName() +
                       "' is not supported in device code");
      return undefined(B.getI32Type());
    }
  }
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E)) {
    if (Op->isIncrementDecrementOp())
      return increment(Op);
    const Expr *Sub = Op->getSubExpr();
    switch (Op->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return scalar(Sub);
    case clang::UO_Minus: {
      Value V = scalar(Sub);
      if (isa<FloatType>(V.getType()))
        return arith::NegFOp::create(B, Here, V);
      return arith::SubIOp::create(B, Here, constant(V.getType(), 0), V);
    }
    case clang::UO_Not: {
      Value V = scalar(Sub);
      return arith::XOrIOp::create(B, Here, V, constant(V.getType(), -1));
    }
    case clang::UO_LNot:
      return arith::ExtUIOp::create(B, Here, B.getI32Type(), condition(E));
    default:
      break;
    }
  }
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(E)) {
    if (Op->isAssignmentOp())
      return assignment(Op);
    if (Op->getOpcode() == clang::BO_Comma) {
      statement(Op->getLHS());
      return scalar(Op->getRHS());
    }
    if (Op->isComparisonOp() || Op->isLogicalOp())
      return arith::ExtUIOp::create(B, Here, B.getI32Type(), condition(E));
    if (Op->getLHS()->getType()->isPointerType()) {
      // The distance of two pointers.
      Value L = pointer(Op->getLHS());
      Value Bytes = arith::SubIOp::create(B, Here, L, pointer(Op->getRHS()));
      return arith::DivSIOp::create(
          B, Here, Bytes,
          constant(B.getI64Type(),
                   sizeOf(Op->getLHS()->getType()->getPointeeType())));
    }
    Value L = scalar(Op->getLHS());
    return binary(Op->getOpcode(), L, scalar(Op->getRHS()), T, Where);
  }
  if (const auto *Choice = dyn_cast<clang::ConditionalOperator>(E))
    return conditional(Choice);
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return call(Call);
  error(Where, Twine("the expression '") + E->getStmtClassName() +
                   "' is not supported in device code");
  Type Memory = T->isVoidType() ? Type() : memoryType(T, Where);
  return undefined(Memory ? Memory : B.getI32Type());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Functions of math.h, some of which are operations.
Value Lowering::mathCall(const clang::CallExpr *E, StringRef Name, bool &Done) {
  QualType T = E->getType();
  Done = true;
  auto Arg = [&](unsigned I) { return scalar(E->getArg(I)); };
  auto One = [&](auto Op) -> Value {
    return decltype(Op)::create(B, Here, Arg(0));
  };
  Name.consume_front("__builtin_");
  if ((Name == "abs" || Name == "labs" || Name == "llabs") &&
      E->getNumArgs() == 1)
    return math::AbsIOp::create(B, Here, Arg(0));
  bool IsFloat = T->isSpecificBuiltinType(clang::BuiltinType::Float);
  bool IsDouble = T->isSpecificBuiltinType(clang::BuiltinType::Double);
  StringRef Base = Name;
  if (IsFloat && !Base.consume_back("f")) {
    Done = false;
    return {};
  }
  if ((IsFloat || IsDouble) && E->getNumArgs() == 1) {
    Value V;
#define WARPFORT_ONE(NAME, OP)                                                 \
  if (Base == NAME)                                                            \
    V = One(math::OP());
    WARPFORT_ONE("sqrt", SqrtOp)
    WARPFORT_ONE("fabs", AbsFOp)
    WARPFORT_ONE("exp", ExpOp)
    WARPFORT_ONE("exp2", Exp2Op)
    WARPFORT_ONE("expm1", ExpM1Op)
    WARPFORT_ONE("log", LogOp)
    WARPFORT_ONE("log2", Log2Op)
    WARPFORT_ONE("log10", Log10Op)
    WARPFORT_ONE("log1p", Log1pOp)
    WARPFORT_ONE("sin", SinOp)
    WARPFORT_ONE("cos", CosOp)
    WARPFORT_ONE("tan", TanOp)
    WARPFORT_ONE("asin", AsinOp)
    WARPFORT_ONE("acos", AcosOp)
    WARPFORT_ONE("atan", AtanOp)
    WARPFORT_ONE("sinh", SinhOp)
    WARPFORT_ONE("cosh", CoshOp)
    WARPFORT_ONE("tanh", TanhOp)
    WARPFORT_ONE("asinh", AsinhOp)
    WARPFORT_ONE("acosh", AcoshOp)
    WARPFORT_ONE("atanh", AtanhOp)
    WARPFORT_ONE("erf", ErfOp)
    WARPFORT_ONE("erfc", ErfcOp)
    WARPFORT_ONE("cbrt", CbrtOp)
    WARPFORT_ONE("floor", FloorOp)
    WARPFORT_ONE("ceil", CeilOp)
    WARPFORT_ONE("trunc", TruncOp)
    WARPFORT_ONE("round", RoundOp)
    WARPFORT_ONE("rint", RoundEvenOp)
    WARPFORT_ONE("nearbyint", RoundEvenOp)
#undef WARPFORT_ONE
    if (V)
      return V;
  }
  if ((IsFloat || IsDouble) && E->getNumArgs() == 2) {
    auto Is = [&](StringRef Other) { return Base == Other; };
    if (Is("pow") || Is("atan2") || Is("copysign") || Is("fmin") ||
        Is("fmax")) {
      Value L = Arg(0), R = Arg(1);
      if (Is("pow"))
        return math::PowFOp::create(B, Here, L, R);
      if (Is("atan2"))
        return math::Atan2Op::create(B, Here, L, R);
      if (Is("copysign"))
        return math::CopySignOp::create(B, Here, L, R);
      if (Is("fmin"))
        return arith::MinNumFOp::create(B, Here, L, R);
      return arith::MaxNumFOp::create(B, Here, L, R);
    }
  }
  if ((IsFloat || IsDouble) && Base == "fma" && E->getNumArgs() == 3) {
    Value L = Arg(0), R = Arg(1);
    return math::FmaOp::create(B, Here, L, R, Arg(2));
  }
  // Names that the device's mathematical libraries have.
  static constexpr StringLiteral Library[] = {"fmod",   "hypot",  "remainder",
                                              "tgamma", "lgamma", "fdim"};
  if ((IsFloat || IsDouble) && llvm::is_contained(Library, Base)) {
    SmallVector<Value> Args;
    SmallVector<Type> Types;
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      Args.push_back(Arg(I));
      Types.push_back(Args.back().getType());
    }
    Type ResultType = IsFloat ? Type(B.getF32Type()) : B.getF64Type();
    auto Callee = Module.lookupSymbol<func::FuncOp>(Name);
    if (!Callee) {
      OpBuilder At(Module.getContext());
      At.setInsertionPointToEnd(Module.getBody());
      Callee = func::FuncOp::create(At, Here, Name,
                                    B.getFunctionType(Types, ResultType));
      Callee.setPrivate();
    }
    return fir::CallOp::create(B, Here, Callee, Args).getResult(0);
  }
  Done = false;
  return {};
}

Value Lowering::call(const clang::CallExpr *E) {
  clang::SourceLocation Where = E->getExprLoc();
  auto Failure = [&]() -> Value {
    if (E->getType()->isVoidType())
      return {};
    Type T = E->getType()->isPointerType() ? Type(B.getI64Type())
                                           : memoryType(E->getType(), Where);
    return undefined(T ? T : B.getI32Type());
  };
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!F) {
    error(Where, "calls through function pointers are not supported in device "
                 "code");
    return Failure();
  }
  const clang::FunctionDecl *Definition = nullptr;
  bool HasBody = F->hasBody(Definition);
  bool IsSystem = AST.getSourceManager().isInSystemHeader(F->getLocation());
  if (!HasBody && (IsSystem || F->getBuiltinID())) {
    bool Done = false;
    Value V = mathCall(E, F->getName(), Done);
    if (Done)
      return V;
    error(Where, "the call of the library function '" + F->getName() +
                     "' is not supported in device code");
    return Failure();
  }
  func::FuncOp Callee = functionOf(F, Where);
  if (!Callee)
    return Failure();
  FunctionType T = Callee.getFunctionType();
  if (E->getNumArgs() != T.getNumInputs()) {
    error(Where, "the call of '" + F->getName() +
                     "' with other arguments than its own is not supported in "
                     "device code");
    return Failure();
  }
  SmallVector<Value> Args;
  for (auto [Arg, Wanted] : llvm::zip(E->arguments(), T.getInputs()))
    Args.push_back(argument(Arg, Wanted));
  auto Call = fir::CallOp::create(B, locate(Where), Callee, Args);
  Call.setProcedureAttrs(fir::FortranProcedureFlagsEnum::bind_c);
  return T.getNumResults() ? Call.getResult(0) : Value();
}

} // namespace warpfort::c
