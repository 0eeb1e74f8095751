//===-- Frontend.h - Fortran source to HLFIR --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs Flang's preprocessor, parser, semantics and lowering on one source
/// file, with our CUDA Fortran checker between semantics and lowering. This
/// header is thin on purpose: Flang's own headers cost over a minute a
/// translation unit and stay inside lib/Frontend.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_FRONTEND_FRONTEND_H
#define WARPFORT_FRONTEND_FRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "warpfort/Support/Faults.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class TargetMachine;
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct FrontendOptions {
  std::string Input;
  /// Where module files are written.
  std::string ModuleDir = ".";
  /// Searched for include files and module files, in order.
  std::vector<std::string> SearchDirs;
  /// Searched for intrinsic modules, in order; ours come before Flang's.
  std::vector<std::string> IntrinsicModuleDirs;
  /// Folders of modules whose sources are not the user's.
  std::vector<std::string> LibraryDirs;
  /// Preprocessor definitions in order; a second of "\0undef" is -U.
  struct Macro {
    std::string Name;
    std::string Value;
    bool Undefine = false;
  };
  std::vector<Macro> Macros;
  bool CUDA = false;
  bool OpenACC = false;
  /// With CUDA: subroutines that are kernels, whatever the source says.
  std::vector<std::string> Kernels;
  /// Kernels are for hosts without the runtime library.
  bool OtherHosts = false;
  /// With OpenACC: DO CONCURRENT is a compute construct, and the source's own
  /// directives count only if Directives is set.
  bool StandardParallelism = false;
  bool Directives = true;
  /// -mp, and the version of OpenMP times ten.
  bool OpenMP = false;
  unsigned OpenMPVersion = 51;
  bool FixedForm = false;
  bool ExtendedLines = false;
  bool DefaultReal8 = false;
  bool DefaultInteger8 = false;
  bool DefaultInteger2 = false;
  /// A backslash in a character constant begins an escape sequence.
  bool Escapes = false;
  /// Local variables are saved unless their procedure is RECURSIVE.
  bool SaveLocals = false;
  /// IMPLICIT NONE everywhere.
  bool ImplicitNone = false;
  /// What a main program presets FORT_CONVERT to; empty: nothing.
  std::string Convert;
  /// Allocatables without an attribute are managed.
  bool Managed = false;
  /// What older compilers took beyond the language is an error.
  bool Standard = false;
  bool NoWarnings = false;
  /// -Minfo=accel
  bool AccMessages = false;
  bool WarningsAreErrors = false;
  /// -W<name>, in their order and without the -W.
  std::vector<std::string> WarningNames;
  /// Where to write the source after the preprocessor; nothing else is done.
  llvm::raw_ostream *Preprocessed = nullptr;
  bool SyntaxOnly = false;
  /// The stage after which the source, parse tree or HLFIR goes to standard
  /// error (-fdump-after); empty: none.
  std::string DumpAfter;
  std::string Triple;
  /// -fprovoke-fault=
  std::string ProvokedFault;
  /// What COMPILER_VERSION() and COMPILER_OPTIONS() give.
  std::string CompilerVersion;
  std::string CommandLine;
};

/// Parses, checks and lowers one file. Messages go to \p Diag in the form
/// `file:line:col: error: ...`. Returns null on error, or with SyntaxOnly;
/// \p Failed says which. A failure that is none of the source's is the
/// \p Problem. Module files are written only when there was no error.
mlir::OwningOpRef<mlir::ModuleOp>
lowerToHLFIR(mlir::MLIRContext &Context, const FrontendOptions &Options,
             const llvm::TargetMachine &Host, llvm::raw_ostream &Diag,
             bool &Failed, std::optional<Fault> &Problem);

/// What users are told where Flang has no code for a construct, if that is what
/// its diagnostic or fatal error says.
std::optional<std::string> describeUnsupported(llvm::StringRef Text);

/// Lists the stages of the front end in their order, with what each waits for.
void listStages(llvm::raw_ostream &OS);
/// Whether a stage of the front end has that name.
bool isStage(llvm::StringRef Name);

} // namespace warpfort

#endif // WARPFORT_FRONTEND_FRONTEND_H
