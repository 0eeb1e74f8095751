//===-- SpreadElements.cpp - SPREAD of device data by elements ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang has no operation for SPREAD: it calls its run-time library, which
/// allocates the result.
///
///     call @_FortranASpread(&r, a, dim, n)
///     hlfir.as_expr (load r)                ->  elemental (i,j): a(i)
///
//===----------------------------------------------------------------------===//
#include "DeviceIntrinsics.h"
#include "Transforms/Common/DeviceData.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
namespace {

/// What reads the result of the call.
class SpreadResult {
public:
  /// False where anything else is done with it than to make an expression.
  bool find(fir::CallOp Call);
  /// Puts the expression in its place.
  void replace(fir::FirOpBuilder &Builder, Value Expr,
               llvm::ArrayRef<Value> Extents);
  hlfir::ExprType type() { return cast<hlfir::ExprType>(Expr.getType()); }

private:
  fir::LoadOp Load;
  fir::BoxAddrOp Address;
  hlfir::DeclareOp Declare;
  hlfir::AsExprOp Expr;
  llvm::SmallVector<fir::BoxDimsOp> Dimensions;
};

/// The only user of a value, if it is of this sort.
template <typename Op> Op onlyUser(Value V) {
  return V.hasOneUse() ? dyn_cast<Op>(*V.user_begin()) : Op();
}

bool SpreadResult::find(fir::CallOp Call) {
  Value Variable = withoutConversions(Call.getArgs()[0]);
  for (Operation *User : Variable.getUsers()) {
    auto Found = dyn_cast<fir::LoadOp>(User);
    if (!Found || Found->getBlock() != Call->getBlock() ||
        Found->isBeforeInBlock(Call))
      continue;
    if (Load)
      return false;
    Load = Found;
  }
  if (!Load)
    return false;
  for (Operation *User : Load->getUsers()) {
    if (auto Dims = dyn_cast<fir::BoxDimsOp>(User)) {
      if (!fir::getIntIfConstant(Dims.getDim()) ||
          !Dims.getResult(2).use_empty())
        return false;
      Dimensions.push_back(Dims);
      continue;
    }
    if (Address || !isa<fir::BoxAddrOp>(User))
      return false;
    Address = cast<fir::BoxAddrOp>(User);
  }
  Declare = Address ? onlyUser<hlfir::DeclareOp>(Address) : hlfir::DeclareOp();
  if (!Declare || !Declare.getResult(1).use_empty())
    return false;
  Expr = onlyUser<hlfir::AsExprOp>(Declare.getResult(0));
  return Expr && fir::isa_trivial(type().getElementType());
}

void SpreadResult::replace(fir::FirOpBuilder &Builder, Value New,
                           llvm::ArrayRef<Value> Extents) {
  Value One =
      Builder.createIntegerConstant(New.getLoc(), Builder.getIndexType(), 1);
  Expr.getResult().replaceAllUsesWith(New);
  Expr.erase();
  Value Shape = Declare.getShape();
  Declare.erase();
  if (Shape && Shape.use_empty())
    Shape.getDefiningOp()->erase();
  Address.erase();
  for (fir::BoxDimsOp Dims : Dimensions) {
    Dims.getResult(0).replaceAllUsesWith(One);
    Dims.getResult(1).replaceAllUsesWith(
        Extents[*fir::getIntIfConstant(Dims.getDim())]);
    Dims.erase();
  }
  Load.erase();
}

} // namespace

bool isSpread(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  return Callee && Callee->getRootReference().getValue() == "_FortranASpread";
}

bool makeSpread(const DeviceData &Data, fir::FirOpBuilder &Builder,
                fir::CallOp Call) {
  ArrayOperand Source(Call.getArgs()[1]);
  auto Dim = fir::getIntIfConstant(Call.getArgs()[2]);
  SpreadResult Result;
  if (!hlfir::isFortranEntity(Source.Array) ||
      !dependsOnDevice(Data, Source.Array) || !Dim || !Result.find(Call))
    return false;
  int64_t Rank = Result.type().getRank();
  if (*Dim < 1 || *Dim > Rank || hlfir::Entity{Source.Array}.isScalar() ||
      hlfir::Entity{Source.Array}.getRank() + 1 != Rank)
    return false;
  Location Loc = Call.getLoc();
  Builder.setInsertionPoint(Call);
  Value Array = hlfir::derefPointersAndAllocatables(
      Loc, Builder, hlfir::Entity{Source.Array});
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Array);
  Type Index = Builder.getIndexType();
  Value Copies = arith::MaxSIOp::create(
      Builder, Loc, Builder.createConvert(Loc, Index, Call.getArgs()[3]),
      Builder.createIntegerConstant(Loc, Index, 0));
  Extents.insert(Extents.begin() + (*Dim - 1), Copies);
  auto Elemental = hlfir::genElementalOp(
      Loc, Builder, Result.type().getElementType(),
      fir::ShapeOp::create(Builder, Loc, Extents), /*typeParams=*/{},
      [&](Location At, fir::FirOpBuilder &, ValueRange Indices) {
        llvm::SmallVector<Value> From(Indices);
        From.erase(From.begin() + (*Dim - 1));
        hlfir::Entity Element =
            hlfir::getElementAt(At, Builder, hlfir::Entity{Array}, From);
        return hlfir::Entity{hlfir::loadTrivialScalar(At, Builder, Element)};
      },
      /*isUnordered=*/true, /*polymorphicMold=*/{}, Result.type());
  Result.replace(Builder, Elemental, Extents);
  Call.erase();
  Source.erase();
  return true;
}

} // namespace warpfort
