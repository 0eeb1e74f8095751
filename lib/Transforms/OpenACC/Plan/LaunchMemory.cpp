//===-- LaunchMemory.cpp - Private arrays that a launch brings ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LaunchMemory.h.
///
//===----------------------------------------------------------------------===//
#include "LaunchMemory.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/OpenACC/Clauses/PrivateVariables.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"

using namespace mlir;

namespace warpfort::openacc {

fir::SequenceType arrayOf(Type T) {
  T = fir::unwrapRefType(T);
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = fir::unwrapRefType(Box.getEleTy());
  return dyn_cast<fir::SequenceType>(T);
}

/// What the host knows of the shape of an array of which a construct makes
/// copies: a descriptor, or the extents.
struct HostShape {
  Value Descriptor; ///< or the address of one
  llvm::SmallVector<Value> Extents;
  explicit operator bool() const { return Descriptor || !Extents.empty(); }
};

/// The descriptor that the variable \p Slot of a construct has; null if there
/// may be several.
static Value descriptorIn(fir::AllocaOp Slot) {
  Value Result;
  for (Operation *User : Slot->getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      if (Result || Store.getValue() == Slot.getResult())
        return {};
      Result = Store.getValue();
    } else if (!isa<fir::LoadOp, acc::PrivateOp, acc::LoopOp>(User)) {
      return {};
    }
  return Result;
}

/// What \p V, of a construct, has its shape from; null if not from a variable
/// alone. An array that is private at two levels has one like it in between.
static Value shapeSource(Value V) {
  Operation *Op = V.getDefiningOp();
  if (auto Private = dyn_cast_or_null<acc::PrivateOp>(Op))
    return acc::getVar(Private);
  if (auto Slot = dyn_cast_or_null<fir::AllocaOp>(Op))
    return descriptorIn(Slot);
  if (auto Load = dyn_cast_or_null<fir::LoadOp>(Op))
    return Load.getMemref();
  if (auto Declare = dyn_cast_or_null<fir::DeclareOp>(Op))
    return Declare.getMemref();
  auto Rebox = dyn_cast_or_null<fir::ReboxOp>(Op);
  return Rebox && !Rebox.getSlice() &&
                 (!Rebox.getShape() ||
                  isa<fir::ShiftType>(Rebox.getShape().getType()))
             ? Rebox.getBox()
             : Value();
}

/// The shape of what \p Op makes one like, as the host has it.
static HostShape hostShape(acc::PrivateOp Op, Operation *Construct) {
  auto IsInside = [&](Value V) {
    return llvm::any_of(Construct->getRegions(), [&](Region &Body) {
      return Body.isAncestor(V.getParentRegion());
    });
  };
  HostShape Result;
  // A clause of the construct itself is outside of it.
  Value Var = goBack(Op.getAccVar(), ClauseStep);
  while (Var && IsInside(Var)) {
    auto Embox = Var.getDefiningOp<fir::EmboxOp>();
    if (!Embox) {
      Var = shapeSource(Var);
      if (Var)
        Var = goBack(Var, ClauseStep);
      continue;
    }
    llvm::SmallVector<Value> Extents = extentsOf(Embox.getShape());
    if (!Embox.getSlice() && llvm::none_of(Extents, IsInside))
      Result.Extents = std::move(Extents);
    return Result;
  }
  if (Var && arrayOf(Var.getType()) &&
      isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType())))
    Result.Descriptor = Var;
  return Result;
}

bool canLieInLaunchMemory(acc::PrivateOp Op, Operation *Construct) {
  if (!isa<ACC_COMPUTE_CONSTRUCT_OPS>(Construct))
    return false;
  auto Array = arrayOf(Op.getAccVar().getType());
  if (!Array || Array.hasUnknownShape() || !Op.getRecipe() ||
      fir::isa_volatile_type(Op.getAccVar().getType()))
    return false;
  auto Recipe = SymbolTable::lookupNearestSymbolFrom<acc::PrivateRecipeOp>(
      Op, acc::getRecipe(Op));
  // Sections have the bounds as arguments.
  if (!Recipe || Recipe.getInitRegion().front().getNumArguments() != 1)
    return false;
  if (!fir::isa_trivial(Array.getEleTy()))
    return false;
  bool HasDescriptor =
      isa<fir::BaseBoxType>(fir::unwrapRefType(Op.getAccVar().getType()));
  if (!Array.hasDynamicExtents())
    return true;
  return HasDescriptor && hostShape(Op, Construct);
}

std::optional<uint64_t> constantBytes(acc::PrivateOp Op) {
  auto Array = arrayOf(Op.getAccVar().getType());
  if (!Array || Array.hasDynamicExtents())
    return std::nullopt;
  auto Module = Op->getParentOfType<ModuleOp>();
  std::optional<TypeSize> Size = sizeOfType(
      Op.getLoc(), Array, DataLayout(Module), fir::getKindMapping(Module));
  return Size ? std::optional<uint64_t>(Size->Bytes) : std::nullopt;
}

bool hasAtomicUse(acc::PrivateOp Op) {
  llvm::SmallVector<Value> Names = {Op.getAccVar()};
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    for (Operation *User : Name.getUsers())
      if (isa<acc::AtomicUpdateOp, acc::AtomicWriteOp, acc::AtomicReadOp>(User))
        return true;
      else if (!isa<acc::LoopOp, fir::StoreOp>(User))
        Names.append(User->result_begin(), User->result_end());
  }
  return false;
}

/// Lower bound and extent of a dimension.
static fir::BoxDimsOp createDims(fir::FirOpBuilder &Builder, Location Loc,
                                 Value Box, unsigned Dimension) {
  Type Index = Builder.getIndexType();
  return fir::BoxDimsOp::create(
      Builder, Loc, Index, Index, Index, Box,
      Builder.createIntegerConstant(Loc, Index, Dimension));
}

Value createCopyBytes(fir::FirOpBuilder &Builder, Location Loc,
                      acc::PrivateOp Op, Operation *Construct) {
  constexpr int64_t Unit = 16;
  auto Array = arrayOf(Op.getAccVar().getType());
  Type I64 = Builder.getI64Type();
  Value Bytes = createElementBytes(Builder, Loc, Array.getEleTy());
  auto Times = [&](Value Extent) {
    Bytes = arith::MulIOp::create(Builder, Loc, Bytes,
                                  Builder.createConvert(Loc, I64, Extent));
  };
  if (!Array.hasDynamicExtents()) {
    for (int64_t Extent : Array.getShape())
      Times(Builder.createIntegerConstant(Loc, I64, Extent));
  } else if (HostShape Shape = hostShape(Op, Construct); !Shape.Descriptor) {
    llvm::for_each(Shape.Extents, Times);
  } else {
    Value Box = Shape.Descriptor;
    if (fir::isa_ref_type(Box.getType()))
      Box = fir::LoadOp::create(Builder, Loc, Box);
    for (unsigned D = 0; D < Array.getDimension(); ++D)
      Times(createDims(Builder, Loc, Box, D).getExtent());
    // The extents of what is not allocated mean nothing.
    Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
    Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
    Bytes = arith::SelectOp::create(
        Builder, Loc, Builder.genIsNullAddr(Loc, Address), Zero, Bytes);
  }
  Bytes = arith::AddIOp::create(
      Builder, Loc, Bytes, Builder.createIntegerConstant(Loc, I64, Unit - 1));
  return arith::AndIOp::create(Builder, Loc, Bytes,
                               Builder.createIntegerConstant(Loc, I64, -Unit));
}

Value createArrayAt(fir::FirOpBuilder &Builder, Location Loc, Value Memory,
                    Type Wanted, Value Original) {
  auto Box = dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Wanted));
  if (!Box)
    return Builder.createConvert(Loc, Wanted, Memory);
  auto Array = arrayOf(Wanted);
  llvm::SmallVector<Value> Extents, Bounds;
  bool KeepsBounds = isa<fir::HeapType, fir::PointerType>(Box.getEleTy());
  Value Like = Original;
  if (Array.hasDynamicExtents() || KeepsBounds) {
    if (fir::isa_ref_type(Like.getType()))
      Like = fir::LoadOp::create(Builder, Loc, Like);
    for (unsigned D = 0; D < Array.getDimension(); ++D) {
      auto Dims = createDims(Builder, Loc, Like, D);
      Extents.push_back(Dims.getExtent());
      Bounds.append({Dims.getLowerBound(), Dims.getExtent()});
    }
  } else {
    for (int64_t Extent : Array.getShape())
      Extents.push_back(
          Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
  }
  Value Shape;
  if (KeepsBounds)
    Shape = fir::ShapeShiftOp::create(
        Builder, Loc,
        fir::ShapeShiftType::get(Builder.getContext(), Array.getDimension()),
        Bounds);
  else
    Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  Type Address = KeepsBounds ? Box.getEleTy() : Builder.getRefType(Array);
  Value At = Builder.createConvert(Loc, Address, Memory);
  if (KeepsBounds)
    At = likeOriginal(Builder, Loc, Like, At);
  Value Made = fir::EmboxOp::create(Builder, Loc, Box, At, Shape);
  if (isa<fir::BaseBoxType>(Wanted))
    return Made;
  Value Slot = fir::AllocaOp::create(Builder, Loc, Box);
  fir::StoreOp::create(Builder, Loc, Made, Slot);
  return Slot;
}

} // namespace warpfort::openacc
