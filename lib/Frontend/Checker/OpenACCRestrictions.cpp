//===-- OpenACCRestrictions.cpp - Clauses that exclude each other ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the standard forbids and Flang accepts:
//
//   a variable twice   Which of two clauses counts would depend on their order:
//                      a variable of COPYOUT and COPYIN would not be copied in.
//                      The same clause twice, and COPYOUT behind COPYIN, have
//                      one meaning: a warning.
//   what may be named  Named constants may not change and have no address on
//                      the device; subscripts must fit, and sections have
//                      elements.
//   LOOP               A kind of argument twice in GANG.
//   SERIAL             One thread runs it: sizes of launches have no effect.
//   ROUTINE            Directives of one procedure must agree.
//   ATOMIC READ        reads a variable.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "OpenACCRules.h"
#include "Rules.h"
#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using Kind = parser::AccClause;

/// As the source has it.
std::string nameOf(const Clause &C) {
  std::string Text = C.Source.ToString();
  return llvm::StringRef(Text).split('(').first.trim().upper();
}

//===-- A variable twice --------------------------------------------------===//

/// Clauses that say where the data of a variable are. REDUCTION may stand
/// beside them, and Flang compares it with the private ones.
bool placesData(const Clause &C) {
  return C.is<Kind::Copy, Kind::Copyin, Kind::Copyout, Kind::Create,
              Kind::Present, Kind::NoCreate, Kind::Deviceptr, Kind::Private,
              Kind::Firstprivate, Kind::UseDevice, Kind::Delete, Kind::Device,
              Kind::Host, Kind::Self>();
}

class DuplicateChecker {
public:
  DuplicateChecker(SemanticsContext &Context, bool Standard)
      : Context(Context), Standard(Standard) {}

  void check(const Directive &D) {
    Seen.clear();
    for (const Clause &C : D.Clauses)
      if (placesData(C))
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            check(C, Object);
  }

private:
  /// A part of a variable goes by its text.
  using Key = std::pair<const Symbol *, std::string>;

  void check(const Clause &C, const ClauseObject &Object) {
    std::string Text =
        Object.IsWhole ? "" : llvm::StringRef(Object.Source.ToString()).lower();
    auto [It, IsNew] =
        Seen.try_emplace({&Object.Base.Sym->GetUltimate(), Text}, &C);
    if (IsNew)
      return;
    const Clause &First = *It->second;
    std::string Name = Text.empty() ? Object.Base.Sym->name().ToString() : Text;
    if (First.Node->u.index() == C.Node->u.index())
      Context.Say(Object.Source,
                  Standard ? "'%s' is named twice in %s"_err_en_US
                           : "'%s' is named twice in %s"_warn_en_US,
                  Name, nameOf(C));
    else if (!Standard && First.is<Kind::Copyin>() && C.is<Kind::Copyout>())
      Context.Say(Object.Source,
                  "'%s' is named in COPYIN and COPYOUT: this is taken for "
                  "COPY"_warn_en_US,
                  Name);
    else
      Context.Say(Object.Source,
                  "'%s' may not be named in both %s and %s of one "
                  "directive"_err_en_US,
                  Name, nameOf(First), nameOf(C));
  }

  SemanticsContext &Context;
  bool Standard;
  std::map<Key, const Clause *> Seen;
};

//===-- What may be named -------------------------------------------------===//

/// Whether the clause gives a variable a value or asks for its address. The
/// others may name constants, which need no place on the device.
bool wantsVariable(const Directive &D, const Clause &C) {
  return C.is<Kind::Copyout, Kind::Host, Kind::Self, Kind::Private,
              Kind::Reduction, Kind::UseDevice, Kind::Deviceptr>() ||
         (D.Kind == llvm::acc::Directive::ACCD_declare &&
          C.is<Kind::Copy, Kind::Present>());
}

/// Flang looks at the subscripts in the clauses it knows, which leave out
/// NO_CREATE and DELETE, and has no lowering of what is known to be empty.
void checkSection(SemanticsContext &Context,
                  evaluate::ExpressionAnalyzer &Analyzer,
                  const ClauseObject &Object) {
  auto *Variable = std::get_if<parser::Designator>(&Object.Node->u);
  auto Value = Variable ? Analyzer.Analyze(*Variable) : std::nullopt;
  auto Extents =
      Value ? evaluate::GetConstantExtents(Context.foldingContext(), *Value)
            : std::nullopt;
  if (Extents && llvm::is_contained(*Extents, 0))
    Context.Say(Object.Source,
                "The section '%s' in a clause has no elements"_err_en_US,
                Object.Source.ToString());
}

void checkObject(SemanticsContext &Context,
                 evaluate::ExpressionAnalyzer &Analyzer, const Directive &D,
                 const Clause &C, const ClauseObject &Object) {
  const Symbol &Root = Object.Base.Sym->GetUltimate();
  if (semantics::IsNamedConstant(Root) && wantsVariable(D, C))
    Context.Say(Object.Source,
                "'%s' is a named constant, which the %s clause may not "
                "name"_err_en_US,
                Root.name(), nameOf(C));
  else if (!Object.IsWhole && !C.is<Kind::Private, Kind::Firstprivate>())
    checkSection(Context, Analyzer, Object);
}

//===-- LOOP --------------------------------------------------------------===//

void checkGang(SemanticsContext &Context, const Clause &C) {
  const auto &Arguments = std::get<Kind::Gang>(C.Node->u).v;
  if (!Arguments)
    return;
  std::set<std::size_t> Seen;
  for (const parser::AccGangArg &Argument : Arguments->v)
    if (!Seen.insert(Argument.u.index()).second) {
      Context.Say(C.Source,
                  "The GANG clause may have one argument of each kind: NUM, "
                  "DIM and STATIC"_err_en_US);
      return;
    }
}

void checkLoop(SemanticsContext &Context, const Directive &D) {
  for (const Clause &C : D.Clauses)
    if (C.is<Kind::Gang>())
      checkGang(Context, C);
}

//===-- SERIAL ------------------------------------------------------------===//

void checkSerial(SemanticsContext &Context, const Directive &D, bool Standard) {
  for (const Clause &C : D.Clauses)
    if (C.is<Kind::NumGangs, Kind::NumWorkers, Kind::VectorLength>())
      Context.Say(C.Source,
                  Standard ? "A SERIAL construct may not have %s"_err_en_US
                           : "%s has no effect on a SERIAL construct, which "
                             "one thread runs"_warn_en_US,
                  nameOf(C));
}

//===-- ROUTINE -----------------------------------------------------------===//

/// The level that the directive names for all devices; null if none.
const char *levelOf(const semantics::OpenACCRoutineInfo &Info) {
  return Info.isGang()     ? "gang"
         : Info.isWorker() ? "worker"
         : Info.isVector() ? "vector"
         : Info.isSeq()    ? "seq"
                           : nullptr;
}

void checkRoutine(SemanticsContext &Context, const Symbol &Procedure) {
  const auto *Details =
      Procedure.GetUltimate().detailsIf<semantics::SubprogramDetails>();
  if (!Details)
    return;
  const char *Level = nullptr;
  for (const auto &Info : Details->openACCRoutineInfos()) {
    const char *Other = levelOf(Info);
    if (Level && Other && llvm::StringRef(Level) != Other)
      Context.Say(Procedure.name(),
                  "The ROUTINE directives of '%s' name different levels: %s "
                  "and %s"_err_en_US,
                  Procedure.name(), Level, Other);
    if (Other)
      Level = Other;
  }
}

//===-- ATOMIC READ -------------------------------------------------------===//

void checkAtomicRead(SemanticsContext &Context, const Stmt &S) {
  for (const AssignmentUse &Use : S.Assignments)
    if (Use.Value && !evaluate::IsVariable(Use.Value->rhs))
      Context.Say(Use.Target, "The statement of ATOMIC READ must have a "
                              "variable on the right-hand side"_err_en_US);
}

} // namespace

void checkRestrictions(SemanticsContext &Context, const CheckedProgram &Program,
                       bool Standard) {
  DuplicateChecker Duplicates(Context, Standard);
  evaluate::ExpressionAnalyzer Analyzer(Context);
  forEachDirective(Program, [&](const Directive &D) {
    // Flang compares the clauses of DECLARE.
    if (D.Kind != llvm::acc::Directive::ACCD_declare)
      Duplicates.check(D);
    for (const Clause &C : D.Clauses)
      for (const ClauseObject &Object : C.Objects)
        if (C.Node && Object.Base.Sym)
          checkObject(Context, Analyzer, D, C, Object);
    if (D.isLoop())
      checkLoop(Context, D);
    if (D.Kind == llvm::acc::Directive::ACCD_serial ||
        D.Kind == llvm::acc::Directive::ACCD_serial_loop)
      checkSerial(Context, D, Standard);
  });
  for (const Unit &U : Program.Units) {
    if (U.Sym)
      checkRoutine(Context, *U.Sym);
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Acc && S.Acc->IsAtomicRead)
        checkAtomicRead(Context, S);
      return true;
    });
  }
}

} // namespace warpfort::checker
