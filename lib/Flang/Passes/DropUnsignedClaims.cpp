//===-- DropUnsignedClaims.cpp - Sums that may wrap -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's expansion of CSHIFT and EOSHIFT claims that sums with a negative
/// shift do not wrap as unsigned numbers (seen in Flang 22): LLVM then makes
/// loops that write too much.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_DROPUNSIGNEDCLAIMSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class DropUnsignedClaims
    : public impl::DropUnsignedClaimsPassBase<DropUnsignedClaims> {
public:
  void runOnOperation() override {
    using arith::IntegerOverflowFlags;
    getOperation().walk([](arith::ArithIntegerOverflowFlagsInterface Op) {
      IntegerOverflowFlags Flags = Op.getOverflowAttr().getValue();
      if (!bitEnumContainsAny(Flags, IntegerOverflowFlags::nuw))
        return;
      Op->setAttr(Op.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      Op->getContext(),
                      bitEnumClear(Flags, IntegerOverflowFlags::nuw)));
    });
  }
};

} // namespace
} // namespace warpfort
