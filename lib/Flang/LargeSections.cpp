//===-- LargeSections.cpp - Sections with constant bounds -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before it looks whether an array is a constant, Flang's folding lists the
// subscripts of a section whose bounds are constants: `call s(a(1:2000000000))`
// takes 16 GB. What is no named constant has no elements to be found by them.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Evaluate/constant.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/variable.h"
#include "flang/Semantics/tools.h"

using namespace Fortran::evaluate;

WARPFORT_WRAP(std::optional<Constant<SubscriptInteger>>, GetConstantSubscript,
              "_ZN7Fortran8evaluate20GetConstantSubscriptERNS0_"
              "14FoldingContextERNS0_9SubscriptERKNS0_11NamedEntityEi",
              (FoldingContext & Context, Subscript &Index,
               const NamedEntity &Array, int Dim)) {
  // A list of some thousands does no harm, and tells of subscripts that are out
  // of bounds.
  constexpr int64_t Most = 1 << 16;
  if (auto *Section = std::get_if<Triplet>(&Index.u);
      Section && !Fortran::semantics::IsNamedConstant(
                     Array.GetLastSymbol().GetUltimate())) {
    auto Valued = [&](const Expr<SubscriptInteger> *Bound, int64_t Otherwise) {
      return Bound ? ToInt64(Fold(Context, Expr<SubscriptInteger>{*Bound}))
                   : std::optional<int64_t>(Otherwise);
    };
    auto Lower = Valued(Section->GetLower(), 1),
         Upper = Valued(Section->GetUpper(), INT64_MAX),
         Stride = Valued(&Section->GetStride(), 1);
    if (Lower && Upper && Stride && *Stride != 0 &&
        std::abs(static_cast<double>(*Upper) - static_cast<double>(*Lower)) /
                std::abs(static_cast<double>(*Stride)) >
            Most)
      return std::nullopt;
  }
  return realGetConstantSubscript(Context, Index, Array, Dim);
}
