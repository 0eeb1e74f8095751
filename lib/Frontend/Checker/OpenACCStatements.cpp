//===-- OpenACCStatements.cpp - Statements of compute constructs ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables that are read or assigned atomically are numbers or logical values
// (OpenACC 2.7, 2.12): no instruction exchanges records or characters, and
// Flang makes invalid code of them.
//
// What a construct allocates and leaves to the host, or deallocates of the
// host's, is refused: the device has a descriptor of its own, which the host
// does not see again. Private variables, and what the construct allocates as
// well as deallocates, stay on the device.
//
// Unlimited polymorphic variables, and arguments of assumed rank, are refused
// in compute constructs.
//
// No branch enters or leaves a construct: lowering has no way out of its
// region.
//
//===----------------------------------------------------------------------===//

#include "OpenACCRules.h"
#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include <algorithm>
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

void checkAtomic(SemanticsContext &Context, const Stmt &Atomic) {
  for (const AssignmentUse &Use : Atomic.Assignments) {
    auto Type = Use.Value ? Use.Value->lhs.GetType() : std::nullopt;
    if (Type && (Type->category() == common::TypeCategory::Character ||
                 Type->category() == common::TypeCategory::Derived))
      Context.Say(
          Use.Target,
          "The ATOMIC directive does not take '%s', which is of type %s: it wants numbers or logical values"_err_en_US,
          Use.Target.ToString(), Type->AsFortran());
  }
}

/// The allocations of one compute construct.
class AllocationChecker {
public:
  AllocationChecker(SemanticsContext &Context, const Stmt &Construct)
      : Context(Context), Construct(*Construct.Acc),
        Private(privateVariables(Construct)) {
    for (const StmtList &Block : Construct.Blocks)
      forEachStmt(Block, [&](const Stmt &S) {
        note(S);
        return true;
      });
  }

  void check() const {
    refuse(Allocated, Deallocated);
    refuse(Deallocated, Allocated);
  }

private:
  using Locations = std::map<const Symbol *, CharBlock>;

  void note(const Stmt &S) {
    if (S.Kind != StmtKind::Allocate && S.Kind != StmtKind::Deallocate)
      return;
    Locations &To = S.Kind == StmtKind::Allocate ? Allocated : Deallocated;
    for (const ExprUse &Object : S.Objects)
      if (const Symbol *Sym =
              Object.Value ? evaluate::UnwrapWholeSymbolDataRef(*Object.Value)
                           : nullptr)
        To.try_emplace(&Sym->GetUltimate(), Object.Source);
  }

  void refuse(const Locations &These, const Locations &Others) const {
    for (auto [Sym, Location] : These)
      if (!Private.count(Sym) && !Others.count(Sym) &&
          !Construct.Where->Contains(Sym->owner()))
        Context.Say(
            Location,
            "'%s' may not be allocated or deallocated in a compute construct, unless it is private: the host would not know of it"_err_en_US,
            Location);
  }

  SemanticsContext &Context;
  const Directive &Construct;
  std::set<const Symbol *> Private;
  Locations Allocated, Deallocated;
};

/// Objects of any type or rank: nothing says how to copy one, and MLIR's
/// implicit data clauses end the compiler at them, at arrays even if only their
/// presence is asked for.
void checkTypes(SemanticsContext &Context, const Stmt &Construct) {
  std::set<const Symbol *> Seen;
  auto CheckUse = [&](const NameUse &Use, bool IsAskedFor) {
    const Symbol *Root = Use.Sym ? &Use.Sym->GetUltimate() : nullptr;
    if (!Root || Root->owner().IsDerivedType() ||
        Construct.Acc->Where->Contains(Root->owner()))
      return;
    const semantics::DeclTypeSpec *Type = Root->GetType();
    bool HasAnyRank = semantics::IsAssumedRank(*Root);
    bool HasAnyType = Type &&
                      Type->category() == semantics::DeclTypeSpec::ClassStar &&
                      (!IsAskedFor || Root->Rank() > 0);
    if ((HasAnyRank || HasAnyType) && Seen.insert(Root).second)
      Context.Say(
          Use.Source,
          HasAnyRank
              ? "Argument '%s' of assumed rank may not be used in %s"_err_en_US
              : "Unlimited polymorphic variable '%s' may not be used in %s"_err_en_US,
          Use.Source,
          Construct.Acc->IsFromConcurrent
              ? "DO CONCURRENT that runs on the device"
              : "a compute construct");
  };
  auto Check = [&](const Stmt &S) {
    for (const NameUse &Use : S.Names)
      CheckUse(Use, /*IsAskedFor=*/false);
    for (const NameUse &Use : S.AskedFor)
      CheckUse(Use, /*IsAskedFor=*/true);
    return true;
  };
  Check(Construct);
  for (const StmtList &Block : Construct.Blocks)
    forEachStmt(Block, Check);
}

/// Branches to labels in one program unit.
class BranchChecker {
public:
  explicit BranchChecker(SemanticsContext &Context) : Context(Context) {}

  void check(const StmtList &Body) {
    note(Body);
    check(Body, {});
  }

private:
  /// The constructs around a statement, outermost first.
  using Constructs = std::vector<const Directive *>;

  static Constructs within(const Constructs &Around, const Stmt &S) {
    Constructs Result = Around;
    // ATOMIC is no construct that a branch could enter: its statement counts.
    if (S.Acc && !S.Blocks.empty())
      Result.push_back(S.Acc.get());
    return Result;
  }

  void note(const StmtList &List, const Constructs &Around = {}) {
    for (const Stmt &S : List) {
      Constructs Inside = within(Around, S);
      // A loop with a directive is a part of the construct.
      for (Label L : S.Labels)
        Places[L] = Inside;
      for (const StmtList &Block : S.Blocks)
        note(Block, Inside);
    }
  }

  void check(const StmtList &List, const Constructs &Around) {
    for (const Stmt &S : List) {
      for (Label Target : S.Targets)
        if (auto It = Places.find(Target); It != Places.end())
          compare(S, Target, Around, It->second);
      for (const StmtList &Block : S.Blocks)
        check(Block, within(Around, S));
    }
  }

  void compare(const Stmt &S, Label Target, const Constructs &From,
               const Constructs &To) {
    auto [Left, Entered] =
        std::mismatch(From.begin(), From.end(), To.begin(), To.end());
    bool Leaves = Left != From.end();
    if (!Leaves && Entered == To.end())
      return;
    const Directive &Crossed = Leaves ? **Left : **Entered;
    Context.Say(S.Source,
                "A branch to %d may not %s the %s construct"_err_en_US,
                static_cast<int>(Target), Leaves ? "leave" : "enter",
                llvm::acc::getOpenACCDirectiveName(Crossed.Kind).upper());
  }

  SemanticsContext &Context;
  std::map<Label, Constructs> Places;
};

} // namespace

void checkStatements(SemanticsContext &Context, const CheckedProgram &Program) {
  for (const Unit &U : Program.Units) {
    BranchChecker(Context).check(U.Body);
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Acc && S.Acc->Kind == llvm::acc::Directive::ACCD_atomic)
        checkAtomic(Context, S);
      if (S.Acc && S.Acc->isCompute())
        checkTypes(Context, S);
      // What DO CONCURRENT without a directive may allocate is known later.
      if (S.Acc && S.Acc->isCompute() && !S.Acc->IsFromConcurrent)
        AllocationChecker(Context, S).check();
      return true;
    });
  }
}

} // namespace warpfort::checker
