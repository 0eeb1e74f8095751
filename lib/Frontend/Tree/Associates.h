//===-- Associates.h - ASSOCIATE around a construct ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names that rewritten constructs need, before names are resolved.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_TREE_ASSOCIATES_H
#define WARPFORT_LIB_FRONTEND_TREE_ASSOCIATES_H

#include "flang/Parser/parse-tree.h"

namespace warpfort {

/// Puts an ASSOCIATE construct with \p Associations around \p X; its statements
/// have the place \p Source.
inline void
putInAssociate(Fortran::parser::ExecutionPartConstruct &X,
               std::list<Fortran::parser::Association> &&Associations,
               Fortran::parser::CharBlock Source) {
  namespace parser = Fortran::parser;
  parser::Block Body;
  Body.push_back(std::move(X));
  parser::Statement<parser::AssociateStmt> First{
      std::nullopt, parser::AssociateStmt{std::optional<parser::Name>{},
                                          std::move(Associations)}};
  parser::Statement<parser::EndAssociateStmt> Last{
      std::nullopt, parser::EndAssociateStmt{std::optional<parser::Name>{}}};
  First.source = Last.source = Source;
  X.u = parser::ExecutableConstruct{
      Fortran::common::Indirection<parser::AssociateConstruct>{
          parser::AssociateConstruct{std::move(First), std::move(Body),
                                     std::move(Last)}}};
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_ASSOCIATES_H
