//===-- KernelCalls.cpp - Calls that threads share ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelLowering for calls beside parallel loops. One thread calls
/// a sequential routine for all that run the code, and one row of threads a
/// vector routine; the others get the result, and what the call may have
/// changed of the threads' own variables, from there.
///
/// C passes the address of a scalar as that of an array. A team that is called
/// sees one copy of such a scalar, as it does of an array, since its code may
/// pass the address on to a thread that calls for all.
///
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort::openacc {

static bool isScalarReference(Value V) {
  return fir::isa_ref_type(V.getType()) &&
         fir::isa_trivial(fir::unwrapRefType(V.getType()));
}

/// The variable that an address is computed from, also with C's arithmetic.
static Value targetOf(Value Address) {
  for (;;) {
    Address = rootOf(Address);
    Operation *Op = Address.getDefiningOp();
    if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(Op))
      return Address;
    Address = Op->getOperand(0);
  }
}

/// A scalar that each thread has for itself, whose address \p Arg is.
Value KernelLowering::ownScalar(Value Arg) {
  if (!fir::isa_ref_type(Arg.getType()))
    return {};
  Value Root = targetOf(Arg);
  return isScalarReference(Root) && isOwn(Root) ? Root : Value();
}

/// Whether the address of a scalar is kept in a variable.
static bool isKept(fir::AllocaOp Scalar) {
  llvm::SmallVector<Value> Names = {Scalar};
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    for (Operation *User : Name.getUsers()) {
      auto Store = dyn_cast<fir::StoreOp>(User);
      if (isa<fir::DeclareOp, fir::ConvertOp, arith::AddIOp, arith::SubIOp>(
              User))
        Names.append(User->result_begin(), User->result_end());
      else if ((Store && Store.getValue() == Name) ||
               isa<arith::SelectOp, fir::ResultOp>(User))
        return true;
    }
  }
  return false;
}

/// Whether \p Arg is an address that was loaded or computed, and may be one of
/// a scalar that each thread has for itself.
bool KernelLowering::mayPointToOwn(Value Arg) {
  if (!fir::isa_ref_type(Arg.getType()))
    return false;
  Value Root = targetOf(Arg);
  if (!isa<IntegerType>(Root.getType()) || !Root.getDefiningOp())
    return false;
  return Function
      .walk([&](fir::AllocaOp Scalar) {
        return fir::isa_trivial(Scalar.getInType()) && isKept(Scalar)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult refuseArgument(fir::CallOp Call) {
  return emitUserError(Call, "an argument of which each thread has its own is "
                             "not supported where one thread calls for others");
}

/// A variable for the result of \p Call, and its value for all users. Null if
/// there is no result.
Value KernelLowering::resultForAll(fir::CallOp Call) {
  if (!Call.getNumResults() || Call.getResult(0).use_empty())
    return {};
  Location Loc = Call.getLoc();
  Type T = Call.getResult(0).getType(), Kept = T;
  // Sums are of integers without a sign, and of those of C's int at least.
  if (auto Integer = dyn_cast<IntegerType>(T))
    Kept = Builder.getIntegerType(std::max(32u, Integer.getWidth()));
  else if (fir::isa_ref_type(T))
    Kept = Builder.getI64Type();
  Value Slot = entryAlloca(Kept, Loc);
  Builder.setInsertionPointAfter(Call);
  auto Load = fir::LoadOp::create(Builder, Loc, Slot);
  Value All = Builder.createConvert(Loc, T, Load);
  llvm::SmallPtrSet<Operation *, 2> Own = {Load, All.getDefiningOp()};
  Call.getResult(0).replaceAllUsesExcept(All, Own);
  return Slot;
}

/// Whether a procedure may change an argument, as far as its interface says.
static bool mayChange(fir::CallOp Call, unsigned I) {
  Operation *Root = rootOf(Call.getArgs()[I]).getDefiningOp();
  if (isa_and_nonnull<fir::AddrOfOp, fir::AbsentOp, fir::ZeroOp>(Root))
    return false;
  func::FuncOp Callee = getCallee(Call);
  ArrayAttr Intents = Callee ? IntentsAttr.get(Callee) : ArrayAttr();
  // Arguments for results come before the others.
  size_t FromEnd = Call.getArgs().size() - I;
  return !Intents || FromEnd > Intents.size() ||
         cast<StringAttr>(Intents[Intents.size() - FromEnd]).getValue() != "in";
}

/// Takes a descriptor, text or record, which may be each thread's own, from the
/// first one's call. Arrays are one for all.
LogicalResult KernelLowering::takeArgument(Value Arg, fir::CallOp Call,
                                           unsigned Active) {
  Location Loc = Call.getLoc();
  if (auto Own = rootOf(Arg).getDefiningOp<fir::AllocaOp>();
      Own && isOwn(Arg) && !fir::isa_trivial(Own.getInType()) &&
      !isa<fir::BaseBoxType>(Own.getInType())) {
    takeBytes(Own, allocatedBytes(Own), Active);
    return success();
  }
  if (auto Text = dyn_cast<fir::BoxCharType>(Arg.getType())) {
    auto Parts = fir::UnboxCharOp::create(
        Builder, Loc,
        Builder.getRefType(fir::CharacterType::getUnknownLen(
            Builder.getContext(), Text.getKind())),
        Builder.getIndexType(), Arg);
    Value Kind = Builder.createIntegerConstant(Loc, Builder.getIndexType(),
                                               Text.getKind());
    takeBytes(Parts.getResult(0),
              arith::MulIOp::create(Builder, Loc, Parts.getResult(1), Kind),
              Active);
    return success();
  }
  if (!isa<fir::BaseBoxType>(Arg.getType()))
    return takeChanged(Arg, Call, Active);
  // An OPTIONAL argument that is handed on.
  auto If = fir::IfOp::create(
      Builder, Loc,
      fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Arg),
      /*withElseRegion=*/false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  LogicalResult Result = takeDescribed(Arg, Call, Active);
  Builder.setInsertionPointAfter(If);
  return Result;
}

/// What the first thread's call may have changed of the threads' own variables.
LogicalResult KernelLowering::takeArguments(fir::CallOp Call, unsigned Active) {
  llvm::SmallPtrSet<Value, 8> Done;
  for (Value Arg : Call.getArgs()) {
    Value Scalar = isScalarReference(Arg) ? Arg : ownScalar(Arg);
    if (Scalar && (IsRoutine || isOwn(Scalar)) && Done.insert(Scalar).second &&
        failed(takeFromFirst(Scalar, Call, Active)))
      return failure();
  }
  // What is no scalar is not called for in a construct.
  for (auto [I, Arg] : llvm::enumerate(Call.getArgs()))
    if (IsRoutine && mayChange(Call, I) &&
        Done.insert(isOwn(Arg) ? rootOf(Arg) : Arg).second &&
        failed(takeArgument(Arg, Call, Active)))
      return failure();
  return success();
}

/// Whether the others can get from the first thread what its call changes in
/// \p Arg.
bool KernelLowering::canTake(Value Arg) {
  if (mayPointToOwn(Arg))
    return false;
  if (!fir::isa_ref_type(Arg.getType()) || !isOwn(targetOf(Arg)) ||
      isScalarReference(Arg) || ownScalar(Arg))
    return true;
  return IsRoutine && rootOf(Arg).getDefiningOp<fir::AllocaOp>();
}

/// The first of the threads that share \p Levels calls. C's library, which is
/// no routine, changes nothing that threads have for themselves.
LogicalResult KernelLowering::callByFirst(fir::CallOp Call, unsigned Active,
                                          unsigned Levels, bool IsRoutineCall) {
  Location Loc = Call.getLoc();
  if (IsRoutineCall &&
      !llvm::all_of(Call.getArgs(), [&](Value Arg) { return canTake(Arg); }))
    return refuseArgument(Call);
  fir::SaveResultOp Save = savedResult(Call);
  Value Slot = Save ? Value() : resultForAll(Call);
  guard(Call, Active, Levels);
  // Behind the barrier.
  OpBuilder::InsertPoint After = Builder.saveInsertionPoint();
  if (Slot) {
    Builder.setInsertionPointAfter(Call);
    fir::StoreOp::create(
        Builder, Loc,
        Builder.createConvert(Loc, fir::unwrapRefType(Slot.getType()),
                              Call.getResult(0)),
        Slot);
    Builder.restoreInsertionPoint(After);
    if (failed(takeFromFirst(Slot, Call, Active)))
      return failure();
  } else if (Save) {
    Builder.setInsertionPointAfter(Save);
    Save->moveAfter(Call);
    if (failed(takeArgument(Save.getMemref(), Call, Active)))
      return failure();
  }
  return IsRoutineCall ? takeArguments(Call, Active) : success();
}

/// Scalars of each thread's own whose address a team gets as an array's: one
/// copy for all, which has the same value in each thread before and after.
LogicalResult KernelLowering::shareScalars(fir::CallOp Call, unsigned Active) {
  Location Loc = Call.getLoc();
  llvm::DenseMap<Value, Value> Copies;
  Type Pointer = getAbiPointerType(Builder.getContext());
  for (OpOperand &Operand : Call->getOpOperands()) {
    Value Arg = Operand.get();
    if (mayPointToOwn(Arg))
      return refuseArgument(Call);
    Value Scalar = isScalarReference(Arg) ? Value() : ownScalar(Arg);
    if (!Scalar)
      continue;
    // The scalar itself, which is no array.
    if (rootOf(Arg) != Scalar)
      return refuseArgument(Call);
    Value &Copy = Copies[Scalar];
    if (!Copy) {
      Builder.setInsertionPoint(Call);
      Type Element = fir::unwrapRefType(Scalar.getType());
      Value Row = i32(rowOnly(Active), Loc);
      Copy = call(WARPDEV_ACC_PREFIX "allocate", Pointer,
                  {createElementBytes(Builder, Loc, Element), Row}, Loc);
      Value Typed = Builder.createConvert(Loc, Scalar.getType(), Copy);
      fir::StoreOp::create(Builder, Loc,
                           fir::LoadOp::create(Builder, Loc, Scalar), Typed);
      Builder.setInsertionPointAfter(Call);
      fir::StoreOp::create(Builder, Loc,
                           fir::LoadOp::create(Builder, Loc, Typed), Scalar);
      call(WARPDEV_ACC_PREFIX "release", {}, {Copy, Row}, Loc);
      Builder.setInsertionPoint(Call);
    }
    Operand.set(Builder.createConvert(Loc, Arg.getType(), Copy));
  }
  return success();
}

} // namespace warpfort::openacc
