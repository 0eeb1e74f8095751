//===-- OpenACCRoutines.cpp - Procedures called on the device -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is called in a compute construct or in an acc routine must be an acc
// routine too, or a device procedure of CUDA Fortran. A routine's level says
// which loops it may hold and where it may be called: nothing in it or around
// it uses the same threads twice. What a compute construct or an acc routine
// calls without routine information is a sequential routine where the source
// has the procedure.
//
// Both are device code: directives that are the host's are errors in them. What
// an acc routine works on is on the device when it runs there; DATA constructs
// that say no more are dropped (DataConstructs.cpp).
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Rewrites/DataConstructs.h"
#include "OpenACCProcedures.h"
#include "OpenACCRules.h"
#include "flang/Evaluate/call.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Frontend/OpenACC/ACC.h.inc"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using Kind = parser::AccClause;

enum Level { Seq, Vector, Worker, Gang };

const char *spellingOf(Level L) {
  static const char *const Names[] = {"seq", "vector", "worker", "gang"};
  return Names[L];
}

struct Routine {
  std::optional<Level> Parallelism;
  bool IsNoHost = false;
};

std::optional<Level> levelOf(const Clause &C) {
  return C.is<Kind::Gang>()     ? std::optional(Gang)
         : C.is<Kind::Worker>() ? std::optional(Worker)
         : C.is<Kind::Vector>() ? std::optional(Vector)
                                : std::nullopt;
}

/// The parallelism that a directive names.
std::set<Level> levelsOf(const Directive &D) {
  std::set<Level> Result;
  for (const Clause &C : D.Clauses)
    if (std::optional<Level> L = levelOf(C))
      Result.insert(*L);
  return Result;
}

Routine routineOf(const Directive &D) {
  Routine Result;
  for (const Clause &C : D.Clauses)
    if (std::optional<Level> L = levelOf(C))
      Result.Parallelism = L;
    else if (C.is<Kind::Seq>())
      Result.Parallelism = Seq;
  Result.IsNoHost = D.has<Kind::Nohost>();
  if (!Result.Parallelism)
    Result.Parallelism = Seq;
  return Result;
}

/// `!$acc routine(name)`, which names external procedures too.
std::map<std::string, Routine> namedRoutines(const CheckedProgram &Program) {
  std::map<std::string, Routine> Result;
  for (const Directive &D : Program.Declarations)
    if (D.Procedure)
      Result[D.Procedure->Source.ToString()] = routineOf(D);
  return Result;
}

/// Whether a clause of a DATA construct only says where data are.
bool movesNothing(const Clause &C) {
  return C.is<Kind::Present, Kind::NoCreate, Kind::Deviceptr, Kind::Default,
              Kind::If, Kind::Async, Kind::Wait>();
}

/// Whether a directive may not be in device code.
bool isOfHost(const Directive &D) {
  switch (D.Kind) {
  case llvm::acc::Directive::ACCD_atomic:
  case llvm::acc::Directive::ACCD_cache:
  case llvm::acc::Directive::ACCD_loop:
    return false;
  default:
    return true;
  }
}

std::string nameOf(const Directive &D) {
  return llvm::acc::getOpenACCDirectiveName(D.Kind).upper();
}

class RoutineChecker {
public:
  RoutineChecker(SemanticsContext &Context, const CheckedProgram &Program,
                 const SavedTables &Tables, bool Standard)
      : Context(Context), Named(namedRoutines(Program)), Tables(Tables),
        Source(Program, Tables), Standard(Standard) {}

  void check(const Unit &U) {
    enter(U.Sym);
    check(U.Body);
  }

  std::vector<MissingRoutine> takeMissing() { return std::move(Missing); }

private:
  void check(const StmtList &List) {
    for (const Stmt &S : List)
      check(S);
  }

  void check(const Stmt &S) {
    if (S.Kind == StmtKind::KernelLoop && Constructs)
      Context.Say(S.Kernel->Source,
                  "A compute construct may not have a kernel loop"_err_en_US);
    const Directive *D = S.Acc.get();
    if (D && isOfHost(*D))
      checkOfHost(*D);
    bool IsCompute = D && D->isCompute(), IsLoop = D && D->isLoop();
    if (IsCompute && Constructs++ == 0)
      Construct = D->Source;
    if (IsLoop) {
      Loops.push_back(levelsOf(*D));
      checkOrphan(*D);
    }
    for (const CallUse &Call : callsIn(S))
      checkCall(*Call.Ref, Call.Source);
    for (const StmtList &Block : S.Blocks)
      check(Block);
    Constructs -= IsCompute;
    if (IsLoop)
      Loops.pop_back();
  }

  std::optional<Routine> routineOf(const Symbol &Proc) const {
    const Symbol &Root = Proc.GetUltimate();
    const semantics::SubprogramDetails *Details[] = {
        Root.detailsIf<semantics::SubprogramDetails>(), nullptr};
    if (Details[0] && Details[0]->moduleInterface())
      Details[1] = Details[0]
                       ->moduleInterface()
                       ->GetUltimate()
                       .detailsIf<semantics::SubprogramDetails>();
    for (const auto *D : Details) {
      if (!D || D->openACCRoutineInfos().empty())
        continue;
      const auto &Info = D->openACCRoutineInfos().back();
      Routine Result;
      Result.IsNoHost = Info.isNohost();
      // No clause is behind DEVICE_TYPE any more (OpenACCDeviceTypes.cpp).
      Result.Parallelism = Info.isGang()     ? Gang
                           : Info.isWorker() ? Worker
                           : Info.isVector() ? Vector
                                             : Seq;
      return Result;
    }
    if (auto It = Named.find(Root.name().ToString()); It != Named.end())
      return It->second;
    if (subprogramAttrsOf(Root) && isDeviceSubprogram(Root))
      return Routine{Seq, false};
    return std::nullopt;
  }

  void enter(const Symbol *Sym) {
    Procedure = Sym;
    Own = Sym ? routineOf(*Sym) : std::nullopt;
    if (Own && Sym->GetUltimate().scope() && !isOfCUDA())
      for (const auto &[Name, Ref] : *Sym->GetUltimate().scope())
        checkLocal(*Ref);
  }

  /// Whether the program unit is a device procedure of CUDA Fortran.
  bool isOfCUDA() const {
    return Procedure && subprogramAttrsOf(*Procedure) &&
           isDeviceSubprogram(*Procedure);
  }

  void checkLocal(const Symbol &Local) {
    if (Tables.isSavedVariable(Local))
      Context.Say(Local.name(),
                  "An acc routine may not have a variable with the SAVE "
                  "attribute that changes or has no initial value: "
                  "'%s'"_err_en_US,
                  Local.name());
  }

  /// A directive of the host in device code.
  void checkOfHost(const Directive &D) {
    if (Constructs)
      Context.Say(D.Source,
                  "A compute construct may not have the directive %s, which is "
                  "the host's"_err_en_US,
                  nameOf(D));
    if (!Procedure || !isAccRoutine(*Procedure) || D.IsFromConcurrent)
      return;
    if (D.Kind != llvm::acc::Directive::ACCD_data) {
      Context.Say(
          D.Source,
          "The acc routine '%s' may not have the directive %s, which is "
          "the host's"_err_en_US,
          Procedure->name(), nameOf(D));
      return;
    }
    for (const Clause &C : D.Clauses)
      if (!movesNothing(C))
        Context.Say(C.Source,
                    "A DATA construct in the acc routine '%s' may not move "
                    "data: %s"_err_en_US,
                    Procedure->name(),
                    parser::ToUpperCaseLetters(C.Source.ToString()));
  }

  /// A loop directive in a routine, outside of compute constructs.
  void checkOrphan(const Directive &Loop) {
    if (Constructs || !Own || !Own->Parallelism)
      return;
    for (Level L : Loops.back())
      if (L > *Own->Parallelism)
        Context.Say(Loop.Source,
                    "A %s loop may not be in a %s routine"_err_en_US,
                    spellingOf(L), spellingOf(*Own->Parallelism));
    if (Loops.back().count(Gang) && Loop.has<Kind::Reduction>())
      Context.Say(Loop.Source, "A gang loop in an acc routine may not have a "
                               "REDUCTION clause"_err_en_US);
  }

  /// Routines of the API in device code. Which ones procedures of CUDA Fortran
  /// may call is CUDA Fortran's to check.
  void checkLibraryCall(const ProcedureRef &Ref, parser::CharBlock Source) {
    const Symbol *Proc = hostApiProcedure(Ref);
    if (!Proc || !(Constructs || Own) || (!Constructs && isOfCUDA()))
      return;
    Context.Say(Source,
                "'%s' is for the host: it may not be called in %s"_err_en_US,
                genericName(*Proc),
                Constructs ? "a compute construct" : "an acc routine");
  }

  void checkCall(const ProcedureRef &Ref, parser::CharBlock Source) {
    const Symbol *Proc = calledProcedure(Ref);
    if (!Proc)
      return checkLibraryCall(Ref, Source);
    const Symbol &Root = *Proc;
    std::optional<Routine> Callee = routineOf(Root);
    if (!Constructs && !Own) {
      if (Callee && Callee->IsNoHost)
        Context.Say(Source,
                    "'%s' is a NOHOST routine: it may only be called in a "
                    "compute construct"_err_en_US,
                    Root.name());
      return;
    }
    if (!Callee) {
      std::optional<std::string> Why = whyNotSequential(Root);
      if (!Why && isDispatched(Ref))
        Why = "its object is polymorphic";
      bool OfCUDA = !Constructs && isOfCUDA();
      // Pointers and dummy procedures are CUDA Fortran's to check.
      if (OfCUDA &&
          (semantics::IsProcedurePointer(Root) || semantics::IsDummy(Root)))
        return;
      if (!Why && !OfCUDA) {
        if (!Constructs)
          sayIsSequential(Root, Source);
        return;
      }
      noteMissing(Root, Source);
      parser::Message &Said = Context.Say(
          Source,
          "Procedures called in %s must have acc routine information: "
          "%s"_err_en_US,
          Constructs ? "a compute region" : "an acc routine",
          genericName(Root).ToString());
      if (Why && !Why->empty())
        Said.Attach(Source, "It is no sequential routine of itself: %s"_en_US,
                    *Why);
      return;
    }
    if (!Constructs && Callee->IsNoHost && !Own->IsNoHost)
      Context.Say(Source,
                  "A routine that calls the NOHOST routine '%s' must have the "
                  "clause NOHOST itself"_err_en_US,
                  Root.name());
    checkLevel(Root, *Callee, Source);
  }

  /// A routine may only call routines, though the source shows what it calls.
  void sayIsSequential(const Symbol &Root, parser::CharBlock Source) {
    if (Standard)
      Context.Say(Source,
                  "Procedures called in an acc routine must have acc routine "
                  "information: %s"_err_en_US,
                  genericName(Root).ToString());
    else
      Context.Say(Source,
                  "Procedure '%s' is called in an acc routine and has no acc "
                  "routine information: it is taken for a sequential "
                  "routine"_warn_en_US,
                  genericName(Root).ToString());
  }

  int lineOf(parser::CharBlock Source) const {
    auto Range = Context.allCookedSources().GetSourcePositionRange(Source);
    return Range ? Range->first.line : 0;
  }

  /// What NVIDIA's compiler says of it is printed besides.
  void noteMissing(const Symbol &Root, parser::CharBlock Source) {
    if (Constructs)
      Missing.push_back(
          {genericName(Root).ToString(),
           Procedure ? llvm::StringRef(Procedure->name().ToString()).lower()
                     : "main",
           lineOf(Source), lineOf(Construct)});
  }

  /// Why a procedure without information is no sequential routine of itself;
  /// nothing to say of one that the source does not have.
  std::optional<std::string> whyNotSequential(const Symbol &Root) const {
    if (!Source.find(Root))
      return std::string();
    std::set<const SourceProcedure *> Seen;
    std::vector<const Symbol *> Work = {&Root};
    while (!Work.empty()) {
      const Symbol &Proc = *Work.back();
      Work.pop_back();
      std::string Name = "'" + Proc.name().ToString() + "'";
      if (std::optional<Routine> Info = routineOf(Proc)) {
        if (Info->IsNoHost)
          return "it calls the NOHOST routine " + Name;
        if (Info->Parallelism.value_or(Seq) != Seq)
          return std::string("it calls the ") + spellingOf(*Info->Parallelism) +
                 " routine " + Name;
        continue;
      }
      const SourceProcedure *Body = Source.find(Proc);
      if (!Body)
        return "it calls " + Name + ", which has no acc routine information";
      if (!Seen.insert(Body).second)
        continue;
      if (!Body->Obstacle.empty())
        return Name + " " + Body->Obstacle;
      Work.insert(Work.end(), Body->Calls.begin(), Body->Calls.end());
    }
    return std::nullopt;
  }

  /// Whether the threads that the callee uses are free.
  void checkLevel(const Symbol &Root, const Routine &Callee,
                  parser::CharBlock Source) {
    if (!Callee.Parallelism || *Callee.Parallelism == Seq)
      return;
    Level Needed = *Callee.Parallelism;
    if (!Constructs && Own && Own->Parallelism && Needed > *Own->Parallelism) {
      Context.Say(
          Source, "A %s routine may not call the %s routine '%s'"_err_en_US,
          spellingOf(*Own->Parallelism), spellingOf(Needed), Root.name());
      return;
    }
    for (const std::set<Level> &Loop : Loops)
      for (Level L : Loop)
        if (L <= Needed) {
          Context.Say(Source,
                      "A %s routine may not be called in a %s loop: "
                      "'%s'"_err_en_US,
                      spellingOf(Needed), spellingOf(L), Root.name());
          return;
        }
  }

  SemanticsContext &Context;
  std::map<std::string, Routine> Named;
  const SavedTables &Tables;
  SourceProcedures Source;
  bool Standard;
  /// The program unit, and its routine information.
  const Symbol *Procedure = nullptr;
  std::optional<Routine> Own;
  /// Compute constructs around the statement, and the levels of the loops.
  int Constructs = 0;
  /// The directive of the outermost of them.
  parser::CharBlock Construct;
  std::vector<std::set<Level>> Loops;
  std::vector<MissingRoutine> Missing;
};

} // namespace

std::vector<MissingRoutine> checkRoutines(SemanticsContext &Context,
                                          const CheckedProgram &Program,
                                          const SavedTables &Tables,
                                          bool Standard) {
  RoutineChecker Checker(Context, Program, Tables, Standard);
  for (const Unit &U : Program.Units)
    Checker.check(U);
  return Checker.takeMissing();
}

} // namespace warpfort::checker
