//===-- DeclareSimd.cpp - DECLARE SIMD directives -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DeclareSimd.h.
///
//===----------------------------------------------------------------------===//
#include "DeclareSimd.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"

namespace warpfort {

using namespace Fortran;

namespace {

struct DeclareSimdDropper {
  using Declaration = parser::OpenMPDeclarativeConstruct;

  static bool isDropped(const Declaration &X) {
    return std::holds_alternative<parser::OpenMPDeclareSimdConstruct>(X.u);
  }

  void Post(parser::SpecificationPart &X) {
    std::get<std::list<Declaration>>(X.t).remove_if(isDropped);
    std::get<std::list<parser::DeclarationConstruct>>(X.t).remove_if(
        [](const parser::DeclarationConstruct &D) {
          const auto *S = std::get_if<parser::SpecificationConstruct>(&D.u);
          const auto *Directive =
              S ? std::get_if<common::Indirection<Declaration>>(&S->u)
                : nullptr;
          return Directive && isDropped(Directive->value());
        });
  }
};

} // namespace

void dropDeclareSimd(parser::Program &Program) {
  DeclareSimdDropper Dropper;
  walk(Program, Dropper);
}

} // namespace warpfort
