//===-- CUFLowerPointerDeallocate.cpp - DEALLOCATE of device pointers -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's cuf-convert lowers the deallocation of a device pointer to the
/// run-time call for allocatables, which stops with "Invalid descriptor". Runs
/// before it and makes the call for pointers; the memory goes back through the
/// allocator that the descriptor names.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Runtime/pointer.h"

using namespace mlir;
using namespace Fortran::runtime;

namespace warpfort {
#define GEN_PASS_DEF_CUFLOWERPOINTERDEALLOCATEPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

class CUFLowerPointerDeallocate
    : public impl::CUFLowerPointerDeallocatePassBase<
          CUFLowerPointerDeallocate> {
public:
  void runOnOperation() override {
    llvm::SmallVector<cuf::DeallocateOp> Ops;
    getOperation().walk([&](cuf::DeallocateOp Op) {
      if (Op.getPointer() && !Op.getHasDoubleDescriptor())
        Ops.push_back(Op);
    });
    for (cuf::DeallocateOp Op : Ops)
      lower(Op);
  }

private:
  void lower(cuf::DeallocateOp Op) {
    Location Loc = Op.getLoc();
    fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
    auto Fn =
        fir::runtime::getRuntimeFunc<mkRTKey(PointerDeallocate)>(Loc, Builder);
    FunctionType Type = Fn.getFunctionType();
    Value ErrMsg = Op.getErrmsg();
    if (!ErrMsg)
      ErrMsg = fir::AbsentOp::create(
          Builder, Loc, fir::BoxType::get(NoneType::get(Builder.getContext())));
    auto Args = fir::runtime::createArguments(
        Builder, Loc, Type, Op.getBox(),
        Builder.createBool(Loc, Op.getHasStat()), ErrMsg,
        fir::factory::locationToFilename(Builder, Loc),
        fir::factory::locationToLineNo(Builder, Loc, Type.getInput(4)));
    auto Call = fir::CallOp::create(Builder, Loc, Fn, Args);
    Op.getStat().replaceAllUsesWith(
        Builder.createConvert(Loc, Op.getStat().getType(), Call.getResult(0)));
    Op.erase();
  }
};

} // namespace

} // namespace warpfort
