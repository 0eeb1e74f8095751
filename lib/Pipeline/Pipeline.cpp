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
#include "FaultPasses.h"
#include "warpfort/Conversion/FIRToDeviceLLVM.h"
#include "warpfort/Flang/Passes.h"
#include "warpfort/IR/WarpfortDialect.h"
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Support/OpenMP.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Lower/Support/Verifier.h"
#include "flang/Optimizer/CodeGen/CodeGen.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/Passes.h"
#include "flang/Optimizer/OpenACC/Passes.h"
#include "flang/Optimizer/Passes/Pipelines.h"
#include "flang/Optimizer/Support/InitFIR.h"
#include "flang/Optimizer/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/OpenACC/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;
using func::FuncOp;

namespace warpfort {
#define GEN_PASS_DEF_HLFIRTOFIRPASS
#define GEN_PASS_DEF_ACCLOWERINGPASS
#define GEN_PASS_DEF_CUFLOWERINGPASS
#define GEN_PASS_DEF_DEVICECODEGENPASS
#define GEN_PASS_DEF_HOSTCODEGENPASS
#include "warpfort/Pipeline/Passes.h.inc"

/// FIR knows no convention for complex results on NVPTX: its x86-64 one is used
/// between device procedures, and the device library follows it.
static constexpr llvm::StringLiteral DeviceConventionTriple =
    "x86_64-unknown-linux-gnu";

/// What debuggers of all supported systems read.
static constexpr int32_t DwarfVersion = 4;

void registerDialects(DialectRegistry &Registry) {
  fir::support::registerDialects(Registry);
  registerOpenACCTypes(Registry);
  registerWarpfortDialect(Registry);
  fir::support::addFIRExtensions(Registry);
  registerNVVMDialectTranslation(Registry);
  registerGPUDialectTranslation(Registry);
}

void registerPasses() {
  fir::support::registerMLIRPassesForFortranTools();
  fir::registerOptTransformPasses();
  fir::registerOptCodeGenPasses();
  hlfir::registerHLFIRPasses();
  fir::acc::registerFIROpenACCPasses();
  registerCUFTransformPasses();
  registerACCTransformPasses();
  registerConversionPasses();
  registerFlangPasses();
  registerPipelinePasses();
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

//===-- The pipelines -----------------------------------------------------===//

/// Makes valid IR of what the front end hands over: nothing can be verified
/// before.
static void addRepairs(PassManager &PM) {
  PM.addPass(createDescribeSelectedObjectsPass());
  PM.addPass(createEmptyReductionRecipesPass());
  PM.addPass(createRestoreAssumedSizesPass());
  PM.addNestedPass<FuncOp>(createYieldedLengthsPass());
  // Knows what lowering made for READ by the identity of values.
  PM.addNestedPass<FuncOp>(createVectorSubscriptBoundsPass());
}

static void addHLFIRToFIR(PassManager &PM, ModuleOp Module,
                          const PipelineOptions &Options) {
  // Must run first: passes make accesses of their own.
  if (Options.Bounds || Options.Check)
    PM.addNestedPass<FuncOp>(
        createMarkSubscriptsPass({/*Scalars=*/Options.Check}));
  if (Options.Bounds)
    PM.addPass(createCheckSubstringsPass());
  bool OpenMP = Module->hasAttr(OpenMPVersionAttr);
  // Must run before the passes below, so that the OpenMP operations mean what
  // Flang's own passes expect of them.
  if (OpenMP)
    fir::createOpenMPFIRPassPipeline(PM, fir::OpenMPFIRPassPipelineOpts{});
  // These know bounds, assignments, WHERE constructs and loops in the form that
  // Flang's lowering gives them: they must run before any pass that rewrites
  // these, our own CUFHostExpressions included.
  PM.addNestedPass<FuncOp>(createCheckAutomaticArraysPass());
  PM.addPass(createKeepAllocationsPass());
  PM.addPass(createMakeMaskedLoopsPass());
  PM.addPass(createRecoverLoopsPass());
  // Must run behind that, which knows the counts of its loops as Flang's.
  PM.addNestedPass<FuncOp>(createWidenTripCountsPass());
  // Must run while hlfir.declare has both the descriptor and the address.
  PM.addPass(createACCUseDeviceCanonicalizerPass());
  // Must run before canonicalization.
  PM.addPass(createKeepCapturesPass());
  if (!Options.Provoked.empty())
    PM.addPass(createProvokeFaultPass({Options.Provoked}));
  // Must run before bufferization: it decides by hlfir.assign and the
  // expressions in it which operations touch device data.
  PM.addPass(createCUFHostExpressionsPass());
  PM.addPass(std::make_unique<Fortran::lower::VerifierPass>());
  // These must run before Flang expands what they repair or replace: the pass
  // that expands DO CONCURRENT and those for hlfir.cshift, reductions and
  // assignments, all below.
  PM.addPass(createEquivalencedLocalsPass());
  PM.addNestedPass<FuncOp>(createKeepBoundsOfLocalsPass());
  PM.addNestedPass<FuncOp>(createShiftFromOnePass());
  PM.addNestedPass<FuncOp>(createWidenHalfReductionsPass());
  PM.addNestedPass<FuncOp>(createExpandConstantAssignmentsPass());
  PM.addNestedPass<FuncOp>(createLowerCharacterComparisonsPass());
  if (Options.OptLevel == 0) {
    // Flang's pipeline for this level, with our pass in it. The expansion of
    // assignments makes temporaries necessary that Flang's first pass, if it
    // came later, would remove.
    PM.addPass(hlfir::createInlineElementals());
    PM.addNestedPass<FuncOp>(createExpandDeviceCodePass());
    PM.addPass(hlfir::createLowerHLFIROrderedAssignments());
    PM.addPass(hlfir::createLowerHLFIRIntrinsics());
    PM.addPass(hlfir::createBufferizeHLFIR());
    PM.addPass(hlfir::createConvertHLFIRtoFIR());
    if (OpenMP) {
      PM.addPass(flangomp::createLowerWorkshare());
      PM.addPass(flangomp::createLowerWorkdistribute());
    }
  } else {
    fir::createHLFIRToFIRPassPipeline(
        PM, OpenMP ? fir::EnableOpenMP::Full : fir::EnableOpenMP::None,
        optimizationLevel(Options));
  }
  // Must run before any canonicalization of FIR.
  PM.addNestedPass<FuncOp>(createShapedDescriptorsPass());
  // Must run after the expansion of CSHIFT and EOSHIFT, which makes the claims.
  PM.addPass(createDropUnsignedClaimsPass());
}

static void addACCLowering(PassManager &PM, const PipelineOptions &Options) {
  // Must run before what asks whether calls change anything.
  PM.addPass(createACCInferPurePass());
  // Must run before upstream's passes: it makes the clauses explicit that they
  // would determine otherwise, or that they have no notion of.
  ACCPreparePassOptions Prepare;
  Prepare.DumpAfter = Options.DumpAfter;
  PM.addPass(createACCPreparePass(std::move(Prepare)));
  // Must run before implicit data: a construct in a routine is a loop of the
  // routine's, without data clauses.
  PM.addPass(createACCRoutinesPass());
  // Upstream's, in the order in which they are made to run, but for the pass
  // on SERIAL, which is ours.
  PM.addPass(fir::acc::createACCInitializeFIRAnalyses());
  PM.addPass(acc::createACCImplicitData());
  // Must run after implicit data, which takes one section of an array, and
  // before the construct's uses are those of its clauses.
  PM.addNestedPass<FuncOp>(createACCSectionsPass());
  PM.addPass(createACCDeclareGlobalsPass());
  PM.addNestedPass<FuncOp>(createACCLegalizeSerialPass());
  PM.addNestedPass<FuncOp>(acc::createLegalizeDataValuesInRegion());
  PM.addNestedPass<FuncOp>(acc::createOffloadLiveInValueCanonicalization());
  PM.addPass(fir::acc::createACCRecipeBufferization());
  // Must run after implicit data, whose copy clauses it weakens, and before the
  // report, which says copyin of them.
  PM.addPass(createACCImplicitCopiesPass());
  // Must run before the constructs that it reports on become kernels.
  PM.addPass(createACCReportDataPass());
  // Must run after the report, which knows each construct once.
  PM.addPass(createACCSeparatePointersPass());
  PM.addPass(createACCOutlinePass(
      {Options.TripCounts.OnHost, Options.TripCounts.Compare}));
  // Must run after outlining: it knows the loops of kernels and routines.
  PM.addPass(createACCLowerKernelsPass());
  // Must run after the passes that read data clauses; it removes them all.
  PM.addPass(createACCLowerDataPass());
  // Must run last: all passes above make scf.for and scf.if.
  PM.addPass(createACCStructuredControlPass());
  PM.addPass(createACCVerifyLoweredPass());
}

static void addCUFLowering(PassManager &PM) {
  PM.addPass(createCUFOutlineKernelLoopsPass());
  // Must run before launches are lowered, which take constant sizes for what
  // they are, and after kernel loops, whose bodies it may otherwise empty.
  PM.addNestedPass<FuncOp>(createFoldConstantsPass());
  // Must run after kernel loops have become kernels: one may launch another.
  PM.addPass(createCUFLowerLaunchPass());
}

/// \p Part, if given, gets what the host must register.
static void addDeviceSplit(PassManager &PM, DevicePart *Part) {
  PM.addPass(Part ? createCUFSplitDevicePass(*Part)
                  : createCUFSplitDevicePass());
  // Must run after the split: one call may mean different procedures on the
  // host and on the device.
  PM.addPass(createACCBindDeviceCallsPass());
  PM.addPass(createSetDeviceTargetPass());
  PM.addPass(createCUFVerifyLaunchesPass());
}

static void addDeviceFIR(PassManager &PM, const PipelineOptions &Options) {
  // Must run before bodies change that were outlined: all accesses are still
  // where the program has them.
  if (Options.Bounds)
    PM.addPass(createCheckBoundsPass({/*Device=*/true}));
  if (Options.Pointers)
    PM.addPass(createCheckPointersPass({/*Device=*/true}));
  // Must run before Flang's pass: that leaves no variable to copy.
  PM.addNestedPass<FuncOp>(createCUFWholePredefinedPass());
  PM.addNestedPass<FuncOp>(fir::createCUFPredefinedVarToGPU());
  PM.addPass(createCUFDeviceIntrinsicsPass());
  // Must run before calls are checked: it removes those that it expands.
  PM.addPass(createCUFSmallCopiesPass());
  PM.addPass(createCUFCheckRuntimeCallsPass());
  PM.addPass(createCUFPrepareDevicePass());
  // Must run after shared memory and parameters: what is left has memory of its
  // own, on the stack or in the heap. What has a constant size does not need
  // the heap.
  PM.addNestedPass<FuncOp>(createFoldConstantsPass());
  PM.addPass(createCUFDeviceMemoryPass());
  PM.addPass(createConvertMathToFuncs(
      ConvertMathToFuncsOptions{/*minWidthOfFPowIExponent=*/1,
                                /*convertCtlz=*/false}));
}

static void addDeviceLLVM(PassManager &PM, const PipelineOptions &Options) {
  PM.addPass(createSplitInitialValuesPass());
  MLIRToLLVMPassPipelineConfig Config(llvm::OptimizationLevel::O2);
  Config.StackArrays = true;    // what has no heap memory by now
  Config.AliasAnalysis = false; // no alias claims across barriers
  Config.registerFIROptLastEPCallbacks(
      [](PassManager &PM, llvm::OptimizationLevel) {
        PM.addNestedPass<FuncOp>(createOrderStackArraysPass());
      });
  fir::createDefaultFIROptimizerPassPipeline(PM, Config);
  // Must run before code generation's form of declarations.
  if (Options.Debug)
    PM.addPass(createDeclareKernelVariablesPass());
  // The default code generation pipeline up to its last step, without what
  // belongs to the host: external names, processor attributes.
  fir::addBoxedProcedurePass(PM);
  PM.addNestedPass<FuncOp>(fir::createAbstractResultOpt());
  PM.addNestedPass<fir::GlobalOp>(fir::createAbstractResultOpt());
  fir::addCodeGenRewritePass(PM, /*preserveDeclare=*/Options.Debug);
  // Must run before target rewriting: it describes the procedures' arguments.
  if (Options.Debug || Options.LineInfo)
    fir::createDebugPasses(PM,
                           Options.Debug
                               ? llvm::codegenoptions::FullDebugInfo
                               : llvm::codegenoptions::DebugLineTablesOnly,
                           optimizationLevel(Options), Options.InputName,
                           DwarfVersion, /*splitDwarfFile=*/"");
  fir::TargetRewritePassOptions Rewrite;
  Rewrite.forcedTargetTriple = DeviceConventionTriple.str();
  Rewrite.noStructConversion = true;
  PM.addPass(fir::createTargetRewritePass(Rewrite));
  fir::addCompilerGeneratedNamesConversionPass(PM);
  // Must run before the conversion, which would fail with a message of MLIR's.
  PM.addPass(createCUFVerifyLoweredPass());
  PM.addPass(createFIRToDeviceLLVMPass());
  PM.addPass(createReconcileUnrealizedCastsPass());
  if (Options.Check)
    PM.addPass(createNameAccessesPass());
}

static void addHostFIR(PassManager &PM, const PipelineOptions &Options) {
  if (Options.Bounds)
    PM.addPass(createCheckBoundsPass({/*Device=*/false}));
  if (Options.Pointers)
    PM.addPass(createCheckPointersPass({/*Device=*/false}));
  PM.addPass(createCUFDeviceIntrinsicsPass());
  // Must run before allocations and transfers are lowered: it drops those that
  // the device alone has.
  PM.addPass(createCUFFoldOnDevicePass());
  // Must run before allocations become calls of malloc, and after those that
  // the device alone has are gone.
  if (Options.ManagedAllocations)
    PM.addPass(createManagedAllocationsPass());
  // Must run before Flang's conversion: they lower the operations that it
  // lowers wrongly. Completed allocations come first, since cuf.alloc of a
  // descriptor and of data are different afterwards.
  PM.addPass(createCUFPrepareHostPass());
  PM.addPass(createCUFLowerDescriptorsPass());
  PM.addPass(createCUFLowerAllocPass());
  PM.addPass(createCUFLowerPointerDeallocatePass());
  PM.addPass(createCUFDeviceAddressesPass());
  PM.addPass(fir::createCUFOpConversion());
  PM.addPass(createCUFVerifyLoweredPass());
  // Must run after Flang's conversion, which reads the attributes that it
  // drops.
  PM.addPass(createCUFHideDeviceMemoryPass());
  PM.addPass(createHostMemoryPass({Options.StackArrays}));
}

static void addHostLLVM(PassManager &PM, const PipelineOptions &Options) {
  PM.addPass(createSplitInitialValuesPass());
  PM.addPass(createCUFDropDataAttributesPass());
  MLIRToLLVMPassPipelineConfig Config(optimizationLevel(Options));
  Config.AliasAnalysis = Options.OptLevel > 0;
  if (Options.Debug) {
    Config.DebugInfo = llvm::codegenoptions::FullDebugInfo;
    Config.DwarfVersion = DwarfVersion;
  } else if (Options.HostLines) {
    Config.DebugInfo = llvm::codegenoptions::DebugLineTablesOnly;
    Config.DwarfVersion = DwarfVersion;
  }
  fir::registerDefaultInlinerPass(Config);
  fir::createDefaultFIROptimizerPassPipeline(PM, Config);
  fir::createDefaultFIRCodeGenPassPipeline(PM, Config, Options.InputName);
  if (Options.Check)
    PM.addPass(createNameAccessesPass());
}

//===-- As the compiler runs them -----------------------------------------===//

namespace {
/// A pass manager that nests passes where they belong.
struct ModulePassManager : PassManager {
  explicit ModulePassManager(MLIRContext *Context)
      : PassManager(Context, ModuleOp::getOperationName(),
                    OpPassManager::Nesting::Implicit) {
    addInstrumentation(createStepNotes());
  }
  ModulePassManager(ModuleOp Module, const PipelineOptions &Options)
      : ModulePassManager(Module.getContext()) {
    enableVerifier(Options.VerifyPasses);
    if (Options.DumpAfter.empty())
      return;
    std::string Wanted = Options.DumpAfter;
    enableIRPrinting(
        [](Pass *, Operation *) { return false; },
        [Wanted](Pass *P, Operation *) { return P->getArgument() == Wanted; },
        /*printModuleScope=*/false, /*printAfterOnlyOnChange=*/false,
        /*printAfterOnlyOnFailure=*/false, llvm::errs(),
        OpPrintingFlags().enableDebugInfo());
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

LogicalResult runHLFIRToFIR(ModuleOp Module, const PipelineOptions &Options) {
  if (Options.Dump)
    Options.Dump("hlfir", Module);
  ModulePassManager Repairs(Module, Options);
  Repairs.enableVerifier(false);
  addRepairs(Repairs);
  if (failed(Repairs.run(Module)))
    return failure();
  ModulePassManager PM(Module, Options);
  addHLFIRToFIR(PM, Module, Options);
  return run(PM, Module, Options, "fir");
}

LogicalResult runOpenACCLowering(ModuleOp Module,
                                 const PipelineOptions &Options) {
  ModulePassManager PM(Module, Options);
  addACCLowering(PM, Options);
  return run(PM, Module, Options, "acc");
}

LogicalResult runCUFLowering(ModuleOp Host, DevicePart &Part,
                             const PipelineOptions &Options) {
  ModulePassManager PM(Host, Options);
  addCUFLowering(PM);
  if (failed(run(PM, Host, Options, "cuf")))
    return failure();
  ModulePassManager Split(Host, Options);
  addDeviceSplit(Split, &Part);
  if (failed(Split.run(Host)))
    return failure();
  Part.Module = takeDeviceModule(Host);
  return success();
}

LogicalResult runDeviceCodeGen(ModuleOp Device,
                               const PipelineOptions &Options) {
  ModulePassManager PM(Device, Options);
  addDeviceFIR(PM, Options);
  if (failed(run(PM, Device, Options, "device-fir")))
    return failure();
  ModulePassManager CG(Device, Options);
  addDeviceLLVM(CG, Options);
  return run(CG, Device, Options, "device-llvm");
}

LogicalResult runHostCodeGen(ModuleOp Host, const PipelineOptions &Options) {
  ModulePassManager PM(Host, Options);
  addHostFIR(PM, Options);
  if (failed(run(PM, Host, Options, "host-fir")))
    return failure();
  ModulePassManager CG(Host, Options);
  addHostLLVM(CG, Options);
  return run(CG, Host, Options, "host-llvm");
}

//===-- As warpfort-opt runs them -----------------------------------------===//

namespace {
/// A pass that runs a pipeline. (It is no pipeline of MLIR's: Flang's functions
/// want a PassManager.)
template <typename Base> struct Pipeline : Base {
  using Base::Base;

  void getDependentDialects(DialectRegistry &Registry) const override {
    registerDialects(Registry);
  }
  void run(ModuleOp Module, llvm::function_ref<void(PassManager &)> Add) {
    ModulePassManager PM(Module.getContext());
    Add(PM);
    if (failed(this->runPipeline(PM, Module)))
      this->signalPassFailure();
  }
};

struct HLFIRToFIR : Pipeline<impl::HLFIRToFIRPassBase<HLFIRToFIR>> {
  using Pipeline::Pipeline;
  void runOnOperation() override {
    PipelineOptions Options;
    Options.OptLevel = OptLevel;
    Options.Bounds = Bounds;
    run(getOperation(), [&](PassManager &PM) {
      addRepairs(PM);
      addHLFIRToFIR(PM, getOperation(), Options);
    });
  }
};

struct ACCLowering : Pipeline<impl::ACCLoweringPassBase<ACCLowering>> {
  void runOnOperation() override {
    run(getOperation(), [](PassManager &PM) { addACCLowering(PM, {}); });
  }
};

struct CUFLowering : Pipeline<impl::CUFLoweringPassBase<CUFLowering>> {
  void runOnOperation() override {
    run(getOperation(), [](PassManager &PM) {
      addCUFLowering(PM);
      addDeviceSplit(PM, /*Part=*/nullptr);
    });
  }
};

struct DeviceCodeGen : Pipeline<impl::DeviceCodeGenPassBase<DeviceCodeGen>> {
  using Pipeline::Pipeline;
  void runOnOperation() override {
    PipelineOptions Options;
    Options.OptLevel = OptLevel;
    Options.Debug = Debug;
    Options.LineInfo = LineInfo;
    Options.Check = Check;
    Options.Bounds = Bounds;
    Options.Pointers = Pointers;
    ModuleOp Nested = findDeviceModule(getOperation());
    run(Nested ? Nested : getOperation(), [&](PassManager &PM) {
      addDeviceFIR(PM, Options);
      addDeviceLLVM(PM, Options);
    });
  }
};

struct HostCodeGen : Pipeline<impl::HostCodeGenPassBase<HostCodeGen>> {
  using Pipeline::Pipeline;
  void runOnOperation() override {
    PipelineOptions Options;
    Options.OptLevel = OptLevel;
    Options.Bounds = Bounds;
    Options.Pointers = Pointers;
    Options.StackArrays = StackArrays;
    Options.ManagedAllocations = ManagedAllocations;
    takeDeviceModule(getOperation());
    run(getOperation(), [&](PassManager &PM) {
      addHostFIR(PM, Options);
      addHostLLVM(PM, Options);
    });
  }
};
} // namespace

} // namespace warpfort
