//===-- ConstantShapes.cpp - Extents that are known -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To learn whether the extents of an array are constant Flang makes an array
// constructor of them and folds it: for every element that a DATA statement
// gives a value, several times. Where all are constants by now they are taken
// as they are.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"

using namespace Fortran::evaluate;

WARPFORT_WRAP(
    std::optional<ConstantSubscripts>, AsConstantExtents,
    "_ZN7Fortran8evaluate17AsConstantExtentsERNS0_14FoldingContextERKS"
    "t6vectorISt8optionalINS0_4ExprINS0_4TypeILNS_6common12TypeCatego"
    "ryE0ELi8EEEEEESaISB_EE",
    (FoldingContext & Context, const Shape &Extents)) {
  ConstantSubscripts Known;
  for (const MaybeExtentExpr &Extent : Extents) {
    std::optional<std::int64_t> Value = ToInt64(Extent);
    if (!Value)
      return realAsConstantExtents(Context, Extents);
    Known.push_back(*Value);
  }
  return Known;
}
