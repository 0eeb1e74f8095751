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
#include "Transforms/Common/ScalarAccesses.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Clauses/RecordClauses.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

using P = arith::CmpIPredicate;

Value wide(OpBuilder &Builder, Location Loc, acc::LoopOp Loop, unsigned D,
           Value V) {
  return fir::ConvertOp::create(Builder, Loc, numberTypeOf(Loop, D), V);
}

Value isNegative(OpBuilder &Builder, Location Loc, Value V) {
  Value Zero =
      arith::ConstantOp::create(Builder, Loc, Builder.getZeroAttr(V.getType()));
  return arith::CmpIOp::create(Builder, Loc, P::slt, V, Zero);
}

/// Whether a loop has no iterations in dimension \p D.
Value isEmptyIn(OpBuilder &Builder, Location Loc, acc::LoopOp Loop,
                unsigned D) {
  Value Lb = wide(Builder, Loc, Loop, D, Loop.getLowerbound()[D]);
  Value Ub = wide(Builder, Loc, Loop, D, Loop.getUpperbound()[D]);
  Value Step = wide(Builder, Loc, Loop, D, Loop.getStep()[D]);
  bool Closed = isClosed(Loop, D);
  Value Up =
      arith::CmpIOp::create(Builder, Loc, Closed ? P::sgt : P::sge, Lb, Ub);
  Value Down =
      arith::CmpIOp::create(Builder, Loc, Closed ? P::slt : P::sle, Lb, Ub);
  return arith::SelectOp::create(Builder, Loc, isNegative(Builder, Loc, Step),
                                 Down, Up);
}

/// Whether an iteration is the last in dimension \p D, in the loop's body. The
/// variable's next value may be none of its type; what is left is a number
/// without sign.
Value isLastIn(OpBuilder &Builder, Location Loc, acc::LoopOp Loop, unsigned D) {
  Value IV = wide(Builder, Loc, Loop, D, Loop.getBody().getArgument(D));
  Value Ub = wide(Builder, Loc, Loop, D, Loop.getUpperbound()[D]);
  Value Step = wide(Builder, Loc, Loop, D, Loop.getStep()[D]);
  Value Zero = arith::ConstantOp::create(Builder, Loc,
                                         Builder.getZeroAttr(Step.getType()));
  Value IsDown = isNegative(Builder, Loc, Step);
  auto Choose = [&](Value Down, Value Up) -> Value {
    return arith::SelectOp::create(Builder, Loc, IsDown, Down, Up);
  };
  Value Left = Choose(arith::SubIOp::create(Builder, Loc, IV, Ub),
                      arith::SubIOp::create(Builder, Loc, Ub, IV));
  Value Size = Choose(arith::SubIOp::create(Builder, Loc, Zero, Step), Step);
  return arith::CmpIOp::create(Builder, Loc,
                               isClosed(Loop, D) ? P::ult : P::ule, Left, Size);
}

/// Whether this is the last iteration, in the loop's body.
Value isLastIteration(OpBuilder &Builder, Location Loc, acc::LoopOp Loop) {
  Value Last;
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D) {
    Value IsLast = isLastIn(Builder, Loc, Loop, D);
    Last = Last ? arith::AndIOp::create(Builder, Loc, Last, IsLast) : IsLast;
  }
  return Last;
}

/// Moves the builder into a condition that is made where it is.
void enterIf(OpBuilder &Builder, Location Loc, Value Condition) {
  auto If = fir::IfOp::create(Builder, Loc, Condition, /*withElse=*/false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
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
  enterIf(Builder, Loc, IsLast);
}

/// The loop that each iteration of \p Loop runs and that holds all assignments
/// of a scalar in it, if there is one.
acc::LoopOp holderOfAssignments(acc::LoopOp Loop, Value Address) {
  acc::LoopOp Holder;
  for (const ScalarAccess &A :
       ScalarAccesses(Address, &Loop.getRegion()).assignments()) {
    auto Inner = dyn_cast<acc::LoopOp>(
        Loop.getRegion().front().findAncestorOpInBlock(*A.Op));
    if (!Inner || (Holder && Inner != Holder))
      return {};
    Holder = Inner;
  }
  return Holder;
}

/// The loops whose last iterations together assign a scalar last, from \p Loop
/// inwards; none if that depends on a condition, or if the last iteration of a
/// loop may have none of the next. Nor if iterations begin with the value from
/// before the loop, which stays there until the loop's end.
llvm::SmallVector<acc::LoopOp> loopsOfLastValue(acc::LoopOp Loop,
                                                Value Address) {
  if (classifyScalar(Address, Loop.getRegion(), /*IsCopied=*/true).IsGuarded)
    return {};
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
    Value Here = isEmptyIn(Builder, Loc, Loop, D);
    Empty = Empty ? arith::OrIOp::create(Builder, Loc, Empty, Here) : Here;
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

  /// What of the marks of the scalar, or of its parts, is about one of them.
  Value markOf(llvm::ArrayRef<Value> Marks, unsigned I) const {
    return Marks[I * Marks.size() / Count];
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
bool isOnlyAssigned(const ScalarAccesses &InLoop) {
  return llvm::all_of(InLoop.all(), [](const ScalarAccess &A) {
    return isa<fir::StoreOp>(A.Op) && A.Surely == ScalarAccess::Whole;
  });
}

/// Whether all that \p Loop does with a scalar is to give it one constant.
bool isOneConstant(acc::LoopOp Loop, Value Address) {
  ScalarAccesses InLoop(Address, &Loop.getRegion());
  Attribute Only;
  return isOnlyAssigned(InLoop) &&
         llvm::all_of(InLoop.all(), [&](const ScalarAccess &A) {
           Value V = withoutConversions(cast<fir::StoreOp>(A.Op).getValue());
           Attribute Here;
           bool IsSame =
               matchPattern(V, m_Constant(&Here)) && (!Only || Here == Only);
           Only = Here;
           return IsSame;
         });
}

/// A loop's own copy of a scalar.
struct OwnScalar {
  Value Address, Own;
  /// An iteration may read the value from before the loop.
  bool ReadsBefore;
  /// The loop inside that assigns it if it has iterations.
  acc::LoopOp Holder;
};

/// Whether the scalar is there is asked of itself, not of its names: an
/// iteration's own always is.
void askWhetherPresent(Value Address, Region &Body) {
  Body.walk([&](fir::IsPresentOp Present) {
    if (scalarBehind(Present.getVal()) == Address)
      Present.getValMutable().assign(Address);
  });
}

/// Gives each iteration of \p Loop a copy, which has no value yet.
OwnScalar makeOwn(acc::LoopOp Loop, Value Address) {
  OwnScalar Result = {Address, {}, false, holderOfAssignments(Loop, Address)};
  ScalarInfo Info = classifyScalar(Address, Loop.getRegion());
  Result.ReadsBefore = Info.Use != ScalarUse::Private || Info.IsGuarded;
  if (Result.Holder && !isAlwaysAssigned(Result.Holder, Address))
    Result.Holder = {};
  askWhetherPresent(Address, Loop.getRegion());
  moveNamesInside(Address, Loop.getRegion());
  Location Loc = Loop.getLoc();
  OpBuilder Builder(Loop.getContext());
  Builder.setInsertionPointToStart(&Loop.getRegion().front());
  Value Own = fir::AllocaOp::create(Builder, Loc,
                                    fir::unwrapRefType(Address.getType()));
  if (Own.getType() != Address.getType())
    Own = fir::ConvertOp::create(Builder, Loc, Address.getType(), Own);
  Address.replaceUsesWithIf(Own, [&](OpOperand &Use) {
    Operation *User = Use.getOwner();
    return !isa<fir::IsPresentOp>(User) &&
           Loop.getRegion().isAncestor(User->getParentRegion());
  });
  Result.Own = Own;
  return Result;
}

/// Gives an iteration's own scalar the value from before the loop, which it
/// may read: where a loop inside assigns it if it has iterations, only if it
/// has none.
void copyIn(acc::LoopOp Loop, const OwnScalar &S) {
  if (!S.ReadsBefore)
    return;
  Location Loc = Loop.getLoc();
  OpBuilder Builder(Loop.getContext());
  acc::LoopOp Holder = S.Holder;
  if (Holder) {
    Builder.setInsertionPoint(Holder);
    enterIf(Builder, Loc, isEmpty(Builder, Loc, Holder));
  } else {
    Builder.setInsertionPointAfterValue(S.Own);
  }
  fir::StoreOp::create(Builder, Loc,
                       fir::LoadOp::create(Builder, Loc, S.Address), S.Own);
}

/// Integers that are not zero where an iteration of \p Loop has assigned its
/// own scalar, or each part of a complex one.
llvm::SmallVector<Value> markAssignments(fir::FirOpBuilder &Builder,
                                         acc::LoopOp Loop, Value Own) {
  Location Loc = Loop.getLoc();
  Type I64 = Builder.getI64Type();
  bool HasParts = isa<ComplexType>(fir::unwrapRefType(Own.getType()));
  llvm::SmallVector<Value> Marks;
  for (unsigned Part = 1; Part <= (HasParts ? 2 : 1); ++Part) {
    ScalarAccesses Assigned(Own, &Loop.getRegion());
    Builder.setInsertionPointToStart(&Loop.getRegion().front());
    Value Mark = fir::AllocaOp::create(Builder, Loc, I64);
    fir::StoreOp::create(Builder, Loc,
                         Builder.createIntegerConstant(Loc, I64, 0), Mark);
    Assigned.mark(HasParts ? Part : ScalarAccess::Whole, Mark,
                  Builder.createIntegerConstant(Loc, I64, 1));
    Marks.push_back(Mark);
  }
  return Marks;
}

Value isMarked(fir::FirOpBuilder &Builder, Location Loc, Value Mark) {
  Value Marked = fir::LoadOp::create(Builder, Loc, Mark);
  return arith::CmpIOp::create(
      Builder, Loc, P::ne, Marked,
      Builder.createIntegerConstant(Loc, Marked.getType(), 0));
}

/// The code for a scalar of which the last iteration is sought that assigned
/// it, one integer of 128 bits for each word.
class LatestValue {
public:
  LatestValue(acc::LoopOp Loop, const OwnScalar &Scalar)
      : Loop(Loop), Scalar(Scalar), Loc(Loop.getLoc()),
        Bits(Loop, fir::unwrapRefType(Scalar.Address.getType())), Plain(Loop),
        Builder(Plain, Loop->getParentOfType<ModuleOp>()),
        I64(Builder.getI64Type()), I128(Builder.getIntegerType(128)),
        Marks(markAssignments(Builder, Loop, Scalar.Own)) {}

  int64_t count() const { return Bits.Count; }
  /// Stores a number that is none of an iteration.
  static Value createNone(fir::FirOpBuilder &Builder, Location Loc) {
    Value Variable = Builder.createTemporary(Loc, Builder.getIntegerType(128));
    fir::StoreOp::create(Builder, Loc,
                         createIdentity(Builder, Loc, ReductionKind::Max,
                                        Builder.getIntegerType(128)),
                         Variable);
    return Variable;
  }
  /// Lets the loop find the maximum for each of the variables.
  void reduce(llvm::ArrayRef<Value> Latest);
  /// Assigns the scalar behind the loop, or the conditions that it is under.
  void assign(llvm::ArrayRef<Value> Latest, Operation *Behind);

private:
  Value number();

  acc::LoopOp Loop;
  OwnScalar Scalar;
  Location Loc;
  Words Bits;
  OpBuilder Plain;
  fir::FirOpBuilder Builder;
  Type I64, I128;
  llvm::SmallVector<Value> Marks; ///< of markAssignments()
};

/// The iteration's: later ones have greater numbers, from zero.
Value LatestValue::number() {
  Value Number = Builder.createIntegerConstant(Loc, I64, 0);
  Value Zero = Number, One = Builder.createIntegerConstant(Loc, I64, 1);
  for (auto [D, IV] :
       llvm::enumerate(Loop.getRegion().front().getArguments())) {
    Value Lb = Builder.createConvert(Loc, I64, Loop.getLowerbound()[D]);
    Value Ub = Builder.createConvert(Loc, I64, Loop.getUpperbound()[D]);
    Value Step = Builder.createConvert(Loc, I64, Loop.getStep()[D]);
    Value IsDown = arith::CmpIOp::create(Builder, Loc, P::slt, Step, Zero);
    auto Distance = [&](Value To) -> Value {
      Value Up = arith::SubIOp::create(Builder, Loc, To, Lb);
      Value Down = arith::SubIOp::create(Builder, Loc, Lb, To);
      return arith::SelectOp::create(Builder, Loc, IsDown, Down, Up);
    };
    Value Extent = arith::AddIOp::create(Builder, Loc, Distance(Ub), One);
    Number = arith::AddIOp::create(
        Builder, Loc, arith::MulIOp::create(Builder, Loc, Number, Extent),
        Distance(Builder.createConvert(Loc, I64, IV)));
  }
  return Number;
}

void LatestValue::reduce(llvm::ArrayRef<Value> Latest) {
  auto Module = Loop->getParentOfType<ModuleOp>();
  llvm::SmallVector<Value> Accumulators;
  Builder.setInsertionPoint(Loop);
  for (Value Variable : Latest) {
    auto Op =
        acc::ReductionOp::create(Builder, Loc, Variable, /*structured=*/true,
                                 /*implicit=*/true, "");
    Op.setRecipeAttr(SymbolRefAttr::get(
        Loop.getContext(),
        getOrCreateReductionRecipe(Module, ReductionKind::Max,
                                   Variable.getType(), "i128")));
    Loop.getReductionOperandsMutable().append(Op.getAccVar());
    Accumulators.push_back(Op.getAccVar());
  }
  Builder.setInsertionPoint(Loop.getRegion().front().getTerminator());
  Value Number = arith::ShLIOp::create(
      Builder, Loc, arith::ExtUIOp::create(Builder, Loc, I128, number()),
      Builder.createIntegerConstant(Loc, I128, 64));
  for (auto [I, Accumulator] : llvm::enumerate(Accumulators)) {
    auto Guard = OpBuilder::InsertionGuard(Builder);
    enterIf(Builder, Loc, isMarked(Builder, Loc, Bits.markOf(Marks, I)));
    Value Word =
        fir::LoadOp::create(Builder, Loc, Bits.at(Builder, Loc, Scalar.Own, I));
    Value Here = arith::OrIOp::create(
        Builder, Loc, Number, arith::ExtUIOp::create(Builder, Loc, I128, Word));
    Value Before = fir::LoadOp::create(Builder, Loc, Accumulator);
    fir::StoreOp::create(Builder, Loc,
                         arith::MaxSIOp::create(Builder, Loc, Before, Here),
                         Accumulator);
  }
}

void LatestValue::assign(llvm::ArrayRef<Value> Latest, Operation *Behind) {
  Builder.setInsertionPointAfter(Behind);
  for (auto [I, Variable] : llvm::enumerate(Latest)) {
    Value Number = fir::LoadOp::create(Builder, Loc, Variable);
    Value IsAny =
        arith::CmpIOp::create(Builder, Loc, P::sge, Number,
                              Builder.createIntegerConstant(Loc, I128, 0));
    auto Guard = OpBuilder::InsertionGuard(Builder);
    enterIf(Builder, Loc, IsAny);
    Value Word = arith::TruncIOp::create(
        Builder, Loc, Builder.getIntegerType(8 * Bits.Bytes), Number);
    fir::StoreOp::create(Builder, Loc, Word,
                         Bits.at(Builder, Loc, Scalar.Address, I));
  }
}

/// A variable of a kernels construct, without a number of an iteration.
Value createShared(acc::KernelsOp Construct) {
  Location Loc = Construct.getLoc();
  fir::FirOpBuilder Builder(
      Construct.getOperation(),
      fir::getKindMapping(Construct->getParentOfType<ModuleOp>()));
  Value Variable = LatestValue::createNone(Builder, Loc);
  // Copied before a queue goes on: the host's variable is a temporary one.
  auto In = acc::CopyinOp::create(Builder, Loc, Variable, /*structured=*/true,
                                  /*implicit=*/true, "");
  Construct.getDataClauseOperandsMutable().append(In.getAccVar());
  Builder.setInsertionPointAfter(Construct);
  auto Out = acc::DeleteOp::create(Builder, Loc, In.getAccVar(),
                                   /*structured=*/true, /*implicit=*/true, "");
  Out.setDataClause(acc::DataClause::acc_copyin);
  followAsync(Construct, Out);
  return In.getAccVar();
}

/// The loop, or of the conditions that it is under the outermost one in which
/// nothing else knows the scalar. Behind that the construct may go on with
/// another kernel.
Operation *aloneWith(Value Address, acc::LoopOp Loop) {
  Operation *Result = Loop;
  ScalarAccesses Everywhere(Address);
  while (auto If = dyn_cast<fir::IfOp>(Result->getParentOp())) {
    if (llvm::any_of(Everywhere.all(), [&](const ScalarAccess &A) {
          return If->isProperAncestor(A.Op) && !Loop->isAncestor(A.Op);
        }))
      break;
    Result = If;
  }
  return Result;
}

/// Lets the construct have the value of the last iteration of \p Loop that
/// assigned the scalar.
void keepLatest(acc::KernelsOp Construct, acc::LoopOp Loop, Value Address) {
  Operation *Behind = aloneWith(Address, Loop);
  OwnScalar Scalar = makeOwn(Loop, Address);
  LatestValue Keeper(Loop, Scalar);
  copyIn(Loop, Scalar);
  llvm::SmallVector<Value> Latest;
  for (int64_t I = 0; I < Keeper.count(); ++I)
    Latest.push_back(createShared(Construct));
  Keeper.reduce(Latest);
  Keeper.assign(Latest, Behind);
}

/// The same for the iteration around, in which the scalar is the thread's own.
void keepLatest(acc::LoopOp Loop, Value Address) {
  OwnScalar Scalar = makeOwn(Loop, Address);
  LatestValue Keeper(Loop, Scalar);
  copyIn(Loop, Scalar);
  OpBuilder Plain(Loop);
  fir::FirOpBuilder Builder(Plain, Loop->getParentOfType<ModuleOp>());
  Location Loc = Loop.getLoc();
  Type I128 = Builder.getIntegerType(128);
  llvm::SmallVector<Value> Latest;
  for (int64_t I = 0; I < Keeper.count(); ++I) {
    Latest.push_back(fir::AllocaOp::create(Builder, Loc, I128));
    fir::StoreOp::create(Builder, Loc,
                         createIdentity(Builder, Loc, ReductionKind::Max, I128),
                         Latest.back());
  }
  Keeper.reduce(Latest);
  Keeper.assign(Latest, Loop);
}

/// Stores what an iteration has in its own scalar, if it assigned it, in the
/// shared one as well: one iteration alone may do so, under a condition. In DO
/// CONCURRENT several may, and the scalar has no value then (F2023, 11.1.7.5).
void assignShared(acc::LoopOp Loop, const OwnScalar &S) {
  OpBuilder Plain(Loop);
  fir::FirOpBuilder Builder(Plain, Loop->getParentOfType<ModuleOp>());
  Location Loc = Loop.getLoc();
  Words Bits(Loop, fir::unwrapRefType(S.Own.getType()));
  llvm::SmallVector<Value> Marks = markAssignments(Builder, Loop, S.Own);
  for (int64_t I = 0; I < Bits.Count; ++I) {
    Builder.setInsertionPoint(Loop.getRegion().front().getTerminator());
    enterIf(Builder, Loc, isMarked(Builder, Loc, Bits.markOf(Marks, I)));
    Value Word =
        fir::LoadOp::create(Builder, Loc, Bits.at(Builder, Loc, S.Own, I));
    Value To = Bits.at(Builder, Loc, S.Address, I);
    if (isDoConcurrent(Loop))
      acc::AtomicWriteOp::create(Builder, Loc, To, Word, /*ifCond=*/Value());
    else
      fir::StoreOp::create(Builder, Loc, Word, To);
  }
}

/// Says what iterations of an independent loop do with a scalar that only a
/// procedure may assign whose code is not here, unless its INTENT tells.
void warnOfAssumptions(acc::LoopOp Loop, fir::CallOp Call, Value Address) {
  Operation *Clause = Address.getDefiningOp();
  const ScalarAccess *Use = ScalarAccesses(Address, &Loop.getRegion()).of(Call);
  ScalarInfo Info =
      classifyScalar(Address, Loop.getRegion(), /*IsCopied=*/true);
  bool IsShared =
      Info.Use == ScalarUse::Carried && Use && Use->IsByIntent && Use->Assigns;
  if (!IsShared && !(Info.IsAssumed && Use && Use->IsUnknown))
    return;
  IsShared |= !acc::getImplicitFlag(Clause);
  auto Callee = Call.getCallee();
  std::string Name =
      Callee ? demangleName(Callee->getRootReference()) : "a procedure";
  std::string Scalar = acc::getVarName(Clause).value_or("?").str();
  emitUserWarning(Call, "iterations of an independent loop ")
      << (IsShared ? "share '" : "have '") << Scalar
      << (IsShared ? "', which '" : "' for themselves, which '") << Name
      << "' may assign: "
      << (IsShared
              ? "write private(" + Scalar + ") unless it is updated atomically"
              : "write copy(" + Scalar + ") if they share it");
}

/// The record or text of the construct of which \p Op always assigns the same
/// place another value; null if it does not.
Value assignedAggregate(Operation *Op) {
  auto Move = dyn_cast<LLVM::MemmoveOp>(Op);
  auto Store = dyn_cast<fir::StoreOp>(Op);
  auto IsConstant = [](Value V) {
    return matchPattern(withoutConversions(V), m_Constant());
  };
  if ((!Move && !Store) || (Store && IsConstant(Store.getValue())))
    return {};
  Value V = Move ? Move.getDst() : Store.getMemref();
  while (Operation *From = V.getDefiningOp()) {
    auto Part = dyn_cast<fir::CoordinateOp>(From);
    auto Element = dyn_cast<fir::ArrayCoorOp>(From);
    if (!isa<fir::ConvertOp, fir::DeclareOp>(From) &&
        !(Part && llvm::all_of(Part.getCoor(), IsConstant)) &&
        !(Element && llvm::all_of(Element.getIndices(), IsConstant)))
      break;
    V = From->getOperand(0);
  }
  return isa<fir::RecordType, fir::CharacterType>(
             fir::unwrapRefType(V.getType())) &&
                 isa_and_nonnull<acc::CopyinOp, acc::CreateOp, acc::PresentOp,
                                 acc::NoCreateOp>(V.getDefiningOp())
             ? V
             : Value();
}

/// Records and texts are no scalars: without a clause iterations share them.
void warnOfSharedAggregates(acc::LoopOp Loop) {
  llvm::SmallPtrSet<void *, 4> Known;
  Loop.getRegion().walk([&](Operation *Op) {
    Value V = assignedAggregate(Op);
    if (!V)
      return;
    for (Operation *P = Op->getParentOp(); P != Loop; P = P->getParentOp())
      if (!isa<acc::LoopOp, fir::DoLoopOp>(P))
        return;
    std::string Name = acc::getVarName(V.getDefiningOp()).value_or("?").str();
    if (Known.insert(V.getAsOpaquePointer()).second)
      emitUserWarning(Op, "iterations of an independent loop share '")
          << Name << "', which they assign: write private(" << Name << ")";
  });
}

/// The outermost independent loop around an operation.
acc::LoopOp independentLoopAround(Operation *Op) {
  acc::LoopOp Loop;
  for (auto Outer = Op->getParentOfType<acc::LoopOp>(); Outer;
       Outer = Outer->getParentOfType<acc::LoopOp>())
    if (isSaidIndependent(Outer))
      Loop = Outer;
  return Loop;
}

} // namespace

void warnOfAssumptions(acc::KernelsOp Construct) {
  Construct.getRegion().walk([](Operation *Op) {
    if (auto Loop = dyn_cast<acc::LoopOp>(Op)) {
      if (isSaidIndependent(Loop) && !independentLoopAround(Loop))
        warnOfSharedAggregates(Loop);
      return;
    }
    auto Call = dyn_cast<fir::CallOp>(Op);
    acc::LoopOp Loop = Call ? independentLoopAround(Call) : acc::LoopOp();
    if (!Loop)
      return;
    for (Value Argument : Call.getArgs())
      if (Value Address = scalarBehind(Argument);
          Address && isSharedScalar(Address))
        warnOfAssumptions(Loop, Call, Address);
  });
}

/// Whether a construct runs \p Loop once, or a condition decides.
static bool isRunOnce(acc::LoopOp Loop, acc::KernelsOp Construct) {
  Operation *Around = Loop->getParentOp();
  while (isa<fir::IfOp>(Around))
    Around = Around->getParentOp();
  return Around == Construct;
}

void keepLastValues(acc::KernelsOp Construct) {
  llvm::SmallVector<acc::LoopOp> Loops;
  Construct.walk([&](acc::LoopOp Loop) {
    if (isRunOnce(Loop, Construct))
      Loops.push_back(Loop);
  });
  for (acc::LoopOp Loop : Loops) {
    if (!isSaidIndependent(Loop))
      continue;
    for (Value Address : getPrivateScalars(Loop))
      if (isSharedScalar(Address) && isLiveAfter(Loop, Address) &&
          loopsOfLastValue(Loop, Address).empty() &&
          !isOneConstant(Loop, Address))
        keepLatest(Construct, Loop, Address);
  }
}

void makePrivate(acc::LoopOp Loop) {
  for (Value Address : getPrivateScalars(Loop)) {
    bool IsShared = isSharedScalar(Address);
    // Gangs have nothing to share it by.
    bool IsCopy = isThreadsOwn(Address) && !(levelsOf(Loop) & WARPDEV_ACC_GANG);
    if (!IsShared && !IsCopy)
      continue;
    bool IsLive =
        IsShared ? isLiveAfter(Loop, Address) : readsShared(Address, Loop);
    if (IsCopy && !IsLive)
      continue;
    if (IsCopy && !isAlwaysAssigned(Loop, Address)) {
      keepLatest(Loop, Address);
      continue;
    }
    llvm::SmallVector<acc::LoopOp> Last;
    if (IsLive && IsShared)
      Last = loopsOfLastValue(Loop, Address);
    bool KeepAny = IsLive && IsShared && Last.empty();
    if (KeepAny && !isDoConcurrent(Loop) &&
        isOnlyAssigned(ScalarAccesses(Address, &Loop.getRegion())))
      continue;
    OwnScalar Scalar = makeOwn(Loop, Address);
    if (KeepAny)
      assignShared(Loop, Scalar);
    copyIn(Loop, Scalar);
    if (IsCopy) {
      shareLast(Loop, Scalar.Own, Address);
      continue;
    }
    if (Last.empty())
      continue;
    Location Loc = Loop.getLoc();
    OpBuilder Builder(Loop.getContext());
    enterLastIteration(Builder, Loc, Last);
    fir::StoreOp::create(
        Builder, Loc, fir::LoadOp::create(Builder, Loc, Scalar.Own), Address);
  }
}

} // namespace warpfort::openacc
