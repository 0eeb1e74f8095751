//===-- OptionalVariables.cpp - Clauses that name absent arguments --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OptionalVariables.h. A construct's copy is always there, and what it is
/// copied from or to would be at address zero:
///
///     parallel loop           p = present(x)
///       firstprivate(x)       if (p) t => x else t => zero
///                        =>   parallel loop firstprivate(t)
///       if (present(x))         if (p)
///
//===----------------------------------------------------------------------===//
#include "OptionalVariables.h"
#include "Transforms/Common/OptionalArguments.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// Whether \p Address is what the caller passed; that of characters is in a
/// pair with their length.
bool isArgument(Value Address) {
  while (isa_and_nonnull<fir::ConvertOp, fir::UnboxCharOp>(
      Address.getDefiningOp()))
    Address = Address.getDefiningOp()->getOperand(0);
  return isa<BlockArgument>(Address);
}

/// An optional argument of the procedure, not a construct's name for a copy,
/// without a descriptor and of constant size.
bool isOptionalVariable(Value V) {
  return V && isOptional(V) && fir::isa_ref_type(V.getType()) &&
         isArgument(V.getDefiningOp<fir::DeclareOp>().getMemref()) &&
         !isa<fir::BaseBoxType>(fir::unwrapRefType(V.getType())) &&
         !fir::hasDynamicSize(fir::unwrapRefType(V.getType()));
}

/// Whether what \p Entry copies is what a clause of a loop in the construct
/// adds to, which is done whether an iteration asked for it or not.
bool isAddedTo(acc::CopyinOp Entry) {
  llvm::SmallVector<Value> Names = {Entry.getAccVar()};
  for (unsigned I = 0; I < Names.size(); ++I)
    for (Operation *User : Names[I].getUsers()) {
      if (isa<acc::ReductionOp>(User))
        return true;
      if (isa<fir::DeclareOp>(User))
        Names.push_back(User->getResult(0));
    }
  return false;
}

/// The variable outside of the construct behind a name in it, for what only
/// asks about its shape and whether it is present.
Value outsideOf(Value V) {
  while (V && acc::getEnclosingComputeOp(*V.getParentRegion())) {
    Operation *Op = V.getDefiningOp();
    if (Value Given = givenIfPresent(V))
      V = Given;
    else if (isa_and_nonnull<fir::DeclareOp, fir::ReboxOp, fir::ConvertOp>(Op))
      V = Op->getOperand(0);
    else
      return {};
  }
  if (V && isa_and_nonnull<ACC_DATA_ENTRY_OPS>(V.getDefiningOp()) &&
      !isa<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(
          V.getDefiningOp()))
    V = acc::getVar(V.getDefiningOp());
  return V;
}

/// Lets PRESENT ask about the argument where it names the copy of \p Entry.
void answerUnderNames(Operation *Entry, Value IsPresent) {
  Region &Body = Entry->getParentOfType<func::FuncOp>().getBody();
  llvm::SmallVector<Value> Names = {acc::getAccVar(Entry)};
  for (unsigned I = 0; I < Names.size(); ++I) {
    for (Operation *User : Names[I].getUsers())
      if (isa<fir::DeclareOp, acc::ReductionOp>(User))
        Names.push_back(User->getResult(0));
    answerPresence(Names[I], IsPresent, Body);
    passPresence(Names[I], IsPresent, Body);
  }
}

/// Makes an explicit copy of an optional argument one of nothing where it is
/// absent, under all names that it has in the construct.
void provideOptional(Operation *Entry, Value V) {
  OpBuilder Plain(Entry);
  fir::FirOpBuilder Builder(Plain, Entry->getParentOfType<ModuleOp>());
  Value IsPresent;
  if (isa<acc::FirstprivateOp, acc::CopyinOp>(Entry)) {
    Value From = orNothing(Builder, Entry->getLoc(), V, IsPresent);
    Entry->replaceUsesOfWith(V, From);
    for (Operation *User : acc::getAccVar(Entry).getUsers())
      if (auto Out = dyn_cast<acc::CopyoutOp>(User))
        Out.getVarMutable().assign(From);
  } else {
    // The host knows, before the construct.
    Builder.setInsertionPointAfterValue(V);
    IsPresent = fir::IsPresentOp::create(Builder, Entry->getLoc(),
                                         Builder.getI1Type(), V);
  }
  answerUnderNames(Entry, IsPresent);
}

/// An argument with a descriptor, of which a construct gets a private copy.
bool isOptionalArray(Operation *Entry, Value V) {
  return isa<acc::PrivateOp, acc::FirstprivateOp>(Entry) &&
         isa<fir::BoxType>(fir::unwrapRefType(V.getType())) && mayBeAbsent(V) &&
         !acc::getEnclosingComputeOp(*V.getParentRegion());
}

/// Likewise, with an array without elements, or one that is not allocated.
void provideOptionalArray(Operation *Entry, Value V) {
  OpBuilder Plain(Entry);
  fir::FirOpBuilder Builder(Plain, Entry->getParentOfType<ModuleOp>());
  Location Loc = Entry->getLoc();
  // The host knows, before the construct.
  Builder.setInsertionPointAfterValue(V);
  Value IsPresent =
      fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), V);
  Value From;
  if (fir::isa_ref_type(V.getType())) {
    Type Descriptor = fir::unwrapRefType(V.getType());
    Value Nothing = Builder.createTemporary(Loc, Descriptor);
    fir::StoreOp::create(
        Builder, Loc,
        fir::factory::createUnallocatedBox(Builder, Loc, Descriptor, {}),
        Nothing);
    From = arith::SelectOp::create(
        Builder, Loc, IsPresent, V,
        Builder.createConvert(Loc, V.getType(), Nothing));
  } else {
    From = createBoxOrEmpty(Builder, Loc, V);
  }
  Entry->replaceUsesOfWith(V, From);
  answerUnderNames(Entry, IsPresent);
}

/// Flang reads the lower bound in the descriptor of an optional argument of
/// which a clause names a section, absent or not: gives \p Bounds those of an
/// array that is not allocated then.
void provideBounds(acc::DataBoundsOp Bounds) {
  llvm::SmallVector<Value> Work(Bounds->getOperands());
  while (!Work.empty()) {
    Value V = Work.pop_back_val();
    Operation *Op = V.getDefiningOp();
    if (!Op || Op->getBlock() != Bounds->getBlock())
      continue;
    auto Dims = dyn_cast<fir::BoxDimsOp>(Op);
    auto Load =
        Dims ? Dims.getVal().getDefiningOp<fir::LoadOp>() : fir::LoadOp();
    if (!Load) {
      if (Op->getDialect() == Bounds->getContext()->getLoadedDialect("arith"))
        Work.append(Op->operand_begin(), Op->operand_end());
      continue;
    }
    if (!mayBeAbsent(Load.getMemref()) ||
        Load->getBlock() != Bounds->getBlock())
      continue;
    OpBuilder Plain(Load);
    fir::FirOpBuilder Builder(Plain, Load->getParentOfType<ModuleOp>());
    Load.replaceAllUsesWith(
        createBoxOrEmpty(Builder, Load.getLoc(), Load.getMemref()));
    Load.erase();
  }
}

} // namespace

void provideOptionalArguments(ModuleOp Module) {
  Module.walk([](acc::DataBoundsOp Bounds) { provideBounds(Bounds); });
  llvm::SmallVector<Operation *> Entries;
  Module.walk([&](Operation *Op) {
    auto Copy = dyn_cast<acc::CopyinOp>(Op);
    if (isa<acc::FirstprivateOp, acc::PrivateOp, acc::ReductionOp>(Op) ||
        (Copy && isAddedTo(Copy)))
      Entries.push_back(Op);
  });
  for (Operation *Entry : Entries) {
    Value V = acc::getVar(Entry);
    if (auto Private = dyn_cast<acc::PrivateOp>(Entry))
      if (Value Outside = outsideOf(V);
          Outside && Outside != V && Outside.getType() == V.getType()) {
        Private.getVarMutable().assign(Outside);
        V = Outside;
      }
    if (isOptionalVariable(V))
      provideOptional(Entry, V);
    else if (V && isOptionalArray(Entry, V))
      provideOptionalArray(Entry, V);
  }
}

} // namespace warpfort::openacc
