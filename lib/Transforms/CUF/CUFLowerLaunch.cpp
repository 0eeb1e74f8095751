//===-- CUFLowerLaunch.cpp - Launches to runtime calls --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces `call k<<<grid, block, bytes, stream>>>(a, b)` by
///
///     T1 t1 = a; T2 t2 = b; void *args[] = {&t1, &t2};
///     warprt_launch_kernel(&warprt.kernel.k, gx, gy, gz, bx, by, bz, bytes,
///                          &stream, args);
///
/// Descriptors are passed by value, as the kernel's parameter block holds
/// them; the stock lowering would pass their host address.
///
//===----------------------------------------------------------------------===//
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {
namespace {

LogicalResult lowerLaunch(cuf::KernelLaunchOp Launch, ModuleOp Module) {
  Location Loc = Launch.getLoc();
  fir::FirOpBuilder Builder(Launch, fir::getKindMapping(Module));
  llvm::StringRef Callee = Launch.getCallee().getLeafReference().getValue();
  llvm::SmallVector<bool> InPlace;
  auto Function = Module.lookupSymbol<func::FuncOp>(Callee);
  if (!Function)
    return Launch.emitError("internal: launch of an unknown kernel");
  for (unsigned Index = 0; Index < Function.getNumArguments(); ++Index)
    InPlace.push_back(isDerivedTypeByValue(Function, Index));
  Value Bytes = Launch.getBytes();
  if (!Bytes)
    Bytes = Builder.createIntegerConstant(Loc, Builder.getI32Type(), 0);
  llvm::SmallVector<Value> Args(Launch.getArgs());
  for (Value Arg : Args)
    if (isa<fir::BoxCharType, fir::BoxProcType>(Arg.getType()))
      return Launch.emitError("a character or procedure argument of a kernel "
                              "is not supported");
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_launch_kernel),
              {createKernelHandle(Builder, Loc, Callee), Launch.getGridX(),
               Launch.getGridY(), Launch.getGridZ(), Launch.getBlockX(),
               Launch.getBlockY(), Launch.getBlockZ(), Bytes,
               createStreamArgument(Builder, Loc, Launch.getStream()),
               createArgumentArray(Builder, Loc, Args, InPlace)});
  Launch.erase();
  return success();
}

/// A kernel as an actual argument, as cudaFuncSetAttribute takes it: what the
/// host has of a kernel is its handle.
void lowerKernelAddress(fir::AddrOfOp Address, ModuleOp Module) {
  llvm::StringRef Name = Address.getSymbol().getLeafReference().getValue();
  auto Function = Module.lookupSymbol<func::FuncOp>(Name);
  if (!Function || !isKernel(Function))
    return;
  fir::FirOpBuilder Builder(Address, fir::getKindMapping(Module));
  Location Loc = Address.getLoc();
  Value Handle = createKernelHandle(Builder, Loc, Name);
  Address.replaceAllUsesWith(
      Builder.createConvert(Loc, Address.getType(), Handle));
  Address.erase();
}

class CUFLowerLaunch
    : public PassWrapper<CUFLowerLaunch, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CUFLowerLaunch)

  llvm::StringRef getArgument() const override {
    return "warpfort-cuf-lower-launch";
  }
  llvm::StringRef getDescription() const override {
    return "Lower kernel launches to runtime calls";
  }
  void getDependentDialects(DialectRegistry &Registry) const override {
    Registry.insert<fir::FIROpsDialect, func::FuncDialect>();
  }
  void runOnOperation() override {
    llvm::SmallVector<cuf::KernelLaunchOp> Launches;
    llvm::SmallVector<fir::AddrOfOp> Addresses;
    getOperation().walk([&](func::FuncOp Function) {
      bool OnDevice = isDeviceProcedure(Function);
      Function.walk([&](cuf::KernelLaunchOp Launch) {
        if (OnDevice) {
          Launch.emitError("launch of a kernel from device code is not "
                           "supported");
          signalPassFailure();
          return;
        }
        Launches.push_back(Launch);
      });
      if (!OnDevice)
        Function.walk(
            [&](fir::AddrOfOp Address) { Addresses.push_back(Address); });
    });
    for (fir::AddrOfOp Address : Addresses)
      lowerKernelAddress(Address, getOperation());
    for (cuf::KernelLaunchOp Launch : Launches)
      if (failed(lowerLaunch(Launch, getOperation())))
        signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createCUFLowerLaunchPass() {
  return std::make_unique<CUFLowerLaunch>();
}

} // namespace warpfort
