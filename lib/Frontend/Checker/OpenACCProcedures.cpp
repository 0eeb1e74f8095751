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
#include "Rules.h"
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

/// Fills in what one procedure has.
class ProcedureReader {
public:
  ProcedureReader(SourceProcedure &Result, const SavedTables &Tables)
      : Result(Result), Tables(Tables) {}

  void read(const Unit &U) {
    if (const Scope *Own = U.Sym->GetUltimate().scope())
      for (const auto &[Name, Ref] : *Own)
        if (Tables.isSavedVariable(*Ref))
          refuse("has the saved variable '" + Ref->name().ToString() + "'");
    for (const ExprUse &Use : U.SpecExprs)
      if (Use.Value)
        for (const ProcedureRef *Ref : callsIn(*Use.Value))
          addCall(*Ref);
    if (!U.SpecEntries.empty())
      refuse("has an ENTRY");
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (!S.Entries.empty())
        refuse("has an ENTRY");
      if (S.Acc)
        readDirective(*S.Acc);
      for (const CallUse &Call : callsIn(S))
        addCall(*Call.Ref);
      return true;
    });
  }

  void readDirective(const Directive &D) {
    using Kind = parser::AccClause;
    switch (D.Kind) {
    case llvm::acc::Directive::ACCD_atomic:
    case llvm::acc::Directive::ACCD_cache:
      return;
    case llvm::acc::Directive::ACCD_wait:
      return refuse("has a WAIT directive");
    case llvm::acc::Directive::ACCD_loop:
      for (const Clause &C : D.Clauses)
        if (C.is<Kind::Gang>())
          refuse("has a gang loop");
        else if (C.is<Kind::Worker>())
          refuse("has a worker loop");
        else if (C.is<Kind::Vector>())
          refuse("has a vector loop");
      return;
    default:
      // What -stdpar makes of DO CONCURRENT has a sequential form.
      if (!D.IsFromConcurrent)
        refuse("has a directive '" + D.Source.ToString() + "'");
    }
  }

private:
  void addCall(const ProcedureRef &Ref) {
    const Symbol *Proc = calledProcedure(Ref);
    if (Proc && isDispatched(Ref))
      refuse("calls '" + Proc->name().ToString() +
             "' for a polymorphic object");
    else if (Proc)
      Result.Calls.push_back(Proc);
  }

  void refuse(const std::string &Why) {
    if (Result.Obstacle.empty())
      Result.Obstacle = Why;
  }

  SourceProcedure &Result;
  const SavedTables &Tables;
};

SourceProcedures::SourceProcedures(const CheckedProgram &Program,
                                   const SavedTables &Tables) {
  for (const Unit &U : Program.Units) {
    if (!U.Sym || U.Sym->has<semantics::MainProgramDetails>())
      continue;
    const Symbol &Root = calledAs(*U.Sym);
    if (Root.owner().IsGlobal())
      External[Root.name().ToString()] = &Root;
    ProcedureReader(Procedures[&Root], Tables).read(U);
  }
  for (const Directive &D : Program.Declarations)
    if (D.Kind == llvm::acc::Directive::ACCD_declare)
      if (const Symbol *Proc =
              semantics::GetProgramUnitContaining(*D.Where).symbol())
        if (auto It = Procedures.find(&calledAs(*Proc)); It != Procedures.end())
          ProcedureReader(It->second, Tables).readDirective(D);
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
