//===-- ElementalFunctions.cpp - Array-valued functions by elements -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Transformational functions with an array result as elemental expressions,
/// each of whose elements one thread computes:
///
///     sum(a, dim=2)(i)  ->  loop over k: s = s + a(i, k)
///     matmul(a, b)(i,j) ->  loop over k: s = s + a(i, k)*b(k, j)
///     transpose(a)(i,j) ->  a(j, i)
///
//===----------------------------------------------------------------------===//
#include "DeviceIntrinsics.h"
#include "ReductionFold.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
namespace {

class FunctionElements {
public:
  FunctionElements(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   Operation *Op)
      : Data(Data), Builder(Builder), Op(Op), Loc(Op->getLoc()) {}

  bool make();

private:
  using Element = llvm::function_ref<Value(ValueRange)>;
  bool emit(llvm::ArrayRef<Value> Extents, Element At);
  Value read(Value Array, ValueRange At);
  Value operand(Value V);
  Value constant(int64_t N) {
    return Builder.createIntegerConstant(Loc, Builder.getIndexType(), N);
  }
  llvm::SmallVector<Value>
  loop(Value Extent, ValueRange Initial,
       llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> Step);

  /// The operands of a reduction with DIM=, and the extents of its result.
  struct AlongDim {
    Value Array, Mask;
    unsigned Over; // the dimension that is reduced, from 0
    Value Length;  // of that dimension
    llvm::SmallVector<Value> Extents;
  };
  std::optional<AlongDim> alongDim(const FoldOperands &In, Fold Kind, Type Of);
  bool fold();
  bool location();
  bool matmul(hlfir::MatmulOp Matmul);
  bool transpose(hlfir::TransposeOp Transpose);
  bool reshape(hlfir::ReshapeOp Reshape);
  bool cshift(hlfir::CShiftOp Shift);

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
  Operation *Op;
  Location Loc;
};

/// Whether an element of the expression costs a loop.
bool hasLoops(Value Expr) {
  auto Elemental = Expr.getDefiningOp<hlfir::ElementalOp>();
  return Elemental && Elemental
                          .walk([](Operation *Inner) {
                            auto Apply = dyn_cast<hlfir::ApplyOp>(Inner);
                            return isa<fir::DoLoopOp>(Inner) ||
                                           (Apply && hasLoops(Apply.getExpr()))
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
}

Value FunctionElements::read(Value Array, ValueRange At) {
  hlfir::Entity Entity{Array};
  if (!Entity.isScalar())
    Entity = hlfir::getElementAt(Loc, Builder, Entity, At);
  return hlfir::loadTrivialScalar(Loc, Builder, Entity);
}

/// An operand each element of which is read many times: what costs a loop is
/// computed once, into a device array.
Value FunctionElements::operand(Value V) {
  if (!hasLoops(V) || !dependsOnDevice(Data, V))
    return hlfir::derefPointersAndAllocatables(Loc, Builder, hlfir::Entity{V});
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, V);
  auto Before = Builder.saveInsertionPoint();
  DeviceArray Values;
  {
    ElementKernel Kernel(Data, Builder, Loc, Extents);
    auto Marker = hlfir::NoReassocOp::create(
        Builder, Loc, Kernel.element(V, Kernel.indices()));
    if (!Kernel.resolve()) {
      Builder.restoreInsertionPoint(Before);
      return {};
    }
    Builder.setInsertionPoint(Kernel.op());
    Values = createDeviceArray(Builder, Loc, Marker.getType(), Extents);
    hlfir::Entity Target = hlfir::derefPointersAndAllocatables(
        Loc, Builder, hlfir::Entity{Values.Variable});
    Value Result = Marker.getVal();
    Marker.erase();
    Builder.setInsertionPoint(Kernel.body()->getTerminator());
    fir::StoreOp::create(
        Builder, Loc, Result,
        hlfir::getElementAt(Loc, Builder, Target, Kernel.indices()));
    Kernel.finish();
  }
  Builder.setInsertionPointAfter(lastUse(Op));
  freeCopy(Builder, Loc, Values.Storage);
  Builder.setInsertionPoint(Op);
  return hlfir::derefPointersAndAllocatables(Loc, Builder,
                                             hlfir::Entity{Values.Variable});
}

bool FunctionElements::emit(llvm::ArrayRef<Value> Extents, Element At) {
  auto Type = cast<hlfir::ExprType>(Op->getResult(0).getType());
  Value Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  auto Elemental = hlfir::genElementalOp(
      Loc, Builder, Type.getElementType(), Shape, /*typeParams=*/{},
      [&](Location, fir::FirOpBuilder &, ValueRange Indices) {
        return hlfir::Entity{
            Builder.createConvert(Loc, Type.getElementType(), At(Indices))};
      },
      /*isUnordered=*/true, /*polymorphicMold=*/{}, Type);
  Op->getResult(0).replaceAllUsesWith(Elemental);
  Op->erase();
  return true;
}

llvm::SmallVector<Value> FunctionElements::loop(
    Value Extent, ValueRange Initial,
    llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> Step) {
  Value One = constant(1);
  auto Loop = fir::DoLoopOp::create(
      Builder, Loc, One, Builder.createConvert(Loc, One.getType(), Extent), One,
      /*unordered=*/false, /*finalCountValue=*/false, Initial);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(Loop.getBody());
  fir::ResultOp::create(Builder, Loc,
                        Step(Loop.getInductionVar(), Loop.getRegionIterArgs()));
  return {Loop.getResults().begin(), Loop.getResults().end()};
}

/// Subscripts with one more in dimension \p Dim, counted from zero.
llvm::SmallVector<Value> withIndex(ValueRange Indices, unsigned Dim, Value K) {
  llvm::SmallVector<Value> All(Indices);
  All.insert(All.begin() + Dim, K);
  return All;
}

std::optional<FunctionElements::AlongDim>
FunctionElements::alongDim(const FoldOperands &In, Fold Kind, Type Of) {
  auto Dim = In.Dim ? fir::getIntIfConstant(In.Dim) : std::nullopt;
  int64_t Rank = hlfir::Entity{In.Array}.getRank();
  if (!Dim || *Dim < 1 || *Dim > Rank || !Folder::takes(Kind, Of))
    return std::nullopt;
  AlongDim Found;
  Found.Array = operand(In.Array);
  Found.Mask = In.Mask ? operand(In.Mask) : Value();
  if (!Found.Array || (In.Mask && !Found.Mask))
    return std::nullopt;
  Found.Over = *Dim - 1;
  Found.Extents = extentsOf(Builder, Loc, Found.Array);
  Found.Length = Found.Extents[Found.Over];
  Found.Extents.erase(Found.Extents.begin() + Found.Over);
  return Found;
}

/// SUM, MAXVAL, ANY, ... with DIM=.
bool FunctionElements::fold() {
  Fold Kind = *foldOf(Op);
  FoldOperands In = foldOperandsOf(Op);
  Type Result = hlfir::getFortranElementType(Op->getResult(0).getType());
  Type Of = Kind == Fold::Count
                ? Result
                : hlfir::getFortranElementType(In.Array.getType());
  if (In.Other)
    return false;
  std::optional<AlongDim> Operands = alongDim(In, Kind, Of);
  if (!Operands)
    return false;
  auto &[Array, Mask, Over, Length, Extents] = *Operands;
  return emit(Extents, [&](ValueRange Indices) {
    Folder F(Builder, Loc, Kind, Of);
    Value Empty = F.emptyResult();
    llvm::SmallVector<Value> Initial{F.neutral()};
    if (Empty)
      Initial.push_back(Builder.createBool(Loc, false));
    auto Totals = loop(Length, Initial, [&](Value K, ValueRange Old) {
      llvm::SmallVector<Value> At = withIndex(Indices, Over, K);
      llvm::SmallVector<Value> New{
          F.combine(Old[0], F.contribution(read(Array, At)))};
      if (Empty)
        New.push_back(Builder.createBool(Loc, true));
      if (Mask) {
        Value Counts =
            In.maskElement(Builder, Loc, [&] { return read(Mask, At); });
        for (auto [N, O] : llvm::zip_equal(New, Old))
          N = arith::SelectOp::create(Builder, Loc, Counts, N, O);
      }
      return New;
    });
    return Empty ? arith::SelectOp::create(Builder, Loc, Totals[1], Totals[0],
                                           Empty)
                       .getResult()
                 : Totals[0];
  });
}

/// Whether \p X takes the place of \p Old, the greatest or least element so
/// far: one that equals it if \p Last, and a number that of one that is NaN.
static Value replacesExtreme(fir::FirOpBuilder &Builder, Location Loc, bool Max,
                             Value X, Value Old, Value Last) {
  bool IsReal = isa<FloatType>(X.getType());
  auto Compare = [&](arith::CmpFPredicate Reals, arith::CmpIPredicate Integers,
                     Value A, Value B) -> Value {
    if (IsReal)
      return arith::CmpFOp::create(Builder, Loc, Reals, A, B);
    return arith::CmpIOp::create(Builder, Loc, Integers, A, B);
  };
  auto And = [&](Value A, Value B) -> Value {
    return arith::AndIOp::create(Builder, Loc, A, B);
  };
  Value Replaces = Compare(
      Max ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
      Max ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt, X, Old);
  Value Equal =
      Compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, X, Old);
  Replaces = arith::OrIOp::create(Builder, Loc, Replaces, And(Last, Equal));
  if (!IsReal)
    return Replaces;
  Value OldIsNaN =
      arith::CmpFOp::create(Builder, Loc, arith::CmpFPredicate::UNO, Old, Old);
  Value IsNumber =
      arith::CmpFOp::create(Builder, Loc, arith::CmpFPredicate::ORD, X, X);
  return arith::OrIOp::create(Builder, Loc, Replaces, And(OldIsNaN, IsNumber));
}

/// MAXLOC and MINLOC with DIM=.
bool FunctionElements::location() {
  bool Max = isa<hlfir::MaxlocOp>(Op);
  FoldOperands In = foldOperandsOf(Op);
  Value Back = Max ? cast<hlfir::MaxlocOp>(Op).getBack()
                   : cast<hlfir::MinlocOp>(Op).getBack();
  Fold Kind = Max ? Fold::Max : Fold::Min;
  Type Of = hlfir::getFortranElementType(In.Array.getType());
  std::optional<AlongDim> Operands = alongDim(In, Kind, Of);
  if (!Operands)
    return false;
  auto &[Array, Mask, Over, Length, Extents] = *Operands;
  Value Last = Back ? Builder.createConvert(Loc, Builder.getI1Type(), Back)
                    : Builder.createBool(Loc, false);
  return emit(Extents, [&](ValueRange Indices) {
    Folder F(Builder, Loc, Kind, Of);
    Value Zero = constant(0);
    auto Found =
        loop(Length, {F.neutral(), Zero}, [&](Value K, ValueRange Old) {
          llvm::SmallVector<Value> At = withIndex(Indices, Over, K);
          Value X = Builder.createConvert(Loc, F.total(), read(Array, At));
          Value IsFirst = arith::CmpIOp::create(
              Builder, Loc, arith::CmpIPredicate::eq, Old[1], Zero);
          Value Replaces = arith::OrIOp::create(
              Builder, Loc, IsFirst,
              replacesExtreme(Builder, Loc, Max, X, Old[0], Last));
          if (Mask)
            Replaces = arith::AndIOp::create(
                Builder, Loc, Replaces,
                In.maskElement(Builder, Loc, [&] { return read(Mask, At); }));
          return llvm::SmallVector<Value>{
              arith::SelectOp::create(Builder, Loc, Replaces, X, Old[0]),
              arith::SelectOp::create(Builder, Loc, Replaces, K, Old[1])};
        });
    return Found[1];
  });
}

bool FunctionElements::matmul(hlfir::MatmulOp Matmul) {
  Type Result = hlfir::getFortranElementType(Matmul.getType());
  if (!Folder::takes(Fold::Sum, Result))
    return false;
  Value Left = operand(Matmul.getLhs()), Right = operand(Matmul.getRhs());
  if (!Left || !Right)
    return false;
  llvm::SmallVector<Value> Rows = extentsOf(Builder, Loc, Left);
  llvm::SmallVector<Value> Columns = extentsOf(Builder, Loc, Right);
  Value Length = Columns.front();
  bool HasRows = Rows.size() == 2, HasColumns = Columns.size() == 2;
  llvm::SmallVector<Value> Extents;
  if (HasRows)
    Extents.push_back(Rows.front());
  if (HasColumns)
    Extents.push_back(Columns.back());
  auto Flags = Builder.getFastMathFlags();
  Builder.setFastMathFlags(Matmul.getFastmath());
  bool Made = emit(Extents, [&](ValueRange Indices) {
    Folder F(Builder, Loc, Fold::Sum, Result);
    return loop(Length, {F.neutral()}, [&](Value K, ValueRange Old) {
      llvm::SmallVector<Value> LeftAt{K}, RightAt{K};
      if (HasRows)
        LeftAt.insert(LeftAt.begin(), Indices.front());
      if (HasColumns)
        RightAt.push_back(Indices.back());
      Value Term = F.product(read(Left, LeftAt), read(Right, RightAt),
                             /*Conjugates=*/false);
      return llvm::SmallVector<Value>{F.combine(Old[0], Term)};
    })[0];
  });
  Builder.setFastMathFlags(Flags);
  return Made;
}

bool FunctionElements::transpose(hlfir::TransposeOp Transpose) {
  Value Array = hlfir::derefPointersAndAllocatables(
      Loc, Builder, hlfir::Entity{Transpose.getArray()});
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  std::swap(Extents[0], Extents[1]);
  return emit(Extents, [&](ValueRange Indices) {
    return read(Array, {Indices[1], Indices[0]});
  });
}

/// RESHAPE without PAD= and ORDER=.
bool FunctionElements::reshape(hlfir::ReshapeOp Reshape) {
  hlfir::Entity Shape{Reshape.getShape()};
  auto Rank = cast<hlfir::ExprType>(Reshape.getType()).getRank();
  if (Reshape.getPad() || Reshape.getOrder() || !Shape.isVariable() ||
      Data.isDeviceOnly(Shape))
    return false;
  Value Array = hlfir::derefPointersAndAllocatables(
      Loc, Builder, hlfir::Entity{Reshape.getArray()});
  Shape = hlfir::derefPointersAndAllocatables(Loc, Builder, Shape);
  llvm::SmallVector<Value> From = extentsOf(Builder, Loc, Array), To;
  for (unsigned Dim = 0; Dim < Rank; ++Dim)
    To.push_back(Builder.createConvert(Loc, Builder.getIndexType(),
                                       read(Shape, {constant(Dim + 1)})));
  return emit(To, [&](ValueRange Indices) {
    // The element's number in array order, from zero.
    Value Left;
    for (unsigned Dim = Rank; Dim-- > 0;) {
      Value Offset =
          arith::SubIOp::create(Builder, Loc, Indices[Dim], constant(1));
      Left =
          Left ? arith::AddIOp::create(
                     Builder, Loc,
                     arith::MulIOp::create(Builder, Loc, Left, To[Dim]), Offset)
                     .getResult()
               : Offset;
    }
    llvm::SmallVector<Value> At;
    for (unsigned Dim = 0; Dim < From.size(); ++Dim) {
      bool Outermost = Dim + 1 == From.size();
      Value Offset = Outermost
                         ? Left
                         : arith::RemSIOp::create(Builder, Loc, Left, From[Dim])
                               .getResult();
      At.push_back(arith::AddIOp::create(Builder, Loc, Offset, constant(1)));
      if (!Outermost)
        Left = arith::DivSIOp::create(Builder, Loc, Left, From[Dim]);
    }
    return read(Array, At);
  });
}

/// CSHIFT by one number of places.
bool FunctionElements::cshift(hlfir::CShiftOp Shift) {
  hlfir::Entity Places{Shift.getShift()};
  auto Dim = Shift.getDim() ? fir::getIntIfConstant(Shift.getDim())
                            : std::optional<int64_t>(1);
  if (!Places.isScalar() || !Dim || *Dim < 1 || Data.isDeviceOnly(Places))
    return false;
  Value Array = hlfir::derefPointersAndAllocatables(
      Loc, Builder, hlfir::Entity{Shift.getArray()});
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  if (*Dim > static_cast<int64_t>(Extents.size()))
    return false;
  unsigned Over = *Dim - 1;
  // From zero to the extent; an empty dimension has no element to shift.
  Value Length =
      arith::MaxSIOp::create(Builder, Loc, Extents[Over], constant(1));
  Value By =
      Builder.createConvert(Loc, Builder.getIndexType(),
                            hlfir::loadTrivialScalar(Loc, Builder, Places));
  By = arith::RemSIOp::create(Builder, Loc, By, Length);
  Value IsBack = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::slt,
                                       By, constant(0));
  By = arith::SelectOp::create(Builder, Loc, IsBack,
                               arith::AddIOp::create(Builder, Loc, By, Length),
                               By);
  return emit(Extents, [&](ValueRange Indices) {
    llvm::SmallVector<Value> At(Indices);
    Value K = arith::AddIOp::create(Builder, Loc, At[Over], By);
    Value Wraps = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::sgt,
                                        K, Length);
    At[Over] = arith::SelectOp::create(
        Builder, Loc, Wraps, arith::SubIOp::create(Builder, Loc, K, Length), K);
    return read(Array, At);
  });
}

bool FunctionElements::make() {
  auto Result = dyn_cast<hlfir::ExprType>(Op->getResult(0).getType());
  if (!Result || !fir::isa_trivial(Result.getElementType()))
    return false;
  Builder.setInsertionPoint(Op);
  if (foldOf(Op))
    return fold();
  if (isa<hlfir::MaxlocOp, hlfir::MinlocOp>(Op))
    return foldOperandsOf(Op).Dim && location();
  if (auto Matmul = dyn_cast<hlfir::MatmulOp>(Op))
    return matmul(Matmul);
  if (auto Transpose = dyn_cast<hlfir::TransposeOp>(Op))
    return transpose(Transpose);
  if (auto Reshape = dyn_cast<hlfir::ReshapeOp>(Op))
    return reshape(Reshape);
  if (auto Shift = dyn_cast<hlfir::CShiftOp>(Op))
    return cshift(Shift);
  return false;
}

} // namespace

bool makeElemental(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   Operation *Op) {
  return FunctionElements(Data, Builder, Op).make();
}

} // namespace warpfort
