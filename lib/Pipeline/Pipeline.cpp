//===-- Pipeline.cpp - The order of passes --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pass pipelines. docs/architecture.md has the picture.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Pipeline.h"
#include "ConstantAssignments.h"
#include "HalfReductions.h"
#include "warpfort/Conversion/FIRToDeviceLLVM.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Lower/Support/Verifier.h"
#include "flang/Optimizer/CodeGen/CodeGen.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/HLFIR/Passes.h"
#include "flang/Optimizer/OpenACC/Passes.h"
#include "flang/Optimizer/Passes/Pipelines.h"
#include "flang/Optimizer/Support/InitFIR.h"
#include "flang/Optimizer/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

namespace warpfort {

/// The data layout of NVPTX, which device modules carry.
static constexpr llvm::StringLiteral DeviceDataLayout =
    "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";
static constexpr llvm::StringLiteral DeviceTripleName = "nvptx64-nvidia-cuda";
/// FIR knows no convention for complex results on NVPTX: its x86-64 one is used
/// between device procedures, and the device library follows it.
static constexpr llvm::StringLiteral DeviceConventionTriple =
    "x86_64-unknown-linux-gnu";

void registerDialects(DialectRegistry &Registry) {
  fir::support::registerDialects(Registry);
  registerOpenACCTypes(Registry);
  fir::support::addFIRExtensions(Registry);
  registerNVVMDialectTranslation(Registry);
  registerGPUDialectTranslation(Registry);
}

void registerPasses() {
  fir::support::registerMLIRPassesForFortranTools();
  fir::registerOptTransformPasses();
  fir::registerOptCodeGenPasses();
  hlfir::registerHLFIRPasses();
  registerCUFTransformPasses();
  fir::acc::registerFIROpenACCPasses();
  registerACCTransformPasses();
  registerFIRToDeviceLLVMPass();
}

static llvm::OptimizationLevel optimizationLevel(const PipelineOptions &O) {
  switch (O.OptLevel) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

namespace {
/// A pass manager that nests passes where they belong.
struct ModulePassManager : PassManager {
  ModulePassManager(ModuleOp Module, const PipelineOptions &Options)
      : PassManager(Module->getName(), OpPassManager::Nesting::Implicit) {
    enableVerifier(Options.VerifyPasses);
  }
};

/// Folds what is constant and drops what nothing reaches. Branches that look
/// alike stay apart: as one block they would have the data and shapes in which
/// they differ as arguments, and transfers, launches and FIR's conversions need
/// to see what these are.
struct FoldConstants : PassWrapper<FoldConstants, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldConstants)

  void runOnOperation() override {
    GreedyRewriteConfig Config;
    Config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    if (failed(applyPatternsGreedily(getOperation(),
                                     RewritePatternSet(&getContext()), Config)))
      signalPassFailure();
  }
};

/// With -O0 Flang calls its run-time library for every array operation, also
/// where that fails (real(2)) or costs a temporary in the device's heap: device
/// code gets what the other levels do on HLFIR.
struct ExpandDeviceCode
    : PassWrapper<ExpandDeviceCode, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandDeviceCode)

  void runOnOperation() override {
    bool HasLoops =
        getOperation()
            .walk([](cuf::KernelOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!HasLoops && !isDeviceProcedure(getOperation()))
      return;
    OpPassManager Passes(func::FuncOp::getOperationName());
    Passes.addPass(hlfir::createExpressionSimplification());
    Passes.addPass(hlfir::createSimplifyHLFIRIntrinsics());
    Passes.addPass(hlfir::createInlineElementals());
    Passes.addPass(hlfir::createOptimizedBufferization());
    Passes.addPass(hlfir::createInlineHLFIRAssign());
    if (failed(runPipeline(Passes, getOperation())))
      signalPassFailure();
  }
};

/// Flang's expansion of CSHIFT and EOSHIFT takes sections of their arrays whose
/// subscripts begin with 1 (seen in Flang 22): pointers, allocatables and dummy
/// arguments that begin elsewhere get a descriptor that does.
struct ShiftFromOne : PassWrapper<ShiftFromOne, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShiftFromOne)

  void runOnOperation() override {
    getOperation().walk([](Operation *Op) {
      if (!isa<hlfir::CShiftOp, hlfir::EOShiftOp>(Op))
        return;
      OpOperand &Array = Op->getOpOperand(0);
      auto Box = dyn_cast<fir::BoxType>(Array.get().getType());
      if (!Box)
        return;
      OpBuilder Builder(Op);
      Array.set(fir::ReboxOp::create(
          Builder, Op->getLoc(),
          fir::BoxType::get(fir::unwrapPassByRefType(Box.getEleTy())),
          Array.get(), Value(), Value()));
    });
  }
};

/// Where something leaves a loop in a DO CONCURRENT of host code, Flang's
/// variables for what LOCAL and LOCAL_INIT name begin with 1 in place of dummy
/// arrays of assumed shape that begin elsewhere (seen in Flang 22).
struct BoundsOfLocals
    : PassWrapper<BoundsOfLocals, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BoundsOfLocals)

  void runOnOperation() override {
    llvm::DenseMap<StringAttr, fir::ShiftOp> Dummies;
    getOperation().walk([&](hlfir::DeclareOp Declare) {
      if (!Declare.getShape())
        return;
      if (Declare.getDummyScope()) {
        if (auto Shift = Declare.getShape().getDefiningOp<fir::ShiftOp>())
          Dummies[Declare.getUniqNameAttr()] = Shift;
        return;
      }
      auto Made = Declare.getMemref().getDefiningOp<fir::AllocaOp>();
      auto Shape = Declare.getShape().getDefiningOp<fir::ShapeOp>();
      fir::ShiftOp Shift = Dummies.lookup(Declare.getUniqNameAttr());
      if (!Made || !Made.getPinned() || !Shape || !Shift ||
          !isa<fir::BoxType>(Declare.getBase().getType()))
        return;
      llvm::SmallVector<Value> Bounds;
      for (auto [Origin, Extent] :
           llvm::zip_equal(Shift.getOrigins(), Shape.getExtents()))
        Bounds.append({Origin, Extent});
      OpBuilder Builder(Declare);
      Declare.getShapeMutable().assign(fir::ShapeShiftOp::create(
          Builder, Declare.getLoc(),
          fir::ShapeShiftType::get(&getContext(), Shape.getExtents().size()),
          Bounds));
    });
  }
};
} // namespace

static LogicalResult run(PassManager &PM, ModuleOp Module,
                         const PipelineOptions &Options,
                         llvm::StringRef Stage) {
  LogicalResult Result = PM.run(Module);
  if (Options.Dump)
    Options.Dump(Stage, Module);
  if (succeeded(Result) && !Options.VerifyPasses)
    Result = verify(Module);
  return Result;
}

/// Flang's expansion of CSHIFT and EOSHIFT claims that sums with a negative
/// shift do not wrap as unsigned numbers (seen in Flang 22): LLVM then makes
/// loops that write too much.
static void dropUnsignedClaims(ModuleOp Module) {
  Module.walk([](arith::ArithIntegerOverflowFlagsInterface Op) {
    arith::IntegerOverflowFlags Flags = Op.getOverflowAttr().getValue();
    if (!bitEnumContainsAny(Flags, arith::IntegerOverflowFlags::nuw))
      return;
    Op->setAttr(Op.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    Op->getContext(),
                    bitEnumClear(Flags, arith::IntegerOverflowFlags::nuw)));
  });
}

/// Of what reduction clauses refer to, only the operator counts: the device
/// library combines. Flang's code there is not always valid (seen in Flang 22:
/// logical arrays get values of another type).
static void emptyReductionRecipes(ModuleOp Module) {
  for (auto Recipe : Module.getOps<acc::ReductionRecipeOp>()) {
    for (Region *Part :
         {&Recipe.getInitRegion(), &Recipe.getCombinerRegion()}) {
      Part->dropAllReferences();
      llvm::SmallVector<Type> Types(Part->getArgumentTypes());
      Part->getBlocks().clear();
      OpBuilder Builder(Recipe.getContext());
      Block *Only = Builder.createBlock(
          Part, {}, Types,
          llvm::SmallVector<Location>(Types.size(), Recipe.getLoc()));
      acc::YieldOp::create(Builder, Recipe.getLoc(), Only->getArgument(0));
    }
    Recipe.getDestroyRegion().dropAllReferences();
    Recipe.getDestroyRegion().getBlocks().clear();
  }
}

/// Where a data clause names what SELECT TYPE knows the type of, Flang makes a
/// descriptor of the device's object by converting its address (seen in Flang
/// 22).
static LogicalResult describeSelectedObjects(ModuleOp Module) {
  llvm::SmallVector<fir::ConvertOp> Wrong;
  Module.walk([&](fir::ConvertOp Op) {
    if (isa<fir::BaseBoxType>(Op.getType()) &&
        isa<fir::ReferenceType>(Op.getValue().getType()) &&
        isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Op.getValue().getDefiningOp()))
      Wrong.push_back(Op);
  });
  for (fir::ConvertOp Op : Wrong) {
    auto Box = dyn_cast<fir::BoxType>(Op.getType());
    Type Object = Box ? fir::unwrapRefType(Box.getEleTy()) : Type();
    if (!isa_and_nonnull<fir::RecordType>(Object) ||
        Object != fir::unwrapRefType(Op.getValue().getType()))
      return Op.emitError("a data clause with the associate name of an array "
                          "in SELECT TYPE is not supported");
    OpBuilder Builder(Op);
    Op.replaceAllUsesWith(fir::EmboxOp::create(Builder, Op.getLoc(),
                                               fir::BoxType::get(Object),
                                               Op.getValue())
                              .getResult());
    Op.erase();
  }
  return success();
}

LogicalResult runHLFIRToFIR(ModuleOp Module, const PipelineOptions &Options) {
  if (Options.Dump)
    Options.Dump("hlfir", Module);
  if (failed(describeSelectedObjects(Module)))
    return failure();
  emptyReductionRecipes(Module);
  keepAllocations(Module);
  makeMaskedLoops(Module);
  recoverLoops(Module);
  ModulePassManager PM(Module, Options);
  PM.addPass(createCUFHostExpressionsPass());
  PM.addPass(std::make_unique<Fortran::lower::VerifierPass>());
  PM.addPass(std::make_unique<BoundsOfLocals>());
  PM.addPass(std::make_unique<ShiftFromOne>());
  PM.addPass(createHalfReductionsPass());
  PM.addPass(createConstantAssignmentsPass());
  if (Options.OptLevel == 0) {
    // Flang's pipeline for this level, with our pass in it. The expansion of
    // assignments makes temporaries necessary that Flang's first pass, if it
    // came later, would remove.
    PM.addPass(hlfir::createInlineElementals());
    PM.addPass(std::make_unique<ExpandDeviceCode>());
    PM.addPass(hlfir::createLowerHLFIROrderedAssignments());
    PM.addPass(hlfir::createLowerHLFIRIntrinsics());
    PM.addPass(hlfir::createBufferizeHLFIR());
    PM.addPass(hlfir::createConvertHLFIRtoFIR());
  } else {
    fir::createHLFIRToFIRPassPipeline(PM, fir::EnableOpenMP::None,
                                      optimizationLevel(Options));
  }
  if (failed(PM.run(Module)))
    return failure();
  if (!Options.VerifyPasses && failed(verify(Module)))
    return failure();
  dropUnsignedClaims(Module);
  if (Options.Dump)
    Options.Dump("fir", Module);
  return success();
}

LogicalResult runOpenACCLowering(ModuleOp Module,
                                 const PipelineOptions &Options) {
  ModulePassManager PM(Module, Options);
  PM.addPass(createACCPreparePass());
  PM.addPass(createACCRoutinesPass());
  PM.addPass(fir::acc::createACCInitializeFIRAnalyses());
  PM.addPass(acc::createACCImplicitData());
  PM.addPass(acc::createACCImplicitDeclare());
  PM.addNestedPass<func::FuncOp>(acc::createACCLegalizeSerial());
  PM.addNestedPass<func::FuncOp>(acc::createLegalizeDataValuesInRegion());
  PM.addNestedPass<func::FuncOp>(
      acc::createOffloadLiveInValueCanonicalization());
  PM.addPass(fir::acc::createACCRecipeBufferization());
  PM.addPass(createACCImplicitCopiesPass());
  PM.addPass(createACCReportDataPass());
  PM.addPass(createACCOutlinePass());
  PM.addPass(createACCLowerKernelsPass());
  PM.addPass(createACCLowerDataPass());
  PM.addPass(createACCStructuredControlPass());
  return run(PM, Module, Options, "acc");
}

LogicalResult runCUFLowering(ModuleOp Host, DevicePart &Part,
                             const PipelineOptions &Options) {
  ModulePassManager PM(Host, Options);
  PM.addPass(createCUFOutlineKernelLoopsPass());
  PM.addPass(std::make_unique<FoldConstants>());
  PM.addPass(createCUFLowerLaunchPass());
  if (failed(run(PM, Host, Options, "cuf")))
    return failure();
  if (failed(splitDeviceModule(Host, Part)))
    return failure();
  if (Part.Module) {
    bindDeviceCalls(Host, *Part.Module);
    OpBuilder Builder(Host.getContext());
    ModuleOp Device = *Part.Module;
    Device->setAttr("llvm.data_layout",
                    Builder.getStringAttr(DeviceDataLayout));
    Device->setAttr("llvm.target_triple",
                    Builder.getStringAttr(DeviceTripleName));
  }
  return success();
}

LogicalResult runDeviceCodeGen(ModuleOp Device,
                               const PipelineOptions &Options) {
  ModulePassManager PM(Device, Options);
  PM.addNestedPass<func::FuncOp>(createCUFWholePredefinedPass());
  PM.addNestedPass<func::FuncOp>(fir::createCUFPredefinedVarToGPU());
  PM.addPass(createCUFDeviceIntrinsicsPass());
  PM.addPass(createCUFSmallCopiesPass());
  PM.addPass(createCUFCheckRuntimeCallsPass());
  PM.addPass(createCUFPrepareDevicePass());
  PM.addPass(createCUFDeviceMemoryPass());
  PM.addPass(createConvertMathToFuncs(
      ConvertMathToFuncsOptions{/*minWidthOfFPowIExponent=*/1,
                                /*convertCtlz=*/false}));
  if (failed(run(PM, Device, Options, "device-fir")))
    return failure();

  ModulePassManager CG(Device, Options);
  MLIRToLLVMPassPipelineConfig Config(llvm::OptimizationLevel::O2);
  Config.StackArrays = true;    // what has no heap memory by now
  Config.AliasAnalysis = false; // flang-notes: no alias claims across barriers
  fir::createDefaultFIROptimizerPassPipeline(CG, Config);
  // The default code generation pipeline up to its last step, without what
  // belongs to the host: external names, processor attributes.
  fir::addBoxedProcedurePass(CG);
  CG.addNestedPass<func::FuncOp>(fir::createAbstractResultOpt());
  CG.addNestedPass<fir::GlobalOp>(fir::createAbstractResultOpt());
  fir::addCodeGenRewritePass(CG, /*preserveDeclare=*/false);
  fir::TargetRewritePassOptions Rewrite;
  Rewrite.forcedTargetTriple = DeviceConventionTriple.str();
  Rewrite.noStructConversion = true;
  CG.addPass(fir::createTargetRewritePass(Rewrite));
  fir::addCompilerGeneratedNamesConversionPass(CG);
  CG.addPass(createFIRToDeviceLLVMPass());
  CG.addPass(createReconcileUnrealizedCastsPass());
  return run(CG, Device, Options, "device-llvm");
}

LogicalResult runHostCodeGen(ModuleOp Host, const PipelineOptions &Options) {
  ModulePassManager CUF(Host, Options);
  CUF.addPass(createCUFDeviceIntrinsicsPass());
  CUF.addPass(createCUFFoldOnDevicePass());
  CUF.addPass(createCUFPrepareHostPass());
  CUF.addPass(createCUFLowerDescriptorsPass());
  CUF.addPass(createCUFLowerAllocPass());
  CUF.addPass(createCUFLowerPointerDeallocatePass());
  CUF.addPass(createCUFDeviceAddressesPass());
  CUF.addPass(fir::createCUFOpConversion());
  CUF.addPass(createCUFHideDeviceMemoryPass());
  CUF.addPass(createHostMemoryPass(Options.StackArrays));
  if (failed(run(CUF, Host, Options, "host-fir")))
    return failure();
  // What is left of device data on the host is its shadow, an ordinary global.
  for (auto Global : Host.getOps<fir::GlobalOp>())
    Global.removeDataAttrAttr();
  ModulePassManager PM(Host, Options);
  MLIRToLLVMPassPipelineConfig Config(optimizationLevel(Options));
  Config.AliasAnalysis = Options.OptLevel > 0;
  if (Options.Debug) {
    Config.DebugInfo = llvm::codegenoptions::FullDebugInfo;
    Config.DwarfVersion = 4;
  }
  fir::registerDefaultInlinerPass(Config);
  fir::createDefaultFIROptimizerPassPipeline(PM, Config);
  fir::createDefaultFIRCodeGenPassPipeline(PM, Config, Options.InputName);
  return run(PM, Host, Options, "host-llvm");
}

} // namespace warpfort
