//===-- KernelPrivates.cpp - Private variables of kernels -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelLowering for private clauses, whose variables are made
/// once a thread or lie in memory that the launch brings, and for local arrays
/// of routines, which the threads of a team share.
///
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "Transforms/Common/DeviceRecords.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/OpenACC/Clauses/PrivateVariables.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "Transforms/OpenACC/Plan/LaunchMemory.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"

using namespace mlir;

namespace warpfort::openacc {

/// What gives the variable that \p Definer makes in a kernel's entry its value
/// before \p Use: the store of a parameter.
static Operation *lastStore(Operation *Definer, Operation *Use) {
  Operation *Last = Definer;
  Operation *End = Definer->getBlock()->findAncestorOpInBlock(*Use);
  for (Operation *User : Definer->getUsers())
    if (isa<fir::StoreOp>(User) && User->getBlock() == Last->getBlock() &&
        Last->isBeforeInBlock(User) && End && User->isBeforeInBlock(End))
      Last = User;
  return Last;
}

/// Whether what a private variable is made like is itself made in iterations
/// of a loop: a local array of a BLOCK construct, or what a loop around has.
static bool isOfIteration(acc::PrivateOp Op, Block &Entry) {
  Operation *Definer = acc::getVar(Op).getDefiningOp();
  if (!Definer || Op->getBlock() == &Entry)
    return false;
  return Definer->getBlock() != &Entry ||
         llvm::any_of(Definer->getUsers(), [&](Operation *User) {
           return isa<fir::StoreOp>(User) && User->getBlock() != &Entry;
         });
}

/// Makes the array of a private clause where ACCOutline decided.
Value KernelLowering::placeArray(acc::PrivateOp Op, Type Wanted,
                                 Value Original) {
  Location Loc = Op.getLoc();
  Block &Entry = Function.getBody().front();
  int64_t Parameter = *MemoryParameterAttr.get(Op);
  int64_t Levels = *MemoryLevelsAttr.get(Op);
  Value Memory;
  if (Parameter < 0) {
    Memory = fir::AllocaOp::create(Builder, Loc, arrayOf(Wanted));
  } else {
    Memory = call(WARPDEV_ACC_PREFIX "private",
                  getAbiPointerType(Builder.getContext()),
                  {Entry.getArgument(Parameter),
                   Entry.getArgument(Parameter + 1), i32(Levels, Loc)},
                  Loc);
    if (Levels & Vector)
      OwnMemoryAttr.set(Memory.getDefiningOp());
  }
  return createArrayAt(Builder, Loc, Memory, Wanted, Original);
}

/// A thread's copy of a record serves all its iterations: each begins with
/// components that are not allocated.
void KernelLowering::renewRecords(acc::PrivateOp Op, Region &Destroy,
                                  Value Original, Value Made) {
  Type T = fir::unwrapRefType(Made.getType());
  auto Box = dyn_cast<fir::BoxType>(T);
  if (Box && isa<fir::PointerType>(Box.getEleTy()))
    return;
  if (!factsOfRecord(Box ? fir::unwrapRefType(Box.getEleTy()) : T)
           .HasAllocatable)
    return;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  for (Operation *User : Op.getAccVar().getUsers()) {
    auto Loop = dyn_cast<acc::LoopOp>(User);
    if (!Loop || !llvm::is_contained(Loop.getPrivateOperands(), Op.getAccVar()))
      continue;
    for (Block &B : Loop.getRegion())
      if (isa<acc::YieldOp>(B.getTerminator())) {
        Builder.setInsertionPoint(B.getTerminator());
        if (Box)
          destroyRecordArray(
              Builder, Op.getLoc(),
              Box == Made.getType()
                  ? Made
                  : fir::LoadOp::create(Builder, Op.getLoc(), Made).getResult(),
              /*IsLast=*/false);
        else
          inlineRecipe(Builder, Destroy, {Original, Made});
      }
  }
}

/// Frees what the variable \p Made has, behind \p Loop or at the function's
/// end. A pointer need not point to what it began with by then, which alone may
/// be freed: addresses of both are compared.
void KernelLowering::destroyPrivate(acc::PrivateOp Op, Region &Destroy,
                                    acc::LoopOp Loop, Value Original,
                                    Value Made) {
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Made.getType()));
  bool IsPointer = Box && fir::isa_ref_type(Made.getType()) &&
                   isa<fir::PointerType>(Box.getEleTy());
  auto AddressOf = [&]() -> Value {
    Value Loaded = fir::LoadOp::create(Builder, Op.getLoc(), Made);
    return fir::ConvertOp::create(
        Builder, Op.getLoc(), Builder.getI64Type(),
        fir::BoxAddrOp::create(Builder, Op.getLoc(), Loaded));
  };
  Value First = IsPointer ? AddressOf() : Value();
  renewRecords(Op, Destroy, Original, Made);
  if (Loop)
    Builder.setInsertionPointAfter(Loop);
  else
    Builder.setInsertionPoint(Function.getBody().back().getTerminator());
  if (IsPointer) {
    Value Kept = arith::CmpIOp::create(
        Builder, Op.getLoc(), arith::CmpIPredicate::eq, AddressOf(), First);
    auto If = fir::IfOp::create(Builder, Op.getLoc(), Kept,
                                /*withElseRegion=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
  }
  inlineRecipe(Builder, Destroy, {Original, Made});
}

/// The place for what makes a private variable, once a thread, at the top.
/// \p Loop is the loop that has it of host code, or where it is like one that
/// is made in iterations.
void KernelLowering::goToDefinition(acc::PrivateOp Op, acc::LoopOp Loop) {
  Operation *Definer = acc::getVar(Op).getDefiningOp();
  Block &Entry = Function.getBody().front();
  if (Loop)
    // Any block.
    Builder.setInsertionPoint(Op);
  else if (Definer && Definer->getBlock() == &Entry)
    Builder.setInsertionPointAfter(lastStore(Definer, Op));
  else if (Op->getBlock() == &Entry)
    Builder.setInsertionPoint(Op);
  else
    Builder.setInsertionPointToStart(&Entry);
}

LogicalResult KernelLowering::makePrivate(acc::PrivateOp Op) {
  auto Recipe = SymbolTable::lookupNearestSymbolFrom<acc::PrivateRecipeOp>(
      Function, acc::getRecipe(Op));
  if (!Recipe)
    return Op->emitError("internal: no recipe for a private variable");
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Operation *Definer = acc::getVar(Op).getDefiningOp();
  Block &Init = Recipe.getInitRegion().front();
  acc::LoopOp Loop;
  if (!IsKernel || (!Init.getArgument(0).use_empty() &&
                    isOfIteration(Op, Function.getBody().front())))
    for (Operation *User : Op.getAccVar().getUsers())
      if (auto L = dyn_cast<acc::LoopOp>(User))
        Loop = L;
  goToDefinition(Op, Loop);
  auto Unsupported = [&] {
    return emitUserError(Op, "the private variable '")
           << acc::getVarName(Op).value_or("?")
           << "' has a type that is not supported yet";
  };
  if (!llvm::hasSingleElement(Recipe.getInitRegion()))
    return Unsupported();
  // Recipes of descriptors take and give addresses of them.
  Value Original = acc::getVar(Op);
  bool ByAddress = Init.getArgument(0).getType() != Original.getType() &&
                   isa<fir::BaseBoxType>(Original.getType());
  if (ByAddress) {
    Value Slot = entryAlloca(Original.getType(), Op.getLoc());
    fir::StoreOp::create(Builder, Op.getLoc(), Original, Slot);
    Original = Slot;
  }
  if (Init.getNumArguments() > 1)
    return emitUserError(Op, "the private section '")
           << acc::getVarName(Op).value_or("?") << "' is not supported yet";
  if (!givesOriginal(Recipe.getInitRegion()) &&
      !Init.getArgument(0).use_empty() &&
      isa_and_nonnull<fir::UndefOp>(Definer))
    return Unsupported();
  Type Wanted = Init.getArgument(0).getType();
  bool IsPlaced = IsKernel && MemoryParameterAttr.isOn(Op);
  Value Made = IsPlaced
                   ? placeArray(Op, Wanted, Original)
                   : makeVariable(Builder, Op.getLoc(), Recipe.getInitRegion(),
                                  Original, Wanted, Module);
  if (!Made)
    return Unsupported();
  nameVariable(Made, acc::getVarName(Op).value_or(""));
  Value Result = Made;
  if (ByAddress)
    Result = fir::LoadOp::create(Builder, Op.getLoc(), Made);
  if (Type Named = Op.getAccVar().getType();
      fir::isa_volatile_type(Named) != fir::isa_volatile_type(Result.getType()))
    Result = fir::VolatileCastOp::create(Builder, Op.getLoc(), Named, Result);
  else if (isa<fir::PointerType, fir::HeapType>(Named))
    // What a pointer or an allocatable variable leads to.
    Result = Builder.createConvert(Op.getLoc(), Named, Result);
  if (!IsPlaced && !Recipe.getDestroyRegion().empty())
    destroyPrivate(Op, Recipe.getDestroyRegion(), Loop, Original, Made);
  Op.getAccVar().replaceAllUsesWith(Result);
  return success();
}

/// Bytes of what an fir.alloca or fir.allocmem allocates.
template <typename Op> Value KernelLowering::allocatedBytes(Op Memory) {
  Location Loc = Memory.getLoc();
  Type Element = fir::unwrapSequenceType(Memory.getInType());
  llvm::SmallVector<Value> Factors(Memory.getShape());
  llvm::append_range(Factors, Memory.getTypeparams());
  if (auto Text = dyn_cast<fir::CharacterType>(Element);
      Text && !Text.hasConstantLen())
    Element =
        fir::CharacterType::getSingleton(Builder.getContext(), Text.getFKind());
  Value Bytes = createElementBytes(Builder, Loc, Element);
  if (auto Array = dyn_cast<fir::SequenceType>(Memory.getInType()))
    for (auto Extent : Array.getShape())
      if (Extent != fir::SequenceType::getUnknownExtent())
        Factors.push_back(
            Builder.createIntegerConstant(Loc, Bytes.getType(), Extent));
  for (Value Factor : Factors)
    Bytes = arith::MulIOp::create(
        Builder, Loc, Bytes,
        Builder.createConvert(Loc, Bytes.getType(), Factor));
  return Bytes;
}

template Value KernelLowering::allocatedBytes(fir::AllocaOp);

Value KernelLowering::allocateShared(Location Loc, Value Bytes) {
  return call(WARPDEV_ACC_PREFIX "allocate",
              getAbiPointerType(Builder.getContext()),
              {Bytes, i32(rowOnly(Above), Loc)}, Loc);
}

void KernelLowering::releaseShared(Location Loc, Value Shared) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  call(WARPDEV_ACC_PREFIX "release", {},
       {Builder.createConvert(Loc, Pointer, Shared), i32(rowOnly(Above), Loc)},
       Loc);
}

/// A local array of a routine. The result is where its memory is, for the end:
/// the address, or a variable that has it if the array is not made at the top.
/// What was made there before is given back first then.
Value KernelLowering::shareArray(fir::AllocaOp Op) {
  Location Loc = Op.getLoc();
  Block &Entry = Function.getBody().front();
  if (!Op->getNumOperands() && Op->getBlock() != &Entry)
    Op->moveBefore(&Entry, Entry.begin());
  Value Slot;
  if (Op->getBlock() != &Entry) {
    Type Pointer = getAbiPointerType(Builder.getContext());
    Slot = entryAlloca(Pointer, Loc);
    Builder.setInsertionPointAfterValue(Slot);
    Value Null = fir::ZeroOp::create(Builder, Loc, Pointer);
    fir::StoreOp::create(Builder, Loc, Null, Slot);
  }
  Builder.setInsertionPoint(Op);
  if (Slot)
    releaseShared(Loc, fir::LoadOp::create(Builder, Loc, Slot));
  Value Shared = allocateShared(Loc, allocatedBytes(Op));
  if (Slot)
    fir::StoreOp::create(Builder, Loc, Shared, Slot);
  Op.replaceAllUsesWith(Builder.createConvert(Loc, Op.getType(), Shared));
  Op.erase();
  return Slot ? Slot : Shared;
}

/// Local arrays of a routine, and what it allocates, of which each thread would
/// have its own, although its loops share them.
void KernelLowering::shareArrays() {
  llvm::SmallVector<Operation *> Arrays;
  llvm::SmallVector<fir::FreeMemOp> Ends;
  Function.walk([&](Operation *Op) {
    if (isArrayOfRoutine(Op))
      Arrays.push_back(Op);
    else if (auto End = dyn_cast<fir::FreeMemOp>(Op);
             End && isReleaseOfRoutine(End))
      Ends.push_back(End);
  });
  llvm::SmallVector<Value> Memory;
  for (Operation *Op : Arrays) {
    if (auto Alloca = dyn_cast<fir::AllocaOp>(Op)) {
      Memory.push_back(shareArray(Alloca));
      continue;
    }
    auto Heap = cast<fir::AllocMemOp>(Op);
    Builder.setInsertionPoint(Heap);
    Value Shared = allocateShared(Op->getLoc(), allocatedBytes(Heap));
    Heap.replaceAllUsesWith(
        Builder.createConvert(Op->getLoc(), Heap.getType(), Shared));
    Heap.erase();
  }
  for (fir::FreeMemOp End : Ends) {
    Builder.setInsertionPoint(End);
    releaseShared(End.getLoc(), End.getHeapref());
    End.erase();
  }
  // Given back at every end, from the top of the stack.
  for (Block &B : Function.getBody())
    if (auto Return = dyn_cast<func::ReturnOp>(B.getTerminator())) {
      Builder.setInsertionPoint(Return);
      for (Value Each : llvm::reverse(Memory))
        releaseShared(Return.getLoc(),
                      isa<fir::ReferenceType>(Each.getType())
                          ? fir::LoadOp::create(Builder, Return.getLoc(), Each)
                                .getResult()
                          : Each);
    }
}

} // namespace warpfort::openacc
