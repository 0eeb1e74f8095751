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
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Rewrites/TextCopies.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "OpenACCAllocations.h"
#include "OpenACCAtomics.h"
#include "OpenACCDeclares.h"
#include "OpenACCProcedures.h"
#include "SavedTables.h"
#include "flang/Evaluate/call.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "warpfort/Frontend/Checker.h"
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
using namespace warpfort;
using namespace warpfort::checker;

namespace {

enum Level { Seq, Vector, Worker, Gang };

const char *spellingOf(Level L) {
  static const char *const Names[] = {"seq", "vector", "worker", "gang"};
  return Names[L];
}

struct Routine {
  std::optional<Level> Parallelism;
  bool IsNoHost = false;
};

Routine readClauses(const parser::AccClauseList &Clauses) {
  Routine Result;
  bool ByDevice = false;
  for (const parser::AccClause &C : Clauses.v) {
    using Clause = parser::AccClause;
    if (std::holds_alternative<Clause::Gang>(C.u))
      Result.Parallelism = Gang;
    else if (std::holds_alternative<Clause::Worker>(C.u))
      Result.Parallelism = Worker;
    else if (std::holds_alternative<Clause::Vector>(C.u))
      Result.Parallelism = Vector;
    else if (std::holds_alternative<Clause::Seq>(C.u))
      Result.Parallelism = Seq;
    else if (std::holds_alternative<Clause::Nohost>(C.u))
      Result.IsNoHost = true;
    else if (std::holds_alternative<Clause::DeviceType>(C.u))
      ByDevice = true;
  }
  if (!Result.Parallelism && !ByDevice)
    Result.Parallelism = Seq;
  return Result;
}

/// The parallelism of a loop that its directive names.
std::set<Level> loopLevels(const parser::AccClauseList &Clauses) {
  std::set<Level> Result;
  for (const parser::AccClause &C : Clauses.v) {
    using Clause = parser::AccClause;
    if (std::holds_alternative<Clause::Gang>(C.u))
      Result.insert(Gang);
    else if (std::holds_alternative<Clause::Worker>(C.u))
      Result.insert(Worker);
    else if (std::holds_alternative<Clause::Vector>(C.u))
      Result.insert(Vector);
  }
  return Result;
}

bool hasReduction(const parser::AccClauseList &Clauses) {
  for (const parser::AccClause &C : Clauses.v)
    if (std::holds_alternative<parser::AccClause::Reduction>(C.u))
      return true;
  return false;
}

/// `!$acc routine(name)`, which names external procedures too.
struct NamedRoutines {
  std::map<std::string, Routine> Routines;

  void Post(const parser::OpenACCRoutineConstruct &X) {
    if (const auto &Name = std::get<std::optional<parser::Name>>(X.t))
      Routines[Name->ToString()] =
          readClauses(std::get<parser::AccClauseList>(X.t));
  }
};

class RoutineChecker {
public:
  RoutineChecker(SemanticsContext &Context,
                 std::map<std::string, Routine> Named,
                 const parser::Program &Program)
      : Context(Context), Named(std::move(Named)), Tables(Program),
        Source(Program, Tables) {}

  bool Pre(const parser::SubroutineSubprogram &X) {
    return enter(nameOf(X).symbol);
  }
  void Post(const parser::SubroutineSubprogram &) { Units.pop_back(); }
  bool Pre(const parser::FunctionSubprogram &X) {
    return enter(nameOf(X).symbol);
  }
  void Post(const parser::FunctionSubprogram &) { Units.pop_back(); }
  bool Pre(const parser::SeparateModuleSubprogram &X) {
    return enter(nameOf(X).symbol);
  }
  void Post(const parser::SeparateModuleSubprogram &) { Units.pop_back(); }
  bool Pre(const parser::InterfaceBody &) { return false; }

  bool Pre(const parser::OpenACCBlockConstruct &X) {
    checkDirective(std::get<parser::AccBlockDirective>(
        std::get<parser::AccBeginBlockDirective>(X.t).t));
    Constructs += isCompute(X);
    return true;
  }
  void Post(const parser::OpenACCBlockConstruct &X) {
    Constructs -= isCompute(X);
  }
  bool Pre(const parser::OpenACCCombinedConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    checkDirective(std::get<parser::AccCombinedDirective>(Begin.t));
    ++Constructs;
    Loops.push_back(loopLevels(std::get<parser::AccClauseList>(Begin.t)));
    return true;
  }
  void Post(const parser::OpenACCCombinedConstruct &) {
    --Constructs;
    Loops.pop_back();
  }
  bool Pre(const parser::OpenACCLoopConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginLoopDirective>(X.t);
    const auto &Clauses = std::get<parser::AccClauseList>(Begin.t);
    Loops.push_back(loopLevels(Clauses));
    checkOrphan(std::get<parser::AccLoopDirective>(Begin.t).source, Clauses);
    return true;
  }
  void Post(const parser::OpenACCLoopConstruct &) { Loops.pop_back(); }
  void Post(const parser::OpenACCStandaloneConstruct &X) {
    checkDirective(std::get<parser::AccStandaloneDirective>(X.t));
  }
  void Post(const parser::CUFKernelDoConstruct::Directive &X) {
    if (Constructs)
      Context.Say(X.source,
                  "A compute construct may not have a kernel loop"_err_en_US);
  }
  void Post(const parser::OpenACCWaitConstruct &X) {
    checkDirective(std::get<parser::Verbatim>(X.t).source,
                   llvm::acc::Directive::ACCD_wait);
  }
  // Clauses are evaluated on the host.
  bool Pre(const parser::AccClauseList &X) {
    for (const parser::AccClause &Clause : X.v)
      if (const auto *C = std::get_if<parser::AccClause::Private>(&Clause.u))
        checkPrivate(C->v);
      else if (const auto *C =
                   std::get_if<parser::AccClause::Firstprivate>(&Clause.u))
        checkPrivate(C->v);
    return false;
  }
  bool Pre(const parser::SpecificationPart &X) {
    for (const auto &D :
         std::get<std::list<parser::OpenACCDeclarativeConstruct>>(X.t))
      walk(D, *this);
    for (const auto &D : std::get<std::list<parser::DeclarationConstruct>>(X.t))
      if (const auto *S = std::get_if<parser::SpecificationConstruct>(&D.u))
        if (const auto *A = std::get_if<
                common::Indirection<parser::OpenACCDeclarativeConstruct>>(
                &S->u))
          walk(A->value(), *this);
    return false;
  }

  bool Pre(const parser::Expr &X) {
    if (X.typedExpr && X.typedExpr->v)
      for (const ProcedureRef *Ref : callsIn(*X.typedExpr->v))
        checkCall(*Ref, X.source);
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (X.typedCall)
      for (const ProcedureRef *Ref : callsIn(*X.typedCall))
        checkCall(*Ref, X.source);
    return false;
  }
  bool Pre(const parser::AssignmentStmt &X) {
    if (X.typedAssignment && X.typedAssignment->v)
      if (const auto *Defined =
              std::get_if<ProcedureRef>(&X.typedAssignment->v->u)) {
        for (const ProcedureRef *Ref : callsIn(*Defined))
          checkCall(*Ref, std::get<parser::Variable>(X.t).GetSource());
        return false;
      }
    return true;
  }

private:
  struct Unit {
    const Symbol *Sym;
    std::optional<Routine> Info;
  };

  /// Characters of which Flang has no copies become variables of a block.
  void checkPrivate(const parser::AccObjectList &List) {
    for (const parser::AccObject &Object : List.v) {
      const auto *Variable = std::get_if<parser::Designator>(&Object.u);
      if (!Variable)
        continue;
      const parser::Name &Name = parser::GetLastName(*Variable);
      if (Name.symbol && !canCopyText(Context, *Name.symbol, Name.source))
        Context.Say(Name.source,
                    "A PRIVATE or FIRSTPRIVATE character variable must have a "
                    "constant length: '%s'"_err_en_US,
                    Name.source);
    }
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
      auto Read = [&](const semantics::OpenACCRoutineDeviceTypeInfo &I) {
        if (I.isGang())
          Result.Parallelism = Gang;
        else if (I.isWorker())
          Result.Parallelism = Worker;
        else if (I.isVector())
          Result.Parallelism = Vector;
        else if (I.isSeq())
          Result.Parallelism = Seq;
      };
      Read(Info);
      for (const auto &I : Info.deviceTypeInfos())
        if (I.dType() == common::OpenACCDeviceType::Nvidia ||
            (I.dType() == common::OpenACCDeviceType::Star &&
             !Result.Parallelism))
          Read(I);
      if (Info.deviceTypeInfos().empty() && !Result.Parallelism)
        Result.Parallelism = Seq;
      return Result;
    }
    if (auto It = Named.find(Root.name().ToString()); It != Named.end())
      return It->second;
    if (subprogramAttrsOf(Root) && isDeviceSubprogram(Root))
      return Routine{Seq, false};
    return std::nullopt;
  }

  bool enter(const Symbol *Sym) {
    Units.push_back({Sym, Sym ? routineOf(*Sym) : std::nullopt});
    if (Units.back().Info && Sym->GetUltimate().scope() &&
        !(subprogramAttrsOf(*Sym) && isDeviceSubprogram(*Sym)))
      for (const auto &[Name, Ref] : *Sym->GetUltimate().scope())
        checkLocal(*Ref);
    return true;
  }

  void checkLocal(const Symbol &Local) {
    if (Tables.isSavedVariable(Local))
      Context.Say(Local.name(),
                  "An acc routine may not have a variable with the SAVE "
                  "attribute that changes or has no initial value: "
                  "'%s'"_err_en_US,
                  Local.name());
  }

  const std::optional<Routine> *unitRoutine() const {
    return !Units.empty() && Units.back().Info ? &Units.back().Info : nullptr;
  }

  /// Directives of the host in a compute construct. Those of routines are
  /// RoutineData.cpp's.
  void checkDirective(parser::CharBlock Source,
                      llvm::acc::Directive Directive) {
    if (!Constructs)
      return;
    std::string Name = llvm::acc::getOpenACCDirectiveName(Directive).upper();
    Context.Say(Source,
                "A compute construct may not have the directive %s, which is "
                "the host's"_err_en_US,
                Name);
  }
  template <typename A> void checkDirective(const A &Directive) {
    checkDirective(Directive.source, Directive.v);
  }

  /// A loop directive in a routine, outside of compute constructs.
  void checkOrphan(parser::CharBlock Directive,
                   const parser::AccClauseList &Clauses) {
    const std::optional<Routine> *Own = unitRoutine();
    if (Constructs || !Own || !(*Own)->Parallelism)
      return;
    for (Level L : Loops.back())
      if (L > *(*Own)->Parallelism)
        Context.Say(Directive, "A %s loop may not be in a %s routine"_err_en_US,
                    spellingOf(L), spellingOf(*(*Own)->Parallelism));
    if (Loops.back().count(Gang) && hasReduction(Clauses))
      Context.Say(Directive, "A gang loop in an acc routine may not have a "
                             "REDUCTION clause"_err_en_US);
  }

  /// Routines of the API in device code.
  void checkLibraryCall(const ProcedureRef &Ref, parser::CharBlock Source) {
    const Symbol *Proc = hostApiProcedure(Ref);
    if (!Proc || !(Constructs || unitRoutine()))
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
    const std::optional<Routine> *Own = unitRoutine();
    bool OnDevice = Constructs || Own;
    if (!OnDevice) {
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
      bool OfCUDA = !Constructs && subprogramAttrsOf(*Units.back().Sym) &&
                    isDeviceSubprogram(*Units.back().Sym);
      // Pointers and dummy procedures are CUDA Fortran's to check.
      if (OfCUDA &&
          (semantics::IsProcedurePointer(Root) || semantics::IsDummy(Root)))
        return;
      if (!Why && !OfCUDA)
        return;
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
    if (!Constructs && Callee->IsNoHost && !(*Own)->IsNoHost)
      Context.Say(Source,
                  "A routine that calls the NOHOST routine '%s' must have the "
                  "clause NOHOST itself"_err_en_US,
                  Root.name());
    checkLevel(Root, *Callee, Source);
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
    const std::optional<Routine> *Own = unitRoutine();
    if (!Constructs && Own && (*Own)->Parallelism &&
        Needed > *(*Own)->Parallelism) {
      Context.Say(
          Source, "A %s routine may not call the %s routine '%s'"_err_en_US,
          spellingOf(*(*Own)->Parallelism), spellingOf(Needed), Root.name());
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
  SavedTables Tables;
  SourceProcedures Source;
  std::vector<Unit> Units;
  /// Compute constructs around the place, and the levels of the loops there.
  int Constructs = 0;
  std::vector<std::set<Level>> Loops;
};

} // namespace

void warpfort::checkOpenACC(SemanticsContext &Context,
                            const parser::Program &Program) {
  checkAllocations(Context, Program);
  checkAtomics(Context, Program);
  checkDeclares(Context, Program);
  NamedRoutines Named;
  walk(Program, Named);
  RoutineChecker Checker(Context, std::move(Named.Routines), Program);
  walk(Program, Checker);
}
