//===-- DevicePowers.cpp - Small constant powers --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DevicePowers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace warpfort {

/// At most six products.
static constexpr int64_t LargestPower = 16;

/// By squares, as the function does that MLIR calls: the results are the same
/// but for what fuses.
static Value multiply(OpBuilder &Builder, math::FPowIOp Power,
                      uint64_t Exponent) {
  auto Product = [&](Value A, Value B) {
    return arith::MulFOp::create(Builder, Power.getLoc(), A, B,
                                 Power.getFastmath());
  };
  Value Square = Power.getLhs(), Result;
  for (;; Exponent /= 2) {
    if (Exponent % 2)
      Result = Result ? Product(Result, Square) : Square;
    if (Exponent == 1)
      return Result;
    Square = Product(Square, Square);
  }
}

void expandConstantPowers(func::FuncOp Function) {
  llvm::SmallVector<math::FPowIOp> Powers;
  Function.walk([&](math::FPowIOp Power) { Powers.push_back(Power); });
  for (math::FPowIOp Power : Powers) {
    APInt Constant;
    if (!isa<Float32Type, Float64Type>(Power.getType()) ||
        !matchPattern(Power.getRhs(), m_ConstantInt(&Constant)))
      continue;
    int64_t Exponent = Constant.getSExtValue();
    if (Exponent < 2 || Exponent > LargestPower)
      continue;
    OpBuilder Builder(Power);
    Power.replaceAllUsesWith(multiply(Builder, Power, Exponent));
    Power.erase();
  }
}

} // namespace warpfort
