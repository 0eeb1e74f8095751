//===-- warpfort/Driver/Invocation.h - A command line, understood -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a command line of `warpfort` asks for, after its options have been
// translated. Nothing has been run yet.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_INVOCATION_H
#define WARPFORT_DRIVER_INVOCATION_H

#include "warpfort/Driver/InstallPaths.h"
#include "warpfort/Driver/NestedLaunches.h"
#include "warpfort/Pipeline/Compile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// One input of the link, in the order of the command line.
struct LinkItem {
  enum Kind {
    Source,  // Text: the source, of any language; its object takes this place
    File,    // Text: object, archive or shared library
    Library, // Text: name after -l
    Flag,    // Text: option for the host linker, as it is passed to cc
    Modules  // Text: the library of Warpfort's own modules
  };
  Kind ItemKind;
  std::string Text;
};

struct SourceFile {
  std::string Path;
  bool CUDA = false, FixedForm = false, Preprocess = false, C = false;
};

/// What other compilers compile.
enum class CLanguage { None, CXX, CUDA };

/// The language of a source by the suffix of its name, if it is one of these.
CLanguage classifyCSource(llvm::StringRef Path);

/// -M, -MD and the like: a rule for make that lists what a source depends on.
struct DependencyOptions {
  bool Wanted = false;
  bool Only = false;                // -M, -MM: nothing is compiled
  bool WithoutOwn = false;          // -MM, -MMD
  bool EmptyRules = false;          // -MP
  std::string File;                 // -MF
  std::vector<std::string> Targets; // -MT, -MQ, as they are written
};

/// -gpu=, -Mcuda= and -target= taken together.
struct DeviceOptions {
  std::vector<unsigned> ComputeCapabilities; // empty: the default
  bool Native = false;                       // ccnative
  bool RDC = true;
  bool Managed = false; // allocatables are managed
  bool PtxInfo = false, Keep = false, FastMath = false, LineInfo = false;
  unsigned MaxRegisters = 0;
  std::string CUDAVersion; // "12.4"
  bool TargetCPU = true, TargetGPU = true;
  bool CPULoopThreads = false; // -fcpu-loop-threads
  NestedLaunchOptions NestedLaunches;
  bool Check = false;         // -gpu=check
  bool OpenACCOnHost = false; // -acc=multicore, -acc=host, without gpu
  bool TargetGiven = false;   // -target= or the like
  std::optional<bool> Fuse;   // -gpu=fma, -gpu=nofma
  TripCountMode TripCounts;   // -gpu=tripcount:

  /// Whether the user asked for GPU code in so many words.
  bool gpuRequired() const {
    return TargetGPU && (TargetGiven || Native || !ComputeCapabilities.empty());
  }
};

/// Kernels for other hosts, as a file.
enum class KernelFileKind {
  PTX,      // -ptx
  Cubin,    // -cubin
  Fatbin,   // -fatbin
  LLVMText, // -ptx -emit-llvm
  CPUObject // -c -target=cpu --kernel=
};

struct Invocation {
  enum ActionKind {
    Link,
    CompileOnly,
    DeviceLink,
    KernelFile,
    ShowHelp,
    ShowAllHelp,
    ShowVersion,
    ShowVersionNumber,
    ShowTarget
  };
  ActionKind Action = Link;
  bool DryRun = false;
  bool Verbose = false;
  bool VersionFirst = false;          // -V beside inputs
  bool CrashReproducer = false;       // -fcrash-reproducer
  bool PreprocessToFile = false;      // -F
  std::vector<std::string> HelpFor;   // -help beside other options
  std::vector<std::string> Arguments; // as they were given

  std::vector<SourceFile> Sources;
  std::vector<std::string> CSources;
  std::vector<LinkItem> LinkItems;
  std::vector<std::string> LibraryDirs;
  std::string Output; // -o, or empty

  CompileOptions Compile; // what all sources have in common
  DeviceOptions Device;
  DependencyOptions Dependencies;
  bool Shared = false;
  bool SharedRuntime = false; // -Bdynamic_nvidia
  KernelFileKind KernelFileFormat = KernelFileKind::PTX;
};

/// Translates a command line without its first word. Errors, warnings and
/// notes go to \p Diag; nothing is returned after an error.
std::optional<Invocation> parseCommandLine(llvm::ArrayRef<const char *> Words,
                                           llvm::raw_ostream &Diag);

/// Adds the comma list of \p Option, which is -gpu=, -cuda=, -Mcuda= or -ta=
/// with the name of its target. The last two take old names too. Returns false
/// after an error.
bool addDeviceOptions(llvm::ArrayRef<llvm::StringRef> Values,
                      llvm::StringRef Option, bool Verbose,
                      DeviceOptions &Options, llvm::raw_ostream &Diag);

/// Language of a source by the suffix of its name; nothing for other files.
std::optional<SourceFile> classifySource(llvm::StringRef Path);

/// The options again as words of a command line that compiles one source.
std::vector<std::string> compileCommand(llvm::StringRef Program,
                                        const CompileOptions &Options);

/// A file's name as it is written in a rule for make.
std::string quoteForMake(llvm::StringRef Name);

/// The help text; with \p Names, of the options that begin with one of them.
void printHelp(llvm::raw_ostream &OS, bool All,
               llvm::ArrayRef<std::string> Names);

} // namespace warpfort
#endif // WARPFORT_DRIVER_INVOCATION_H
