//===-- CUFSmallCopies.cpp - Small arguments with gaps --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array section that may have gaps is copied for a dummy argument that
/// wants contiguous memory:
///
///     call flux(q(i, j, 1:4))
///
/// Flang's library takes the copy from the heap, which on a GPU costs more than
/// most of such procedures. Where the size is constant and small, the copy
/// becomes a variable of the thread, which LLVM keeps in registers when it
/// has inlined the procedure:
///
///     %c = fir.call @_FortranAIsContiguous(%section)
///     %b = fir.if %c { fir.result %section }
///     else {
///       fir.call @_FortranACopyInAssign(%slot, %section)    <- loops
///       fir.load %slot                                      <- fir.embox
///       ...
///     }
///     fir.call @flux(%b)
///     fir.if %not_c {
///       fir.call @_FortranACopyOutAssign(%target, %slot)    <- loops, or none
///     }
///
/// A pointer that may be one to the section or to the copy would keep the
/// latter in memory. So the question is not asked where its answer is no but
/// for arrays with a single element in front of the section's dimension; and
/// what nothing is copied back to, is always copied.
///
/// Where the dummy argument has INTENT(IN), Flang itself makes loops of the
/// first call:
///
///     %b, %copied = fir.if %c { fir.result %section, %false }
///     else {
///       fir.allocmem                                        <- fir.alloca
///       ...
///       fir.result %box, %true
///     }
///     fir.store %b to %slot
///     fir.if %copied { ...CopyOutAssign(null, %slot) }      <- none
///
/// Copies that the threads of a team share (KernelLibrary.cpp) have a
/// descriptor that the other threads set, and stay.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/TypeSize.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFSMALLCOPIESPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// A GPU reserves local memory for all threads that it can run: for 270,000 of
/// them this is 270 MB a copy.
constexpr uint64_t MostBytes = 1024;
/// A quarter of a thread's registers. Copies of so much are made without
/// asking whether they are necessary.
constexpr uint64_t MostBytesUnasked = 256;

class CUFSmallCopies : public impl::CUFSmallCopiesPassBase<CUFSmallCopies> {
public:
  void runOnOperation() override;
};

/// The array of constant shape that a value of the type describes.
fir::SequenceType describedArray(Type T) {
  auto Box = dyn_cast<fir::BoxType>(T);
  auto Array =
      Box ? dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()))
          : fir::SequenceType();
  if (!Array || Array.hasUnknownShape() || Array.hasDynamicExtents() ||
      !fir::isa_trivial(Array.getEleTy()))
    return {};
  return Array;
}

/// The copy of one argument: the calls that make it and end it, and the loads
/// of the descriptor between them.
class SmallCopy {
public:
  static std::optional<SmallCopy> find(fir::CallOp In);

  /// \p Bytes is the copy's size.
  void rewrite(uint64_t Bytes, ModuleOp Module);
  fir::SequenceType array() const { return Array; }

private:
  bool collectUses();
  bool isAlwaysCopied(uint64_t Bytes) const;
  bool hasGaps() const;
  void copyElements(fir::FirOpBuilder &Builder, Location Loc, Value From,
                    Value To, bool IsOut);
  void copyAlways();

  fir::CallOp In;
  Value Section;
  fir::AllocaOp Slot;
  fir::SequenceType Array;
  llvm::SmallVector<fir::LoadOp> Loads;
  llvm::SmallVector<fir::CallOp> Outs;
};

std::optional<SmallCopy> SmallCopy::find(fir::CallOp In) {
  SmallCopy C;
  C.In = In;
  C.Slot = withoutConversions(In.getArgs()[0]).getDefiningOp<fir::AllocaOp>();
  C.Section = withoutConversions(In.getArgs()[1]);
  if (!C.Slot || C.Slot.hasShapeOperands())
    return std::nullopt;
  C.Array = describedArray(C.Section.getType());
  if (!C.Array || describedArray(C.Slot.getInType()) != C.Array ||
      !C.collectUses())
    return std::nullopt;
  return C;
}

/// What a copy goes back to; null if it does not.
Value targetOf(fir::CallOp Out) {
  Value Target = withoutConversions(Out.getArgs()[0]);
  return Target.getDefiningOp<fir::ZeroOp>() ? Value() : Target;
}

/// False if the slot's address goes to anything else.
bool SmallCopy::collectUses() {
  for (Operation *User : Slot->getUsers()) {
    if (auto Load = dyn_cast<fir::LoadOp>(User);
        Load && Load->getBlock() == In->getBlock() &&
        In->isBeforeInBlock(Load)) {
      Loads.push_back(Load);
      continue;
    }
    auto Convert = dyn_cast<fir::ConvertOp>(User);
    if (!Convert)
      return false;
    for (OpOperand &Use : Convert->getUses()) {
      if (Use.getOwner() == In && Use.getOperandNumber() == 0)
        continue;
      if (!calls(Use.getOwner(), "_FortranACopyOutAssign") ||
          Use.getOperandNumber() != 1)
        return false;
      Outs.push_back(cast<fir::CallOp>(Use.getOwner()));
    }
  }
  return !Outs.empty() && llvm::all_of(Outs, [&](fir::CallOp Out) {
    Value Target = targetOf(Out);
    return !Target ||
           describedArray(fir::unwrapRefType(Target.getType())) == Array;
  });
}

/// Whether the section's elements are neighbours only if the array has but one
/// element in a dimension in front of others. Threads that work on different
/// elements of such a section see copies of it anyway.
bool SmallCopy::hasGaps() const {
  Value SliceValue;
  if (auto Embox = Section.getDefiningOp<fir::EmboxOp>())
    SliceValue = Embox.getSlice();
  else if (auto Rebox = Section.getDefiningOp<fir::ReboxOp>())
    SliceValue = Rebox.getSlice();
  auto Slice =
      SliceValue ? SliceValue.getDefiningOp<fir::SliceOp>() : fir::SliceOp();
  if (!Slice || !Slice.getFields().empty() || Slice.getSubstr().size())
    return false;
  llvm::ArrayRef<int64_t> Extents = Array.getShape();
  unsigned Dim = 0;
  bool HasSubscript = false;
  for (size_t I = 0; I + 2 < Slice.getTriples().size(); I += 3) {
    if (Slice.getTriples()[I + 1].getDefiningOp<fir::UndefOp>()) {
      HasSubscript = true;
      continue;
    }
    if (Dim >= Extents.size())
      return false;
    if (Extents[Dim++] == 1)
      continue;
    std::optional<int64_t> Stride =
        fir::getIntIfConstant(Slice.getTriples()[I + 2]);
    if (HasSubscript || (Stride && *Stride != 1))
      return true;
  }
  return false;
}

bool SmallCopy::isAlwaysCopied(uint64_t Bytes) const {
  return Bytes <= MostBytesUnasked &&
         (llvm::none_of(Outs, targetOf) || hasGaps());
}

/// Takes the section for one with gaps, if the code has the form that the
/// library's call has in it.
void SmallCopy::copyAlways() {
  auto If = dyn_cast<fir::IfOp>(In->getParentOp());
  auto Question =
      If ? If.getCondition().getDefiningOp<fir::CallOp>() : fir::CallOp();
  if (!Question || !calls(Question, "_FortranAIsContiguous") ||
      In->getParentRegion() != &If.getElseRegion() ||
      withoutConversions(Question.getArgs()[0]) != Section)
    return;
  OpBuilder Builder(Question);
  Question->getResult(0).replaceAllUsesWith(
      arith::ConstantIntOp::create(Builder, Question.getLoc(), 0, 1));
  Question.erase();
}

void SmallCopy::copyElements(fir::FirOpBuilder &Builder, Location Loc,
                             Value Described, Value Variable, bool IsOut) {
  llvm::SmallVector<Value> Extents, Indices;
  Type Index = Builder.getIndexType();
  for (int64_t Extent : Array.getShape())
    Extents.push_back(Builder.createIntegerConstant(Loc, Index, Extent));
  Value Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Value One = Builder.createIntegerConstant(Loc, Index, 1);
  for (Value Extent : llvm::reverse(Extents)) {
    auto Loop = fir::DoLoopOp::create(Builder, Loc, One, Extent, One);
    Builder.setInsertionPointToStart(Loop.getBody());
    Indices.insert(Indices.begin(), Loop.getInductionVar());
  }
  Type Element = Builder.getRefType(Array.getEleTy());
  Value A = fir::ArrayCoorOp::create(Builder, Loc, Element, Described,
                                     /*shape=*/Value(), /*slice=*/Value(),
                                     Indices, /*typeparams=*/ValueRange());
  Value B = fir::ArrayCoorOp::create(Builder, Loc, Element, Variable, Shape,
                                     /*slice=*/Value(), Indices,
                                     /*typeparams=*/ValueRange());
  if (IsOut)
    std::swap(A, B);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, A), B);
}

void SmallCopy::rewrite(uint64_t Bytes, ModuleOp Module) {
  OpBuilder Plain(In);
  fir::FirOpBuilder Builder(Plain, Module);
  Location Loc = In.getLoc();
  Builder.setInsertionPoint(Slot);
  Value Variable = fir::AllocaOp::create(Builder, Slot.getLoc(), Array);
  if (isAlwaysCopied(Bytes))
    copyAlways();

  Builder.setInsertionPoint(In);
  copyElements(Builder, Loc, Section, Variable, /*IsOut=*/false);
  for (fir::LoadOp Load : Loads) {
    Builder.setInsertionPoint(Load);
    llvm::SmallVector<Value> Extents;
    for (int64_t Extent : Array.getShape())
      Extents.push_back(
          Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
    auto Box = cast<fir::BoxType>(Load.getType());
    Load.replaceAllUsesWith(
        fir::EmboxOp::create(
            Builder, Loc, Box,
            Builder.createConvert(Loc, Box.getEleTy(), Variable),
            fir::ShapeOp::create(Builder, Loc, Extents))
            .getResult());
    Load.erase();
  }
  for (fir::CallOp Out : Outs) {
    Builder.setInsertionPoint(Out);
    if (Value Target = targetOf(Out))
      copyElements(Builder, Out.getLoc(),
                   fir::LoadOp::create(Builder, Out.getLoc(), Target), Variable,
                   /*IsOut=*/true);
    Out.erase();
  }
  In.erase();
  for (Operation *Convert : llvm::make_early_inc_range(Slot->getUsers()))
    Convert->erase();
  Slot.erase();
}

/// A copy that Flang has made by a loop, of what nothing is copied back to.
class LoopedCopy {
public:
  static std::optional<LoopedCopy> find(fir::AllocMemOp Memory);

  /// \p Bytes is the copy's size.
  void rewrite(uint64_t Bytes);
  Type array() { return Memory.getInType(); }

private:
  bool findSlot();
  bool collectEnds();

  fir::AllocMemOp Memory;
  fir::IfOp If;
  fir::AllocaOp Slot;
  llvm::SmallVector<fir::IfOp> Ends;
};

/// Whether the two regions give the section, and false, or another box, and
/// true.
bool choosesBox(fir::IfOp If) {
  if (If.getNumResults() != 2 || If.getElseRegion().empty())
    return false;
  auto Section = cast<fir::ResultOp>(If.getThenRegion().front().back());
  auto Copied = cast<fir::ResultOp>(If.getElseRegion().front().back());
  auto Asked = If.getCondition().getDefiningOp<fir::IsContiguousBoxOp>();
  return Asked && Asked.getBox() == Section.getOperand(0) &&
         If.getThenRegion().front().getOperations().size() == 1 &&
         fir::getIntIfConstant(Section.getOperand(1)) == 0 &&
         fir::getIntIfConstant(Copied.getOperand(1)).value_or(0) != 0;
}

std::optional<LoopedCopy> LoopedCopy::find(fir::AllocMemOp Memory) {
  LoopedCopy C;
  C.Memory = Memory;
  C.If = dyn_cast<fir::IfOp>(Memory->getParentOp());
  auto Array = dyn_cast<fir::SequenceType>(Memory.getInType());
  if (!C.If || !Array || Memory.hasShapeOperands() || Memory.hasLenParams() ||
      Array.hasUnknownShape() || Array.hasDynamicExtents() ||
      !fir::isa_trivial(Array.getEleTy()) ||
      Memory->getParentRegion() != &C.If.getElseRegion() || !choosesBox(C.If) ||
      !C.findSlot() || !C.collectEnds())
    return std::nullopt;
  return C;
}

/// Where the box is kept for the end, and nowhere else.
bool LoopedCopy::findSlot() {
  for (Operation *User : If.getResult(0).getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      if (Slot || Store.getValue() != If.getResult(0))
        return false;
      Slot = Store.getMemref().getDefiningOp<fir::AllocaOp>();
      if (!Slot)
        return false;
    }
  return Slot != nullptr;
}

/// What is done after the call has to be freeing the copy, and no more.
bool LoopedCopy::collectEnds() {
  for (Operation *User : If.getResult(1).getUsers()) {
    auto End = dyn_cast<fir::IfOp>(User);
    if (!End || End.getNumResults() || !End.getElseRegion().empty())
      return false;
    for (Operation &Op : End.getThenRegion().front())
      if (!isMemoryEffectFree(&Op) && !calls(&Op, "_FortranACopyOutAssign"))
        return false;
    Ends.push_back(End);
  }
  for (Operation *User : Slot->getUsers()) {
    if (isa<fir::StoreOp>(User))
      continue;
    auto Convert = dyn_cast<fir::ConvertOp>(User);
    if (!Convert)
      return false;
    for (OpOperand &Use : Convert->getUses())
      if (!calls(Use.getOwner(), "_FortranACopyOutAssign") ||
          Use.getOperandNumber() != 1 ||
          targetOf(cast<fir::CallOp>(Use.getOwner())) ||
          !llvm::is_contained(Ends, Use.getOwner()->getParentOp()))
        return false;
  }
  return llvm::all_of(Ends, [&](fir::IfOp End) {
    return llvm::all_of(End.getThenRegion().front(), [&](Operation &Op) {
      auto Call = dyn_cast<fir::CallOp>(Op);
      return !Call ||
             (!targetOf(Call) &&
              withoutConversions(Call.getArgs()[1]).getDefiningOp() == Slot);
    });
  });
}

void LoopedCopy::rewrite(uint64_t Bytes) {
  // The slot may stand behind the branch that makes the copy.
  OpBuilder Builder(Slot.getContext());
  Builder.setInsertionPointToStart(
      &If->getParentOfType<func::FuncOp>().getBody().front());
  Value Variable =
      fir::AllocaOp::create(Builder, Slot.getLoc(), Memory.getInType());
  Builder.setInsertionPoint(Memory);
  Memory.replaceAllUsesWith(fir::ConvertOp::create(Builder, Memory.getLoc(),
                                                   Memory.getType(), Variable)
                                .getResult());
  Memory.erase();
  if (Bytes <= MostBytesUnasked) {
    Builder.setInsertionPoint(If);
    If.getConditionMutable().assign(
        arith::ConstantIntOp::create(Builder, If.getLoc(), 0, 1));
  }
  for (fir::IfOp End : Ends)
    End.erase();
  for (Operation *User : llvm::make_early_inc_range(Slot->getUsers()))
    User->erase();
  Slot.erase();
}

void CUFSmallCopies::runOnOperation() {
  ModuleOp Module = getOperation();
  std::optional<DataLayout> Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  fir::KindMapping Kinds = fir::getKindMapping(Module);
  llvm::SmallVector<fir::CallOp> Calls;
  Module.walk([&](fir::CallOp Call) {
    if (calls(Call, "_FortranACopyInAssign"))
      Calls.push_back(Call);
  });
  for (fir::CallOp Call : Calls) {
    std::optional<SmallCopy> Copy = SmallCopy::find(Call);
    if (!Copy)
      continue;
    auto Size = sizeOfType(Call.getLoc(), Copy->array(), *Layout, Kinds);
    if (Size && Size->Bytes <= MostBytes)
      Copy->rewrite(Size->Bytes, Module);
  }
  llvm::SmallVector<fir::AllocMemOp> Memories;
  Module.walk([&](fir::AllocMemOp Memory) { Memories.push_back(Memory); });
  for (fir::AllocMemOp Memory : Memories) {
    std::optional<LoopedCopy> Copy = LoopedCopy::find(Memory);
    if (!Copy)
      continue;
    auto Size = sizeOfType(Memory.getLoc(), Copy->array(), *Layout, Kinds);
    if (Size && Size->Bytes <= MostBytes)
      Copy->rewrite(Size->Bytes);
  }
}

} // namespace

} // namespace warpfort
