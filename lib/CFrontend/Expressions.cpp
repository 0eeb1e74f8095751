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
#include "clang/AST/Expr.h"

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

/// The address of \p E, by which it is read or written.
Value Lowering::lvalue(const Expr *E) {
  Value P = address(E);
  if (!E->getType().isVolatileQualified())
    return P;
  return fir::VolatileCastOp::create(
      B, Here, fir::updateTypeWithVolatility(P.getType(), true), P);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The greatest unsigned numbers are negative then.
static int64_t bitsOf(const llvm::APSInt &Known) {
  return Known.extOrTrunc(64).getSExtValue();
}

static bool isUnsigned(clang::QualType T) {
  return T->isUnsignedIntegerOrEnumerationType() || T->isPointerType();
}

Value Lowering::toBool(Value V) {
  Type T = V.getType();
  if (auto Complex = dyn_cast<ComplexType>(T)) {
    Value Zero = constant(Complex.getElementType(), 0);
    return arith::XOrIOp::create(B, Here,
                                 complexEqual(V, makeComplex(Zero, Zero)),
                                 constant(B.getI1Type(), 1));
  }
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
  if (To->isBooleanType() && !From->isBooleanType() &&
      !isa<ComplexType>(V.getType()))
    return arith::ExtUIOp::create(B, Here, B.getI8Type(), toBool(V));
  Type Source = V.getType();
  if (Source == Target)
    return V;
  if (isa<ComplexType>(Target)) {
    // An integer becomes a real number of the same kind first.
    if (isa<IntegerType>(Source))
      V = convert(V, From, To->castAs<clang::ComplexType>()->getElementType(),
                  At);
    return convertComplex(V, Target);
  }
  if (isa<ComplexType>(Source))
    return convert(partOf(V, false),
                   From->castAs<clang::ComplexType>()->getElementType(), To,
                   At);
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
  if (isa<ComplexType>(A.getType()) || isa<ComplexType>(C.getType())) {
    Value Same = complexEqual(A, C);
    return E->getOpcode() == clang::BO_EQ
               ? Same
               : arith::XOrIOp::create(B, Here, Same,
                                       constant(B.getI1Type(), 1));
  }
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
  const Expr *Bare = bareExpr(E);
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
      auto Right = [&] { return condition(Op->getRHS()); };
      auto Known = [&] { return constant(B.getI1Type(), And ? 0 : 1); };
      return And ? choose(L, B.getI1Type(), Right, Known)
                 : choose(L, B.getI1Type(), Known, Right);
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

Value Lowering::shift(Value L, Value Amount, bool ToLeft, bool IsUnsigned) {
  // The amount has a type of its own.
  if (Amount.getType() != L.getType())
    Amount = B.createConvert(Here, L.getType(), Amount);
  if (ToLeft)
    return arith::ShLIOp::create(B, Here, L, Amount);
  if (IsUnsigned)
    return arith::ShRUIOp::create(B, Here, L, Amount);
  return arith::ShRSIOp::create(B, Here, L, Amount);
}

/// Signed integers do not overflow, so that an index of 32 bits may count in
/// 64, and accesses by it are seen to be consecutive. Smaller ones, which the
/// increment operators have, are computed as int and cut.
static arith::IntegerOverflowFlags overflowOf(clang::QualType T,
                                              const clang::ASTContext &AST) {
  return T->isSignedIntegerType() &&
                 AST.getTypeSize(T) >= AST.getTypeSize(AST.IntTy)
             ? arith::IntegerOverflowFlags::nsw
             : arith::IntegerOverflowFlags::none;
}

Value Lowering::binary(clang::BinaryOperatorKind Op, Value L, Value R,
                       QualType T, clang::SourceLocation At) {
  bool F = isa<FloatType>(L.getType()), U = isUnsigned(T);
  if (isa<ComplexType>(L.getType()) || isa<ComplexType>(R.getType()))
    return complexBinary(Op, L, R, At);
  arith::IntegerOverflowFlags Overflow = overflowOf(T, AST);
  switch (Op) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    if (F)
      return arith::AddFOp::create(B, Here, L, R);
    return arith::AddIOp::create(B, Here, L, R, Overflow);
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    if (F)
      return arith::SubFOp::create(B, Here, L, R);
    return arith::SubIOp::create(B, Here, L, R, Overflow);
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    if (F)
      return arith::MulFOp::create(B, Here, L, R);
    return arith::MulIOp::create(B, Here, L, R, Overflow);
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
    return shift(L, R, /*ToLeft=*/true, U);
  case clang::BO_Shr:
  case clang::BO_ShrAssign:
    return shift(L, R, /*ToLeft=*/false, U);
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
  if (L->refersToBitField())
    return assignBits(E);
  if (E->getOpcode() == clang::BO_Assign) {
    if (T->isRecordType()) {
      Value From = structure(R);
      copyMemory(structure(L), From, T);
      return {};
    }
    Value V = valueOf(R);
    storeTo(V, lvalue(L));
    return V;
  }
  const auto *Compound = cast<clang::CompoundAssignOperator>(E);
  if (IsPointer) {
    Value Where = lvalue(L);
    Value V =
        pointerSum(loadOf(Where), integer64(R), T->getPointeeType(),
                   E->getOpcode() == clang::BO_SubAssign, E->getExprLoc());
    storeTo(V, Where);
    return V;
  }
  Value Other = scalar(R);
  Value Where = lvalue(L);
  QualType Common = Compound->getComputationLHSType();
  Value V = convert(loadOf(Where), T, Common, E->getExprLoc());
  V = binary(E->getOpcode(), V, Other, Common, E->getExprLoc());
  // What is computed in complex numbers may go to a real variable.
  V = convert(V, Compound->getComputationResultType(), T, E->getExprLoc());
  storeTo(V, Where);
  return V;
}

/// \p Old and one, or one less, as a number of type \p T: a truth value that is
/// not 0 is 1.
Value Lowering::changedByOne(Value Old, QualType T,
                             const clang::UnaryOperator *E) {
  Value One = constant(Old.getType(), 1);
  if (!T->isBooleanType())
    return binary(E->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, Old, One,
                  T, E->getExprLoc());
  return E->isIncrementOp() ? One
                            : Value(arith::XOrIOp::create(B, Here, Old, One));
}

Value Lowering::increment(const clang::UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = Sub->getType();
  if (BitField Of; Sub->refersToBitField() && bitField(Sub, Of)) {
    Value Old = loadBits(Of);
    Value New = storeBits(Of, changedByOne(Old, T, E));
    return E->isPrefix() ? New : Old;
  }
  Value Where = lvalue(Sub);
  Value Old = loadOf(Where), New;
  if (T->isPointerType())
    New = pointerSum(Old, constant(B.getI64Type(), 1), T->getPointeeType(),
                     E->isDecrementOp(), E->getExprLoc());
  else
    New = changedByOne(Old, T, E);
  storeTo(New, Where);
  return E->isPrefix() ? New : Old;
}

/// One of two values of type \p T, of which the other is not computed.
Value Lowering::choose(Value Condition, Type T,
                       llvm::function_ref<Value()> True,
                       llvm::function_ref<Value()> False) {
  auto If = fir::IfOp::create(B, Here, TypeRange{T}, Condition,
                              /*withElseRegion=*/true);
  OpBuilder::InsertionGuard Guard(B);
  llvm::SaveAndRestore Blocks(InBlocks, false);
  B.setInsertionPointToStart(&If.getThenRegion().front());
  fir::ResultOp::create(B, Here, True());
  B.setInsertionPointToStart(&If.getElseRegion().front());
  fir::ResultOp::create(B, Here, False());
  return If.getResult(0);
}

Value Lowering::conditional(const clang::AbstractConditionalOperator *E) {
  // `a ?: b` computes the first operand once.
  if (const auto *Short = dyn_cast<clang::BinaryConditionalOperator>(E))
    OpaqueValues[Short->getOpaqueValue()] = valueOf(Short->getCommon());
  Value C = condition(E->getCond());
  if (E->getType()->isVoidType()) {
    auto If = fir::IfOp::create(B, Here, C, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard Guard(B);
    llvm::SaveAndRestore Blocks(InBlocks, false);
    B.setInsertionPointToStart(&If.getThenRegion().front());
    statement(E->getTrueExpr());
    B.setInsertionPointToStart(&If.getElseRegion().front());
    statement(E->getFalseExpr());
    return {};
  }
  if (isCheap(E->getTrueExpr()) && isCheap(E->getFalseExpr())) {
    Value T = valueOf(E->getTrueExpr()), F = valueOf(E->getFalseExpr());
    return arith::SelectOp::create(B, Here, C, T, F);
  }
  Type T = memoryType(E->getType(), E->getExprLoc());
  return choose(
      C, T ? T : B.getI32Type(), [&] { return valueOf(E->getTrueExpr()); },
      [&] { return valueOf(E->getFalseExpr()); });
}

/// Of any type but that of an array; the address for a structure.
Value Lowering::valueOf(const Expr *E) {
  QualType T = E->getType();
  return T->isPointerType()  ? pointer(E)
         : T->isRecordType() ? structure(E)
                             : scalar(E);
}

/// `({ ... })` of GNU C, of which the macro assert() is one.
Value Lowering::statementValue(const clang::StmtExpr *E) {
  const clang::CompoundStmt *Body = E->getSubStmt();
  if (E->getType()->isVoidType()) {
    block(Body);
    return {};
  }
  for (const Stmt *Part :
       ArrayRef(Body->body_begin(), Body->size()).drop_back())
    block(Part);
  return scalar(cast<Expr>(Body->body_back()));
}

Value Lowering::unsupported(const Expr *E) {
  clang::SourceLocation Where = E->getExprLoc();
  error(Where, Twine("the expression '") + E->getStmtClassName() +
                   "' is not supported in device code");
  Type Memory =
      E->getType()->isVoidType() ? Type() : memoryType(E->getType(), Where);
  return undefined(Memory ? Memory : B.getI32Type());
}

/// The value of a constant of the host, which device code has no variable for;
/// null if \p E is none.
Value Lowering::constantOf(const Expr *E, QualType T) {
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
  const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || Variables.count(Var->getCanonicalDecl()) ||
      !Var->getType().isConstQualified() || !Var->getAnyInitializer())
    return {};
  return evaluated(Var->getAnyInitializer(), T);
}

/// The value of \p E as one of type \p T, if it is constant.
Value Lowering::evaluated(const Expr *E, QualType T) {
  clang::Expr::EvalResult Known;
  if (!E->EvaluateAsRValue(Known, AST) || Known.HasSideEffects)
    return {};
  Type Memory = memoryType(T, E->getExprLoc());
  if (Memory && Known.Val.isInt())
    return constant(Memory, bitsOf(Known.Val.getInt()));
  if (Memory && Known.Val.isFloat())
    return arith::ConstantOp::create(
        B, Here, FloatAttr::get(Memory, Known.Val.getFloat()));
  return {};
}

Value Lowering::castValue(const clang::CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  clang::SourceLocation Where = E->getExprLoc();
  QualType T = E->getType();
  switch (E->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (Value V = constantOf(Sub, T))
      return V;
    if (BitField Of; Sub->refersToBitField() && bitField(Sub, Of))
      return loadBits(Of);
    return loadOf(lvalue(Sub));
  case clang::CK_NoOp:
    return scalar(Sub);
  case clang::CK_PointerToBoolean:
    return arith::ExtUIOp::create(B, Here, B.getI8Type(), toBool(pointer(Sub)));
  case clang::CK_PointerToIntegral:
    return convert(pointer(Sub), AST.UnsignedLongTy, T, Where);
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
    // A type that devices need not have then.
    if (Sub->getType()->isSpecificBuiltinType(clang::BuiltinType::LongDouble))
      if (Value V = evaluated(E, T))
        return V;
    return convert(scalar(Sub), Sub->getType(), T, Where);
  case clang::CK_ToVoid:
    statement(Sub);
    return {};
  default:
    bool Done = false;
    if (Value V = complexCast(E, Done))
      return V;
    error(Where, Twine("the conversion '") + E->getCastKindName() +
                     "' is not supported in device code");
    return undefined(B.getI32Type());
  }
}

Value Lowering::unaryValue(const clang::UnaryOperator *E) {
  if (E->isIncrementDecrementOp())
    return increment(E);
  const Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return scalar(Sub);
  case clang::UO_Minus: {
    Value V = scalar(Sub);
    if (isa<ComplexType>(V.getType()))
      return fir::NegcOp::create(B, Here, V);
    if (isa<FloatType>(V.getType()))
      return arith::NegFOp::create(B, Here, V);
    return arith::SubIOp::create(B, Here, constant(V.getType(), 0), V);
  }
  case clang::UO_Not: {
    Value V = scalar(Sub);
    if (isa<ComplexType>(V.getType()))
      return makeComplex(partOf(V, false),
                         arith::NegFOp::create(B, Here, partOf(V, true)));
    return arith::XOrIOp::create(B, Here, V, constant(V.getType(), -1));
  }
  case clang::UO_Real:
  case clang::UO_Imag: {
    Value V = scalar(Sub);
    bool Imaginary = E->getOpcode() == clang::UO_Imag;
    if (isa<ComplexType>(V.getType()))
      return partOf(V, Imaginary);
    return Imaginary ? constant(V.getType(), 0) : V;
  }
  case clang::UO_LNot:
    return arith::ExtUIOp::create(B, Here, B.getI32Type(), condition(E));
  default:
    return unsupported(E);
  }
}

Value Lowering::binaryValue(const clang::BinaryOperator *E) {
  clang::SourceLocation Where = E->getExprLoc();
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  if (E->isAssignmentOp())
    return assignment(E);
  if (E->getOpcode() == clang::BO_Comma) {
    statement(Left);
    return scalar(Right);
  }
  if (E->isComparisonOp() || E->isLogicalOp())
    return arith::ExtUIOp::create(B, Here, B.getI32Type(), condition(E));
  if (Left->getType()->isPointerType()) {
    // The distance of two pointers.
    Value L = pointer(Left);
    Value Bytes = arith::SubIOp::create(B, Here, L, pointer(Right));
    return arith::DivSIOp::create(
        B, Here, Bytes,
        constant(B.getI64Type(),
                 sizeOf(Left->getType()->getPointeeType(), Where)));
  }
  Value L = scalar(Left);
  return binary(E->getOpcode(), L, scalar(Right), E->getType(), Where);
}

/// The value of an expression with arithmetic type.
Value Lowering::scalar(const Expr *E) {
  E = bareExpr(E);
  clang::SourceLocation Where = E->getExprLoc();
  QualType T = E->getType();
  if (T->isIntegralOrEnumerationType() && !E->isValueDependent()) {
    clang::Expr::EvalResult Known;
    if (E->EvaluateAsInt(Known, AST, clang::Expr::SE_NoSideEffects)) {
      Type Memory = memoryType(T, Where);
      return constant(Memory ? Memory : B.getI32Type(),
                      bitsOf(Known.Val.getInt()));
    }
  }
  if (const auto *Float = dyn_cast<clang::FloatingLiteral>(E)) {
    Type Memory = memoryType(T, Where);
    if (!Memory)
      return undefined(B.getF64Type());
    llvm::APFloat V = Float->getValue();
    return arith::ConstantOp::create(B, Here, FloatAttr::get(Memory, V));
  }
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E))
    return castValue(Cast);
  if (const auto *Op = dyn_cast<clang::UnaryOperator>(E))
    return unaryValue(Op);
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(E))
    return binaryValue(Op);
  if (const auto *Choice = dyn_cast<clang::AbstractConditionalOperator>(E))
    return conditional(Choice);
  if (const auto *Known = dyn_cast<clang::OpaqueValueExpr>(E))
    return OpaqueValues.lookup(Known);
  // Of a structure that is no variable.
  if (isa<clang::MemberExpr>(E))
    return loadOf(address(E));
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return call(Call);
  if (const auto *Statements = dyn_cast<clang::StmtExpr>(E))
    return statementValue(Statements);
  if (const auto *Imaginary = dyn_cast<clang::ImaginaryLiteral>(E)) {
    Value V = scalar(Imaginary->getSubExpr());
    return makeComplex(constant(V.getType(), 0), V);
  }
  return unsupported(E);
}

} // namespace warpfort::c
