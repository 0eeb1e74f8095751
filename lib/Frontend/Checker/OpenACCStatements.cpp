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
// Unlimited polymorphic variables are refused in compute constructs.
//
//===----------------------------------------------------------------------===//

#include "OpenACCRules.h"
#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
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
      : Context(Context), Construct(*Construct.Acc) {
    note(Construct);
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
    if (S.Acc)
      for (const Clause &C : S.Acc->Clauses)
        if (C.is<parser::AccClause::Private, parser::AccClause::Firstprivate>())
          for (const ClauseObject &Object : C.Objects)
            if (Object.Base.Sym)
              Private.insert(&Object.Base.Sym->GetUltimate());
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

/// Objects of any type: nothing says how to copy one, and MLIR's implicit data
/// clauses end the compiler at them.
void checkTypes(SemanticsContext &Context, const Stmt &Construct) {
  std::set<const Symbol *> Seen;
  auto Check = [&](const Stmt &S) {
    for (const NameUse &Use : S.Names) {
      const Symbol *Root = Use.Sym ? &Use.Sym->GetUltimate() : nullptr;
      const semantics::DeclTypeSpec *Type = Root ? Root->GetType() : nullptr;
      if (Type && Type->category() == semantics::DeclTypeSpec::ClassStar &&
          !Root->owner().IsDerivedType() &&
          !Construct.Acc->Where->Contains(Root->owner()) &&
          Seen.insert(Root).second)
        Context.Say(
            Use.Source,
            "Unlimited polymorphic variable '%s' may not be used in %s"_err_en_US,
            Use.Source,
            Construct.Acc->IsFromConcurrent
                ? "DO CONCURRENT that runs on the device"
                : "a compute construct");
    }
    return true;
  };
  Check(Construct);
  for (const StmtList &Block : Construct.Blocks)
    forEachStmt(Block, Check);
}

} // namespace

void checkStatements(SemanticsContext &Context, const CheckedProgram &Program) {
  for (const Unit &U : Program.Units)
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

} // namespace warpfort::checker
