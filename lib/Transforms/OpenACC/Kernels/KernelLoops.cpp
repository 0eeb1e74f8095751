//===-- KernelLoops.cpp - Iterations of gangs, workers and lanes ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A distributed loop asks the device library for its iterations; reductions
/// are combined when it ends. gang(static: n) has a loop over chunks of n
/// iterations, which gangs take in turn, around the others' loop over a chunk
/// (OpenACC 3.3, 2.9.2), so that loops of as many iterations have the same ones
/// in each gang, whatever else they are distributed over.
///
//===----------------------------------------------------------------------===//
#include "InnerReductions.h"
#include "KernelLowering.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace warpfort::openacc {

Value KernelLowering::tripCount(acc::LoopOp Loop, unsigned D, Location Loc) {
  Type Wide = numberTypeOf(Loop, D);
  Value Lb = Builder.createConvert(Loc, Wide, Loop.getLowerbound()[D]);
  Value Ub = Builder.createConvert(Loc, Wide, Loop.getUpperbound()[D]);
  Value Step = Builder.createConvert(Loc, Wide, Loop.getStep()[D]);
  Value Distance = arith::SubIOp::create(Builder, Loc, Ub, Lb);
  auto Constant = fir::getIntIfConstant(Loop.getStep()[D]);
  if (!isClosed(Loop, D)) {
    // distance - sign(step) is the inclusive one.
    Value Zero = Builder.createIntegerConstant(Loc, Wide, 0);
    Value One = Builder.createIntegerConstant(Loc, Wide, 1);
    Value Minus = Builder.createIntegerConstant(Loc, Wide, -1);
    Value Negative = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::slt, Step, Zero);
    Distance = arith::SubIOp::create(
        Builder, Loc, Distance,
        arith::SelectOp::create(Builder, Loc, Negative, Minus, One));
  }
  Value Count = arith::AddIOp::create(Builder, Loc, Distance, Step);
  if (!Constant || *Constant != 1)
    Count = arith::DivSIOp::create(Builder, Loc, Count, Step);
  Count = arith::MaxSIOp::create(Builder, Loc, Count,
                                 Builder.createIntegerConstant(Loc, Wide, 0));
  return Builder.createConvert(Loc, Builder.getI64Type(), Count);
}

/// A loop from \p Begin to before \p End, in which the builder goes on; its
/// counter.
Value KernelLowering::makeFor(Location Loc, Value Begin, Value End,
                              Value Stride) {
  Type Index = Builder.getIndexType();
  auto Op =
      scf::ForOp::create(Builder, Loc, Builder.createConvert(Loc, Index, Begin),
                         Builder.createConvert(Loc, Index, End),
                         Builder.createConvert(Loc, Index, Stride));
  Builder.setInsertionPointToStart(Op.getBody());
  return Builder.createConvert(Loc, Builder.getI64Type(), Op.getInductionVar());
}

/// The loop over the chunks of this gang: \p Size iterations of \p Total each,
/// or, where it is not positive, as many as give each gang one chunk.
KernelLowering::Chunk KernelLowering::makeChunks(Location Loc, Value Size,
                                                 Value Total, Value Over) {
  Type I64 = Builder.getI64Type();
  Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
  Value One = Builder.createIntegerConstant(Loc, I64, 1);
  Value Gang = call(WARPDEV_ACC_PREFIX "gang", I64, {Over}, Loc);
  Value Gangs = call(WARPDEV_ACC_PREFIX "gangs", I64, {Over}, Loc);
  auto CeilDiv = [&](Value A, Value B) {
    Value Up = arith::SubIOp::create(Builder, Loc, B, One);
    return arith::DivUIOp::create(
        Builder, Loc, arith::AddIOp::create(Builder, Loc, A, Up), B);
  };
  Size = Builder.createConvert(Loc, I64, Size);
  Value IsSize = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::sgt,
                                       Size, Zero);
  Value Even = arith::MaxSIOp::create(Builder, Loc, One, CeilDiv(Total, Gangs));
  Size = arith::SelectOp::create(Builder, Loc, IsSize, Size, Even);
  Value Chunks = CeilDiv(Total, Size);
  Value Number = makeFor(Loc, Gang, Chunks, Gangs);
  auto NoWrap = arith::IntegerOverflowFlags::nsw;
  Chunk Result;
  Result.Begin = arith::MulIOp::create(Builder, Loc, Number, Size, NoWrap);
  Result.Count = arith::MinSIOp::create(
      Builder, Loc, Size,
      arith::SubIOp::create(Builder, Loc, Total, Result.Begin, NoWrap));
  return Result;
}

/// Has the loop work on variables of the thread for its reductions.
LogicalResult
KernelLowering::startReductions(acc::LoopOp Loop,
                                llvm::SmallVectorImpl<Reduction> &Reductions) {
  for (Value Operand : Loop.getReductionOperands()) {
    auto Op = Operand.getDefiningOp<acc::ReductionOp>();
    if (Op &&
        (!levelsOf(Loop) || getArrayReduction(Op) == ArrayReduction::Atomic)) {
      Operand.replaceAllUsesExcept(acc::getVar(Op), Loop);
      continue;
    }
    Reduction R;
    if (failed(findReduction(Operand, R)))
      return failure();
    // A routine does not know what its callers' threads have.
    if (IsKernel) {
      llvm::SmallVector<Operation *> Inner;
      R.Inner = findInnerReductions(Loop, R.Op, Inner);
      LeftToOuter.insert(Inner.begin(), Inner.end());
    }
    startReduction(Loop.getLoc(), R);
    replaceByAccumulator(R, Loop);
    Reductions.push_back(R);
  }
  return success();
}

void KernelLowering::addFor(NewLoops &Made, Value Counter) {
  if (!Made.Outermost)
    Made.Outermost = Builder.getInsertionBlock()->getParentOp();
  Made.Counters.push_back(Counter);
}

/// Loops over dimensions of the grid, each of which is one with its trips. All
/// ranges are before the first one: its test is one with the others' then.
void KernelLowering::makeGridLoops(
    Location Loc, llvm::ArrayRef<std::pair<unsigned, Value>> Dims,
    NewLoops &Made) {
  Type I64 = Builder.getI64Type();
  llvm::SmallVector<std::array<Value, 3>> Ranges;
  for (auto [Number, Trip] : Dims) {
    Value Dim = i32(Number, Loc);
    Ranges.push_back({call(WARPDEV_LOOP_BEGIN, I64, {Dim, Trip}, Loc),
                      call(WARPDEV_PREFIX "loop_end", I64, {Dim, Trip}, Loc),
                      call(WARPDEV_LOOP_STRIDE, I64, {Dim}, Loc)});
  }
  for (auto [Begin, End, Stride] : Ranges) {
    addFor(Made, makeFor(Loc, Begin, End, Stride));
    FewIterationsAttr.set(Builder.getInsertionBlock()->getParentOp());
  }
}

/// A dimension of the grid for each loop.
void KernelLowering::makeNest(Location Loc, llvm::ArrayRef<Value> Trips,
                              NewLoops &Made) {
  llvm::SmallVector<std::pair<unsigned, Value>> Dims;
  for (auto [D, Trip] : llvm::enumerate(Trips))
    Dims.push_back({Trips.size() - 1 - D, Trip});
  makeGridLoops(Loc, Dims, Made);
}

Value KernelLowering::product(Location Loc, llvm::ArrayRef<Value> Trips) {
  Value Total = Trips[0];
  for (Value Trip : Trips.drop_front())
    Total = arith::MulIOp::create(Builder, Loc, Total, Trip,
                                  arith::IntegerOverflowFlags::nsw);
  return Total;
}

/// Makes the counters of all loops from the number of an iteration.
void KernelLowering::divideCounter(Location Loc, Value Linear,
                                   llvm::ArrayRef<Value> Trips,
                                   NewLoops &Made) {
  Made.Counters.resize(Trips.size());
  for (unsigned D = Trips.size(); D-- > 1;) {
    Made.Counters[D] = arith::RemUIOp::create(Builder, Loc, Linear, Trips[D]);
    Linear = arith::DivUIOp::create(Builder, Loc, Linear, Trips[D]);
  }
  Made.Counters[0] = Linear;
}

/// A loop over all iterations where threads share them, and the nest where a
/// thread has a part of it for itself, or accesses are checked: that has
/// neighbours one after the other, and no divisions. Returns the body's
/// operations, of both.
llvm::SmallVector<Operation *>
KernelLowering::makeFlatLoop(acc::LoopOp Loop, llvm::ArrayRef<Value> Trips,
                             NewLoops &Made) {
  Location Loc = Loop.getLoc();
  Value Answer = call(WARPDEV_NESTS_ARE_JOINED, Builder.getI32Type(), {}, Loc);
  Value IsJoined = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::ne,
                                         Answer, i32(0, Loc));
  auto If = fir::IfOp::create(Builder, Loc, TypeRange{}, IsJoined,
                              /*withElseRegion=*/true);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  NewLoops Flat;
  makeGridLoops(Loc, {{WARPDEV_ALL_DIMENSIONS, product(Loc, Trips)}}, Flat);
  divideCounter(Loc, Flat.Counters.pop_back_val(), Trips, Flat);
  llvm::SmallVector<Operation *> Ops = copyBody(Loop, Flat.Counters);
  Builder.setInsertionPointToStart(&If.getElseRegion().front());
  makeNest(Loc, Trips, Made);
  llvm::append_range(Ops, moveBody(Loop, Made.Counters));
  Made.Outermost = If;
  return Ops;
}

/// One loop over the product of all, which the levels of \p Loop share; in
/// chunks where the gang clause says so.
void KernelLowering::makeSharedLoop(acc::LoopOp Loop,
                                    llvm::ArrayRef<Value> Trips,
                                    NewLoops &Made) {
  Location Loc = Loop.getLoc();
  Type I64 = Builder.getI64Type();
  auto NoWrap = arith::IntegerOverflowFlags::nsw;
  unsigned Levels = levelsOf(Loop);
  Value Total = product(Loc, Trips);
  Value Over = i32(Levels | dimsOf(Loop) << WARPDEV_ACC_DIMS_SHIFT, Loc);
  Value Base, Count = Total;
  if (Value Size = staticSize(Loop); Size && (Levels & Gang)) {
    Chunk Taken = makeChunks(Loc, Size, Total, Over);
    Made.Outermost = Builder.getInsertionBlock()->getParentOp();
    Base = Taken.Begin;
    Count = Taken.Count;
    Over = i32(Levels & ~Gang, Loc);
  }
  Value Begin = call(WARPDEV_ACC_PREFIX "begin", I64, {Over, Count}, Loc);
  Value End = call(WARPDEV_ACC_PREFIX "end", I64, {Over, Count}, Loc);
  Value Stride = call(WARPDEV_ACC_PREFIX "stride", I64, {Over}, Loc);
  addFor(Made, makeFor(Loc, Begin, End, Stride));
  Value Linear = Made.Counters.pop_back_val();
  if (Base)
    Linear = arith::AddIOp::create(Builder, Loc, Base, Linear, NoWrap);
  divideCounter(Loc, Linear, Trips, Made);
}

/// The index of a dimension of a loop in the iteration of that number.
Value KernelLowering::createIndex(acc::LoopOp Loop, unsigned D, Value Counter) {
  Location Loc = Loop.getLoc();
  auto NoWrap = arith::IntegerOverflowFlags::nsw;
  Type Wide = numberTypeOf(Loop, D);
  Value Lb = Builder.createConvert(Loc, Wide, Loop.getLowerbound()[D]);
  Value Step = Builder.createConvert(Loc, Wide, Loop.getStep()[D]);
  Value Number = Builder.createConvert(Loc, Wide, Counter);
  Value At = arith::AddIOp::create(
      Builder, Loc, Lb,
      arith::MulIOp::create(Builder, Loc, Number, Step, NoWrap), NoWrap);
  return Builder.createConvert(Loc, Loop.getRegion().getArgument(D).getType(),
                               At);
}

/// Gives the indices of \p Loop their values and moves its body to where the
/// builder is. Returns the body's operations.
llvm::SmallVector<Operation *>
KernelLowering::moveBody(acc::LoopOp Loop, llvm::ArrayRef<Value> Counters) {
  Block &Body = Loop.getRegion().front();
  for (auto [D, Counter] : llvm::enumerate(Counters))
    Body.getArgument(D).replaceAllUsesWith(createIndex(Loop, D, Counter));
  Block *Inner = Builder.getInsertionBlock();
  llvm::SmallVector<Operation *> Ops;
  for (Operation &Op : Body.without_terminator())
    Ops.push_back(&Op);
  for (Operation *Op : Ops)
    Op->moveBefore(Inner->getTerminator());
  return Ops;
}

/// The same with a copy of the body.
llvm::SmallVector<Operation *>
KernelLowering::copyBody(acc::LoopOp Loop, llvm::ArrayRef<Value> Counters) {
  Block &Body = Loop.getRegion().front();
  IRMapping Map;
  for (auto [D, Counter] : llvm::enumerate(Counters))
    Map.map(Body.getArgument(D), createIndex(Loop, D, Counter));
  llvm::SmallVector<Operation *> Ops;
  for (Operation &Op : Body.without_terminator())
    Ops.push_back(Builder.clone(Op, Map));
  return Ops;
}

LogicalResult KernelLowering::lowerLoop(acc::LoopOp Loop, unsigned Active) {
  Location Loc = Loop.getLoc();
  unsigned Levels = levelsOf(Loop);
  if (!llvm::hasSingleElement(Loop.getRegion()))
    return emitUserError(Loop, "branches in the body of this loop are not "
                               "supported yet");
  Builder.setInsertionPoint(Loop);
  llvm::SmallVector<Reduction> Reductions;
  if (failed(startReductions(Loop, Reductions)))
    return failure();
  // What the code before this loop wrote and read is settled.
  if (Levels & (Worker | Vector) && (!(Levels & Gang) || (Active & Gang)))
    sync(Loc, Active);

  Type I64 = Builder.getI64Type();
  llvm::SmallVector<Value> Trips;
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D)
    Trips.push_back(tripCount(Loop, D, Loc));
  NewLoops Made;
  llvm::SmallVector<Operation *> Ops;
  if (FlatAttr.isOn(Loop)) {
    Ops = makeFlatLoop(Loop, Trips, Made);
  } else if (GridAttr.isOn(Loop)) {
    makeNest(Loc, Trips, Made);
  } else if (Levels) {
    makeSharedLoop(Loop, Trips, Made);
  } else {
    Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
    Value One = Builder.createIntegerConstant(Loc, I64, 1);
    for (Value Trip : Trips)
      addFor(Made, makeFor(Loc, Zero, Trip, One));
  }

  if (!FlatAttr.isOn(Loop))
    Ops = moveBody(Loop, Made.Counters);
  Builder.setInsertionPointAfter(Made.Outermost);
  bool IsOnce = Loop->getBlock() == &Function.getBody().front();
  for (Reduction &R : Reductions)
    if (failed(forEachElement(Loc, R, [&](Reduction &One) {
          return endReduction(Loc, One, Levels, Active, IsOnce && !R.Array);
        })))
      return failure();
  if (Levels & (Worker | Vector) && !GridAttr.isOn(Loop))
    sync(Loc, Active);
  Loop.erase();
  for (Operation *Op : Ops)
    if (failed(lowerOperation(Op, Active | Levels)))
      return failure();
  return success();
}

} // namespace warpfort::openacc
