//===-- SharedArrays.cpp - Shared arrays as large as the launch says ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang asks of dummy arguments only whether they are of assumed size.
//
//===----------------------------------------------------------------------===//

#include "SharedArrays.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "Frontend/Tree/SourceContext.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

bool hasLaunchSize(const warpfort::SourceContext &Context,
                   const Symbol &Array) {
  const auto *Object = Array.detailsIf<semantics::ObjectEntityDetails>();
  if (!Object || Object->isDummy() || Object->shape().empty() ||
      dataAttrOf(Array) != CUDADataAttr::Shared)
    return false;
  return Object->shape().back().ubound().isStar() ||
         Context.isLaunchSized(Array);
}

/// Finds an array whose size is needed.
struct SizeFinder : ExpressionVisitor {
  explicit SizeFinder(const warpfort::SourceContext &Context)
      : Context(Context) {}

  const warpfort::SourceContext &Context;

  Found visit(const Symbol &X) override {
    return hasLaunchSize(Context, X.GetUltimate()) ? &X : nullptr;
  }
  Found visit(const evaluate::ArrayRef &X) override {
    const Symbol *Array = nullptr;
    if (!X.base().IsSymbol()) {
      Array = walk(X.base());
    } else if (const auto *Section =
                   std::get_if<evaluate::Triplet>(&X.subscript().back().u);
               Section && !Section->upper()) {
      Array = walk(X.base().GetFirstSymbol());
    }
    return Array ? Array : walk(X.subscript());
  }
  Found visit(const evaluate::ProcedureRef &X) override {
    for (const auto &Argument : X.arguments()) {
      const TypedExpr *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
      if (!Actual ||
          (!X.proc().GetSpecificIntrinsic() && evaluate::IsVariable(*Actual) &&
           evaluate::UnwrapWholeSymbolDataRef(*Actual)))
        continue;
      if (const Symbol *Array = walk(*Actual))
        return Array;
    }
    return nullptr;
  }
};

void report(SemanticsContext &Context, const Symbol *Array, CharBlock At) {
  if (Array)
    Context.Say(
        At,
        "Shared array '%s' may not be used as a whole here: only the launch knows its last extent"_err_en_US,
        Array->name());
}

} // namespace

void checkSharedArrays(SemanticsContext &Context, const Stmt &S) {
  SizeFinder Find(SourceContext::of(Context));
  if (S.Kind == StmtKind::Call) {
    if (S.Call)
      report(Context, Find.walk(*S.Call), S.Source);
    return;
  }
  for (const AssignmentUse &Use : S.Assignments) {
    if (!Use.Value)
      continue;
    if (const auto *Defined = std::get_if<ProcedureRef>(&Use.Value->u)) {
      report(Context, Find.walk(*Defined), Use.Target);
      continue;
    }
    report(Context, Find.walk(Use.Value->lhs), Use.Target);
    report(Context, Find.walk(Use.Value->rhs), S.Source);
  }
  if (S.Assignments.empty())
    for (const ExprUse &Use : S.Exprs)
      if (Use.Value)
        report(Context, Find.walk(*Use.Value), Use.Source);
}

} // namespace warpfort::checker
