//===-- OpenACCUndeclaredNames.cpp - Misspelt names of clauses ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without IMPLICIT NONE a misspelt variable of a REDUCTION clause is a new one,
// and the variable that the construct sums up is not reduced:
//
//     !$acc parallel loop reduction(+:totl)
//     do i = 1, n
//       total = total + a(i)
//
// Likewise a variable of a data clause, whose data then stay on the host.
//
//===----------------------------------------------------------------------===//

#include "OpenACCRules.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "warpfort/Support/Misspellings.h"
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using Kind = parser::AccClause;
using SymbolSet = std::set<const Symbol *>;

/// What \p S and what is in it name: in statements alone, or in clauses too,
/// but for REDUCTION.
void listNames(const Stmt &S, bool WithClauses, SymbolSet &Names) {
  for (const NameUse &Use : S.Names)
    if (Use.Sym)
      Names.insert(&Use.Sym->GetUltimate());
  if (WithClauses && S.Acc)
    for (const Clause &C : S.Acc->Clauses)
      if (!C.is<Kind::Reduction>())
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            Names.insert(&Object.Base.Sym->GetUltimate());
  for (const StmtList &Block : S.Blocks)
    for (const Stmt &Inner : Block)
      listNames(Inner, WithClauses, Names);
}

bool isData(const Clause &C) {
  return C
      .is<Kind::Copy, Kind::Copyin, Kind::Copyout, Kind::Create, Kind::NoCreate,
          Kind::Present, Kind::Delete, Kind::Deviceptr, Kind::UseDevice,
          Kind::Attach, Kind::Detach, Kind::Host, Kind::Device>();
}

/// By a statement that gives it no type, too.
bool isDeclared(const Symbol &Variable) {
  return !Variable.test(Symbol::Flag::Implicit) || Variable.Rank() > 0 ||
         semantics::IsDummy(Variable) ||
         semantics::FindCommonBlockContaining(Variable) ||
         semantics::FindEquivalenceSet(Variable);
}

/// As the source has it, in capital letters.
std::string nameOf(const Clause &C) {
  std::string Text = C.Source.ToString();
  return llvm::StringRef(Text)
      .take_until([](char X) { return X == '('; })
      .trim()
      .upper();
}

/// \p Used: in the construct of a REDUCTION clause, in the program for others.
void check(SemanticsContext &Context, const Clause &C, const SymbolSet &Used,
           llvm::StringRef WhereNot) {
  for (const ClauseObject &Object : C.Objects) {
    const Symbol *Variable =
        Object.Base.Sym ? &Object.Base.Sym->GetUltimate() : nullptr;
    if (!Variable || isDeclared(*Variable) || Used.count(Variable))
      continue;
    std::string Name = Variable->name().ToString();
    NearestName Nearest(Name);
    for (const Symbol *Other : Used)
      Nearest.consider(Other->name().ToString());
    Context.Say(
        Object.Source,
        "'%s' is named in %s and not in %s, and nothing declares it%s"_warn_en_US,
        Name, nameOf(C), WhereNot.str(), Nearest.hint());
  }
}

void check(SemanticsContext &Context, const StmtList &List,
           const SymbolSet &InProgram) {
  for (const Stmt &S : List) {
    if (S.Acc && !S.Acc->IsFromConcurrent) {
      for (const Clause &C : S.Acc->Clauses) {
        if (isData(C))
          check(Context, C, InProgram, "a statement");
        if (!C.is<Kind::Reduction>())
          continue;
        SymbolSet InConstruct;
        listNames(S, /*WithClauses=*/true, InConstruct);
        check(Context, C, InConstruct, "the construct");
      }
    }
    for (const StmtList &Block : S.Blocks)
      check(Context, Block, InProgram);
  }
}

} // namespace

void checkUndeclaredNames(SemanticsContext &Context,
                          const CheckedProgram &Program) {
  SymbolSet Names; // of internal procedures, too
  for (const Unit &U : Program.Units)
    for (const Stmt &S : U.Body)
      listNames(S, /*WithClauses=*/false, Names);
  for (const Unit &U : Program.Units)
    check(Context, U.Body, Names);
}

} // namespace warpfort::checker
