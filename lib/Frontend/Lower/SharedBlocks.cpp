//===-- SharedBlocks.cpp - COMMON blocks in shared memory -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain Fortran has no attribute for it, so lowering knows a COMMON block as a
// global of the host. With the attribute it becomes one of address space 3
// (CUFPrepareDevice.cpp).
//
//===----------------------------------------------------------------------===//
#include "SharedBlocks.h"
#include "Frontend/Tree/SourceContext.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Procedures.h"

#include "flang/Lower/Mangler.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace warpfort {

using namespace Fortran;

/// The names that lowering gave to the blocks of a scope and those in it.
static void collectBlocks(const semantics::Scope &Scope,
                          llvm::StringSet<> &Names) {
  for (const auto &[Name, Block] : Scope.commonBlocks())
    Names.insert(lower::mangle::mangleName(*Block));
  for (const semantics::Scope &Child : Scope.children())
    collectBlocks(Child, Names);
}

void shareCommonBlocks(semantics::SemanticsContext &Context,
                       mlir::ModuleOp Module) {
  llvm::StringSet<> Blocks;
  collectBlocks(Context.globalScope(), Blocks);
  auto Shared = cuf::DataAttributeAttr::get(Module.getContext(),
                                            cuf::DataAttribute::Shared);
  for (auto Function : Module.getOps<mlir::func::FuncOp>()) {
    if (!isDeviceProcedure(Function))
      continue;
    Function.walk([&](fir::AddrOfOp Address) {
      llvm::StringRef Name = Address.getSymbol().getRootReference().getValue();
      auto Global = Module.lookupSymbol<fir::GlobalOp>(Name);
      if (Global && Blocks.contains(Name))
        Global.setDataAttrAttr(Shared);
    });
  }
}

void markLaunchSizedArrays(const SourceContext &Context,
                           mlir::ModuleOp Module) {
  if (Context.LaunchSized.empty())
    return;
  llvm::StringSet<> Names;
  for (const parser::Name *Name : Context.LaunchSized)
    Names.insert(lower::mangle::mangleName(Name->symbol->GetUltimate()));
  Module.walk([&](cuf::SharedMemoryOp Op) {
    if (Names.contains(Op.getUniqName().value_or("")))
      LaunchSizedAttr.set(Op);
  });
}

} // namespace warpfort
