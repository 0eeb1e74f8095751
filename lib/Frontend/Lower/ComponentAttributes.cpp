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

namespace {
namespace semantics = Fortran::semantics;
using Fortran::common::CUDADataAttr;

class Collector {
public:
  explicit Collector(mlir::MLIRContext *Context) : Context(Context) {}

  /// Notes what is in \p Scope, and in those inside.
  void collect(const semantics::Scope &Scope);

  llvm::SmallVector<mlir::NamedAttribute> Components;
  llvm::SmallVector<mlir::Attribute> Records;

private:
  void addComponents(const semantics::Scope &Scope);
  void addVariables(const semantics::Scope &Scope);
  void addRecord(llvm::StringRef Name) {
    Records.push_back(mlir::StringAttr::get(Context, Name));
  }

  mlir::MLIRContext *Context;
};
} // namespace

/// Records that hold device data themselves are allocated as managed data,
/// since the host looks after their descriptors.
static bool isMadeManaged(const semantics::Symbol &Symbol) {
  return semantics::HasCUDAComponent(Symbol);
}

/// The attribute in the declaration of a variable or component.
static std::optional<CUDADataAttr>
declaredAttr(const semantics::Symbol &Symbol) {
  const auto *Object = Symbol.detailsIf<semantics::ObjectEntityDetails>();
  return Object ? Object->cudaDataAttr() : std::nullopt;
}

void Collector::addComponents(const semantics::Scope &Scope) {
  std::string Type;
  for (const auto &[Name, Symbol] : Scope) {
    auto Attr = declaredAttr(*Symbol);
    if (!Attr)
      continue;
    if (Type.empty()) {
      Fortran::lower::mangle::ScopeBlockIdMap Blocks;
      Type =
          Fortran::lower::mangle::mangleName(*Scope.derivedTypeSpec(), Blocks);
    }
    std::string Key = componentKey(Type, Name.ToString());
    if (isMadeManaged(*Symbol)) {
      if (Attr == CUDADataAttr::Device)
        addRecord(Key);
      Attr = CUDADataAttr::Managed;
    }
    Components.emplace_back(mlir::StringAttr::get(Context, Key),
                            cuf::getDataAttribute(Context, Attr));
  }
}

void Collector::addVariables(const semantics::Scope &Scope) {
  for (const auto &[Name, Symbol] : Scope)
    if (declaredAttr(*Symbol) == CUDADataAttr::Device && isMadeManaged(*Symbol))
      addRecord(Fortran::lower::mangle::mangleName(*Symbol));
}

/// (What BLOCK constructs declare has a name only once they are lowered. The
/// names of HOST_DATA stand for variables of the host.)
void Collector::collect(const semantics::Scope &Scope) {
  if (Scope.kind() == semantics::Scope::Kind::BlockConstruct)
    return;
  if (Scope.derivedTypeSpec())
    addComponents(Scope);
  else if (!Scope.IsDerivedType() &&
           Scope.kind() != semantics::Scope::Kind::OpenACCConstruct)
    addVariables(Scope);
  for (const semantics::Scope &Child : Scope.children())
    collect(Child);
}

void noteComponents(Fortran::semantics::SemanticsContext &Context,
                    mlir::ModuleOp Module) {
  Collector Noted(Module.getContext());
  Noted.collect(Context.globalScope());
  if (!Noted.Components.empty())
    DeviceComponentsAttr.set(
        Module,
        mlir::DictionaryAttr::get(Module.getContext(), Noted.Components));
  if (!Noted.Records.empty())
    DeviceRecordsAttr.set(
        Module, mlir::ArrayAttr::get(Module.getContext(), Noted.Records));
}

} // namespace warpfort
