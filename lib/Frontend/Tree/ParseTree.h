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

#ifndef WARPFORT_LIB_FRONTEND_TREE_PARSETREE_H
#define WARPFORT_LIB_FRONTEND_TREE_PARSETREE_H

#include "flang/Parser/parse-tree.h"
#include <cstddef>
#include <list>
#include <optional>
#include <utility>

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

/// What \p Name says, at \p Place in the source.
inline Fortran::parser::Designator
designator(const Fortran::parser::Name &Name,
           Fortran::parser::CharBlock Place) {
  namespace parser = Fortran::parser;
  parser::Designator Result{parser::DataRef{parser::Name{Name.source}}};
  Result.source = Place;
  return Result;
}
inline Fortran::parser::Designator
designator(const Fortran::parser::Name &Name) {
  return designator(Name, Name.source);
}

/// An array with `:` in each dimension.
inline Fortran::parser::DataRef fullSection(Fortran::parser::DataRef &&Whole,
                                            std::size_t Rank) {
  namespace parser = Fortran::parser;
  std::list<parser::SectionSubscript> Colons;
  for (std::size_t I = 0; I < Rank; ++I)
    Colons.emplace_back(parser::SubscriptTriplet{
        std::optional<parser::Subscript>(), std::optional<parser::Subscript>(),
        std::optional<parser::Subscript>()});
  return parser::DataRef{Fortran::common::Indirection<parser::ArrayElement>{
      parser::ArrayElement{std::move(Whole), std::move(Colons)}}};
}

inline Fortran::parser::Expr expression(Fortran::parser::Designator &&Whole) {
  namespace parser = Fortran::parser;
  parser::CharBlock Source = Whole.source;
  parser::Expr Result{
      Fortran::common::Indirection<parser::Designator>{std::move(Whole)}};
  Result.source = Source;
  return Result;
}

/// (X), which is the value of X, whatever X is.
inline Fortran::parser::Expr inParentheses(Fortran::parser::Expr &&X) {
  namespace parser = Fortran::parser;
  parser::CharBlock Source = X.source;
  parser::Expr Result{parser::Expr::Parentheses{
      Fortran::common::Indirection<parser::Expr>{std::move(X)}}};
  Result.source = Source;
  return Result;
}

/// Whether a construct with a directive and a block computes on the device.
inline bool isCompute(const Fortran::parser::OpenACCBlockConstruct &X) {
  namespace parser = Fortran::parser;
  const auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
  switch (std::get<parser::AccBlockDirective>(Begin.t).v) {
  case llvm::acc::Directive::ACCD_kernels:
  case llvm::acc::Directive::ACCD_parallel:
  case llvm::acc::Directive::ACCD_serial:
    return true;
  default:
    return false;
  }
}

/// The directive at either end of a construct with a block.
inline Fortran::parser::AccBlockDirective
blockDirective(llvm::acc::Directive Kind, Fortran::parser::CharBlock Source) {
  Fortran::parser::AccBlockDirective Result{std::move(Kind)};
  Result.source = Source;
  return Result;
}

/// A LOOP construct without clauses around \p Do.
inline Fortran::parser::OpenACCLoopConstruct
makeLoopConstruct(Fortran::parser::DoConstruct &&Do) {
  namespace parser = Fortran::parser;
  parser::CharBlock Source =
      std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t).source;
  llvm::acc::Directive Kind = llvm::acc::Directive::ACCD_loop;
  parser::AccLoopDirective Directive{std::move(Kind)};
  parser::AccClauseList Clauses{std::list<parser::AccClause>()};
  Directive.source = Clauses.source = Source;
  parser::AccBeginLoopDirective Begin{std::move(Directive), std::move(Clauses)};
  Begin.source = Source;
  parser::OpenACCLoopConstruct Loop{std::move(Begin)};
  std::get<std::optional<parser::DoConstruct>>(Loop.t) = std::move(Do);
  return Loop;
}

/// The name of a procedure that is defined in the program.
inline const Fortran::parser::Name &
nameOf(const Fortran::parser::SubroutineSubprogram &X) {
  namespace parser = Fortran::parser;
  return std::get<parser::Name>(
      std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement.t);
}
inline const Fortran::parser::Name &
nameOf(const Fortran::parser::FunctionSubprogram &X) {
  namespace parser = Fortran::parser;
  return std::get<parser::Name>(
      std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement.t);
}
inline const Fortran::parser::Name &
nameOf(const Fortran::parser::SeparateModuleSubprogram &X) {
  namespace parser = Fortran::parser;
  return std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t).statement.v;
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_PARSETREE_H
