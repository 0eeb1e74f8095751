//===-- CPUCodeGen.cpp - Device code for the CPU --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the stages, and LLVM's pipeline at the end:
//
//   prepare    while it is NVPTX: inline, simplify          Prepare.cpp
//   retarget   address spaces, data layout                  Retarget.cpp
//   kernels    bodies, regions, loops, the program's table  KernelEmitter.cpp
//              or functions of C in its place             LaunchFunctions.cpp
//   optimize   LLVM's default pipeline for the processor
//
// Programs of many kernels are split before the last one.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "CheckAccesses.h"
#include "CheckLoops.h"
#include "ChooseLoopOrders.h"
#include "DebugInfo.h"
#include "ForwardWarpValues.h"
#include "FreezeMaskedLoads.h"
#include "KeepStoreOrder.h"
#include "KernelEmitter.h"
#include "LaunchFunctions.h"
#include "LimitVectorization.h"
#include "LoadStrides.h"
#include "NVVMLowering.h"
#include "PreferSLP.h"
#include "Prepare.h"
#include "ProgramParts.h"
#include "ProgramTable.h"
#include "Retarget.h"
#include "RewriteExtrema.h"
#include "SeparateInnerSums.h"
#include "SplitGuardedLoops.h"
#include "SplitQuotientLoops.h"
#include "StepOverGuards.h"
#include "SupportModule.h"
#include "TargetMachines.h"
#include "UnaliasedArguments.h"
#include "UnmaskStores.h"
#include "VariableScopes.h"
#include "VectorMath.h"
#include "VectorizeOuterLoops.h"
#include "WaitingOnOthers.h"
#include "warpfort/Support/Faults.h"
#include "warprt/Image.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include <optional>

using namespace llvm;

namespace warpfort {

using namespace cpu;

namespace {

/// Takes LLVM's diagnostics while it lives: errors are kept for the caller,
/// remarks about loops that could not be transformed mean nothing to the user.
class DiagnosticCatcher {
public:
  explicit DiagnosticCatcher(LLVMContext &Ctx)
      : Ctx(Ctx), Before(Ctx.getDiagnosticHandler()) {
    Ctx.setDiagnosticHandler(std::make_unique<Handler>(Messages));
  }
  ~DiagnosticCatcher() { Ctx.setDiagnosticHandler(std::move(Before)); }

  Error takeError() const {
    if (Messages.empty())
      return Error::success();
    return makeFault(Messages);
  }

private:
  struct Handler : DiagnosticHandler {
    explicit Handler(std::string &Messages) : Messages(Messages) {}
    bool handleDiagnostics(const DiagnosticInfo &Info) override {
      if (Info.getSeverity() == DS_Error) {
        raw_string_ostream OS(Messages);
        DiagnosticPrinterRawOStream Printer(OS);
        if (!Messages.empty())
          OS << "; ";
        Info.print(Printer);
      }
      return true;
    }
    std::string &Messages;
  };

  LLVMContext &Ctx;
  std::unique_ptr<DiagnosticHandler> Before;
  std::string Messages;
};

class Lowering {
public:
  Lowering(Module &M, const CPUOptions &Options, TargetMachine &Host)
      : M(M), Options(Options), Host(Host) {}

  /// A row of the table below.
  struct Step {
    StringLiteral Name;
    Error (Lowering::*Run)();
    /// Why it stands where it does.
    StringLiteral Reason;
  };
  static const Step Steps[];

  /// Does all steps but the last, or the last one.
  Error lowerProgram();
  Error finishProgram();

private:
  Error run(const Step &S);
  Error prepare();
  Error retarget();
  Error lowerKernels();
  Error optimize();
  Error emitKernels();
  void setTargetAttributes();

  Module &M;
  const CPUOptions &Options;
  TargetMachine &Host;
  std::optional<AccessChecks> Checks;
  SharedMemory Shared;
};

const Lowering::Step Lowering::Steps[] = {
    {"prepare", &Lowering::prepare,
     "first: it knows the operations on threads that Fortran's code has"},
    {"retarget", &Lowering::retarget,
     "after prepare, which asks what is in which address space"},
    {"kernels", &Lowering::lowerKernels,
     "after retarget: shared variables are memory of a block"},
    {"optimize", &Lowering::optimize,
     "last: the parts of a large program do it at the same time"},
};

Error Lowering::run(const Step &S) {
  if (Error E = (this->*S.Run)())
    return E;
  if (Options.Dump)
    Options.Dump(S.Name, M);
  if (!Options.Debug)
    return Error::success();
  std::string Message;
  raw_string_ostream OS(Message);
  if (verifyModule(M, &OS))
    return makeFault("CPU code generation, after step '" + S.Name +
                     "': " + Message);
  return Error::success();
}

/// Each kernel has its own place for shared variables by now.
static Error eraseShared(const SharedMemory &Shared) {
  for (ArrayRef<GlobalVariable *> List :
       {ArrayRef(Shared.Static), ArrayRef(Shared.Dynamic)})
    for (GlobalVariable *G : List) {
      G->removeDeadConstantUsers();
      if (!G->use_empty())
        return createStringError("shared variable '" + G->getName() +
                                 "' is used outside kernels in a way that the "
                                 "CPU target does not support");
      G->eraseFromParent();
    }
  return Error::success();
}

Error Lowering::emitKernels() {
  std::vector<GlobalVariable *> Variables = collectVariables(M);
  SmallVector<Function *> Sources, Procedures;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    bool IsKernel = F.getCallingConv() == CallingConv::PTX_Kernel;
    (IsKernel ? Sources : Procedures).push_back(&F);
  }
  // Without a kernel, no thread is there that could call one.
  if (Sources.empty())
    for (Function *F : Procedures) {
      GlobalValue::LinkageTypes Linkage = F->getLinkage();
      F->deleteBody();
      F->setLinkage(Linkage);
      new UnreachableInst(M.getContext(),
                          BasicBlock::Create(M.getContext(), "", F));
    }
  for (Function *F : Procedures) {
    if (Error E = lowerNVVMIntrinsics(*F, nullptr))
      return E;
    if (Checks && !Sources.empty())
      Checks->instrument(*F);
  }
  std::vector<EmittedKernel> Kernels;
  for (Function *F : Sources) {
    replaceKernelAddress(*F);
    bool MayWait = mayWaitForOthers(*F);
    Expected<KernelBody> Body = buildKernelBody(*F, Shared);
    if (!Body)
      return Body.takeError();
    Body->MayWait = MayWait;
    if (Checks) {
      Checks->instrument(*Body);
      Body->IsChecked = true;
    } else if (Options.OptLevel > 1) {
      setArgumentsApart(*Body);
    }
    Expected<EmittedKernel> Kernel = emitKernel(std::move(*Body));
    if (!Kernel)
      return Kernel.takeError();
    if (Options.LoopsUseThreads)
      Kernel->Flags |= WARPRT_CPU_KERNEL_LOOPS_USE_THREADS;
    if (!MayWait)
      Kernel->Flags |= WARPRT_CPU_KERNEL_INDEPENDENT_BLOCKS;
    Kernels.push_back(std::move(*Kernel));
  }
  if (Error E = eraseShared(Shared))
    return E;
  if (Options.ForOtherHosts)
    emitLaunchFunctions(M, Kernels);
  if (Error E = linkSupport(M))
    return E;
  if (Checks)
    Checks->finish();
  if (Options.ForOtherHosts)
    exportVariables(Variables);
  else
    emitProgramTable(M, Options.ProgramSymbol, Kernels,
                     Options.Check
                         ? addRoom(M, Variables, Options.HostVariables)
                         : Variables,
                     Options.HostVariables, /*HaveRoom=*/Options.Check);
  return Error::success();
}

void Lowering::setTargetAttributes() {
  for (Function &F : M) {
    F.removeFnAttr(Attribute::Convergent);
    if (F.isDeclaration())
      continue;
    F.setCallingConv(CallingConv::C);
    F.addFnAttr("target-cpu", Host.getTargetCPU());
    if (gainsByLongestVectors(Host))
      F.addFnAttr("prefer-vector-width", "512");
    if (!Host.getTargetFeatureString().empty())
      F.addFnAttr("target-features", Host.getTargetFeatureString());
    else
      F.removeFnAttr("target-features");
    F.removeFnAttr("tune-cpu");
  }
}

/// The back end's own passes among LLVM's.
static void addPasses(PassBuilder &PB) {
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (Level.getSpeedupLevel() > 1) {
          FPM.addPass(CheckLoopsPass(/*AsTheyAre=*/true));
          FPM.addPass(SplitQuotientLoopsPass());
          FPM.addPass(SplitGuardedLoopsPass());
          FPM.addPass(SplitGuardedLoopsPass()); // guards behind the first one
          // What is stored for threads that a guard stops is now overwritten
          // in the same block.
          FPM.addPass(DSEPass());
          FPM.addPass(CheckLoopsPass(/*AsTheyAre=*/false));
          FPM.addPass(StepOverGuardsPass());
          FPM.addPass(RewriteExtremaPass());
        }
        FPM.addPass(VectorizeOuterLoopsPass());
        if (Level.getSpeedupLevel() > 1)
          FPM.addPass(SeparateInnerSumsPass());
        FPM.addPass(KeepStoreOrderPass());
        if (Level.getSpeedupLevel() > 1) {
          FPM.addPass(LimitVectorizationPass());
          FPM.addPass(PreferSLPPass());
        }
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level, ThinOrFullLTOPhase) {
        MPM.addPass(ChooseLoopOrdersPass());
        if (Level.getSpeedupLevel() > 1) {
          FunctionPassManager FPM;
          FPM.addPass(ForwardWarpValuesPass());
          FPM.addPass(LoadStridesPass());
          FPM.addPass(UnmaskStoresPass());
          MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
        }
      });
}

Error Lowering::optimize() {
  // Without the passes that look at them.
  if (Options.OptLevel < 2)
    for (Function &F : M)
      dropGranted(F);
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Options.OptLevel > 1;
  Tuning.SLPVectorization = Options.OptLevel > 1;
  Tuning.LoopInterleaving = Options.OptLevel > 1;
  PassInstrumentationCallbacks Callbacks;
  respectVariables(Callbacks);
  freezeMaskedLoads(Callbacks);
  PassBuilder PB(&Host, Tuning, std::nullopt, &Callbacks);
  std::optional<VectorMath> Math;
  if (Tuning.LoopVectorization) {
    markMathPure(M, Options.HostFunctions);
    Math.emplace(M, Host, Options.HostFunctions);
    FAM.registerPass([&] { return TargetLibraryAnalysis(Math->library()); });
  }
  addPasses(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  static const OptimizationLevel Levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  OptimizationLevel Level = Levels[std::min(Options.OptLevel, 3u)];
  ModulePassManager MPM = Level == OptimizationLevel::O0
                              ? PB.buildO0DefaultPipeline(Level)
                              : PB.buildPerModuleDefaultPipeline(Level);
  MPM.run(M, MAM);
  eraseEndsOfValues(M);
  if (Math)
    Math->splitLongVectors(M);
  return Error::success();
}

Error Lowering::prepare() {
  if (Options.Check)
    Checks.emplace(M).mark();
  else
    for (Function &F : M)
      dropVariableScopes(F);
  // Calls that only compute neither wait nor keep loops apart.
  if (Options.OptLevel > 1)
    markMathPure(M, Options.HostFunctions);
  return prepareDeviceModule(M, Options.LoopsUseThreads,
                             Options.LoopsUseThreads && !Options.Check);
}

Error Lowering::retarget() {
  if (Checks)
    Checks->endPreparation();
  Expected<SharedMemory> Found = retargetModule(M, Host);
  if (!Found)
    return Found.takeError();
  Shared = std::move(*Found);
  return Error::success();
}

Error Lowering::lowerKernels() {
  if (Error E = emitKernels())
    return E;
  setTargetAttributes();
  return checkUndefined(M, Options);
}

Error Lowering::lowerProgram() {
  for (const Step &S : ArrayRef(Steps).drop_back())
    if (Error E = run(S))
      return E;
  return Error::success();
}

Error Lowering::finishProgram() { return run(ArrayRef(Steps).back()); }

Error lower(Module &M, const CPUOptions &Options, TargetMachine &Host) {
  DiagnosticCatcher Catcher(M.getContext());
  Lowering Work(M, Options, Host);
  if (Error E = Work.lowerProgram())
    return E;
  if (Error E = Work.finishProgram())
    return E;
  return Catcher.takeError();
}

Error emitObject(Module &M, TargetMachine &Host, raw_pwrite_stream &Object) {
  DiagnosticCatcher Catcher(M.getContext());
  legacy::PassManager Passes;
  if (Host.addPassesToEmitFile(Passes, Object, nullptr,
                               CodeGenFileType::ObjectFile))
    return makeFault("LLVM cannot write x86-64 object files");
  Passes.run(M);
  return Catcher.takeError();
}

} // namespace

void visitCPUSteps(StepVisitor Visit) {
  for (const Lowering::Step &S : Lowering::Steps)
    Visit(S.Name, S.Reason);
}

Error lowerDeviceToCPU(Module &Device, const CPUOptions &Options) {
  Expected<std::unique_ptr<TargetMachine>> Host =
      createHostTargetMachine(Options);
  if (!Host)
    return Host.takeError();
  return lower(Device, Options, **Host);
}

Expected<std::vector<std::string>>
lowerDeviceToCPUParts(std::unique_ptr<Module> Device, const CPUOptions &Options,
                      unsigned Parts) {
  Expected<std::unique_ptr<TargetMachine>> Host =
      createHostTargetMachine(Options);
  if (!Host)
    return Host.takeError();
  DiagnosticCatcher Catcher(Device->getContext());
  if (Error E = Lowering(*Device, Options, **Host).lowerProgram())
    return E;
  if (Error E = Catcher.takeError())
    return E;
  return splitProgram(*Device, Parts, Options.ProgramSymbol);
}

Error generateCPUPartObject(StringRef Part, const CPUOptions &Options,
                            raw_pwrite_stream &Object) {
  Expected<std::unique_ptr<TargetMachine>> Host =
      createHostTargetMachine(Options);
  if (!Host)
    return Host.takeError();
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(Part, "part"), Context);
  if (!M)
    return M.takeError();
  DiagnosticCatcher Catcher(Context);
  if (Error E = Lowering(**M, Options, **Host).finishProgram())
    return E;
  if (Error E = Catcher.takeError())
    return E;
  return emitObject(**M, **Host, Object);
}

Error generateCPUObject(std::unique_ptr<Module> Device,
                        const CPUOptions &Options, raw_pwrite_stream &Object) {
  Expected<std::unique_ptr<TargetMachine>> Host =
      createHostTargetMachine(Options);
  if (!Host)
    return Host.takeError();
  if (Error E = lower(*Device, Options, **Host))
    return E;
  return emitObject(*Device, **Host, Object);
}

} // namespace warpfort
