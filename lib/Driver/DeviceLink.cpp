//===-- DeviceLink.cpp - Device program of a link -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the device bitcode of all objects with the device library, checks that
// nothing is missing or there twice, and has both targets make code of it, at
// the same time, each in an LLVM context of its own.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/DeviceLink.h"
#include "ExpandLaunches.h"
#include "KernelFiles.h"
#include "LoopScalars.h"
#include "warpfort/Driver/ProgressLine.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/LLVMMessages.h"
#include "warpfort/Support/LinkModules.h"
#include "warpfort/Support/Misspellings.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "warpfort/Target/Embed/CpuNeeds.h"
#include "warpfort/Target/Embed/ImageWrapper.h"
#include "warprt/DeviceLaunch.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/DeviceOutput.h"
#include "warprt/Image.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <optional>
#include <set>

using namespace llvm;

namespace warpfort {

namespace {

/// Links the modules of one program.
class DeviceLinker {
public:
  DeviceLinker(LLVMContext &Context, const DeviceLinkOptions &Options)
      : Context(Context), Options(Options), Messages(Context) {}

  Expected<std::unique_ptr<Module>>
  link(const std::vector<DeviceImage> &Images);

  /// A row of the table below.
  struct Step {
    StringLiteral Name;
    Error (*Run)(DeviceLinker &);
    /// Why it stands where it does.
    StringLiteral Reason;
  };
  static const Step Steps[];

private:
  Error add(const DeviceImage &Image);
  Error linkObjects();
  Error checkUndefined();
  std::string describeUser(const GlobalValue &Value) const;
  Error internalize();

  LLVMContext &Context;
  const DeviceLinkOptions &Options;
  ArrayRef<DeviceImage> Images;
  std::unique_ptr<Module> Program;
  StringMap<std::string> DefinedIn; // strong definition -> file
  std::set<std::string> Own;        // names of user's definitions
  LLVMMessages Messages;
};

} // namespace

/// What LLVM's reader has to say of a file means nothing to users.
static Error damaged(const Twine &Text, Error Reason) {
  consumeError(std::move(Reason));
  return makeError(Text);
}

Error DeviceLinker::add(const DeviceImage &Image) {
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(Image.Code, Image.Source), Context);
  if (!M)
    return damaged(Image.Source + ": damaged device code", M.takeError());
  for (const GlobalValue &Value : (*M)->global_values()) {
    if (Value.isDeclaration() || Value.hasLocalLinkage() ||
        Value.getName().starts_with("llvm."))
      continue;
    Own.insert(Value.getName().str());
    if (!Value.hasExternalLinkage())
      continue;
    auto [Known, IsNew] = DefinedIn.try_emplace(Value.getName(), Image.Source);
    if (!IsNew)
      return makeError("device symbol '" + demangleName(Value.getName()) +
                       "' is defined in both '" + Known->second + "' and '" +
                       Image.Source + "'");
  }
  if (linkModules(*Program, std::move(*M)))
    return makeFault("cannot link the device code of " + Image.Source + ": " +
                     Messages.errors());
  return Error::success();
}

/// Links what \p Program needs of a library of device functions.
static Error linkLibrary(Module &Program, StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return makeError("cannot read the device library '" + Path +
                     "': " + Buffer.getError().message());
  Expected<std::unique_ptr<Module>> Library =
      getOwningLazyBitcodeModule(std::move(*Buffer), Program.getContext());
  if (!Library)
    return damaged("'" + Path + "' is damaged", Library.takeError());
  auto Internalize = [](Module &Linked, const StringSet<> &Names) {
    internalizeModule(Linked, [&](const GlobalValue &Value) {
      return !Value.hasName() || !Names.contains(Value.getName()) ||
             Value.getName() == WARPDEV_OUTPUT_VARIABLE;
    });
  };
  if (linkModules(Program, std::move(*Library), Linker::LinkOnlyNeeded,
                  Internalize))
    return makeFault("cannot link the device library '" + Path + "'");
  return Error::success();
}

/// "'m::k' (b.o)" for a function that uses \p Value.
std::string DeviceLinker::describeUser(const GlobalValue &Value) const {
  SmallVector<const User *> Users(Value.users());
  for (size_t I = 0; I < Users.size() && I < 1000; ++I) {
    const auto *Inst = dyn_cast<Instruction>(Users[I]);
    if (!Inst) {
      append_range(Users, Users[I]->users());
      continue;
    }
    StringRef User = Inst->getFunction()->getName();
    auto File = DefinedIn.find(User);
    return "'" + demangleName(User) + "'" +
           (File == DefinedIn.end() ? "" : " (" + File->second + ")");
  }
  return "device code";
}

/// Functions that one of the targets supplies.
static bool isSupplied(StringRef Name) {
  static const StringSet<> Known = {"vprintf",
                                    "malloc",
                                    "free",
                                    "__assertfail",
                                    WARPDEV_TARGET_IS_CPU,
                                    WARPDEV_LOOPS_USE_THREADS,
                                    WARPDEV_NESTS_ARE_JOINED,
                                    WARPDEV_WAIT,
                                    WARPDEV_SHUFFLE64,
                                    WARPDEV_COMPUTE_CAPABILITY,
                                    WARPDEV_WAIT_FOR_LAUNCHES};
  return Known.contains(Name) || Name.starts_with("__nv_") ||
         Name.starts_with(WARPDEV_CUDA_RUNTIME_PREFIX) ||
         Name.starts_with("warprt_cpu_") || isNVPTXMathFunction(Name);
}

/// "; did you mean 'm::f'?", if a device procedure has a name like that of
/// \p Missing, which is one, too.
static std::string hintAt(const Module &Program, const GlobalValue &Missing) {
  if (!isa<Function>(Missing))
    return "";
  std::string Name = demangleName(Missing.getName());
  NearestName Nearest(Name);
  for (const Function &F : Program)
    if (!F.isDeclaration() && !isDeviceKernel(F))
      Nearest.consider(demangleName(F.getName()));
  return Nearest.hint();
}

Error DeviceLinker::checkUndefined() {
  Error Errors = Error::success();
  Expected<std::vector<std::string>> Foreign =
      foreignFunctions(*Program, Options.CUDA, Options.TargetGPU, isSupplied);
  if (!Foreign)
    return Foreign.takeError();
  constexpr unsigned SharedSpace = 3;
  for (const GlobalValue &Value : Program->global_values()) {
    StringRef Name = Value.getName();
    if (!Value.isDeclaration() || Value.use_empty() ||
        Name.starts_with("llvm.") || isSupplied(Name) ||
        is_contained(*Foreign, Name) || Value.getAddressSpace() == SharedSpace)
      continue;
    std::string User = describeUser(Value);
    if (Name.starts_with("_Fortran"))
      Errors = joinErrors(
          std::move(Errors),
          makeError("device code of " + User + " needs '" + Name +
                    "' of the Fortran runtime library, which there is only "
                    "on the host"));
    else
      Errors = joinErrors(
          std::move(Errors),
          makeError(Twine("undefined device ") +
                    (isa<Function>(Value) ? "procedure" : "variable") + " '" +
                    demangleName(Name) + "' referenced in " + User +
                    hintAt(*Program, Value)));
  }
  return Errors;
}

/// Kernels, the user's device variables and what the runtime sets stay visible,
/// all else is private to the program and may be inlined or dropped.
Error DeviceLinker::internalize() {
  internalizeModule(*Program, [&](const GlobalValue &Value) {
    return Value.isDeclaration() || isDeviceKernel(Value) ||
           Value.getName() == WARPDEV_OUTPUT_VARIABLE ||
           (isDeviceVariable(Value) && Own.count(Value.getName().str()));
  });
  for (Function &F : *Program)
    if (!F.isDeclaration() && !isDeviceKernel(F) &&
        isForeignName(F.getName()) && Own.count(F.getName().str()))
      F.addFnAttr(bitcode::CProcedureAttr);
  return Error::success();
}

/// Nothing in Fortran says so, but what leads to a barrier or another operation
/// of several threads must stay one instruction that all of them execute.
static void markConvergent(Module &Program) {
  auto IsConvergent = [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && (Call->isConvergent() || Call->isIndirectCall());
  };
  SetVector<Function *> Marked;
  for (Function &F : Program)
    if (F.isConvergent() || any_of(instructions(F), IsConvergent))
      Marked.insert(&F);
  for (unsigned I = 0; I < Marked.size(); ++I) {
    if (!Marked[I]->isIntrinsic())
      Marked[I]->setConvergent();
    for (User *U : Marked[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Marked.insert(Call->getFunction());
  }
}

Error DeviceLinker::linkObjects() {
  for (const DeviceImage &Image : Images)
    if (Error E = add(Image))
      return E;
  return Error::success();
}

const DeviceLinker::Step DeviceLinker::Steps[] = {
    {"link-objects", [](DeviceLinker &L) { return L.linkObjects(); },
     "first: the steps below are for the whole program"},
    {"check-loop-scalars",
     [](DeviceLinker &L) {
       return checkLoopScalars(*L.Program, [&L](const std::string &Text) {
         if (L.Options.Warn)
           L.Options.Warn(Text);
       });
     },
     "needs the procedures of all objects"},
    {"expand-launches",
     [](DeviceLinker &L) {
       return expandDeviceLaunches(
           *L.Program, L.Options.NestedLaunches, L.Options.LaunchNote,
           [&L](const GlobalValue &Value) { return L.describeUser(Value); });
     },
     "before link-device-library, whose functions it calls"},
    {"link-device-library",
     [](DeviceLinker &L) {
       return linkLibrary(*L.Program, L.Options.DeviceLibrary);
     },
     "before check-undefined"},
    {"name-foreign-routines",
     [](DeviceLinker &L) {
       return nameForeignRoutines(*L.Program, L.Options.CUDA,
                                  L.Options.TargetGPU);
     },
     "before check-undefined, which looks for the names that C has"},
    {"check-undefined", [](DeviceLinker &L) { return L.checkUndefined(); },
     "all that could define a symbol is there"},
    {"check-shared-variables",
     [](DeviceLinker &L) {
       return checkSharedVariables(*L.Program, L.Options.CUDA,
                                   L.Options.TargetGPU);
     },
     "after check-undefined: what C lacks has its own message"},
    {"internalize", [](DeviceLinker &L) { return L.internalize(); },
     "after the last step that links"},
    {"mark-convergent",
     [](DeviceLinker &L) -> Error {
       markConvergent(*L.Program);
       return Error::success();
     },
     "needs all callers and callees"},
};

Expected<std::unique_ptr<Module>>
DeviceLinker::link(const std::vector<DeviceImage> &Images) {
  this->Images = Images;
  Program = std::make_unique<Module>("device", Context);
  Expected<std::unique_ptr<TargetMachine>> Machine = createNVPTXTargetMachine(
      knownComputeCapabilities().front(), /*FastMath=*/false);
  if (!Machine)
    return Machine.takeError();
  setTarget(*Program, **Machine);
  for (const Step &S : Steps) {
    if (Error E = S.Run(*this))
      return std::move(E);
    if (Options.Dump)
      Options.Dump(S.Name, *Program);
  }
  return std::move(Program);
}

static constexpr StringLiteral CPUPrefix = "cpu-", GPUPrefix = "gpu-";

void visitLinkSteps(StepVisitor Visit) {
  for (const DeviceLinker::Step &S : DeviceLinker::Steps)
    Visit(S.Name, S.Reason);
  visitCPUSteps([&](StringRef Name, StringRef Reason) {
    Visit((CPUPrefix + Name).str(), Reason);
  });
  visitNVPTXSteps([&](StringRef Name, StringRef Reason) {
    Visit((GPUPrefix + Name).str(), Reason);
  });
}

/// The dump of a target's steps.
static StepDump withPrefix(StringRef Prefix, const StepDump &Dump) {
  if (!Dump)
    return nullptr;
  return
      [=](StringRef Name, const Module &M) { Dump((Prefix + Name).str(), M); };
}

Expected<std::unique_ptr<Module>>
linkDeviceModules(LLVMContext &Context, const std::vector<DeviceImage> &Images,
                  const DeviceLinkOptions &Options) {
  return DeviceLinker(Context, Options).link(Images);
}

Error linkCPULibrary(Module &Program, const DeviceLinkOptions &Options) {
  return Options.CPULibrary.empty() ? Error::success()
                                    : linkLibrary(Program, Options.CPULibrary);
}

/// Objects for the CPU are compiled in parts of this many kernels, at the same
/// time, but in no more parts than these.
static constexpr unsigned KernelsPerPart = 64, MostParts = 16;

/// Writes the object that \p Generate puts into a stream.
static Error writeObject(StringRef File,
                         function_ref<Error(raw_pwrite_stream &)> Generate) {
  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  if (Error E = Generate(OS))
    return E;
  return writeFile(File, Object);
}

/// Writes the object of each part.
static Error writeParts(const std::vector<std::string> &Parts,
                        const CPUOptions &CPU,
                        const std::vector<std::string> &Files,
                        const Twine &OverflowText) {
  std::vector<Error> Failures;
  while (Failures.size() < Parts.size())
    Failures.push_back(Error::success());
  std::string Text = OverflowText.str();
  forEachInParallel(Parts.size(), [&](size_t I) {
    StackOverflowWatch Watch(Text);
    ErrorAsOutParameter Checked(Failures[I]);
    Failures[I] = catchFaults([&] {
      StageScope Stage("code generation for the CPU, in parts");
      return writeObject(Files[I], [&](raw_pwrite_stream &OS) {
        return generateCPUPartObject(Parts[I], CPU, OS);
      });
    });
  });
  Error Result = Error::success();
  for (Error &Failure : Failures)
    Result = joinErrors(std::move(Result), std::move(Failure));
  return Result;
}

/// Adds the names of the files that were written to \p Written.
static Error writeCPUObjects(StringRef Bitcode,
                             const DeviceLinkOptions &Options,
                             const std::vector<std::string> &Foreign,
                             StringRef ProgramSymbol, size_t NumKernels,
                             const Twine &OverflowText,
                             std::vector<std::string> &Written) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(MemoryBufferRef(Bitcode, "device"), Context);
  if (!M)
    return M.takeError();
  if (Error E = linkCPULibrary(**M, Options))
    return E;
  prepareForeignCalls(**M, Options.CUDA, Foreign);
  CPUOptions CPU;
  CPU.HostFunctions = Foreign;
  for (const auto &Variable : Options.CUDA.Variables)
    CPU.HostVariables.push_back(Variable.getKey().str());
  CPU.CPU = Options.HostCPU;
  CPU.OptLevel = Options.OptLevel;
  CPU.LoopsUseThreads = Options.CPULoopThreads || Options.Check;
  CPU.Check = Options.Check;
  CPU.ProgramSymbol = ProgramSymbol.str();
  CPU.Dump = withPrefix(CPUPrefix, Options.Dump);
  Written.push_back(Options.CPUObject);
  auto NumParts = static_cast<unsigned>(
      std::min<size_t>(NumKernels / KernelsPerPart, MostParts));
  if (NumParts < 2)
    return writeObject(Options.CPUObject, [&](raw_pwrite_stream &OS) {
      return generateCPUObject(std::move(*M), CPU, OS);
    });
  Expected<std::vector<std::string>> Parts =
      lowerDeviceToCPUParts(std::move(*M), CPU, NumParts);
  if (!Parts)
    return Parts.takeError();
  while (Written.size() < Parts->size()) {
    Expected<std::string> File = Options.FurtherObject();
    if (!File)
      return File.takeError();
    Written.push_back(*File);
  }
  return writeParts(*Parts, CPU, Written, OverflowText);
}

/// Symbol of the CPU program: programs that come together in one link, as with
/// -gpu=nordc, have different code.
static std::string programSymbol(const std::vector<DeviceImage> &Images) {
  uint64_t Hash = Images.size();
  for (const DeviceImage &Image : Images)
    Hash = Hash * 31 + xxh3_64bits(Image.Code);
  return "warprt.cpu.program." + utohexstr(Hash, /*LowerCase=*/true);
}

namespace {

/// Code generation for the CPU, beside that for GPUs.
class CPUWork {
public:
  /// Takes a copy of \p Program.
  CPUWork(const Module &Program, const DeviceLinkOptions &Options,
          const std::vector<std::string> &Foreign, std::string ProgramSymbol,
          size_t NumKernels)
      : Options(Options), Foreign(Foreign),
        ProgramSymbol(std::move(ProgramSymbol)), NumKernels(NumKernels) {
    raw_string_ostream OS(Bitcode);
    WriteBitcodeToFile(Program, OS);
    Thread.emplace([this] { run(); });
  }

  /// Adds the names of the files that were written to \p Written.
  Error finish(std::vector<std::string> &Written) {
    Thread->join();
    append_range(Written, Objects);
    return std::move(Problem);
  }

private:
  void run() {
    std::string Text =
        Options.OutputName + ": error: its CPU code is nested too deeply";
    StackOverflowWatch Watch(Text);
    ErrorAsOutParameter Checked(&Problem);
    Problem = catchFaults([&] {
      StageScope Stage("code generation for the CPU", Options.OutputName);
      provokeFault(Options.ProvokedFault, "cpu");
      return writeCPUObjects(Bitcode, Options, Foreign, ProgramSymbol,
                             NumKernels, Text, Objects);
    });
  }

  const DeviceLinkOptions &Options;
  const std::vector<std::string> &Foreign;
  std::string ProgramSymbol, Bitcode;
  size_t NumKernels;
  std::vector<std::string> Objects;
  Error Problem = Error::success();
  std::optional<DeepThread> Thread;
};

} // namespace

/// A kernel that does nothing: by it the runtime finds code that NVIDIA's
/// runtime library has.
static constexpr StringLiteral RegisteredKernel = "__warpdev_registered";

static void addRegisteredKernel(Module &Program) {
  LLVMContext &Context = Program.getContext();
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, RegisteredKernel, Program);
  F->setCallingConv(CallingConv::PTX_Kernel);
  ReturnInst::Create(Context, BasicBlock::Create(Context, "entry", F));
}

/// \p Foreign: functions of CUDA C that the program calls.
static Error generateGPUCode(std::unique_ptr<Module> Program,
                             const DeviceLinkOptions &Options,
                             ArrayRef<std::string> Foreign, bool UsesCUDA,
                             ImageWrapperOptions &Wrapper, raw_ostream &Diag) {
  NVPTXOptions NVPTX = Options.NVPTX;
  NVPTX.Dump = withPrefix(GPUPrefix, Options.Dump);
  if (UsesCUDA) {
    NVPTX.LinkWith = Options.CUDA.Files;
    for (Function &F : *Program)
      if (F.hasFnAttribute(bitcode::CProcedureAttr))
        F.setLinkage(GlobalValue::ExternalLinkage);
    // Whatever C functions do with other threads, they do on a GPU only.
    for (const std::string &Name : Foreign)
      Program->getFunction(Name)->setConvergent();
    markConvergent(*Program);
  }
  bool IsRegistered = UsesCUDA && !Options.CUDA.Registered.empty();
  if (IsRegistered)
    addRegisteredKernel(*Program);
  StageScope Stage("code generation for GPUs", Options.OutputName);
  Expected<NVPTXCode> Code = generateNVPTXCode(std::move(Program), NVPTX, Diag);
  if (!Code)
    return Code.takeError();
  Wrapper.Code = std::move(Code->Images);
  Wrapper.Covered = std::move(Code->Covered);
  Wrapper.MissingReason = Code->MissingReason;
  if (!IsRegistered || Wrapper.Code.empty())
    return Error::success();
  Expected<std::string> Fatbin =
      makeFatbin(Wrapper.Code, Options.NVPTX.Toolkit);
  if (!Fatbin)
    return Fatbin.takeError();
  Wrapper.Registered = {std::move(*Fatbin), RegisteredKernel.str(),
                        Options.CUDA.Registered};
  return Error::success();
}

/// What constructors of nvcc's objects call and need not do anything.
static std::vector<std::string>
emptyFunctions(const CUDACode &CUDA, ArrayRef<std::string> Registered) {
  if (Registered.empty())
    return CUDA.Registrations;
  // NVIDIA's runtime library has the others.
  std::vector<std::string> Names;
  copy_if(CUDA.Registrations, std::back_inserter(Names),
          [&](const std::string &Name) {
            return isObjectRegistration(Name) &&
                   !is_contained(Registered, Name);
          });
  return Names;
}

/// What the image says of a linked program, but for its code.
static ImageWrapperOptions describeProgram(const Module &Program,
                                           const DeviceLinkOptions &Options) {
  ImageWrapperOptions Wrapper;
  std::tie(Wrapper.Kernels, Wrapper.Variables) = deviceEntries(Program);
  Wrapper.KernelSection = Options.KernelSection;
  Wrapper.VariableSection = Options.VariableSection;
  Wrapper.CUDAKernels = Options.CUDA.Kernels;
  if (Options.OpenACCOnHost)
    Wrapper.Flags |= WARPRT_IMAGE_ACC_HOST;
  if (Program.getNamedValue(WARPDEV_OUTPUT_VARIABLE))
    Wrapper.Flags |= WARPRT_IMAGE_OUTPUT;
  if (const Function *F = Program.getFunction("malloc"); F && !F->use_empty())
    Wrapper.Flags |= WARPRT_IMAGE_HEAP;
  return Wrapper;
}

/// -gpu=keep.
static void keepProgram(const Module &Program, const NVPTXOptions &Options) {
  if (!Options.Keep)
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  Program.print(OS, nullptr);
  Options.Keep(".device.ll", Text);
}

/// Generates code for what \p Options name, both at a time. Returns the files
/// that were written beside the wrapper.
static Expected<std::vector<std::string>> generateCode(
    std::unique_ptr<Module> Program, const std::vector<DeviceImage> &Images,
    const DeviceLinkOptions &Options, const std::vector<std::string> &Foreign,
    bool UsesCUDA, ImageWrapperOptions &Wrapper, raw_ostream &Diag) {
  std::optional<ProgressLine> Progress;
  if (Options.Progress)
    Progress.emplace(*Options.Progress,
                     "compiling " + std::to_string(Wrapper.Kernels.size()) +
                         " kernels of '" + Options.OutputName + "'");
  // The CPU gets the program as it is, before the other target changes it.
  std::optional<CPUWork> CPU;
  if (Options.TargetCPU) {
    Wrapper.CPUProgramSymbol = programSymbol(Images);
    Wrapper.CPUName = resolveHostCPU(Options.HostCPU);
    Wrapper.CPUFeatures = cpuFeatures(Options.HostCPU);
    CPU.emplace(*Program, Options, Foreign, Wrapper.CPUProgramSymbol,
                Wrapper.Kernels.size());
  }
  Wrapper.MissingReason = "it was built for the CPU only (-target=cpu)";
  Error GPUError = Options.TargetGPU
                       ? generateGPUCode(std::move(Program), Options, Foreign,
                                         UsesCUDA, Wrapper, Diag)
                       : Error::success();
  std::vector<std::string> Written;
  Error CPUError = CPU ? CPU->finish(Written) : Error::success();
  if (Error E = joinErrors(std::move(CPUError), std::move(GPUError)))
    return std::move(E);
  return Written;
}

Error addLaunchedCUDA(const DeviceLinkOptions &Options,
                      std::vector<std::string> &Objects) {
  for (const LaunchedKernels &Kernels : Options.CUDA.Launched) {
    Expected<std::string> File = Options.FurtherObject();
    if (!File)
      return File.takeError();
    Objects.push_back(*File);
    ImageWrapperOptions Wrapper;
    Wrapper.CUDAKernels = Kernels.File;
    Wrapper.Launched = {Kernels.Names, Kernels.IsLibrary};
    if (Error E = writeObject(*File, [&](raw_pwrite_stream &OS) {
          return writeImageWrapper(Wrapper, OS);
        }))
      return E;
  }
  return Error::success();
}

Error addCUDANotice(const DeviceLinkOptions &Options,
                    std::vector<std::string> &Objects) {
  if (!Objects.empty() || Options.CUDA.Kernels.empty())
    return Error::success();
  Objects.push_back(Options.WrapperObject);
  ImageWrapperOptions Wrapper;
  Wrapper.CUDAKernels = Options.CUDA.Kernels;
  Wrapper.MissingReason = "its Fortran has no device code";
  return writeObject(Options.WrapperObject, [&](raw_pwrite_stream &OS) {
    return writeImageWrapper(Wrapper, OS);
  });
}

Expected<std::vector<std::string>>
linkDeviceCode(const std::vector<DeviceImage> &Images,
               const DeviceLinkOptions &Options, raw_ostream &Diag) {
  bool HasRegistered = Options.TargetGPU && !Options.CUDA.Registered.empty();
  if (Images.empty() && !HasRegistered)
    return std::vector<std::string>();
  StackOverflowWatch Watch(Options.OutputName +
                           ": error: its device code is nested too deeply");
  StageScope Stage("the device link", Options.OutputName);
  provokeFault(Options.ProvokedFault, "device-link");
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Program =
      linkDeviceModules(Context, Images, Options);
  if (!Program)
    return Program.takeError();
  Expected<std::vector<std::string>> Foreign =
      foreignFunctions(**Program, Options.CUDA, Options.TargetGPU, isSupplied);
  if (!Foreign)
    return Foreign.takeError();
  bool UsesCUDA =
      any_of(*Foreign,
             [&](const std::string &Name) {
               return Options.CUDA.Functions.lookup(Name).IsCUDA;
             }) ||
      any_of(Options.CUDA.Variables,
             [](const auto &Variable) { return Variable.second.IsCUDA; }) ||
      HasRegistered;
  if (UsesCUDA && !Options.CUDA.Problem.empty())
    return makeError(Options.CUDA.Problem);
  ImageWrapperOptions Wrapper = describeProgram(**Program, Options);
  // Device procedures alone are nothing that a program could run, but for
  // kernels of CUDA C.
  if (Wrapper.Kernels.empty() && Wrapper.Variables.empty() &&
      (!UsesCUDA || Options.CUDA.Registered.empty()))
    return std::vector<std::string>();
  keepProgram(**Program, Options.NVPTX);

  Expected<std::vector<std::string>> Objects = generateCode(
      std::move(*Program), Images, Options, *Foreign, UsesCUDA, Wrapper, Diag);
  if (!Objects)
    return Objects.takeError();
  if (UsesCUDA)
    Wrapper.EmptyFunctions =
        emptyFunctions(Options.CUDA, Wrapper.Registered.Registrations);
  if (Options.TargetGPU && Wrapper.Code.empty()) {
    std::string Message = "no NVIDIA code in '" + Options.OutputName +
                          "': " + Wrapper.MissingReason;
    if (Options.GPURequired)
      return makeError(Message);
    printWarning(Diag, Message);
  }
  if (Error E = writeObject(Options.WrapperObject, [&](raw_pwrite_stream &OS) {
        return writeImageWrapper(Wrapper, OS);
      }))
    return std::move(E);
  std::vector<std::string> Written = {Options.WrapperObject};
  append_range(Written, *Objects);
  return Written;
}

} // namespace warpfort
