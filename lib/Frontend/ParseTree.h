//===-- ParseTree.h - Ways into Flang's parse tree --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What several files that read or change the parse tree need.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_PARSETREE_H
#define WARPFORT_LIB_FRONTEND_PARSETREE_H

#include "flang/Parser/parse-tree.h"

namespace warpfort {

/// The type declaration statement that a declaration is; else null.
inline Fortran::parser::TypeDeclarationStmt *
typeDeclarationIn(Fortran::parser::DeclarationConstruct &Declaration) {
  namespace parser = Fortran::parser;
  auto *Construct = std::get_if<parser::SpecificationConstruct>(&Declaration.u);
  if (!Construct)
    return nullptr;
  auto *Statement = std::get_if<parser::Statement<
      Fortran::common::Indirection<parser::TypeDeclarationStmt>>>(
      &Construct->u);
  return Statement ? &Statement->statement.value() : nullptr;
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_PARSETREE_H
