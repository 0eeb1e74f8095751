//===-- ACCImplicitCopies.cpp - Arrays that are not copied back -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array that no clause names is copied to the device and back. Where the
/// construct only reads it, it is not copied back:
///
///     acc.copyin {acc_copy, implicit}       acc.copyin {acc_copyin, implicit}
///     acc.parallel                    =>    acc.parallel
///     acc.copyout                           acc.delete
///
/// Not what has other names: a pointer or target, or an array that shares its
/// storage with others, may be changed by one of these, and the clause that
/// ends last decides whether the memory of all is copied.
///
/// Scalars of an asynchronous construct are copied in its queue, among them the
/// results of reductions: of one without a queue, the runtime takes the value
/// when the construct has been launched.
///
//===----------------------------------------------------------------------===//
#include "RecordClauses.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCIMPLICITCOPIESPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

/// An array of numbers, logical values or characters, allocatable or not.
bool isPlainArray(Type T) {
  T = fir::unwrapRefType(T);
  if (auto Box = dyn_cast<fir::BoxType>(T)) {
    T = Box.getEleTy();
    if (isa<fir::PointerType>(T))
      return false;
    T = fir::unwrapRefType(T);
  }
  auto Array = dyn_cast<fir::SequenceType>(T);
  return Array && (fir::isa_trivial(Array.getEleTy()) ||
                   isa<fir::CharacterType>(Array.getEleTy()));
}

/// Whether the variable has no other name.
bool standsAlone(Value Var) {
  auto Declare = Var.getDefiningOp<fir::DeclareOp>();
  if (!Declare || Declare.getDataAttr())
    return false;
  auto Flags = Declare.getFortranAttrs();
  if (Flags &&
      bitEnumContainsAny(*Flags, fir::FortranVariableFlagsEnum::pointer |
                                     fir::FortranVariableFlagsEnum::target))
    return false;
  Value Storage = Declare.getMemref();
  if (Operation *Definer = Storage.getDefiningOp())
    return isa<fir::AllocaOp, fir::AllocMemOp, fir::AddrOfOp>(Definer);
  return Storage.getParentBlock()->isEntryBlock() &&
         isa<func::FuncOp>(Storage.getParentBlock()->getParentOp());
}

/// The variable behind an address or a descriptor.
Value variableOf(Value V) { return goBack(V, ReachedSteps); }

/// Whether the construct knows the variable in another way than by its clause:
/// reductions have the host's, or a copy of its descriptor.
bool isUsedOtherwise(acc::CopyinOp Entry, Region &Body) {
  Value Variable = variableOf(Entry.getVar());
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Body, Used);
  Operation *Construct = Body.getParentOp();
  for (Operation *User : Entry.getAccVar().getUsers())
    if (!Body.isAncestor(User->getParentRegion()) && User != Construct &&
        !isa<ACC_DATA_EXIT_OPS>(User))
      return true;
  Used.insert(Construct->operand_begin(), Construct->operand_end());
  for (Value V : Used) {
    if (V == Entry.getAccVar() ||
        !(fir::isa_ref_type(V.getType()) || isa<fir::BaseBoxType>(V.getType())))
      continue;
    Operation *Definer = V.getDefiningOp();
    Value Of = Definer ? acc::getVar(Definer) : Value();
    if (variableOf(Of ? Of : V) == Variable)
      return true;
  }
  return false;
}

/// Whether nothing in \p Body changes what is at an address, or is where one
/// cannot see that.
bool isOnlyRead(Value Address, Region &Body) {
  for (Operation *User : Address.getUsers()) {
    if (!Body.isAncestor(User->getParentRegion()))
      continue;
    if (isa<fir::BoxDimsOp, fir::BoxEleSizeOp, fir::IsPresentOp>(User))
      continue;
    if (isa<fir::LoadOp>(User)) {
      if (!isa<fir::BaseBoxType>(User->getResult(0).getType()))
        continue;
    } else if (!isa<fir::DeclareOp, fir::ConvertOp, fir::EmboxOp, fir::ReboxOp,
                    fir::BoxAddrOp, fir::CoordinateOp, fir::ArrayCoorOp>(
                   User)) {
      return false;
    }
    for (Value Result : User->getResults())
      if (!isOnlyRead(Result, Body))
        return false;
  }
  return true;
}

void dropCopyBack(acc::CopyinOp Entry, Region &Body) {
  if (Entry.getDataClause() != acc::DataClause::acc_copy ||
      !Entry.getImplicit() || !isPlainArray(Entry.getVar().getType()) ||
      !standsAlone(Entry.getVar()) || isUsedOtherwise(Entry, Body) ||
      !isOnlyRead(Entry.getAccVar(), Body))
    return;
  acc::CopyoutOp Exit;
  for (Operation *User : Entry.getAccVar().getUsers())
    if (auto Copy = dyn_cast<acc::CopyoutOp>(User)) {
      if (Exit)
        return;
      Exit = Copy;
    }
  if (!Exit)
    return;
  OpBuilder Builder(Exit);
  acc::DeleteOp::create(
      Builder, Exit.getLoc(), Exit.getAccVar(), Exit.getBounds(),
      Exit.getAsyncOperands(), Exit.getAsyncOperandsDeviceTypeAttr(),
      Exit.getAsyncOnlyAttr(), acc::DataClause::acc_copyin,
      Exit.getStructured(), /*implicit=*/true, Exit.getNameAttr());
  Exit.erase();
  Entry.setDataClause(acc::DataClause::acc_copyin);
}

/// Gives the copies of scalars the queue of their construct.
template <typename Construct> void queueScalars(Construct Op) {
  if (Op.getAsyncOperands().empty() && !Op.getAsyncOnlyAttr())
    return;
  for (Value Operand : Op.getDataClauseOperands()) {
    auto Entry = Operand.getDefiningOp<acc::CopyinOp>();
    if (!Entry || !Entry.getImplicit() ||
        !fir::isa_trivial(fir::unwrapRefType(Entry.getVar().getType())))
      continue;
    // Behind the value of the queue, and before what is made of the copy.
    llvm::SmallVector<Operation *> Made;
    for (Operation *User : Operand.getUsers())
      if (User->getBlock() == Op->getBlock() && User != Op.getOperation() &&
          User->isBeforeInBlock(Op))
        Made.push_back(User);
    llvm::sort(
        Made, [](Operation *A, Operation *B) { return A->isBeforeInBlock(B); });
    if (Entry->getBlock() == Op->getBlock()) {
      Entry->moveBefore(Op);
      for (Operation *User : Made)
        User->moveBefore(Op);
    }
    openacc::followAsync(Op, Entry);
    for (Operation *User : Operand.getUsers())
      if (auto Exit = dyn_cast<acc::CopyoutOp>(User))
        openacc::followAsync(Op, Exit);
  }
}

class ACCImplicitCopies
    : public impl::ACCImplicitCopiesPassBase<ACCImplicitCopies> {
public:
  void runOnOperation() override {
    openacc::forEachComputeConstruct(getOperation(), [](auto Op) {
      queueScalars(Op);
      for (Value Operand : Op->getOperands())
        if (auto Entry = Operand.template getDefiningOp<acc::CopyinOp>())
          dropCopyBack(Entry, Op->getRegion(0));
    });
  }
};

} // namespace

} // namespace warpfort
