//===-- Compile.h - One source to one output --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line between the driver and the compiler proper. The driver turns a
// command line into one CompileOptions a source file; lib/Pipeline defines
// compileSource(). Every choice is made by the driver: the compiler reads no
// option, no environment and no file name suffix.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_PIPELINE_COMPILE_H
#define WARPFORT_PIPELINE_COMPILE_H

#include "warpfort/Support/TripCountMode.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// What compileSource() writes.
enum class OutputKind {
  Object,       // x86-64 ELF object with device bitcode in .llvm.offloading
  Assembly,     // -S
  LLVMText,     // -S -emit-llvm: host module as text
  LLVMBitcode,  // -c -emit-llvm: host module as bitcode
  Preprocessed, // -E: source after the preprocessor
  SyntaxOnly    // -fsyntax-only: messages and module files, no output
};

/// -mcmodel: with more than `small` there may be any amount of static data, and
/// with `large` any amount of code.
enum class CodeModelKind { Small, Medium, Large };

/// How the host code may be linked.
enum class RelocationKind {
  PIE,   // default: position-independent executable
  PIC,   // -fPIC: shared library
  Static // -fno-pic
};

struct CompileOptions {
  std::string Input;
  std::string Output;
  OutputKind Kind = OutputKind::Object;

  /// What COMPILER_VERSION() and COMPILER_OPTIONS() give: the compiler's name
  /// and version, and the options of the command line.
  std::string CompilerVersion;
  std::string CommandLine;

  /// Language.
  bool C = false;                   // a .c file: OpenACC C, by Clang
  std::string CDialect = "gnu17";   // -std=: of such a file
  bool CUDA = false;                // CUDA Fortran (a .cuf file, or -cuda)
  bool OpenACC = false;             // -acc: OpenACC directives
  bool StandardParallelism = false; // -stdpar: DO CONCURRENT on the device
  bool OpenMP = false;              // -mp: OpenMP directives of host code
  unsigned OpenMPVersion = 51;      // -fopenmp-version=: 5.1
  bool FixedForm = false;           // else free form
  bool LongLines = false;           // -Mextend: 132 columns in fixed form
  bool Preprocess = false;          // run the preprocessor
  /// --kernel=: subroutines that are kernels, whatever the source says.
  std::vector<std::string> Kernels;
  /// -ptx and the like: kernels are for hosts without the runtime library.
  bool OtherHosts = false;
  bool DefaultReal8 = false;
  bool DefaultInteger8 = false;
  bool DefaultInteger2 = false; // -i2
  bool Escapes = false;         // -Mnobackslash: \n in character constants
  bool SaveLocals = false;      // -Msave
  bool ImplicitNone = false;    // -Mdclchk
  /// -fconvert=, -byteswapio: what a main program presets for unformatted
  /// files ("SWAP", "BIG_ENDIAN", ...); empty: nothing.
  std::string Convert;
  bool Managed = false;  // -gpu=managed: allocatables are managed
  bool Standard = false; // -Mstandard: no leniency

  /// Where module files are written (empty: the current directory), and where
  /// modules and include files are looked for, in order (-I, -module).
  std::string ModuleDir;
  std::vector<std::string> ModuleSearchDirs;
  std::vector<std::string> IncludeDirs;
  /// Warpfort's own modules (cudafor, ...), searched before Flang's.
  std::string IntrinsicModuleDir;
  /// Flang's modules; empty: where they were when Warpfort was configured.
  std::string FlangModuleDir;
  /// The modules of an MPI that Warpfort has compiled, if they are searched.
  std::string MPIModuleDir;

  /// -D and -U in the order given: "DNAME", "DNAME=VALUE", "UNAME".
  std::vector<std::string> Macros;

  /// Code generation.
  unsigned OptLevel = 2;      // 0..3
  bool Debug = false;         // -g
  bool Bounds = false;        // -Mbounds: check subscripts
  bool CheckPointers = false; // -Mchkptr
  bool CheckStack = false;    // -Mchkstk
  bool Traceback = false;     // -traceback: lines, and a report of crashes
  unsigned Traps = 0;         // -Ktrap=: bits of warprt/Traps.h
  bool LineInfo = false;      // -gpu=lineinfo: line tables in device code
  bool Check = false;         // -gpu=check: with names of variables
  TripCountMode TripCounts;   // -gpu=tripcount:
  bool VerifyPasses = false;  // -fverify-passes
  std::string ProvokedFault;  // -fprovoke-fault=, see Support/ProvokedFaults.h
  std::string DumpAfter;      // -fdump-after=
  bool StackArrays = false;   // -Mstack_arrays: automatic arrays of host code
  CodeModelKind CodeModel = CodeModelKind::Small;
  RelocationKind Relocation = RelocationKind::PIE;
  std::string HostCPU = "native"; // or any LLVM name of an x86-64 CPU
  /// Whether a multiplication and an addition may become one operation.
  bool FuseHost = true, FuseDevice = true;

  /// Values of -gpu=ccXY, lowest first; empty: the default. Device code is
  /// generated at link time: here they only serve __CUDA_ARCH__-like choices.
  std::vector<unsigned> ComputeCapabilities;

  /// Messages.
  bool Warnings = true;                  // -w
  bool WarningsAreErrors = false;        // -Werror
  std::vector<std::string> WarningNames; // -W<name>: "unused", "no-unused"
  bool Verbose = false;                  // -v
  bool AccMessages = false;              // -Minfo=accel
  bool NamesSources = false;             // which begins with the source's name
  unsigned MaxErrors = 0;                // -fmax-errors=; 0: no limit
  bool Color = false;                    // messages have colours

  /// -gpu=keep: intermediate forms are written to SaveStagesPrefix + a suffix
  /// such as ".device.ll".
  bool SaveStages = false;
  std::string SaveStagesPrefix;
};

/// Compiles one source. Diagnostics go to \p Diag in the form
/// `file:line:col: error: text`; a failure is a ReportedError then, or a
/// FaultError, of which nothing was printed. No output file is left.
llvm::Error compileSource(const CompileOptions &Options,
                          llvm::raw_ostream &Diag);

/// Whether -fdump-after= can name this stage, pass or step of a compilation.
bool isCompileStep(llvm::StringRef Name);
/// Lists them, but for the passes.
void listCompileSteps(llvm::raw_ostream &OS);

} // namespace warpfort
#endif // WARPFORT_PIPELINE_COMPILE_H
