//===-- Driver.cpp - The warpfort command ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what a command line asks for: compiles sources in the order of their
// modules, links device code, links the program. Nothing that a job writes
// takes its name before the job has succeeded.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Driver.h"
#include "CSources.h"
#include "Dependencies.h"
#include "FaultReport.h"
#include "HostLink.h"
#include "KernelFiles.h"
#include "MPIModule.h"
#include "OpenMPLibrary.h"
#include "SingleObject.h"
#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Driver/ModuleOrder.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/ModuleNames.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Release.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warprt/Image.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <set>
#include <unistd.h>

using namespace llvm;

namespace warpfort {

namespace {

/// One run of the command.
class Driver {
public:
  /// \p CalledAs is the command's name: warpfort, or that of a link to it.
  Driver(Invocation Command, InstallPaths Paths, StringRef CalledAs,
         raw_ostream &Diag)
      : Command(std::move(Command)), Paths(std::move(Paths)),
        CalledAs(CalledAs), Diag(Diag) {}
  Error run();
  /// Reports what went wrong in run() and is no error of the program.
  void report(const Fault &What);

private:
  Error checkDumpAfter();
  Expected<std::vector<unsigned>> orderSources();
  CompileOptions optionsFor(const SourceFile &Source) const;
  Error compileToOutputs();
  void addModuleLibrary();
  Error compileToObjects();
  Error compile(CompileOptions Options, StringRef Output);
  Error compileToStandardOutput(CompileOptions Options);
  Error writeDependencies(const SourceFile &Source, StringRef Output);
  Error compileCSource(StringRef Path, StringRef Object);
  Error compileSingleObject(const CompileOptions &Options, StringRef Output);
  struct LinkPlan {
    std::string Output;
    DeviceLinkOptions Device;
    std::string Linker;
  };
  Expected<LinkPlan> planLink(StringRef DefaultOutput);
  Error link();
  Expected<HostLinkOptions> hostLinkOptions();
  void showLink(StringRef Linker, const DeviceLinkOptions &Device,
                HostLinkOptions Host);
  void addOpenMPFunctions(const LinkInputs &Inputs, HostLinkOptions &Host);
  Error addDeviceCode(LinkInputs &Inputs, DeviceLinkOptions &Device,
                      HostLinkOptions &Host);
  Error linkDeviceOnly();
  Error writeKernels();
  Expected<DeviceLinkOptions> deviceLinkOptions(StringRef Output);
  Error setGPUOptions(NVPTXOptions &GPU, StringRef Output);
  Expected<RuntimeKind> chooseRuntime(const LinkInputs &Inputs,
                                      bool HasDeviceCode);
  Expected<std::string> temporary(StringRef Stem, StringRef Suffix);
  Error runTool(const std::vector<std::string> &Words, StringRef What);
  Expected<bool> runLinker(const std::vector<std::string> &Words,
                           const StringSet<> &Unknown);
  void adviseOnProcedures(StringRef Output, const StringSet<> &Unknown);
  void show(const std::vector<std::string> &Words);
  void showDeviceLink(ArrayRef<std::string> Inputs,
                      ArrayRef<std::string> Outputs);
  /// -gpu=nordc, for a source that may have device code.
  bool isComplete(const SourceFile &Source) const {
    return !Command.Device.RDC && (Source.CUDA || Command.Compile.OpenACC ||
                                   Command.Compile.StandardParallelism);
  }
  bool hasCUDASource() const {
    return any_of(Command.Sources,
                  [](const SourceFile &Source) { return Source.CUDA; });
  }

  Invocation Command;
  InstallPaths Paths;
  StringRef CalledAs;
  /// Where Diag is a terminal: for the line on long links.
  std::optional<raw_fd_ostream> Terminal;
  raw_ostream &Diag;
  TempFiles Temps;
  TempFolder MPIFolder;
  /// The source of the latest compilation, and the device code of the link.
  std::optional<CompileOptions> AtWork;
  std::vector<DeviceImage> Images;
};

} // namespace

void Driver::show(const std::vector<std::string> &Words) {
  if (Command.DryRun || Command.Verbose)
    printCommand(Diag, Words);
}

Expected<std::string> Driver::temporary(StringRef Stem, StringRef Suffix) {
  if (!Command.DryRun)
    return Temps.create(Stem, Suffix);
  SmallString<128> Path;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  sys::path::append(Path, "warpfort-" + Stem + "." + Suffix);
  return Path.str().str();
}

Error Driver::runTool(const std::vector<std::string> &Words, StringRef What) {
  show(Words);
  if (Command.DryRun)
    return Error::success();
  Expected<int> Code = runProcess(Words);
  if (!Code)
    return Code.takeError();
  if (*Code != 0)
    return makeError(What + " failed");
  return Error::success();
}

/// Says of external procedures of Fortran that the linker did not find which
/// procedures of the compiler's modules they may be. \p Unknown are the symbols
/// that no input defines.
void Driver::adviseOnProcedures(StringRef Output, const StringSet<> &Unknown) {
  std::set<std::string> Advice;
  for (StringRef Symbol : Unknown.keys()) {
    StringRef Name = Symbol;
    if (!Output.contains(Symbol))
      continue;
    if (Name.consume_front(WARPRT_KERNEL_HANDLE_PREFIX)) {
      Advice.insert("no input has the kernel '" + demangleName(Name) + "'");
      continue;
    }
    if (!Name.consume_back("_"))
      continue;
    std::string Text = adviceToUseModule(Paths.ModuleDir, Name);
    if (Text.empty())
      Text = nearestOfModules(Paths.ModuleDir, Name);
    if (!Text.empty())
      Advice.insert(("no input defines '" + Name + "'").str() + Text);
  }
  for (const std::string &Text : Advice)
    printNote(Diag, Text);
}

/// False if the linker found errors. With -v, cc prints the command of the
/// linker proper: build systems take from it which libraries a Fortran program
/// needs.
Expected<bool> Driver::runLinker(const std::vector<std::string> &Words,
                                 const StringSet<> &Unknown) {
  show(Words);
  std::vector<std::string> Run = Words;
  if (Command.Verbose)
    Run.insert(Run.begin() + 1, "-v");
  Expected<ProcessResult> Result = runAndCapture(Run);
  if (!Result)
    return Result.takeError();
  bool Succeeds = Result->ExitCode == 0;
  Diag << (Succeeds ? Result->Output : demangleNames(Result->Output));
  if (!Succeeds)
    adviseOnProcedures(Result->Output, Unknown);
  return Succeeds;
}

/// What to say of a link in which the linker found errors. \p Static is what
/// the inputs have, \p DeviceObjects what we add to them.
static Error describeFailedLink(StringRef Output, StaticData Static,
                                ArrayRef<std::string> DeviceObjects) {
  for (const std::string &Object : DeviceObjects)
    if (Error E = Static.addFile(Object))
      return E;
  if (Static.isBeyondReach())
    return makeError("linking '" + Output +
                     "' failed: there are more than 2 GB of static data; "
                     "compile all sources with '-mcmodel=medium'");
  return makeError("linking '" + Output + "' failed");
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

Expected<std::vector<unsigned>> Driver::orderSources() {
  std::vector<ModuleUse> Modules;
  std::vector<std::string> Names;
  for (const SourceFile &Source : Command.Sources) {
    Names.push_back(Source.Path);
    auto Buffer = MemoryBuffer::getFile(Source.Path, /*IsText=*/true);
    if (Source.C && Buffer)
      Modules.emplace_back();
    else if (Buffer)
      Modules.push_back(scanModules((*Buffer)->getBuffer(), Source.FixedForm,
                                    Command.Compile.OpenMP));
    else if (Command.DryRun)
      Modules.emplace_back();
    else
      return makeError("cannot read '" + Source.Path +
                       "': " + Buffer.getError().message());
  }
  return orderByModules(Modules, Names);
}

CompileOptions Driver::optionsFor(const SourceFile &Source) const {
  CompileOptions Options = Command.Compile;
  Options.Input = Source.Path;
  Options.CUDA = Source.CUDA;
  Options.C = Source.C;
  Options.FixedForm = Source.FixedForm;
  Options.Preprocess = Source.Preprocess;
  Options.CompilerVersion =
      "warpfort " WARPFORT_VERSION " (Flang " LLVM_VERSION_STRING ")";
  Options.IntrinsicModuleDir = Paths.ModuleDir;
  Options.FlangModuleDir = Paths.FlangModuleDir;
  // Beside other sources and objects.
  Options.NamesSources = count_if(Command.LinkItems, [](const LinkItem &Item) {
                           return Item.ItemKind == LinkItem::Source ||
                                  (Item.ItemKind == LinkItem::File &&
                                   StringRef(Item.Text).ends_with(".o"));
                         }) > 1;
  Options.SaveStagesPrefix = sys::path::stem(Source.Path).str();
  return Options;
}

/// -M, -MD and the like. \p Output is the object, or empty for the one that
/// would have the source's name.
Error Driver::writeDependencies(const SourceFile &Source, StringRef Output) {
  const DependencyOptions &Wanted = Command.Dependencies;
  if (!Wanted.Wanted || Command.DryRun)
    return Error::success();
  CompileOptions Options = optionsFor(Source);
  Options.Kind = OutputKind::Preprocessed;
  Expected<std::string> File = temporary("dependencies", "tmp");
  if (!File)
    return File.takeError();
  Options.Output = *File;
  // A compilation has reported what there is.
  if (Error E = compileSource(Options, Wanted.Only ? Diag : nulls()))
    return E;
  auto Text = MemoryBuffer::getFile(*File);
  if (!Text)
    return makeError("cannot read '" + *File +
                     "': " + Text.getError().message());
  std::string Object = Output.empty()
                           ? (sys::path::stem(Source.Path) + ".o").str()
                           : Output.str();
  std::string Rule = dependencyRule(
      findDependencies((*Text)->getBuffer(), Options, Wanted.WithoutOwn),
      Wanted, Object);
  std::string To = Wanted.File;
  if (Wanted.Only) {
    if (To.empty())
      To = Command.Output;
    if (To.empty() || To == "-") {
      outs() << Rule;
      return Error::success();
    }
  } else if (To.empty()) {
    SmallString<128> Name(Object);
    sys::path::replace_extension(Name, "d");
    To = Name.str().str();
  }
  return writeFile(To, Rule);
}

/// Compiles to \p Output, which appears only after success. Empty: no output.
Error Driver::compile(CompileOptions Options, StringRef Output) {
  Options.Output = Output.str();
  show(compileCommand(Paths.Program, Options));
  if (Command.DryRun)
    return Error::success();
  AtWork = Options;
  if (Output.empty())
    return compileSource(Options, Diag);
  if (Output == "-")
    return compileToStandardOutput(std::move(Options));
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  Options.Output = File->path();
  if (Error E = compileSource(Options, Diag))
    return E;
  return File->keep();
}

Error Driver::compileToStandardOutput(CompileOptions Options) {
  Expected<std::string> File = temporary("output", "tmp");
  if (!File)
    return File.takeError();
  Options.Output = *File;
  if (Error E = compileSource(Options, Diag))
    return E;
  auto Text = MemoryBuffer::getFile(*File);
  if (!Text)
    return makeError("cannot read '" + *File +
                     "': " + Text.getError().message());
  outs() << (*Text)->getBuffer();
  outs().flush();
  return Error::success();
}

static StringRef outputSuffix(OutputKind Kind) {
  switch (Kind) {
  case OutputKind::Object:
    return ".o";
  case OutputKind::Assembly:
    return ".s";
  case OutputKind::LLVMText:
    return ".ll";
  case OutputKind::LLVMBitcode:
    return ".bc";
  case OutputKind::Preprocessed:
  case OutputKind::SyntaxOnly:
    return "";
  }
  llvm_unreachable("all kinds are above");
}

/// -c, -S, -fsyntax-only: one output a source.
Error Driver::compileToOutputs() {
  Expected<std::vector<unsigned>> Order = orderSources();
  if (!Order)
    return Order.takeError();
  OutputKind Kind = Command.Compile.Kind;
  std::map<std::string, std::string> SourceOf;
  std::vector<std::string> Paths = Command.CSources;
  for (const SourceFile &Source : Command.Sources)
    Paths.push_back(Source.Path);
  for (const std::string &Path : Paths) {
    std::string Stem = sys::path::stem(Path).str();
    auto [Known, IsNew] = SourceOf.emplace(Stem, Path);
    if (!IsNew && Kind != OutputKind::SyntaxOnly &&
        Kind != OutputKind::Preprocessed)
      return makeError("'" + Known->second + "' and '" + Path +
                       "' would have the same output '" + Stem +
                       outputSuffix(Kind) + "'");
  }
  for (unsigned Index : *Order) {
    const SourceFile &Source = Command.Sources[Index];
    if (Command.Dependencies.Only) {
      if (Error E = writeDependencies(Source, ""))
        return E;
      continue;
    }
    std::string Output = Command.Output;
    if (Kind == OutputKind::SyntaxOnly)
      Output.clear();
    else if (Output.empty() && Command.PreprocessToFile)
      Output =
          (sys::path::stem(Source.Path) + (Source.FixedForm ? ".f" : ".f90"))
              .str();
    else if (Output.empty() && Kind == OutputKind::Preprocessed)
      Output = "-";
    else if (Output.empty())
      Output = (sys::path::stem(Source.Path) + outputSuffix(Kind)).str();
    if (!Output.empty() && sys::fs::equivalent(Output, Source.Path))
      return makeError("output '" + Output +
                       "' would overwrite a source; name another with -o");
    CompileOptions Options = optionsFor(Source);
    bool Single = Kind == OutputKind::Object && isComplete(Source);
    if (Error E = Single ? compileSingleObject(Options, Output)
                         : compile(Options, Output))
      return E;
    if (Error E = writeDependencies(Source, Output == "-" ? "" : Output))
      return E;
  }
  for (const std::string &Path : Command.CSources) {
    if (Kind != OutputKind::Object || Command.Dependencies.Only)
      return makeError("'" + Path +
                       "' is C++ or CUDA C: only -c and a link compile it");
    std::string Output = Command.Output;
    if (Output.empty())
      Output = (sys::path::stem(Path) + outputSuffix(Kind)).str();
    if (Error E = compileCSource(Path, Output))
      return E;
  }
  return Error::success();
}

/// What our own Fortran modules define comes last, as any other library. The
/// linker sees it before other libraries, too: module mpi_f08 calls those of an
/// MPI, which the linker may leave out until then.
void Driver::addModuleLibrary() {
  if (!sys::fs::exists(Paths.ModuleLibrary))
    return;
  std::vector<LinkItem> &Items = Command.LinkItems;
  auto First = find_if(Items, [](const LinkItem &Item) {
    return Item.ItemKind == LinkItem::Library;
  });
  if (First != Items.end())
    Items.insert(First,
                 {{LinkItem::Flag, "-Wl,--push-state,--no-whole-archive"},
                  {LinkItem::Flag, Paths.ModuleLibrary},
                  {LinkItem::Flag, "-Wl,--pop-state"}});
  Items.push_back({LinkItem::File, Paths.ModuleLibrary});
}

/// Sources of other languages, by the compilers of these.
Error Driver::compileCSource(StringRef Path, StringRef Object) {
  Expected<std::vector<std::string>> Words = compileCCommand(
      Command, Path, Object, findCUDAToolkit(Command.Device.CUDAVersion));
  if (!Words)
    return Words.takeError();
  return runTool(*Words, "compiling '" + Path.str() + "'");
}

/// Objects for a link, in Command.LinkItems.
Error Driver::compileToObjects() {
  Expected<std::vector<unsigned>> Order = orderSources();
  if (!Order)
    return Order.takeError();
  std::map<std::string, std::string> ObjectOf;
  for (unsigned Index : *Order) {
    const SourceFile &Source = Command.Sources[Index];
    Expected<std::string> Object = temporary(sys::path::stem(Source.Path), "o");
    if (!Object)
      return Object.takeError();
    bool Single = Command.Action == Invocation::Link && isComplete(Source);
    if (Error E = Single ? compileSingleObject(optionsFor(Source), *Object)
                         : compile(optionsFor(Source), *Object))
      return E;
    if (Error E = writeDependencies(Source, ""))
      return E;
    ObjectOf[Source.Path] = *Object;
  }
  for (const std::string &Path : Command.CSources) {
    Expected<std::string> Object = temporary(sys::path::stem(Path), "o");
    if (!Object)
      return Object.takeError();
    if (Error E = compileCSource(Path, *Object))
      return E;
    ObjectOf[Path] = *Object;
  }
  for (LinkItem &Item : Command.LinkItems)
    if (Item.ItemKind == LinkItem::Source)
      Item = {LinkItem::File, ObjectOf[Item.Text]};
  addModuleLibrary();
  return Error::success();
}

/// -gpu=nordc: compiles and links the device code of one source.
Error Driver::compileSingleObject(const CompileOptions &Options,
                                  StringRef Output) {
  StringRef Stem = sys::path::stem(Options.Input);
  Expected<std::string> Object = temporary(Stem, "o");
  if (!Object)
    return Object.takeError();
  if (Error E = compile(Options, *Object))
    return E;
  Expected<DeviceLinkOptions> Device = deviceLinkOptions(Output);
  if (!Device)
    return Device.takeError();
  Expected<std::string> Linker = findHostLinker();
  if (!Linker)
    return Linker.takeError();
  if (Command.DryRun) {
    showDeviceLink({*Object}, {Device->CPUObject, Device->WrapperObject});
    show(mergeObjectsCommand(
        *Linker, Output, {*Object, Device->CPUObject, Device->WrapperObject}));
    return Error::success();
  }

  auto Buffer = MemoryBuffer::getFile(*Object);
  if (!Buffer)
    return makeError("cannot read '" + *Object +
                     "': " + Buffer.getError().message());
  Expected<std::vector<DeviceImage>> Images =
      readUnlinkedDeviceImages(**Buffer);
  if (!Images)
    return Images.takeError();
  for (DeviceImage &Image : *Images)
    Image.Source = Options.Input;
  EntrySections Sections = privateEntrySections(*Images);
  Device->KernelSection = Sections.Kernels;
  Device->VariableSection = Sections.Variables;
  showDeviceLink({*Object}, {Device->CPUObject, Device->WrapperObject});
  Expected<std::vector<std::string>> DeviceObjects =
      linkDeviceCode(*Images, *Device, Diag);
  if (!DeviceObjects)
    return DeviceObjects.takeError();

  std::vector<std::string> Objects = {*Object};
  if (!DeviceObjects->empty()) {
    Expected<std::string> Private = temporary(Stem, "o");
    if (!Private)
      return Private.takeError();
    if (Error E = makeEntriesPrivate(*Object, *Private, Sections))
      return E;
    Objects = {*Private};
    append_range(Objects, *DeviceObjects);
  }
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  if (Error E = runTool(mergeObjectsCommand(*Linker, File->path(), Objects),
                        "linking '" + Output.str() + "'"))
    return E;
  return File->keep();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// Writes all at once: parts of a program may be compiled at the same time.
static void printModule(StringRef Step, const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "// after " << Step << "\n";
  M.print(OS, nullptr);
  errs() << Text;
}

Expected<DeviceLinkOptions> Driver::deviceLinkOptions(StringRef Output) {
  const DeviceOptions &Device = Command.Device;
  DeviceLinkOptions Options;
  Options.TargetCPU = Device.TargetCPU;
  Options.TargetGPU = Device.TargetGPU;
  Options.OpenACCOnHost = Device.OpenACCOnHost;
  Options.CPULoopThreads = Device.CPULoopThreads;
  Options.NestedLaunches = Device.NestedLaunches;
  if (Command.Compile.AccMessages)
    Options.LaunchNote = [this](const std::string &Text) {
      printNote(Diag, Text);
    };
  Options.Check = Device.Check;
  Options.ProvokedFault = Command.Compile.ProvokedFault;
  Options.GPURequired = Device.gpuRequired();
  Options.DeviceLibrary = Paths.DeviceLibrary;
  Options.CPULibrary = Paths.CPULibrary;
  Options.HostCPU = Command.Compile.HostCPU;
  Options.OutputName = Output.str();
  if (Diag.is_displayed() && !Terminal)
    Terminal.emplace(STDERR_FILENO, /*shouldClose=*/false);
  if (Terminal)
    Options.Progress = &*Terminal;
  for (auto [Member, Stem] : {std::pair(&Options.CPUObject, "cpu"),
                              std::pair(&Options.WrapperObject, "image")}) {
    Expected<std::string> File = temporary(Stem, "o");
    if (!File)
      return File.takeError();
    *Member = *File;
  }
  Options.FurtherObject = [this] { return temporary("cpu", "o"); };
  if (const std::string &Wanted = Command.Compile.DumpAfter; !Wanted.empty())
    Options.Dump = [Wanted](StringRef Step, const Module &M) {
      if (Step == Wanted)
        printModule(Step, M);
    };
  if (Device.TargetGPU)
    if (Error E = setGPUOptions(Options.NVPTX, Output))
      return std::move(E);
  return Options;
}

Error Driver::setGPUOptions(NVPTXOptions &GPU, StringRef Output) {
  const DeviceOptions &Device = Command.Device;
  GPU.ComputeCapabilities = Device.ComputeCapabilities;
  if (Device.Native && !Command.DryRun) {
    unsigned Native = nativeComputeCapability();
    if (!Native)
      return makeError("'-gpu=ccnative': no NVIDIA GPU found");
    if (!is_contained(GPU.ComputeCapabilities, Native))
      GPU.ComputeCapabilities.push_back(Native);
  }
  if (GPU.ComputeCapabilities.empty()) {
    append_range(GPU.ComputeCapabilities, defaultComputeCapabilities());
    GPU.CapabilitiesAreDefault = true;
  }
  GPU.Toolkit = findCUDAToolkit(Device.CUDAVersion);
  if (!Device.CUDAVersion.empty() && GPU.Toolkit.Root.empty()) {
    std::string Missing = GPU.Toolkit.LookedIn;
    GPU.Toolkit = findCUDAToolkit("");
    printWarning(Diag,
                 "'-gpu=cuda" + Device.CUDAVersion + "': no CUDA toolkit in " +
                     Missing + "; using " +
                     (GPU.Toolkit.Root.empty() ? "none" : GPU.Toolkit.Root));
  }
  GPU.MaxRegisters = Device.MaxRegisters;
  GPU.FastMath = Device.FastMath;
  GPU.Fuse = Device.Fuse.value_or(true);
  GPU.PtxInfo = Device.PtxInfo;
  GPU.Verbose = Command.Verbose;
  if (Device.Keep)
    GPU.Keep = [this, Name = Output.str()](StringRef Suffix, StringRef Data) {
      if (Error E = writeFile(Name + Suffix.str(), Data))
        printWarning(Diag, toString(std::move(E)));
    };
  return Error::success();
}

/// The device link runs in this process; shown as the command that does it.
void Driver::showDeviceLink(ArrayRef<std::string> Inputs,
                            ArrayRef<std::string> Outputs) {
  if (!Command.DryRun && !Command.Verbose)
    return;
  std::vector<std::string> Words = {Paths.Program, "-dlink"};
  const DeviceOptions &Device = Command.Device;
  Words.push_back(Device.TargetCPU && Device.TargetGPU ? "-target=cpu,gpu"
                  : Device.TargetCPU                   ? "-target=cpu"
                                                       : "-target=gpu");
  Words.push_back("-tp=" + Command.Compile.HostCPU);
  for (unsigned Arch : Device.ComputeCapabilities)
    Words.push_back("-gpu=cc" + std::to_string(Arch));
  append_range(Words, Inputs);
  Words.push_back("-o");
  append_range(Words, Outputs);
  printCommand(Diag, Words);
}

Expected<RuntimeKind> Driver::chooseRuntime(const LinkInputs &Inputs,
                                            bool HasDeviceCode) {
  // Units and the like are a process's: there is one copy of Flang's runtime.
  if (Command.Shared)
    return RuntimeKind::Shared;
  bool Needed = HasDeviceCode || Inputs.NeedsSharedRuntime;
  for (const std::string &Library :
       {Paths.StaticRuntime, Paths.FortranSupport}) {
    if (!sys::fs::exists(Library)) {
      if (Needed)
        return makeError("the runtime library '" + Library +
                         "' is missing: the installation is incomplete");
      continue;
    }
    if (Needed)
      continue;
    Expected<bool> Defines = archiveDefinesAny(Library, Inputs.Undefined);
    if (!Defines)
      return Defines.takeError();
    Needed |= *Defines;
  }
  if (!Needed)
    return RuntimeKind::None;
  return Inputs.NeedsSharedRuntime || Command.SharedRuntime
             ? RuntimeKind::Shared
             : RuntimeKind::Static;
}

static std::vector<std::string> words(ArrayRef<LinkItem> Items) {
  std::vector<std::string> Words;
  for (const LinkItem &Item : Items)
    Words.push_back((Item.ItemKind == LinkItem::Library ? "-l" : "") +
                    Item.Text);
  return Words;
}

/// What is known of the host link before its inputs are.
Expected<HostLinkOptions> Driver::hostLinkOptions() {
  HostLinkOptions Host;
  Host.SharedLibrary = Command.Shared;
  Host.NoPIE = Command.Compile.Relocation == RelocationKind::Static;
  Host.LibraryDirs = Command.LibraryDirs;
  if (Command.Compile.OpenMP) {
    Expected<std::vector<std::string>> Words =
        openMPLinkWords(Paths, Command.LibraryDirs, systemLibraryDirs());
    if (!Words)
      return Words.takeError();
    Host.OpenMPWords = *Words;
  }
  return Host;
}

/// -###: what the inputs hold is not known yet.
void Driver::showLink(StringRef Linker, const DeviceLinkOptions &Device,
                      HostLinkOptions Host) {
  Host.Words = words(Command.LinkItems);
  if (hasCUDASource()) {
    showDeviceLink(Host.Words, {Device.CPUObject, Device.WrapperObject});
    Host.DeviceObjects = {Device.WrapperObject, Device.CPUObject};
    if (!Command.Device.TargetCPU)
      Host.DeviceObjects.pop_back();
    Host.Runtime = Command.Shared || Command.SharedRuntime
                       ? RuntimeKind::Shared
                       : RuntimeKind::Static;
  }
  show(hostLinkCommand(Linker, Paths, Host));
}

/// Programs without OpenMP directives may call its functions, as omp_get_wtime:
/// other compilers always link their OpenMP library. If there is none, or the
/// command names one, the linker says what is undefined.
void Driver::addOpenMPFunctions(const LinkInputs &Inputs,
                                HostLinkOptions &Host) {
  auto NamesLibrary = [](const LinkItem &Item) {
    return Item.ItemKind == LinkItem::Library &&
           is_contained({"gomp", "omp", "iomp5"}, StringRef(Item.Text));
  };
  auto IsFunction = [](StringRef Name) { return Name.starts_with("omp_"); };
  if (Command.Compile.OpenMP || none_of(Inputs.Undefined.keys(), IsFunction) ||
      any_of(Command.LinkItems, NamesLibrary))
    return;
  Expected<std::vector<std::string>> Words =
      openMPLinkWords(Paths, Command.LibraryDirs, systemLibraryDirs());
  if (Words)
    Host.OpenMPWords = *Words;
  else
    consumeError(Words.takeError());
}

/// Links the device code of \p Inputs, and what the host needs for it.
Error Driver::addDeviceCode(LinkInputs &Inputs, DeviceLinkOptions &Device,
                            HostLinkOptions &Host) {
  Device.CUDA = Inputs.CUDA;
  addOpenMPFunctions(Inputs, Host);
  AtWork.reset();
  Images = Inputs.Images;
  if (!Inputs.UndefinedKernels.empty() && !Command.Shared)
    return makeError("undefined kernel '" + Inputs.UndefinedKernels.front() +
                     "': it is launched, and none of the inputs has it");
  if (Error E = addCUDARuntime(Inputs, Command.Device.TargetGPU,
                               Device.NVPTX.Toolkit))
    return E;
  if (!Inputs.Images.empty()) {
    showDeviceLink(words(Command.LinkItems),
                   {Device.CPUObject, Device.WrapperObject});
    if (Command.Device.TargetCPU)
      warnOfCUDALibraries(Inputs, Diag);
  }
  Expected<std::vector<std::string>> Objects =
      linkDeviceCode(Inputs.Images, Device, Diag);
  if (!Objects)
    return Objects.takeError();
  if (Error E = addLaunchedCUDA(Device, *Objects))
    return E;
  Host.DeviceObjects = *Objects;
  Host.Words = Inputs.HostWords;
  Expected<RuntimeKind> Runtime = chooseRuntime(Inputs, !Objects->empty());
  if (!Runtime)
    return Runtime.takeError();
  Host.Runtime = *Runtime;
  if (Host.Runtime == RuntimeKind::None)
    return Error::success();
  if (Error E = addCUDANotice(Device, Host.DeviceObjects))
    return E;
  return mpiEntryWords(Paths, Inputs.Foreign).moveInto(Host.MPIWords);
}

/// Compiles, and finds what each link needs.
Expected<Driver::LinkPlan> Driver::planLink(StringRef DefaultOutput) {
  if (Error E = compileToObjects())
    return E;
  LinkPlan Plan;
  Plan.Output = Command.Output.empty() ? DefaultOutput.str() : Command.Output;
  Expected<DeviceLinkOptions> Device = deviceLinkOptions(Plan.Output);
  if (!Device)
    return Device.takeError();
  Plan.Device = std::move(*Device);
  Expected<std::string> Linker = findHostLinker();
  if (!Linker)
    return Linker.takeError();
  Plan.Linker = std::move(*Linker);
  return Plan;
}

Error Driver::link() {
  Expected<LinkPlan> Plan = planLink("a.out");
  if (!Plan)
    return Plan.takeError();
  auto &[Output, Device, Linker] = *Plan;
  Expected<HostLinkOptions> Host = hostLinkOptions();
  if (!Host)
    return Host.takeError();
  Host->Output = Output;
  if (Command.DryRun) {
    showLink(Linker, Device, *Host);
    return Error::success();
  }
  Expected<LinkInputs> Inputs =
      resolveLinkInputs(Command.LinkItems, Command.LibraryDirs, Temps);
  if (!Inputs)
    return Inputs.takeError();
  if (Error E = addDeviceCode(*Inputs, Device, *Host))
    return E;
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  Host->Output = File->path();
  Expected<bool> Linked =
      runLinker(hostLinkCommand(Linker, Paths, *Host), Inputs->Foreign);
  if (!Linked)
    return Linked.takeError();
  if (!*Linked)
    return describeFailedLink(Output, Inputs->Static, Host->DeviceObjects);
  return File->keep();
}

/// -dlink: one object that completes a link which another linker does.
Error Driver::linkDeviceOnly() {
  Expected<LinkPlan> Plan = planLink("a.dlink.o");
  if (!Plan)
    return Plan.takeError();
  auto &[Output, Device, Linker] = *Plan;
  showDeviceLink(words(Command.LinkItems),
                 {Device.CPUObject, Device.WrapperObject});
  if (Command.DryRun) {
    show(mergeObjectsCommand(Linker, Output,
                             {Device.WrapperObject, Device.CPUObject}));
    return Error::success();
  }
  Expected<LinkInputs> Inputs =
      resolveLinkInputs(Command.LinkItems, Command.LibraryDirs, Temps);
  if (!Inputs)
    return Inputs.takeError();
  Device.CUDA = Inputs->CUDA;
  AtWork.reset();
  Images = Inputs->Images;
  Expected<std::vector<std::string>> Objects =
      linkDeviceCode(Inputs->Images, Device, Diag);
  if (!Objects)
    return Objects.takeError();
  if (Error E = addLaunchedCUDA(Device, *Objects))
    return E;
  if (Objects->empty())
    return makeError("the inputs have no device code to link");
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  if (Error E = runTool(mergeObjectsCommand(Linker, File->path(), *Objects),
                        "linking '" + Output + "'"))
    return E;
  return File->keep();
}

/// -ptx and the like: one file with the kernels of all inputs.
Error Driver::writeKernels() {
  std::string First;
  for (const LinkItem &Item : Command.LinkItems)
    if (First.empty() &&
        (Item.ItemKind == LinkItem::Source || Item.ItemKind == LinkItem::File))
      First = Item.Text;
  if (Error E = compileToObjects())
    return E;
  std::string Output = !Command.Output.empty()
                           ? Command.Output
                           : (sys::path::stem(First) +
                              kernelFileSuffix(Command.KernelFileFormat))
                                 .str();
  Expected<DeviceLinkOptions> Device = deviceLinkOptions(Output);
  if (!Device)
    return Device.takeError();
  if (Command.DryRun) {
    showDeviceLink(words(Command.LinkItems), {Output});
    return Error::success();
  }
  Expected<LinkInputs> Inputs =
      resolveLinkInputs(Command.LinkItems, Command.LibraryDirs, Temps);
  if (!Inputs)
    return Inputs.takeError();
  AtWork.reset();
  Images = Inputs->Images;
  showDeviceLink(words(Command.LinkItems), {Output});
  Expected<std::string> Contents = makeKernelFile(
      Images, Command.KernelFileFormat, Command.Compile.Kernels, *Device, Diag);
  if (!Contents)
    return Contents.takeError();
  if (Output == "-") {
    outs() << *Contents;
    outs().flush();
    return Error::success();
  }
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  if (Error E = writeFile(File->path(), *Contents))
    return E;
  return File->keep();
}

/// Whether this is a name of NVIDIA's compilers, which links to us may have
/// (packaging/CMakeLists.txt).
static bool isNvidiaName(StringRef Name) {
  return is_contained({"pgcc", "pgfortran", "pgf90", "nvc", "nvfortran"}, Name);
}

/// CMake, autoconf and Meson look for the names of compilers here; libtool
/// takes the options of a linker and of position-independent code from the
/// name of The Portland Group. Configure scripts of applications read the
/// release behind `nvfortran`, in the line after an empty one.
static void printVersion(raw_ostream &OS, const InstallPaths &Paths,
                         StringRef CalledAs) {
  if (isNvidiaName(CalledAs))
    OS << '\n'
       << CalledAs << " " NVIDIA_RELEASE "-0 64-bit target on x86-64 Linux\n";
  OS << "warpfort " WARPFORT_VERSION " (LLVM " LLVM_VERSION_STRING ")\ntarget: "
     << hostTriple() << "\nprogram: " << Paths.Program
     << "\nlanguage and options: those of NVIDIA Compilers and "
        "Tools " NVIDIA_RELEASE ", "
        "before of The Portland Group\n";
}

/// -fdump-after= names a step of a compilation or of the device link.
Error Driver::checkDumpAfter() {
  StringRef Name = Command.Compile.DumpAfter;
  if (Name.empty() || isCompileStep(Name))
    return Error::success();
  bool IsLinkStep = false;
  visitLinkSteps(
      [&](StringRef Step, StringRef) { IsLinkStep |= Step == Name; });
  if (IsLinkStep)
    return Error::success();
  printError(Diag, "-fdump-after=" + Name + " names no stage and no pass");
  listCompileSteps(Diag);
  Diag << "steps of the device link:\n";
  visitLinkSteps([&](StringRef Step, StringRef Reason) {
    Diag << "  " << left_justify(Step, 30) << Reason << "\n";
  });
  return make_error<ReportedError>();
}

Error Driver::run() {
  if (Error E = checkDumpAfter())
    return E;
  if (!Command.Sources.empty() && !Command.DryRun)
    if (Error E = addMPIModule(Command.Compile, Paths, MPIFolder, Diag))
      return E;
  if (Command.VersionFirst && Command.Action != Invocation::ShowVersion)
    printVersion(Diag, Paths, CalledAs);
  switch (Command.Action) {
  case Invocation::CompileOnly:
    return compileToOutputs();
  case Invocation::DeviceLink:
    return linkDeviceOnly();
  case Invocation::Link:
    return link();
  case Invocation::KernelFile:
    return writeKernels();
  case Invocation::ShowHelp:
  case Invocation::ShowAllHelp:
    printHelp(outs(), Command.Action == Invocation::ShowAllHelp,
              Command.HelpFor);
    return Error::success();
  case Invocation::ShowVersion:
    printVersion(outs(), Paths, CalledAs);
    return Error::success();
  case Invocation::ShowVersionNumber:
    outs() << WARPFORT_VERSION "\n";
    return Error::success();
  case Invocation::ShowTarget:
    outs() << hostTriple() << '\n';
    return Error::success();
  }
  llvm_unreachable("all actions are above");
}

void Driver::report(const Fault &What) {
  printFault(Diag, What, Command.Verbose);
  if (!Command.CrashReproducer) {
    printNote(Diag, "please report it: the same command with "
                    "-fcrash-reproducer writes what a report needs");
    return;
  }
  Reproducer Contents;
  Contents.What = What;
  if (AtWork) {
    Contents.Sources.push_back(*AtWork);
  } else {
    for (const SourceFile &Source : Command.Sources)
      Contents.Sources.push_back(optionsFor(Source));
    Contents.Images = Images;
  }
  Contents.Arguments = Command.Arguments;
  Expected<std::string> File = writeReproducer(Contents, Paths.Program);
  if (!File)
    printError(Diag, File.takeError());
  else
    printNote(Diag, "please report it, with the file '" + *File + "'");
}

int driverMain(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  initializeTargets();
  std::optional<Invocation> Command =
      parseCommandLine(ArrayRef<const char *>(argv + 1, argc - 1), errs());
  if (!Command)
    return 1;
  installFaultHandlers(Command->Verbose);
  Driver Run(std::move(*Command), findInstallPaths(argv[0]),
             sys::path::filename(argv[0]), errs());
  bool Failed = false;
  DeepThread([&] {
    Error Result = catchFaults([&] { return Run.run(); });
    bool HasFault = false;
    handleAllErrors(
        std::move(Result), [&](const ReportedError &) { Failed = true; },
        [&](const FaultError &E) {
          // Code generation for several targets may fail for one reason.
          if (!std::exchange(HasFault, true))
            Run.report(E.fault());
          Failed = true;
        },
        [&](const ErrorInfoBase &Info) {
          Failed = true;
          printError(errs(), demangleNames(Info.message()));
        });
    // What a crash has left registered.
    if (HasFault)
      sys::RunInterruptHandlers();
  }).join();
  return Failed;
}

} // namespace warpfort
