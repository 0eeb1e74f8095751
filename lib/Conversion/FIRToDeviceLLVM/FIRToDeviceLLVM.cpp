//===-- FIRToDeviceLLVM.cpp - Device FIR to the LLVM dialect --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Mathematics stays neutral: LLVM intrinsics where there is one, else calls
/// by libm name. Each target maps both to what it has (libdevice on NVIDIA,
/// libm on the CPU). Complex functions are expanded to real ones here.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Conversion/FIRToDeviceLLVM.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/CodeGen/CodeGen.h"
#include "flang/Optimizer/CodeGen/TypeConverter.h"
#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/CUF/CUFDialect.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_FIRTODEVICELLVMPASS
#include "warpfort/Conversion/Passes.h.inc"

namespace {

class FIRToDeviceLLVM : public impl::FIRToDeviceLLVMPassBase<FIRToDeviceLLVM> {
public:
  void runOnOperation() override;

private:
  LogicalResult expandComplexFunctions();
  LogicalResult convertMathToLibm();
  void dropDataAttributes();
  LogicalResult convertToLLVM();
  void finishFunctions();
  LogicalResult useDeviceHeap();
};

LogicalResult FIRToDeviceLLVM::expandComplexFunctions() {
  RewritePatternSet Patterns(&getContext());
  ConversionTarget Target(getContext());
  populateComplexToStandardConversionPatterns(Patterns);
  Target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  Target.addIllegalOp<complex::AbsOp, complex::AngleOp, complex::Atan2Op,
                      complex::CosOp, complex::ExpOp, complex::Expm1Op,
                      complex::LogOp, complex::Log1pOp, complex::PowOp,
                      complex::RsqrtOp, complex::SinOp, complex::SqrtOp,
                      complex::TanOp, complex::TanhOp>();
  return applyPartialConversion(getOperation(), Target, std::move(Patterns));
}

/// Functions that LLVM has no intrinsic for become calls by their libm name.
LogicalResult FIRToDeviceLLVM::convertMathToLibm() {
  RewritePatternSet Patterns(&getContext());
  ConversionTarget Target(getContext());
  populateMathToLibmConversionPatterns(Patterns);
  Target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  Target.addIllegalOp<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
                      math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
                      math::CoshOp, math::ErfOp, math::ErfcOp, math::SinhOp,
                      math::TanOp, math::TanhOp>();
  return applyPartialConversion(getOperation(), Target, std::move(Patterns));
}

/// For FIR's code generation a descriptor of device data is one that the host
/// hands to a kernel, and comes from the runtime. In device code all data is
/// device data, and its descriptors are local variables.
void FIRToDeviceLLVM::dropDataAttributes() {
  getOperation().walk([](func::FuncOp Function) {
    for (unsigned Arg = 0; Arg < Function.getNumArguments(); ++Arg)
      Function.removeArgAttr(Arg, cuf::getDataAttrName());
  });
}

LogicalResult FIRToDeviceLLVM::convertToLLVM() {
  ModuleOp Module = getOperation();
  MLIRContext *Context = &getContext();
  std::optional<DataLayout> Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  fir::LLVMTypeConverter Types(Module, /*applyTBAA=*/false,
                               /*forceUnifiedTBAATree=*/false, *Layout);
  RewritePatternSet Patterns(Context);
  fir::FIRToLLVMPassOptions Options;
  Options.ignoreMissingTypeDescriptors = true;
  Options.typeDescriptorsRenamedForAssembly = true;
  fir::populateFIRToLLVMConversionPatterns(Types, Patterns, Options);
  populateFuncToLLVMConversionPatterns(Types, Patterns);
  arith::populateArithToLLVMConversionPatterns(Types, Patterns);
  cf::populateControlFlowToLLVMConversionPatterns(Types, Patterns);
  populateMathToLLVMConversionPatterns(Types, Patterns);
  populateComplexToLLVMConversionPatterns(Types, Patterns);
  index::populateIndexToLLVMConversionPatterns(Types, Patterns);
  populateVectorToLLVMConversionPatterns(Types, Patterns);
  ConversionTarget Target(*Context);
  Target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  Target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
  return applyFullConversion(Module, Target, std::move(Patterns));
}

/// The attributes launch_bounds and cluster_dims of a kernel, and its blocks.
static void setLaunchLimits(LLVM::LLVMFuncOp Kernel) {
  OpBuilder Builder(Kernel.getContext());
  auto ValueOf = [](IntegerAttr A) { return static_cast<int32_t>(A.getInt()); };
  if (auto Bounds = Kernel->getAttrOfType<cuf::LaunchBoundsAttr>(
          cuf::getLaunchBoundsAttrName())) {
    Kernel->setAttr(
        NVVM::NVVMDialect::getMaxntidAttrName(),
        Builder.getDenseI32ArrayAttr({ValueOf(Bounds.getMaxTPB())}));
    Kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    Builder.getI32IntegerAttr(ValueOf(Bounds.getMinBPM())));
    if (IntegerAttr Blocks = Bounds.getUpperBoundClusterSize())
      Kernel->setAttr(NVVM::NVVMDialect::getClusterMaxBlocksAttrName(),
                      Builder.getI32IntegerAttr(ValueOf(Blocks)));
  }
  if (auto Shape = BlockShapeAttr.get(Kernel))
    Kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), Shape);
  if (auto Dims = Kernel->getAttrOfType<cuf::ClusterDimsAttr>(
          cuf::getClusterDimsAttrName()))
    Kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    Builder.getDenseI32ArrayAttr({ValueOf(Dims.getX()),
                                                  ValueOf(Dims.getY()),
                                                  ValueOf(Dims.getZ())}));
}

/// Marks kernels, which func.func cannot carry, and drops what Flang attaches
/// for the host's processor.
void FIRToDeviceLLVM::finishFunctions() {
  OpBuilder Builder(&getContext());
  getOperation().walk([&](LLVM::LLVMFuncOp Function) {
    if (isKernel(Function) && !Function.isExternal()) {
      Function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                        Builder.getUnitAttr());
      setLaunchLimits(Function);
    }
    for (const char *Name :
         {"target_cpu", "tune_cpu", "target_features", "frame_pointer"})
      Function->removeAttr(Name);
  });
}

/// FIR's allocations are calls of malloc and free. The device library's
/// functions report that the heap is full.
LogicalResult FIRToDeviceLLVM::useDeviceHeap() {
  for (auto [Name, Replacement] :
       {std::pair{"malloc", WARPDEV_ALLOCATE}, {"free", WARPDEV_RELEASE}}) {
    auto Function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(Name);
    if (!Function || !Function.isExternal())
      continue;
    auto New = StringAttr::get(&getContext(), Replacement);
    if (failed(
            SymbolTable::replaceAllSymbolUses(Function, New, getOperation())))
      return failure();
    if (getOperation().lookupSymbol(New))
      Function.erase();
    else
      Function.setSymNameAttr(New);
  }
  return success();
}

void FIRToDeviceLLVM::runOnOperation() {
  dropDataAttributes();
  if (failed(expandComplexFunctions()) || failed(convertMathToLibm()) ||
      failed(convertToLLVM()) || failed(useDeviceHeap()))
    return signalPassFailure();
  finishFunctions();
}

} // namespace

} // namespace warpfort
