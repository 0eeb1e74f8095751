//===-- OrderStackArrays.cpp - The order of arrays on the stack -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's pass that moves arrays from the heap to the stack visits them in the
/// order of their addresses in the compiler's memory (seen in Flang 22). The
/// allocations that stand together, each with the conversions of its address,
/// are put into the order in which they are used.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ORDERSTACKARRAYSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class OrderStackArrays
    : public impl::OrderStackArraysPassBase<OrderStackArrays> {
  /// Where a value is first used: the number of the operation, and which of its
  /// operands it is.
  using Use = std::pair<unsigned, unsigned>;
  /// Allocations that stand together, each with the conversions of its address.
  using Run = llvm::MapVector<Operation *, llvm::SmallVector<Operation *, 1>>;

public:
  void runOnOperation() override {
    Numbers.clear();
    getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *Op) { Numbers.try_emplace(Op, Numbers.size()); });
    getOperation().walk([&](Block *B) { orderRuns(*B); });
  }

private:
  void orderRuns(Block &B) {
    Run Together;
    for (Operation &Op : llvm::make_early_inc_range(B)) {
      if (isa<fir::AllocaOp>(Op)) {
        Together[&Op];
        continue;
      }
      Operation *From =
          isa<fir::ConvertOp>(Op) ? Op.getOperand(0).getDefiningOp() : nullptr;
      if (auto Known = Together.find(From); From && Known != Together.end()) {
        Known->second.push_back(&Op);
        continue;
      }
      order(Together, &Op);
      Together.clear();
    }
  }

  /// Moves the operations of a run, in order, to before \p Next.
  void order(const Run &Together, Operation *Next) {
    llvm::SmallVector<std::pair<Use, Operation *>> Order;
    for (const auto &[Alloca, Conversions] : Together) {
      Use First = firstUse(Alloca, Conversions);
      for (Operation *Conversion : Conversions)
        First = std::min(First, firstUse(Conversion, {}));
      Order.push_back({First, Alloca});
    }
    llvm::sort(Order, llvm::less_first());
    for (auto [First, Alloca] : Order) {
      Alloca->moveBefore(Next);
      for (Operation *Conversion : Together.lookup(Alloca))
        Conversion->moveBefore(Next);
    }
  }

  Use firstUse(Operation *Of, llvm::ArrayRef<Operation *> But) {
    Use First{~0u, 0};
    for (OpOperand &Operand : Of->getUses())
      if (!llvm::is_contained(But, Operand.getOwner()))
        First = std::min(First, Use{Numbers.lookup(Operand.getOwner()),
                                    Operand.getOperandNumber()});
    return First;
  }

  llvm::DenseMap<Operation *, unsigned> Numbers;
};

} // namespace
} // namespace warpfort
