//===-- BitFields.cpp - Bit-fields of C -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bit-field is read and written in the smallest aligned word that it lies
/// in. A word that other members lie in, too, is not written: another thread
/// may write those at the same time.
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "clang/AST/Expr.h"

using namespace mlir;

namespace warpfort::c {

/// Whether a word of \p Bits bits from bit \p Begin of the structure holds
/// members that are no bit-fields.
static bool holdsMembers(const clang::RecordDecl *Record, uint64_t Begin,
                         uint64_t Bits, const clang::ASTContext &AST) {
  return llvm::any_of(Record->fields(), [&](const clang::FieldDecl *Field) {
    uint64_t From = AST.getFieldOffset(Field);
    return !Field->isBitField() && From < Begin + Bits &&
           From + AST.getTypeSize(Field->getType()) > Begin;
  });
}

/// Whether \p E is a bit-field; its place, if so.
bool Lowering::bitField(const Expr *E, BitField &Result) {
  const auto *Member = dyn_cast<clang::MemberExpr>(E->IgnoreParens());
  const auto *Field =
      Member ? dyn_cast<clang::FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || !Field->isBitField())
    return false;
  Value P = Member->isArrow() ? pointer(Member->getBase())
                              : B.createConvert(Here, B.getI64Type(),
                                                address(Member->getBase()));
  placeBits(Field, P, E->getExprLoc(), Result);
  return true;
}

/// The bit-field \p Field of the structure at \p P.
void Lowering::placeBits(const clang::FieldDecl *Field, Value P,
                         clang::SourceLocation Where, BitField &Result) {
  uint64_t Offset = AST.getFieldOffset(Field);
  Result.Width = Field->getBitWidthValue();
  Result.T = Field->getType();
  Result.IsSigned = Result.T->isSignedIntegerOrEnumerationType();
  for (Result.Bits = 8; Result.Bits < 64; Result.Bits *= 2)
    if (Offset % Result.Bits + Result.Width <= Result.Bits)
      break;
  Result.Shift = Offset % Result.Bits;
  uint64_t Begin = Offset - Result.Shift;
  if (Result.Shift + Result.Width > Result.Bits ||
      (!Field->getParent()->isUnion() &&
       holdsMembers(Field->getParent(), Begin, Result.Bits, AST)))
    error(Where, "the bit-field '" + Field->getName() +
                     "', which shares a word with other members, is not "
                     "supported in device code");
  if (Begin)
    P = arith::AddIOp::create(B, Here, P, constant(B.getI64Type(), Begin / 8));
  Result.Word = B.createConvert(
      Here, fir::ReferenceType::get(B.getIntegerType(Result.Bits)), P);
}

/// The value in the type that the member is declared with.
Value Lowering::loadBits(const BitField &Of) {
  Type Word = B.getIntegerType(Of.Bits), To = memoryType(Of.T, {});
  Value V = loadOf(Of.Word);
  Value Left = constant(Word, Of.Bits - Of.Shift - Of.Width),
        Right = constant(Word, Of.Bits - Of.Width);
  V = arith::ShLIOp::create(B, Here, V, Left);
  if (Of.IsSigned)
    V = arith::ShRSIOp::create(B, Here, V, Right);
  else
    V = arith::ShRUIOp::create(B, Here, V, Right);
  unsigned Wanted = To.getIntOrFloatBitWidth();
  if (Wanted < Of.Bits)
    return arith::TruncIOp::create(B, Here, To, V);
  if (Wanted == Of.Bits)
    return V;
  if (Of.IsSigned)
    return arith::ExtSIOp::create(B, Here, To, V);
  return arith::ExtUIOp::create(B, Here, To, V);
}

/// The result is what the member has then.
Value Lowering::storeBits(const BitField &Of, Value V) {
  Type Word = B.getIntegerType(Of.Bits);
  unsigned Given = V.getType().getIntOrFloatBitWidth();
  if (Given > Of.Bits)
    V = arith::TruncIOp::create(B, Here, Word, V);
  else if (Given < Of.Bits)
    V = arith::ExtUIOp::create(B, Here, Word, V);
  llvm::APInt Mask =
      llvm::APInt::getBitsSet(Of.Bits, Of.Shift, Of.Shift + Of.Width);
  auto Constant = [&](const llvm::APInt &Bits) -> Value {
    return arith::ConstantOp::create(B, Here, IntegerAttr::get(Word, Bits));
  };
  V = arith::ShLIOp::create(B, Here, V, constant(Word, Of.Shift));
  V = arith::AndIOp::create(B, Here, V, Constant(Mask));
  Value Others =
      arith::AndIOp::create(B, Here, loadOf(Of.Word), Constant(~Mask));
  storeTo(arith::OrIOp::create(B, Here, Others, V), Of.Word);
  return loadBits(Of);
}

/// Assignments of all kinds to a bit-field.
Value Lowering::assignBits(const clang::BinaryOperator *E) {
  BitField Of;
  const Expr *R = E->getRHS();
  clang::SourceLocation Where = E->getExprLoc();
  if (E->getOpcode() == clang::BO_Assign) {
    Value V = scalar(R);
    bitField(E->getLHS(), Of);
    return storeBits(Of, V);
  }
  const auto *Compound = cast<clang::CompoundAssignOperator>(E);
  QualType Common = Compound->getComputationLHSType();
  Value Other = scalar(R);
  bitField(E->getLHS(), Of);
  Value V = convert(loadBits(Of), Of.T, Common, Where);
  V = binary(E->getOpcode(), V, Other, Common, Where);
  V = convert(V, Compound->getComputationResultType(), Of.T, Where);
  return storeBits(Of, V);
}

} // namespace warpfort::c
