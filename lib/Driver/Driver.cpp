//===-- Driver.cpp - The warpfort command ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what a command line asks for; CompileSources.cpp and LinkProgram.cpp have
// its jobs.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Driver.h"
#include "DriverRun.h"
#include "FaultReport.h"
#include "MPIModule.h"
#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Release.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace warpfort {

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
