//===-- Sizes.cpp - Code that counts bytes --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Sizes.h"
#include "warpfort/Support/Limits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {

Value hasTooManyBytes(fir::FirOpBuilder &Builder, Location Loc,
                      Value ElementBytes, ValueRange Extents) {
  Type F64 = Builder.getF64Type();
  auto ToReal = [&](Value Integer) {
    return Builder.createConvert(
        Loc, F64, Builder.createConvert(Loc, Builder.getI64Type(), Integer));
  };
  Value Zero = Builder.createRealConstant(Loc, F64, 0.0);
  Value Bytes = ToReal(ElementBytes);
  for (Value Extent : Extents) {
    Value N = Extent.getType() == F64 ? Extent : ToReal(Extent);
    N = arith::MaxNumFOp::create(Builder, Loc, N, Zero);
    Bytes = arith::MulFOp::create(Builder, Loc, Bytes, N);
  }
  return arith::CmpFOp::create(
      Builder, Loc, arith::CmpFPredicate::OGT, Bytes,
      Builder.createRealConstant(Loc, F64, double(MaxObjectBytes)));
}

} // namespace warpfort
