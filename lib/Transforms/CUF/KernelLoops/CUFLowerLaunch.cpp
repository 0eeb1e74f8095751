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
/// them, those of pointers and allocatables too; the stock lowering would pass
/// their host address. One of zeros stands for an argument that is absent. A
/// character argument is two parameters: its address and its length. With
/// VALUE it is passed like a descriptor.
///
/// In device code it becomes a call that the device linker expands
/// (abi/warprt/DeviceLaunch.h):
///
///     T1 t1 = a;
///     __warpdev_launch.k(gx, gy, gz, bx, by, bz, bytes, stream, &t1, b);
///
//===----------------------------------------------------------------------===//
#include "LaunchPlace.h"
#include "LikelyBlocks.h"
#include "Transforms/Common/OptionalArguments.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/DeviceLaunch.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFLOWERLAUNCHPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// The bytes of an argument as the kernel's parameter has it; 0: not known.
int32_t bytesOf(Value Arg, bool InPlace) {
  Type T = Arg.getType();
  if (InPlace || isa<fir::BaseBoxType>(fir::unwrapRefType(T)))
    return 0;
  if (fir::isa_ref_type(T))
    return 8;
  if (auto Int = dyn_cast<IntegerType>(T))
    return static_cast<int32_t>((Int.getWidth() + 7) / 8);
  if (auto Float = dyn_cast<FloatType>(T))
    return static_cast<int32_t>(Float.getWidth() / 8);
  return 0;
}

/// A kernel of another file or language, outside modules: what is known here of
/// its arguments may be wrong.
void checkArguments(fir::FirOpBuilder &Builder, Location Loc, Value Kernel,
                    llvm::ArrayRef<Value> Args, llvm::ArrayRef<bool> InPlace) {
  Type I32 = Builder.getI32Type();
  Type Array = fir::SequenceType::get(
      {static_cast<int64_t>(std::max<size_t>(1, Args.size()))}, I32);
  Value Sizes = Builder.createTemporary(Loc, Array);
  for (auto [Index, Arg] : llvm::enumerate(Args)) {
    Value Place = fir::CoordinateOp::create(
        Builder, Loc, Builder.getRefType(I32), Sizes,
        Builder.createIntegerConstant(Loc, Builder.getIndexType(), Index));
    fir::StoreOp::create(
        Builder, Loc,
        Builder.createIntegerConstant(Loc, I32, bytesOf(Arg, InPlace[Index])),
        Place);
  }
  callRuntime(
      Builder, Loc,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_check_arguments),
      {Kernel, Builder.createIntegerConstant(Loc, I32, Args.size()), Sizes});
}

/// The arguments as the kernel has them, and which of them are addresses of
/// what it gets a copy of.
LogicalResult collectArguments(fir::FirOpBuilder &Builder,
                               cuf::KernelLaunchOp Launch,
                               func::FuncOp Function,
                               llvm::SmallVectorImpl<Value> &Args,
                               llvm::SmallVectorImpl<bool> &InPlace) {
  Location Loc = Launch.getLoc();
  for (auto [Index, Arg] : llvm::enumerate(Launch.getArgs())) {
    if (isa<fir::BoxProcType>(Arg.getType()))
      return emitUserError(
          Launch, "a procedure as argument of a kernel is not supported");
    auto Text = dyn_cast<fir::BoxCharType>(Arg.getType());
    if (!Text) {
      bool IsCopied = bool(typeCopiedAtLaunch(Function, Index));
      bool IsDescriptor = isa<fir::BaseBoxType>(
          fir::unwrapRefType(Function.getArgumentTypes()[Index]));
      if (IsDescriptor &&
          Function.getArgAttr(Index, fir::getOptionalAttrName())) {
        Args.push_back(presentOrZeros(Builder, Loc, Arg));
        IsCopied = true;
      } else {
        Args.push_back(Arg);
      }
      InPlace.push_back(IsCopied);
      continue;
    }
    auto Parts = fir::UnboxCharOp::create(
        Builder, Loc,
        Builder.getRefType(Builder.getVarLenSeqTy(Text.getEleTy())),
        Builder.getIndexType(), Arg);
    Args.push_back(Parts.getResult(0));
    // With VALUE that is a copy that lies on the host. The kernel knows the
    // length, and how much is copied at the launch.
    if (!Function.getArgAttr(Index, cuf::getDataAttrName())) {
      InPlace.push_back(true);
      continue;
    }
    Args.push_back(
        Builder.createConvert(Loc, Builder.getI64Type(), Parts.getResult(1)));
    InPlace.append(2, false);
  }
  return success();
}

/// What -Minfo says.
void reportLaunch(cuf::KernelLaunchOp Launch) {
  addAccMessage(
      Launch, Launch.getLoc(),
      "Launch of kernel " +
          demangleName(Launch.getCallee().getLeafReference().getValue()) +
          " <<<" +
          shapeText({Launch.getGridX(), Launch.getGridY(), Launch.getGridZ()}) +
          ", " +
          shapeText(
              {Launch.getBlockX(), Launch.getBlockY(), Launch.getBlockZ()}) +
          ">>>");
}

LogicalResult lowerLaunch(cuf::KernelLaunchOp Launch, ModuleOp Module) {
  Location Loc = Launch.getLoc();
  fir::FirOpBuilder Builder(Launch, fir::getKindMapping(Module));
  llvm::StringRef Callee = Launch.getCallee().getLeafReference().getValue();
  auto Function = Module.lookupSymbol<func::FuncOp>(Callee);
  if (!Function)
    return Launch.emitError("internal: launch of an unknown kernel");
  llvm::SmallVector<Value> Args;
  llvm::SmallVector<bool> InPlace;
  if (failed(collectArguments(Builder, Launch, Function, Args, InPlace)))
    return failure();
  Value Bytes = Launch.getBytes();
  if (!Bytes)
    Bytes = Builder.createIntegerConstant(Loc, Builder.getI32Type(), 0);
  Value Kernel = createKernelHandle(Builder, Loc, Callee);
  if (Function.isExternal() &&
      (Callee.starts_with("_QP") || !Callee.starts_with("_Q")))
    checkArguments(Builder, Loc, Kernel, Args, InPlace);
  reportLaunch(Launch);
  createLaunchPlace(Builder, Loc, Launch);
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_launch_kernel),
              {Kernel, Launch.getGridX(), Launch.getGridY(), Launch.getGridZ(),
               Launch.getBlockX(), Launch.getBlockY(), Launch.getBlockZ(),
               Bytes, createStreamArgument(Builder, Loc, Launch.getStream()),
               createArgumentArray(Builder, Loc, Args, InPlace)});
  Launch.erase();
  return success();
}

/// The stream of a launch in device code, by value.
Value loadStream(fir::FirOpBuilder &Builder, Location Loc, Value Stream) {
  Type I64 = Builder.getI64Type();
  if (!Stream)
    return Builder.createIntegerConstant(Loc, I64, 0);
  return Builder.createConvert(Loc, I64,
                               fir::LoadOp::create(Builder, Loc, Stream));
}

/// A launch in device code.
LogicalResult lowerDeviceLaunch(cuf::KernelLaunchOp Launch, ModuleOp Module) {
  Location Loc = Launch.getLoc();
  fir::FirOpBuilder Builder(Launch, fir::getKindMapping(Module));
  llvm::StringRef Callee = Launch.getCallee().getLeafReference().getValue();
  auto Function = Module.lookupSymbol<func::FuncOp>(Callee);
  if (!Function)
    return Launch.emitError("internal: launch of an unknown kernel");
  llvm::SmallVector<Value> Args, Passed;
  llvm::SmallVector<bool> InPlace;
  if (failed(collectArguments(Builder, Launch, Function, Args, InPlace)))
    return failure();
  Type I32 = Builder.getI32Type();
  for (Value Extent : {Launch.getGridX(), Launch.getGridY(), Launch.getGridZ(),
                       Launch.getBlockX(), Launch.getBlockY(),
                       Launch.getBlockZ(), Launch.getBytes()})
    Passed.push_back(Extent ? Builder.createConvert(Loc, I32, Extent)
                            : Builder.createIntegerConstant(Loc, I32, 0));
  Passed.push_back(loadStream(Builder, Loc, Launch.getStream()));
  Type Pointer = getAbiPointerType(Builder.getContext());
  for (auto [Arg, IsAddress] : llvm::zip_equal(Args, InPlace)) {
    Type T = Arg.getType();
    if (!IsAddress && isa<IntegerType, FloatType, fir::LogicalType>(T)) {
      Passed.push_back(Arg);
      continue;
    }
    Value Address = Arg;
    if (!IsAddress && !fir::isa_ref_type(T)) {
      Address = Builder.createTemporary(Loc, T);
      fir::StoreOp::create(Builder, Loc, Arg, Address);
    }
    Passed.push_back(Builder.createConvert(Loc, Pointer, Address));
  }
  auto Stub = getOrDeclareFunction(
      Builder, Loc, (WARPDEV_LAUNCH_PREFIX + Callee).str(),
      FunctionType::get(Builder.getContext(), ValueRange(Passed).getTypes(),
                        {}));
  LaunchOfAttr.set(Stub, Callee);
  fir::CallOp::create(Builder, Loc, Stub, Passed);
  Launch.erase();
  return success();
}

/// A kernel as an actual argument, as cudaFuncSetAttribute takes it: what the
/// host has of a kernel is its handle.
void lowerKernelAddress(fir::AddrOfOp Address, ModuleOp Module) {
  fir::FirOpBuilder Builder(Address, fir::getKindMapping(Module));
  Location Loc = Address.getLoc();
  Value Handle = createKernelHandle(
      Builder, Loc, Address.getSymbol().getLeafReference().getValue());
  Address.replaceAllUsesWith(
      Builder.createConvert(Loc, Address.getType(), Handle));
  Address.erase();
}

/// Whether a call launches what the source does not name there: a kernel by its
/// address, or a graph.
bool launchesByCall(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  return Callee &&
         llvm::is_contained({"warprt_cudaLaunchKernel",
                             "warprt_cudaLaunchCooperativeKernel",
                             "warprt_cudaGraphLaunch_i4",
                             "warprt_cudaGraphLaunch_i8", "accx_graph_launch"},
                            Callee->getLeafReference().getValue());
}

/// Tells kernels what shape of block the launches of their file ask for, if all
/// that are known agree.
void noteShapes(ModuleOp Module) {
  SymbolTable Symbols(Module);
  llvm::DenseSet<func::FuncOp> Disagreed;
  for (auto In : Module.getOps<func::FuncOp>()) {
    LikelyBlocks Blocks(In);
    In.walk([&](cuf::KernelLaunchOp Launch) {
      auto Kernel = Symbols.lookup<func::FuncOp>(
          Launch.getCallee().getLeafReference().getValue());
      if (!Kernel || Kernel.isExternal() || Disagreed.contains(Kernel))
        return;
      auto Shape = Blocks.find(Launch);
      auto Before = LaunchedShapeAttr.get(Kernel);
      if (!Shape || (Before && llvm::equal(Before.asArrayRef(), *Shape)))
        return;
      if (Before) {
        LaunchedShapeAttr.remove(Kernel);
        Disagreed.insert(Kernel);
      } else {
        LaunchedShapeAttr.set(Kernel, (*Shape)[0], (*Shape)[1], (*Shape)[2]);
      }
    });
  }
}

class CUFLowerLaunch : public impl::CUFLowerLaunchPassBase<CUFLowerLaunch> {
public:
  void runOnOperation() override {
    noteShapes(getOperation());
    llvm::SmallVector<cuf::KernelLaunchOp> Launches, DeviceLaunches;
    llvm::SmallVector<fir::AddrOfOp> Addresses;
    llvm::SmallVector<fir::CallOp> Calls;
    // A program has an address of something in nearly every statement: kernels
    // are not looked up among all symbols for each.
    llvm::DenseSet<StringAttr> Kernels;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      if (isKernel(Function))
        Kernels.insert(Function.getSymNameAttr());
    getOperation().walk([&](func::FuncOp Function) {
      bool OnDevice = isDeviceProcedure(Function);
      Function.walk([&](cuf::KernelLaunchOp Launch) {
        (OnDevice ? DeviceLaunches : Launches).push_back(Launch);
      });
      if (OnDevice)
        return;
      Function.walk([&](fir::AddrOfOp Address) {
        if (Kernels.contains(Address.getSymbol().getLeafReference()))
          Addresses.push_back(Address);
      });
      Function.walk([&](fir::CallOp Call) {
        if (launchesByCall(Call))
          Calls.push_back(Call);
      });
    });
    for (fir::CallOp Call : Calls) {
      fir::FirOpBuilder Builder(Call, fir::getKindMapping(getOperation()));
      createLaunchPlace(Builder, Call.getLoc(), Call);
    }
    for (fir::AddrOfOp Address : Addresses)
      lowerKernelAddress(Address, getOperation());
    for (cuf::KernelLaunchOp Launch : Launches)
      if (failed(lowerLaunch(Launch, getOperation())))
        signalPassFailure();
    for (cuf::KernelLaunchOp Launch : DeviceLaunches)
      if (failed(lowerDeviceLaunch(Launch, getOperation())))
        signalPassFailure();
  }
};

} // namespace

} // namespace warpfort
