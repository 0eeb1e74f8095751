//===-- DescribeSelectedObjects.cpp - Associate names in data clauses -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a data clause names what SELECT TYPE knows the type of, Flang makes a
/// descriptor of the device's object by converting its address (seen in Flang
/// 22).
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_DESCRIBESELECTEDOBJECTSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class DescribeSelectedObjects
    : public impl::DescribeSelectedObjectsPassBase<DescribeSelectedObjects> {
public:
  void runOnOperation() override {
    llvm::SmallVector<fir::ConvertOp> Wrong;
    getOperation().walk([&](fir::ConvertOp Op) {
      if (isa<fir::BaseBoxType>(Op.getType()) &&
          isa<fir::ReferenceType>(Op.getValue().getType()) &&
          isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Op.getValue().getDefiningOp()))
        Wrong.push_back(Op);
    });
    for (fir::ConvertOp Op : Wrong)
      if (failed(describe(Op)))
        return signalPassFailure();
  }

private:
  static LogicalResult describe(fir::ConvertOp Op) {
    auto Box = dyn_cast<fir::BoxType>(Op.getType());
    Type Object = Box ? fir::unwrapRefType(Box.getEleTy()) : Type();
    if (!isa_and_nonnull<fir::RecordType>(Object) ||
        Object != fir::unwrapRefType(Op.getValue().getType()))
      return emitUserError(Op,
                           "a data clause with the associate name of an array "
                           "in SELECT TYPE is not supported");
    OpBuilder Builder(Op);
    Op.replaceAllUsesWith(fir::EmboxOp::create(Builder, Op.getLoc(),
                                               fir::BoxType::get(Object),
                                               Op.getValue())
                              .getResult());
    Op.erase();
    return success();
  }
};

} // namespace
} // namespace warpfort
