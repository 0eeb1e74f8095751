//===-- VectorSubscriptBounds.cpp - Vector subscripts of items of READ ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// READ into an array with vector subscripts is a loop over `fir.array_coor`
/// with a slice, which Flang makes for arrays that begin with 1 (seen in Flang
/// 22). In a dimension with a vector subscript the slice begins with 1, and the
/// subscript counts from the lower bound: the difference is added twice. In one
/// with a triplet without its last subscript that is the extent, and triplets
/// that run backwards begin and end where others do, also in arrays that begin
/// with 1. What is read went to other memory, and had another number of items.
/// The bounds are put right here.
/// Elements of a component behind a vector subscript are at the wrong place,
/// too, and nothing here knows the component's bounds: that is an error.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_VECTORSUBSCRIPTBOUNDSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// A dimension of an array: its lower bound if that may not be 1, and its
/// extent if the shape says it.
struct Dimension {
  Value Origin, Extent;
};

llvm::SmallVector<Dimension> dimensionsOf(fir::ArrayCoorOp Coordinate) {
  llvm::SmallVector<Dimension> Result;
  Value Shape = Coordinate.getShape();
  if (!Shape) {
    Result.resize(Coordinate.getIndices().size());
    return Result;
  }
  if (auto Plain = Shape.getDefiningOp<fir::ShapeOp>()) {
    for (Value Extent : Plain.getExtents())
      Result.push_back({Value(), Extent});
  } else if (auto Shift = Shape.getDefiningOp<fir::ShapeShiftOp>()) {
    for (auto [Origin, Extent] :
         llvm::zip_equal(Shift.getOrigins(), Shift.getExtents()))
      Result.push_back({Origin, Extent});
  } else if (auto Shift = Shape.getDefiningOp<fir::ShiftOp>()) {
    for (Value Origin : Shift.getOrigins())
      Result.push_back({Origin, Value()});
  }
  return Result;
}

/// Whether \p Last of a triplet is what Flang takes where there is none.
bool isExtent(Value Last, const Dimension &Dim) {
  auto Bounds = Last.getDefiningOp<fir::BoxDimsOp>();
  return Last == Dim.Extent || (Bounds && Last == Bounds.getResult(1));
}

/// Whether \p First of a triplet is what Flang takes where there is none: that
/// of the program is converted to an index.
bool isOrigin(Value First, const Dimension &Dim) {
  auto Constant = First.getDefiningOp<arith::ConstantIndexOp>();
  return Dim.Origin ? First == Dim.Origin : Constant && Constant.value() == 1;
}

class Slice {
public:
  Slice(fir::ArrayCoorOp Coordinate, fir::SliceOp Old)
      : Coordinate(Coordinate), Old(Old), Builder(Old), Loc(Old.getLoc()),
        Triples(Old.getTriples()), Behind(Old) {
    Builder.setInsertionPointAfter(Old);
  }

  void correct(llvm::ArrayRef<Dimension> Dimensions);

private:
  void correctTriplet(unsigned Which, const Dimension &Dim);
  Value extentOf(unsigned Which);
  void replaceInCount(Value First, Value Last, Value NewFirst, Value NewLast);

  fir::ArrayCoorOp Coordinate;
  fir::SliceOp Old;
  OpBuilder Builder;
  Location Loc;
  llvm::SmallVector<Value> Triples;
  /// What counts the items of the triplets before, or the slice.
  Operation *Behind;
};

/// The number of the items is computed from the distance of the bounds.
void Slice::replaceInCount(Value First, Value Last, Value NewFirst,
                           Value NewLast) {
  for (Operation *Op = Behind->getNextNode(); Op; Op = Op->getNextNode()) {
    auto Distance = dyn_cast<arith::SubIOp>(Op);
    if (!Distance || Distance.getLhs() != Last || Distance.getRhs() != First)
      continue;
    Distance->setOperands({NewLast, NewFirst});
    Behind = Distance;
    return;
  }
}

/// Of a dimension whose shape does not say it; null if nothing does.
Value Slice::extentOf(unsigned Which) {
  Value Array = Coordinate.getMemref();
  if (!isa<fir::BaseBoxType>(Array.getType()))
    return {};
  Type Index = Builder.getIndexType();
  Value Number = arith::ConstantIndexOp::create(Builder, Loc, Which);
  return fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Array,
                                Number)
      .getExtent();
}

void Slice::correctTriplet(unsigned Which, const Dimension &Dim) {
  unsigned At = 3 * Which;
  Value First = Triples[At], Last = Triples[At + 1], Step = Triples[At + 2];
  bool Begins = isOrigin(First, Dim), Ends = isExtent(Last, Dim);
  auto Known = fir::getIntIfConstant(withoutConversions(Step));
  bool Forward = Known && *Known > 0;
  if ((!Begins && !Ends) || (Forward && (!Ends || !Dim.Origin)))
    return;
  Value Extent = Ends ? Last : Dim.Extent ? Dim.Extent : extentOf(Which);
  if (!Extent)
    return;
  auto Index = [&](Value V) {
    return Builder.createOrFold<fir::ConvertOp>(Loc, Builder.getIndexType(), V);
  };
  Value One = arith::ConstantIndexOp::create(Builder, Loc, 1);
  Value Low = Dim.Origin ? Index(Dim.Origin) : One;
  Value High = arith::SubIOp::create(
      Builder, Loc,
      arith::AddIOp::create(Builder, Loc, Low, Index(Extent)).getResult(), One);
  Value Zero = arith::ConstantIndexOp::create(Builder, Loc, 0);
  Value Backward = arith::CmpIOp::create(
      Builder, Loc, arith::CmpIPredicate::slt, Index(Step), Zero);
  auto Choose = [&](Value IfBackward, Value IfForward) -> Value {
    return arith::SelectOp::create(Builder, Loc, Backward, IfBackward,
                                   IfForward);
  };
  if (Begins)
    Triples[At] = Choose(High, Low);
  if (Ends)
    Triples[At + 1] = Choose(Low, High);
  replaceInCount(First, Last, Triples[At], Triples[At + 1]);
}

void Slice::correct(llvm::ArrayRef<Dimension> Dimensions) {
  for (auto [At, Dim, Index] :
       llvm::enumerate(Dimensions, Coordinate.getIndices())) {
    // A single subscript has no end; triplets are counted by loops.
    if (Triples[3 * At + 1].getDefiningOp<fir::UndefOp>())
      continue;
    if (isa<BlockArgument>(Index))
      correctTriplet(At, Dim);
    else if (Dim.Origin)
      Triples[3 * At] = Builder.createOrFold<fir::ConvertOp>(
          Loc, Triples[3 * At].getType(), Dim.Origin);
  }
  if (!llvm::equal(Triples, Old.getTriples()))
    Coordinate.getSliceMutable().assign(fir::SliceOp::create(
        Builder, Loc, Triples, Old.getFields(), Old.getSubstr()));
}

/// Whether the path behind the elements names elements of a component: Flang
/// counts them from the component's beginning, and gives the subscripts.
bool hasSubscripts(fir::SliceOp Slice) {
  bool BehindArray = false;
  for (Value Step : Slice.getFields()) {
    if (BehindArray)
      return true;
    auto Field = Step.getDefiningOp<fir::FieldIndexOp>();
    auto Record = Field ? dyn_cast<fir::RecordType>(Field.getOnType())
                        : fir::RecordType();
    BehindArray =
        Record && isa<fir::SequenceType>(Record.getType(Field.getFieldId()));
  }
  return false;
}

LogicalResult correctSlice(fir::ArrayCoorOp Coordinate) {
  auto Old = Coordinate.getSlice()
                 ? Coordinate.getSlice().getDefiningOp<fir::SliceOp>()
                 : fir::SliceOp();
  if (Old && hasSubscripts(Old))
    return emitUserError(Coordinate,
                         "READ of elements of a component, of records chosen "
                         "by a vector subscript, is not supported");
  if (Old)
    Slice(Coordinate, Old).correct(dimensionsOf(Coordinate));
  return success();
}

class VectorSubscriptBounds
    : public impl::VectorSubscriptBoundsPassBase<VectorSubscriptBounds> {
public:
  void runOnOperation() override {
    bool Failed = false;
    getOperation().walk([&](fir::ArrayCoorOp Coordinate) {
      Failed |= failed(correctSlice(Coordinate));
    });
    if (Failed)
      signalPassFailure();
  }
};

} // namespace
} // namespace warpfort
