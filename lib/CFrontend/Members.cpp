//===-- Members.cpp - Structures of which members alone are data ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A construct may use nothing of a structure but members that data clauses
/// name, its own or those of data constructs around. Then the structure itself
/// need not be present, and each member has an address of its own:
///
///     #pragma acc enter data copyin(s.a)         device: a[N]
///     #pragma acc parallel loop present(s.a)
///     ... s.a[i] ...                             the part's address
///
/// A member that is a pointer is what it points to, wherever the structure is:
///
///     #pragma acc enter data copyin(s.p[0:n])    device: p's target
///     #pragma acc parallel loop present(s.p)
///     ... s.p[i] ...                             the target's address
///
/// A construct that uses anything else of the structure needs the whole.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"

using namespace mlir;

namespace warpfort::c {

MemberPath memberPath(const clang::Expr *E) {
  MemberPath Path;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
      const auto *Field = dyn_cast<clang::FieldDecl>(Member->getMemberDecl());
      // Behind an arrow only a variable is known to be the same each time.
      if (!Field || Path.IsArrow)
        return {};
      Path.Fields.push_back(Field->getCanonicalDecl());
      Path.IsArrow = Member->isArrow();
      E = Member->getBase();
      continue;
    }
    const clang::VarDecl *Var = variableOf(E);
    if (!Var || Path.Fields.empty())
      return {};
    Path.Root = Var->getCanonicalDecl();
    std::reverse(Path.Fields.begin(), Path.Fields.end());
    return Path;
  }
}

/// Whether \p Sections of what the pointer \p T points to are one object.
static bool isOneTarget(clang::QualType T, size_t Sections,
                        const clang::ASTContext &AST) {
  clang::QualType Target = T->getPointeeType();
  if (Target->isIncompleteType() || Target->isVariablyModifiedType() ||
      Target->isFunctionType())
    return false;
  size_t Rank = 1;
  for (; const auto *Array = AST.getAsArrayType(Target); ++Rank)
    Target = Array->getElementType();
  return Sections <= Rank;
}

/// The members that \p List names, or sections of them, with what is named.
void Lowering::addNamedMembers(Clauses List,
                               SmallVectorImpl<NamedMember> &Members) {
  for (const clang::OpenACCClause *Clause : List) {
    const auto *Names = dyn_cast<clang::OpenACCClauseWithVarList>(Clause);
    if (!Names ||
        isa<clang::OpenACCPrivateClause, clang::OpenACCFirstPrivateClause,
            clang::OpenACCReductionClause, clang::OpenACCAttachClause,
            clang::OpenACCDevicePtrClause>(Clause))
      continue;
    for (const Expr *E : Names->getVarList()) {
      SmallVector<Section> Sections;
      const Expr *Root = peelSections(E, Sections);
      MemberPath Path = memberPath(Root);
      if (Path.Root && Root->isLValue() && !Root->refersToBitField() &&
          (!Root->getType()->isPointerType() ||
           isOneTarget(Root->getType(), Sections.size(), AST)))
        Members.push_back(
            {Path, Root,
             isa<clang::OpenACCNoCreateClause>(Clause) ? E : nullptr});
    }
  }
}

/// Of \p Named the members of \p Root that can be data without it. A pointer in
/// what is data, too, is attached there.
SmallVector<Lowering::NamedMember>
Lowering::membersOf(const clang::VarDecl *Root,
                    ArrayRef<NamedMember> Named) const {
  bool HasRoot =
      outerData(Root) || isDeclared(Root) || DeclaredLocals.count(Root);
  SmallVector<NamedMember> Members;
  for (const NamedMember &M : Named)
    if (M.Path.Root == Root &&
        (!M.isPointer() ||
         (!HasRoot && llvm::none_of(Named, [&](const NamedMember &Of) {
           return !Of.isPointer() && Of.Path.holds(M.Path);
         }))))
      Members.push_back(M);
  return Members;
}

/// The member that the value of \p S is; null if that is no pointer's.
static const clang::MemberExpr *asPointerMember(const clang::Stmt &S) {
  const auto *Load = dyn_cast<clang::ImplicitCastExpr>(&S);
  return Load && Load->getCastKind() == clang::CK_LValueToRValue &&
                 Load->getType()->isPointerType()
             ? dyn_cast<clang::MemberExpr>(Load->getSubExpr()->IgnoreParens())
             : nullptr;
}

/// The structures, and pointers to such, of which \p Body only uses members
/// that \p List or a data construct around names. What the latter names becomes
/// data of the construct.
void Lowering::findMembers(Clauses List, const Stmt *Body, const Async &Queue,
                           ConstructData &Data) {
  SmallVector<NamedMember> Own, All;
  addNamedMembers(List, Own);
  All.append(Own);
  for (const auto &Around : MembersAround)
    All.append(Around);
  llvm::SetVector<const clang::VarDecl *> Roots;
  for (const NamedMember &M : All)
    Roots.insert(M.Path.Root);
  for (const clang::VarDecl *Var : Roots) {
    if (!Variables.count(Var) || isDataOf(List, Var))
      continue;
    SmallVector<NamedMember> Parts = membersOf(Var, All);
    auto IsPart = [&](const Stmt &S) {
      // The value of a pointer, but not where it lies.
      const clang::MemberExpr *Pointer = asPointerMember(S);
      const auto *Member = Pointer ? Pointer : dyn_cast<clang::MemberExpr>(&S);
      MemberPath Used = Member ? memberPath(Member) : MemberPath();
      return llvm::any_of(Parts, [&](const NamedMember &M) {
        return M.isPointer() ? Pointer && M.Path == Used : M.Path.holds(Used);
      });
    };
    if (usesOutside(Var, Body, IsPart))
      continue;
    OnlyMembers.insert(Var);
    for (const NamedMember &M : Parts)
      if (M.isPointer())
        PointerMembers.push_back(M.Path);
    for (const NamedMember &M :
         membersOf(Var, ArrayRef(All).drop_front(Own.size())))
      if (!llvm::any_of(Data.Members,
                        [&](const auto &P) { return P.holds(M.Path); }) &&
          !llvm::any_of(Own, [&](const NamedMember &O) {
            return O.Path.holds(M.Path) || M.Path.holds(O.Path);
          }))
        addMemberAround(M, Queue, Data);
  }
}

/// A member that a data construct around has, or a section of it.
void Lowering::addMemberAround(const NamedMember &M, const Async &Queue,
                               ConstructData &Data) {
  DataObject Object;
  SmallVector<Section> Sections;
  DataAction Action = {DataAction::Present, DataAction::Delete,
                       acc::DataClause::acc_present};
  if (M.NoCreate) {
    peelSections(M.NoCreate, Sections);
    Action = {DataAction::NoCreate, DataAction::Delete,
              acc::DataClause::acc_no_create};
  }
  if (!partObject(M.Named, M.Named, Sections, /*NeedsSize=*/false, Object))
    return;
  Object.IsPart = !M.NoCreate && !M.isPointer();
  Operation *Entry = dataEntry(Object, Action, true, true, Queue);
  Data.Operands.push_back(Entry->getResult(0));
  Data.Objects.push_back(Object);
  Data.Members.push_back(M.Path);
  Data.Exits.push_back(
      [=, this] { dataExit(Entry, Object, Action, true, true, Queue); });
}

/// The member that \p E names, where it is data of its own.
const Variable *Lowering::memberVariable(const clang::MemberExpr *E) {
  if (Members.empty())
    return nullptr;
  MemberPath Path = memberPath(E);
  if (!Path.Root)
    return nullptr;
  auto Known = llvm::find_if(
      Members, [&](const auto &Member) { return Member.first == Path; });
  return Known == Members.end() ? nullptr : &Known->second;
}

} // namespace warpfort::c
