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
/// Loops of reductions say how their results combine (FoldsAttr): threads may
/// share them (SharedLoops.h). Those of a product of two matrices do not:
/// blocks compute tiles of it, as of transposed matrices (TileLoops.h).
///
//===----------------------------------------------------------------------===//
#include "DeviceIntrinsics.h"
#include "ReductionFold.h"
#include "RuntimeFunctions.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

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
  bool makeOperation();
  bool makeCall(const RuntimeFunction &Function);
  using Element = llvm::function_ref<Value(ValueRange)>;
  hlfir::ExprType resultType();
  bool emit(llvm::ArrayRef<Value> Extents, Element At);
  Value read(Value Array, ValueRange At);
  Value operand(Value V);
  Value constant(int64_t N) {
    return Builder.createIntegerConstant(Loc, Builder.getIndexType(), N);
  }
  llvm::SmallVector<Value>
  loop(Value Extent, ValueRange Initial,
       llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> Step,
       llvm::ArrayRef<fir::ReduceOperationEnum> Folds = {});

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
  bool shift(Value Array, Value Places, Value Boundary, Value Along,
             bool Wraps);
  bool norm();
  bool findloc();
  bool spread(const RuntimeFunction &Function);

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
  Operation *Op;
  Location Loc;
  std::optional<RuntimeResult> Runtime; ///< of a call
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
    Kernel.shareLoops(/*Target=*/{});
    Builder.setInsertionPoint(Kernel.op());
    Values = createDeviceArray(Builder, Loc, Marker.getType(), Extents);
    hlfir::Entity Target = hlfir::derefPointersAndAllocatables(
        Loc, Builder, hlfir::Entity{Values.Variable});
    Value Result = Marker.getVal();
    Marker.erase();
    Kernel.store(Result, Target);
    Kernel.finish();
  }
  Builder.setInsertionPointAfter(lastUse(Op));
  freeCopy(Builder, Loc, Values.Storage);
  Builder.setInsertionPoint(Op);
  return hlfir::derefPointersAndAllocatables(Loc, Builder,
                                             hlfir::Entity{Values.Variable});
}

hlfir::ExprType FunctionElements::resultType() {
  return Runtime ? Runtime->expression()
                 : dyn_cast<hlfir::ExprType>(Op->getResult(0).getType());
}

bool FunctionElements::emit(llvm::ArrayRef<Value> Extents, Element At) {
  hlfir::ExprType Type = resultType();
  Value Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  auto Elemental = hlfir::genElementalOp(
      Loc, Builder, Type.getElementType(), Shape, /*typeParams=*/{},
      [&](Location, fir::FirOpBuilder &, ValueRange Indices) {
        return hlfir::Entity{
            Builder.createConvert(Loc, Type.getElementType(), At(Indices))};
      },
      /*isUnordered=*/true, /*polymorphicMold=*/{}, Type);
  if (Runtime)
    Runtime->replace(Builder, Elemental, Extents);
  else
    Op->getResult(0).replaceAllUsesWith(Elemental);
  Op->erase();
  return true;
}

llvm::SmallVector<Value> FunctionElements::loop(
    Value Extent, ValueRange Initial,
    llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> Step,
    llvm::ArrayRef<fir::ReduceOperationEnum> Folds) {
  Value One = constant(1);
  auto Loop = fir::DoLoopOp::create(
      Builder, Loc, One, Builder.createConvert(Loc, One.getType(), Extent), One,
      /*unordered=*/false, /*finalCountValue=*/false, Initial);
  llvm::SmallVector<Attribute> Names;
  for (fir::ReduceOperationEnum Fold : Folds)
    Names.push_back(Builder.getStringAttr(fir::stringifyEnum(Fold)));
  if (!Names.empty())
    FoldsAttr.set(Loop, Builder.getArrayAttr(Names));
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
  int64_t Rank = In.Array ? hlfir::Entity{In.Array}.getRank() : 0;
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

/// SUM, MAXVAL, ANY, IALL, ... with DIM=.
bool FunctionElements::fold() {
  Fold Kind = *foldOf(Op);
  FoldOperands In = foldOperandsOf(Op);
  if (In.Other || !In.Array)
    return false;
  Type Of = Kind == Fold::Count
                ? resultType().getElementType()
                : hlfir::getFortranElementType(In.Array.getType());
  std::optional<AlongDim> Operands = alongDim(In, Kind, Of);
  if (!Operands)
    return false;
  auto &[Array, Mask, Over, Length, Extents] = *Operands;
  return emit(Extents, [&](ValueRange Indices) {
    Folder F(Builder, Loc, Kind, Of);
    Value Empty = F.emptyResult();
    llvm::SmallVector<Value> Initial{F.neutral()};
    llvm::SmallVector<fir::ReduceOperationEnum> Folds{F.op()};
    if (Empty) {
      Initial.push_back(Builder.createBool(Loc, false));
      Folds.push_back(fir::ReduceOperationEnum::OR);
    }
    auto Step = [&](Value K, ValueRange Old) {
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
    };
    auto Totals = loop(Length, Initial, Step, Folds);
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
    auto Step = [&](Value K, ValueRange Old) {
      llvm::SmallVector<Value> LeftAt{K}, RightAt{K};
      if (HasRows)
        LeftAt.insert(LeftAt.begin(), Indices.front());
      if (HasColumns)
        RightAt.push_back(Indices.back());
      Value Term = F.product(read(Left, LeftAt), read(Right, RightAt),
                             /*Conjugates=*/false);
      return llvm::SmallVector<Value>{F.combine(Old[0], Term)};
    };
    llvm::SmallVector<fir::ReduceOperationEnum> Folds;
    if (!HasRows || !HasColumns)
      Folds.push_back(F.op());
    return loop(Length, {F.neutral()}, Step, Folds)[0];
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

/// FINDLOC with DIM=.
bool FunctionElements::findloc() {
  FoldOperands In = foldOperandsOf(Op);
  Value Back = Op->getOperands().back();
  Type Of = In.Array ? hlfir::getFortranElementType(In.Array.getType())
                     : Builder.getNoneType();
  Value Wanted = wantedOf(Builder, Op, Of);
  std::optional<AlongDim> Operands =
      Wanted ? alongDim(In, Fold::Any, Of) : std::nullopt;
  if (!Operands)
    return false;
  auto &[Array, Mask, Over, Length, Extents] = *Operands;
  Value Last = Builder.createConvert(Loc, Builder.getI1Type(), Back);
  return emit(Extents, [&](ValueRange Indices) {
    Value Zero = constant(0);
    return loop(Length, {Zero}, [&](Value K, ValueRange Old) {
      llvm::SmallVector<Value> At = withIndex(Indices, Over, K);
      Value Is = isFound(Builder, Loc, read(Array, At), Wanted);
      Value IsFirst = arith::CmpIOp::create(
          Builder, Loc, arith::CmpIPredicate::eq, Old[0], Zero);
      Is = arith::AndIOp::create(
          Builder, Loc, Is, arith::OrIOp::create(Builder, Loc, IsFirst, Last));
      if (Mask)
        Is = arith::AndIOp::create(
            Builder, Loc, Is,
            In.maskElement(Builder, Loc, [&] { return read(Mask, At); }));
      return llvm::SmallVector<Value>{
          arith::SelectOp::create(Builder, Loc, Is, K, Old[0])};
    })[0];
  });
}

/// NORM2 with DIM=, in double precision. The squares of REAL(8) are summed up
/// again, relative to the largest element, if they may have overflowed or lost
/// what counts.
bool FunctionElements::norm() {
  FoldOperands In = foldOperandsOf(Op);
  Type Of = resultType().getElementType(), Double = Builder.getF64Type();
  if (!Of.isF32() && !Of.isF64())
    return false;
  std::optional<AlongDim> Operands = alongDim(In, Fold::Sum, Of);
  if (!Operands)
    return false;
  auto &[Array, Mask, Over, Length, Extents] = *Operands;
  return emit(Extents, [&](ValueRange Indices) -> Value {
    Value None = Builder.createRealConstant(Loc, Double, 0);
    auto Squares = [&](Value Length, Value Scale) {
      auto Step = [&](Value K, ValueRange Old) {
        Value X = Builder.createConvert(
            Loc, Double, read(Array, withIndex(Indices, Over, K)));
        Value Size = math::AbsFOp::create(Builder, Loc, X);
        Value Larger = arith::CmpFOp::create(
            Builder, Loc, arith::CmpFPredicate::OGT, Size, Old[1]);
        if (Scale)
          X = arith::DivFOp::create(Builder, Loc, X, Scale);
        Value Square = arith::MulFOp::create(Builder, Loc, X, X);
        return llvm::SmallVector<Value>{
            arith::AddFOp::create(Builder, Loc, Old[0], Square),
            arith::SelectOp::create(Builder, Loc, Larger, Size, Old[1])};
      };
      return loop(
          Length, {None, None}, Step,
          {fir::ReduceOperationEnum::Add, fir::ReduceOperationEnum::MAX});
    };
    auto Plain = Squares(Length, {});
    Value Root = math::SqrtOp::create(Builder, Loc, Plain[0]);
    if (Of.isF32())
      return Root;
    Value IsSafe = ScaledNorm::isSafe(Builder, Loc, Plain[0]);
    ScaledNorm Norm(Builder, Loc, Plain[1]);
    Value Index = Builder.createConvert(Loc, Builder.getIndexType(), Length);
    Value Rounds =
        arith::SelectOp::create(Builder, Loc, IsSafe, constant(0), Index);
    Value Scaled = Norm.root(Squares(Rounds, Norm.scale())[0]);
    return arith::SelectOp::create(Builder, Loc, IsSafe, Root, Scaled);
  });
}

bool FunctionElements::spread(const RuntimeFunction &Function) {
  Value Array = ArrayOperand(Op->getOperand(Function.Array)).Array;
  auto Dim = fir::getIntIfConstant(Function.argument(Op, Function.Dim));
  int64_t Rank = resultType().getRank();
  if (!Dim || *Dim < 1 || *Dim > Rank || !hlfir::isFortranEntity(Array) ||
      hlfir::Entity{Array}.isScalar() ||
      hlfir::Entity{Array}.getRank() + 1 != Rank)
    return false;
  Array =
      hlfir::derefPointersAndAllocatables(Loc, Builder, hlfir::Entity{Array});
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  Value Copies = arith::MaxSIOp::create(
      Builder, Loc,
      Builder.createConvert(Loc, Builder.getIndexType(), Op->getOperand(3)),
      constant(0));
  Extents.insert(Extents.begin() + (*Dim - 1), Copies);
  return emit(Extents, [&](ValueRange Indices) {
    llvm::SmallVector<Value> From(Indices);
    From.erase(From.begin() + (*Dim - 1));
    return read(Array, From);
  });
}

/// Whether \p V is surely there: allocatables and pointers may have no memory.
static bool isPresent(Value V) {
  if (fir::isa_trivial(V.getType()) || isa<hlfir::ExprType>(V.getType()))
    return true;
  auto Variable = V.getDefiningOp<fir::FortranVariableOpInterface>();
  return Variable && !Variable.isOptional() && !hlfir::Entity{V}.isMutableBox();
}

/// CSHIFT (\p Wraps) and EOSHIFT, by one number of places or by one for each
/// row. Without \p Boundary zeros come in.
bool FunctionElements::shift(Value Array, Value Places, Value Boundary,
                             Value Along, bool Wraps) {
  auto Dim = Along ? fir::getIntIfConstant(Along) : std::optional<int64_t>(1);
  if (!Dim || *Dim < 1 || *Dim > hlfir::Entity{Array}.getRank() ||
      (Boundary && !isPresent(Boundary)))
    return false;
  Type Of = resultType().getElementType();
  unsigned Over = *Dim - 1;
  bool HasBoundary = bool(Boundary);
  Array =
      hlfir::derefPointersAndAllocatables(Loc, Builder, hlfir::Entity{Array});
  Places = operand(Places);
  if (HasBoundary)
    Boundary = operand(Boundary);
  if (!Places || (HasBoundary && !Boundary))
    return false;
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  // An empty dimension has no element to shift.
  Value Length =
      arith::MaxSIOp::create(Builder, Loc, Extents[Over], constant(1));
  auto PlacesAt = [&](ValueRange Row) -> Value {
    Value By =
        Builder.createConvert(Loc, Builder.getIndexType(), read(Places, Row));
    return Wraps ? arith::RemSIOp::create(Builder, Loc, By, Length).getResult()
                 : By;
  };
  auto BoundaryAt = [&](ValueRange Row) {
    return Boundary ? Builder.createConvert(Loc, Of, read(Boundary, Row))
                    : fir::factory::createZeroValue(Builder, Loc, Of);
  };
  // What all elements have in common.
  Value By = hlfir::Entity{Places}.isScalar() ? PlacesAt({}) : Value();
  Value Outside = !Boundary || hlfir::Entity{Boundary}.isScalar()
                      ? BoundaryAt({})
                      : Value();
  return emit(Extents, [&](ValueRange Indices) {
    llvm::SmallVector<Value> At(Indices), Row(Indices);
    Row.erase(Row.begin() + Over);
    Value K =
        arith::AddIOp::create(Builder, Loc, At[Over], By ? By : PlacesAt(Row));
    Value IsBefore = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::slt, K, constant(1));
    Value IsBehind = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::sgt, K, Length);
    Value First = constant(1), Last = Length;
    if (Wraps) {
      First = arith::AddIOp::create(Builder, Loc, K, Length);
      Last = arith::SubIOp::create(Builder, Loc, K, Length);
    }
    K = arith::SelectOp::create(Builder, Loc, IsBehind, Last, K);
    At[Over] = arith::SelectOp::create(Builder, Loc, IsBefore, First, K);
    Value X = read(Array, At);
    if (Wraps)
      return X;
    Value IsOutside = arith::OrIOp::create(Builder, Loc, IsBefore, IsBehind);
    return arith::SelectOp::create(Builder, Loc, IsOutside,
                                   Outside ? Outside : BoundaryAt(Row), X)
        .getResult();
  });
}

bool FunctionElements::makeCall(const RuntimeFunction &Function) {
  RuntimeOperands Operands(Op);
  Runtime.emplace();
  if (Function.Result < 0 || !Operands.areOnDevice(Data) ||
      !Runtime->find(cast<fir::CallOp>(Op)) || !Runtime->expression())
    return false;
  auto Make = [&] {
    switch (Function.Function) {
    case RuntimeFunction::Reduction:
      return fold();
    case RuntimeFunction::Norm:
      return norm();
    case RuntimeFunction::Location:
      return Function.Dim >= 0 && findloc();
    case RuntimeFunction::Spread:
      return spread(Function);
    }
    llvm_unreachable("all functions handled");
  };
  if (!Make())
    return false;
  Operands.erase();
  return true;
}

bool FunctionElements::makeOperation() {
  hlfir::ExprType Result = resultType();
  if (!Result || !fir::isa_trivial(Result.getElementType()))
    return false;
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
    return shift(Shift.getArray(), Shift.getShift(), /*Boundary=*/{},
                 Shift.getDim(), /*Wraps=*/true);
  if (auto Shift = dyn_cast<hlfir::EOShiftOp>(Op))
    return shift(Shift.getArray(), Shift.getShift(), Shift.getBoundary(),
                 Shift.getDim(), /*Wraps=*/false);
  return false;
}

bool FunctionElements::make() {
  Builder.setInsertionPoint(Op);
  if (const RuntimeFunction *Function = RuntimeFunction::find(Op))
    return makeCall(*Function);
  return makeOperation();
}

} // namespace

bool makeElemental(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   Operation *Op) {
  return FunctionElements(Data, Builder, Op).make();
}

} // namespace warpfort
