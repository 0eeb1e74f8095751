//===-- MakeMaskedLoops.cpp - WHERE without temporary arrays --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In device code, `where (a > 0) a = sqrt(a)` reads of the array that it
/// assigns just the element that it assigns. Flang makes temporary arrays for
/// what reads the array that is assigned; in a kernel that is one of each
/// thread, or work for one thread. Where every such read is of the same
/// element, and nothing else that is read is assigned, the construct is a loop
/// over the elements in any order.
///
/// What else a construct may need, such as calls, vector subscripts and types
/// that are not intrinsic, is left to Flang.
///
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Procedures.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Analysis/AliasAnalysis.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_MAKEMASKEDLOOPSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// Whether two values are the same for they are computed alike. What they are
/// loaded from must not change between them.
bool areAlike(Value A, Value B) {
  if (A == B)
    return true;
  Operation *X = A.getDefiningOp(), *Y = B.getDefiningOp();
  if (!X || !Y || X->getName() != Y->getName() || X->getNumRegions() ||
      X->getAttrDictionary() != Y->getAttrDictionary() ||
      X->getOperands().size() != Y->getOperands().size() ||
      X->getResultTypes() != Y->getResultTypes() ||
      cast<OpResult>(A).getResultNumber() !=
          cast<OpResult>(B).getResultNumber() ||
      !(isa<fir::LoadOp, hlfir::DesignateOp>(X) || isMemoryEffectFree(X)))
    return false;
  return llvm::all_of(
      llvm::zip(X->getOperands(), Y->getOperands()),
      [](auto Pair) { return areAlike(std::get<0>(Pair), std::get<1>(Pair)); });
}

/// Removes what was built at the start of a block to compare with.
struct Scratch {
  Scratch(fir::FirOpBuilder &Builder, Block &Into) : Builder(Builder) {
    Saved = Builder.saveInsertionPoint();
    Builder.setInsertionPointToStart(&Into);
    First = &Into.front();
    this->Into = &Into;
  }
  ~Scratch() {
    while (&Into->front() != First) {
      Operation *Last = First->getPrevNode();
      Last->erase();
    }
    Builder.restoreInsertionPoint(Saved);
  }
  fir::FirOpBuilder &Builder;
  OpBuilder::InsertPoint Saved;
  Block *Into;
  Operation *First;
};

/// The outermost component that \p V is one of, or of which it is an element.
hlfir::DesignateOp componentOf(Value V) {
  auto Part = V.getDefiningOp<hlfir::DesignateOp>();
  while (Part && !Part.getComponent())
    Part = Part.getMemref().getDefiningOp<hlfir::DesignateOp>();
  return Part;
}

/// Whether two variables are different components of the same records.
bool areOtherComponents(Value A, Value B) {
  hlfir::DesignateOp X = componentOf(A), Y = componentOf(B);
  return X && Y && X.getComponentAttr() != Y.getComponentAttr() &&
         areAlike(X.getMemref(), Y.getMemref());
}

class MaskedLoop {
public:
  // The construct itself has the place of what stands before it.
  explicit MaskedLoop(hlfir::WhereOp Root)
      : Root(Root), Loc(Root.getMaskRegion().front().back().getLoc()),
        Builder(Root, fir::getKindMapping(Root->getParentOfType<ModuleOp>())) {}

  /// Makes a loop of the construct, if it may be one.
  void convert();

private:
  bool collect(Region &Mask, Region &Body);
  bool collectBlock(Block &B);
  bool collectRegion(Region &R);
  bool collectEntity(Value Entity);
  bool collectElemental(hlfir::ElementalOp Elemental);
  bool addTarget(Value Target, Type Element);
  Value wholeOf(Value Section);
  bool readsAligned();
  bool mayOverlap(Value Read, Value Target) {
    return !areOtherComponents(Read, Target) &&
           !Aliases.alias(Read, Target).isNo();
  }

  void hoist(Region &Mask, Region &Body);
  void hoist(Region &R);
  void makeMasked(Region &Mask, Region &Body, ValueRange Indices);
  void makeBody(Region &Body, ValueRange Indices);
  Value elementOf(Value Entity, ValueRange Indices);
  Value maskOf(Region &Mask, ValueRange Indices);

  hlfir::WhereOp Root;
  Location Loc;
  fir::FirOpBuilder Builder;
  fir::AliasAnalysis Aliases;
  llvm::SmallVector<hlfir::ElementalOp> Elementals;
  /// Addresses of elements that an elemental reads, with it.
  llvm::SmallVector<std::pair<Value, hlfir::ElementalOp>> ElementReads;
  /// Whole arrays that are read, each element for its own.
  llvm::SmallVector<Value> ArrayReads;
  /// Addresses of what is read once, before the loop.
  llvm::SmallVector<Value> ScalarReads;
  /// The arrays that are assigned.
  llvm::SmallVector<Value> Targets;
};

Value yieldedBy(Region &R) {
  return cast<hlfir::YieldOp>(R.front().getTerminator()).getEntity();
}

bool isPlainArray(Value Entity) {
  hlfir::Entity E{Entity};
  return E.isVariable() && E.isArray() && !E.isMutableBox() &&
         !E.isPolymorphic() && fir::isa_trivial(E.getFortranElementType());
}

//===-- What a construct reads and assigns --------------------------------===//

bool MaskedLoop::collectElemental(hlfir::ElementalOp Elemental) {
  if (Elemental.getMold() || !Elemental.getTypeparams().empty() ||
      !fir::isa_trivial(hlfir::getFortranElementType(Elemental.getType())))
    return false;
  auto Indices = Elemental.getIndices();
  for (Operation &Op : *Elemental.getBody()) {
    if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
      if (!isa<fir::BaseBoxType>(Load.getType()))
        ElementReads.emplace_back(Load.getMemref(), Elemental);
      continue;
    }
    if (auto Apply = dyn_cast<hlfir::ApplyOp>(Op)) {
      auto Inner = Apply.getExpr().getDefiningOp<hlfir::ElementalOp>();
      if (!Inner || !llvm::is_contained(Elementals, Inner) ||
          !llvm::equal(Apply.getIndices(), Indices))
        return false;
      continue;
    }
    if (isa<hlfir::DesignateOp, hlfir::YieldElementOp, hlfir::NoReassocOp>(Op))
      continue;
    if (Op.getNumRegions() || isa<hlfir::hlfirDialect>(Op.getDialect()) ||
        !isMemoryEffectFree(&Op))
      return false;
  }
  Elementals.push_back(Elemental);
  return true;
}

/// What is computed before the loop, and the elementals.
bool MaskedLoop::collectBlock(Block &B) {
  for (Operation &Op : B.without_terminator()) {
    if (auto Elemental = dyn_cast<hlfir::ElementalOp>(Op)) {
      if (!collectElemental(Elemental))
        return false;
    } else if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
      if (!isa<fir::BaseBoxType>(Load.getType()))
        ScalarReads.push_back(Load.getMemref());
    } else if (isa<hlfir::DesignateOp, hlfir::NoReassocOp>(Op)) {
      continue;
    } else if (Op.getNumRegions() ||
               isa<hlfir::hlfirDialect>(Op.getDialect()) ||
               !isMemoryEffectFree(&Op)) {
      return false;
    }
  }
  return true;
}

bool MaskedLoop::collectEntity(Value Entity) {
  if (auto Elemental = Entity.getDefiningOp<hlfir::ElementalOp>())
    return llvm::is_contained(Elementals, Elemental);
  if (fir::isa_trivial(Entity.getType()))
    return true;
  if (!hlfir::isFortranVariableType(Entity.getType()) || !isPlainArray(Entity))
    return false;
  ArrayReads.push_back(Entity);
  return true;
}

bool MaskedLoop::collectRegion(Region &R) {
  if (!R.hasOneBlock())
    return false;
  auto Yield = dyn_cast<hlfir::YieldOp>(R.front().getTerminator());
  if (!Yield || !collectBlock(R.front()))
    return false;
  for (Block &Cleanup : Yield.getCleanup())
    if (!llvm::all_of(Cleanup.without_terminator(),
                      [](Operation &Op) { return isa<hlfir::DestroyOp>(Op); }))
      return false;
  return true;
}

bool MaskedLoop::addTarget(Value Target, Type Element) {
  if (!isPlainArray(Target) ||
      hlfir::Entity{Target}.getFortranElementType() != Element)
    return false;
  Targets.push_back(wholeOf(Target));
  return true;
}

bool MaskedLoop::collect(Region &Mask, Region &Body) {
  if (!Mask.empty() &&
      (!collectRegion(Mask) || fir::isa_trivial(yieldedBy(Mask).getType()) ||
       !collectEntity(yieldedBy(Mask))))
    return false;
  if (!Body.hasOneBlock())
    return false;
  for (Operation &Op : Body.front()) {
    if (auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op)) {
      if (!Assign.getUserDefinedAssignment().empty() ||
          !collectRegion(Assign.getRhsRegion()) ||
          !collectRegion(Assign.getLhsRegion()))
        return false;
      Value From = yieldedBy(Assign.getRhsRegion());
      if (!collectEntity(From) ||
          !addTarget(yieldedBy(Assign.getLhsRegion()),
                     hlfir::getFortranElementType(From.getType())))
        return false;
    } else if (auto Where = dyn_cast<hlfir::WhereOp>(Op)) {
      if (!collect(Where.getMaskRegion(), Where.getBody()))
        return false;
    } else if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op)) {
      if (!collect(Else.getMaskRegion(), Else.getBody()))
        return false;
    } else if (!isa<fir::FirEndOp>(Op)) {
      return false;
    }
  }
  return true;
}

/// The array that a section is all of: `a` for `a(:)`.
Value MaskedLoop::wholeOf(Value Section) {
  auto Part = Section.getDefiningOp<hlfir::DesignateOp>();
  if (!Part || Part.getComponent() || !Part.getSubstring().empty() ||
      Part.getComplexPart() ||
      !llvm::all_of(Part.getIsTriplet(), [](bool Is) { return Is; }))
    return Section;
  hlfir::Entity Whole{Part.getMemref()};
  if (Whole.isMutableBox() ||
      Part.getIndices().size() != 3 * static_cast<unsigned>(Whole.getRank()))
    return Section;
  OpBuilder::InsertionGuard Guard(Builder);
  Builder.setInsertionPoint(Part);
  Operation *Before = Part->getPrevNode();
  bool IsWhole = true;
  auto Indices = Part.getIndices();
  for (auto [Dimension, Limits] :
       llvm::enumerate(hlfir::genBounds(Loc, Builder, Whole))) {
    auto Step = fir::getIntIfConstant(Indices[3 * Dimension + 2]);
    IsWhole &= areAlike(Indices[3 * Dimension], Limits.first) &&
               areAlike(Indices[3 * Dimension + 1], Limits.second) && Step &&
               *Step == 1;
  }
  // Nothing uses what the bounds were compared with.
  while (Part->getPrevNode() != Before)
    Part->getPrevNode()->erase();
  return IsWhole ? Whole.getBase() : Section;
}

/// Whether what is read of the arrays that are assigned is the element that is.
bool MaskedLoop::readsAligned() {
  for (Value Read : ScalarReads)
    for (Value Target : Targets)
      if (mayOverlap(Read, Target))
        return false;
  for (Value Read : ArrayReads)
    for (Value Target : Targets)
      if (!areAlike(wholeOf(Read), Target) && mayOverlap(Read, Target))
        return false;
  for (std::size_t I = 0; I < Targets.size(); ++I)
    for (std::size_t J = 0; J < I; ++J)
      if (!areAlike(Targets[I], Targets[J]) &&
          mayOverlap(Targets[I], Targets[J]))
        return false;
  for (auto [Address, Elemental] : ElementReads)
    for (Value Target : Targets) {
      if (!mayOverlap(Address, Target))
        continue;
      Scratch Compared(Builder, *Elemental.getBody());
      if (!areAlike(Address,
                    hlfir::getElementAt(Loc, Builder, hlfir::Entity{Target},
                                        Elemental.getIndices())))
        return false;
    }
  return true;
}

//===-- The loop ----------------------------------------------------------===//

void MaskedLoop::hoist(Region &R) {
  for (Operation &Op :
       llvm::make_early_inc_range(R.front().without_terminator()))
    Op.moveBefore(Root);
}

void MaskedLoop::hoist(Region &Mask, Region &Body) {
  if (!Mask.empty())
    hoist(Mask);
  for (Operation &Op : Body.front()) {
    if (auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op)) {
      hoist(Assign.getRhsRegion());
      hoist(Assign.getLhsRegion());
    } else if (auto Where = dyn_cast<hlfir::WhereOp>(Op)) {
      hoist(Where.getMaskRegion(), Where.getBody());
    } else if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op)) {
      hoist(Else.getMaskRegion(), Else.getBody());
    }
  }
}

Value MaskedLoop::elementOf(Value Entity, ValueRange Indices) {
  if (auto Elemental = Entity.getDefiningOp<hlfir::ElementalOp>()) {
    IRMapping Mapper;
    return hlfir::inlineElementalOp(Loc, Builder, Elemental, Indices, Mapper,
                                    [](hlfir::ElementalOp) { return true; });
  }
  if (fir::isa_trivial(Entity.getType()))
    return Entity;
  return hlfir::loadTrivialScalar(
      Loc, Builder,
      hlfir::getElementAt(Loc, Builder, hlfir::Entity{Entity}, Indices));
}

Value MaskedLoop::maskOf(Region &Mask, ValueRange Indices) {
  return Builder.createConvert(Loc, Builder.getI1Type(),
                               elementOf(yieldedBy(Mask), Indices));
}

void MaskedLoop::makeBody(Region &Body, ValueRange Indices) {
  for (Operation &Op : Body.front()) {
    if (auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op)) {
      Value From = elementOf(yieldedBy(Assign.getRhsRegion()), Indices);
      Value To = hlfir::getElementAt(
          Loc, Builder, hlfir::Entity{yieldedBy(Assign.getLhsRegion())},
          Indices);
      hlfir::AssignOp::create(Builder, Assign.getLoc(), From, To);
    } else if (auto Where = dyn_cast<hlfir::WhereOp>(Op)) {
      makeMasked(Where.getMaskRegion(), Where.getBody(), Indices);
    }
  }
}

/// The mask and what it is for; ELSEWHERE is the last of a body.
void MaskedLoop::makeMasked(Region &Mask, Region &Body, ValueRange Indices) {
  if (Mask.empty())
    return makeBody(Body, Indices);
  auto Else = dyn_cast<hlfir::ElseWhereOp>(Body.front().back());
  auto If = fir::IfOp::create(Builder, Loc, maskOf(Mask, Indices),
                              /*withElseRegion=*/static_cast<bool>(Else));
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  makeBody(Body, Indices);
  if (Else) {
    Builder.setInsertionPointToStart(&If.getElseRegion().front());
    makeMasked(Else.getMaskRegion(), Else.getBody(), Indices);
  }
  Builder.setInsertionPointAfter(If);
}

void MaskedLoop::convert() {
  if (!collect(Root.getMaskRegion(), Root.getBody()) || !readsAligned())
    return;
  hoist(Root.getMaskRegion(), Root.getBody());
  Builder.setInsertionPoint(Root);
  hlfir::Entity Mask{yieldedBy(Root.getMaskRegion())};
  hlfir::LoopNest Nest =
      hlfir::genLoopNest(Loc, Builder, hlfir::genShape(Loc, Builder, Mask),
                         /*isUnordered=*/true);
  Builder.setInsertionPointToStart(Nest.body);
  makeMasked(Root.getMaskRegion(), Root.getBody(), Nest.oneBasedIndices);
  Root.erase();
  for (hlfir::ElementalOp Elemental : llvm::reverse(Elementals))
    if (Elemental->use_empty())
      Elemental.erase();
}

/// Whether a device runs \p Op.
bool isDeviceCode(Operation *Op) {
  for (; Op; Op = Op->getParentOp()) {
    if (isa<ACC_COMPUTE_CONSTRUCT_OPS, cuf::KernelOp>(Op))
      return true;
    if (auto Function = dyn_cast<func::FuncOp>(Op))
      return isDeviceProcedure(Function) ||
             Function->hasAttr(acc::getRoutineInfoAttrName());
  }
  return false;
}

class MakeMaskedLoops : public impl::MakeMaskedLoopsPassBase<MakeMaskedLoops> {
public:
  void runOnOperation() override {
    llvm::SmallVector<hlfir::WhereOp> Wheres;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *Op) {
      if (isa<hlfir::ForallOp>(Op))
        return WalkResult::skip();
      auto Where = dyn_cast<hlfir::WhereOp>(Op);
      if (!Where)
        return WalkResult::advance();
      if (isDeviceCode(Where))
        Wheres.push_back(Where);
      return WalkResult::skip();
    });
    for (hlfir::WhereOp Where : Wheres)
      MaskedLoop(Where).convert();
  }
};

} // namespace
} // namespace warpfort
