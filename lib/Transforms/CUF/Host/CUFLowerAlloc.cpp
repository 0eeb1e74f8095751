//===-- CUFLowerAlloc.cpp - Memory of local device data -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's cuf-convert asks for too little memory for local device data of a
/// host procedure where an array has both constant and other extents, and for
/// characters. Runs before it and lowers what is no descriptor:
///
///     cuf.alloc !fir.array<?x2x!fir.char<1,4>>, %n
///  -> _FortranACUFMemAlloc(max(%n, 0) * 2 * 4, type, file, line)
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/TypeSize.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Runtime/CUDA/common.h"
#include "flang/Runtime/CUDA/memory.h"

using namespace mlir;
using namespace Fortran::runtime::cuda;

namespace warpfort {
#define GEN_PASS_DEF_CUFLOWERALLOCPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

std::optional<unsigned> memoryType(cuf::DataAttribute Attr) {
  switch (Attr) {
  case cuf::DataAttribute::Device:
  case cuf::DataAttribute::Constant:
    return kMemTypeDevice;
  case cuf::DataAttribute::Managed:
    return kMemTypeManaged;
  case cuf::DataAttribute::Unified:
    return kMemTypeUnified;
  case cuf::DataAttribute::Pinned:
    return kMemTypePinned;
  default:
    return std::nullopt;
  }
}

class CUFLowerAlloc : public impl::CUFLowerAllocPassBase<CUFLowerAlloc> {
public:
  void runOnOperation() override {
    ModuleOp Module = getOperation();
    auto Layout = fir::support::getOrSetMLIRDataLayout(Module, true);
    if (!Layout) {
      Module.emitError("internal: no data layout");
      return signalPassFailure();
    }
    llvm::SmallVector<cuf::AllocOp> Ops;
    Module.walk([&](cuf::AllocOp Op) {
      if (!isa<fir::BaseBoxType>(Op.getInType()))
        Ops.push_back(Op);
    });
    for (cuf::AllocOp Op : Ops)
      if (failed(lower(Op, *Layout)))
        signalPassFailure();
  }

private:
  LogicalResult lower(cuf::AllocOp Op, const DataLayout &Layout);
};

LogicalResult CUFLowerAlloc::lower(cuf::AllocOp Op, const DataLayout &Layout) {
  Location Loc = Op.getLoc();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
  // Shared memory of a host,device procedure has no meaning on the host.
  auto Memory = memoryType(Op.getDataAttr());
  if (!Memory)
    return success();
  FailureOr<Value> Bytes = computeSize(
      Builder, Op, Op.getInType(), Op.getTypeparams(), Op.getShape(), Layout);
  if (failed(Bytes))
    return failure();
  auto Fn = fir::runtime::getRuntimeFunc<mkRTKey(CUFMemAlloc)>(Loc, Builder);
  FunctionType Type = Fn.getFunctionType();
  auto Args = fir::runtime::createArguments(
      Builder, Loc, Type, *Bytes,
      Builder.createIntegerConstant(Loc, Builder.getI32Type(), *Memory),
      fir::factory::locationToFilename(Builder, Loc),
      fir::factory::locationToLineNo(Builder, Loc, Type.getInput(3)));
  auto Call = fir::CallOp::create(Builder, Loc, Fn, Args);
  Op.replaceAllUsesWith(
      Builder.createConvert(Loc, Op.getType(), Call.getResult(0)));
  Op.erase();
  return success();
}

} // namespace

} // namespace warpfort
