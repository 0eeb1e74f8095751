//===-- DriverRun.h - One run of the warpfort command -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The class whose members are the jobs of a command: CompileSources.cpp has
/// those that compile, LinkProgram.cpp those that link, Driver.cpp the rest.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_DRIVER_DRIVERRUN_H
#define WARPFORT_LIB_DRIVER_DRIVERRUN_H

#include "HostLink.h"
#include "MPIModule.h"
#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/InstallPaths.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace warpfort {

/// One run of the command.
class Driver {
public:
  /// \p CalledAs is the command's name: warpfort, or that of a link to it.
  Driver(Invocation Command, InstallPaths Paths, llvm::StringRef CalledAs,
         llvm::raw_ostream &Diag)
      : Command(std::move(Command)), Paths(std::move(Paths)),
        CalledAs(CalledAs), Diag(Diag) {}
  llvm::Error run();
  /// Reports what went wrong in run() and is no error of the program.
  void report(const Fault &What);

private:
  llvm::Error checkDumpAfter();
  llvm::Expected<std::vector<unsigned>> orderSources();
  CompileOptions optionsFor(const SourceFile &Source) const;
  llvm::Error compileToOutputs();
  void leaveOutOwnLibraries();
  llvm::Error compileToObjects();
  llvm::Error compile(CompileOptions Options, llvm::StringRef Output);
  llvm::Error compileToStandardOutput(CompileOptions Options);
  llvm::Error writeDependencies(const SourceFile &Source,
                                llvm::StringRef Output);
  llvm::Error compileCSource(llvm::StringRef Path, llvm::StringRef Object);
  llvm::Error compileSingleObject(const CompileOptions &Options,
                                  llvm::StringRef Output);
  struct LinkPlan {
    std::string Output;
    DeviceLinkOptions Device;
    std::string Linker;
  };
  llvm::Expected<LinkPlan> planLink(llvm::StringRef DefaultOutput);
  llvm::Error link();
  llvm::Expected<HostLinkOptions> hostLinkOptions();
  void showLink(llvm::StringRef Linker, const DeviceLinkOptions &Device,
                HostLinkOptions Host);
  void addOpenMPFunctions(const LinkInputs &Inputs, HostLinkOptions &Host);
  llvm::Error addDeviceCode(LinkInputs &Inputs, DeviceLinkOptions &Device,
                            HostLinkOptions &Host);
  llvm::Error linkDeviceOnly();
  llvm::Error writeKernels();
  llvm::Expected<DeviceLinkOptions> deviceLinkOptions(llvm::StringRef Output);
  llvm::Error setGPUOptions(NVPTXOptions &GPU, llvm::StringRef Output);
  llvm::Expected<RuntimeKind> chooseRuntime(const LinkInputs &Inputs,
                                            bool HasDeviceCode);
  llvm::Expected<std::string> temporary(llvm::StringRef Stem,
                                        llvm::StringRef Suffix);
  llvm::Error runTool(const std::vector<std::string> &Words,
                      llvm::StringRef What);
  llvm::Expected<bool> runLinker(const std::vector<std::string> &Words,
                                 const llvm::StringSet<> &Unknown);
  void adviseOnProcedures(llvm::StringRef Output,
                          const llvm::StringSet<> &Unknown);
  void show(const std::vector<std::string> &Words);
  void showDeviceLink(llvm::ArrayRef<std::string> Inputs,
                      llvm::ArrayRef<std::string> Outputs);
  /// -gpu=nordc, for a source that may have device code.
  bool isComplete(const SourceFile &Source) const {
    return !Command.Device.RDC && (Source.CUDA || Command.Compile.OpenACC ||
                                   Command.Compile.StandardParallelism);
  }
  bool hasCUDASource() const {
    return llvm::any_of(Command.Sources,
                        [](const SourceFile &Source) { return Source.CUDA; });
  }

  Invocation Command;
  InstallPaths Paths;
  llvm::StringRef CalledAs;
  /// Where Diag is a terminal: for the line on long links.
  std::optional<llvm::raw_fd_ostream> Terminal;
  llvm::raw_ostream &Diag;
  TempFiles Temps;
  TempFolder MPIFolder;
  /// The source of the latest compilation, and the device code of the link.
  std::optional<CompileOptions> AtWork;
  std::vector<DeviceImage> Images;
};

} // namespace warpfort

#endif // WARPFORT_LIB_DRIVER_DRIVERRUN_H
