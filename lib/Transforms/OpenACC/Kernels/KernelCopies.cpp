//===-- KernelCopies.cpp - Copies of arguments that a team shares ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelLowering for arguments that may not be contiguous. Flang
/// copies one before the call, and back behind it, in the thread that calls;
/// where all threads of a routine call together, they need one copy. The first
/// thread makes it, the others get its address and describe it themselves. It
/// does array assignments by the library, too, and what ALLOCATE and DEALLOCATE
/// call of it.
///
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort::openacc {

/// An argument as it was before its type was made that of the library.
static Value typedArgument(fir::CallOp Call, unsigned Index) {
  return withoutConversions(Call.getArgs()[Index]);
}

/// An assignment to an array that is not allocated anew.
static bool assignsArray(fir::CallOp Call) {
  if (!calls(Call, "_FortranAAssign"))
    return false;
  auto Box = dyn_cast<fir::BoxType>(
      fir::unwrapRefType(typedArgument(Call, 0).getType()));
  return Box && isa<fir::SequenceType>(Box.getEleTy());
}

bool copiesForTeam(fir::CallOp Call) {
  if (calls(Call, "_FortranACopyOutAssign") || assignsArray(Call))
    return true;
  if (!calls(Call, "_FortranACopyInAssign"))
    return false;
  Type Temporary = fir::unwrapRefType(typedArgument(Call, 0).getType());
  auto Box = dyn_cast<fir::BoxType>(Temporary);
  auto Heap = Box ? dyn_cast<fir::HeapType>(Box.getEleTy()) : fir::HeapType();
  auto Array =
      Heap ? dyn_cast<fir::SequenceType>(Heap.getEleTy()) : fir::SequenceType();
  if (!Array || fir::hasDynamicSize(Array.getEleTy()))
    return false;
  auto Source = dyn_cast<fir::BoxType>(typedArgument(Call, 1).getType());
  auto Shape =
      Source
          ? dyn_cast<fir::SequenceType>(fir::unwrapRefType(Source.getEleTy()))
          : fir::SequenceType();
  return Shape && Shape.getDimension() == Array.getDimension();
}

/// A call that changes nothing but a descriptor.
static bool changesDescriptor(fir::CallOp Call) {
  return calls(Call, "_FortranAAllocatableSetBounds") ||
         calls(Call, "_FortranAAllocatableApplyMold") ||
         calls(Call, "_FortranAPointerSetBounds") ||
         calls(Call, "_FortranAPointerApplyMold");
}

/// The descriptor of an allocatable or pointer whose type is known, which a
/// call allocates or deallocates without a text for an error.
static Value allocatedBy(fir::CallOp Call) {
  if (!calls(Call, "_FortranAAllocatableAllocate") &&
      !calls(Call, "_FortranAAllocatableAllocateSource") &&
      !calls(Call, "_FortranAAllocatableDeallocate") &&
      !calls(Call, "_FortranAPointerAllocate") &&
      !calls(Call, "_FortranAPointerAllocateSource") &&
      !calls(Call, "_FortranAPointerDeallocate"))
    return {};
  auto Args = Call.getArgs();
  auto HasStatus =
      llvm::find_if(Args, [](Value Arg) { return Arg.getType().isInteger(1); });
  if (HasStatus == Args.end() ||
      !(*std::next(HasStatus)).getDefiningOp<fir::AbsentOp>())
    return {};
  Value Descriptor = typedArgument(Call, 0);
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Descriptor.getType()));
  if (!Box || !isa<fir::HeapType, fir::PointerType>(Box.getEleTy()) ||
      fir::hasDynamicSize(
          fir::unwrapSequenceType(fir::unwrapRefType(Box.getEleTy()))))
    return {};
  return Descriptor;
}

bool allocatesForTeam(fir::CallOp Call) {
  return changesDescriptor(Call) || allocatedBy(Call);
}

/// One thread allocates or deallocates; the others, which may have descriptors
/// of their own, get the address.
LogicalResult KernelLowering::shareAllocation(fir::CallOp Call,
                                              unsigned Active) {
  Location Loc = Call.getLoc();
  if (changesDescriptor(Call)) {
    if (!isOwn(Call.getArgs()[0]))
      repeat(Call, Active);
    return success();
  }
  Value Descriptor = allocatedBy(Call);
  if (failed(callByFirst(Call, Active, idle(Active), /*IsRoutineCall=*/false)))
    return failure();
  auto Box = cast<fir::BoxType>(fir::unwrapRefType(Descriptor.getType()));
  Type I64 = Builder.getI64Type(), Index = Builder.getIndexType();
  Value Number = entryAlloca(I64, Loc);
  Value Old = fir::LoadOp::create(Builder, Loc, Descriptor);
  fir::StoreOp::create(Builder, Loc,
                       Builder.createConvert(
                           Loc, I64, fir::BoxAddrOp::create(Builder, Loc, Old)),
                       Number);
  if (failed(takeFromFirst(Number, Call, Active)))
    return failure();
  Value Data = Builder.createConvert(Loc, Box.getEleTy(),
                                     fir::LoadOp::create(Builder, Loc, Number));
  Value Shape;
  if (auto Array =
          dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()))) {
    llvm::SmallVector<Value> Bounds;
    for (unsigned D = 0; D < Array.getDimension(); ++D) {
      auto Dims =
          fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Old,
                                 Builder.createIntegerConstant(Loc, Index, D));
      Bounds.append({Dims.getLowerBound(), Dims.getExtent()});
    }
    Shape = fir::ShapeShiftOp::create(
        Builder, Loc,
        fir::ShapeShiftType::get(Builder.getContext(), Array.getDimension()),
        Bounds);
  }
  Value New = fir::EmboxOp::create(Builder, Loc, Box, Data, Shape);
  fir::StoreOp::create(Builder, Loc, New, Descriptor);
  sync(Loc, Active);
  return success();
}

LogicalResult KernelLowering::shareCopy(fir::CallOp Call, unsigned Active) {
  Location Loc = Call.getLoc();
  if (assignsArray(Call))
    for (Operation *User : typedArgument(Call, 0).getUsers())
      if (auto Store = dyn_cast<fir::StoreOp>(User);
          Store && isOwn(Store.getValue()))
        return emitUserError(Call,
                             "an assignment to an array of each thread's own "
                             "is not supported here");
  if (!calls(Call, "_FortranACopyInAssign")) {
    guard(Call, Active, idle(Active));
    return success();
  }
  Value Slot = typedArgument(Call, 0), Source = typedArgument(Call, 1);
  Type Box = fir::unwrapRefType(Slot.getType());
  Type Heap = cast<fir::BoxType>(Box).getEleTy();
  auto Array = cast<fir::SequenceType>(cast<fir::HeapType>(Heap).getEleTy());
  Reduction Address;
  Address.Kind = ReductionKind::Add;
  Address.Element = Builder.getI64Type();
  Builder.setInsertionPoint(Call);
  Value Number = entryAlloca(Address.Element, Loc);
  fir::StoreOp::create(Builder, Loc,
                       Builder.createIntegerConstant(Loc, Address.Element, 0),
                       Number);
  guard(Call, Active, idle(Active));
  Builder.setInsertionPointAfter(Call);
  Value Made = fir::BoxAddrOp::create(Builder, Loc, Heap,
                                      fir::LoadOp::create(Builder, Loc, Slot));
  fir::StoreOp::create(
      Builder, Loc, Builder.createConvert(Loc, Address.Element, Made), Number);
  // Behind the condition and its barrier.
  Builder.setInsertionPointAfter(Call->getParentOp()->getNextNode());
  call(typedName("team_", Address), {},
       {Builder.createConvert(Loc, getAbiPointerType(Builder.getContext()),
                              Number),
        i32(rowOnly(Active), Loc)},
       Loc);
  Value Data = Builder.createConvert(Loc, Heap,
                                     fir::LoadOp::create(Builder, Loc, Number));
  llvm::SmallVector<Value> Extents;
  for (unsigned D = 0; D < Array.getDimension(); ++D) {
    Type Index = Builder.getIndexType();
    Extents.push_back(
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Source,
                               Builder.createIntegerConstant(Loc, Index, D))
            .getResult(1));
  }
  Value Described = fir::EmboxOp::create(
      Builder, Loc, Box, Data, fir::ShapeOp::create(Builder, Loc, Extents));
  fir::StoreOp::create(Builder, Loc, Described, Slot);
  return success();
}

} // namespace warpfort::openacc
