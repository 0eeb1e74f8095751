//===-- TripCounts.cpp - Bounds of loops, with the host's values ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See TripCounts.h. What leads to a bound is made again, on the host from the
/// variables that clauses name, and in the kernel, in front of everything, from
/// the clauses.
///
//===----------------------------------------------------------------------===//
#include "TripCounts.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort::openacc {

namespace {

constexpr unsigned MostOperations = 64; ///< that lead to one bound

bool hasHostVariable(Operation *Op) {
  return isa_and_nonnull<acc::CopyinOp, acc::CreateOp, acc::PresentOp,
                         acc::NoCreateOp, acc::AttachOp, acc::FirstprivateOp>(
      Op);
}

/// Gives the same result wherever its operands have the same values.
bool isValueOp(Operation *Op) {
  return !Op->getNumRegions() && Op->getNumResults() &&
         (Op->hasTrait<OpTrait::ConstantLike>() ||
          isa_and_nonnull<arith::ArithDialect>(Op->getDialect()) ||
          isa<fir::ConvertOp, fir::DeclareOp, fir::CoordinateOp,
              fir::ArrayCoorOp, fir::BoxAddrOp, fir::BoxDimsOp, fir::ShapeOp,
              fir::ShapeShiftOp, fir::ShiftOp, fir::UndefOp, fir::DummyScopeOp,
              fir::FieldIndexOp, fir::IsPresentOp, fir::NoReassocOp>(Op));
}

/// What a bound is computed from, within the construct.
class BoundSources {
public:
  BoundSources(Operation *Construct, bool IsNested)
      : Construct(Construct), IsNested(IsNested) {}

  /// False where the host does not know the value.
  bool add(Value V);

  bool usesClauses() const {
    return llvm::any_of(Clauses, [](Operation *Clause) {
      return !isa<acc::FirstprivateOp>(Clause);
    });
  }
  /// In the order of the construct.
  llvm::ArrayRef<Operation *> operations() const { return Ops.getArrayRef(); }
  llvm::ArrayRef<Operation *> clauses() const { return Clauses.getArrayRef(); }

private:
  bool addLoad(fir::LoadOp Load);
  bool isAssigned(Value Address);

  Operation *Construct;
  /// In a loop that need not have an iteration: what is loaded must be there.
  bool IsNested;
  llvm::SetVector<Operation *> Ops, Clauses;
};

bool BoundSources::add(Value V) {
  if (!Construct->getRegion(0).isAncestor(V.getParentRegion())) {
    Operation *Op = V.getDefiningOp();
    if (hasHostVariable(Op)) {
      Value Variable = acc::getVar(Op);
      Clauses.insert(Op);
      return Variable && Variable.getType() == V.getType() &&
             !(IsNested && mayBeAbsent(Variable));
    }
    // Other addresses may be the device's.
    return fir::isa_trivial(V.getType()) || isa<IndexType>(V.getType()) ||
           (Op && isValueOp(Op) && !fir::isa_ref_type(V.getType()) &&
            !isa<fir::BaseBoxType>(V.getType()));
  }
  Operation *Op = V.getDefiningOp();
  if (!Op || Ops.size() > MostOperations)
    return false;
  if (Ops.contains(Op))
    return true;
  auto Load = dyn_cast<fir::LoadOp>(Op);
  if (!(Load ? addLoad(Load) : isValueOp(Op)) ||
      !llvm::all_of(Op->getOperands(), [&](Value From) { return add(From); }))
    return false;
  Ops.insert(Op);
  return true;
}

bool BoundSources::addLoad(fir::LoadOp Load) {
  if (IsNested && !fir::isa_trivial(Load.getType()))
    return false;
  return !isAssigned(Load.getMemref());
}

/// Whether the construct may change what is at \p Address.
bool BoundSources::isAssigned(Value Address) {
  Value Root = rootOf(Address);
  Operation *Clause = Root.getDefiningOp();
  bool IsGlobal = hasHostVariable(Clause) &&
                  isa_and_nonnull<fir::AddrOfOp>(
                      rootOf(acc::getVar(Clause)).getDefiningOp());
  return Construct
      ->walk([&](Operation *Op) {
        OperationAccesses Made = accessesOf(Op);
        bool Assigns =
            (IsGlobal && Made.WritesOthers) ||
            llvm::any_of(Made.All, [&](const OperationAccess &A) {
              return (A.Writes || A.IsKept) && rootOf(A.Address) == Root;
            });
        return Assigns ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a loop of the construct is reached whatever its data are, but for
/// the number of iterations of loops around it; and whether there are any.
bool isAlwaysReached(Operation *Loop, Operation *Construct, bool &IsNested) {
  IsNested = false;
  for (Operation *Op = Loop->getParentOp(); Op != Construct;
       Op = Op->getParentOp()) {
    if (!isa_and_nonnull<acc::LoopOp, scf::ExecuteRegionOp>(Op) ||
        !llvm::hasSingleElement(Op->getRegion(0)))
      return false;
    IsNested |= isa<acc::LoopOp>(Op);
  }
  return llvm::hasSingleElement(Construct->getRegion(0));
}

/// Makes the operations again that lead to \p V.
Value cloneSources(OpBuilder &Builder, const BoundSources &Sources, Value V,
                   IRMapping &Map) {
  for (Operation *Op : Sources.operations())
    if (!Map.contains(Op->getResult(0)))
      Builder.clone(*Op, Map);
  return Map.lookupOrDefault(V);
}

LoopBounds boundsOf(acc::LoopOp Loop, unsigned Dimension) {
  return {Loop.getLowerbound()[Dimension], Loop.getUpperbound()[Dimension],
          Loop.getStep()[Dimension]};
}

} // namespace

Value createTripCount(fir::FirOpBuilder &Builder, acc::LoopOp Loop, unsigned D,
                      const LoopBounds &Bounds) {
  Location Loc = Loop.getLoc();
  Type I64 = Builder.getI64Type();
  auto Constant = [&](int64_t N) {
    return Builder.createIntegerConstant(Loc, I64, N);
  };
  Value Lower = Builder.createConvert(Loc, I64, Bounds[0]);
  Value Upper = Builder.createConvert(Loc, I64, Bounds[1]);
  Value Step = Builder.createConvert(Loc, I64, Bounds[2]);
  auto Compare = [&](arith::CmpIPredicate P) {
    return arith::CmpIOp::create(Builder, Loc, P, Step, Constant(0));
  };
  // A step of zero is the program's error, not a trap here.
  Value Divisor = arith::SelectOp::create(
      Builder, Loc, Compare(arith::CmpIPredicate::eq), Constant(1), Step);
  Value Distance = arith::SubIOp::create(Builder, Loc, Upper, Lower);
  if (!isClosed(Loop, D))
    Distance = arith::SubIOp::create(
        Builder, Loc, Distance,
        arith::SelectOp::create(Builder, Loc,
                                Compare(arith::CmpIPredicate::slt),
                                Constant(-1), Constant(1)));
  Value Trips = arith::DivSIOp::create(
      Builder, Loc, arith::AddIOp::create(Builder, Loc, Distance, Step),
      Divisor);
  return arith::MaxSIOp::create(Builder, Loc, Trips, Constant(0));
}

llvm::SmallVector<DeviceTripCount>
findDeviceTripCounts(fir::FirOpBuilder &Host, Operation *Construct,
                     llvm::ArrayRef<Operation *> Ops) {
  llvm::SmallVector<DeviceTripCount> Found;
  auto Consider = [&](acc::LoopOp Loop, unsigned D) {
    DeviceTripCount Count{Loop, D, boundsOf(Loop, D), {}};
    bool IsNested;
    if (!isAlwaysReached(Loop, Construct, IsNested))
      return;
    BoundSources Sources(Construct, IsNested);
    if (!llvm::all_of(Count.OnDevice,
                      [&](Value V) { return Sources.add(V); }) ||
        !Sources.usesClauses())
      return;
    IRMapping Map;
    for (Operation *Clause : Sources.clauses())
      Map.map(Clause->getResult(0), acc::getVar(Clause));
    for (unsigned I = 0; I < Count.OnDevice.size(); ++I)
      Count.OnHost[I] = cloneSources(Host, Sources, Count.OnDevice[I], Map);
    Found.push_back(Count);
  };
  for (Operation *Op : Ops)
    Op->walk([&](acc::LoopOp Loop) {
      for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D)
        Consider(Loop, D);
    });
  return Found;
}

void useHostValues(const DeviceTripCount &Count) {
  acc::LoopOp Loop = Count.Loop;
  MutableOperandRange Operands[] = {Loop.getLowerboundMutable(),
                                    Loop.getUpperboundMutable(),
                                    Loop.getStepMutable()};
  for (auto [Of, Known] : llvm::zip(Operands, Count.OnHost))
    Of[Count.Dimension].set(Known);
}

Value createHostTripCount(fir::FirOpBuilder &Host,
                          const DeviceTripCount &Count) {
  return createTripCount(Host, Count.Loop, Count.Dimension, Count.OnHost);
}

void createTripComparison(fir::FirOpBuilder &Device, IRMapping Map,
                          const DeviceTripCount &Count, Operation *Construct,
                          Value OnHost, bool Ends) {
  acc::LoopOp Loop = Count.Loop;
  Location Loc = getLoopLocation(Loop);
  BoundSources Sources(Construct, /*IsNested=*/false);
  LoopBounds Bounds;
  for (Value V : Count.OnDevice)
    (void)Sources.add(V); // found possible before
  for (auto [Made, V] : llvm::zip(Bounds, Count.OnDevice))
    Made = cloneSources(Device, Sources, V, Map);
  PlaceValues Place = placeOf(Device, Loc);
  using Signature = void(const char *, int32_t, int64_t, int64_t, int32_t);
  callRuntime(
      Device, Loc,
      getOrDeclareFunction(Device, Loc, WARPDEV_ACC_COMPARE_TRIPS,
                           AbiFunction<Signature>::get(Device.getContext())),
      {Place.File, Place.Line,
       createTripCount(Device, Loop, Count.Dimension, Bounds), OnHost,
       Device.createIntegerConstant(Loc, Device.getI32Type(), Ends)});
}

} // namespace warpfort::openacc
