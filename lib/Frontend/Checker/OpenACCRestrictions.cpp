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
//                      elements and no vector subscripts.
//   IF                 wants a logical condition. Lowering takes the lowest bit
//                      of an integer, as NVIDIA's compiler does.
//   LOOP               A kind of argument twice in GANG; SEQ beside levels.
//                      Bounds of tiled loops must not depend on each other:
//                      the loops over tiles are outside of all of them.
//   REDUCTION          One operator for a variable in nested constructs: the
//                      outer's combines the results of the inner ones.
//   SERIAL             One thread runs it: sizes of launches have no effect.
//   ROUTINE            names a procedure or stands in one; directives of one
//                      procedure must agree.
//   DECLARE            names variables of its own scope, or of a module. In a
//                      BLOCK construct, one thread runs it.
//   PURE procedures    have directives of device code only.
//   ATOMIC READ        copies a variable to another one.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Rewrites/DataConstructs.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "OpenACCRules.h"
#include "Rules.h"
#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
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

/// A variable; a part of one goes by its text.
using Part = std::pair<const Symbol *, std::string>;

Part partOf(const ClauseObject &Object) {
  return {&Object.Base.Sym->GetUltimate(),
          Object.IsWhole ? ""
                         : llvm::StringRef(Object.Source.ToString()).lower()};
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
  void check(const Clause &C, const ClauseObject &Object) {
    auto [It, IsNew] = Seen.try_emplace(partOf(Object), &C);
    if (IsNew)
      return;
    const Clause &First = *It->second;
    const std::string &Text = It->first.second;
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
  std::map<Part, const Clause *> Seen;
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

/// Whether a designator names an element of an array that is a component of
/// each of several records: `r(2:3)%x(1)`.
bool isElementOfComponents(const TypedExpr &Value) {
  auto Ref = evaluate::ExtractDataRef(Value);
  while (Ref) {
    if (const auto *Array = std::get_if<evaluate::ArrayRef>(&Ref->u)) {
      const evaluate::Component *Part = Array->base().UnwrapComponent();
      if (Part && Part->base().Rank() > 0)
        return true;
      Ref = Part ? std::optional(Part->base()) : std::nullopt;
    } else if (const auto *Part = std::get_if<evaluate::Component>(&Ref->u)) {
      Ref = evaluate::DataRef{Part->base()};
    } else {
      return false;
    }
  }
  return false;
}

/// Flang looks at the subscripts in the clauses it knows, which leave out
/// NO_CREATE and DELETE, and has no lowering of what is known to be empty, of
/// vector subscripts, or of an element in each of several records.
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
  if (Value && evaluate::HasVectorSubscript(*Value))
    Context.Say(Object.Source,
                "'%s' in a clause may not have a vector subscript"_err_en_US,
                Object.Source.ToString());
  if (Value && isElementOfComponents(*Value))
    Context.Say(
        Object.Source,
        "'%s' in a clause is an element of a component of several records, which is not supported: name the whole component, or the records"_err_en_US,
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

//===-- Conditions --------------------------------------------------------===//

/// Flang has the rule for SELF.
void checkCondition(SemanticsContext &Context, const Clause &C, bool Standard) {
  const auto *Value =
      C.is<Kind::If>()
          ? semantics::GetExpr(Context, std::get<Kind::If>(C.Node->u).v)
          : nullptr;
  auto Type = Value ? Value->GetType() : std::nullopt;
  if (Type && Type->category() == common::TypeCategory::Integer)
    Context.Say(C.Source,
                Standard ? "The condition of an IF clause must be a logical "
                           "value"_err_en_US
                         : "An integer is the condition of an IF clause: odd "
                           "numbers are taken for true"_warn_en_US);
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

/// Flang compares the clauses of LOOP, but not those of combined constructs.
void checkLoop(SemanticsContext &Context, const Directive &D) {
  bool IsSeq = D.Kind != llvm::acc::Directive::ACCD_loop && D.has<Kind::Seq>();
  for (const Clause &C : D.Clauses) {
    if (C.is<Kind::Gang>())
      checkGang(Context, C);
    if (IsSeq && C.is<Kind::Gang, Kind::Worker, Kind::Vector>())
      Context.Say(C.Source,
                  "A loop with SEQ may not have the %s clause"_err_en_US,
                  nameOf(C));
  }
}

/// The bounds of a loop.
std::vector<ExprUse> boundsOf(const CountedLoop &Loop) {
  std::vector<ExprUse> Result = {Loop.Lower, Loop.Upper};
  if (Loop.Step)
    Result.push_back(*Loop.Step);
  return Result;
}

void checkTiles(SemanticsContext &Context, const Stmt &Construct) {
  std::size_t Depth = 0;
  for (const Clause &C : Construct.Acc->Clauses)
    if (C.is<Kind::Tile>())
      Depth = std::get<Kind::Tile>(C.Node->u).v.v.size();
  std::set<const Symbol *> Indices;
  for (const Stmt *Loop = &Construct; Depth-- > 0 && Loop && Loop->Loop;) {
    for (const ExprUse &Bound : boundsOf(*Loop->Loop))
      if (Bound.Value)
        for (const Symbol &Used : evaluate::CollectSymbols(*Bound.Value))
          if (Indices.count(&Used.GetUltimate()))
            Context.Say(Bound.Source,
                        "The bounds of the loops of a TILE clause may not "
                        "depend on '%s', the variable of one of "
                        "them"_err_en_US,
                        Used.name());
    if (const Symbol *Index = Loop->Loop->Index.Sym)
      Indices.insert(&Index->GetUltimate());
    auto Next = llvm::find_if(Loop->Blocks.front(),
                              [](const Stmt &S) { return S.Loop; });
    Loop = Next == Loop->Blocks.front().end() ? nullptr : &*Next;
  }
}

//===-- REDUCTION ---------------------------------------------------------===//

using Operator = parser::ReductionOperator::Operator;

/// As the source has it.
const char *spellingOf(Operator Op) {
  switch (Op) {
  case Operator::Plus:
    return "+";
  case Operator::Multiply:
    return "*";
  case Operator::Max:
    return "MAX";
  case Operator::Min:
    return "MIN";
  case Operator::Iand:
    return "IAND";
  case Operator::Ior:
    return "IOR";
  case Operator::Ieor:
    return "IEOR";
  case Operator::And:
    return ".AND.";
  case Operator::Or:
    return ".OR.";
  case Operator::Eqv:
    return ".EQV.";
  case Operator::Neqv:
    return ".NEQV.";
  }
  llvm_unreachable("all operators are above");
}

class ReductionChecker {
public:
  explicit ReductionChecker(SemanticsContext &Context) : Context(Context) {}

  void check(const StmtList &List) {
    for (const Stmt &S : List) {
      auto Outer = Reduced;
      if (S.Acc)
        enter(*S.Acc);
      for (const StmtList &Block : S.Blocks)
        check(Block);
      Reduced = std::move(Outer);
    }
  }

private:
  void enter(const Directive &D) {
    for (const Clause &C : D.Clauses)
      if (C.is<Kind::Reduction>())
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            compare(std::get<parser::ReductionOperator>(
                        std::get<Kind::Reduction>(C.Node->u).v.t)
                        .v,
                    Object);
    // What is private has nothing to do with the variable around.
    for (const Clause &C : D.Clauses)
      if (C.is<Kind::Private, Kind::Firstprivate>())
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym)
            Reduced.erase(partOf(Object));
  }

  void compare(Operator Own, const ClauseObject &Object) {
    auto [Known, IsNew] = Reduced.try_emplace(partOf(Object), Own);
    if (!IsNew && Known->second != Own)
      Context.Say(Object.Source,
                  "'%s' may not be reduced by %s here and by %s in a construct "
                  "around"_err_en_US,
                  Object.Source.ToString(), spellingOf(Own),
                  spellingOf(Known->second));
  }

  SemanticsContext &Context;
  std::map<Part, Operator> Reduced;
};

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

/// What ROUTINE names, or the procedure that it stands in: Flang has a message
/// for modules.
void checkRoutineName(SemanticsContext &Context, const Directive &D) {
  if (!D.Procedure && D.Where->kind() == Scope::Kind::MainProgram)
    Context.Say(D.Source, "A ROUTINE directive without a name may not be in a "
                          "main program"_err_en_US);
  const Symbol *Named = D.Procedure && D.Procedure->Sym
                            ? &D.Procedure->Sym->GetUltimate()
                            : nullptr;
  if (Named && !semantics::IsProcedure(*Named) &&
      !Named->has<semantics::GenericDetails>())
    Context.Say(D.Procedure->Source,
                "'%s' is not a procedure, which the ROUTINE directive must "
                "name"_err_en_US,
                D.Procedure->Source);
}

//===-- DECLARE -----------------------------------------------------------===//

void checkDeclared(SemanticsContext &Context, const Directive &D,
                   const NameUse &Variable) {
  const Scope &Owner = Variable.Sym->GetUltimate().owner();
  if (&Owner != D.Where && Owner.Contains(*D.Where) && !Owner.IsModule() &&
      !Owner.IsSubmodule())
    Context.Say(Variable.Source,
                "'%s' is a variable of the scope around this one, where a "
                "DECLARE directive must name it"_err_en_US,
                Variable.Source);
}

/// Threads have no data of their own on the device, and device code can make
/// none. LINK of saved variables makes none either, and directives of acc
/// routines are dropped.
void checkDeclaredBlock(SemanticsContext &Context, const Directive &D) {
  if (!D.IsOfThreads || llvm::all_of(D.Clauses, [](const Clause &C) {
        return C.is<Kind::Link>() &&
               llvm::all_of(C.Objects, [](const ClauseObject &Object) {
                 return Object.Base.Sym && semantics::IsSaved(*Object.Base.Sym);
               });
      }))
    return;
  const Symbol *Procedure =
      semantics::GetProgramUnitContaining(*D.Where).symbol();
  if (!Procedure || !isAccRoutine(*Procedure))
    Context.Say(D.Source,
                "A BLOCK construct that several threads may run may not have "
                "a DECLARE directive"_err_en_US);
}

//===-- PURE procedures ---------------------------------------------------===//

/// What acc routines may have, which are pure often.
bool isOfDeviceCode(const Directive &D) {
  return D.Kind == llvm::acc::Directive::ACCD_loop ||
         D.Kind == llvm::acc::Directive::ACCD_cache ||
         D.Kind == llvm::acc::Directive::ACCD_atomic;
}

void checkPure(SemanticsContext &Context, const Unit &U, bool Standard) {
  if (!U.Sym || !semantics::IsPureProcedure(*U.Sym))
    return;
  forEachStmt(U.Body, [&](const Stmt &S) {
    if (!S.Acc || S.Acc->IsFromConcurrent || isOfDeviceCode(*S.Acc))
      return true;
    std::string Name = llvm::acc::getOpenACCDirectiveName(S.Acc->Kind).upper();
    Context.Say(S.Acc->Source,
                Standard
                    ? "The pure procedure '%s' may not have the directive "
                      "%s"_err_en_US
                    : "The pure procedure '%s' has the directive %s, which "
                      "the standard does not allow"_warn_en_US,
                U.Sym->name(), Name);
    return false;
  });
}

//===-- ATOMIC READ -------------------------------------------------------===//

/// The value of a variable of another type is converted when it has been read.
bool isVariableRead(const TypedExpr &Expr) {
  auto Read = evaluate::GetConvertInput(Expr);
  return Read && evaluate::IsVariable(*Read);
}

void checkAtomicRead(SemanticsContext &Context, const Stmt &S) {
  for (const AssignmentUse &Use : S.Assignments)
    if (Use.Value && !isVariableRead(Use.Value->rhs))
      Context.Say(Use.Target, "The statement of ATOMIC READ must have a "
                              "variable on the right-hand side"_err_en_US);
    else if (Use.Value && Use.Value->lhs == Use.Value->rhs)
      Context.Say(Use.Target, "The statement of ATOMIC READ must have two "
                              "variables"_err_en_US);
}

void check(SemanticsContext &Context, evaluate::ExpressionAnalyzer &Analyzer,
           const Directive &D, const Clause &C, bool Standard) {
  for (const ClauseObject &Object : C.Objects) {
    if (C.Node && Object.Base.Sym)
      checkObject(Context, Analyzer, D, C, Object);
    if (D.Kind == llvm::acc::Directive::ACCD_declare && Object.Base.Sym)
      checkDeclared(Context, D, Object.Base);
  }
  checkCondition(Context, C, Standard);
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
      check(Context, Analyzer, D, C, Standard);
    if (D.Kind == llvm::acc::Directive::ACCD_declare)
      checkDeclaredBlock(Context, D);
    if (D.isLoop())
      checkLoop(Context, D);
    if (D.Kind == llvm::acc::Directive::ACCD_routine)
      checkRoutineName(Context, D);
    if (D.Kind == llvm::acc::Directive::ACCD_serial ||
        D.Kind == llvm::acc::Directive::ACCD_serial_loop)
      checkSerial(Context, D, Standard);
  });
  ReductionChecker Reductions(Context);
  for (const Unit &U : Program.Units) {
    Reductions.check(U.Body);
    if (U.Sym)
      checkRoutine(Context, *U.Sym);
    checkPure(Context, U, Standard);
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (S.Acc && S.Acc->IsAtomicRead)
        checkAtomicRead(Context, S);
      if (S.Acc && S.Acc->isLoop() && !S.Blocks.empty())
        checkTiles(Context, S);
      return true;
    });
  }
}

} // namespace warpfort::checker
