//===-- DeviceResults.cpp - Functions of the host with device results -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   real, device :: r(n)               real :: h(n)
//   return r                     ->    h = r;  return h
//
//   real, device, allocatable :: r(:)  real, allocatable :: h(:)
//   return r                     ->    if (allocated(r)) h = r
//                                      deallocate(r);  return h
//
//   real, managed :: r(n)              likewise, when kernels are done
//
//===----------------------------------------------------------------------===//
#include "DeviceResults.h"
#include "Transforms/CUF/Host/HostCopies.h"
#include "Transforms/Common/DeviceData.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort {
namespace {

/// The declaration of the variable that is loaded here, if it is device data.
hlfir::DeclareOp variableOf(fir::LoadOp Load) {
  auto Declare = Load.getMemref().getDefiningOp<hlfir::DeclareOp>();
  auto Attr = Declare ? Declare.getDataAttr() : std::nullopt;
  return Attr && *Attr != cuf::DataAttribute::Pinned ? Declare
                                                     : hlfir::DeclareOp();
}

Value copyOfVariable(fir::FirOpBuilder &Builder, hlfir::DeclareOp Result) {
  Location Loc = Result.getLoc();
  Value Memory = Result.getMemref();
  auto Alloc = Memory.getDefiningOp<cuf::AllocOp>();
  Value Copy = Builder.createTemporary(
      Loc, fir::unwrapRefType(Memory.getType()), ".host_result",
      Alloc ? ValueRange(Alloc.getShape()) : ValueRange());
  auto Declare = hlfir::DeclareOp::create(Builder, Loc, Copy, ".host_result",
                                          Result.getShape());
  hlfir::AssignOp::create(Builder, Loc, Result.getBase(), Declare.getBase());
  return Declare.getOriginalBase();
}

Value copyOfAllocatable(fir::FirOpBuilder &Builder, hlfir::DeclareOp Result) {
  Location Loc = Result.getLoc();
  auto BoxType =
      cast<fir::BaseBoxType>(fir::unwrapRefType(Result.getBase().getType()));
  Value Copy = Builder.createTemporary(Loc, BoxType, ".host_result");
  fir::StoreOp::create(
      Builder, Loc,
      fir::factory::createUnallocatedBox(Builder, Loc, BoxType, {}), Copy);
  auto Declare = hlfir::DeclareOp::create(
      Builder, Loc, Copy, ".host_result", /*shape=*/Value(),
      /*typeParams=*/ValueRange(), /*dummyScope=*/Value(), /*storage=*/Value(),
      /*storageOffset=*/0,
      fir::FortranVariableFlagsAttr::get(
          Builder.getContext(), fir::FortranVariableFlagsEnum::allocatable));
  Value Box = fir::LoadOp::create(Builder, Loc, Result.getBase());
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
  Builder.genIfThen(Loc, Builder.genIsNotNullAddr(Loc, Address))
      .genThen([&] {
        hlfir::AssignOp::create(Builder, Loc, Box, Declare.getBase(),
                                /*realloc=*/true);
        cuf::DeallocateOp::create(Builder, Loc, Builder.getI32Type(),
                                  Result.getBase(), /*errmsg=*/Value(),
                                  Result.getDataAttrAttr(),
                                  /*hasStat=*/UnitAttr());
      })
      .end();
  return Declare.getOriginalBase();
}

} // namespace

void returnToHost(const DeviceData &Data, fir::FirOpBuilder &Builder,
                  func::FuncOp Function) {
  llvm::SmallVector<func::ReturnOp> Returns;
  Function.walk([&](func::ReturnOp Return) { Returns.push_back(Return); });
  for (func::ReturnOp Return : Returns) {
    if (Return.getNumOperands() != 1)
      continue;
    Value Returned = Return.getOperand(0);
    if (auto Rebox = Returned.getDefiningOp<fir::ReboxOp>())
      Returned = Rebox.getBox();
    auto Load = Returned.getDefiningOp<fir::LoadOp>();
    if (!Load)
      continue;
    auto Box = dyn_cast<fir::BaseBoxType>(Load.getType());
    hlfir::DeclareOp Result = variableOf(Load);
    if (!Result || (Box && !isa<fir::HeapType>(Box.getEleTy())))
      continue;
    auto Record =
        dyn_cast<fir::RecordType>(hlfir::getFortranElementType(Load.getType()));
    if (Result.getDataAttr() == cuf::DataAttribute::Managed && Record &&
        Data.hasComponentsWithAttributes(Record))
      continue;
    Builder.setInsertionPoint(Load);
    // The host reads managed memory itself.
    if (Result.getDataAttr() != cuf::DataAttribute::Device)
      waitForDevice(Builder, Load.getLoc());
    if (!Box && !isa<fir::SequenceType, fir::RecordType>(Load.getType()))
      continue;
    Value Copy = Box ? copyOfAllocatable(Builder, Result)
                     : copyOfVariable(Builder, Result);
    Load.getMemrefMutable().assign(Copy);
  }
}

} // namespace warpfort
