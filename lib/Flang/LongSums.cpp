//===-- LongSums.cpp - Expressions of many operands -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang folds each operation that it has analysed with all of its operands,
// which it has folded before, and asks each for its rank, which is that of its
// operands: a sum of n terms takes n**3 steps. What has many operations of its
// own type on its left is no constant, and neither is the operation.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "LargeConstructors.h"

#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/fold.h"

using namespace Fortran;
using namespace Fortran::evaluate;

namespace {

template <template <typename> class Operation, typename T>
const Expr<T> *leftOf(const Expr<T> &X) {
  const auto *Op = std::get_if<Operation<T>>(&X.u);
  return Op ? &Op->left() : nullptr;
}

template <typename T> const Expr<T> *leftOf(const Expr<T> &X) {
  if constexpr (T::category == common::TypeCategory::Logical) {
    const auto *Op = std::get_if<LogicalOperation<T::kind>>(&X.u);
    return Op ? &Op->left() : nullptr;
  } else if constexpr (T::category == common::TypeCategory::Character) {
    const auto *Op = std::get_if<Concat<T::kind>>(&X.u);
    return Op ? &Op->left() : nullptr;
  } else {
    if (const Expr<T> *Left = leftOf<Add>(X))
      return Left;
    if (const Expr<T> *Left = leftOf<Subtract>(X))
      return Left;
    return leftOf<Multiply>(X);
  }
}

/// Whether there are many operations on the left. Shorter ones are folded: some
/// are made of parts that are constant by now.
template <typename T> bool isLong(const Expr<T> &X) {
  constexpr unsigned Many = 64;
  const Expr<T> *Here = &X;
  for (unsigned Depth = 0; Here && Depth < Many; ++Depth)
    Here = leftOf(*Here);
  return Here;
}

template <common::TypeCategory Category>
bool isLong(const Expr<SomeKind<Category>> &X) {
  if constexpr (Category == common::TypeCategory::Unsigned)
    return false;
  else
    return common::visit([](const auto &Typed) { return isLong(Typed); }, X.u);
}

bool isLong(const Expr<SomeDerived> &) { return false; }
template <typename Other> bool isLong(const Other &) { return false; }

} // namespace

WARPFORT_WRAP(Expr<SomeType>, Rewrite,
              "_ZN7Fortran8evaluate14ExpressionBaseINS0_8SomeTypeEE7RewriteERNS"
              "0_14FoldingContextEONS0_4ExprIS2_EE",
              (FoldingContext & Context, Expr<SomeType> &&X)) {
  if (common::visit([](const auto &Typed) { return isLong(Typed); }, X.u))
    return std::move(X);
  warpfort::refuseLargeConstructor(Context, X);
  return realRewrite(Context, std::move(X));
}
