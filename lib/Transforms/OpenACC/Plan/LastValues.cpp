//===-- LastValues.cpp - Scalars that iterations assign -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LastValues.h. A scalar of the construct gets its last value from the
/// thread that has the last iteration. Where the loop is inside another one
/// that gave each thread its copy, all threads that share the outer loop's
/// iteration need the value: its bits are a sum to which only the last
/// iteration adds.
///
///     t = 0                       t = 0; bits = 0
///     do i = 1, n                 do i = 1, n        reduction(+:bits)
///       t = x(i)           =>       own = x(i)
///     end do                        if (i == n) bits = transfer(own, bits)
///     y(j) = t                    end do
///                                 if (n >= 1) t = transfer(bits, t)
///
//===----------------------------------------------------------------------===//
#include "LastValues.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

using P = arith::CmpIPredicate;

Value wide(OpBuilder &Builder, Location Loc, Value V) {
  return fir::ConvertOp::create(Builder, Loc, Builder.getI64Type(), V);
}

/// Whether \p V is beyond the last value of a loop's variable.
Value isBeyond(OpBuilder &Builder, Location Loc, acc::LoopOp Loop, unsigned D,
               Value V) {
  Value Step = wide(Builder, Loc, Loop.getStep()[D]);
  Value Ub = wide(Builder, Loc, Loop.getUpperbound()[D]);
  auto Inclusive = Loop.getInclusiveUpperbound();
  bool Closed = !Inclusive || (*Inclusive)[D];
  Value Up =
      arith::CmpIOp::create(Builder, Loc, Closed ? P::sgt : P::sge, V, Ub);
  Value Down =
      arith::CmpIOp::create(Builder, Loc, Closed ? P::slt : P::sle, V, Ub);
  Value Zero =
      arith::ConstantOp::create(Builder, Loc, Builder.getI64IntegerAttr(0));
  Value Negative = arith::CmpIOp::create(Builder, Loc, P::slt, Step, Zero);
  return arith::SelectOp::create(Builder, Loc, Negative, Down, Up);
}

/// Whether this is the last iteration, in the loop's body.
Value isLastIteration(OpBuilder &Builder, Location Loc, acc::LoopOp Loop) {
  Value Last;
  for (auto [D, IV] :
       llvm::enumerate(Loop.getRegion().front().getArguments())) {
    Value Next = arith::AddIOp::create(Builder, Loc, wide(Builder, Loc, IV),
                                       wide(Builder, Loc, Loop.getStep()[D]));
    Value IsLast = isBeyond(Builder, Loc, Loop, D, Next);
    Last = Last ? arith::AndIOp::create(Builder, Loc, Last, IsLast) : IsLast;
  }
  return Last;
}

/// Moves the builder to where only the last iteration of all \p Loops comes, at
/// the end of the innermost one's body; they are given from the outside in.
void enterLastIteration(OpBuilder &Builder, Location Loc,
                        llvm::ArrayRef<acc::LoopOp> Loops) {
  acc::LoopOp Innermost = Loops.back();
  Builder.setInsertionPoint(Innermost.getRegion().front().getTerminator());
  Value IsLast;
  for (acc::LoopOp Loop : Loops) {
    Value Here = isLastIteration(Builder, Loc, Loop);
    IsLast = IsLast ? arith::AndIOp::create(Builder, Loc, IsLast, Here) : Here;
  }
  auto If = fir::IfOp::create(Builder, Loc, IsLast, /*withElse=*/false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
}

/// The loop that each iteration of \p Loop runs and that holds all assignments
/// of a scalar in it, if there is one.
acc::LoopOp holderOfAssignments(acc::LoopOp Loop, Value Address) {
  acc::LoopOp Holder;
  for (Operation *User : Address.getUsers()) {
    Operation *Here = Loop.getRegion().front().findAncestorOpInBlock(*User);
    if (!Here || !isa<fir::StoreOp, acc::AtomicReadOp>(User))
      continue;
    auto Inner = dyn_cast<acc::LoopOp>(Here);
    if (!Inner || (Holder && Inner != Holder))
      return {};
    Holder = Inner;
  }
  return Holder;
}

/// The loops whose last iterations together assign a scalar last, from \p Loop
/// inwards; none if that depends on a condition, or if the last iteration of a
/// loop may have none of the next.
llvm::SmallVector<acc::LoopOp> loopsOfLastValue(acc::LoopOp Loop,
                                                Value Address) {
  llvm::SmallVector<acc::LoopOp> Loops = {Loop};
  while (!isAlwaysAssigned(Loops.back(), Address)) {
    acc::LoopOp Inner = holderOfAssignments(Loops.back(), Address);
    if (!Inner || hasVaryingBounds(Loop, Inner))
      return {};
    Loops.push_back(Inner);
  }
  // Of iterations around that the kernel runs in order the last one is enough,
  // unless one of them reads it.
  auto IsUsedBeside = [&](acc::LoopOp Outer) {
    return llvm::any_of(Address.getUsers(), [&](Operation *User) {
      return Outer->isProperAncestor(User) && !Loop->isAncestor(User);
    });
  };
  for (auto Outer = dyn_cast<acc::LoopOp>(Loop->getParentOp());
       Outer && LevelsAttr.get(Outer) == 0 && !hasVaryingBounds(Outer, Loop) &&
       Loop->getBlock() == &Outer.getRegion().front() && !IsUsedBeside(Outer);
       Outer = dyn_cast<acc::LoopOp>(Outer->getParentOp()))
    Loops.insert(Loops.begin(), Outer);
  return Loops;
}

/// Whether it has no iterations.
Value isEmpty(OpBuilder &Builder, Location Loc, acc::LoopOp Loop) {
  Value Empty;
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D) {
    Value Beyond = isBeyond(Builder, Loc, Loop, D,
                            wide(Builder, Loc, Loop.getLowerbound()[D]));
    Empty = Empty ? arith::OrIOp::create(Builder, Loc, Empty, Beyond) : Beyond;
  }
  return Empty;
}

/// A scalar as integers of at most 64 bits, which sums have.
class Words {
public:
  Words(Operation *Op, Type T) {
    auto Module = Op->getParentOfType<ModuleOp>();
    Type Part = T;
    if (auto Complex = dyn_cast<ComplexType>(T)) {
      Part = Complex.getElementType();
      Count = 2;
    }
    auto Size = sizeOfType(Op->getLoc(), Part, DataLayout(Module),
                           fir::getKindMapping(Module));
    Bytes = Size ? Size->Bytes : 0;
    if (Bytes > 8) {
      Count *= Bytes / 8;
      Bytes = 8;
    }
  }
  /// The address of one of them in the variable at \p Address.
  Value at(OpBuilder &Builder, Location Loc, Value Address, unsigned I) const {
    Type Word = Builder.getIntegerType(8 * Bytes);
    Type Array = fir::ReferenceType::get(fir::SequenceType::get({Count}, Word));
    Value Index =
        arith::ConstantOp::create(Builder, Loc, Builder.getIndexAttr(I));
    return fir::CoordinateOp::create(
        Builder, Loc, fir::ReferenceType::get(Word),
        fir::ConvertOp::create(Builder, Loc, Array, Address),
        ValueRange{Index});
  }

  unsigned Bytes = 0;
  int64_t Count = 1;
};

/// Whether a scalar is each thread's own in a loop: a copy that a loop around
/// made for its iterations, or a private variable.
bool isThreadsOwn(Value Address) {
  Operation *Op = Address.getDefiningOp();
  return isa<acc::PrivateOp, acc::FirstprivateOp>(Op) ||
         (isa<fir::AllocaOp>(Op) && Op->getParentOfType<acc::LoopOp>());
}

/// Lets all threads that run \p Loop together have the last value: at the end
/// of the body, \p Own has this iteration's.
void shareLast(acc::LoopOp Loop, Value Own, Value Address) {
  Location Loc = Loop.getLoc();
  auto Module = Loop->getParentOfType<ModuleOp>();
  OpBuilder Plain(Loop);
  fir::FirOpBuilder Builder(Plain, Module);
  Words Bits(Loop, fir::unwrapRefType(Address.getType()));
  Type I64 = Builder.getI64Type();
  llvm::SmallVector<Value> Sums;
  Builder.setInsertionPoint(Loop);
  for (int64_t I = 0; I < Bits.Count; ++I) {
    Value Sum = fir::AllocaOp::create(Builder, Loc, I64);
    fir::StoreOp::create(Builder, Loc,
                         Builder.createIntegerConstant(Loc, I64, 0), Sum);
    auto Op = acc::ReductionOp::create(Builder, Loc, Sum, /*structured=*/true,
                                       /*implicit=*/true, "");
    Op.setRecipeAttr(SymbolRefAttr::get(
        Loop.getContext(),
        getOrCreateReductionRecipe(Module, ReductionKind::Add, Sum.getType(),
                                   "i64")));
    Loop.getReductionOperandsMutable().append(Op.getAccVar());
    Sums.push_back(Sum);
    auto Guard = OpBuilder::InsertionGuard(Builder);
    enterLastIteration(Builder, Loc, Loop);
    Value Word =
        fir::LoadOp::create(Builder, Loc, Bits.at(Builder, Loc, Own, I));
    if (Word.getType() != I64)
      Word = arith::ExtUIOp::create(Builder, Loc, I64, Word);
    fir::StoreOp::create(Builder, Loc, Word, Op.getAccVar());
  }
  Builder.setInsertionPointAfter(Loop);
  Value Empty = isEmpty(Builder, Loc, Loop);
  auto If = fir::IfOp::create(Builder, Loc, Empty, /*withElse=*/true);
  Builder.setInsertionPointToStart(&If.getElseRegion().front());
  for (auto [I, Sum] : llvm::enumerate(Sums)) {
    Value Word = fir::LoadOp::create(Builder, Loc, Sum);
    if (Bits.Bytes < 8)
      Word = arith::TruncIOp::create(
          Builder, Loc, Builder.getIntegerType(8 * Bits.Bytes), Word);
    fir::StoreOp::create(Builder, Loc, Word, Bits.at(Builder, Loc, Address, I));
  }
}

/// Whether \p Loop does nothing with a scalar but assign it.
bool isOnlyAssigned(acc::LoopOp Loop, Value Address) {
  return llvm::all_of(Address.getUses(), [&](OpOperand &Use) {
    auto Store = dyn_cast<fir::StoreOp>(Use.getOwner());
    return !Loop.getRegion().isAncestor(Use.getOwner()->getParentRegion()) ||
           (Store && Store.getMemref() == Address);
  });
}

/// Stores what an iteration assigns to its \p Own scalar, or to a part of a
/// complex one, in the shared one as well: one iteration alone may do so, under
/// a condition.
void assignShared(acc::LoopOp Loop, Value Own, Value Address) {
  Loop.getRegion().walk([&](fir::StoreOp Store) {
    Value To = Store.getMemref();
    Operation *Part = To.getDefiningOp();
    bool IsPart = isa_and_nonnull<fir::CoordinateOp, fir::ConvertOp>(Part) &&
                  Part->getOperand(0) == Own;
    if (To != Own && !IsPart)
      return;
    OpBuilder Builder(Store->getContext());
    Builder.setInsertionPointAfter(Store);
    Location Loc = Store.getLoc();
    Value Assigned = IsPart ? fir::LoadOp::create(Builder, Loc, Own).getResult()
                            : Store.getValue();
    fir::StoreOp::create(Builder, Loc, Assigned, Address);
  });
}

/// Gives an iteration's \p Own scalar the value from before the loop, which it
/// may read: where \p Holder assigns it if it has iterations, only if it has
/// none.
void copyIn(acc::LoopOp Loop, acc::LoopOp Holder, Value Own, Value Address) {
  Location Loc = Loop.getLoc();
  OpBuilder Builder(Loop.getContext());
  if (Holder) {
    Builder.setInsertionPoint(Holder);
    auto If = fir::IfOp::create(Builder, Loc, isEmpty(Builder, Loc, Holder),
                                /*withElse=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
  } else {
    Builder.setInsertionPointAfterValue(Own);
  }
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Address),
                       Own);
}

} // namespace

void makePrivate(acc::LoopOp Loop) {
  for (Value Address : getPrivateScalars(Loop)) {
    bool IsShared = isSharedScalar(Address);
    // Gangs have nothing to share it by.
    bool IsCopy = isThreadsOwn(Address) && !(levelsOf(Loop) & WARPDEV_ACC_GANG);
    if (!IsShared && !IsCopy)
      continue;
    bool IsLive =
        IsShared ? isLiveAfter(Loop, Address) : readsShared(Address, Loop);
    llvm::SmallVector<acc::LoopOp> Last;
    if (IsLive && IsShared)
      Last = loopsOfLastValue(Loop, Address);
    else if (IsLive && isAlwaysAssigned(Loop, Address))
      Last = {Loop};
    bool KeepAny = IsLive && IsShared && Last.empty();
    if (KeepAny && isOnlyAssigned(Loop, Address))
      continue;
    if (IsCopy && Last.empty())
      continue;
    bool ReadsBefore =
        classifyScalar(Address, Loop.getRegion()).Use != ScalarUse::Private;
    acc::LoopOp Holder = holderOfAssignments(Loop, Address);
    if (Holder && !isAlwaysAssigned(Holder, Address))
      Holder = {};
    Location Loc = Loop.getLoc();
    OpBuilder Builder(Loop.getContext());
    Builder.setInsertionPointToStart(&Loop.getRegion().front());
    Type T = fir::unwrapRefType(Address.getType());
    Value Own = fir::AllocaOp::create(Builder, Loc, T);
    Value Cast = fir::ConvertOp::create(Builder, Loc, Address.getType(), Own);
    if (Cast.getType() == Own.getType()) {
      Cast.getDefiningOp()->erase();
      Cast = Own;
    }
    Address.replaceUsesWithIf(Cast, [&](OpOperand &Use) {
      return Loop.getRegion().isAncestor(Use.getOwner()->getParentRegion());
    });
    if (KeepAny)
      assignShared(Loop, Cast, Address);
    if (ReadsBefore)
      copyIn(Loop, Holder, Cast, Address);
    if (Last.empty())
      continue;
    if (IsCopy) {
      shareLast(Loop, Cast, Address);
      continue;
    }
    enterLastIteration(Builder, Loc, Last);
    fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Cast),
                         Address);
  }
}

} // namespace warpfort::openacc
