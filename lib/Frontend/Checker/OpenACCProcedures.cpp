//===-- OpenACCProcedures.cpp - The procedures of a source ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the procedures of a source call, and what each has that a sequential
// routine may not have: saved variables, directives for other than sequential
// code, further entries. What no device code can do else is found when it is
// compiled.
//
//===----------------------------------------------------------------------===//

#include "OpenACCProcedures.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/call.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringRef.h"

using namespace Fortran;

namespace warpfort::checker {

/// What comes with the compiler, and statement functions.
static bool isLibrary(const Symbol &Root) {
  if (Root.attrs().test(semantics::Attr::INTRINSIC) || isFromDeviceModule(Root))
    return true;
  if (const auto *Details = Root.detailsIf<semantics::SubprogramDetails>();
      Details && Details->stmtFunction())
    return true;
  const semantics::Scope *Module =
      semantics::FindModuleContaining(Root.owner());
  if (!Module || !Module->symbol())
    return false;
  llvm::StringRef Name(Module->symbol()->name().begin(),
                       Module->symbol()->name().size());
  return Name == "openacc" || Name.starts_with("ieee_") ||
         Name.starts_with("iso_") || Name.starts_with("__");
}

const Symbol *calledProcedure(const ProcedureRef &Ref) {
  if (Ref.proc().GetSpecificIntrinsic())
    return nullptr;
  const Symbol *Proc = Ref.proc().GetSymbol();
  if (!Proc)
    return nullptr;
  if (const auto *Binding = Proc->detailsIf<semantics::ProcBindingDetails>())
    Proc = &Binding->symbol();
  const Symbol &Root = Proc->GetUltimate();
  return isLibrary(Root) ? nullptr : &Root;
}

const Symbol *hostApiProcedure(const ProcedureRef &Ref) {
  const Symbol *Proc = Ref.proc().GetSymbol();
  if (!Proc)
    return nullptr;
  const Symbol &Root = Proc->GetUltimate();
  const semantics::Scope *Module =
      semantics::FindModuleContaining(Root.owner());
  if (!Module || !Module->symbol())
    return nullptr;
  std::string Name = Module->symbol()->name().ToString();
  if ((Name != "openacc" && Name != "accel_lib" && Name != "cudafor") ||
      (subprogramAttrsOf(Root) && isDeviceSubprogram(Root)) ||
      genericName(Root).ToString() == "acc_on_device")
    return nullptr;
  return &Root;
}

parser::CharBlock genericName(const Symbol &Proc) {
  for (const auto &[Name, Candidate] : Proc.owner())
    if (const auto *Generic = Candidate->detailsIf<semantics::GenericDetails>();
        Generic && Generic->kind().IsName())
      for (semantics::SymbolRef Specific : Generic->specificProcs())
        if (&Specific->GetUltimate() == &Proc.GetUltimate())
          return Name;
  return Proc.name();
}

bool isDispatched(const ProcedureRef &Ref) {
  const Symbol *Proc = Ref.proc().GetSymbol();
  return Ref.proc().GetComponent() && Proc &&
         Proc->has<semantics::ProcBindingDetails>();
}

/// The symbol that callers have: of a separate module procedure, that of its
/// interface.
static const Symbol &calledAs(const Symbol &Proc) {
  const Symbol &Root = Proc.GetUltimate();
  const auto *Details = Root.detailsIf<semantics::SubprogramDetails>();
  return Details && Details->moduleInterface()
             ? Details->moduleInterface()->GetUltimate()
             : Root;
}

class ProcedureCollector {
public:
  ProcedureCollector(SourceProcedures &Result, const SavedTables &Tables)
      : Result(Result), Tables(Tables) {}

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

  bool Pre(const parser::Expr &X) {
    if (X.typedExpr && X.typedExpr->v)
      for (const ProcedureRef *Ref : callsIn(*X.typedExpr->v))
        addCall(*Ref);
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (X.typedCall)
      for (const ProcedureRef *Ref : callsIn(*X.typedCall))
        addCall(*Ref);
    return false;
  }
  bool Pre(const parser::AssignmentStmt &X) {
    if (X.typedAssignment && X.typedAssignment->v)
      if (const auto *Defined =
              std::get_if<ProcedureRef>(&X.typedAssignment->v->u)) {
        for (const ProcedureRef *Ref : callsIn(*Defined))
          addCall(*Ref);
        return false;
      }
    return true;
  }

  bool Pre(const parser::EntryStmt &) { return refuse("has an ENTRY"); }
  bool Pre(const parser::OpenACCBlockConstruct &X) {
    return refuseDirective(std::get<parser::AccBlockDirective>(
                               std::get<parser::AccBeginBlockDirective>(X.t).t)
                               .source);
  }
  bool Pre(const parser::OpenACCCombinedConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    // What -stdpar makes of DO CONCURRENT has a sequential form, and the place
    // of the statement.
    const auto &Do = std::get<std::optional<parser::DoConstruct>>(X.t);
    if (Do && std::get<parser::Statement<parser::NonLabelDoStmt>>(Do->t)
                      .source.begin() == Begin.source.begin())
      return true;
    return refuseDirective(
        std::get<parser::AccCombinedDirective>(Begin.t).source);
  }
  bool Pre(const parser::OpenACCStandaloneConstruct &X) {
    return refuseDirective(
        std::get<parser::AccStandaloneDirective>(X.t).source);
  }
  bool Pre(const parser::OpenACCStandaloneDeclarativeConstruct &X) {
    return refuseDirective(
        std::get<parser::AccDeclarativeDirective>(X.t).source);
  }
  bool Pre(const parser::OpenACCWaitConstruct &) {
    return refuse("has a WAIT directive");
  }
  bool Pre(const parser::OpenACCLoopConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginLoopDirective>(X.t);
    using Clause = parser::AccClause;
    for (const Clause &C : std::get<parser::AccClauseList>(Begin.t).v)
      if (std::holds_alternative<Clause::Gang>(C.u))
        refuse("has a gang loop");
      else if (std::holds_alternative<Clause::Worker>(C.u))
        refuse("has a worker loop");
      else if (std::holds_alternative<Clause::Vector>(C.u))
        refuse("has a vector loop");
    return true;
  }

private:
  bool enter(const Symbol *Sym) {
    if (!Sym) {
      Units.push_back(nullptr);
      return true;
    }
    const Symbol &Root = calledAs(*Sym);
    Units.push_back(&Result.Procedures[&Root]);
    if (Root.owner().IsGlobal())
      Result.External[Root.name().ToString()] = &Root;
    if (const semantics::Scope *Scope = Sym->GetUltimate().scope())
      for (const auto &[Name, Ref] : *Scope)
        if (const Symbol &Local = *Ref; Tables.isSavedVariable(Local))
          refuse("has the saved variable '" + Local.name().ToString() + "'");
    return true;
  }

  void addCall(const ProcedureRef &Ref) {
    if (Units.empty() || !Units.back())
      return;
    const Symbol *Proc = calledProcedure(Ref);
    if (Proc && isDispatched(Ref))
      refuse("calls '" + Proc->name().ToString() +
             "' for a polymorphic object");
    else if (Proc)
      Units.back()->Calls.push_back(Proc);
  }

  bool refuse(const std::string &Why) {
    if (!Units.empty() && Units.back() && Units.back()->Obstacle.empty())
      Units.back()->Obstacle = Why;
    return true;
  }
  bool refuseDirective(parser::CharBlock Directive) {
    return refuse("has a directive '" + Directive.ToString() + "'");
  }

  SourceProcedures &Result;
  const SavedTables &Tables;
  std::vector<SourceProcedure *> Units;
};

SourceProcedures::SourceProcedures(const parser::Program &Program,
                                   const SavedTables &Tables) {
  ProcedureCollector Collector(*this, Tables);
  walk(Program, Collector);
}

const SourceProcedure *SourceProcedures::find(const Symbol &Root) const {
  if (auto It = Procedures.find(&calledAs(Root)); It != Procedures.end())
    return &It->second;
  // No procedure pointer or dummy procedure.
  const auto *Details = Root.detailsIf<semantics::SubprogramDetails>();
  bool IsExternal =
      Details ? Details->isInterface() : semantics::IsExternal(Root);
  if (!IsExternal || semantics::IsDummy(Root) || semantics::IsPointer(Root) ||
      Root.attrs().test(semantics::Attr::ABSTRACT))
    return nullptr;
  auto It = External.find(Root.name().ToString());
  return It == External.end() ? nullptr : find(*It->second);
}

} // namespace warpfort::checker
