//===-- DeclaredGlobals.cpp - declare directives of used modules ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module files tell of OpenACC's declare directives, and symbols keep them, but
// Flang's lowering puts them on the globals of the source that is compiled
// only. Where a module is used they matter as much: its scalars are the
// device's in compute constructs, and device procedures name its variables. So
// do LINK clauses of procedures for their static variables.
//
//===----------------------------------------------------------------------===//
#include "DeclaredGlobals.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace Fortran;

namespace warpfort {
namespace {

/// The scope of a module, or of a submodule by its ancestors' names.
const semantics::Scope *findModule(semantics::SemanticsContext &Context,
                                   llvm::ArrayRef<std::string> Names) {
  const semantics::Scope *Scope = &Context.globalScope();
  for (const std::string &Name : Names) {
    const semantics::Scope *Found = nullptr;
    for (const semantics::Scope &Child : Scope->children())
      if (Child.kind() == semantics::Scope::Kind::Module && Child.symbol() &&
          Child.symbol()->name().ToString() == Name)
        Found = &Child;
    if (!Found)
      return nullptr;
    Scope = Found;
  }
  return Names.empty() ? nullptr : Scope;
}

std::optional<mlir::acc::DataClause>
declaredClause(const semantics::Symbol &Symbol) {
  using Flag = semantics::Symbol::Flag;
  if (!Symbol.test(Flag::AccDeclare))
    return std::nullopt;
  if (Symbol.test(Flag::AccLink))
    return mlir::acc::DataClause::acc_declare_link;
  if (Symbol.test(Flag::AccDeviceResident))
    return mlir::acc::DataClause::acc_declare_device_resident;
  if (Symbol.test(Flag::AccCopyIn) || Symbol.test(Flag::AccCopyInReadOnly))
    return mlir::acc::DataClause::acc_copyin;
  if (Symbol.test(Flag::AccCreate))
    return mlir::acc::DataClause::acc_create;
  return std::nullopt;
}

void markDeclared(fir::GlobalOp Global, mlir::acc::DataClause Clause) {
  Global->setAttr(mlir::acc::getDeclareAttrName(),
                  mlir::acc::DeclareAttr::get(
                      Global.getContext(), mlir::acc::DataClauseAttr::get(
                                               Global.getContext(), Clause)));
}

/// The global variable of a procedure or main program that is linked; else
/// null.
fir::GlobalOp linkedGlobal(mlir::acc::DeclareLinkOp Link) {
  auto Declare = Link.getVar().getDefiningOp<hlfir::DeclareOp>();
  auto Address =
      Declare ? Declare.getMemref().getDefiningOp<fir::AddrOfOp>() : nullptr;
  return Address ? Link->getParentOfType<mlir::ModuleOp>()
                       .lookupSymbol<fir::GlobalOp>(Address.getSymbol())
                 : nullptr;
}

/// Lowering gives a procedure's directive to the procedure, which has nothing
/// to do for it: a static variable is linked as one of a module is.
void linkStaticVariables(mlir::ModuleOp Module) {
  llvm::SmallVector<mlir::acc::DeclareLinkOp> Links;
  Module.walk([&](mlir::acc::DeclareLinkOp Link) {
    if (linkedGlobal(Link))
      Links.push_back(Link);
  });
  for (mlir::acc::DeclareLinkOp Link : Links) {
    markDeclared(linkedGlobal(Link), mlir::acc::DataClause::acc_declare_link);
    for (mlir::Operation *User :
         llvm::make_early_inc_range(Link.getResult().getUsers())) {
      auto Enter = mlir::dyn_cast<mlir::acc::DeclareEnterOp>(User);
      if (!Enter)
        continue;
      llvm::SmallVector<mlir::Value> Others(Enter.getDataClauseOperands());
      llvm::erase(Others, Link.getResult());
      if (!Others.empty()) {
        Enter.getDataClauseOperandsMutable().assign(Others);
        continue;
      }
      for (mlir::Operation *Exit :
           llvm::make_early_inc_range(Enter.getResult().getUsers()))
        Exit->erase();
      Enter.erase();
    }
    if (Link.getResult().use_empty())
      Link.erase();
  }
}

} // namespace

void markDeclaredData(semantics::SemanticsContext &Context,
                      mlir::ModuleOp Module) {
  for (auto Global : Module.getOps<fir::GlobalOp>()) {
    if (Global->hasAttr(mlir::acc::getDeclareAttrName()))
      continue;
    auto [Kind, Parts] = fir::NameUniquer::deconstruct(Global.getSymName());
    if (Kind != fir::NameUniquer::NameKind::VARIABLE || !Parts.procs.empty())
      continue;
    const semantics::Scope *Scope = findModule(Context, Parts.modules);
    if (!Scope)
      continue;
    auto Found = Scope->find(semantics::SourceName(Parts.name));
    if (Found == Scope->end())
      continue;
    if (auto Clause = declaredClause(Found->second->GetUltimate()))
      markDeclared(Global, *Clause);
  }
  linkStaticVariables(Module);
}

} // namespace warpfort
