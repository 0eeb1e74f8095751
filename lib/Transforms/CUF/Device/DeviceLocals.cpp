//===-- DeviceLocals.cpp - Local data of device code ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceLocals.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Runtime/allocatable.h"
#include "flang/Runtime/pointer.h"

using namespace mlir;
using namespace Fortran::runtime;

namespace warpfort {
namespace {

class LocalLowering {
public:
  explicit LocalLowering(fir::FirOpBuilder &Builder) : Builder(Builder) {}

  void lower(cuf::AllocOp Op);
  void lower(cuf::AllocateOp Op);
  void lower(cuf::DeallocateOp Op);

private:
  /// Calls \p Function in the place of \p Op with what both kinds of calls have
  /// behind the descriptors in \p Arguments: status, message, location.
  void replace(Operation *Op, func::FuncOp Function,
               llvm::SmallVector<Value> Arguments, bool HasStat, Value Message);

  fir::FirOpBuilder &Builder;
};

void LocalLowering::lower(cuf::AllocOp Op) {
  Builder.setInsertionPoint(Op);
  Op.replaceAllUsesWith(
      fir::AllocaOp::create(
          Builder, Op.getLoc(), Op.getInType(), Op.getUniqName().value_or(""),
          Op.getBindcName().value_or(""), Op.getTypeparams(), Op.getShape())
          .getResult());
  Op.erase();
}

void LocalLowering::replace(Operation *Op, func::FuncOp Function,
                            llvm::SmallVector<Value> Arguments, bool HasStat,
                            Value Message) {
  Location Loc = Op->getLoc();
  FunctionType Signature = Function.getFunctionType();
  Arguments.push_back(Builder.createBool(Loc, HasStat));
  Type Box = Signature.getInput(Arguments.size());
  Arguments.push_back(Message ? Message
                              : fir::AbsentOp::create(Builder, Loc, Box));
  Arguments.push_back(fir::factory::locationToFilename(Builder, Loc));
  Arguments.push_back(fir::factory::locationToLineNo(
      Builder, Loc, Signature.getInput(Arguments.size())));
  // No function that copies memory, as in other allocations.
  while (Arguments.size() < Signature.getNumInputs())
    Arguments.push_back(
        Builder.createNullConstant(Loc, Signature.getInput(Arguments.size())));
  for (auto [I, Argument] : llvm::enumerate(Arguments))
    Argument = Builder.createConvert(Loc, Signature.getInput(I), Argument);
  auto Call = fir::CallOp::create(Builder, Loc, Function, Arguments);
  Op->replaceAllUsesWith(ValueRange{Builder.createConvert(
      Loc, Op->getResult(0).getType(), Call.getResult(0))});
  Op->erase();
}

void LocalLowering::lower(cuf::AllocateOp Op) {
  Location Loc = Op.getLoc();
  Builder.setInsertionPoint(Op);
  llvm::SmallVector<Value> Arguments = {Op.getBox()};
  func::FuncOp Function;
  if (Op.getSource()) {
    Arguments.push_back(Op.getSource());
    Function =
        Op.getPointer()
            ? fir::runtime::getRuntimeFunc<mkRTKey(PointerAllocateSource)>(
                  Loc, Builder)
            : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableAllocateSource)>(
                  Loc, Builder);
  } else if (Op.getPointer()) {
    Function =
        fir::runtime::getRuntimeFunc<mkRTKey(PointerAllocate)>(Loc, Builder);
  } else {
    Function = fir::runtime::getRuntimeFunc<mkRTKey(AllocatableAllocate)>(
        Loc, Builder);
    // No stream.
    Arguments.push_back(Builder.createNullConstant(
        Loc, Function.getFunctionType().getInput(1)));
  }
  replace(Op, Function, std::move(Arguments), Op.getHasStat(), Op.getErrmsg());
}

void LocalLowering::lower(cuf::DeallocateOp Op) {
  Location Loc = Op.getLoc();
  Builder.setInsertionPoint(Op);
  auto Function =
      Op.getPointer()
          ? fir::runtime::getRuntimeFunc<mkRTKey(PointerDeallocate)>(Loc,
                                                                     Builder)
          : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableDeallocate)>(
                Loc, Builder);
  replace(Op, Function, {Op.getBox()}, Op.getHasStat(), Op.getErrmsg());
}

} // namespace

void lowerDeviceLocals(func::FuncOp Function) {
  fir::FirOpBuilder Builder(Function, fir::getKindMapping(Function));
  LocalLowering Lowering(Builder);
  Function.walk([&](Operation *Op) {
    if (auto Alloc = dyn_cast<cuf::AllocOp>(Op))
      Lowering.lower(Alloc);
    else if (auto Allocate = dyn_cast<cuf::AllocateOp>(Op))
      Lowering.lower(Allocate);
    else if (auto Deallocate = dyn_cast<cuf::DeallocateOp>(Op))
      Lowering.lower(Deallocate);
    else if (isa<cuf::FreeOp>(Op))
      Op->erase();
    else if (auto Embox = dyn_cast<fir::EmboxOp>(Op))
      Embox.removeAllocatorIdxAttr();
  });
}

} // namespace warpfort
