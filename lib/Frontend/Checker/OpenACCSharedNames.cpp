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
//     !$acc kernels                     !$acc parallel loop
//     do i = 1, n                       do i = 1, n
//       x = a(i)                          r%k = a(i)
//       b(i) = y(2)                       b(i) = k
//
// What one name is assigned the other does not see. In DO CONCURRENT this is an
// error (UnspecifiedLocalities.cpp); here the names may serve two purposes.
// Where a construct runs in the order of the program, an associate name is
// computed from its variable (lib/Transforms/Common/SharedNames.h).
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "OpenACCRules.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/Support/SaveAndRestore.h"
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

/// One step from a variable to a part of it.
struct PartStep {
  const Symbol *Component = nullptr;
  std::optional<evaluate::ComplexPart::Part> Part;
  /// Of elements; null for several.
  std::vector<const evaluate::Expr<evaluate::SubscriptInteger> *> Index;

  bool isConstant() const {
    return llvm::all_of(
        Index, [](const auto *I) { return I && evaluate::ToInt64(*I); });
  }
  /// Whether they look the same; variables may have changed between.
  bool isLike(const PartStep &Other) const {
    return Component == Other.Component && Part == Other.Part &&
           llvm::equal(Index, Other.Index, [](const auto *A, const auto *B) {
             return A && B && *A == *B;
           });
  }
  bool isApart(const PartStep &Other) const {
    if (Component != Other.Component || Part != Other.Part)
      return Index.empty() && Other.Index.empty();
    return llvm::any_of(llvm::zip(Index, Other.Index), [](const auto &Both) {
      auto [A, B] = Both;
      auto ValueA = A ? evaluate::ToInt64(*A) : std::nullopt;
      auto ValueB = B ? evaluate::ToInt64(*B) : std::nullopt;
      return ValueA && ValueB && *ValueA != *ValueB;
    });
  }
};

/// What a variable's name, or one of ASSOCIATE, and components and subscripts
/// behind it lead to. Inherited components have no names of parents.
struct PartFinder : ExpressionVisitor {
  const Symbol *Name = nullptr; ///< as written
  const Symbol *Variable = nullptr;
  std::vector<PartStep> Path;
  size_t OfName = 0; ///< the steps that the name stands for
  bool ThroughPointer = false;

  Found visit(const Symbol &X) override {
    if (Variable) // Behind it are the bounds of a substring.
      return Variable;
    const Symbol &Ultimate = X.GetUltimate();
    bool IsWritten = !Name;
    if (IsWritten)
      Name = &Ultimate;
    if (const TypedExpr *Selector = selectorOf(Ultimate)) {
      walk(*Selector);
    } else {
      Variable = &Ultimate;
      ThroughPointer |= semantics::IsPointer(Ultimate);
    }
    if (IsWritten)
      OfName = Path.size();
    return Variable;
  }
  Found visit(const evaluate::Component &X) override {
    if (Variable)
      return Variable;
    walk(X.base());
    const Symbol &Component = X.GetLastSymbol();
    ThroughPointer |= semantics::IsPointer(Component);
    if (!Component.test(Symbol::Flag::ParentComp))
      Path.push_back({&Component.GetUltimate(), std::nullopt, {}});
    return Variable;
  }
  Found visit(const evaluate::ArrayRef &X) override {
    if (Variable)
      return Variable;
    walk(X.base());
    PartStep Step;
    for (const evaluate::Subscript &S : X.subscript()) {
      const auto *Value =
          std::get_if<evaluate::IndirectSubscriptIntegerExpr>(&S.u);
      Step.Index.push_back(Value ? &Value->value() : nullptr);
    }
    Path.push_back(std::move(Step));
    return Variable;
  }
  Found visit(const evaluate::ComplexPart &X) override {
    if (Variable)
      return Variable;
    walk(X.complex());
    Path.push_back({nullptr, X.part(), {}});
    return Variable;
  }
  Found visit(const evaluate::ProcedureRef &) override { return nullptr; }

  bool isName() const { return OfName == Path.size(); }
  bool isConstant() const {
    return llvm::all_of(Path, [](const PartStep &S) { return S.isConstant(); });
  }
  bool mayMeet(const PartFinder &Other) const {
    return Variable == Other.Variable &&
           llvm::none_of(llvm::zip(Path, Other.Path), [](const auto &Steps) {
             return std::get<0>(Steps).isApart(std::get<1>(Steps));
           });
  }
  /// Whether it seems to have all of \p Other.
  bool hasAllOf(const PartFinder &Other) const {
    return Variable == Other.Variable && Path.size() <= Other.Path.size() &&
           llvm::all_of(llvm::zip(Path, Other.Path), [](const auto &Steps) {
             return std::get<0>(Steps).isLike(std::get<1>(Steps));
           });
  }
};

/// The variables and parts that an expression names.
struct PartCollector : ExpressionVisitor {
  std::vector<PartFinder> &Parts;
  bool InBase = false;

  explicit PartCollector(std::vector<PartFinder> &Parts) : Parts(Parts) {}

  template <typename Node> void note(const Node &X) {
    PartFinder Part;
    if (!InBase && Part.visit(X))
      Parts.push_back(std::move(Part));
  }
  template <typename Node> Found walkBase(const Node &Base) {
    llvm::SaveAndRestore Restore(InBase, true);
    return walk(Base);
  }
  Found visit(const Symbol &X) override {
    if (X.GetUltimate().has<semantics::ObjectEntityDetails>() ||
        selectorOf(X.GetUltimate()))
      note(X);
    return nullptr;
  }
  Found visit(const evaluate::Component &X) override {
    note(X);
    return walkBase(X.base());
  }
  Found visit(const evaluate::ComplexPart &X) override {
    note(X);
    return walkBase(X.complex());
  }
  Found visit(const evaluate::ArrayRef &X) override {
    note(X);
    walkBase(X.base());
    llvm::SaveAndRestore Restore(InBase, false);
    return walk(X.subscript());
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
      : Context(Context), Inside(Construct.Acc->Where),
        KeepsOrder(llvm::acc::Directive::ACCD_parallel != Construct.Acc->Kind &&
                   llvm::acc::Directive::ACCD_parallel_loop !=
                       Construct.Acc->Kind) {
    list(Construct);
  }

  void check() const {
    SymbolSet Said;
    for (const auto &[Target, Place] : Assigned)
      for (const PartFinder &Other : Used)
        if (Other.Name != Target.Name && !Said.count(Target.Name) &&
            isSplit(Target, Other)) {
          Said.insert(Target.Name);
          Context.Say(
              Place,
              "'%s' and '%s' are one variable, but the construct has a copy for each name: give it by one name, or in a data clause"_warn_en_US,
              Target.Name->name(), Other.Name->name());
        }
  }

private:
  void list(const Stmt &S) {
    if (S.Acc)
      list(*S.Acc);
    PartCollector Uses(Used);
    for (const ExprUse &Use : S.Exprs)
      if (Use.Value)
        Uses.walk(*Use.Value);
    if (S.Loop && S.Loop->Index.Sym) {
      Indices.insert(&S.Loop->Index.Sym->GetUltimate());
      note(*S.Loop->Index.Sym, S.Loop->Index.Source);
    }
    for (const AssignmentUse &Use : S.Assignments)
      if (Use.Value) {
        Uses.walk(Use.Value->lhs);
        Uses.walk(Use.Value->rhs);
        PartFinder Target;
        if (Target.walk(Use.Value->lhs))
          Assigned.emplace_back(std::move(Target), Use.Target);
      }
    for (const StmtList &Block : S.Blocks)
      for (const Stmt &Inner : Block)
        list(Inner);
  }

  void list(const Directive &D) {
    KeepsOrder &= !D.has<parser::AccClause::Independent>();
    for (const Clause &C : D.Clauses) {
      bool IsCopy =
          C.is<parser::AccClause::Private, parser::AccClause::Firstprivate,
               parser::AccClause::Reduction>();
      for (const ClauseObject &Object : C.Objects)
        if (Object.Base.Sym) {
          (IsCopy ? Private : Shared).insert(&Object.Base.Sym->GetUltimate());
          // It is used behind the construct.
          PartFinder Part;
          if (!IsCopy && Object.IsWhole && Part.walk(*Object.Base.Sym))
            Used.push_back(std::move(Part));
        }
    }
  }

  void note(const Symbol &Name, CharBlock Place) {
    PartFinder Target;
    if (Target.walk(Name))
      Assigned.emplace_back(std::move(Target), Place);
  }

  /// Whether what \p Target is assigned is not what \p Other reads, for the
  /// construct has a copy for the scalar that one of them is.
  bool isSplit(const PartFinder &Target, const PartFinder &Other) const {
    if (!isFromOutside(*Target.Name) || !isFromOutside(*Other.Name) ||
        (Shared.count(Target.Name) && Shared.count(Other.Name)))
      return false;
    if (areEquivalent(*Target.Variable, *Other.Variable))
      return !haveSameBytes(*Target.Variable, *Other.Variable) &&
             (isCopied(Target) || (isCopied(Other) && Target.isConstant()));
    // What is only read may be meant as it was before.
    return Target.mayMeet(Other) && !isOneScalar(Target, Other) &&
           !isComputed(Target, Other) &&
           (isCopied(Target) || (isCopied(Other) && Target.hasAllOf(Other)));
  }

  /// Whether the construct has one copy for all names of a scalar.
  static bool isOneScalar(const PartFinder &A, const PartFinder &B) {
    return isPlainScalar(*A.Name) && isPlainScalar(*B.Name) && A.isName() &&
           B.isName() && A.isConstant() && A.hasAllOf(B) &&
           A.Path.size() == B.Path.size() && !A.ThroughPointer &&
           !B.ThroughPointer;
  }

  /// Whether one of two names is computed from the variable that both are parts
  /// of.
  bool isComputed(const PartFinder &A, const PartFinder &B) const {
    auto IsPart = [&](const Symbol &Name) {
      return selectorOf(Name) && isPlainScalar(Name);
    };
    auto IsOwn = [&](const Symbol &Name) {
      return Private.count(&Name) || Indices.count(&Name) ||
             (IsPart(Name) && Shared.count(&Name));
    };
    return KeepsOrder && !A.ThroughPointer && !B.ThroughPointer &&
           !IsOwn(*A.Name) && !IsOwn(*B.Name) &&
           (IsPart(*A.Name) || IsPart(*B.Name));
  }

  static bool isCopied(const PartFinder &Part) {
    return isPlainScalar(*Part.Name) &&
           (Part.Name->has<semantics::ObjectEntityDetails>() ||
            selectorOf(*Part.Name));
  }

  static bool areEquivalent(const Symbol &A, const Symbol &B) {
    const auto *Set = semantics::FindEquivalenceSet(A);
    return &A != &B && Set &&
           llvm::any_of(*Set, [&](const semantics::EquivalenceObject &Object) {
             return &Object.symbol == &B;
           });
  }

  /// A name of ASSOCIATE in the construct has no copy.
  bool isFromOutside(const Symbol &Name) const {
    return !Inside || !Inside->Contains(Name.owner());
  }

  SemanticsContext &Context;
  const Scope *Inside;
  bool KeepsOrder; ///< of the program
  SymbolSet Private, Shared, Indices;
  std::vector<PartFinder> Used;
  std::vector<std::pair<PartFinder, CharBlock>> Assigned;
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
