//===-- CUFDeviceAssignments.cpp - Elementwise device assignments ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang lowers `d8 = d4`, with arrays of two kinds on the device, to a
/// transfer from an HLFIR expression, which nothing lowers further. Here it
/// becomes a kernel loop over the elements:
///
///     cuf.data_transfer (hlfir.elemental %shape {...}) to %d8
///  -> cuf.kernel<<<*, *>>> (i...) = 1 to extent... { d8(i...) = ... }
///
/// Runs before everything else, as the operation does not verify.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace warpfort {
namespace {

/// A destination that is not allocated, or has another shape, would have to be
/// reallocated; that is not supported, and is reported when it happens.
void checkShape(fir::FirOpBuilder &Builder, Location Loc,
                hlfir::Entity Destination, llvm::ArrayRef<Value> Extents) {
  Value Box = fir::LoadOp::create(Builder, Loc, Destination);
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
  Value Bad = Builder.genIsNullAddr(Loc, Address);
  for (auto [Dim, Extent] : llvm::enumerate(Extents)) {
    Value D = Builder.createIntegerConstant(Loc, Builder.getIndexType(), Dim);
    Type Index = Builder.getIndexType();
    auto Dims =
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Box, D);
    Value Differs = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::ne, Dims.getExtent(), Extent);
    Bad = arith::OrIOp::create(Builder, Loc, Bad, Differs);
  }
  auto If = fir::IfOp::create(Builder, Loc, Bad, /*withElseRegion=*/false);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  fir::runtime::genReportFatalUserError(
      Builder, Loc,
      "assignment between device arrays of different types: the left side is "
      "not allocated with the shape of the right side");
}

LogicalResult lowerTransfer(cuf::DataTransferOp Transfer, ModuleOp Module) {
  Location Loc = Transfer.getLoc();
  auto Elemental = Transfer.getSrc().getDefiningOp<hlfir::ElementalOp>();
  if (!Elemental ||
      Transfer.getTransferKind() != cuf::DataTransferKind::DeviceDevice)
    return Transfer.emitError(
        "this expression cannot be assigned to device data");
  fir::FirOpBuilder Builder(Transfer, fir::getKindMapping(Module));
  llvm::SmallVector<Value> Extents =
      hlfir::getIndexExtents(Loc, Builder, Elemental.getShape());
  unsigned Rank = Extents.size();
  if (Rank > 3)
    return Transfer.emitError("assignment between device arrays of different "
                              "types and rank ")
           << Rank << " is not supported";
  hlfir::Entity Destination{Transfer.getDst()};
  if (Destination.isMutableBox()) {
    checkShape(Builder, Loc, Destination, Extents);
    Destination =
        hlfir::derefPointersAndAllocatables(Loc, Builder, Destination);
  }
  if (Destination.getRank() != static_cast<int>(Rank))
    return Transfer.emitError("assignment of device arrays of different rank");

  // Loops from the outermost, that is the last, dimension inwards.
  Value One = Builder.createIntegerConstant(Loc, Builder.getIndexType(), 1);
  llvm::SmallVector<Value> Lower(Rank, One), Step(Rank, One), Upper;
  for (unsigned Dim = Rank; Dim-- > 0;)
    Upper.push_back(Extents[Dim]);
  auto Kernel = cuf::KernelOp::create(
      Builder, Loc, /*grid=*/ValueRange{}, /*block=*/ValueRange{},
      /*stream=*/Value{}, Lower, Upper, Step, Builder.getI64IntegerAttr(Rank),
      /*reduceOperands=*/ValueRange{},
      /*reduceAttrs=*/ArrayAttr{});
  Block *Body =
      Builder.createBlock(&Kernel.getRegion(), {},
                          llvm::SmallVector<Type>(Rank, Builder.getIndexType()),
                          llvm::SmallVector<Location>(Rank, Loc));
  Builder.setInsertionPointToStart(Body);
  llvm::SmallVector<Value> Indices;
  for (unsigned Dim = 0; Dim < Rank; ++Dim)
    Indices.push_back(Body->getArgument(Rank - 1 - Dim));
  IRMapping Map;
  for (auto [Argument, Index] :
       llvm::zip_equal(Elemental.getIndices(), Indices))
    Map.map(Argument, Index);
  Value Element;
  for (Operation &Op : *Elemental.getBody()) {
    if (auto Yield = dyn_cast<hlfir::YieldElementOp>(Op)) {
      Element = Map.lookupOrDefault(Yield.getElementValue());
      break;
    }
    Builder.clone(Op, Map);
  }
  hlfir::Entity Target =
      hlfir::getElementAt(Loc, Builder, Destination, Indices);
  fir::StoreOp::create(Builder, Loc, Element, Target);
  fir::FirEndOp::create(Builder, Loc);

  for (Operation *User : llvm::make_early_inc_range(Elemental->getUsers()))
    if (isa<hlfir::DestroyOp>(User))
      User->erase();
  Transfer.erase();
  if (Elemental->use_empty())
    Elemental.erase();
  return success();
}

class CUFDeviceAssignments
    : public PassWrapper<CUFDeviceAssignments, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CUFDeviceAssignments)

  llvm::StringRef getArgument() const override {
    return "warpfort-cuf-device-assignments";
  }
  llvm::StringRef getDescription() const override {
    return "Make kernel loops of elementwise assignments between device arrays";
  }
  void getDependentDialects(DialectRegistry &Registry) const override {
    Registry.insert<fir::FIROpsDialect, hlfir::hlfirDialect, cuf::CUFDialect>();
  }
  void runOnOperation() override {
    llvm::SmallVector<cuf::DataTransferOp> Transfers;
    getOperation().walk([&](cuf::DataTransferOp Op) {
      if (isa<hlfir::ExprType>(Op.getSrc().getType()))
        Transfers.push_back(Op);
    });
    for (cuf::DataTransferOp Transfer : Transfers)
      if (failed(lowerTransfer(Transfer, getOperation())))
        signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createCUFDeviceAssignmentsPass() {
  return std::make_unique<CUFDeviceAssignments>();
}

} // namespace warpfort
