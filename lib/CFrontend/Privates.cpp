//===-- Privates.cpp - Private variables and reductions of C
//---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clauses private, firstprivate and reduction. A section of what a pointer
/// points to is an array of its own, whose first element has the section's
/// first subscript; one of an array stands for the whole array.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort::c {

//===----------------------------------------------------------------------===//
// Recipes
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

/// A variable in a recipe like \p Original, which refers to one, or describes
/// an array.
static Value allocate(OpBuilder &B, Location Loc, Value Original) {
  Type Memory = fir::unwrapPassByRefType(Original.getType());
  auto Array = dyn_cast<fir::SequenceType>(Memory);
  Value Shape;
  SmallVector<Value> Pairs, Extents;
  for (auto [D, Known] : llvm::enumerate(
           Array ? Array.getShape() : ArrayRef<fir::SequenceType::Extent>())) {
    Value Lower = arith::ConstantIndexOp::create(B, Loc, 0), Extent;
    if (Known == fir::SequenceType::getUnknownExtent()) {
      Type Index = B.getIndexType();
      Value Dim = arith::ConstantIndexOp::create(B, Loc, D);
      auto Dims =
          fir::BoxDimsOp::create(B, Loc, Index, Index, Index, Original, Dim);
      Extent = Dims.getExtent();
      Extents.push_back(Extent);
    } else {
      Extent = arith::ConstantIndexOp::create(B, Loc, Known);
    }
    Pairs.append({Lower, Extent});
  }
  if (Array)
    Shape = fir::ShapeShiftOp::create(
        B, Loc, fir::ShapeShiftType::get(B.getContext(), Array.getDimension()),
        Pairs);
  Value New = fir::AllocaOp::create(B, Loc, Memory, /*typeparams=*/ValueRange(),
                                    Extents);
  return hlfir::DeclareOp::create(B, Loc, New, "acc.private.init", Shape)
      .getBase();
}

/// A recipe whose variables have no value yet.
template <typename Recipe>
static Recipe beginRecipe(OpBuilder &R, Location Loc, StringRef Name, Type T) {
  auto Made = Recipe::create(R, Loc, Name, T);
  Block *Init = R.createBlock(&Made.getInitRegion(), {}, {T}, {Loc});
  acc::YieldOp::create(R, Loc,
                       ValueRange{allocate(R, Loc, Init->getArgument(0))});
  return Made;
}

/// The recipe of a kind of clause for a type, which \p Make makes once.
template <typename Recipe, typename F>
static Recipe recipeOf(ModuleOp Module, StringRef Kind, Type T, F Make) {
  std::string Name = recipeName(Kind, T);
  if (auto Known = Module.lookupSymbol<Recipe>(Name))
    return Known;
  OpBuilder R(Module.getBodyRegion());
  return Make(R, UnknownLoc::get(Module.getContext()), Name);
}

acc::PrivateRecipeOp Lowering::privateRecipe(Type T) {
  using Recipe = acc::PrivateRecipeOp;
  return recipeOf<Recipe>(Module, "privatization", T,
                          [&](OpBuilder &R, Location Loc, StringRef Name) {
                            return beginRecipe<Recipe>(R, Loc, Name, T);
                          });
}

acc::FirstprivateRecipeOp Lowering::firstprivateRecipe(Type T) {
  using Recipe = acc::FirstprivateRecipeOp;
  auto Make = [&](OpBuilder &R, Location Loc, StringRef Name) {
    auto Made = beginRecipe<Recipe>(R, Loc, Name, T);
    Block *Copy = R.createBlock(&Made.getCopyRegion(), {}, {T, T}, {Loc, Loc});
    Value From = Copy->getArgument(0);
    if (!isa<fir::BaseBoxType>(T))
      From = fir::LoadOp::create(R, Loc, From);
    hlfir::AssignOp::create(R, Loc, From, Copy->getArgument(1),
                            /*isWholeAllocatableAssignment=*/false,
                            /*keepLhsLengthIfRealloc=*/false,
                            /*temporary_lhs=*/true);
    acc::TerminatorOp::create(R, Loc);
    return Made;
  };
  return recipeOf<Recipe>(Module, "firstprivatization", T, Make);
}

/// Only the operator counts, and whether it is one of unsigned numbers.
acc::ReductionRecipeOp
Lowering::reductionRecipe(Type T, acc::ReductionOperator Operator,
                          bool IsUnsigned) {
  using Recipe = acc::ReductionRecipeOp;
  auto Make = [&](OpBuilder &R, Location Loc, StringRef Name) {
    auto Made = Recipe::create(R, Loc, Name, T, Operator);
    if (IsUnsigned)
      UnsignedAttr.set(Made);
    Block *Init = R.createBlock(&Made.getInitRegion(), {}, {T}, {Loc});
    acc::YieldOp::create(R, Loc,
                         ValueRange{allocate(R, Loc, Init->getArgument(0))});
    Block *Combine =
        R.createBlock(&Made.getCombinerRegion(), {}, {T, T}, {Loc, Loc});
    acc::YieldOp::create(R, Loc, ValueRange{Combine->getArgument(0)});
    return Made;
  };
  return recipeOf<Recipe>(Module,
                          (IsUnsigned ? "reduction_unsigned_" : "reduction_") +
                              acc::stringifyReductionOperator(Operator).str(),
                          T, Make);
}

acc::PrivateOp Lowering::privateEntry(const Variable &Of, StringRef Name,
                                      bool Implicit) {
  return acc::PrivateOp::create(B, Here, Of.Base, /*structured=*/true, Implicit,
                                Name);
}

//===----------------------------------------------------------------------===//
// Variables of clauses
//===----------------------------------------------------------------------===//

const clang::VarDecl *sectionVariable(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const clang::Expr *Base = sectionBase(E))
    E = Base->IgnoreParenImpCasts();
  const clang::VarDecl *Var = variableOf(E);
  return Var ? Var->getCanonicalDecl() : nullptr;
}

/// What a section of \p Var has, if no pointer in memory is followed.
static clang::QualType elementOf(const clang::VarDecl *Var, unsigned &Rank,
                                 const clang::ASTContext &AST) {
  clang::QualType T = Var->getType();
  Rank = 0;
  if (T->isPointerType()) {
    T = T->getPointeeType();
    ++Rank;
  }
  for (; const auto *Array = AST.getAsArrayType(T); ++Rank)
    T = Array->getElementType();
  return T;
}

/// The variable that a clause names, or names a section of. Null, without a
/// message, for a pointer that is not assigned: each thread has its value.
const clang::VarDecl *Lowering::clauseVariable(const Expr *E,
                                               StringRef Clause) {
  const clang::VarDecl *Var = sectionVariable(E);
  const Variable *V = Var ? find(Var, E->getExprLoc()) : nullptr;
  bool IsPointer = Var && Var->getType()->isPointerType();
  if (Var && variableOf(E)) {
    if (IsPointer && V->Rank)
      return nullptr;
    if (!Var->getType()->isRecordType() || Clause != "reduction")
      return Var;
  } else if (Var && V->Rank) {
    SmallVector<Section> Sections;
    peelSections(E, Sections);
    unsigned Rank;
    clang::QualType Element = elementOf(Var, Rank, AST);
    if (Sections.size() <= Rank &&
        (!Element->isRecordType() || Clause != "reduction"))
      return Var;
  }
  error(E->getExprLoc(), "'" + sectionName(E) + "' in the clause '" + Clause +
                             "', which is a structure, a part of one or what a "
                             "pointer in memory points to, is not supported");
  return nullptr;
}

/// A variable like the section \p E of what the pointer \p Var points to, for
/// private copies; \p HasValue: it is that section.
bool Lowering::pointerSection(const Expr *E, const clang::VarDecl *Var,
                              bool HasValue, Variable &Result) {
  const Variable V = *find(Var, E->getExprLoc());
  SmallVector<Section> Sections;
  peelSections(E, Sections);
  const Section &First = Sections.front();
  if (First.HasColon && !First.Length) {
    error(E->getExprLoc(), "the size of '" + sectionName(E) + "' is unknown");
    return false;
  }
  Type Index = B.getIndexType();
  Value Lower = First.Lower
                    ? B.createConvert(Here, Index, integer64(First.Lower))
                    : B.createIntegerConstant(Here, Index, 0);
  Value Length = First.HasColon
                     ? B.createConvert(Here, Index, integer64(First.Length))
                     : B.createIntegerConstant(Here, Index, 1);
  auto Array =
      cast<fir::SequenceType>(fir::unwrapPassByRefType(V.Base.getType()));
  Value Zero = B.createIntegerConstant(Here, Index, 0);
  SmallVector<Value> Pairs, Subscripts(V.Rank, Zero);
  auto Shape = V.Shape.getDefiningOp<fir::ShapeShiftOp>();
  for (unsigned D = 0; D < V.Rank; ++D) {
    bool IsFirst = D + 1 == V.Rank;
    Pairs.append(
        {IsFirst ? Lower : Zero, IsFirst ? Length : Shape.getExtents()[D]});
  }
  Subscripts.back() = Lower;
  // Without a value, any address but that of what is not allocated.
  auto T = fir::ReferenceType::get(Array);
  Value Address =
      HasValue ? B.createConvert(Here, T,
                                 hlfir::DesignateOp::create(
                                     B, Here,
                                     fir::ReferenceType::get(Array.getEleTy()),
                                     V.Base, Subscripts))
               : B.createConvert(Here, T, constant(B.getI64Type(), 16));
  Result = V;
  Result.UniqueName = uniqueName(Var->getName());
  Result.ArgumentNumber = 0;
  Result.Shape = fir::ShapeShiftOp::create(
      B, Here, fir::ShapeShiftType::get(B.getContext(), V.Rank), Pairs);
  Result.Base =
      hlfir::DeclareOp::create(B, Here, Address, Result.UniqueName,
                               Result.Shape, ValueRange{}, Value(), Value(), 0,
                               fir::FortranVariableFlagsAttr(), {}, 0)
          .getBase();
  return true;
}

/// The variable that copies are made of for \p E in a clause; null if none is
/// needed, or after a message.
const Variable *Lowering::copiedVariable(const Expr *E, StringRef Clause,
                                         bool HasValue,
                                         const clang::VarDecl *&Var) {
  Var = clauseVariable(E, Clause);
  if (!Var)
    return nullptr;
  if (!Var->getType()->isPointerType() || variableOf(E))
    return find(Var, E->getExprLoc());
  auto Known = PrivateSections.find(E);
  if (Known == PrivateSections.end()) {
    Variable Made;
    if (!pointerSection(E, Var, HasValue, Made))
      return nullptr;
    Known = PrivateSections.insert({E, Made}).first;
  }
  return &Known->second;
}

/// Makes the variables of sections in clauses of a construct outside of it,
/// where the host knows their sizes.
void Lowering::preparePrivates(Clauses List) {
  const clang::VarDecl *Var = nullptr;
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Private = dyn_cast<clang::OpenACCPrivateClause>(Clause))
      for (const Expr *E : Private->getVarList())
        copiedVariable(E, "private", /*HasValue=*/false, Var);
    if (const auto *First = dyn_cast<clang::OpenACCFirstPrivateClause>(Clause))
      for (const Expr *E : First->getVarList())
        copiedVariable(E, "firstprivate", /*HasValue=*/true, Var);
  }
}

bool hasPrivateSection(Clauses List, const clang::VarDecl *Var) {
  return llvm::any_of(List, [&](const clang::OpenACCClause *Clause) {
    if (!isa<clang::OpenACCPrivateClause, clang::OpenACCFirstPrivateClause>(
            Clause))
      return false;
    return llvm::any_of(
        cast<clang::OpenACCClauseWithVarList>(Clause)->getVarList(),
        [&](const clang::Expr *E) { return sectionVariable(E) == Var; });
  });
}

bool isDataOf(Clauses List, const clang::VarDecl *Var) {
  return llvm::any_of(List, [&](const clang::OpenACCClause *Clause) {
    const auto *Names = dyn_cast<clang::OpenACCClauseWithVarList>(Clause);
    return Names &&
           !isa<clang::OpenACCPrivateClause, clang::OpenACCFirstPrivateClause,
                clang::OpenACCReductionClause>(Clause) &&
           llvm::any_of(Names->getVarList(), [&](const clang::Expr *E) {
             return sectionVariable(E) == Var;
           });
  });
}

bool usesShared(const clang::VarDecl *Var, const clang::Stmt *In) {
  return usesOutside(Var, In, [&](const clang::Stmt &S) {
    const auto *Loop = dyn_cast<clang::OpenACCLoopConstruct>(&S);
    return Loop && hasPrivateSection(Loop->clauses(), Var);
  });
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

/// Private variables and reductions of \p Construct; its body, whose region is
/// there, sees the former.
template <typename Op>
void Lowering::privateClauses(Op Construct, Clauses List, bool Firstprivate) {
  MLIRContext *Context = B.getContext();
  auto Replace = [&](const clang::VarDecl *Var, const Variable &Of,
                     Value Entry) {
    OpBuilder::InsertionGuard Guard(B);
    B.setInsertionPointToEnd(&Construct.getRegion().front());
    Variables[Var] = redeclare(Of, Entry);
  };
  const clang::VarDecl *Var = nullptr;
  for (const clang::OpenACCClause *Clause : List) {
    if (const auto *Private = dyn_cast<clang::OpenACCPrivateClause>(Clause)) {
      for (const Expr *E : Private->getVarList())
        if (const Variable *Found = copiedVariable(E, "private", false, Var)) {
          const Variable Of = *Found;
          acc::PrivateOp Entry = privateEntry(Of, Var->getName(), false);
          Construct.addPrivatization(
              Context, Entry, privateRecipe(Entry.getAccVar().getType()));
          Replace(Var, Of, Entry.getAccVar());
        }
    } else if (const auto *First =
                   dyn_cast<clang::OpenACCFirstPrivateClause>(Clause)) {
      if (!Firstprivate)
        continue;
      for (const Expr *E : First->getVarList())
        if (const Variable *Found =
                copiedVariable(E, "firstprivate", true, Var)) {
          const Variable Of = *Found;
          auto Entry = acc::FirstprivateOp::create(B, Here, Of.Base, true,
                                                   false, Var->getName());
          Construct.addFirstPrivatization(
              Context, Entry, firstprivateRecipe(Entry.getAccVar().getType()));
          Replace(Var, Of, Entry.getAccVar());
        }
    } else if (const auto *Reduce =
                   dyn_cast<clang::OpenACCReductionClause>(Clause)) {
      for (const Expr *E : Reduce->getVarList())
        addReduction(Construct, E, Reduce->getReductionOp());
    }
  }
}
template void Lowering::privateClauses(acc::LoopOp, Clauses, bool);
template void Lowering::privateClauses(acc::ParallelOp, Clauses, bool);
template void Lowering::privateClauses(acc::SerialOp, Clauses, bool);

/// Of the variable; ACCPrepare sees which elements a loop changes. Bounds say
/// that it is not the whole array.
template <typename Op>
void Lowering::addReduction(Op Construct, const Expr *E,
                            clang::OpenACCReductionOperator Sign) {
  bool IsPointer = false, IsUnsigned = false;
  const clang::VarDecl *Var = clauseVariable(E, "reduction");
  std::optional<acc::ReductionOperator> Operator;
  if (Var) {
    unsigned Rank;
    IsPointer = Var->getType()->isPointerType();
    clang::QualType T = elementOf(Var, Rank, AST);
    Operator = reductionOperator(Sign, T);
    IsUnsigned = T->isUnsignedIntegerOrEnumerationType() &&
                 (Operator == acc::ReductionOperator::AccMax ||
                  Operator == acc::ReductionOperator::AccMin);
  }
  if (!Var || !Operator || (IsPointer && variableOf(E))) {
    // Without a variable there is a message, but for pointers.
    if (Var || !Failed)
      error(E->getExprLoc(), "'" + sectionName(E) +
                                 "' in the clause 'reduction' is not "
                                 "supported");
    return;
  }
  DataObject Object;
  Object.Of = *find(Var, E->getExprLoc());
  Object.Base = Object.Of.Base;
  SmallVector<Section> Sections;
  peelSections(E, Sections);
  if (!Sections.empty() && !IsPointer &&
      !sectionBounds(E, Sections, Object, /*IsPointer=*/false))
    return;
  auto Entry = acc::ReductionOp::create(B, Here, Object.Base, true, false,
                                        Var->getName(), Object.Bounds);
  Construct.addReduction(
      B.getContext(), Entry,
      reductionRecipe(Entry.getAccVar().getType(), *Operator, IsUnsigned));
}

std::optional<acc::ReductionOperator>
reductionOperator(clang::OpenACCReductionOperator Operator, clang::QualType T) {
  using From = clang::OpenACCReductionOperator;
  using To = acc::ReductionOperator;
  if (T->isAnyComplexType() && Operator != From::Addition &&
      Operator != From::Multiplication && Operator != From::And &&
      Operator != From::Or)
    return std::nullopt;
  // Of the values 0 and 1, a sum that is converted to bool is their union.
  if (T->isBooleanType()) {
    if (Operator == From::Addition || Operator == From::Max)
      return To::AccIor;
    if (Operator == From::Multiplication || Operator == From::Min)
      return To::AccIand;
  }
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
