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
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

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
  if (!Call.getNumResults())
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

/// What the first thread's call may have changed of the threads' own variables.
LogicalResult KernelLowering::takeArguments(fir::CallOp Call, unsigned Active) {
  llvm::SmallPtrSet<Value, 8> Done;
  for (Value Arg : Call.getArgs()) {
    Value Scalar = isScalarReference(Arg) ? Arg : ownScalar(Arg);
    if (Scalar && (IsRoutine || isOwn(Scalar)) && Done.insert(Scalar).second &&
        failed(takeFromFirst(Scalar, Call, Active)))
      return failure();
  }
  return success();
}

/// The first of the threads that share \p Levels calls. C's library, which is
/// no routine, changes nothing that threads have for themselves.
LogicalResult KernelLowering::callByFirst(fir::CallOp Call, unsigned Active,
                                          unsigned Levels, bool IsRoutineCall) {
  Location Loc = Call.getLoc();
  for (Value Arg : Call.getArgs())
    if (!IsRoutineCall)
      break;
    else if (mayPointToOwn(Arg) ||
             (fir::isa_ref_type(Arg.getType()) && isOwn(targetOf(Arg)) &&
              !isScalarReference(Arg) && !ownScalar(Arg)))
      return refuseArgument(Call);
  Value Slot = resultForAll(Call);
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
