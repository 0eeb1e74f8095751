//===-- LinkProgram.cpp - The jobs that link ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links device code, then the program, or writes the kernels of sources out.
//
//===----------------------------------------------------------------------===//

#include "CSources.h"
#include "DriverRun.h"
#include "HostLink.h"
#include "KernelFiles.h"
#include "OpenMPLibrary.h"
#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/ModuleNames.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warprt/Image.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <unistd.h>

using namespace llvm;

namespace warpfort {

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
  // What starts programs needs it, none of the inputs.
  for (StringRef Missing :
       {"undefined reference to `main'", "undefined reference to 'main'",
        "undefined symbol: main\n"})
    if (Output.contains(Missing))
      Advice.insert("no input has a main program; with -c, nothing is linked");
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
  Options.Warn = [this](const std::string &Text) { printWarning(Diag, Text); };
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

} // namespace warpfort
