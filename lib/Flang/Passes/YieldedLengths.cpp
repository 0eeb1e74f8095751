//===-- YieldedLengths.cpp - Lengths of characters in parentheses ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array of characters in parentheses is an elemental expression of unknown
/// length to Flang, though the elements of a component have a constant one
/// (seen in Flang 22). Where a WHERE or FORALL puts the element in place of its
/// use, as the argument of an elemental function, the types differ and
/// compilation ends. The element is yielded with the length that the expression
/// has.
///
/// An element of an array with a vector subscript is a variable there, which
/// parentheses around it do not take, of characters and records: its copy is
/// yielded.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_YIELDEDLENGTHSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// Whether \p Element has a constant length, and the elements of \p Elemental
/// have none.
bool differInLength(hlfir::ElementalOp Elemental, hlfir::Entity Element) {
  auto Known = dyn_cast<fir::CharacterType>(Element.getFortranElementType());
  auto Wanted = dyn_cast<fir::CharacterType>(
      hlfir::getFortranElementType(Elemental.getType()));
  return Known && Wanted && Known.hasConstantLen() && Wanted.hasDynamicLen();
}

/// What \p Yield yields, without a copy that \c hlfir.set_length makes anyway.
hlfir::Entity elementOf(hlfir::YieldElementOp Yield) {
  auto Copy = Yield.getElementValue().getDefiningOp<hlfir::AsExprOp>();
  if (Copy && !Copy.isMove() && fir::isa_ref_type(Copy.getVar().getType()))
    return hlfir::Entity{Copy.getVar()};
  return hlfir::Entity{Yield.getElementValue()};
}

void hideLength(hlfir::YieldElementOp Yield) {
  auto Elemental = dyn_cast<hlfir::ElementalOp>(Yield->getParentOp());
  hlfir::Entity Element = elementOf(Yield);
  if (!Elemental || !differInLength(Elemental, Element))
    return;
  fir::FirOpBuilder Builder(
      Yield.getOperation(),
      fir::getKindMapping(Elemental->getParentOfType<ModuleOp>()));
  Location Loc = Yield.getLoc();
  Value Length = hlfir::genCharLength(Loc, Builder, Element);
  Value Old = Yield.getElementValue();
  Yield.getElementValueMutable().assign(hlfir::SetLengthOp::create(
      Builder, Loc,
      hlfir::ExprType::get(Builder.getContext(), {},
                           hlfir::getFortranElementType(Elemental.getType()),
                           /*polymorphic=*/false),
      Element, Length));
  if (auto Copy = Old.getDefiningOp<hlfir::AsExprOp>();
      Copy && Copy->use_empty())
    Copy.erase();
}

/// Has the elements in \p Parentheses copied where they are variables.
void copyElements(hlfir::NoReassocOp Parentheses) {
  auto Applied = Parentheses.getVal().getDefiningOp<hlfir::ApplyOp>();
  auto Elements = Applied
                      ? Applied.getExpr().getDefiningOp<hlfir::ElementalOp>()
                      : hlfir::ElementalOp();
  if (!Elements)
    return;
  auto Yield = cast<hlfir::YieldElementOp>(Elements.getBody()->getTerminator());
  if (!hlfir::isFortranVariableType(Yield.getElementValue().getType()))
    return;
  OpBuilder Builder(Yield);
  Yield.getElementValueMutable().assign(hlfir::AsExprOp::create(
      Builder, Yield.getLoc(), Yield.getElementValue()));
}

class YieldedLengths : public impl::YieldedLengthsPassBase<YieldedLengths> {
public:
  void runOnOperation() override {
    getOperation().walk(hideLength);
    getOperation().walk(copyElements);
  }
};

} // namespace
} // namespace warpfort
