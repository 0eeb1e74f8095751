//===-- DummyIntents.cpp - INTENT of procedures of other files ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DummyIntents.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Lower/Mangler.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace Fortran::semantics;

namespace warpfort {

static llvm::StringRef intentOf(const Symbol &Dummy) {
  if (Dummy.attrs().test(Attr::INTENT_IN))
    return "in";
  if (Dummy.attrs().test(Attr::INTENT_OUT))
    return "out";
  return Dummy.attrs().test(Attr::INTENT_INOUT) ? "inout" : "";
}

static void noteIntents(const Scope &In, mlir::SymbolTable &Functions) {
  for (const auto &[Name, Ref] : In) {
    const auto *Procedure = Ref->detailsIf<SubprogramDetails>();
    if (!Procedure || Procedure->stmtFunction() ||
        Procedure->dummyArgs().empty())
      continue;
    auto Function = Functions.lookup<mlir::func::FuncOp>(
        Fortran::lower::mangle::mangleName(*Ref));
    if (!Function || !Function.isExternal())
      continue;
    llvm::SmallVector<llvm::StringRef> Intents;
    for (const Symbol *Dummy : Procedure->dummyArgs())
      if (Dummy) // No alternate return, which is no argument.
        Intents.push_back(intentOf(*Dummy));
    IntentsAttr.set(
        Function,
        mlir::Builder(Function.getContext()).getStrArrayAttr(Intents));
  }
  for (const Scope &Inner : In.children())
    noteIntents(Inner, Functions);
}

void noteIntents(SemanticsContext &Context, mlir::ModuleOp Module) {
  mlir::SymbolTable Functions(Module);
  noteIntents(Context.globalScope(), Functions);
}

} // namespace warpfort
