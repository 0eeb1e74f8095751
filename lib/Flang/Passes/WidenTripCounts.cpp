//===-- WidenTripCounts.cpp - Rounds of loops that branches leave ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang counts the rounds of a loop of basic blocks in the kind of its
/// variable, where `last - first + step` may not have a place: `do i = -100_1,
/// 100_1` with an EXIT has no round (seen in Flang 22). They are counted in
/// kind 8, as those of other loops are.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_WIDENTRIPCOUNTSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// left = (last - first + step) / step
/// while (left > 0) { ... left = left - 1 }
class TripCount {
public:
  explicit TripCount(arith::DivSIOp Rounds) : Rounds(Rounds) {}
  /// Whether it is one, in a kind below 8.
  bool match();
  void widen();

private:
  bool isCountedDown(fir::LoadOp Load);

  arith::DivSIOp Rounds;
  arith::SubIOp Distance;
  fir::AllocaOp Left;
  fir::StoreOp Start;
  llvm::SmallVector<fir::LoadOp> Loads;
  llvm::SmallVector<fir::StoreOp> Stores;
};

bool TripCount::match() {
  auto T = dyn_cast<IntegerType>(Rounds.getType());
  auto Sum = Rounds.getLhs().getDefiningOp<arith::AddIOp>();
  Distance = Sum ? Sum.getLhs().getDefiningOp<arith::SubIOp>() : nullptr;
  if (!T || T.getWidth() >= 64 || !Distance ||
      Sum.getRhs() != Rounds.getRhs() || !Rounds->hasOneUse())
    return false;
  Start = dyn_cast<fir::StoreOp>(*Rounds->user_begin());
  Left = Start ? Start.getMemref().getDefiningOp<fir::AllocaOp>() : nullptr;
  if (!Left)
    return false;
  for (Operation *User : Left->getUsers()) {
    if (auto Load = dyn_cast<fir::LoadOp>(User)) {
      if (!isCountedDown(Load))
        return false;
      Loads.push_back(Load);
    } else if (!isa<fir::StoreOp>(User)) {
      return false;
    }
  }
  // No other value is stored.
  return static_cast<size_t>(
             llvm::count_if(Left->getUsers(), [](Operation *User) {
               return isa<fir::StoreOp>(User);
             })) == Stores.size() + 1;
}

bool TripCount::isCountedDown(fir::LoadOp Load) {
  return llvm::all_of(Load->getUsers(), [&](Operation *User) {
    if (auto Test = dyn_cast<arith::CmpIOp>(User))
      return Test.getPredicate() == arith::CmpIPredicate::sgt &&
             matchPattern(Test.getRhs(), m_Zero());
    auto Next = dyn_cast<arith::SubIOp>(User);
    auto Store = Next && Next->hasOneUse()
                     ? dyn_cast<fir::StoreOp>(*Next->user_begin())
                     : nullptr;
    if (!Store || Store.getMemref() != Left ||
        !matchPattern(Next.getRhs(), m_One()))
      return false;
    Stores.push_back(Store);
    return true;
  });
}

void TripCount::widen() {
  OpBuilder B(Left);
  Type Wide = B.getI64Type();
  auto New = fir::AllocaOp::create(B, Left.getLoc(), Wide);
  B.setInsertionPoint(Rounds);
  Location Loc = Rounds.getLoc();
  auto Extend = [&](Value V) -> Value {
    return arith::ExtSIOp::create(B, Loc, Wide, V);
  };
  Value Step = Extend(Rounds.getRhs());
  Value Length = arith::SubIOp::create(B, Loc, Extend(Distance.getLhs()),
                                       Extend(Distance.getRhs()));
  Value Count = arith::DivSIOp::create(
      B, Loc, arith::AddIOp::create(B, Loc, Length, Step), Step);
  B.setInsertionPoint(Start);
  fir::StoreOp::create(B, Start.getLoc(), Count, New);
  Start.erase();
  for (fir::LoadOp Load : Loads) {
    B.setInsertionPoint(Load);
    Value Now = fir::LoadOp::create(B, Load.getLoc(), New);
    for (Operation *User : llvm::make_early_inc_range(Load->getUsers())) {
      B.setInsertionPoint(User);
      auto Number = [&](int64_t N) {
        return arith::ConstantIntOp::create(B, User->getLoc(), Wide, N);
      };
      if (auto Test = dyn_cast<arith::CmpIOp>(User)) {
        Test.getLhsMutable().assign(Now);
        Test.getRhsMutable().assign(Number(0));
        continue;
      }
      auto Store = cast<fir::StoreOp>(*User->user_begin());
      Value Next = arith::SubIOp::create(B, User->getLoc(), Now, Number(1));
      B.setInsertionPoint(Store);
      fir::StoreOp::create(B, Store.getLoc(), Next, New);
      Store.erase();
      User->erase();
    }
    Load.erase();
  }
  Rounds.erase();
  Left.erase();
}

class WidenTripCounts : public impl::WidenTripCountsPassBase<WidenTripCounts> {
public:
  void runOnOperation() override {
    llvm::SmallVector<arith::DivSIOp> Quotients;
    getOperation().walk([&](arith::DivSIOp Op) { Quotients.push_back(Op); });
    for (arith::DivSIOp Op : Quotients)
      if (TripCount Count(Op); Count.match())
        Count.widen();
  }
};

} // namespace
} // namespace warpfort
