//===-- KernelReductions.cpp - Reductions of loops and constructs ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelLowering for reductions: each thread sums up in a variable
/// of its own; the team of the loop's levels combines what its threads have,
/// and one of them, or the runtime's scratch memory over gangs, adds that to
/// the variable of the clause.
///
//===----------------------------------------------------------------------===//
#include "AtomicOps.h"
#include "KernelLowering.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warprt/EntryPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort::openacc {

/// Counters in the scratch memory of a launch.
constexpr unsigned MaxGridReductions =
    WARPRT_REDUCTION_HEADER / sizeof(uint32_t);

LogicalResult KernelLowering::findReduction(Value Operand, Reduction &Result) {
  Result.Op = Operand.getDefiningOp<acc::ReductionOp>();
  if (!Result.Op)
    return Function.emitError("internal: reduction without an operation");
  Type T = fir::unwrapRefType(Operand.getType());
  Result.Array = dyn_cast<fir::SequenceType>(T);
  Result.Element = fir::unwrapSequenceType(T);
  std::optional<ReductionKind> Kind = getLibraryReduction(Result.Op);
  if (!Kind)
    return emitUserError(Result.Op, "reduction of '")
           << acc::getVarName(Result.Op).value_or("?")
           << "': its type is not supported yet";
  Result.Kind = *Kind;
  Result.Target = acc::getVar(Result.Op);
  return success();
}

Value KernelLowering::scratch() {
  Type Pointer = getAbiPointerType(Builder.getContext());
  Block &Entry = Function.getBody().front();
  if (NumGridReductions++ > 0)
    return Entry.getArgument(Entry.getNumArguments() - 1);
  Value Parameter = Entry.addArgument(Pointer, Function.getLoc());
  llvm::SmallVector<Type> Types(Function.getArgumentTypes());
  Types.push_back(Pointer);
  Function.setType(FunctionType::get(Builder.getContext(), Types, {}));
  return Parameter;
}

/// Runs \p Body for the scalar, or in a loop over the elements of the arrays,
/// behind which the builder continues.
LogicalResult KernelLowering::forEachElement(
    Location Loc, Reduction &R,
    llvm::function_ref<LogicalResult(Reduction &)> Body) {
  Reduction One = R;
  if (!R.Array)
    return Body(One);
  Type Index = Builder.getIndexType();
  int64_t Count = R.Array.getConstantArraySize();
  auto Loop = scf::ForOp::create(
      Builder, Loc, Builder.createIntegerConstant(Loc, Index, 0),
      Builder.createIntegerConstant(Loc, Index, Count),
      Builder.createIntegerConstant(Loc, Index, 1));
  Builder.setInsertionPointToStart(Loop.getBody());
  auto At = [&](Value Array) -> Value {
    Type Flat =
        Builder.getRefType(fir::SequenceType::get({Count}, R.Array.getEleTy()));
    return fir::CoordinateOp::create(Builder, Loc,
                                     Builder.getRefType(R.Element),
                                     Builder.createConvert(Loc, Flat, Array),
                                     ValueRange{Loop.getInductionVar()});
  };
  One.Accumulator = At(R.Accumulator);
  One.Target = At(R.Target);
  LogicalResult Result = Body(One);
  Builder.setInsertionPointAfter(Loop);
  return Result;
}

void KernelLowering::startReduction(Location Loc, Reduction &R) {
  R.Accumulator = entryAlloca(R.Array ? Type(R.Array) : R.Element, Loc);
  (void)forEachElement(Loc, R, [&](Reduction &One) {
    fir::StoreOp::create(Builder, Loc,
                         createIdentity(Builder, Loc, R.Kind, R.Element),
                         One.Accumulator);
    return success();
  });
}

/// Lets the code use it, but for \p Except, which names the clause.
void KernelLowering::replaceByAccumulator(Reduction &R, Operation *Except) {
  Value Operand = R.Op.getAccVar();
  Value Own =
      Builder.createConvert(R.Op.getLoc(), Operand.getType(), R.Accumulator);
  if (Except)
    Operand.replaceAllUsesExcept(Own, Except);
  else
    Operand.replaceAllUsesWith(Own);
}

/// The address of the accumulator, or of the neutral element in threads that
/// only repeat what others did.
Value KernelLowering::maskedAccumulator(Location Loc, Reduction &R,
                                        unsigned Contributing) {
  unsigned Repeated = Used & ~Contributing & (Worker | Vector);
  if (!Repeated)
    return R.Accumulator;
  fir::IfOp If = ifFirst(Loc, Repeated, /*Others=*/true);
  fir::StoreOp::create(Builder, Loc,
                       createIdentity(Builder, Loc, R.Kind, R.Element),
                       R.Accumulator);
  Builder.setInsertionPointAfter(If);
  return R.Accumulator;
}

/// Combines what the gangs have with the target, which they share. Where all of
/// them do that once, at the end, in a fixed order; else whenever they come.
void KernelLowering::reduceOverGangs(Location Loc, Reduction &R,
                                     unsigned Contributing, bool IsOnce) {
  Value Address = maskedAccumulator(Loc, R, Contributing);
  Type Pointer = getAbiPointerType(Builder.getContext());
  Value Local = Builder.createConvert(Loc, Pointer, Address);
  Value Target = Builder.createConvert(Loc, Pointer, R.Target);
  int64_t Index = NumGridReductions;
  if (IsOnce && Index < MaxGridReductions) {
    Value Scratch = scratch();
    call(typedName("grid_", R), {}, {Local, Target, Scratch, i32(Index, Loc)},
         Loc);
    return;
  }
  wantFewGangs();
  call(typedName("team_", R), {}, {Local, i32(/*row=*/0, Loc)}, Loc);
  fir::IfOp If = ifFirst(Loc, Worker | Vector);
  call(typedName("atomic_", R), {}, {Target, Local}, Loc);
  Builder.setInsertionPointAfter(If);
}

/// target = target op accumulator.
void KernelLowering::combineInto(Location Loc, Reduction &R, Value Target) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  call(typedName("combine_", R), {},
       {Builder.createConvert(Loc, Pointer, Target),
        Builder.createConvert(Loc, Pointer, R.Accumulator)},
       Loc);
}

/// The same in a routine, which does not know whether its dummy is the caller's
/// own copy in each thread: all store the result, after all have read.
void KernelLowering::combineForCaller(Location Loc, Reduction &R,
                                      unsigned Active) {
  Value Target =
      Builder.createConvert(Loc, Builder.getRefType(R.Element), R.Target);
  Value Result = entryAlloca(R.Element, Loc);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Target),
                       Result);
  combineInto(Loc, R, Result);
  sync(Loc, Active);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Result),
                       Target);
}

LogicalResult KernelLowering::endReduction(Location Loc, Reduction &R,
                                           unsigned Levels, unsigned Active,
                                           bool IsOnce) {
  allowAnyOrder(R.Accumulator);
  if (LeftToOuter.contains(R.Op)) {
    combineInto(Loc, R, R.Target);
    return success();
  }
  unsigned Contributing = Levels | Active | R.Inner;
  Value Target = R.Target;
  bool Own = isOwn(Target);
  // What the caller passes may be each gang's own, too.
  if ((Levels & Gang) && IsRoutine && !Own &&
      !rootOf(Target).getDefiningOp<fir::AddrOfOp>())
    return emitUserError(R.Op,
                         "a loop of a gang routine has a reduction of the "
                         "dummy argument '")
           << acc::getVarName(R.Op).value_or("?")
           << "' over gangs; name the loop's levels: worker, vector";
  if ((Levels & Gang) && !Own) {
    reduceOverGangs(Loc, R, Contributing, IsOnce && IsKernel);
    return success();
  }
  if ((Levels & Gang) && IsRoutine)
    return emitUserError(R.Op, "the reduction over gangs of '")
           << acc::getVarName(R.Op).value_or("?")
           << "', which each gang has for itself, is not supported";
  if ((Levels | R.Inner) & (Worker | Vector)) {
    Type Pointer = getAbiPointerType(Builder.getContext());
    Value Address = maskedAccumulator(Loc, R, Contributing);
    call(typedName("team_", R), {},
         {Builder.createConvert(Loc, Pointer, Address),
          i32(rowOnly(Active), Loc)},
         Loc);
  }
  if (Own || !idle(Active)) {
    combineInto(Loc, R, Target);
    return success();
  }
  if (IsRoutine) {
    combineForCaller(Loc, R, Active);
    return success();
  }
  sync(Loc, Active);
  fir::IfOp If = ifFirst(Loc, idle(Active));
  // Other gangs or workers may be about the same variable.
  if (Active & (Gang | Worker)) {
    Type Pointer = getAbiPointerType(Builder.getContext());
    call(typedName("atomic_", R), {},
         {Builder.createConvert(Loc, Pointer, Target),
          Builder.createConvert(Loc, Pointer, R.Accumulator)},
         Loc);
  } else {
    combineInto(Loc, R, Target);
  }
  Builder.setInsertionPointAfter(If);
  sync(Loc, Active);
  return success();
}

} // namespace warpfort::openacc
