//===-- Clauses.cpp - Clauses of OpenACC C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data objects, private variables and reductions, as operations of MLIR's
/// dialect.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "clang/Lex/Lexer.h"

using namespace mlir;

namespace warpfort::c {

Lowering::Async Lowering::asyncOf(Clauses List) {
  Async Result;
  if (const auto *Clause = findClause<clang::OpenACCAsyncClause>(List)) {
    if (Clause->hasIntExpr())
      Result.Queue =
          convert(scalar(Clause->getIntExpr()), Clause->getIntExpr()->getType(),
                  AST.IntTy, Clause->getBeginLoc());
    else
      Result.Only = true;
  }
  return Result;
}

Value Lowering::ifOf(Clauses List) {
  const auto *Clause = findClause<clang::OpenACCIfClause>(List);
  return Clause ? condition(Clause->getConditionExpr()) : Value();
}

bool Lowering::refuseDeviceTypes(Clauses List) {
  if (const auto *Clause = findClause<clang::OpenACCDeviceTypeClause>(List)) {
    error(Clause->getBeginLoc(), "the clause 'device_type' is not supported");
    return false;
  }
  return true;
}

/// `x[:n]` as -Minfo shows it.
std::string Lowering::sectionName(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  auto Text = [&](const Expr *Part) -> std::string {
    clang::Expr::EvalResult Known;
    if (Part->EvaluateAsInt(Known, AST))
      return llvm::toString(Known.Val.getInt(), 10);
    std::string Result;
    llvm::raw_string_ostream OS(Result);
    Part->IgnoreParenImpCasts()->printPretty(OS, nullptr,
                                             AST.getPrintingPolicy());
    return Result;
  };
  if (const auto *Section = dyn_cast<clang::ArraySectionExpr>(E)) {
    std::string Lower, Length;
    if (const Expr *L = Section->getLowerBound())
      Lower = Text(L);
    if (Lower == "0")
      Lower.clear();
    if (Section->getLength())
      Length = Text(Section->getLength());
    return sectionName(Section->getBase()) + "[" + Lower + ":" + Length + "]";
  }
  if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E))
    return sectionName(Element->getBase()) + "[" + Text(Element->getIdx()) +
           "]";
  return Text(E);
}

/// The variable or section that a data clause names. With \p NeedsSize the
/// extent of what a pointer points to must be known.
bool Lowering::dataObject(const Expr *E, DataObject &Result, bool NeedsSize) {
  clang::SourceLocation Where = E->getExprLoc();
  struct Range {
    const Expr *Lower, *Length;
    bool HasColon;
  };
  SmallVector<Range> Sections; // in C's order
  const Expr *Root = E->IgnoreParenImpCasts();
  for (;;) {
    if (const auto *Section = dyn_cast<clang::ArraySectionExpr>(Root)) {
      Sections.push_back({Section->getLowerBound(), Section->getLength(),
                          Section->getColonLocFirst().isValid()});
      Root = Section->getBase()->IgnoreParenImpCasts();
    } else if (const auto *Element =
                   dyn_cast<clang::ArraySubscriptExpr>(Root)) {
      Sections.push_back({Element->getIdx(), nullptr, false});
      Root = Element->getBase()->IgnoreParenImpCasts();
    } else {
      break;
    }
  }
  std::reverse(Sections.begin(), Sections.end());
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(Root);
  const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var) {
    error(Where, "'" + sectionName(E) +
                     "' in a data clause, which is a part of a structure or "
                     "another expression, is not supported");
    return false;
  }
  Result.Var = Var->getCanonicalDecl();
  Result.Of = *find(Var, Where);
  Result.Base = Result.Of.Base;
  QualType T = Var->getType();
  bool IsPointer = T->isPointerType();
  if (IsPointer && !Result.Of.Rank) {
    error(Where, "the pointer '" + Var->getName() +
                     "', which the construct assigns, is not supported in a "
                     "data clause");
    return false;
  }
  Result.Name =
      IsPointer || !Sections.empty() ? sectionName(E) : Var->getNameAsString();
  if (Sections.empty()) {
    if (IsPointer && NeedsSize) {
      error(Where,
            "the size of what '" + Var->getName() +
                "' points to is unknown: give it in the clause, as in '" +
                Var->getName() + "[0:n]'");
      return false;
    }
    if (T->isArrayType())
      for (QualType A = T; const auto *Array = AST.getAsConstantArrayType(A);
           A = Array->getElementType())
        Result.Name += "[:]";
    else if (IsPointer)
      Result.Name += "[:]";
    return true;
  }
  // Sections beyond what is one object follow pointers in it.
  QualType Part = IsPointer ? T->getPointeeType() : T;
  unsigned Rank = IsPointer ? 1 : 0;
  for (; const auto *Array = AST.getAsConstantArrayType(Part); ++Rank)
    Part = Array->getElementType();
  if (Sections.size() > Rank) {
    error(Where, "'" + sectionName(E) +
                     "' in a data clause, which follows pointers in the data, "
                     "is not supported");
    return false;
  }
  // From the last dimension of C, which is the first of FIR's.
  auto Array =
      cast<fir::SequenceType>(fir::unwrapPassByRefType(Result.Base.getType()));
  Type Index = B.getIndexType();
  Value Zero = B.createIntegerConstant(Here, Index, 0),
        One = B.createIntegerConstant(Here, Index, 1);
  for (unsigned D = 0; D < Result.Of.Rank; ++D) {
    // A structure's words are a dimension of their own.
    int CDim = static_cast<int>(Result.Of.Rank) - 1 - static_cast<int>(D);
    int64_t Extent = Array.getShape()[D];
    Value Lower = Zero, Length;
    if (CDim < static_cast<int>(Sections.size())) {
      const Range &Section = Sections[CDim];
      if (Section.Lower)
        Lower = B.createConvert(Here, Index, integer64(Section.Lower));
      if (!Section.HasColon)
        Length = One;
      else if (Section.Length)
        Length = B.createConvert(Here, Index, integer64(Section.Length));
    }
    if (!Length) {
      if (Extent == fir::SequenceType::getUnknownExtent()) {
        error(Where, "the size of '" + sectionName(E) + "' is unknown");
        return false;
      }
      Length = B.createIntegerConstant(Here, Index, Extent);
      if (Lower != Zero)
        Length = arith::SubIOp::create(B, Here, Length, Lower);
    }
    Value Dim = B.createIntegerConstant(Here, Index, D);
    auto Dims =
        fir::BoxDimsOp::create(B, Here, Index, Index, Index, Result.Base, Dim);
    Value Upper = arith::SubIOp::create(
        B, Here, arith::AddIOp::create(B, Here, Lower, Length), One);
    Result.Bounds.push_back(acc::DataBoundsOp::create(
        B, Here, acc::DataBoundsType::get(B.getContext()), Lower, Upper, Length,
        Dims.getResult(2), /*strideInBytes=*/true, Zero));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Private variables and reductions
//===----------------------------------------------------------------------===//

static std::string recipeName(StringRef Kind, Type T) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  OS << Kind << "_" << T;
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  return Name;
}

/// A variable of type \p T in a recipe, which \p T refers to.
static Value allocate(OpBuilder &B, Location Loc, Type T) {
  Type Memory = fir::unwrapPassByRefType(T);
  Value New = fir::AllocaOp::create(B, Loc, Memory);
  Value Shape;
  if (auto Array = dyn_cast<fir::SequenceType>(Memory)) {
    SmallVector<Value> Pairs;
    for (int64_t Extent : Array.getShape()) {
      Pairs.push_back(arith::ConstantIndexOp::create(B, Loc, 0));
      Pairs.push_back(arith::ConstantIndexOp::create(B, Loc, Extent));
    }
    Shape = fir::ShapeShiftOp::create(
        B, Loc, fir::ShapeShiftType::get(B.getContext(), Array.getDimension()),
        Pairs);
  }
  return hlfir::DeclareOp::create(B, Loc, New, "acc.private.init", Shape)
      .getBase();
}

/// A recipe whose variables have no value yet.
template <typename Recipe>
static Recipe beginRecipe(OpBuilder &R, Location Loc, StringRef Name, Type T) {
  auto Made = Recipe::create(R, Loc, Name, T);
  R.createBlock(&Made.getInitRegion(), {}, {T}, {Loc});
  acc::YieldOp::create(R, Loc, ValueRange{allocate(R, Loc, T)});
  return Made;
}

acc::PrivateRecipeOp Lowering::privateRecipe(Type T) {
  std::string Name = recipeName("privatization", T);
  if (auto Known = Module.lookupSymbol<acc::PrivateRecipeOp>(Name))
    return Known;
  OpBuilder R(Module.getBodyRegion());
  Location Loc = UnknownLoc::get(B.getContext());
  auto Recipe = beginRecipe<acc::PrivateRecipeOp>(R, Loc, Name, T);
  return Recipe;
}

acc::FirstprivateRecipeOp Lowering::firstprivateRecipe(Type T) {
  std::string Name = recipeName("firstprivatization", T);
  if (auto Known = Module.lookupSymbol<acc::FirstprivateRecipeOp>(Name))
    return Known;
  OpBuilder R(Module.getBodyRegion());
  Location Loc = UnknownLoc::get(B.getContext());
  auto Recipe = beginRecipe<acc::FirstprivateRecipeOp>(R, Loc, Name, T);
  Block *Copy = R.createBlock(&Recipe.getCopyRegion(), {}, {T, T}, {Loc, Loc});
  Value From = Copy->getArgument(0);
  if (!isa<fir::BaseBoxType>(T))
    From = fir::LoadOp::create(R, Loc, From);
  hlfir::AssignOp::create(R, Loc, From, Copy->getArgument(1),
                          /*isWholeAllocatableAssignment=*/false,
                          /*keepLhsLengthIfRealloc=*/false,
                          /*temporary_lhs=*/true);
  acc::TerminatorOp::create(R, Loc);
  return Recipe;
}

/// Only the operator counts.
acc::ReductionRecipeOp
Lowering::reductionRecipe(Type T, acc::ReductionOperator Operator) {
  std::string Name = recipeName(
      "reduction_" + acc::stringifyReductionOperator(Operator).str(), T);
  if (auto Known = Module.lookupSymbol<acc::ReductionRecipeOp>(Name))
    return Known;
  OpBuilder R(Module.getBodyRegion());
  Location Loc = UnknownLoc::get(B.getContext());
  auto Recipe = acc::ReductionRecipeOp::create(R, Loc, Name, T, Operator);
  R.createBlock(&Recipe.getInitRegion(), {}, {T}, {Loc});
  acc::YieldOp::create(R, Loc, ValueRange{allocate(R, Loc, T)});
  Block *Combine =
      R.createBlock(&Recipe.getCombinerRegion(), {}, {T, T}, {Loc, Loc});
  acc::YieldOp::create(R, Loc, ValueRange{Combine->getArgument(0)});
  return Recipe;
}

acc::PrivateOp Lowering::privateEntry(const Variable &Of, StringRef Name,
                                      bool Implicit) {
  return acc::PrivateOp::create(B, Here, Of.Base, /*structured=*/true, Implicit,
                                Name);
}

/// The variable that a clause names as a whole.
const clang::VarDecl *Lowering::wholeVariable(const Expr *E, StringRef Clause) {
  const Expr *Bare = E->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(Bare);
  const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (Var && Var->getType()->isPointerType() &&
      find(Var, E->getExprLoc())->Rank) {
    // Each thread has the same copy of a pointer that is not assigned.
    return nullptr;
  }
  if (Var && !Var->getType()->isRecordType())
    return Var->getCanonicalDecl();
  error(E->getExprLoc(), "'" + sectionName(E) + "' in the clause '" + Clause +
                             "', which is a part of a variable or a structure, "
                             "is not supported");
  return nullptr;
}

std::optional<acc::ReductionOperator>
reductionOperator(clang::OpenACCReductionOperator Operator) {
  using From = clang::OpenACCReductionOperator;
  using To = acc::ReductionOperator;
  switch (Operator) {
  case From::Addition:
    return To::AccAdd;
  case From::Multiplication:
    return To::AccMul;
  case From::Max:
    return To::AccMax;
  case From::Min:
    return To::AccMin;
  case From::BitwiseAnd:
    return To::AccIand;
  case From::BitwiseOr:
    return To::AccIor;
  case From::BitwiseXOr:
    return To::AccXor;
  case From::And:
    return To::AccLand;
  case From::Or:
    return To::AccLor;
  case From::Invalid:
    break;
  }
  return std::nullopt;
}

} // namespace warpfort::c
