//===-- StructuredControl.cpp - SCF operations to FIR's -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenACC lowering, upstream's and ours, makes scf.for and scf.if around code
/// with fir.if and fir.do_loop. Those become branches first, and an SCF region
/// may not hold branches; so the outer ones have to be FIR's as well.
///
//===----------------------------------------------------------------------===//
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCSTRUCTUREDCONTROLPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

/// Moves the body of \p From before the terminator of \p To.
void moveBody(Block &From, Block &To) {
  Operation *End = From.getTerminator();
  To.getOperations().splice(std::prev(To.end()), From.getOperations(),
                            From.begin(), Block::iterator(End));
  End->erase();
}

LogicalResult convert(scf::ForOp For) {
  if (For.getNumResults())
    return For.emitError("internal: loop with results in OpenACC code");
  OpBuilder Builder(For);
  Location Loc = For.getLoc();
  Type Index = Builder.getIndexType();
  auto Cast = [&](Value V) -> Value {
    if (V.getType() == Index)
      return V;
    return fir::ConvertOp::create(Builder, Loc, Index, V);
  };
  // The upper bound of scf.for is exclusive.
  Value One = arith::ConstantIndexOp::create(Builder, Loc, 1);
  Value Upper =
      arith::SubIOp::create(Builder, Loc, Cast(For.getUpperBound()), One);
  // FIR divides to know the number of iterations, which is too dear for a
  // thread that does few; it does not where a loop may end early.
  // What has many iterations is better off counted: LLVM unrolls it.
  bool IsCounted = fir::getIntIfConstant(Cast(For.getStep())).has_value() ||
                   !FewIterationsAttr.isOn(For);
  Block *Body;
  Value Counter;
  Operation *Loop;
  if (IsCounted) {
    auto Do = fir::DoLoopOp::create(Builder, Loc, Cast(For.getLowerBound()),
                                    Upper, Cast(For.getStep()));
    moveBody(*For.getBody(), *Do.getBody());
    Loop = Do;
    Body = Do.getBody();
    Counter = Do.getInductionVar();
  } else {
    Value True =
        arith::ConstantOp::create(Builder, Loc, Builder.getBoolAttr(true));
    auto While =
        fir::IterWhileOp::create(Builder, Loc, Cast(For.getLowerBound()), Upper,
                                 Cast(For.getStep()), True);
    Body = While.getBody();
    Builder.setInsertionPointToEnd(Body);
    if (Body->empty() || !Body->back().hasTrait<OpTrait::IsTerminator>())
      fir::ResultOp::create(Builder, Loc, While.getIterateVar());
    moveBody(*For.getBody(), *Body);
    Loop = While;
    Counter = While.getInductionVar();
  }
  FewIterationsAttr.remove(For);
  for (NamedAttribute Attr : For->getDiscardableAttrs())
    Loop->setAttr(Attr.getName(), Attr.getValue());
  Value IV = Counter;
  if (For.getInductionVar().getType() != Index) {
    Builder.setInsertionPointToStart(Body);
    IV = fir::ConvertOp::create(Builder, Loc, For.getInductionVar().getType(),
                                IV);
  }
  For.getInductionVar().replaceAllUsesWith(IV);
  For.erase();
  return success();
}

LogicalResult convert(scf::IfOp If) {
  if (If.getNumResults())
    return If.emitError("internal: condition with results in OpenACC code");
  OpBuilder Builder(If);
  bool HasElse = !If.getElseRegion().empty();
  auto New =
      fir::IfOp::create(Builder, If.getLoc(), If.getCondition(), HasElse);
  auto Move = [&](Region &From, Region &To) {
    moveBody(From.front(), To.front());
  };
  Move(If.getThenRegion(), New.getThenRegion());
  if (HasElse)
    Move(If.getElseRegion(), New.getElseRegion());
  If.erase();
  return success();
}

class ACCStructuredControl
    : public impl::ACCStructuredControlPassBase<ACCStructuredControl> {
public:
  void runOnOperation() override {
    llvm::SmallVector<Operation *> Ops;
    getOperation().walk([&](Operation *Op) {
      // Loops of atomic operations stay as they are, with what is in them.
      if (isa<scf::ForOp, scf::IfOp>(Op) &&
          !Op->getParentOfType<scf::WhileOp>())
        Ops.push_back(Op);
    });
    for (Operation *Op : Ops) {
      auto For = dyn_cast<scf::ForOp>(Op);
      if (failed(For ? convert(For) : convert(cast<scf::IfOp>(Op))))
        return signalPassFailure();
    }
  }
};

} // namespace

} // namespace warpfort
