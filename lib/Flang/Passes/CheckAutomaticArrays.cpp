//===-- CheckAutomaticArrays.cpp - Too large automatic arrays -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The extents and bytes of automatic arrays wrap in Flang's code (seen in
/// Flang 22): the array gets memory for what is left of them.
///
///     real :: x(n, m), y(lo:hi)
///
/// is computed as 4*n*m and hi-lo+1 in 64 bits. What the bounds say is counted
/// in floating point beside that.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/TypeSize.h"
#include "warpfort/Flang/Passes.h"
#include "warpfort/IR/Sizes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CHECKAUTOMATICARRAYSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// The number of elements between two bounds; there are none if it is negative.
Value countBetweenBounds(fir::FirOpBuilder &Builder, Location Loc,
                         Value Extent) {
  auto Select = Extent.getDefiningOp<arith::SelectOp>();
  auto Sum = Select ? Select.getTrueValue().getDefiningOp<arith::AddIOp>()
                    : arith::AddIOp();
  auto Difference =
      Sum ? Sum.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  if (!Difference || !matchPattern(Sum.getRhs(), m_One()))
    return Extent;
  Type F64 = Builder.getF64Type();
  auto ToReal = [&](Value Bound) {
    return Builder.createConvert(
        Loc, F64, Builder.createConvert(Loc, Builder.getI64Type(), Bound));
  };
  Value Distance = arith::SubFOp::create(
      Builder, Loc, ToReal(Difference.getLhs()), ToReal(Difference.getRhs()));
  return arith::AddFOp::create(Builder, Loc, Distance,
                               Builder.createRealConstant(Loc, F64, 1.0));
}

class CheckAutomaticArrays
    : public impl::CheckAutomaticArraysPassBase<CheckAutomaticArrays> {
public:
  void runOnOperation() override {
    // Device code has its own memory, whose end is reported; and a team's
    // routine makes no calls outside of its loops.
    if (getOperation()->hasAttr(acc::getRoutineInfoAttrName()) ||
        getOperation()->hasAttr(cuf::getProcAttrName()))
      return;
    getOperation().walk([&](fir::AllocaOp Op) {
      if (isa<fir::SequenceType>(Op.getInType()) && !Op.getShape().empty() &&
          Op.getUniqName())
        check(Op);
    });
  }

private:
  void check(fir::AllocaOp Op);
};

void CheckAutomaticArrays::check(fir::AllocaOp Op) {
  auto Module = Op->getParentOfType<ModuleOp>();
  Location Loc = Op.getLoc();
  OpBuilder Plain(Op);
  fir::FirOpBuilder Builder(Plain, Module);
  auto Array = cast<fir::SequenceType>(Op.getInType());
  Type Element = Array.getEleTy(), I64 = Builder.getI64Type();
  auto Text = dyn_cast<fir::CharacterType>(Element);
  bool HasLength = Text && !Text.hasConstantLen();
  if (HasLength)
    Element = fir::CharacterType::get(&getContext(), Text.getFKind(), 1);
  auto Size =
      sizeOfType(Loc, Element, DataLayout(Module), fir::getKindMapping(Module));
  if (!Size || fir::hasDynamicSize(Element))
    return;
  int64_t Bytes = Size->Bytes;
  for (int64_t Extent : Array.getShape())
    if (Extent != fir::SequenceType::getUnknownExtent())
      Bytes *= Extent;
  llvm::SmallVector<Value> Extents;
  for (Value Extent : Op.getShape())
    Extents.push_back(countBetweenBounds(Builder, Loc, Extent));
  if (HasLength)
    Extents.append(Op.getTypeparams().begin(), Op.getTypeparams().end());
  Value TooMany = hasTooManyBytes(
      Builder, Loc, Builder.createIntegerConstant(Loc, I64, Bytes), Extents);
  std::string Name =
      fir::NameUniquer::deconstruct(*Op.getUniqName()).second.name;
  Builder.genIfThen(Loc, TooMany)
      .genThen([&] {
        fir::runtime::genReportFatalUserError(
            Builder, Loc, "automatic array '" + Name + "' is too large");
      })
      .end();
}

} // namespace
} // namespace warpfort
