//===-- LoopKernel.cpp - Kernels made of host code ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopKernel.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {

func::FuncOp createLoopKernel(fir::FirOpBuilder &Builder, ModuleOp Module,
                              Location Loc, llvm::StringRef Name,
                              llvm::ArrayRef<Type> Types, func::FuncOp Parent) {
  Builder.setInsertionPointToEnd(Module.getBody());
  auto Kernel = func::FuncOp::create(
      Builder, Loc, Name, FunctionType::get(Builder.getContext(), Types, {}));
  Kernel->setAttr(cuf::getProcAttrName(),
                  cuf::ProcAttributeAttr::get(Builder.getContext(),
                                              cuf::ProcAttribute::Global));
  Kernel->setAttr(KernelLoopAttr, Builder.getUnitAttr());
  std::string Display = demangleName(Parent.getSymName());
  if (auto Place = Loc->findInstanceOf<FileLineColLoc>())
    Display += ":" + std::to_string(Place.getLine());
  Kernel->setAttr(DisplayNameAttr, Builder.getStringAttr(Display));
  Builder.setInsertionPointToStart(Kernel.addEntryBlock());
  return Kernel;
}

void mapParameters(fir::FirOpBuilder &Builder, func::FuncOp Kernel,
                   llvm::ArrayRef<Value> HostValues,
                   llvm::function_ref<bool(Value)> IsValue, IRMapping &Map) {
  Location Loc = Kernel.getLoc();
  for (auto [V, Parameter] : llvm::zip(HostValues, Kernel.getArguments())) {
    if (IsValue(V)) {
      Map.map(V, Parameter);
      continue;
    }
    Value Variable =
        fir::AllocaOp::create(Builder, Loc, fir::unwrapRefType(V.getType()));
    fir::StoreOp::create(Builder, Loc, Parameter, Variable);
    Map.map(V, Builder.createConvert(Loc, V.getType(), Variable));
  }
}

} // namespace warpfort
