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

/// Whether \p Element has a constant length, and its elements in \p Elemental
/// none.
bool differInLength(hlfir::ElementalOp Elemental, hlfir::AsExprOp Element) {
  auto Known = dyn_cast<fir::CharacterType>(
      hlfir::getFortranElementType(Element.getType()));
  auto Wanted = dyn_cast<fir::CharacterType>(
      hlfir::getFortranElementType(Elemental.getType()));
  return Known && Wanted && Known.hasConstantLen() && Wanted.hasDynamicLen();
}

void hideLength(hlfir::YieldElementOp Yield) {
  auto Elemental = dyn_cast<hlfir::ElementalOp>(Yield->getParentOp());
  auto Element = Yield.getElementValue().getDefiningOp<hlfir::AsExprOp>();
  if (!Elemental || !Element || Element.isMove() ||
      !fir::isa_ref_type(Element.getVar().getType()) ||
      !differInLength(Elemental, Element))
    return;
  fir::FirOpBuilder Builder(
      Element.getOperation(),
      fir::getKindMapping(Elemental->getParentOfType<ModuleOp>()));
  Location Loc = Element.getLoc();
  Value Length =
      hlfir::genCharLength(Loc, Builder, hlfir::Entity{Element.getVar()});
  auto Kind =
      cast<fir::CharacterType>(hlfir::getFortranElementType(Element.getType()))
          .getFKind();
  Value Described = fir::EmboxCharOp::create(
      Builder, Loc, fir::BoxCharType::get(Builder.getContext(), Kind),
      Element.getVar(), Length);
  Yield.getElementValueMutable().assign(
      hlfir::AsExprOp::create(Builder, Loc, Described));
  if (Element->use_empty())
    Element.erase();
}

class YieldedLengths : public impl::YieldedLengthsPassBase<YieldedLengths> {
public:
  void runOnOperation() override { getOperation().walk(hideLength); }
};

} // namespace
} // namespace warpfort
