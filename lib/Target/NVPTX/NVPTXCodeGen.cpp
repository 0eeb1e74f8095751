//===-- NVPTXCodeGen.cpp - NVIDIA code ------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVIDIA target: device program in, PTX and cubins out.
//
// PTX is made once, for the lowest architecture asked for; newer GPUs than the
// cubins serve compile it when the program runs.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "CarryLoads.h"
#include "ChooseUnrollCounts.h"
#include "ConstantLoops.h"
#include "CoveredLoops.h"
#include "DeviceMath.h"
#include "DeviceRuntime.h"
#include "ExpandNegations.h"
#include "ExpandWideConversions.h"
#include "FoldBlockShape.h"
#include "FormSelects.h"
#include "HideGridSteps.h"
#include "HideWraps.h"
#include "InvariantDescriptors.h"
#include "JamRows.h"
#include "LowerLocalAtomics.h"
#include "MergeBarriers.h"
#include "NarrowCounters.h"
#include "NarrowProducts.h"
#include "ReadOnlyData.h"
#include "RequiredArch.h"
#include "SaturateByConversion.h"
#include "ShareNeighbourAddresses.h"
#include "SplitKernels.h"
#include "StepQuotients.h"
#include "UnrollGridLoops.h"
#include "UnrollLocalArrays.h"
#include "VariableScopes.h"
#include "WidenIndices.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/LLVMMessages.h"
#include "warpfort/Support/LinkModules.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace warpfort {

namespace {

/// Pass managers of one run.
class Optimizer {
public:
  explicit Optimizer(TargetMachine &Machine) : Builder(&Machine) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CallGraphs);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
    // Wherever LLVM simplifies a function that others were inlined into.
    Builder.registerPeepholeEPCallback(
        [](FunctionPassManager &Passes, OptimizationLevel) {
          Passes.addPass(FoldBlockShapePass());
          Passes.addPass(LowerLocalAtomicsPass());
        });
    // Behind LLVM's own unrolling, in front of what turns arithmetic into
    // vectors and moves loads for it.
    Builder.registerOptimizerEarlyEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
          Passes.addPass(
              createModuleToFunctionPassAdaptor(UnrollLocalArraysPass()));
        });
    // Behind all that finds out about numbers.
    Builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &Passes, OptimizationLevel) {
          Passes.addPass(StepQuotientsPass());
          Passes.addPass(ChooseUnrollCountsPass());
        });
  }

  /// Local clean-up, so that e.g. pow(x, 2.0) is known for what it is before
  /// it becomes a call of libdevice.
  void simplify(Module &M) {
    FunctionPassManager Passes;
    Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    Passes.addPass(EarlyCSEPass());
    Passes.addPass(WidenIndicesPass());
    Passes.addPass(EarlyCSEPass());
    Passes.addPass(InstCombinePass());
    Passes.addPass(ExpandWideConversionsPass()); // InstCombine narrows some
    Passes.addPass(SimplifyCFGPass());
    createModuleToFunctionPassAdaptor(std::move(Passes)).run(M, Modules);
    jamRows(M); // a thread has two rows at most: that loop would be unrolled
    for (Function &F : M)
      if (!F.isDeclaration())
        unrollConstantLoops(F, Functions);
    Modules.clear();
    Functions.clear();
  }

  void dropUnused(Module &M) { GlobalDCEPass().run(M, Modules); }

  void optimize(Module &M) {
    Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
        .run(M, Modules);
    FunctionPassManager Last;
    Last.addPass(FormSelectsPass());
    Last.addPass(NarrowCountersPass());
    Last.addPass(UnrollGridLoopsPass());
    Last.addPass(HideGridStepsPass());
    Last.addPass(ShareNeighbourAddressesPass());
    Last.addPass(NarrowProductsPass());
    Last.addPass(SaturateByConversionPass());
    Last.addPass(EarlyCSEPass());
    createModuleToFunctionPassAdaptor(std::move(Last)).run(M, Modules);
  }

  /// What ptxas gets wrong.
  void avoidFaults(Module &M) {
    FunctionPassManager Passes;
    Passes.addPass(ExpandNegationsPass());
    Passes.addPass(HideWrapsPass());
    createModuleToFunctionPassAdaptor(std::move(Passes)).run(M, Modules);
  }

  /// Behind what says which data is only read.
  void useReadOnlyData(Module &M) {
    FunctionPassManager Passes;
    Passes.addPass(CarryLoadsPass());
    Passes.addPass(MergeBarriersPass());
    createModuleToFunctionPassAdaptor(std::move(Passes)).run(M, Modules);
  }

private:
  /// Makes one loop of the rows that a thread of some versions has.
  void jamRows(Module &M) {
    FunctionPassManager Passes;
    LoopPassManager Canonical;
    Canonical.addPass(LoopRotatePass());
    Canonical.addPass(LICMPass(LICMOptions()));
    Passes.addPass(createFunctionToLoopPassAdaptor(std::move(Canonical),
                                                   /*UseMemorySSA=*/true));
    Passes.addPass(SimplifyCFGPass());
    Passes.addPass(JamRowsPass());
    for (Function &F : M)
      if (F.hasFnAttribute(bitcode::WantsRowsAttr)) {
        Passes.run(F, Functions);
        Functions.clear(F, F.getName());
      }
    dropPlainRows(M);
  }

  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraphs;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
};

} // namespace

/// True if other threads' stores may become visible at \p I.
static bool synchronizes(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (Call->isInlineAsm() || Call->isIndirectCall())
    return true;
  const Function *Callee = Call->getCalledFunction();
  if (!Callee || !Callee->isDeclaration() ||
      isNVPTXMathFunction(Callee->getName()))
    return false;
  return Call->isConvergent() || Callee->isConvergent() ||
         Callee->getName().contains("membar") ||
         Callee->getName().contains("fence") ||
         Callee->getName().contains("atomic");
}

/// Fortran says that dummy arguments do not overlap, of one thread. Across a
/// barrier another thread's stores arrive, which `noalias` denies: LLVM would
/// move loads over the barrier.
static void dropNoAliasAcrossBarriers(Module &M) {
  SetVector<Function *> Reaching;
  for (Function &F : M)
    if (any_of(instructions(F), synchronizes))
      Reaching.insert(&F);
  for (unsigned I = 0; I < Reaching.size(); ++I)
    for (User *U : Reaching[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Reaching.insert(Call->getFunction());
  for (Function *F : Reaching) {
    for (Argument &Arg : F->args())
      Arg.removeAttr(Attribute::NoAlias);
    for (Instruction &I : instructions(F)) {
      I.setMetadata(LLVMContext::MD_noalias, nullptr);
      I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    }
  }
}

static void answerQuestion(Module &M, StringRef Name, unsigned Answer) {
  Function *Question = M.getFunction(Name);
  if (!Question)
    return;
  for (User *U : make_early_inc_range(Question->users()))
    if (auto *Call = dyn_cast<CallInst>(U)) {
      Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), Answer));
      Call->eraseFromParent();
    }
  if (Question->use_empty())
    Question->eraseFromParent();
}

/// Attributes that name a CPU came with the code; the target machine decides.
static void dropCPUAttributes(Module &M) {
  for (Function &F : M)
    for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Name);
}

/// PTX names are letters, digits, `_`, `$`, and do not begin with a digit.
static Error checkNames(const Module &M) {
  auto IsName = [](StringRef Name) {
    return !Name.empty() && !isDigit(Name.front()) && all_of(Name, [](char C) {
      return isAlnum(C) || C == '_' || C == '$';
    });
  };
  for (const GlobalValue &Value : M.global_values())
    if ((isDeviceKernel(Value) || isDeviceVariable(Value)) &&
        !IsName(Value.getName()))
      return makeError("the NVIDIA target cannot name a device symbol '" +
                       Value.getName() + "'");
  return Error::success();
}

static Error linkLibdevice(Module &M, const NVPTXOptions &Options) {
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> Library =
      parseIRFile(Options.Toolkit.Libdevice, Diagnostic, M.getContext());
  if (!Library)
    return makeError("cannot read '" + Options.Toolkit.Libdevice +
                     "': " + Diagnostic.getMessage());
  // Its own metadata says who compiled it: of no interest here.
  if (NamedMDNode *Ident = Library->getNamedMetadata("llvm.ident"))
    Ident->eraseFromParent();
  auto Internalize = [](Module &Linked, const StringSet<> &Names) {
    internalizeModule(Linked, [&](const GlobalValue &Value) {
      return !Value.hasName() || !Names.contains(Value.getName());
    });
  };
  if (linkModules(M, std::move(Library), Linker::LinkOnlyNeeded, Internalize))
    return makeError("cannot link '" + Options.Toolkit.Libdevice + "'");
  for (const Function &F : M)
    if (F.isDeclaration() && !F.use_empty() && F.getName().starts_with("__nv_"))
      return makeError("'" + Options.Toolkit.Libdevice + "' has no function '" +
                       F.getName() + "'");
  return Error::success();
}

/// Makes units that stand for line directives only: ptxas takes full debug
/// information only for code that is not optimised.
static void keepLineDirectivesOnly(Module &M) {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  DenseMap<DICompileUnit *, DICompileUnit *> NewUnits;
  for (DICompileUnit *Unit : Finder.compile_units())
    NewUnits[Unit] = DICompileUnit::getDistinct(
        M.getContext(), Unit->getSourceLanguage(), Unit->getFile(),
        Unit->getProducer(), /*IsOptimized=*/true, /*Flags=*/"",
        /*RuntimeVersion=*/0, /*SplitDebugFilename=*/"",
        DICompileUnit::DebugDirectivesOnly, /*EnumTypes=*/nullptr,
        /*RetainedTypes=*/nullptr, /*GlobalVariables=*/nullptr,
        /*ImportedEntities=*/nullptr, /*Macros=*/nullptr, /*DWOId=*/0,
        /*SplitDebugInlining=*/false, /*DebugInfoForProfiling=*/false,
        DICompileUnit::DebugNameTableKind::None, /*RangesBaseAddress=*/false,
        /*SysRoot=*/"", /*SDK=*/"");
  for (DISubprogram *Subprogram : Finder.subprograms())
    if (DICompileUnit *Unit = NewUnits.lookup(Subprogram->getUnit()))
      Subprogram->replaceUnit(Unit);
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  if (!Units)
    return;
  for (unsigned I = 0; I < Units->getNumOperands(); ++I)
    if (DICompileUnit *Unit =
            NewUnits.lookup(cast<DICompileUnit>(Units->getOperand(I))))
      Units->setOperand(I, Unit);
}

/// Debug information: all of it goes, but for line numbers. Returns whether
/// there are any.
static bool reduceDebugInfo(Module &M) {
  if (M.debug_compile_units().empty()) {
    StripDebugInfo(M);
    return false;
  }
  for (Function &F : M)
    dropVariableScopes(F);
  stripNonLineTableDebugInfo(M);
  keepLineDirectivesOnly(M);
  return true;
}

static Expected<std::string> emitPTX(Module &M, TargetMachine &Machine) {
  LLVMMessages Messages(M.getContext());
  SmallString<0> PTX;
  raw_svector_ostream OS(PTX);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return makeFault("LLVM cannot write PTX");
  Passes.run(M);
  if (!Messages.errors().empty())
    return makeFault("cannot make PTX: " + Messages.errors());
  return PTX.str().str();
}

namespace {

/// What ptxas made of the PTX for one architecture.
struct CubinJob {
  unsigned Arch;
  std::string File;
  /// ptxas and, where there is something to link with, nvlink.
  std::vector<std::vector<std::string>> Commands;
  ProcessResult Result; // of the last command that ran
  size_t NumRun = 0;
  std::string Report; // of ptxas
  std::string Failure;

  bool failed() const { return !Failure.empty() || Result.ExitCode != 0; }
  void run();
  Error error() const;
};

} // namespace

void CubinJob::run() {
  for (const std::vector<std::string> &Command : Commands) {
    Expected<ProcessResult> Ran = runAndCapture(Command);
    if (!Ran) {
      Failure = toString(Ran.takeError());
      return;
    }
    Result = std::move(*Ran);
    if (++NumRun == 1)
      Report = Result.Output;
    if (Result.ExitCode != 0)
      return;
  }
}

Error CubinJob::error() const {
  if (!Failure.empty())
    return makeError(Failure);
  std::string Text =
      (Twine(NumRun == 1 ? "ptxas" : "nvlink") +
       " failed for compute capability " + Twine(Arch) + " (" +
       Commands[NumRun - 1].front() + "):\n" + StringRef(Result.Output).rtrim())
          .str();
  // nvlink reports what the user's CUDA C lacks; what ptxas reads is ours.
  return NumRun == 1 ? makeFault(Text) : makeError(demangleNames(Text));
}

/// The option that lets ptxas compile a large program's kernels at the same
/// time, or nothing where they are few or ptxas is too old to know it.
static std::string splitCompileOption(const std::string &Ptxas,
                                      const std::string &PTX, size_t NumJobs) {
  constexpr size_t Large = 1 << 20;
  unsigned Threads = hardware_concurrency().compute_thread_count();
  if (PTX.size() < Large || Threads <= NumJobs)
    return {};
  std::string Option = "--split-compile=" + std::to_string(Threads / NumJobs);
  // A ptxas that does not know an option fails, whatever else it is asked for.
  Expected<ProcessResult> Tried = runAndCapture({Ptxas, Option, "--version"});
  if (!Tried) {
    consumeError(Tried.takeError());
    return {};
  }
  return Tried->ExitCode == 0 ? Option : std::string();
}

/// The commands that make the cubin of \p Job of the PTX in \p Source.
static Error planCubin(CubinJob &Job, const std::string &Source,
                       const std::string &SplitCompile,
                       const NVPTXOptions &Options, TempFiles &Temps) {
  Expected<std::string> File = Temps.create("device", "cubin");
  if (!File)
    return File.takeError();
  Job.File = *File;
  std::string ArchOption = "-arch=sm_" + std::to_string(Job.Arch);
  std::vector<std::string> Ptxas = {Options.Toolkit.Ptxas, "-O3", ArchOption,
                                    Source, "-o"};
  if (Options.LinkWith.empty()) {
    Ptxas.push_back(Job.File);
  } else {
    Expected<std::string> Part = Temps.create("device", "o");
    if (!Part)
      return Part.takeError();
    append_range(Ptxas, ArrayRef<std::string>{*Part, "-c"});
    std::vector<std::string> Nvlink = {Options.Toolkit.Nvlink, ArchOption,
                                       *Part};
    append_range(Nvlink, Options.LinkWith);
    append_range(Nvlink, ArrayRef<std::string>{"-o", Job.File});
    Job.Commands.push_back(std::move(Nvlink));
  }
  if (!SplitCompile.empty())
    Ptxas.push_back(SplitCompile);
  if (Options.PtxInfo)
    Ptxas.push_back("-v");
  if (Options.LineInfo)
    Ptxas.push_back("-lineinfo");
  if (Options.MaxRegisters)
    Ptxas.push_back("-maxrregcount=" + std::to_string(Options.MaxRegisters));
  Job.Commands.insert(Job.Commands.begin(), std::move(Ptxas));
  return Error::success();
}

/// Appends the cubins that were made to \p Images, or says why one was not.
static Error takeCubins(ArrayRef<CubinJob> Jobs, const NVPTXOptions &Options,
                        std::vector<DeviceImage> &Images, raw_ostream &Diag) {
  // Objects of CUDA C may have no code for what nobody asked for.
  bool MayFail =
      Options.CapabilitiesAreDefault &&
      any_of(Jobs, [](const CubinJob &Job) { return !Job.failed(); });
  for (const CubinJob &Job : Jobs) {
    if (Job.failed() && Job.NumRun == 2 && MayFail) {
      printWarning(Diag, "no code for compute capability " + Twine(Job.Arch) +
                             ": " +
                             StringRef(Job.Result.Output).split('\n').first);
      continue;
    }
    if (Job.failed())
      return Job.error();
    if (Options.PtxInfo || !Job.Report.empty())
      Diag << demangleNames(StringRef(Job.Report).rtrim('\n')) << '\n';
    auto Buffer = MemoryBuffer::getFile(Job.File);
    if (!Buffer)
      return makeError("ptxas made no output for compute capability " +
                       Twine(Job.Arch));
    DeviceImage &Image = Images.emplace_back();
    Image.Kind = object::IMG_Cubin;
    Image.Arch = "sm_" + std::to_string(Job.Arch);
    Image.Code = (*Buffer)->getBuffer().str();
    if (Options.Keep)
      Options.Keep(".sm_" + std::to_string(Job.Arch) + ".cubin", Image.Code);
  }
  return Error::success();
}

/// Makes the cubins; they are appended to \p Images.
static Error assemble(const std::string &PTX, const NVPTXOptions &Options,
                      std::vector<DeviceImage> &Images, raw_ostream &Diag) {
  TempFiles Temps;
  Expected<std::string> Source = Temps.create("device", "ptx");
  if (!Source)
    return Source.takeError();
  if (Error E = writeFile(*Source, PTX))
    return E;

  std::string SplitCompile = splitCompileOption(
      Options.Toolkit.Ptxas, PTX, Options.ComputeCapabilities.size());
  std::vector<CubinJob> Jobs;
  for (unsigned Arch : Options.ComputeCapabilities) {
    CubinJob &Job = Jobs.emplace_back();
    Job.Arch = Arch;
    if (Error E = planCubin(Job, *Source, SplitCompile, Options, Temps))
      return E;
    if (Options.Verbose)
      for (const std::vector<std::string> &Command : Job.Commands)
        printCommand(Diag, Command);
  }
  forEachInParallel(Jobs.size(), [&](size_t I) { Jobs[I].run(); });
  return takeCubins(Jobs, Options, Images, Diag);
}

/// LLVM writes the initial value of a 16-bit floating-point variable as that
/// of a double, of which ptxas takes the low bits. The same bits as an integer
/// are written as they are.
static void keepHalfInitializers(Module &M) {
  SmallVector<GlobalVariable *> Halves;
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer() &&
        Variable.getValueType()->getScalarSizeInBits() == 16 &&
        isa<ConstantFP>(Variable.getInitializer()))
      Halves.push_back(&Variable);
  for (GlobalVariable *Old : Halves) {
    APInt Bits =
        cast<ConstantFP>(Old->getInitializer())->getValueAPF().bitcastToAPInt();
    Constant *Value = ConstantInt::get(M.getContext(), Bits);
    auto *New = new GlobalVariable(
        M, Value->getType(), Old->isConstant(), Old->getLinkage(), Value, "",
        Old, Old->getThreadLocalMode(), Old->getAddressSpace());
    New->copyAttributesFrom(Old);
    New->takeName(Old);
    Old->replaceAllUsesWith(New);
    Old->eraseFromParent();
  }
}

static void keepModule(const Module &M, const NVPTXOptions &Options,
                       StringRef Suffix) {
  if (!Options.Keep)
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  Options.Keep(Suffix, Text);
}

/// All threads of a warp execute these together; LLVM does not know that.
static void keepTensorCoresTogether(Module &M) {
  for (Function &F : M)
    if (F.getName().starts_with("llvm.nvvm.wmma."))
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallInst>(U))
          Call->setConvergent();
}

/// Why there is no code without libdevice, for code that needs these functions
/// of it.
static std::string reasonWithoutLibdevice(std::vector<std::string> Names) {
  constexpr size_t Shown = 3;
  for (std::string &Name : Names)
    if (Name.back() == 'f' && Name != "erf")
      Name.pop_back(); // real(4) and real(8) are one function to users
  Names.erase(llvm::unique(Names), Names.end());
  return "device code uses " + join(ArrayRef(Names).take_front(Shown), ", ") +
         (Names.size() > Shown ? ", ..." : "") +
         " (libdevice.10.bc of a CUDA toolkit not found; set CUDA_HOME)";
}

/// The program as PTX and cubins, or why it cannot be.
static Error makeImages(const std::string &PTX, unsigned LowestArch,
                        const NVPTXOptions &Options, NVPTXCode &Result,
                        raw_ostream &Diag) {
  std::string Arch = "compute_" + std::to_string(LowestArch);
  if (Options.Keep)
    Options.Keep("." + Arch + ".ptx", PTX);
  bool Links = !Options.LinkWith.empty();
  if (!Links || Options.PTXOnly) {
    DeviceImage &Image = Result.Images.emplace_back();
    Image.Kind = object::IMG_PTX;
    Image.Arch = Arch;
    Image.Code = PTX;
  }
  if (Options.PTXOnly)
    return Error::success();
  if (Links &&
      (Options.Toolkit.Ptxas.empty() || Options.Toolkit.Nvlink.empty())) {
    Result.MissingReason =
        "device code calls functions of CUDA C (ptxas and nvlink of a CUDA "
        "toolkit not found; set CUDA_HOME)";
    return Error::success();
  }
  if (!Options.Toolkit.Ptxas.empty())
    return assemble(PTX, Options, Result.Images, Diag);
  if (Options.Verbose)
    printNote(Diag, "ptxas of a CUDA toolkit not found (looked in " +
                        Options.Toolkit.LookedIn +
                        "): the program carries PTX only, which the GPU "
                        "driver compiles when it starts");
  return Error::success();
}

namespace {

/// What is done to the program before PTX is written.
class Lowering {
public:
  Lowering(Module &M, NVPTXOptions Options)
      : M(M), Options(std::move(Options)) {}

  /// A row of the table below.
  struct Step {
    StringLiteral Name;
    Error (Lowering::*Run)();
    /// Why it stands where it does.
    StringLiteral Reason;
  };
  static const Step Steps[];

  /// PTX, if no reason is set why there is none.
  Expected<NVPTXCode> run(raw_ostream &Diag);

private:
  Error fitTarget();
  Error simplify();
  Error fitArchitectures();
  Error linkToolkit();
  Error optimize();
  Error splitKernels();
  Error finish();
  Error chooseMachine();

  Module &M;
  NVPTXOptions Options;
  unsigned LowestArch = 0;
  std::unique_ptr<TargetMachine> Machine;
  NVPTXCode Result;
};

const Lowering::Step Lowering::Steps[] = {
    {"fit-target", &Lowering::fitTarget,
     "first: the passes below are for this target"},
    {"simplify", &Lowering::simplify,
     "before link-toolkit, so that it takes the simplest functions"},
    {"fit-architectures", &Lowering::fitArchitectures,
     "after simplify: code that is never reached needs no architecture"},
    {"link-toolkit", &Lowering::linkToolkit,
     "after fit-architectures: it asks which one it is for"},
    {"optimize", &Lowering::optimize,
     "after link-toolkit, whose functions are inlined"},
    {"split-kernels", &Lowering::splitKernels,
     "after optimize, which inlines what waits for launches"},
    {"finish", &Lowering::finish,
     "last: LLVM's passes would take back what it does"},
};

/// The machine for the lowest architecture, which the program is code for from
/// here on.
Error Lowering::chooseMachine() {
  LowestArch = *min_element(Options.ComputeCapabilities);
  Expected<std::unique_ptr<TargetMachine>> Chosen = createNVPTXTargetMachine(
      LowestArch, Options.FastMath && Options.Fuse, hasManyArguments(M));
  if (!Chosen)
    return Chosen.takeError();
  Machine = std::move(*Chosen);
  setTarget(M, *Machine);
  return Error::success();
}

/// Answers what the code asks of its target, and drops what it brings from
/// another.
Error Lowering::fitTarget() {
  if (Error E = chooseMachine())
    return E;
  if (Error E = checkNames(M))
    return E;
  dropCPUAttributes(M);
  answerQuestion(M, WARPDEV_TARGET_IS_CPU, 0);
  answerQuestion(M, WARPDEV_LOOPS_USE_THREADS, 1);
  answerQuestion(M, WARPDEV_NESTS_ARE_JOINED, 1);
  answerQuestion(M, WARPDEV_COMPUTE_CAPABILITY, LowestArch);
  dropNoAliasAcrossBarriers(M);
  keepTensorCoresTogether(M);
  Options.LineInfo = reduceDebugInfo(M);
  addCoveredLoops(M);
  return Error::success();
}

Error Lowering::simplify() {
  Optimizer First(*Machine);
  First.simplify(M);
  First.dropUnused(M);
  return Error::success();
}

Error Lowering::fitArchitectures() {
  if (Error E = warpfort::fitArchitectures(M, Options.ComputeCapabilities,
                                           Options.CapabilitiesAreDefault))
    return E;
  return *min_element(Options.ComputeCapabilities) == LowestArch
             ? Error::success()
             : chooseMachine();
}

/// Links what the code needs of a CUDA toolkit, or says why it cannot.
Error Lowering::linkToolkit() {
  readTexturesThroughCache(M);
  mergeGuards(M);
  markInvariantDescriptors(M);
  Expected<std::vector<std::string>> Needed =
      mapMathToLibdevice(M, Options.FastMath);
  if (!Needed)
    return Needed.takeError();
  Result.MissingReason = linkDeviceRuntime(M, Options);
  if (!Result.MissingReason.empty())
    return Error::success();
  if (!Needed->empty() && Options.Toolkit.Libdevice.empty()) {
    Result.MissingReason = reasonWithoutLibdevice(*Needed);
    return Error::success();
  }
  if (!Needed->empty()) {
    if (Error E = linkLibdevice(M, Options))
      return E;
    resolveReflection(M, Options.FastMath);
  }
  if (Options.FastMath)
    applyFastMath(M, Options.Fuse);
  return Error::success();
}

Error Lowering::optimize() {
  std::string Message;
  raw_string_ostream MessageOS(Message);
  if (verifyModule(M, &MessageOS))
    return makeFault("invalid device code: " + Message);
  inlineWaits(M);
  Optimizer(*Machine).optimize(M);
  return Error::success();
}

Error Lowering::splitKernels() {
  Result.MissingReason = warpfort::splitKernels(M);
  return Error::success();
}

Error Lowering::finish() {
  Optimizer(*Machine).dropUnused(M);
  placeDescribedData(M, NVPTXAS::ADDRESS_SPACE_GLOBAL);
  markReadOnlyData(M);
  Optimizer(*Machine).useReadOnlyData(M);
  Optimizer(*Machine).avoidFaults(M);
  keepHalfInitializers(M);
  keepModule(M, Options, ".device.opt.ll");
  return Error::success();
}

Expected<NVPTXCode> Lowering::run(raw_ostream &Diag) {
  for (const Step &S : Steps) {
    if (Error E = (this->*S.Run)())
      return std::move(E);
    if (!Result.MissingReason.empty())
      return std::move(Result);
    if (Options.Dump)
      Options.Dump(S.Name, M);
  }
  Expected<std::string> PTX = emitPTX(M, *Machine);
  if (!PTX)
    return PTX.takeError();
  if (Error E = makeImages(*PTX, LowestArch, Options, Result, Diag))
    return std::move(E);
  if (!Result.MissingReason.empty())
    return std::move(Result);
  DeviceImage &First = Result.Images.front();
  std::tie(First.Kernels, First.Variables) = deviceEntries(M);
  Result.Covered = coveredKernels(M);
  return std::move(Result);
}

} // namespace

void visitNVPTXSteps(StepVisitor Visit) {
  for (const Lowering::Step &S : Lowering::Steps)
    Visit(S.Name, S.Reason);
}

Expected<NVPTXCode> generateNVPTXCode(std::unique_ptr<Module> Device,
                                      const NVPTXOptions &Options,
                                      raw_ostream &Diag) {
  return Lowering(*Device, Options).run(Diag);
}

} // namespace warpfort
