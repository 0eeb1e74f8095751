//===-- HostCopies.cpp - Copies between host and device -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostCopies.h"
#include "Transforms/Common/FortranRuntime.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Todo.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"

using namespace mlir;

namespace warpfort {

/// Flang's numbers of memory (CFI allocator indices).
static int allocatorNumber(cuf::DataAttribute Attr) {
  switch (Attr) {
  case cuf::DataAttribute::Pinned:
    return 1;
  case cuf::DataAttribute::Managed:
    return 3;
  case cuf::DataAttribute::Unified:
    return 4;
  default:
    return 2;
  }
}

template <typename... Args>
static void call(fir::FirOpBuilder &Builder, Location Loc, func::FuncOp Fn,
                 Args... Arguments) {
  Value File = fir::factory::locationToFilename(Builder, Loc);
  Value Line =
      fir::factory::locationToLineNo(Builder, Loc, Builder.getI32Type());
  callRuntime(Builder, Loc, Fn, {Arguments..., File, Line});
}

static Value onDevice(fir::FirOpBuilder &Builder, Location Loc, Side Where) {
  return Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                       Where == Side::Device);
}

Value declareOnDevice(fir::FirOpBuilder &Builder, Location Loc,
                      Value Descriptor, cuf::DataAttribute Attr,
                      bool IsContiguous) {
  auto Flags = fir::FortranVariableFlagsAttr::get(
      Builder.getContext(), IsContiguous
                                ? fir::FortranVariableFlagsEnum::allocatable
                                : fir::FortranVariableFlagsEnum::pointer);
  return hlfir::DeclareOp::create(
             Builder, Loc, Descriptor, ".device", /*shape=*/Value{},
             /*typeparams=*/ValueRange{}, /*dummy_scope=*/Value{},
             /*storage=*/Value{}, /*storage_offset=*/0, Flags,
             cuf::DataAttributeAttr::get(Builder.getContext(), Attr))
      .getBase();
}

/// \p Box, a whole component's with its lower bounds: they are known to its
/// designator alone, and Flang's descriptor of it begins at 1.
static Value withLowerBounds(fir::FirOpBuilder &Builder, Location Loc,
                             Value Box) {
  auto Designate = Box.getDefiningOp<hlfir::DesignateOp>();
  if (!Designate || !hlfir::Entity{Box}.mayHaveNonDefaultLowerBounds())
    return Box;
  Value Shape = Designate.getShape();
  llvm::SmallVector<Value> Bounds =
      hlfir::genLowerbounds(Loc, Builder, Shape, hlfir::Entity{Box}.getRank());
  Value Shift = fir::ShiftOp::create(
      Builder, Loc, fir::ShiftType::get(Builder.getContext(), Bounds.size()),
      Bounds);
  return fir::ReboxOp::create(Builder, Loc, Box.getType(), Box, Shift,
                              /*slice=*/Value{});
}

Value descriptorOf(fir::FirOpBuilder &Builder, Location Loc, Value V) {
  if (fir::isa_ref_type(V.getType()) &&
      isa<fir::BaseBoxType>(fir::unwrapRefType(V.getType())))
    return V;
  // A descriptor of constant length is made of the address alone.
  if (auto Embox = V.getDefiningOp<fir::EmboxCharOp>())
    if (cast<fir::CharacterType>(
            fir::unwrapRefType(Embox.getMemref().getType()))
            .hasConstantLen() &&
        hlfir::isFortranEntity(Embox.getMemref()))
      V = Embox.getMemref();
  Value Box = V;
  if (!isa<fir::BaseBoxType>(V.getType())) {
    if (auto Declare = V.getDefiningOp<hlfir::DeclareOp>())
      V = Declare.getBase();
    if (!hlfir::isFortranEntity(V))
      return {};
    auto Array = dyn_cast<fir::SequenceType>(fir::unwrapRefType(V.getType()));
    if (Array && Array.hasDynamicExtents() &&
        !V.getDefiningOp<fir::FortranVariableOpInterface>())
      return {};
    Box = hlfir::genVariableBox(Loc, Builder, hlfir::Entity{V});
  }
  Box = withLowerBounds(Builder, Loc, Box);
  Value Slot = Builder.createTemporary(Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Slot);
  return Slot;
}

Operation *lastUse(Operation *Op) {
  Operation *Last = Op;
  llvm::SmallVector<Operation *> Work{Op};
  llvm::SmallPtrSet<Operation *, 8> Seen;
  while (!Work.empty()) {
    Operation *Next = Work.pop_back_val();
    if (Last->isBeforeInBlock(Next))
      Last = Next;
    for (Value Result : Next->getResults()) {
      if (!isa<hlfir::ExprType>(Result.getType()) && !beginsIO(Next))
        continue;
      for (Operation *User : Result.getUsers()) {
        Operation *In = Op->getBlock()->findAncestorOpInBlock(*User);
        if (In && Seen.insert(In).second)
          Work.push_back(In);
      }
    }
  }
  return Last;
}

/// What stands for \p V, an address or a character with a length of its own, if
/// its data are those of \p Box.
static Value replacementOf(fir::FirOpBuilder &Builder, Location Loc, Value V,
                           Value Box) {
  if (isa<fir::BaseBoxType>(V.getType()))
    return Builder.createConvert(Loc, V.getType(), Box);
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
  auto Character = dyn_cast<fir::BoxCharType>(V.getType());
  if (!Character)
    return Builder.createConvert(Loc, V.getType(), Address);
  Value Length = hlfir::genCharLength(Loc, Builder, hlfir::Entity{V});
  return fir::EmboxCharOp::create(
      Builder, Loc, Character,
      Builder.createConvert(Loc, Builder.getRefType(Character.getEleTy()),
                            Address),
      Length);
}

bool isOfAssumedSize(Value V) {
  auto Declare = V.getDefiningOp<hlfir::DeclareOp>();
  llvm::SmallVector<Value> Extents =
      extentsOf(Declare ? Declare.getShape() : Value());
  return !Extents.empty() &&
         Extents.back().getDefiningOp<fir::AssumedSizeExtentOp>();
}

std::optional<Copy> createCopy(fir::FirOpBuilder &Builder, Location Loc,
                               Value V, Side Where) {
  // An address without its length, as calls of the run-time library have it.
  if (auto Unbox = V.getDefiningOp<fir::UnboxCharOp>()) {
    auto C = createCopy(Builder, Loc, Unbox.getBoxchar(), Where);
    if (C)
      C->Replacement =
          fir::UnboxCharOp::create(Builder, Loc, Unbox.getResult(0).getType(),
                                   Unbox.getResult(1).getType(), C->Replacement)
              .getResult(0);
    return C;
  }
  if (isOfAssumedSize(V))
    return std::nullopt;
  Value Original = descriptorOf(Builder, Loc, V);
  if (!Original)
    return std::nullopt;
  Type BoxType = fir::unwrapRefType(Original.getType());
  Value Descriptor = Builder.createTemporary(Loc, BoxType);
  call(Builder, Loc,
       WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_temporary_copy),
       Descriptor, Original, onDevice(Builder, Loc, Where));
  Copy C{{}, Descriptor, Original, Where};
  Value Variable = Descriptor;
  if (Where == Side::Device)
    Variable =
        declareOnDevice(Builder, Loc, Descriptor, cuf::DataAttribute::Device);
  if (Original == V) {
    C.Replacement = Builder.createConvert(Loc, V.getType(), Variable);
    return C;
  }
  Value Box = fir::LoadOp::create(Builder, Loc, Variable);
  C.Replacement = replacementOf(Builder, Loc, V, Box);
  return C;
}

void writeBack(fir::FirOpBuilder &Builder, Location Loc, const Copy &C) {
  call(Builder, Loc,
       WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_temporary_write_back),
       C.Descriptor, C.Original);
}

void freeCopy(fir::FirOpBuilder &Builder, Location Loc, const Copy &C) {
  call(Builder, Loc,
       WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_temporary_free),
       C.Descriptor, onDevice(Builder, Loc, C.Where));
}

void waitForDevice(fir::FirOpBuilder &Builder, Location Loc) {
  call(Builder, Loc, WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_wait));
}

LogicalResult lowerCopyIn(fir::FirOpBuilder &Builder, hlfir::CopyInOp CopyIn,
                          cuf::DataAttribute Memory) {
  if (CopyIn.getVarIsPresent())
    return emitUserError(CopyIn, "an optional device array that may be absent "
                                 "cannot be copied to contiguous memory");
  Location Loc = CopyIn.getLoc();
  Builder.setInsertionPoint(CopyIn);
  Value Original = descriptorOf(Builder, Loc, CopyIn.getVar());
  Value Descriptor =
      Builder.createTemporary(Loc, fir::unwrapRefType(Original.getType()));
  Value Number = Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                               allocatorNumber(Memory));
  call(Builder, Loc, WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_copy_in),
       Descriptor, Original, Number);
  Value Box = fir::LoadOp::create(
      Builder, Loc, declareOnDevice(Builder, Loc, Descriptor, Memory));
  CopyIn.getCopiedIn().replaceAllUsesWith(
      Builder.createConvert(Loc, CopyIn.getCopiedIn().getType(), Box));
  for (Operation *User :
       llvm::make_early_inc_range(CopyIn.getWasCopied().getUsers())) {
    auto CopyOut = dyn_cast<hlfir::CopyOutOp>(User);
    if (!CopyOut)
      return emitUserError(CopyIn,
                           "this use of a device array's section is not "
                           "supported");
    Builder.setInsertionPoint(CopyOut);
    call(Builder, CopyOut.getLoc(),
         WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_copy_out), Descriptor,
         Original, Number,
         Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                       CopyOut.getVar() != nullptr));
    CopyOut.erase();
  }
  CopyIn.erase();
  return success();
}

/// A descriptor that has a shape and no data.
static Value createShapeOnly(fir::FirOpBuilder &Builder, Location Loc,
                             Type ElementType, llvm::ArrayRef<Value> Extents) {
  Type Array = ElementType;
  Value Shape;
  if (!Extents.empty()) {
    fir::SequenceType::Shape Unknown(Extents.size(),
                                     fir::SequenceType::getUnknownExtent());
    Array = fir::SequenceType::get(Unknown, ElementType);
    Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  }
  Type Heap = fir::HeapType::get(Array);
  Value Null = Builder.createNullConstant(Loc, Heap);
  Type BoxType = fir::BoxType::get(Heap);
  Value Box = fir::EmboxOp::create(Builder, Loc, BoxType, Null, Shape);
  Value Slot = Builder.createTemporary(Loc, BoxType);
  fir::StoreOp::create(Builder, Loc, Box, Slot);
  return Slot;
}

DeviceArray createDeviceArray(fir::FirOpBuilder &Builder, Location Loc,
                              Type ElementType, llvm::ArrayRef<Value> Extents) {
  Value Like = createShapeOnly(Builder, Loc, ElementType, Extents);
  Value Descriptor =
      Builder.createTemporary(Loc, fir::unwrapRefType(Like.getType()));
  call(Builder, Loc,
       WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_temporary_create),
       Descriptor, Like, onDevice(Builder, Loc, Side::Device));
  Value Variable =
      declareOnDevice(Builder, Loc, Descriptor, cuf::DataAttribute::Device);
  return {Variable, Copy{Variable, Descriptor, Like, Side::Device}};
}

void useAllocator(fir::FirOpBuilder &Builder, Location Loc, Value Allocatable,
                  cuf::DataAttribute Attr) {
  // CFI_cdesc_t's `extra`, and the allocator's bits in it.
  constexpr int64_t ExtraAt = 23, AllocatorShift = 1, AllocatorBits = 0x0e;
  Value Box = fir::LoadOp::create(Builder, Loc, Allocatable);
  Value IsNull =
      Builder.genIsNullAddr(Loc, fir::BoxAddrOp::create(Builder, Loc, Box));
  Builder.genIfThen(Loc, IsNull)
      .genThen([&] {
        Type I8 = Builder.getIntegerType(8);
        Value Bytes = Builder.createConvert(
            Loc, Builder.getRefType(Builder.getVarLenSeqTy(I8)), Allocatable);
        Value Extra = fir::CoordinateOp::create(
            Builder, Loc, Builder.getRefType(I8), Bytes,
            Builder.createIntegerConstant(Loc, Builder.getIndexType(),
                                          ExtraAt));
        Value Others = arith::AndIOp::create(
            Builder, Loc, fir::LoadOp::create(Builder, Loc, Extra),
            Builder.createIntegerConstant(Loc, I8, ~AllocatorBits));
        fir::StoreOp::create(
            Builder, Loc,
            arith::OrIOp::create(
                Builder, Loc, Others,
                Builder.createIntegerConstant(
                    Loc, I8, allocatorNumber(Attr) << AllocatorShift)),
            Extra);
      })
      .end();
}

void reallocate(fir::FirOpBuilder &Builder, Location Loc, Value Allocatable,
                Type ElementType, llvm::ArrayRef<Value> Extents,
                cuf::DataAttribute Attr) {
  Value Like = createShapeOnly(Builder, Loc, ElementType, Extents);
  call(Builder, Loc, WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_reallocate),
       Allocatable, Like,
       Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                     allocatorNumber(Attr)));
}

} // namespace warpfort
