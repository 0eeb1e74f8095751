//===-- DeviceIntrinsics.cpp - Transformational functions -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceIntrinsics.h"
#include "ReductionFold.h"
#include "RuntimeFunctions.h"
#include "Transforms/Common/DeviceData.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using ReduceOp = fir::ReduceOperationEnum;

namespace warpfort {
namespace {

bool isArray(Value V) {
  return V && hlfir::isFortranEntity(V) && hlfir::Entity{V}.getRank() > 0;
}

Value dereference(fir::FirOpBuilder &Builder, Location Loc, Value V) {
  if (!V || !hlfir::isFortranEntity(V))
    return V;
  return hlfir::derefPointersAndAllocatables(Loc, Builder, hlfir::Entity{V});
}

/// A scalar of the host that a kernel reduces into.
Value createTarget(fir::FirOpBuilder &Builder, Location Loc, Value Initial) {
  Value Address = Builder.createTemporary(Loc, Initial.getType());
  Value Variable =
      hlfir::DeclareOp::create(Builder, Loc, Address, ".reduction").getBase();
  fir::StoreOp::create(Builder, Loc, Initial, Variable);
  return Variable;
}

/// The mask's element for the kernel's indices; null if there is no mask.
Value maskElement(fir::FirOpBuilder &Builder, Location Loc,
                  ElementKernel &Kernel, const FoldOperands &In) {
  if (!In.Mask)
    return {};
  return In.maskElement(
      Builder, Loc, [&] { return Kernel.element(In.Mask, Kernel.indices()); });
}

/// Executes \p Then in the kernel where the mask is true.
void underMask(fir::FirOpBuilder &Builder, Location Loc, Value Mask,
               llvm::function_ref<void()> Then) {
  if (!Mask)
    return Then();
  Value Condition = Builder.createConvert(Loc, Builder.getI1Type(), Mask);
  auto If =
      fir::IfOp::create(Builder, Loc, Condition, /*withElseRegion=*/false);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  Then();
}

/// Whether threads share the elements, as on a GPU: a constant for each target.
Value usesThreads(fir::FirOpBuilder &Builder, Location Loc) {
  func::FuncOp Question = getOrDeclareFunction(
      Builder, Loc, WARPDEV_LOOPS_USE_THREADS,
      FunctionType::get(Builder.getContext(), {}, {Builder.getI32Type()}));
  return Builder.createConvert(
      Loc, Builder.getI1Type(),
      fir::CallOp::create(Builder, Loc, Question, ValueRange{}).getResult(0));
}

/// Whether \p Op does no harm where the mask is false: it ends no program, and
/// reads an element that is there. Subscripts that are read may be wrong there.
bool isHarmless(Operation &Op) {
  if (Op.getNumRegions() ||
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(Op))
    return false;
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    llvm::SetVector<Operation *> Users;
    getForwardSlice(Load.getResult(), &Users);
    return isa<fir::BaseBoxType>(Load.getType()) ||
           llvm::none_of(Users, llvm::IsaPred<hlfir::DesignateOp>);
  }
  return isa<hlfir::DesignateOp, fir::ResultOp>(Op) || isMemoryEffectFree(&Op);
}

/// Where threads share the elements, reads and computes what \p Kernel reduces
/// also where the mask is false, and keeps the result as it was: what is read
/// behind a condition waits for the mask, and then alone. Not for more than a
/// few operations.
void evaluateMasked(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel) {
  constexpr size_t MostOperations = 60;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Block &Body = Kernel.getRegion().front();
  Operation *Last = Body.getTerminator()->getPrevNode();
  auto Masked = dyn_cast_or_null<fir::IfOp>(Last);
  if (!Masked || Masked.getNumResults() || !Masked.getElseRegion().empty())
    return;
  Block &Then = Masked.getThenRegion().front();
  auto IsTarget = [&](Value V) {
    return llvm::is_contained(Kernel.getReduceOperands(), V);
  };
  if (Then.getOperations().size() > MostOperations ||
      !llvm::all_of(Then, [&](Operation &Op) {
        auto Store = dyn_cast<fir::StoreOp>(Op);
        return Store ? IsTarget(Store.getMemref()) : isHarmless(Op);
      }))
    return;
  Location Loc = Masked.getLoc();
  Builder.setInsertionPoint(Masked);
  auto Choice = fir::IfOp::create(Builder, Loc, usesThreads(Builder, Loc),
                                  /*withElseRegion=*/true);
  Masked->moveBefore(Choice.getElseRegion().front().getTerminator());
  Builder.setInsertionPointToStart(&Choice.getThenRegion().front());
  IRMapping Map;
  for (Operation &Op : Then.without_terminator()) {
    auto Store = dyn_cast<fir::StoreOp>(Op);
    if (!Store) {
      Builder.clone(Op, Map);
      continue;
    }
    Value Target = Store.getMemref();
    Value Old = fir::LoadOp::create(Builder, Loc, Target);
    fir::StoreOp::create(
        Builder, Loc,
        arith::SelectOp::create(Builder, Loc, Masked.getCondition(),
                                Map.lookupOrDefault(Store.getValue()), Old),
        Target);
  }
}

/// A logical variable of the host that says whether a kernel saw an element.
Value createNote(fir::FirOpBuilder &Builder, Location Loc) {
  Type Logical = fir::LogicalType::get(Builder.getContext(), 4);
  return createTarget(
      Builder, Loc,
      Builder.createConvert(Loc, Logical, Builder.createBool(Loc, false)));
}

void noteElement(fir::FirOpBuilder &Builder, Location Loc, Value Found) {
  Value Before = Builder.createConvert(
      Loc, Builder.getI1Type(), fir::LoadOp::create(Builder, Loc, Found));
  Value Any =
      arith::OrIOp::create(Builder, Loc, Before, Builder.createBool(Loc, true));
  fir::StoreOp::create(
      Builder, Loc,
      Builder.createConvert(Loc, fir::unwrapRefType(Found.getType()), Any),
      Found);
}

} // namespace

bool lowerReduction(const DeviceData &Data, fir::FirOpBuilder &Builder,
                    Operation *Op) {
  auto Kind = foldOf(Op);
  if (!Kind || Op->getNumResults() != 1 ||
      !fir::isa_trivial(Op->getResult(0).getType()))
    return false;
  FoldOperands In = foldOperandsOf(Op);
  RuntimeOperands Operands(Op);
  Type Result = Op->getResult(0).getType();
  Location Loc = Op->getLoc();
  if (!isArray(In.Array))
    return false;
  Type Element = *Kind == Fold::Count || In.Other
                     ? Result
                     : hlfir::getFortranElementType(In.Array.getType());
  if (!Folder::takes(*Kind, Element))
    return false;
  Builder.setInsertionPoint(Op);
  In.Array = dereference(Builder, Loc, In.Array);
  In.Other = dereference(Builder, Loc, In.Other);
  In.Mask = dereference(Builder, Loc, In.Mask);
  Folder F(Builder, Loc, *Kind, Element);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, In.Array);
  Value Total = createTarget(Builder, Loc, F.neutral());
  llvm::SmallVector<KernelReduction> Reductions{{Total, F.op()}};
  // The result for no elements is not that of elements that are infinite.
  Value Empty = F.emptyResult(), Found;
  if (Empty) {
    Found = createNote(Builder, Loc);
    Reductions.push_back({Found, ReduceOp::OR});
  }
  {
    ElementKernel Kernel(Data, Builder, Loc, Extents, Reductions);
    Value Mask = maskElement(Builder, Loc, Kernel, In);
    underMask(Builder, Loc, Mask, [&] {
      Value X = Kernel.element(In.Array, Kernel.indices());
      Value New = In.Other
                      ? F.product(X, Kernel.element(In.Other, Kernel.indices()),
                                  /*Conjugates=*/true)
                      : F.contribution(X);
      Value Old = fir::LoadOp::create(Builder, Loc, Total);
      fir::StoreOp::create(Builder, Loc, F.combine(Old, New), Total);
      if (Found)
        noteElement(Builder, Loc, Found);
    });
    if (!Kernel.resolve())
      return false;
    evaluateMasked(Builder, Kernel.op());
    Kernel.finish();
  }
  Value Value = fir::LoadOp::create(Builder, Loc, Total);
  if (Empty) {
    mlir::Value Any = Builder.createConvert(
        Loc, Builder.getI1Type(), fir::LoadOp::create(Builder, Loc, Found));
    Value = arith::SelectOp::create(Builder, Loc, Any, Value, Empty);
  }
  Op->getResult(0).replaceAllUsesWith(
      Builder.createConvert(Loc, Result, Value));
  Op->erase();
  Operands.erase();
  return true;
}

//===-- NORM2 of a whole array --------------------------------------------===//

/// What a kernel folds of \p Contribution of each element, in double precision.
/// Null if it cannot evaluate the elements.
static Value foldDoubles(const DeviceData &Data, fir::FirOpBuilder &Builder,
                         Location Loc, Value Array,
                         llvm::ArrayRef<Value> Extents, Fold Kind,
                         llvm::function_ref<Value(Value)> Contribution) {
  Type Double = Builder.getF64Type();
  Folder F(Builder, Loc, Kind, Double);
  // Neither sums nor magnitudes are less.
  Value Total =
      createTarget(Builder, Loc, Builder.createRealConstant(Loc, Double, 0));
  ElementKernel Kernel(Data, Builder, Loc, Extents, {{Total, F.op()}});
  Value X = Contribution(Builder.createConvert(
      Loc, Double, Kernel.element(Array, Kernel.indices())));
  Value Old = fir::LoadOp::create(Builder, Loc, Total);
  fir::StoreOp::create(Builder, Loc, F.combine(Old, X), Total);
  if (!Kernel.resolve())
    return {};
  Kernel.finish();
  return fir::LoadOp::create(Builder, Loc, Total);
}

/// The sum of the squares of the elements, each divided by \p Scale if there is
/// one. The squares of REAL(4) neither overflow nor underflow.
static Value sumSquares(const DeviceData &Data, fir::FirOpBuilder &Builder,
                        Location Loc, Value Array,
                        llvm::ArrayRef<Value> Extents, Value Scale) {
  return foldDoubles(Data, Builder, Loc, Array, Extents, Fold::Sum,
                     [&](Value X) -> Value {
                       if (Scale)
                         X = arith::DivFOp::create(Builder, Loc, X, Scale);
                       return arith::MulFOp::create(Builder, Loc, X, X);
                     });
}

/// The largest magnitude.
static Value largest(const DeviceData &Data, fir::FirOpBuilder &Builder,
                     Location Loc, Value Array, llvm::ArrayRef<Value> Extents) {
  return foldDoubles(
      Data, Builder, Loc, Array, Extents, Fold::Max,
      [&](Value X) -> Value { return math::AbsFOp::create(Builder, Loc, X); });
}

/// The root of \p Sum, the squares of REAL(8).
static Value safeRoot(const DeviceData &Data, fir::FirOpBuilder &Builder,
                      Location Loc, Value Array, llvm::ArrayRef<Value> Extents,
                      Value Sum, Value Root) {
  auto Again = [&] {
    ScaledNorm Norm(Builder, Loc, largest(Data, Builder, Loc, Array, Extents));
    Value Squares =
        sumSquares(Data, Builder, Loc, Array, Extents, Norm.scale());
    fir::ResultOp::create(Builder, Loc, Norm.root(Squares));
  };
  return Builder
      .genIfOp(Loc, {Builder.getF64Type()},
               ScaledNorm::isSafe(Builder, Loc, Sum), /*withElseRegion=*/true)
      .genThen([&] { fir::ResultOp::create(Builder, Loc, Root); })
      .genElse(Again)
      .getResults()
      .front();
}

bool lowerNorm(const DeviceData &Data, fir::FirOpBuilder &Builder,
               Operation *Op) {
  const RuntimeFunction *Function = RuntimeFunction::find(Op);
  if (!Function || Function->Function != RuntimeFunction::Norm ||
      Op->getNumResults() != 1)
    return false;
  Value Array = foldOperandsOf(Op).Array;
  RuntimeOperands Operands(Op);
  Type Result = Op->getResult(0).getType();
  if (!isArray(Array) || !(Result.isF32() || Result.isF64()))
    return false;
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  Array = dereference(Builder, Loc, Array);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  Value Sum = sumSquares(Data, Builder, Loc, Array, Extents, /*Scale=*/{});
  if (!Sum)
    return false;
  Value Root = math::SqrtOp::create(Builder, Loc, Sum);
  Root = Result.isF64()
             ? safeRoot(Data, Builder, Loc, Array, Extents, Sum, Root)
             : Builder.createConvert(Loc, Result, Root);
  Op->getResult(0).replaceAllUsesWith(Root);
  Op->erase();
  Operands.erase();
  return true;
}

//===-- MAXLOC and MINLOC of a whole array --------------------------------===//

/// The number of the element at \p Indices in array order, from one.
static Value elementNumber(fir::FirOpBuilder &Builder, Location Loc,
                           llvm::ArrayRef<Value> Indices,
                           llvm::ArrayRef<Value> Extents) {
  Type I64 = Builder.getI64Type();
  Value At;
  for (unsigned Dim = Extents.size(); Dim-- > 0;) {
    Value Index = Builder.createConvert(Loc, I64, Indices[Dim]);
    if (At) {
      Value Extent = Builder.createConvert(Loc, I64, Extents[Dim]);
      Value One = Builder.createIntegerConstant(Loc, I64, 1);
      At = arith::SubIOp::create(Builder, Loc, At, One);
      At = arith::MulIOp::create(Builder, Loc, At, Extent);
      At = arith::AddIOp::create(Builder, Loc, At, Index);
    } else {
      At = Index;
    }
  }
  return At;
}

static Value isEqual(fir::FirOpBuilder &Builder, Location Loc, Value X,
                     Value Y) {
  if (isa<FloatType>(X.getType()))
    return arith::CmpFOp::create(Builder, Loc, arith::CmpFPredicate::OEQ, X, Y);
  return arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq, X, Y);
}

/// Elements with their places as numbers of 128 bits, of which the greatest is
/// that of the element that is looked for: above the value's order, below the
/// place, from the end of all places for the first one. Zeros of both signs are
/// equal, and NaN is less than all numbers; of NaN it is the first place.
class PlacedValues {
public:
  PlacedValues(fir::FirOpBuilder &Builder, Location Loc, bool Max, bool Back)
      : Builder(Builder), Loc(Loc), Max(Max), Back(Back),
        F(Builder, Loc, Fold::Max, Builder.getIntegerType(128)) {}

  static bool takes(Type Of) {
    return isa<FloatType, IntegerType>(Of) && Of.getIntOrFloatBitWidth() <= 64;
  }

  Folder &folder() { return F; }

  Value make(Value X, Value At) {
    auto [Order, IsNaN] = orderOf(X);
    Value FromEnd = complement(At);
    Value Place =
        !Back   ? FromEnd
        : IsNaN ? arith::SelectOp::create(Builder, Loc, IsNaN, FromEnd, At)
                      .getResult()
                : At;
    Type Whole = F.total();
    Value Upper = arith::ExtSIOp::create(Builder, Loc, Whole, Order);
    Value Lower = arith::ExtUIOp::create(Builder, Loc, Whole, Place);
    return arith::OrIOp::create(
        Builder, Loc, arith::ShLIOp::create(Builder, Loc, Upper, half()),
        Lower);
  }

  /// The place in the number of an element of type \p Of.
  Value placeOf(Value Number, Type Of) {
    Type I64 = Builder.getI64Type();
    Value Place = arith::TruncIOp::create(Builder, Loc, I64, Number);
    Value FromEnd = complement(Place);
    if (!Back)
      return FromEnd;
    if (!isa<FloatType>(Of))
      return Place;
    Value Order = arith::TruncIOp::create(
        Builder, Loc, I64,
        arith::ShRUIOp::create(Builder, Loc, Number, half()));
    return arith::SelectOp::create(
        Builder, Loc, isEqual(Builder, Loc, Order, ofNaN()), FromEnd, Place);
  }

private:
  Value half() { return Builder.createIntegerConstant(Loc, F.total(), 64); }
  Value ofNaN() {
    return Builder.createIntegerConstant(Loc, Builder.getI64Type(), INT64_MIN);
  }
  Value complement(Value V) {
    return arith::XOrIOp::create(
        Builder, Loc, V, Builder.createIntegerConstant(Loc, V.getType(), -1));
  }

  /// A number of 64 bits that is greater for what is looked for, and whether X
  /// is NaN; null for integers.
  std::pair<Value, Value> orderOf(Value X) {
    Type I64 = Builder.getI64Type();
    Value Order = X, IsNaN;
    if (auto Real = dyn_cast<FloatType>(X.getType())) {
      IsNaN =
          arith::CmpFOp::create(Builder, Loc, arith::CmpFPredicate::UNO, X, X);
      // Minus zero becomes zero.
      X = arith::AddFOp::create(
          Builder, Loc, X, Builder.createRealConstant(Loc, Real, uint64_t{0}));
      unsigned Bits = Real.getWidth();
      Type T = Builder.getIntegerType(Bits);
      Value Image = arith::BitcastOp::create(Builder, Loc, T, X);
      Value Sign = arith::ShRSIOp::create(
          Builder, Loc, Image, Builder.createIntegerConstant(Loc, T, Bits - 1));
      auto Magnitude = llvm::APInt::getSignedMaxValue(Bits);
      Value Flipped = arith::AndIOp::create(
          Builder, Loc, Sign,
          Builder.createIntegerConstant(Loc, T, Magnitude.getSExtValue()));
      Order = arith::XOrIOp::create(Builder, Loc, Image, Flipped);
    }
    if (Order.getType() != I64)
      Order = arith::ExtSIOp::create(Builder, Loc, I64, Order);
    if (!Max)
      Order = complement(Order);
    if (IsNaN)
      Order = arith::SelectOp::create(Builder, Loc, IsNaN, ofNaN(), Order);
    return {Order, IsNaN};
  }

  fir::FirOpBuilder &Builder;
  Location Loc;
  bool Max, Back;
  Folder F;
};

/// What the first kernel finds: values with their places where threads share
/// the elements, else the largest or least element, which vectors find faster.
struct Extremum {
  Value Best;   ///< null: a kernel cannot evaluate the elements
  Value Placed; ///< neutral where it was not looked for; null: likewise
};

static Extremum findExtremum(const DeviceData &Data, fir::FirOpBuilder &Builder,
                             Location Loc, Folder &F, PlacedValues &Places,
                             const FoldOperands &In,
                             llvm::ArrayRef<Value> Extents) {
  bool HasPlaces = PlacedValues::takes(F.total());
  Value Best = createTarget(Builder, Loc, F.neutral()), Placed;
  llvm::SmallVector<KernelReduction> Targets{{Best, F.op()}};
  if (HasPlaces) {
    Placed = createTarget(Builder, Loc, Places.folder().neutral());
    Targets.push_back({Placed, Places.folder().op()});
  }
  ElementKernel Kernel(Data, Builder, Loc, Extents, Targets);
  Value Mask = maskElement(Builder, Loc, Kernel, In);
  underMask(Builder, Loc, Mask, [&] {
    Value X = Kernel.element(In.Array, Kernel.indices());
    auto Fold = [&](Folder &By, Value Target, Value New) {
      Value Old = fir::LoadOp::create(Builder, Loc, Target);
      fir::StoreOp::create(Builder, Loc, By.combine(Old, New), Target);
    };
    if (!HasPlaces)
      return Fold(F, Best, X);
    Builder.genIfOp(Loc, {}, usesThreads(Builder, Loc), /*withElseRegion=*/true)
        .genThen([&] {
          Value At = elementNumber(Builder, Loc, Kernel.indices(), Extents);
          Value Total = Builder.createConvert(Loc, F.total(), X);
          Fold(Places.folder(), Placed, Places.make(Total, At));
        })
        .genElse([&] { Fold(F, Best, X); })
        .end();
  });
  if (!Kernel.resolve())
    return {};
  Kernel.finish();
  return {fir::LoadOp::create(Builder, Loc, Best),
          HasPlaces ? fir::LoadOp::create(Builder, Loc, Placed) : Value()};
}

/// The first or last place of \p Wanted; if there is none, since all elements
/// are NaN, the first of them.
static Value findPlace(const DeviceData &Data, fir::FirOpBuilder &Builder,
                       Location Loc, Folder &F, const FoldOperands &In,
                       bool Back, Value Wanted, llvm::ArrayRef<Value> Extents) {
  Type I64 = Builder.getI64Type();
  Folder Place(Builder, Loc, Back ? Fold::Max : Fold::Min, I64);
  Folder Lowest(Builder, Loc, Fold::Min, I64);
  Value None = Lowest.neutral();
  Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
  Value Found = createTarget(Builder, Loc, Back ? Zero : None);
  Value First = createTarget(Builder, Loc, None);
  {
    ElementKernel Kernel(Data, Builder, Loc, Extents,
                         {{Found, Place.op()}, {First, Lowest.op()}});
    Value At = elementNumber(Builder, Loc, Kernel.indices(), Extents);
    auto Note = [&](Folder &By, Value Target) {
      Value Old = fir::LoadOp::create(Builder, Loc, Target);
      fir::StoreOp::create(Builder, Loc, By.combine(Old, At), Target);
    };
    Value Mask = maskElement(Builder, Loc, Kernel, In);
    underMask(Builder, Loc, Mask, [&] {
      Note(Lowest, First);
      Value X = Builder.createConvert(
          Loc, F.total(), Kernel.element(In.Array, Kernel.indices()));
      underMask(Builder, Loc, isEqual(Builder, Loc, X, Wanted),
                [&] { Note(Place, Found); });
    });
    if (!Kernel.resolve())
      return {};
    Kernel.finish();
  }
  auto Known = [&](Value V, Value Unknown, Value Otherwise) -> Value {
    Value IsUnknown = isEqual(Builder, Loc, V, Unknown);
    return arith::SelectOp::create(Builder, Loc, IsUnknown, Otherwise, V);
  };
  First = Known(fir::LoadOp::create(Builder, Loc, First), None, Zero);
  return Known(fir::LoadOp::create(Builder, Loc, Found), Back ? Zero : None,
               First);
}

/// The first or last element in array order that the function finds, counted
/// from one; zero if there is none.
static Value findLocation(const DeviceData &Data, fir::FirOpBuilder &Builder,
                          Location Loc, Fold Kind, const FoldOperands &In,
                          bool Back, llvm::ArrayRef<Value> Extents) {
  Folder F(Builder, Loc, Kind,
           hlfir::getFortranElementType(In.Array.getType()));
  PlacedValues Places(Builder, Loc, Kind == Fold::Max, Back);
  Extremum Found = findExtremum(Data, Builder, Loc, F, Places, In, Extents);
  if (!Found.Best)
    return {};
  if (!Found.Placed)
    return findPlace(Data, Builder, Loc, F, In, Back, Found.Best, Extents);
  bool CanFind = true;
  Value IsUnknown =
      isEqual(Builder, Loc, Found.Placed, Places.folder().neutral());
  Value At =
      Builder
          .genIfOp(Loc, {Builder.getI64Type()}, IsUnknown,
                   /*withElseRegion=*/true)
          .genThen([&] {
            Value Place =
                findPlace(Data, Builder, Loc, F, In, Back, Found.Best, Extents);
            CanFind = Place != nullptr;
            if (!CanFind)
              Place =
                  Builder.createIntegerConstant(Loc, Builder.getI64Type(), 0);
            fir::ResultOp::create(Builder, Loc, Place);
          })
          .genElse([&] {
            fir::ResultOp::create(Builder, Loc,
                                  Places.placeOf(Found.Placed, F.total()));
          })
          .getResults()
          .front();
  return CanFind ? At : Value();
}

static std::optional<bool> constantLogical(Value V) {
  V = withoutConversions(V);
  if (auto Constant = fir::getIntIfConstant(V))
    return *Constant != 0;
  return std::nullopt;
}

/// An expression with the subscripts of element \p At, which are zeros if that
/// is zero.
static Value subscriptsOf(fir::FirOpBuilder &Builder, Location Loc, Value At,
                          llvm::ArrayRef<Value> Extents, hlfir::ExprType Expr) {
  auto Rank = static_cast<int64_t>(Extents.size());
  Type Kinds = Expr.getElementType();
  Type I64 = Builder.getI64Type();
  Value One = Builder.createIntegerConstant(Loc, I64, 1);
  Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
  Value IsNone = isEqual(Builder, Loc, At, Zero);
  Value Left = arith::SubIOp::create(Builder, Loc, At, One);
  Value Count =
      Builder.createIntegerConstant(Loc, Builder.getIndexType(), Rank);
  Value Shape = fir::ShapeOp::create(Builder, Loc, ValueRange{Count});
  hlfir::Entity Places{hlfir::DeclareOp::create(
                           Builder, Loc,
                           Builder.createConvert(
                               Loc,
                               Builder.getRefType(fir::SequenceType::get(
                                   Expr.getShape(), Kinds)),
                               Builder.createTemporary(
                                   Loc, fir::SequenceType::get({Rank}, Kinds))),
                           ".location", Shape)
                           .getBase()};
  for (int64_t Dim = 0; Dim < Rank; ++Dim) {
    // An extent of zero leaves no place to divide up.
    Value Extent = arith::MaxSIOp::create(
        Builder, Loc, Builder.createConvert(Loc, I64, Extents[Dim]), One);
    Value Offset =
        Dim + 1 == Rank
            ? Left
            : arith::RemSIOp::create(Builder, Loc, Left, Extent).getResult();
    if (Dim + 1 < Rank)
      Left = arith::DivSIOp::create(Builder, Loc, Left, Extent);
    Value Subscript = arith::SelectOp::create(
        Builder, Loc, IsNone, Zero,
        arith::AddIOp::create(Builder, Loc, Offset, One));
    Value Index =
        Builder.createIntegerConstant(Loc, Builder.getIndexType(), Dim + 1);
    fir::StoreOp::create(Builder, Loc,
                         Builder.createConvert(Loc, Kinds, Subscript),
                         hlfir::getElementAt(Loc, Builder, Places, {Index}));
  }
  return hlfir::AsExprOp::create(Builder, Loc, Places);
}

//===-- FINDLOC of a whole array ------------------------------------------===//

Value isFound(fir::FirOpBuilder &Builder, Location Loc, Value X, Value Wanted) {
  Type T = X.getType(), U = Wanted.getType();
  if (isa<fir::LogicalType>(T) && isa<fir::LogicalType>(U)) {
    Type Bit = Builder.getI1Type();
    return arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq,
                                 Builder.createConvert(Loc, Bit, X),
                                 Builder.createConvert(Loc, Bit, Wanted));
  }
  Type Wider = T.getIntOrFloatBitWidth() < U.getIntOrFloatBitWidth() ? U : T;
  return isEqual(Builder, Loc, Builder.createConvert(Loc, Wider, X),
                 Builder.createConvert(Loc, Wider, Wanted));
}

Value wantedOf(fir::FirOpBuilder &Builder, Operation *Call, Type Element) {
  Value Address = ArrayOperand(Call->getOperand(2)).Array;
  Type T = fir::dyn_cast_ptrEleTy(Address.getType());
  auto IsNarrow = [](Type T) { return T.getIntOrFloatBitWidth() <= 64; };
  bool AreComparable =
      T && ((isa<IntegerType>(T) && isa<IntegerType>(Element) && IsNarrow(T) &&
             IsNarrow(Element)) ||
            (isa<FloatType>(T) && isa<FloatType>(Element) && IsNarrow(T) &&
             IsNarrow(Element)) ||
            (isa<fir::LogicalType>(T) && isa<fir::LogicalType>(Element)));
  return AreComparable ? fir::LoadOp::create(Builder, Call->getLoc(), Address)
                       : Value();
}

/// The first or last element in array order that has a value, counted from one;
/// zero if there is none. Null if a kernel cannot evaluate the elements.
static Value findValue(const DeviceData &Data, fir::FirOpBuilder &Builder,
                       Location Loc, const FoldOperands &In, Value Wanted,
                       bool Back, llvm::ArrayRef<Value> Extents) {
  Folder Place(Builder, Loc, Back ? Fold::Max : Fold::Min,
               Builder.getI64Type());
  Value Zero = Builder.createIntegerConstant(Loc, Builder.getI64Type(), 0);
  Value None = Back ? Zero : Place.neutral();
  Value Found = createTarget(Builder, Loc, None);
  ElementKernel Kernel(Data, Builder, Loc, Extents, {{Found, Place.op()}});
  Value At = elementNumber(Builder, Loc, Kernel.indices(), Extents);
  Value Mask = maskElement(Builder, Loc, Kernel, In);
  underMask(Builder, Loc, Mask, [&] {
    Value X = Kernel.element(In.Array, Kernel.indices());
    underMask(Builder, Loc, isFound(Builder, Loc, X, Wanted), [&] {
      Value Old = fir::LoadOp::create(Builder, Loc, Found);
      fir::StoreOp::create(Builder, Loc, Place.combine(Old, At), Found);
    });
  });
  if (!Kernel.resolve())
    return {};
  Kernel.finish();
  Value Result = fir::LoadOp::create(Builder, Loc, Found);
  return arith::SelectOp::create(
      Builder, Loc, isEqual(Builder, Loc, Result, None), Zero, Result);
}

/// With DIM= and an array of rank one, too, whose result is a scalar.
static bool lowerFindloc(const DeviceData &Data, fir::FirOpBuilder &Builder,
                         Operation *Op) {
  FoldOperands In = foldOperandsOf(Op);
  RuntimeOperands Operands(Op);
  RuntimeResult Result;
  auto Back = constantLogical(Op->getOperands().back());
  if (!isArray(In.Array) || !Back || !Result.find(cast<fir::CallOp>(Op)) ||
      (In.Dim && Result.expression()))
    return false;
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  Value Wanted =
      wantedOf(Builder, Op, hlfir::getFortranElementType(In.Array.getType()));
  if (!Wanted)
    return false;
  In.Array = dereference(Builder, Loc, In.Array);
  In.Mask = dereference(Builder, Loc, In.Mask);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, In.Array);
  Value At = findValue(Data, Builder, Loc, In, Wanted, *Back, Extents);
  if (!At)
    return false;
  Value New;
  if (hlfir::ExprType Expr = Result.expression())
    New = subscriptsOf(Builder, Loc, At, Extents, Expr);
  else
    New = Builder.createConvert(Loc, Result.scalar(), At);
  auto Rank = static_cast<int64_t>(Extents.size());
  Result.replace(
      Builder, New,
      Builder.createIntegerConstant(Loc, Builder.getIndexType(), Rank));
  Op->erase();
  Operands.erase();
  return true;
}

bool lowerLocation(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   Operation *Op) {
  const RuntimeFunction *Function = RuntimeFunction::find(Op);
  if (Function && Function->Function == RuntimeFunction::Location)
    return lowerFindloc(Data, Builder, Op);
  if (!isa<hlfir::MaxlocOp, hlfir::MinlocOp>(Op))
    return false;
  Value BackValue = isa<hlfir::MaxlocOp>(Op)
                        ? cast<hlfir::MaxlocOp>(Op).getBack()
                        : cast<hlfir::MinlocOp>(Op).getBack();
  FoldOperands In = foldOperandsOf(Op);
  Fold Kind = isa<hlfir::MaxlocOp>(Op) ? Fold::Max : Fold::Min;
  unsigned Rank = hlfir::Entity{In.Array}.getRank();
  Type Element = hlfir::getFortranElementType(In.Array.getType());
  auto Back = BackValue ? constantLogical(BackValue) : std::optional(false);
  if (!Back || !Folder::takes(Kind, Element) || (In.Dim && Rank > 1))
    return false;
  Type Result = Op->getResult(0).getType();
  Type Kinds = hlfir::getFortranElementType(Result);
  auto Expr = dyn_cast<hlfir::ExprType>(Result);
  if (Expr && Expr != hlfir::ExprType::get(Builder.getContext(),
                                           {static_cast<int64_t>(Rank)}, Kinds,
                                           /*polymorphic=*/false))
    return false;
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  In.Array = dereference(Builder, Loc, In.Array);
  In.Mask = dereference(Builder, Loc, In.Mask);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, In.Array);
  Value At = findLocation(Data, Builder, Loc, Kind, In, *Back, Extents);
  if (!At)
    return false;
  if (!Expr) {
    Op->getResult(0).replaceAllUsesWith(Builder.createConvert(Loc, Kinds, At));
    Op->erase();
    return true;
  }
  Op->getResult(0).replaceAllUsesWith(
      subscriptsOf(Builder, Loc, At, Extents, Expr));
  Op->erase();
  return true;
}

} // namespace warpfort
