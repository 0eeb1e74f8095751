//===-- CUFDeviceIntrinsics.cpp - Intrinsics that need the host -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites what Flang makes of some intrinsic functions:
///
///  - rounding modes: IEEE_RINT and IEEE_INT set the processor's before they
///    round. A GPU has instructions that round in a given mode; its arithmetic
///    rounds to nearest. On the host, too: LLVM takes two roundings of one
///    value in different modes to be the same;
///  - REDUCE becomes loops (DeviceReduce.h): in device code, and on the host
///    where its library cannot do it;
///  - small constant powers become products (DevicePowers.h), in device code.
///
//===----------------------------------------------------------------------===//
#include "DevicePowers.h"
#include "DeviceReduce.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFDEVICEINTRINSICSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// The modes of llvm.get.rounding.
enum RoundingMode { TowardZero = 0, ToNearest = 1, Up = 2, Down = 3 };

llvm::StringRef calleeOf(Operation *Op) {
  auto Call = dyn_cast_or_null<fir::CallOp>(Op);
  if (!Call || !Call.getCallee())
    return {};
  return Call.getCallee()->getRootReference().getValue();
}

bool getsRounding(Operation *Op) { return calleeOf(Op) == "llvm.get.rounding"; }

class CUFDeviceIntrinsics
    : public impl::CUFDeviceIntrinsicsPassBase<CUFDeviceIntrinsics> {
public:
  void runOnOperation() override;

private:
  void lowerRounding(Block &Body, bool OnDevice);
};

/// \p X rounded to an integer value, in the mode that is known at run time.
Value roundIn(OpBuilder &Builder, Location Loc, Value X, Value Mode) {
  Value Result = math::RoundEvenOp::create(Builder, Loc, X);
  auto Otherwise = [&](RoundingMode When, Value Rounded) {
    Value Number = arith::ConstantIntOp::create(Builder, Loc, When, 32);
    Value Is = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq,
                                     Mode, Number);
    Result = arith::SelectOp::create(Builder, Loc, Is, Rounded, Result);
  };
  Otherwise(TowardZero, math::TruncOp::create(Builder, Loc, X));
  Otherwise(Up, math::CeilOp::create(Builder, Loc, X));
  Otherwise(Down, math::FloorOp::create(Builder, Loc, X));
  return Result;
}

/// A mode is set, used and taken back within a block.
void CUFDeviceIntrinsics::lowerRounding(Block &Body, bool OnDevice) {
  Value Mode;
  llvm::SmallVector<Operation *> Dead;
  for (Operation &Op : Body) {
    llvm::StringRef Name = calleeOf(&Op);
    if (Name == "llvm.set.rounding") {
      Value New = cast<fir::CallOp>(Op).getArgs().front();
      Mode = getsRounding(New.getDefiningOp()) ? Value() : New;
      if (OnDevice)
        Dead.push_back(&Op);
    } else if (Mode && Name.starts_with("llvm.nearbyint.")) {
      OpBuilder Builder(&Op);
      Op.getResult(0).replaceAllUsesWith(roundIn(
          Builder, Op.getLoc(), cast<fir::CallOp>(Op).getArgs().front(), Mode));
      Dead.push_back(&Op);
    } else if (OnDevice && getsRounding(&Op)) {
      Dead.push_back(&Op);
    }
  }
  for (Operation *Op : Dead) {
    if (getsRounding(Op)) {
      OpBuilder Builder(Op);
      Op->getResult(0).replaceAllUsesWith(
          arith::ConstantIntOp::create(Builder, Op->getLoc(), ToNearest, 32));
    }
    Op->erase();
  }
}

void CUFDeviceIntrinsics::runOnOperation() {
  auto Triple = getOperation()->getAttrOfType<StringAttr>("llvm.target_triple");
  bool OnDevice = !Triple || Triple.getValue().starts_with("nvptx");
  for (auto Function : getOperation().getOps<func::FuncOp>()) {
    Function.walk([&](Block *Body) { lowerRounding(*Body, OnDevice); });
    llvm::SmallVector<fir::CallOp> Calls;
    Function.walk([&](fir::CallOp Call) {
      if (OnDevice || isFaultyReduce(calleeOf(Call)))
        Calls.push_back(Call);
    });
    for (fir::CallOp Call : Calls)
      expandReduce(Call, OnDevice);
    if (OnDevice)
      expandConstantPowers(Function);
  }
}

} // namespace

} // namespace warpfort
