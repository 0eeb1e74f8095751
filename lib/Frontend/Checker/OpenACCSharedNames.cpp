//===-- OpenACCSharedNames.cpp - Scalars by two names ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compute construct has copies of the scalars that it assigns and that no
// clause names. Names for the same bytes share one; a name for a part of
// another variable, or for more, has its own:
//
//     equivalence (x, y(2))             associate (k => r%k)
//     !$acc kernels                     !$acc kernels
//     do i = 1, n                       do i = 1, n
//       x = a(i)                          k = k + a(i)
//       b(i) = y(2)                       b(i) = r%k
//
// What one name is assigned the other does not see. In DO CONCURRENT this is an
// error (UnspecifiedLocalities.cpp); here the names may serve two purposes.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "OpenACCRules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using SymbolSet = std::set<const Symbol *>;

/// The variable or part that a name of ASSOCIATE stands for; null for others.
const TypedExpr *selectorOf(const Symbol &Name) {
  const auto *Details = Name.detailsIf<semantics::AssocEntityDetails>();
  return Details && Details->expr() && evaluate::IsVariable(*Details->expr())
             ? &*Details->expr()
             : nullptr;
}

/// The components that an expression names, not those that its associate names
/// stand for.
struct NamedComponents : ExpressionVisitor {
  SymbolSet &Names;

  explicit NamedComponents(SymbolSet &Names) : Names(Names) {}

  Found visit(const Symbol &) override { return nullptr; }
  Found visit(const evaluate::Component &X) override {
    Names.insert(&X.GetLastSymbol().GetUltimate());
    return walk(X.base());
  }
};

/// Whether a name is a scalar's of intrinsic type, but no character's.
bool isPlainScalar(const Symbol &Name) {
  const semantics::DeclTypeSpec *T = Name.GetType();
  return Name.Rank() == 0 && !semantics::IsAllocatableOrPointer(Name) && T &&
         T->AsIntrinsic() &&
         T->category() != semantics::DeclTypeSpec::Character;
}

/// Whether two variables that share memory are scalars of the same bytes, of
/// which the construct has one copy (lib/Transforms/Common/SharedNames.h).
bool haveSameBytes(const Symbol &A, const Symbol &B) {
  return isPlainScalar(A) && isPlainScalar(B) && A.size() == B.size() &&
         A.offset() == B.offset();
}

/// What a compute construct does with names.
class ConstructNames {
public:
  ConstructNames(SemanticsContext &Context, const Stmt &Construct)
      : Context(Context), Inside(Construct.Acc->Where) {
    list(Construct);
  }

  void check() const {
    for (const auto &[Name, Place] : Assigned)
      if (isCopied(*Name))
        for (const Symbol *Other : Used)
          if (Other != Name && isSame(*Name, *Other)) {
            Context.Say(
                Place,
                "'%s' and '%s' are one variable, but the construct has a copy for each name: give it by one name, or in a data clause"_warn_en_US,
                Name->name(), Other->name());
            break;
          }
  }

private:
  void list(const Stmt &S) {
    if (S.Acc)
      for (const Clause &C : S.Acc->Clauses)
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            InClauses.insert(&Object.Base.Sym->GetUltimate());
    for (const NameUse &Use : S.Names)
      if (Use.Sym)
        Used.insert(&Use.Sym->GetUltimate());
    for (const ExprUse &Use : S.Exprs)
      if (Use.Value)
        NamedComponents(Components).walk(*Use.Value);
    for (const AssignmentUse &Use : S.Assignments)
      if (Use.Value) {
        NamedComponents(Components).walk(Use.Value->lhs);
        NamedComponents(Components).walk(Use.Value->rhs);
        if (const Symbol *Name =
                evaluate::UnwrapWholeSymbolDataRef(Use.Value->lhs))
          Assigned.try_emplace(&Name->GetUltimate(), Use.Target);
      }
    for (const StmtList &Block : S.Blocks)
      for (const Stmt &Inner : Block)
        list(Inner);
  }

  bool isCopied(const Symbol &Name) const {
    return Name.Rank() == 0 && isFromOutside(Name) && !InClauses.count(&Name) &&
           !InClauses.count(&rootOf(Name)) &&
           !semantics::IsAllocatableOrPointer(Name) &&
           (Name.has<semantics::ObjectEntityDetails>() || selectorOf(Name));
  }

  bool isSame(const Symbol &Name, const Symbol &Other) const {
    if (InClauses.count(&Other) || !isFromOutside(Other))
      return false;
    if (const auto *Set = semantics::FindEquivalenceSet(Name))
      for (const semantics::EquivalenceObject &Object : *Set)
        if (&Object.symbol == &Other)
          return !haveSameBytes(Name, Other);
    if (&semantics::GetAssociationRoot(Name).GetUltimate() !=
        &semantics::GetAssociationRoot(Other).GetUltimate())
      return false;
    // Of a record, the part that the name stands for must be used.
    const TypedExpr *Part = selectorOf(Name);
    if (!Part)
      return selectorOf(Other) && isPartOf(*selectorOf(Other));
    std::vector<const Symbol *> Path = componentsIn(*Part);
    if (Path.empty())
      return isPartOf(*Part);
    const TypedExpr *OtherPart = selectorOf(Other);
    return OtherPart ? componentsIn(*OtherPart) == Path
                     : Components.count(Path.back()) != 0;
  }

  /// Whether a selector without components is not the whole of a variable of
  /// intrinsic type, whose names the construct has one copy for.
  static bool isPartOf(const TypedExpr &Selector) {
    const Symbol *Whole = evaluate::UnwrapWholeSymbolDataRef(Selector);
    return componentsIn(Selector).empty() && !(Whole && isPlainScalar(*Whole));
  }

  /// A name of ASSOCIATE in the construct has no copy.
  bool isFromOutside(const Symbol &Name) const {
    return !Inside || !Inside->Contains(Name.owner());
  }

  SemanticsContext &Context;
  const Scope *Inside;
  SymbolSet InClauses, Used, Components;
  std::map<const Symbol *, CharBlock> Assigned;
};

void check(SemanticsContext &Context, const StmtList &List) {
  for (const Stmt &S : List) {
    if (S.Kind == StmtKind::OpenACCCompute && S.Acc &&
        !S.Acc->IsFromConcurrent) {
      ConstructNames(Context, S).check();
      continue;
    }
    for (const StmtList &Block : S.Blocks)
      check(Context, Block);
  }
}

} // namespace

void checkSharedNames(SemanticsContext &Context,
                      const CheckedProgram &Program) {
  for (const Unit &U : Program.Units)
    check(Context, U.Body);
}

} // namespace warpfort::checker
