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

/// The OpenACC construct of kind \p Kind that \p Construct is; else null.
template <typename Kind>
Kind *openACCIn(Fortran::parser::ExecutionPartConstruct &Construct) {
  namespace parser = Fortran::parser;
  auto *Executable = std::get_if<parser::ExecutableConstruct>(&Construct.u);
  auto *Acc =
      Executable
          ? std::get_if<Fortran::common::Indirection<parser::OpenACCConstruct>>(
                &Executable->u)
          : nullptr;
  return Acc ? std::get_if<Kind>(&Acc->value().u) : nullptr;
}

/// What a clause's object refers to, unless it is a common block; else null.
inline const Fortran::parser::DataRef *
dataRefIn(const Fortran::parser::AccObject &Object) {
  namespace parser = Fortran::parser;
  const auto *Designator = std::get_if<parser::Designator>(&Object.u);
  return Designator ? std::get_if<parser::DataRef>(&Designator->u) : nullptr;
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_PARSETREE_H
