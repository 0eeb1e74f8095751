//===-- ClauseObjects.h - Objects of OpenACC clauses ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What clauses list, in Flang's parse tree.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_TREE_CLAUSEOBJECTS_H
#define WARPFORT_LIB_FRONTEND_TREE_CLAUSEOBJECTS_H

#include "Frontend/Tree/ParseTree.h"

namespace warpfort {

inline Fortran::parser::DataRef *dataRefIn(Fortran::parser::AccObject &Object) {
  namespace parser = Fortran::parser;
  auto *Designator = std::get_if<parser::Designator>(&Object.u);
  return Designator ? std::get_if<parser::DataRef>(&Designator->u) : nullptr;
}

/// Whether this is a component or a part of one.
inline bool isComponent(const Fortran::parser::DataRef &Ref) {
  namespace parser = Fortran::parser;
  using Fortran::common::Indirection;
  if (const auto *Element =
          std::get_if<Indirection<parser::ArrayElement>>(&Ref.u))
    return isComponent(Element->value().base);
  return std::holds_alternative<Indirection<parser::StructureComponent>>(Ref.u);
}
inline bool isComponent(const Fortran::parser::AccObject &Object) {
  const Fortran::parser::DataRef *Ref = dataRefIn(Object);
  return Ref && isComponent(*Ref);
}

/// The variables that a clause lists; null if it lists none.
inline Fortran::parser::AccObjectList *
objectsIn(Fortran::parser::AccClause &Clause) {
  namespace parser = Fortran::parser;
  return Fortran::common::visit(
      [](auto &X) -> parser::AccObjectList * {
        using Kind = std::decay_t<decltype(X)>;
        if constexpr (std::is_empty_v<Kind>)
          return nullptr;
        else if constexpr (std::is_same_v<decltype(X.v), parser::AccObjectList>)
          return &X.v;
        else if constexpr (std::is_same_v<decltype(X.v),
                                          parser::AccObjectListWithModifier> ||
                           std::is_same_v<decltype(X.v),
                                          parser::AccObjectListWithReduction>)
          return &std::get<parser::AccObjectList>(X.v.t);
        else if constexpr (std::is_same_v<Kind, parser::AccClause::Self>)
          return X.v ? std::get_if<parser::AccObjectList>(&X.v->u) : nullptr;
        else
          return nullptr;
      },
      Clause.u);
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_CLAUSEOBJECTS_H
