//===-- Frontend.cpp - Fortran source to HLFIR ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Drives Flang's parser, semantics and lowering as libraries. One of the few
/// translation units that include Flang's semantics headers.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Frontend/Frontend.h"
#include "Flang/Crashes.h"
#include "Frontend/Leniency/Leniency.h"
#include "Frontend/Source/LaunchShapes.h"
#include "Hints.h"
#include "LoweringErrors.h"
#include "MissingModules.h"
#include "ModuleFiles.h"
#include "Session.h"
#include "Stages.h"
#include "SyntaxErrors.h"
#include "Warnings.h"
#include "warpfort/Support/OpenMP.h"

#include "flang/Frontend/CodeGenOptions.h"
#include "flang/Frontend/TargetOptions.h"
#include "flang/Lower/Bridge.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "flang/Optimizer/Support/Utils.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/parsing.h"
#include "flang/Semantics/runtime-type-info.h"
#include "flang/Semantics/semantics.h"
#include "flang/Support/Fortran-features.h"
#include "flang/Support/default-kinds.h"
#include "flang/Tools/TargetSetup.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace warpfort {

using Fortran::common::LanguageFeature;

Fortran::parser::Options parserOptions(const FrontendOptions &Options) {
  Fortran::parser::Options Result;
  Result.features.Enable(LanguageFeature::CUDA, Options.CUDA);
  Result.features.Enable(LanguageFeature::CudaManaged,
                         Options.Managed && (Options.CUDA || Options.OpenACC));
  Result.features.Enable(LanguageFeature::OpenACC, Options.OpenACC);
  Result.features.Enable(LanguageFeature::OpenMP, Options.OpenMP);
  Result.features.Enable(LanguageFeature::ContiguousOkForSeqAssociation,
                         !Options.Standard);
  Result.features.Enable(LanguageFeature::BackslashEscapes, Options.Escapes);
  Result.features.Enable(LanguageFeature::DefaultSave, Options.SaveLocals);
  Result.features.Enable(LanguageFeature::ImplicitNoneTypeAlways,
                         Options.ImplicitNone);
  // Fixed-form lines that begin with D are comments.
  Result.features.Enable(LanguageFeature::OldDebugLines, false);
  applyWarnings(Result.features, Options.WarningNames);
  if (Options.NoWarnings)
    Result.features.DisableAllWarnings();
  Result.isFixedForm = Options.FixedForm;
  if (Options.ExtendedLines)
    Result.fixedFormColumns = 132;
  Result.searchDirectories = Options.SearchDirs;
  llvm::append_range(Result.searchDirectories, Options.IntrinsicModuleDirs);
  // Headers of libraries, as fftw3.f03; also where C's preprocessor looks.
  for (const char *Dir : {"/usr/local/include", "/usr/include"})
    Result.searchDirectories.emplace_back(Dir);
  Result.intrinsicModuleDirectories = Options.IntrinsicModuleDirs;
  for (const auto &Macro : Options.Macros)
    Result.predefinitions.emplace_back(
        Macro.Name, Macro.Undefine ? std::nullopt : std::optional(Macro.Value));
  return Result;
}

static Fortran::common::IntrinsicTypeDefaultKinds
defaultKinds(const FrontendOptions &Options) {
  Fortran::common::IntrinsicTypeDefaultKinds Result;
  if (Options.DefaultReal8)
    Result.set_defaultRealKind(8).set_doublePrecisionKind(8);
  if (Options.DefaultInteger8)
    Result.set_defaultIntegerKind(8)
        .set_subscriptIntegerKind(8)
        .set_sizeIntegerKind(8)
        .set_defaultLogicalKind(8);
  if (Options.DefaultInteger2)
    Result.set_defaultIntegerKind(2)
        .set_sizeIntegerKind(2)
        .set_defaultLogicalKind(2);
  return Result;
}

static Fortran::common::LangOptions
languageOptions(const FrontendOptions &Options) {
  Fortran::common::LangOptions Result;
  Result.OpenMPVersion = Options.OpenMPVersion;
  return Result;
}

Session::Session(const FrontendOptions &Options, Leniency &Allowed)
    : Options(Options), Allowed(Allowed), ParserOptions(parserOptions(Options)),
      LangOptions(languageOptions(Options)),
      DefaultKinds(defaultKinds(Options)),
      Semantics(DefaultKinds, ParserOptions.features, LangOptions, Cooked) {}

/// What lowering, and the translation to LLVM IR, must know of OpenMP: the code
/// is the host's, and nothing is offloaded.
static void describeOpenMP(mlir::ModuleOp Module, unsigned Version) {
  auto Offload = llvm::cast<mlir::omp::OffloadModuleInterface>(*Module);
  Offload.setIsTargetDevice(false);
  Offload.setIsGPU(false);
  Module->setAttr(OpenMPVersionAttr,
                  mlir::omp::VersionAttr::get(Module.getContext(), Version));
}

/// Lowers the parse tree to HLFIR; no module after an error, which was printed.
static mlir::OwningOpRef<mlir::ModuleOp>
lowerTree(mlir::MLIRContext &Context, const llvm::TargetMachine &Host,
          const Fortran::frontend::TargetOptions &TargetOptions,
          llvm::raw_ostream &Diag, Session &S) {
  fir::KindMapping KindMap(
      &Context,
      llvm::ArrayRef<fir::KindTy>{fir::fromDefaultKinds(S.DefaultKinds)});
  Fortran::lower::LoweringOptions LoweringOptions{};
  std::vector<Fortran::lower::EnvironmentDefault> EnvironmentDefaults;
  if (!S.Options.Convert.empty())
    EnvironmentDefaults.push_back({"FORT_CONVERT", S.Options.Convert});
  Fortran::frontend::CodeGenOptions CodeGenOptions;
  auto Bridge = Fortran::lower::LoweringBridge::create(
      Context, S.Semantics, S.DefaultKinds, S.Semantics.intrinsics(),
      S.Semantics.targetCharacteristics(), S.Cooked,
      Host.getTargetTriple().normalize(), KindMap, LoweringOptions,
      EnvironmentDefaults, S.Semantics.languageFeatures(), Host, TargetOptions,
      CodeGenOptions);
  S.Lowered = Bridge.getModule();
  if (S.Options.OpenMP)
    describeOpenMP(S.Lowered, S.Options.OpenMPVersion);
  noteStep("lowering");
  LoweringErrors Errors(Context, S.Options.Input, Diag, S.Problem,
                        S.IsExplained);
  Bridge.lower(S.tree(), S.Semantics);
  provokeFault(S.Options.ProvokedFault, "lowering");
  if (Errors.any())
    return {};
  return Bridge.getModuleAndRelease();
}

namespace {
/// How an attempt ended.
enum class Attempt {
  /// Without an error; Session::Module is there unless only messages or the
  /// preprocessor's output were wanted.
  Succeeded,
  Failed,
  /// Nothing was printed; with what Session::Allowed has now, another attempt
  /// may do better.
  Again
};
} // namespace

/// What the options and the host say of the program's meaning.
static Fortran::frontend::TargetOptions
setUpSemantics(Session &S, const llvm::TargetMachine &Host) {
  const FrontendOptions &Options = S.Options;
  S.Semantics.set_moduleDirectory(Options.ModuleDir)
      .set_searchDirectories(Options.SearchDirs)
      .set_intrinsicModuleDirectories(Options.IntrinsicModuleDirs)
      .set_warnOnNonstandardUsage(false)
      .set_warningsAreErrors(Options.WarningsAreErrors);
  Fortran::frontend::TargetOptions TargetOptions;
  TargetOptions.triple = Options.Triple;
  Fortran::tools::setUpTargetCharacteristics(
      S.Semantics.targetCharacteristics(), Host, TargetOptions,
      Options.CompilerVersion, Options.CommandLine);
  return TargetOptions;
}

/// Flang's preprocessor marks the files that text is from. Of others, such as
/// those of macros alone, there would be no trace, and what builds by the
/// output, as our -M and CMake do, would not know that the source depends on
/// them: their marks come first.
static void markIncludedFiles(Session &S, llvm::raw_ostream &Output) {
  const Fortran::parser::AllSources &Sources = S.Cooked.allSources();
  auto Main = Sources.GetFirstFileProvenance();
  std::set<std::string> Known;
  for (std::size_t At = Main ? Main->start().offset() : Sources.size() + 1;
       At <= Sources.size();) {
    Fortran::parser::Provenance Place(At);
    std::size_t Offset = 0;
    const auto *File = Sources.GetReplacedProvenance(Place) == Place
                           ? Sources.GetSourceFile(Place, &Offset)
                           : nullptr;
    if (File && !Main->Contains(Place) && Known.insert(File->path()).second)
      Output << "#line 1 \"" << File->path() << "\"\n";
    At += File && File->bytes() > Offset ? File->bytes() - Offset : 1;
  }
}

/// Writes the preprocessed source, or the errors in it.
static Attempt writePreprocessed(Session &S, llvm::raw_ostream &Diag) {
  Fortran::parser::Parsing &Parsing = S.Parsing;
  Parsing.messages().Emit(Diag, S.Cooked);
  if (Parsing.messages().AnyFatalError())
    return Attempt::Failed;
  markIncludedFiles(S, *S.Options.Preprocessed);
  Parsing.EmitPreprocessedSource(*S.Options.Preprocessed,
                                 /*lineDirectives=*/true);
  return Attempt::Succeeded;
}

/// Edits and parses the source; false after an error, which was printed.
static bool parse(Session &S, llvm::raw_ostream &Diag) {
  Fortran::parser::Parsing &Parsing = S.Parsing;
  runSourceEdits(S);
  if (!Parsing.messages().AnyFatalError()) {
    Parsing.Parse(llvm::outs());
    if (!Parsing.consumedWholeFile() && !Parsing.messages().AnyFatalError()) {
      explainSyntaxErrors(S);
      explainForgottenCUDA(S);
      explainFreeForm(S);
      if (Parsing.messages().AnyFatalError())
        Parsing.messages().Emit(Diag, S.Cooked);
      else
        Parsing.EmitMessage(Diag, Parsing.finalRestingPlace(),
                            "this statement cannot be parsed",
                            "error: ", llvm::raw_ostream::RED,
                            /*echoSourceLine=*/true);
      return false;
    }
  }
  if (!Parsing.messages().AnyFatalError() && Parsing.parseTree())
    return true;
  explainSyntaxErrors(S);
  explainForgottenCUDA(S);
  explainFreeForm(S);
  Parsing.messages().Emit(Diag, S.Cooked);
  return false;
}

/// Prints the messages of an attempt that counts; false if there are errors.
static bool report(Session &S, llvm::raw_ostream &Diag) {
  if (S.Options.NoWarnings)
    S.Semantics.messages().messages().remove_if(
        [](const auto &Message) { return !Message.IsFatal(); });
  S.Resolution->EmitMessages(Diag);
  printMissingRoutines(S.MissingRoutines, S.Options.Input,
                       S.Options.AccMessages, Diag);
  S.IsReported = true;
  S.IsExplained = S.Semantics.AnyFatalError();
  return !S.IsExplained;
}

/// One attempt: Flang's own steps, with the stages of Stages.h between them.
static Attempt lowerOnce(mlir::MLIRContext &Context,
                         const llvm::TargetMachine &Host,
                         llvm::raw_ostream &Diag, Session &S) {
  noteStep("parsing and semantics");
  Fortran::frontend::TargetOptions TargetOptions = setUpSemantics(S, Host);
  S.Parsing.Prescan(S.Options.Input, S.ParserOptions);
  S.IsScanned = true;
  runSourceChecks(S);
  if (S.Options.Preprocessed)
    return writePreprocessed(S, Diag);
  if (!parse(S, Diag))
    return Attempt::Failed;
  runTreeRewrites(S);
  if (runChecks(S))
    return Attempt::Again;
  if (!report(S, Diag) || !correctModuleFiles(S.Semantics, Diag))
    return Attempt::Failed;
  if (S.Options.SyntaxOnly)
    return Attempt::Succeeded;

  runFinalRewrites(S);
  auto Tables = Fortran::semantics::BuildRuntimeDerivedTypeTables(S.Semantics);
  if (!Tables.schemata) {
    Diag << "warpfort: error: module __fortran_type_info is missing from the "
            "installation\n";
    return Attempt::Failed;
  }
  S.Module = lowerTree(Context, Host, TargetOptions, Diag, S);
  return S.Module && runRepairs(S, Diag) ? Attempt::Succeeded : Attempt::Failed;
}

/// The messages that were collected before a crash; whether there are errors
/// among them.
static bool reportCrash(const FrontendOptions &Options, Session &S,
                        llvm::raw_ostream &Diag) {
  if (!S.IsScanned && !S.Parsing.messages().AnyFatalError() &&
      explainPrescanCrash(S.Parsing, Diag))
    return true;
  bool Explained = false;
  for (Fortran::parser::Messages *Messages :
       {&S.Parsing.messages(), &S.Semantics.messages()}) {
    if (Options.NoWarnings)
      Messages->messages().remove_if(
          [](const auto &Message) { return !Message.IsFatal(); });
    Messages->Emit(Diag, S.Cooked);
    Explained |= Messages->AnyFatalError();
  }
  return Explained;
}

/// After a failure that left no message: whether there are modules missing, of
/// which the user is told.
static bool explainFailure(const FrontendOptions &Options,
                           llvm::raw_ostream &Diag) {
  Fortran::parser::AllSources Sources;
  Fortran::parser::AllCookedSources Cooked(Sources);
  Fortran::parser::Parsing Parsing{Cooked};
  Parsing.Prescan(Options.Input, parserOptions(Options));
  if (Options.CUDA)
    admitShapeExpressions(Parsing.cooked());
  Parsing.Parse(llvm::nulls());
  if (!Parsing.parseTree())
    return false;
  std::vector<std::string> Folders = Options.SearchDirs;
  llvm::append_range(Folders, Options.IntrinsicModuleDirs);
  Folders.push_back(Options.ModuleDir);
  Fortran::parser::Messages Messages;
  reportMissingModules(*Parsing.parseTree(), Folders, Messages);
  Messages.Emit(Diag, Cooked);
  return Messages.AnyFatalError();
}

/// Where the session crashed, as far as it is known: at the statement that is
/// checked, or behind what was lowered last.
static void locateCrash(Session &S, Fault &Where) {
  if (S.Lowered) {
    locateLast(S.Lowered, Where);
    return;
  }
  std::optional<Fortran::parser::CharBlock> Statement = S.Semantics.location();
  if (!Statement)
    return;
  auto Range = S.Cooked.GetSourcePositionRange(*Statement);
  if (!Range)
    return;
  Where.File = Range->first.path;
  Where.Line = Range->first.line;
  Where.Column = Range->first.column;
}

mlir::OwningOpRef<mlir::ModuleOp>
lowerToHLFIR(mlir::MLIRContext &Context, const FrontendOptions &Options,
             const llvm::TargetMachine &Host, llvm::raw_ostream &Diag,
             bool &Failed, std::optional<Fault> &Problem) {
  Fortran::common::LanguageFeatureControl Features;
  for (const std::string &Name :
       applyWarnings(Features, Options.WarningNames)) {
    Diag << "warpfort: error: unknown option '-W" << Name << "'\n";
    Failed = true;
    return {};
  }
  Leniency Allowed;
  for (;;) {
    auto S = std::make_unique<Session>(Options, Allowed);
    Attempt Result = Attempt::Failed;
    std::string Messages, Reason, Ignored;
    llvm::raw_string_ostream Stream(Messages);
    bool Completed = runGuarded(
        [&] { Result = lowerOnce(Context, Host, Stream, *S); }, Reason);
    Diag << Messages;
    Problem = S->Problem;
    Failed = Result != Attempt::Succeeded;
    if (Completed && Result == Attempt::Again)
      continue;
    if (Completed)
      return Failed ? mlir::OwningOpRef<mlir::ModuleOp>()
                    : std::move(S->Module);
    Failed = true;
    // Where Flang gave up, all that it had in work is left as it is.
    Session *Crashed = S.release();
    bool Explained = Crashed->IsExplained;
    bool Again = false;
    runGuarded(
        [&] {
          Again = !Explained && !Options.Standard &&
                  Allowed.learn(Crashed->Semantics.messages(), Crashed->Cooked);
        },
        Ignored);
    if (Again)
      continue;
    if (!Explained && !Crashed->IsReported)
      runGuarded([&] { Explained = reportCrash(Options, *Crashed, Diag); },
                 Ignored);
    if (!Explained)
      runGuarded([&] { Explained = explainFailure(Options, Diag); }, Ignored);
    if (auto Text = describeUnsupported(Reason); Text && !Explained) {
      Diag << Options.Input << ": error: " << *Text << "\n";
      Explained = true;
    }
    if (Explained) {
      Problem.reset();
    } else if (!Problem) {
      Problem.emplace();
      Problem->Stage = currentStep();
      Problem->File = Options.Input;
      Problem->Text = Reason.empty() ? "it crashed" : Reason;
      runGuarded([&] { locateCrash(*Crashed, *Problem); }, Ignored);
    }
    return {};
  }
}

} // namespace warpfort
