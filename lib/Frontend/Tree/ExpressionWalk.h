//===-- ExpressionWalk.h - Visitors of Flang's expressions ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's evaluate::Traverse is a template of some hundred functions that is
/// made anew for each class of visitors, ten seconds of compilation a class.
/// Here it is made once, in ExpressionWalk.cpp, as the walk over the parse tree
/// is in TreeWalk.cpp; a visitor is a class with virtual functions.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_TREE_EXPRESSIONWALK_H
#define WARPFORT_LIB_FRONTEND_TREE_EXPRESSIONWALK_H

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/variable.h"
#include <vector>

namespace warpfort {

/// Looks for a symbol in an expression. What visit() returns for a node is the
/// result for all that is in it; null: the walk goes on behind the node. A
/// visitor that does not overload it for a kind of nodes looks into what they
/// consist of. One that collects always returns null.
class ExpressionVisitor {
public:
  using Found = const Fortran::semantics::Symbol *;

  virtual ~ExpressionVisitor() = default;

  Found walk(const Fortran::evaluate::Expr<Fortran::evaluate::SomeType> &);
  Found walk(const Fortran::evaluate::ActualArguments &);
  Found walk(const Fortran::evaluate::DataRef &);
  Found walk(const Fortran::evaluate::NamedEntity &);
  Found walk(const std::vector<Fortran::evaluate::Subscript> &);
  Found walk(const Fortran::semantics::Symbol &X) { return visit(X); }
  Found walk(const Fortran::evaluate::ProcedureRef &X) { return visit(X); }

  /// The default looks into the selector of an associate name.
  virtual Found visit(const Fortran::semantics::Symbol &);
  virtual Found visit(const Fortran::evaluate::Component &);
  virtual Found visit(const Fortran::evaluate::ArrayRef &);
  virtual Found visit(const Fortran::evaluate::ComplexPart &);
  virtual Found visit(const Fortran::evaluate::DescriptorInquiry &);
  virtual Found visit(const Fortran::evaluate::TypeParamInquiry &);
  virtual Found visit(const Fortran::evaluate::ProcedureDesignator &);
  /// Subroutines, too.
  virtual Found visit(const Fortran::evaluate::ProcedureRef &);
};

} // namespace warpfort

#endif
