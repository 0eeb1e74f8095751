//===-- Structures.cpp - Values of structures, and initializers -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The value of an expression with structure type is memory that nothing else
/// changes before it is copied. Functions get and give structures behind
/// references, in another way than Clang's host code: their symbols say so.
///
///     v = f(w);      w$ = w; f$structures(&v$, &w$); v = v$;
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "clang/AST/ExprCXX.h"

using namespace mlir;

namespace warpfort::c {

/// What is copied as one value; LLVM makes an instruction of each word of it.
static constexpr uint64_t MostValueBytes = 256;

bool passesStructures(const clang::FunctionDecl *F) {
  return F->getReturnType()->isRecordType() ||
         llvm::any_of(F->parameters(), [](const clang::ParmVarDecl *P) {
           return P->getType()->isRecordType();
         });
}

Value Lowering::addressOf(const Variable &V) {
  return B.createConvert(
      Here, B.getI64Type(),
      V.Base.getDefiningOp<hlfir::DeclareOp>().getOriginalBase());
}

/// Calls \p Body for each word of what has type \p T, with its distance from
/// the begin.
void Lowering::forEachWord(QualType T,
                           llvm::function_ref<void(Value, Type)> Body) {
  uint64_t Size = AST.getTypeSizeInChars(T).getQuantity();
  uint64_t Bytes =
      std::min<uint64_t>(8, AST.getTypeAlignInChars(T).getQuantity());
  Type Index = B.getIndexType(), I64 = B.getI64Type();
  auto Loop =
      fir::DoLoopOp::create(B, Here, B.createIntegerConstant(Here, Index, 0),
                            B.createIntegerConstant(Here, Index, Size - Bytes),
                            B.createIntegerConstant(Here, Index, Bytes));
  OpBuilder::InsertionGuard Guard(B);
  B.setInsertionPointToStart(Loop.getBody());
  Body(B.createConvert(Here, I64, Loop.getInductionVar()),
       B.getIntegerType(8 * Bytes));
}

/// Copies the \p T at \p From; both are addresses as integers.
void Lowering::copyMemory(Value To, Value From, QualType T) {
  uint64_t Size = AST.getTypeSizeInChars(T).getQuantity();
  if (Size == 0)
    return;
  if (Size <= MostValueBytes) {
    storeTo(loadOf(atAddress(From, T, {})), atAddress(To, T, {}));
    return;
  }
  forEachWord(T, [&](Value Offset, Type Word) {
    auto At = [&](Value P) {
      return B.createConvert(Here, fir::ReferenceType::get(Word),
                             arith::AddIOp::create(B, Here, P, Offset));
    };
    storeTo(loadOf(At(From)), At(To));
  });
}

void Lowering::clearMemory(Value At, QualType T) {
  uint64_t Size = AST.getTypeSizeInChars(T).getQuantity();
  if (Size == 0)
    return;
  if (Size <= MostValueBytes) {
    Value Place = atAddress(At, T, {});
    storeTo(fir::ZeroOp::create(B, Here, fir::unwrapRefType(Place.getType())),
            Place);
    return;
  }
  forEachWord(T, [&](Value Offset, Type Word) {
    storeTo(constant(Word, 0),
            B.createConvert(Here, fir::ReferenceType::get(Word),
                            arith::AddIOp::create(B, Here, At, Offset)));
  });
}

/// The address, as an integer, of the value of \p E, which is a structure.
Value Lowering::structure(const Expr *E) {
  E = bareExpr(E);
  Type I64 = B.getI64Type();
  if (const auto *Temporary = dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return structure(Temporary->getSubExpr());
  if (E->isLValue() && !isa<clang::CompoundLiteralExpr>(E))
    return B.createConvert(Here, I64, address(E));
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E);
      Cast && (Cast->getCastKind() == clang::CK_LValueToRValue ||
               Cast->getCastKind() == clang::CK_NoOp))
    return structure(Cast->getSubExpr());
  if (const auto *Op = dyn_cast<clang::BinaryOperator>(E)) {
    if (Op->getOpcode() == clang::BO_Comma) {
      statement(Op->getLHS());
      return structure(Op->getRHS());
    }
    assignment(Op);
    return B.createConvert(Here, I64, address(Op->getLHS()));
  }
  if (const auto *Choice = dyn_cast<clang::ConditionalOperator>(E))
    return choose(
        condition(Choice->getCond()), I64,
        [&] { return structure(Choice->getTrueExpr()); },
        [&] { return structure(Choice->getFalseExpr()); });
  if (const auto *Member = dyn_cast<clang::MemberExpr>(E))
    return B.createConvert(Here, I64, address(Member));
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return call(Call);
  if (const auto *Literal = dyn_cast<clang::CompoundLiteralExpr>(E))
    E = Literal->getInitializer();
  if (isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(E)) {
    Value Memory = addressOf(makeLocal(E->getType(), "value", E->getExprLoc()));
    initializeAt(Memory, E->getType(), E);
    return Memory;
  }
  error(E->getExprLoc(), Twine("the expression '") + E->getStmtClassName() +
                             "' with structure type is not supported in "
                             "device code");
  return constant(I64, 0);
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

/// What is in braces; null for what is no list.
static const clang::InitListExpr *listOf(const clang::Expr *Init) {
  Init = bareExpr(Init);
  if (const auto *Literal = dyn_cast<clang::CompoundLiteralExpr>(Init))
    Init = Literal->getInitializer();
  return dyn_cast<clang::InitListExpr>(Init);
}

/// A number or pointer may be in braces, too.
static const clang::Expr *insideBraces(const clang::Expr *Init) {
  const clang::InitListExpr *List = listOf(Init);
  return List && List->getNumInits() == 1 ? List->getInit(0) : Init;
}

/// The string that \p Init makes an array of.
static const clang::StringLiteral *stringOf(const clang::Expr *Init) {
  Init = Init->IgnoreParens();
  if (const auto *List = dyn_cast<clang::InitListExpr>(Init);
      List && List->getNumInits() == 1)
    Init = List->getInit(0)->IgnoreParens();
  return dyn_cast<clang::StringLiteral>(Init);
}

/// Gives values to the elements of an array of type \p T: \p Clear sets all to
/// zero, \p SetElement and \p SetCharacter one of them.
void Lowering::initializeElements(
    QualType T, const Expr *Init, llvm::function_ref<void()> Clear,
    llvm::function_ref<void(uint64_t, const Expr *)> SetElement,
    llvm::function_ref<void(uint64_t, int64_t)> SetCharacter) {
  uint64_t Size = AST.getAsConstantArrayType(T)->getSize().getZExtValue();
  if (const clang::StringLiteral *Text = stringOf(Init)) {
    uint64_t Length = std::min<uint64_t>(Text->getLength(), Size);
    if (Length < Size)
      Clear();
    for (uint64_t I = 0; I < Length; ++I)
      SetCharacter(I, Text->getCodeUnit(I));
    return;
  }
  const clang::InitListExpr *List = listOf(Init);
  if (!List) {
    error(Init->getExprLoc(), "this initialization of an array is not "
                              "supported in device code");
    return;
  }
  auto IsZero = [](const Expr *Part) {
    return isa<clang::ImplicitValueInitExpr, clang::NoInitExpr>(Part);
  };
  if (List->getNumInits() < Size || llvm::any_of(List->inits(), IsZero))
    Clear();
  for (auto [I, Part] : llvm::enumerate(List->inits()))
    if (!IsZero(Part))
      SetElement(I, Part);
}

void Lowering::initializeFields(Value P, const clang::InitListExpr *List) {
  const auto *Record = List->getType()->getAsRecordDecl();
  auto Set = [&](const clang::FieldDecl *Field, const Expr *Init) {
    if (isa<clang::ImplicitValueInitExpr>(Init))
      return;
    if (Field->isBitField()) {
      BitField Bits;
      placeBits(Field, P, Init->getExprLoc(), Bits);
      storeBits(Bits, scalar(Init));
      return;
    }
    Value At = P;
    if (uint64_t Offset = AST.getFieldOffset(Field) / 8)
      At = arith::AddIOp::create(B, Here, P, constant(B.getI64Type(), Offset));
    initializeAt(At, Field->getType(), Init);
  };
  if (Record->isUnion()) {
    if (List->getInitializedFieldInUnion() && List->getNumInits())
      Set(List->getInitializedFieldInUnion(), List->getInit(0));
    return;
  }
  unsigned I = 0;
  for (const clang::FieldDecl *Field : Record->fields())
    if (!Field->isUnnamedBitField() && I < List->getNumInits())
      Set(Field, List->getInit(I++));
}

/// Gives the \p T at \p P the value of \p Init.
void Lowering::initializeAt(Value P, QualType T, const Expr *Init) {
  if (isa<clang::ImplicitValueInitExpr>(Init)) {
    clearMemory(P, T);
    return;
  }
  clang::SourceLocation Where = Init->getExprLoc();
  if (const auto *Array = AST.getAsConstantArrayType(T)) {
    QualType Part = Array->getElementType();
    auto At = [&](uint64_t I) {
      return pointerSum(P, constant(B.getI64Type(), I), Part, /*Minus=*/false,
                        Where);
    };
    initializeElements(
        T, Init, [&] { clearMemory(P, T); },
        [&](uint64_t I, const Expr *E) { initializeAt(At(I), Part, E); },
        [&](uint64_t I, int64_t C) {
          storeTo(constant(memoryType(Part, Where), C),
                  atAddress(At(I), Part, Where));
        });
    return;
  }
  const clang::InitListExpr *List = listOf(Init);
  if (T->isRecordType()) {
    if (!List) {
      copyMemory(P, structure(Init), T);
      return;
    }
    clearMemory(P, T);
    initializeFields(P, List);
    return;
  }
  storeTo(valueOf(insideBraces(Init)), atAddress(P, T, Where));
}

/// The same for an array of numbers or pointers, or a row of one, that is a
/// variable.
void Lowering::initializeArray(const Variable &V, QualType T,
                               SmallVectorImpl<Value> &Subscripts,
                               const Expr *Init) {
  QualType Part = AST.getAsConstantArrayType(T)->getElementType();
  auto Inside = [&](uint64_t I, auto &&Body) {
    Subscripts.push_back(B.createIntegerConstant(Here, B.getIndexType(), I));
    Body();
    Subscripts.pop_back();
  };
  auto Store = [&](Value From) { storeTo(From, elementAt(V, Subscripts)); };
  initializeElements(
      T, Init,
      [&] {
        Value At =
            B.createConvert(Here, B.getI64Type(), elementAt(V, Subscripts));
        clearMemory(At, T);
      },
      [&](uint64_t I, const Expr *E) {
        Inside(I, [&] {
          if (Part->isArrayType())
            initializeArray(V, Part, Subscripts, E);
          else
            Store(valueOf(E));
        });
      },
      [&](uint64_t I, int64_t C) {
        Inside(I, [&] { Store(constant(memoryType(Part, {}), C)); });
      });
}

void Lowering::initialize(const clang::VarDecl *Var) {
  const Expr *Init = Var->getInit();
  QualType T = Var->getType();
  const Variable V = Variables[Var->getCanonicalDecl()];
  if (!V.Rank) {
    storeTo(valueOf(insideBraces(Init)), V.Base);
    return;
  }
  SmallVector<Value> Subscripts;
  if (T->isConstantArrayType() && !AST.getBaseElementType(T)->isRecordType())
    initializeArray(V, T, Subscripts, Init);
  else
    initializeAt(addressOf(V), T, Init);
}

} // namespace warpfort::c
