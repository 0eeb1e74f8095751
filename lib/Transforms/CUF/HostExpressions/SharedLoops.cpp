//===-- SharedLoops.cpp - Loops that threads of a block share -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SharedLoops.h.
///
//===----------------------------------------------------------------------===//
#include "SharedLoops.h"
#include "ReductionFold.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
namespace {

/// The dimension of a block whose threads share loops.
enum Dimension : int32_t { AlongX = 0, AlongY = 1 };

class LoopSharing {
public:
  LoopSharing(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel)
      : Builder(Builder), Loc(Kernel.getLoc()), Kernel(Kernel) {}

  bool find();
  SharedKernel share(llvm::SmallVectorImpl<Value> &Indices);

private:
  bool isShared(fir::DoLoopOp Loop) {
    return FoldsAttr.isOn(Loop) && Loop->getParentOp() == Kernel;
  }
  bool hasNeighbours();
  cuf::KernelOp createKernel();
  void divide(fir::DoLoopOp Loop);
  Value exchange(Value V, Value Round);
  Value call(llvm::StringRef Name, llvm::ArrayRef<Value> Arguments = {});
  Value index(int64_t N) {
    return Builder.createIntegerConstant(Loc, Builder.getIndexType(), N);
  }

  fir::FirOpBuilder &Builder;
  Location Loc;
  cuf::KernelOp Kernel;
  llvm::SmallVector<fir::DoLoopOp> Loops;
  Value Length; ///< of one of them, as the host has it
  Value IsElement;
  Dimension Along = AlongX;
};

/// Whether \p V is computed from \p Index, in its loop and without memory.
bool follows(Value V, Value Index) {
  if (V == Index)
    return true;
  Operation *Op = V.getDefiningOp();
  return Op && Op->getNumRegions() == 0 && isMemoryEffectFree(Op) &&
         Index.getParentRegion()->isAncestor(Op->getParentRegion()) &&
         llvm::any_of(Op->getOperands(),
                      [&](Value Operand) { return follows(Operand, Index); });
}

/// Whether neighbouring iterations read neighbouring elements of the arrays
/// with the most dimensions.
bool LoopSharing::hasNeighbours() {
  size_t Most = 0;
  bool Found = false;
  for (fir::DoLoopOp Loop : Loops)
    Loop.walk([&](hlfir::DesignateOp Element) {
      size_t Rank = Element.getIndices().size();
      if (Rank == 0 || Rank < Most)
        return;
      bool Follows =
          follows(Element.getIndices().front(), Loop.getInductionVar());
      Found = Follows || (Found && Rank == Most);
      Most = Rank;
    });
  return Found;
}

bool LoopSharing::find() {
  if (!Kernel.getReduceOperands().empty())
    return false;
  bool MayShare = true;
  Kernel.getRegion().walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (auto Call = dyn_cast<fir::CallOp>(Op)) {
      // A procedure of the program may do more than compute.
      auto Callee = Call.getCallee();
      MayShare &=
          Callee && !Callee->getRootReference().getValue().starts_with("_Q");
    } else if (auto Loop = dyn_cast<fir::DoLoopOp>(Op)) {
      // Each thread would have all of another loop.
      auto Around = Loop->getParentOfType<fir::DoLoopOp>();
      if (isShared(Loop))
        Loops.push_back(Loop);
      else
        MayShare &= Around != nullptr;
      if (isShared(Loop) && !Length &&
          !Kernel->isAncestor(
              Loop.getUpperBound().getParentRegion()->getParentOp()))
        Length = Loop.getUpperBound();
    }
  });
  if (!MayShare || !Length)
    return false;
  Along = hasNeighbours() ? AlongX : AlongY;
  return true;
}

Value LoopSharing::call(llvm::StringRef Name, llvm::ArrayRef<Value> Arguments) {
  Type I32 = Builder.getI32Type(), I64 = Builder.getI64Type();
  llvm::SmallVector<Value> All{
      Builder.createIntegerConstant(Loc, I32, static_cast<int32_t>(Along))};
  llvm::SmallVector<Type> Types{I32};
  for (Value V : Arguments) {
    All.push_back(Builder.createConvert(Loc, I64, V));
    Types.push_back(I64);
  }
  func::FuncOp Function = getOrDeclareFunction(
      Builder, Loc, (WARPDEV_SHARED_PREFIX + Name).str(),
      FunctionType::get(Builder.getContext(), Types, {I64}));
  return fir::CallOp::create(Builder, Loc, Function, All).getResult(0);
}

/// What the other thread of this round has of \p V.
Value LoopSharing::exchange(Value V, Value Round) {
  Type T = V.getType(), I64 = Builder.getI64Type();
  if (isa<ComplexType>(T)) {
    fir::factory::Complex Parts(Builder, Loc);
    Value Re = Parts.extractComplexPart(V, /*isImagPart=*/false);
    Value Im = Parts.extractComplexPart(V, /*isImagPart=*/true);
    return Parts.createComplex(T, exchange(Re, Round), exchange(Im, Round));
  }
  if (isa<fir::LogicalType>(T)) {
    Value Bit = Builder.createConvert(Loc, Builder.getI1Type(), V);
    return Builder.createConvert(Loc, T, exchange(Bit, Round));
  }
  unsigned Bits = T.getIntOrFloatBitWidth();
  Type Integer = Builder.getIntegerType(Bits);
  if (isa<FloatType>(T))
    return arith::BitcastOp::create(
        Builder, Loc, T,
        exchange(arith::BitcastOp::create(Builder, Loc, Integer, V), Round));
  if (Bits > 64) {
    Value Shift = Builder.createIntegerConstant(Loc, T, 64);
    Value Upper = arith::TruncIOp::create(
        Builder, Loc, I64, arith::ShRUIOp::create(Builder, Loc, V, Shift));
    Value Lower = arith::TruncIOp::create(Builder, Loc, I64, V);
    Upper = arith::ExtUIOp::create(Builder, Loc, T, exchange(Upper, Round));
    Lower = arith::ExtUIOp::create(Builder, Loc, T, exchange(Lower, Round));
    return arith::OrIOp::create(
        Builder, Loc, arith::ShLIOp::create(Builder, Loc, Upper, Shift), Lower);
  }
  if (Bits < 64)
    V = arith::ExtUIOp::create(Builder, Loc, I64, V);
  V = call("exchange", {Round, V});
  return Bits < 64 ? arith::TruncIOp::create(Builder, Loc, T, V).getResult()
                   : V;
}

/// Leaves the thread's part to it, and combines the parts.
void LoopSharing::divide(fir::DoLoopOp Loop) {
  Type Index = Builder.getIndexType();
  Builder.setInsertionPoint(Loop);
  Value Lane = Builder.createConvert(Loc, Index, call("lane"));
  Loop.getLowerBoundMutable().assign(
      arith::AddIOp::create(Builder, Loc, Loop.getLowerBound(), Lane));
  Loop.getUpperBoundMutable().assign(arith::SelectOp::create(
      Builder, Loc, IsElement, Loop.getUpperBound(), index(0)));
  Loop.getStepMutable().assign(
      Builder.createConvert(Loc, Index, call("lanes")));
  Builder.setInsertionPointAfter(Loop);
  Value Rounds = Builder.createConvert(Loc, Index, call("rounds"));
  auto Exchanges = fir::DoLoopOp::create(
      Builder, Loc, index(0),
      arith::SubIOp::create(Builder, Loc, Rounds, index(1)), index(1),
      /*unordered=*/false, /*finalCountValue=*/false, Loop.getResults());
  Loop.getResults().replaceUsesWithIf(
      Exchanges.getResults(),
      [&](OpOperand &Use) { return Use.getOwner() != Exchanges; });
  Builder.setInsertionPointToStart(Exchanges.getBody());
  llvm::SmallVector<Value> Combined;
  for (auto [Own, Name] : llvm::zip_equal(Exchanges.getRegionIterArgs(),
                                          FoldsAttr.get(Loop).getValue())) {
    auto Operator =
        fir::symbolizeReduceOperationEnum(cast<StringAttr>(Name).getValue());
    Folder F(Builder, Loc, *Folder::kindOf(*Operator), Own.getType());
    Value Other = exchange(Own, Exchanges.getInductionVar());
    Combined.push_back(
        Builder.createConvert(Loc, Own.getType(), F.combine(Own, Other)));
  }
  fir::ResultOp::create(Builder, Loc, Combined);
}

/// A kernel loop over the results, further dimensions as one, and the lanes.
cuf::KernelOp LoopSharing::createKernel() {
  Builder.setInsertionPoint(Kernel);
  llvm::SmallVector<Value> Extents(llvm::reverse(Kernel.getUpperbound()));
  llvm::SmallVector<Value> Trips{Extents.front()};
  if (Extents.size() > 1)
    Trips.push_back(Extents[1]);
  if (Extents.size() > 2)
    Trips[1] = arith::MulIOp::create(Builder, Loc, Extents[1], Extents[2]);
  Trips.insert(Trips.begin() + Along, Length);
  std::reverse(Trips.begin(), Trips.end());
  llvm::SmallVector<Value> Ones(Trips.size(), index(1));
  auto New = cuf::KernelOp::create(
      Builder, Loc, /*grid=*/ValueRange{}, /*block=*/ValueRange{},
      /*stream=*/Value{}, Ones, Trips, Ones,
      Builder.getI64IntegerAttr(Trips.size()), /*reduceOperands=*/ValueRange{},
      /*reduceAttrs=*/ArrayAttr{});
  SharedLoopAttr.set(New, Along);
  llvm::SmallVector<Type> Types(Trips.size(), Builder.getIndexType());
  Builder.createBlock(&New.getRegion(), {}, Types,
                      llvm::SmallVector<Location>(Trips.size(), Loc));
  return New;
}

SharedKernel LoopSharing::share(llvm::SmallVectorImpl<Value> &Indices) {
  cuf::KernelOp New = createKernel();
  Block &Old = Kernel.getRegion().front(), &Body = New.getRegion().front();
  Builder.setInsertionPointToStart(&Body);
  // From the first dimension on, without the lanes.
  llvm::SmallVector<Value> At;
  unsigned Last = Body.getNumArguments() - 1;
  for (unsigned D = 0; D <= Last; ++D) {
    if (D == unsigned(Along))
      continue;
    Value I = Body.getArgument(Last - D), End = New.getUpperbound()[Last - D];
    // Not a comparison: it is true where the CPU has the loops as they are.
    Value IsIn = Builder.createConvert(Loc, Builder.getI1Type(),
                                       call("is_element", {I, End}));
    At.push_back(arith::SelectOp::create(Builder, Loc, IsIn, I, End));
    IsElement =
        IsElement
            ? arith::AndIOp::create(Builder, Loc, IsElement, IsIn).getResult()
            : IsIn;
  }
  Value IsFirst = arith::CmpIOp::create(
      Builder, Loc, arith::CmpIPredicate::eq, call("lane"),
      Builder.createIntegerConstant(Loc, Builder.getI64Type(), 0));
  Value Stores = arith::AndIOp::create(Builder, Loc, IsElement, IsFirst);
  unsigned Rank = Old.getNumArguments();
  if (Rank == 3) {
    Value Extent = Kernel.getUpperbound()[1];
    Value Number = arith::SubIOp::create(Builder, Loc, At[1], index(1));
    At[1] = arith::AddIOp::create(
        Builder, Loc, arith::RemSIOp::create(Builder, Loc, Number, Extent),
        index(1));
    At.push_back(arith::AddIOp::create(
        Builder, Loc, arith::DivSIOp::create(Builder, Loc, Number, Extent),
        index(1)));
  }
  Body.getOperations().splice(Body.end(), Old.getOperations());
  for (unsigned D = 0; D < Rank; ++D) {
    Value Former = Old.getArgument(Rank - 1 - D);
    llvm::replace(Indices, Former, At[D]);
    Former.replaceAllUsesWith(At[D]);
  }
  for (fir::DoLoopOp Loop : Loops)
    divide(Loop);
  Kernel.erase();
  return {New, IsElement, Stores};
}

} // namespace

std::optional<SharedKernel> shareLoops(fir::FirOpBuilder &Builder,
                                       cuf::KernelOp Kernel,
                                       llvm::SmallVectorImpl<Value> &Indices) {
  auto Guard = OpBuilder::InsertionGuard(Builder);
  LoopSharing Sharing(Builder, Kernel);
  if (!Sharing.find())
    return std::nullopt;
  return Sharing.share(Indices);
}

} // namespace warpfort
