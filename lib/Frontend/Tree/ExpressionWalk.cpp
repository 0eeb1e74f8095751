//===-- ExpressionWalk.cpp - Visitors of Flang's expressions --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ExpressionWalk.h.
//
//===----------------------------------------------------------------------===//

#include "ExpressionWalk.h"
#include "flang/Evaluate/traverse.h"

using namespace Fortran;
using namespace warpfort;

using Found = ExpressionVisitor::Found;

/// The kinds of nodes that a visitor is called for.
#define WARPFORT_VISITED(X)                                                    \
  X(semantics::Symbol)                                                         \
  X(evaluate::Component)                                                       \
  X(evaluate::ArrayRef)                                                        \
  X(evaluate::ComplexPart)                                                     \
  X(evaluate::DescriptorInquiry)                                               \
  X(evaluate::TypeParamInquiry)                                                \
  X(evaluate::ProcedureDesignator)                                             \
  X(evaluate::ProcedureRef)

namespace {

struct Walker : public evaluate::AnyTraverse<Walker, Found> {
  using Base = evaluate::AnyTraverse<Walker, Found>;
  ExpressionVisitor &Visitor;

  explicit Walker(ExpressionVisitor &Visitor) : Base(*this), Visitor(Visitor) {}
  using Base::operator();

#define WARPFORT_NODE(NODE)                                                    \
  Found operator()(const NODE &X) const { return Visitor.visit(X); }           \
  Found into(const NODE &X) const { return Base::operator()(X); }
  WARPFORT_VISITED(WARPFORT_NODE)
#undef WARPFORT_NODE
};

} // namespace

#define WARPFORT_NODE(NODE)                                                    \
  Found ExpressionVisitor::visit(const NODE &X) {                              \
    return Walker(*this).into(X);                                              \
  }
WARPFORT_VISITED(WARPFORT_NODE)

#define WARPFORT_WALKED(NODE)                                                  \
  Found ExpressionVisitor::walk(const NODE &X) { return Walker(*this)(X); }
WARPFORT_WALKED(evaluate::Expr<evaluate::SomeType>)
WARPFORT_WALKED(evaluate::ActualArguments)
WARPFORT_WALKED(evaluate::DataRef)
WARPFORT_WALKED(evaluate::NamedEntity)
WARPFORT_WALKED(std::vector<evaluate::Subscript>)
