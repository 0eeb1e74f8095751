//===-- ComponentAttributes.cpp - Where components lie --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ComponentAttributes.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/Names.h"

#include "flang/Lower/Mangler.h"
#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"

namespace warpfort {

/// Adds every component of \p Scope, and of what is in it, with an attribute.
static void collectComponents(mlir::MLIRContext *Context,
                              const Fortran::semantics::Scope &Scope,
                              llvm::SmallVectorImpl<mlir::NamedAttribute> &To) {
  namespace semantics = Fortran::semantics;
  if (Scope.kind() == semantics::Scope::Kind::BlockConstruct)
    return;
  if (const auto *Spec = Scope.derivedTypeSpec()) {
    std::string Type;
    for (const auto &[Name, Symbol] : Scope) {
      const auto *Object = Symbol->detailsIf<semantics::ObjectEntityDetails>();
      if (!Object || !Object->cudaDataAttr())
        continue;
      if (Type.empty()) {
        Fortran::lower::mangle::ScopeBlockIdMap Blocks;
        Type = Fortran::lower::mangle::mangleName(*Spec, Blocks);
      }
      // Records that hold device data themselves are allocated as managed data,
      // since the host looks after their descriptors.
      auto Attr = Object->cudaDataAttr();
      if (semantics::HasCUDAComponent(*Symbol))
        Attr = Fortran::common::CUDADataAttr::Managed;
      To.emplace_back(
          mlir::StringAttr::get(Context, componentKey(Type, Name.ToString())),
          cuf::getDataAttribute(Context, Attr));
    }
  }
  for (const semantics::Scope &Child : Scope.children())
    collectComponents(Context, Child, To);
}

void noteComponents(Fortran::semantics::SemanticsContext &Context,
                    mlir::ModuleOp Module) {
  llvm::SmallVector<mlir::NamedAttribute> Components;
  collectComponents(Module.getContext(), Context.globalScope(), Components);
  if (!Components.empty())
    DeviceComponentsAttr.set(
        Module, mlir::DictionaryAttr::get(Module.getContext(), Components));
}

} // namespace warpfort
