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
// device's in compute constructs, and device procedures name its variables.
//
//===----------------------------------------------------------------------===//
#include "DeclaredGlobals.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

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
      Global->setAttr(
          mlir::acc::getDeclareAttrName(),
          mlir::acc::DeclareAttr::get(
              Global.getContext(),
              mlir::acc::DataClauseAttr::get(Global.getContext(), *Clause)));
  }
}

} // namespace warpfort
