//===-- Textures.cpp - Pointers to read-only device data ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only modules are looked at: what is declared elsewhere with the attribute
// keeps it and is refused.
//
//===----------------------------------------------------------------------===//
#include "Textures.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Lower/Mangler.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include <algorithm>

namespace warpfort {

namespace {

namespace parser = Fortran::parser;
using Fortran::common::CUDADataAttr;
using Fortran::common::Indirection;

parser::TypeDeclarationStmt *
typeDeclaration(parser::DeclarationConstruct &Construct) {
  auto *Spec = std::get_if<parser::SpecificationConstruct>(&Construct.u);
  auto *Statement =
      Spec ? std::get_if<
                 parser::Statement<Indirection<parser::TypeDeclarationStmt>>>(
                 &Spec->u)
           : nullptr;
  return Statement ? &Statement->statement.value() : nullptr;
}

/// The attribute in a declaration of pointers.
parser::AttrSpec *textureAttr(parser::TypeDeclarationStmt &X) {
  parser::AttrSpec *Texture = nullptr;
  bool IsPointer = false;
  for (parser::AttrSpec &Attr : std::get<std::list<parser::AttrSpec>>(X.t)) {
    const auto *Data = std::get_if<CUDADataAttr>(&Attr.u);
    if (Data && *Data == CUDADataAttr::Texture)
      Texture = &Attr;
    IsPointer |= std::holds_alternative<parser::Pointer>(Attr.u);
  }
  return IsPointer ? Texture : nullptr;
}

} // namespace

TextureNames declareTextures(parser::Program &Program) {
  TextureNames Names;
  for (parser::ProgramUnit &Unit : Program.v) {
    auto *Module = std::get_if<Indirection<parser::Module>>(&Unit.u);
    if (!Module)
      continue;
    auto &Spec = std::get<parser::SpecificationPart>(Module->value().t);
    for (auto &Declaration :
         std::get<std::list<parser::DeclarationConstruct>>(Spec.t)) {
      parser::TypeDeclarationStmt *Statement = typeDeclaration(Declaration);
      parser::AttrSpec *Texture = Statement ? textureAttr(*Statement) : nullptr;
      if (!Texture)
        continue;
      Texture->u = CUDADataAttr::Device;
      for (const auto &Entity :
           std::get<std::list<parser::EntityDecl>>(Statement->t))
        Names.push_back(&std::get<parser::Name>(Entity.t));
    }
  }
  return Names;
}

void markTextures(const TextureNames &Textures, mlir::ModuleOp Module) {
  for (const parser::Name *Name : Textures) {
    auto Global = Module.lookupSymbol<fir::GlobalOp>(
        Fortran::lower::mangle::mangleName(Name->symbol->GetUltimate()));
    if (Global)
      TextureAttr.set(Global);
  }
}

} // namespace warpfort
