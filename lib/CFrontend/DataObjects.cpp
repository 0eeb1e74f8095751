//===-- DataObjects.cpp - What data clauses of C name ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables and sections get operations of MLIR's dialect, as do parts of
/// structures:
///
///     copy(x[0:n])             float *x
///     copy(a[0:n][0:m])        float a[N][M]
///     copy(s.a[0:n])           struct { float a[N]; } s
///
/// What pointers in memory point to is a matter of the runtime, which knows how
/// many there are, and attaches them (warprt/PointerData.h):
///
///     copy(s.p[0:n])           struct { float *p; } s
///     copy(x[0:n][0:m])        float **x; the array x[0:n] has an operation
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/EntryPoints.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace warpfort::c {

/// `n * m + 1` as `n*m+1`; spaces between words stay.
static std::string withoutSpaces(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsBetweenWords = I > 0 && I + 1 < Text.size() &&
                          clang::isAsciiIdentifierContinue(Text[I - 1]) &&
                          clang::isAsciiIdentifierContinue(Text[I + 1]);
    if (Text[I] != ' ' || IsBetweenWords)
      Result += Text[I];
  }
  return Result;
}

/// `x[:n]` as -Minfo shows it.
std::string Lowering::sectionName(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  auto Text = [&](const Expr *Part) -> std::string {
    // Of constants that are variables the name.
    clang::Expr::EvalResult Known;
    if (variablesIn(Part).empty() && Part->EvaluateAsInt(Known, AST))
      return llvm::toString(Known.Val.getInt(), 10);
    std::string Result;
    llvm::raw_string_ostream OS(Result);
    Part->IgnoreParenImpCasts()->printPretty(OS, nullptr,
                                             AST.getPrintingPolicy());
    return withoutSpaces(Result);
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

const clang::Expr *sectionBase(const clang::Expr *E) {
  if (const auto *Part = dyn_cast<clang::ArraySectionExpr>(E))
    return Part->getBase();
  if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E))
    return Element->getBase();
  return nullptr;
}

/// The expression that \p E is sections of, which are in C's order.
const clang::Expr *Lowering::peelSections(const Expr *E,
                                          SmallVectorImpl<Section> &Sections) {
  const Expr *Root = E->IgnoreParenImpCasts();
  while (const Expr *Base = sectionBase(Root)) {
    if (const auto *Part = dyn_cast<clang::ArraySectionExpr>(Root))
      Sections.push_back({Root, Part->getLowerBound(), Part->getLength(),
                          Part->getColonLocFirst().isValid()});
    else
      Sections.push_back({Root, cast<clang::ArraySubscriptExpr>(Root)->getIdx(),
                          nullptr, false});
    Root = Base->IgnoreParenImpCasts();
  }
  std::reverse(Sections.begin(), Sections.end());
  return Root;
}

/// The bounds of a section of an array.
bool Lowering::sectionBounds(const Expr *E, ArrayRef<Section> Sections,
                             DataObject &Result, bool IsPointer) {
  auto Array =
      cast<fir::SequenceType>(fir::unwrapPassByRefType(Result.Base.getType()));
  Type Index = B.getIndexType();
  Value Zero = B.createIntegerConstant(Here, Index, 0),
        One = B.createIntegerConstant(Here, Index, 1);
  // From the last dimension of C, which is the first of FIR's.
  for (unsigned D = 0; D < Result.Of.Rank; ++D) {
    // A structure's words are a dimension of their own.
    int CDim = static_cast<int>(Result.Of.Rank) - 1 - static_cast<int>(D);
    int64_t Extent = Array.getShape()[D];
    Value Lower = Zero, Length;
    if (CDim < static_cast<int>(Sections.size())) {
      const Section &Part = Sections[CDim];
      if (Part.Lower)
        Lower = B.createConvert(Here, Index, integer64(Part.Lower));
      if (!Part.HasColon)
        Length = One;
      else if (Part.Length)
        Length = B.createConvert(Here, Index, integer64(Part.Length));
    }
    Value Dim = B.createIntegerConstant(Here, Index, D);
    auto Dims =
        fir::BoxDimsOp::create(B, Here, Index, Index, Index, Result.Base, Dim);
    if (!Length) {
      // Of what a pointer points to, or a dimension of variable length.
      if (CDim == 0 && IsPointer) {
        error(E->getExprLoc(),
              "the size of '" + sectionName(E) + "' is unknown");
        return false;
      }
      Length = Extent == fir::SequenceType::getUnknownExtent()
                   ? Value(Dims.getResult(1))
                   : B.createIntegerConstant(Here, Index, Extent);
      if (Lower != Zero)
        Length = arith::SubIOp::create(B, Here, Length, Lower);
    }
    Value Upper = arith::SubIOp::create(
        B, Here, arith::AddIOp::create(B, Here, Lower, Length), One);
    Result.Bounds.push_back(acc::DataBoundsOp::create(
        B, Here, acc::DataBoundsType::get(B.getContext()), Lower, Upper, Length,
        Dims.getResult(2), /*strideInBytes=*/true, Zero));
  }
  return true;
}

/// Sections of what the pointer \p T, and those that it points to, point to.
bool Lowering::pointerSections(const Expr *E, QualType T,
                               ArrayRef<Section> Sections, DataObject &Result) {
  for (const Section &Part : Sections) {
    if (!T->isPointerType() || (Part.HasColon && !Part.Length)) {
      error(E->getExprLoc(), "'" + sectionName(E) +
                                 "' in a data clause, whose pointers point to "
                                 "arrays, is not supported");
      return false;
    }
    Result.Levels.push_back(Part.Lower ? integer64(Part.Lower)
                                       : constant(B.getI64Type(), 0));
    Result.Levels.push_back(Part.HasColon ? integer64(Part.Length)
                                          : constant(B.getI64Type(), 1));
    T = T->getPointeeType();
  }
  if (T->isIncompleteType() || T->isVariablyModifiedType()) {
    error(E->getExprLoc(), "'" + sectionName(E) +
                               "' in a data clause has an element of unknown "
                               "size");
    return false;
  }
  Result.ElementBytes = sizeOf(T, E->getExprLoc());
  return true;
}

static const clang::Expr *extentOf(const llvm::APInt &Extent,
                                   clang::SourceLocation Where,
                                   clang::ASTContext &AST) {
  clang::QualType T = AST.getSizeType();
  return clang::IntegerLiteral::Create(
      AST, Extent.zextOrTrunc(AST.getTypeSize(T)), T, Where);
}

/// One, if the pointer \p T points to a structure: what a clause names without
/// a section; null for others.
static const clang::Expr *structureExtent(clang::QualType T,
                                          clang::SourceLocation Where,
                                          clang::ASTContext &AST) {
  clang::QualType Pointee = T->getPointeeType();
  return Pointee->isRecordType() && !Pointee->isIncompleteType()
             ? extentOf(llvm::APInt(64, 1), Where, AST)
             : nullptr;
}

/// What the pointer \p Root points to, as a variable.
bool Lowering::targetObject(const Expr *E, const Expr *Root,
                            ArrayRef<Section> Sections, DataObject &Result) {
  QualType T = Root->getType();
  Type Memory =
      arrayType(T->getPointeeType(), /*IsPointee=*/true, E->getExprLoc());
  if (!Memory)
    return false;
  using Flags = fir::FortranVariableFlagsEnum;
  Result.Of = declareAt(
      B.createConvert(Here, fir::ReferenceType::get(Memory),
                      loadOf(address(Root))),
      Memory, "target",
      T.isRestrictQualified()
          ? fir::FortranVariableFlagsAttr()
          : fir::FortranVariableFlagsAttr::get(B.getContext(), Flags::pointer),
      0);
  Result.Base = Result.Of.Base;
  if (!Sections.empty())
    return sectionBounds(E, Sections, Result, /*IsPointer=*/true);
  Result.Name += "[:]";
  return true;
}

/// A part of a structure, or an element that is a pointer.
bool Lowering::partObject(const Expr *E, const Expr *Root,
                          ArrayRef<Section> Sections, bool NeedsSize,
                          DataObject &Result) {
  clang::SourceLocation Where = E->getExprLoc();
  QualType T = Root->getType();
  if (!Root->isLValue() || Root->refersToBitField()) {
    error(Where, "'" + sectionName(E) +
                     "' in a data clause, which is no variable or part of one, "
                     "is not supported");
    return false;
  }
  Result.Name = sectionName(E);
  Result.Path = memberPath(Root);
  if (T->isPointerType()) {
    SmallVector<Section> Whole;
    if (const Expr *One = Sections.empty() && NeedsSize
                              ? structureExtent(T, Where, AST)
                              : nullptr) {
      Whole.push_back({E, nullptr, One, /*HasColon=*/true});
      Sections = Whole;
      Result.Name += "[:1]";
    }
    if (Sections.empty() && NeedsSize) {
      error(Where, "the size of what '" + sectionName(E) +
                       "' points to is unknown: give it in the clause, as in "
                       "'" +
                       sectionName(E) + "[0:n]'");
      return false;
    }
    if (llvm::is_contained(PointerMembers, Result.Path))
      return targetObject(E, Root, Sections, Result);
    Result.Pointers = B.createConvert(Here, B.getI64Type(), address(Root));
    Result.Levels = {constant(B.getI64Type(), 0), constant(B.getI64Type(), 1)};
    return pointerSections(E, T, Sections, Result);
  }
  unsigned Rank = 0;
  for (QualType A = T; const auto *Array = AST.getAsConstantArrayType(A);
       A = Array->getElementType())
    ++Rank;
  if (Sections.size() > Rank) {
    error(Where, "'" + sectionName(E) +
                     "' in a data clause, which follows pointers in the data, "
                     "is not supported");
    return false;
  }
  Type Memory = memoryType(T, Where);
  if (!Memory)
    return false;
  Value At = T->isArrayType()
                 ? addressOfArray(Root)
                 : B.createConvert(Here, B.getI64Type(), address(Root));
  Result.Of = declarePart(
      B.createConvert(Here, fir::ReferenceType::get(Memory), At), Memory);
  Result.Base = Result.Of.Base;
  return Sections.empty() ||
         sectionBounds(E, Sections, Result, /*IsPointer=*/false);
}

/// The number of elements that a parameter is declared with, as `double a[10]`,
/// or of a structure; null for others.
static const clang::Expr *knownExtent(const clang::VarDecl *Var,
                                      clang::ASTContext &AST) {
  const auto *Parameter = dyn_cast<clang::ParmVarDecl>(Var);
  const auto *Array =
      Parameter ? AST.getAsConstantArrayType(Parameter->getOriginalType())
                : nullptr;
  return Array ? extentOf(Array->getSize(), Var->getLocation(), AST)
               : structureExtent(Var->getType(), Var->getLocation(), AST);
}

/// Names all of a variable in \p Result; false, with an error, if the size of
/// what it points to must be known.
bool Lowering::wholeObject(const clang::VarDecl *Var,
                           clang::SourceLocation Where, bool NeedsSize,
                           DataObject &Result) {
  QualType T = Var->getType();
  if (T->isPointerType() && NeedsSize) {
    error(Where, "the size of what '" + Var->getName() +
                     "' points to is unknown: give it in the clause, as in '" +
                     Var->getName() + "[0:n]'");
    return false;
  }
  if (T->isPointerType())
    Result.Name += "[:]";
  for (; const auto *Array = AST.getAsArrayType(T); T = Array->getElementType())
    Result.Name += "[:]";
  return true;
}

/// The variable or section that a data clause names. With \p NeedsSize the
/// extent of what a pointer points to must be known.
bool Lowering::dataObject(const Expr *E, DataObject &Result, bool NeedsSize) {
  clang::SourceLocation Where = E->getExprLoc();
  SmallVector<Section> Sections;
  const Expr *Root = peelSections(E, Sections);
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(Root);
  const auto *Var = Ref ? dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var)
    return partObject(E, Root, Sections, NeedsSize, Result);
  QualType T = Var->getType();
  bool IsPointer = T->isPointerType();
  // The device has a pointer of its own.
  if (IsPointer && isDeclared(Var))
    return partObject(E, Root, Sections, NeedsSize, Result);
  const Variable *V = find(Var, Where);
  // Sections beyond what is one object follow pointers in it.
  QualType Part = IsPointer ? T->getPointeeType() : T;
  unsigned Rank = IsPointer ? 1 : 0;
  for (; const auto *Array = AST.getAsArrayType(Part); ++Rank)
    Part = Array->getElementType();
  bool Follows = Sections.size() > Rank;
  if (Follows && Rank == 1 && !Sections[0].HasColon)
    // Only what one of the pointers points to is named.
    return partObject(E, Sections[0].E, ArrayRef(Sections).drop_front(),
                      NeedsSize, Result);
  if (Follows && Rank != 1) {
    error(Where, "'" + sectionName(E) +
                     "' in a data clause, which follows pointers in the data, "
                     "is not supported");
    return false;
  }
  Result.Var = Var->getCanonicalDecl();
  Result.Of = *V;
  Result.Base = Result.Of.Base;
  Result.Name =
      IsPointer || !Sections.empty() ? sectionName(E) : Var->getNameAsString();
  if (const Expr *Extent = Sections.empty() && IsPointer && NeedsSize
                               ? knownExtent(Var, AST)
                               : nullptr) {
    Sections.push_back({E, nullptr, Extent, /*HasColon=*/true});
    clang::Expr::EvalResult Known;
    if (Extent->EvaluateAsInt(Known, AST))
      Result.Name += "[:" + llvm::toString(Known.Val.getInt(), 10) + "]";
  }
  if (Sections.empty())
    return wholeObject(Var, Where, NeedsSize, Result);
  if (!sectionBounds(E, ArrayRef(Sections).take_front(Rank), Result, IsPointer))
    return false;
  if (!Follows)
    return true;
  Result.Pointers = addressOfArray(Root);
  return pointerSections(E, IsPointer ? T : AST.getPointerType(Part), Sections,
                         Result);
}

/// The variable that \p E is a section or member of; null where another
/// expression is behind these. \p IsMember says whether members are named on
/// the way, and \p IsArrow whether by arrows.
static const clang::VarDecl *rootOf(const clang::Expr *E, bool &IsMember,
                                    bool &IsArrow) {
  IsMember = IsArrow = false;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
      IsMember = true;
      IsArrow |= Member->isArrow();
      E = Member->getBase();
    } else if (const clang::Expr *Base = sectionBase(E)) {
      E = Base;
    } else {
      const clang::VarDecl *Var = variableOf(E);
      return Var ? Var->getCanonicalDecl() : nullptr;
    }
  }
}

/// The structure that a section or member is in, if that is a variable.
const clang::VarDecl *structureOf(const clang::Expr *E) {
  bool IsMember, IsArrow;
  const clang::VarDecl *Var = rootOf(E, IsMember, IsArrow);
  return Var && IsMember && !IsArrow && !Var->getType()->isPointerType()
             ? Var
             : nullptr;
}

/// The pointer `p` of `p->x[0:n]` and the like; null if there is none.
const clang::VarDecl *pointerBefore(const clang::Expr *E) {
  bool IsMember, IsArrow;
  const clang::VarDecl *Var = rootOf(E, IsMember, IsArrow);
  return Var && IsMember && Var->getType()->isPointerType() ? Var : nullptr;
}

//===----------------------------------------------------------------------===//
// What pointers point to
//===----------------------------------------------------------------------===//

/// The address of \p Text with a zero behind it, as an integer.
Value Lowering::textAddress(StringRef Text) {
  std::string Symbol =
      "warpfort.c.text." + llvm::utohexstr(llvm::xxh3_64bits(Text));
  auto T = fir::CharacterType::get(B.getContext(), 1, Text.size() + 1);
  fir::GlobalOp Global = B.getNamedGlobal(Symbol);
  if (!Global)
    Global = B.createGlobalConstant(
        Here, T, Symbol,
        [&](fir::FirOpBuilder &Inside) {
          fir::HasValueOp::create(
              Inside, Here,
              Inside.createStringLitOp(Here, (Text + Twine('\0')).str()));
        },
        B.createInternalLinkage());
  return B.createConvert(
      Here, B.getI64Type(),
      fir::AddrOfOp::create(B, Here, Global.resultType(), Global.getSymbol()));
}

fir::CallOp Lowering::createPointerCall(const PointerCall &Call, int64_t Flags,
                                        const DataObject &Object,
                                        const Async &Queue, Value If) {
  Type I64 = B.getI64Type();
  OpBuilder::InsertionGuard Guard(B);
  if (If) {
    auto Guarded = fir::IfOp::create(B, Here, If, /*withElseRegion=*/false);
    B.setInsertionPointToStart(&Guarded.getThenRegion().front());
  }
  auto Place = Here->findInstanceOf<FileLineColLoc>();
  AccDataWords Data;
  Data.Flags = constant(I64, Flags | (Object.IsPart ? WARPRT_ACC_PART : 0));
  Data.Async = Queue.Queue ? Queue.Queue
                           : constant(I64, Queue.Only ? WARPRT_ACC_ASYNC_NOVAL
                                                      : WARPRT_ACC_ASYNC_SYNC);
  Data.Name = textAddress(Object.Name);
  Data.File = textAddress(Place ? Place.getFilename().getValue() : "?");
  Data.Function = textAddress(FunctionName);
  Data.Line = constant(I64, Place ? Place.getLine() : 0);
  Data.Base = Object.Pointers;
  Data.ElementBytes = constant(I64, Object.ElementBytes);
  Data.Rank = constant(I64, Object.Levels.size() / 2);
  Data.Section = createValueArray(B, Here, I64, Object.Levels);
  SmallVector<Value> Args = {createAccData(B, Here, Data)};
  if (Call.How)
    Args.push_back(constant(B.getI32Type(), *Call.How));
  return callRuntime(B, Here, Call.Function(B, Here), Args);
}

} // namespace warpfort::c
