//===-- SplitWhere.cpp - A WHERE construct, one assignment at a time ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host code does a WHERE on copies of device data. Where arrays may overlap,
/// copies show only what was there before: good for one assignment, but not for
/// those that follow. So a construct becomes several of one assignment each,
/// with masks that are computed when the construct's would be.
///
//===----------------------------------------------------------------------===//
#include "SplitWhere.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
namespace {

class Splitter {
public:
  Splitter(fir::FirOpBuilder &Builder, hlfir::WhereOp Where)
      : Builder(Builder), Where(Where), Loc(Where.getLoc()) {}

  void run() {
    hlfir::Entity Mask = evaluate(Where.getMaskRegion());
    split(Where.getBody(), Mask, Mask);
    Builder.setInsertionPoint(Where);
    for (hlfir::AssociateOp Mask : llvm::reverse(Held))
      hlfir::EndAssociateOp::create(Builder, Loc, Mask);
    Where.erase();
  }

private:
  void split(Region &Body, hlfir::Entity Control, hlfir::Entity Done);
  Value moveOut(Region &Part, llvm::SmallVectorImpl<Operation *> &Cleanups);
  hlfir::Entity evaluate(Region &Mask);
  hlfir::Entity hold(hlfir::Entity Shape,
                     llvm::function_ref<Value(ValueRange)> Element);
  Value at(hlfir::Entity Mask, ValueRange Indices) {
    Value X = hlfir::loadTrivialScalar(
        Loc, Builder, hlfir::getElementAt(Loc, Builder, Mask, Indices));
    return Builder.createConvert(Loc, Builder.getI1Type(), X);
  }

  fir::FirOpBuilder &Builder;
  hlfir::WhereOp Where;
  Location Loc;
  llvm::SmallVector<hlfir::AssociateOp> Held;
};

/// A variable of the shape of \p Shape.
hlfir::Entity Splitter::hold(hlfir::Entity Shape,
                             llvm::function_ref<Value(ValueRange)> Element) {
  Type Logical = fir::LogicalType::get(Builder.getContext(), 4);
  auto Values = hlfir::genElementalOp(
      Loc, Builder, Logical, hlfir::genShape(Loc, Builder, Shape),
      /*typeParams=*/{},
      [&](Location, fir::FirOpBuilder &, ValueRange Indices) {
        return hlfir::Entity{
            Builder.createConvert(Loc, Logical, Element(Indices))};
      },
      /*isUnordered=*/true);
  Held.push_back(hlfir::genAssociateExpr(Loc, Builder, hlfir::Entity{Values},
                                         Values.getType(), ".mask"));
  hlfir::DestroyOp::create(Builder, Loc, Values);
  return hlfir::Entity{Held.back().getBase()};
}

/// Moves what computes the value of a part in front of the construct. What
/// cleans up behind it is added to \p Cleanups, the last one first.
Value Splitter::moveOut(Region &Part,
                        llvm::SmallVectorImpl<Operation *> &Cleanups) {
  Block &Ops = Part.front();
  auto Yield = cast<hlfir::YieldOp>(Ops.getTerminator());
  for (Operation &Op : llvm::make_early_inc_range(Ops.without_terminator())) {
    auto Once = dyn_cast<hlfir::ExactlyOnceOp>(Op);
    if (!Once) {
      Op.moveBefore(Where);
      continue;
    }
    Once.getResult().replaceAllUsesWith(moveOut(Once.getBody(), Cleanups));
    Once.erase();
  }
  if (!Yield.getCleanup().empty())
    for (Operation &Op :
         llvm::reverse(Yield.getCleanup().front().without_terminator()))
      Cleanups.insert(Cleanups.begin(), &Op);
  // The body of hlfir.exactly_once goes with it.
  for (Operation *Op : Cleanups)
    Op->moveBefore(Where);
  return Yield.getEntity();
}

/// Computes a mask now.
hlfir::Entity Splitter::evaluate(Region &Mask) {
  llvm::SmallVector<Operation *> Cleanups;
  hlfir::Entity Given{moveOut(Mask, Cleanups)};
  Builder.setInsertionPoint(Cleanups.empty() ? Where : Cleanups.front());
  hlfir::Entity Result =
      hold(Given, [&](ValueRange Indices) { return at(Given, Indices); });
  Builder.setInsertionPoint(Where);
  return Result;
}

/// \p Control is true where assignments take place, \p Done where a mask of the
/// construct has been true.
void Splitter::split(Region &Body, hlfir::Entity Control, hlfir::Entity Done) {
  for (Operation &Op : llvm::make_early_inc_range(Body.front())) {
    if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op)) {
      std::optional<hlfir::Entity> Mask;
      if (!Else.getMaskRegion().empty())
        Mask = evaluate(Else.getMaskRegion());
      Value True = Builder.createBool(Loc, true);
      hlfir::Entity Chosen = hold(Done, [&](ValueRange Indices) {
        Value Open =
            arith::XOrIOp::create(Builder, Loc, at(Done, Indices), True);
        return Mask ? Value(arith::AndIOp::create(Builder, Loc, Open,
                                                  at(*Mask, Indices)))
                    : Open;
      });
      hlfir::Entity All = Mask ? hold(Done,
                                      [&](ValueRange Indices) {
                                        return arith::OrIOp::create(
                                            Builder, Loc, at(Done, Indices),
                                            at(*Mask, Indices));
                                      })
                               : Done;
      return split(Else.getBody(), Chosen, All);
    }
    auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op);
    if (!Assign)
      continue;
    Builder.setInsertionPoint(Where);
    auto Single = hlfir::WhereOp::create(Builder, Assign.getLoc());
    Builder.createBlock(&Single.getMaskRegion());
    hlfir::YieldOp::create(Builder, Assign.getLoc(), Control);
    Builder.createBlock(&Single.getBody());
    auto End = fir::FirEndOp::create(Builder, Assign.getLoc());
    Assign->moveBefore(End);
    Builder.setInsertionPoint(Where);
  }
}

/// What must not be done for elements that are not asked for: calls, divisions
/// of integers, elements that others number.
bool isForChosenElements(Operation &Op) {
  if (isa<fir::CallOp>(Op))
    return true;
  if (!Op.getParentOfType<hlfir::ElementalOp>())
    return false; // done once
  auto IsRead = [](Value Index) {
    while (auto Convert = Index.getDefiningOp<fir::ConvertOp>())
      Index = Convert.getValue();
    Operation *From = Index.getDefiningOp();
    return isa_and_nonnull<fir::LoadOp, hlfir::ApplyOp>(From) &&
           From->getParentOfType<hlfir::ElementalOp>();
  };
  if (auto Element = dyn_cast<hlfir::DesignateOp>(Op))
    return llvm::any_of(Element.getIndices(), IsRead);
  return mayTrap(&Op);
}

} // namespace

bool splitWhere(fir::FirOpBuilder &Builder, hlfir::WhereOp Where) {
  // The mask of an inner WHERE, and that of an ELSEWHERE, are evaluated for
  // some elements only.
  bool Refused = false;
  Where->walk([&](Operation *Op) {
    if (isa<hlfir::WhereOp>(Op) && Op != Where)
      Refused = true;
    if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op))
      Else.getMaskRegion().walk(
          [&](Operation *Inner) { Refused |= isForChosenElements(*Inner); });
  });
  if (Refused)
    return false;
  Splitter(Builder, Where).run();
  return true;
}

} // namespace warpfort
