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
#include "AllocateOptions.h"
#include "ArrayElements.h"
#include "CacheHints.h"
#include "ConcurrentLocalities.h"
#include "Conditionals.h"
#include "Crashes.h"
#include "DeclaredData.h"
#include "DeclaredNames.h"
#include "DeviceNames.h"
#include "DevicePointers.h"
#include "DummyOrder.h"
#include "EmptyData.h"
#include "FullSections.h"
#include "HostData.h"
#include "LaunchShapes.h"
#include "Leniency.h"
#include "MissingModules.h"
#include "ModuleFiles.h"
#include "OpenACCBoxes.h"
#include "OpenACCDeviceTypes.h"
#include "OpenACCElements.h"
#include "OpenACCExternals.h"
#include "OpenACCLabels.h"
#include "OpenACCLines.h"
#include "OpenACCPlaces.h"
#include "OpenACCSpellings.h"
#include "RoutineData.h"
#include "StandardParallelism.h"
#include "StridedUpdates.h"
#include "Textures.h"
#include "UnspecifiedLocalities.h"
#include "ValueAttributes.h"
#include "warpfort/Frontend/Checker.h"
#include "warpfort/Support/Directives.h"
#include "warpfort/Support/Names.h"

#include "flang/Frontend/CodeGenOptions.h"
#include "flang/Frontend/TargetOptions.h"
#include "flang/Lower/Bridge.h"
#include "flang/Lower/Mangler.h"
#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "flang/Optimizer/Support/Utils.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/parsing.h"
#include "flang/Semantics/runtime-type-info.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Support/Fortran-features.h"
#include "flang/Support/LangOptions.h"
#include "flang/Support/default-kinds.h"
#include "flang/Tools/TargetSetup.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace warpfort {

using Fortran::common::LanguageFeature;

static Fortran::parser::Options parserOptions(const FrontendOptions &Options) {
  Fortran::parser::Options Result;
  Result.features.Enable(LanguageFeature::CUDA, Options.CUDA);
  Result.features.Enable(LanguageFeature::CudaManaged,
                         Options.Managed && (Options.CUDA || Options.OpenACC));
  Result.features.Enable(LanguageFeature::OpenACC, Options.OpenACC);
  Result.features.Enable(LanguageFeature::ContiguousOkForSeqAssociation,
                         !Options.Standard);
  if (Options.NoWarnings)
    Result.features.DisableAllWarnings();
  Result.isFixedForm = Options.FixedForm;
  if (Options.ExtendedLines)
    Result.fixedFormColumns = 132;
  Result.searchDirectories = Options.SearchDirs;
  llvm::append_range(Result.searchDirectories, Options.IntrinsicModuleDirs);
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
        .set_defaultLogicalKind(8);
  return Result;
}

namespace {
/// What Flang knows of the source in one attempt. It outlives a crash, for the
/// messages that were collected before.
struct Session {
  explicit Session(const FrontendOptions &Options)
      : ParserOptions(parserOptions(Options)),
        DefaultKinds(defaultKinds(Options)),
        Semantics(DefaultKinds, ParserOptions.features, LangOptions, Cooked) {}

  Fortran::parser::Options ParserOptions;
  Fortran::common::LangOptions LangOptions;
  Fortran::common::IntrinsicTypeDefaultKinds DefaultKinds;
  Fortran::parser::AllSources Sources;
  Fortran::parser::AllCookedSources Cooked{Sources};
  Fortran::semantics::SemanticsContext Semantics;
  Fortran::parser::Parsing Parsing{Cooked};
  bool IsScanned = false;
  /// Messages were printed.
  bool IsReported = false;
};
} // namespace

/// HLFIR's component references do not say where the component lies: notes it
/// for every component that has an attribute of its own.
static void collectComponents(mlir::MLIRContext *Context,
                              const Fortran::semantics::Scope &Scope,
                              llvm::SmallVectorImpl<mlir::NamedAttribute> &To) {
  namespace semantics = Fortran::semantics;
  if (Scope.kind() == semantics::Scope::Kind::BlockConstruct)
    return;
  if (const auto *Spec = Scope.derivedTypeSpec()) {
    std::string Type;
    for (const auto &[Name, Symbol] : Scope) {
      const auto *Object = Symbol->detailsIf<semantics::ObjectEntityDetails>();
      if (!Object || !Object->cudaDataAttr())
        continue;
      if (Type.empty()) {
        Fortran::lower::mangle::ScopeBlockIdMap Blocks;
        Type = Fortran::lower::mangle::mangleName(*Spec, Blocks);
      }
      // Records that hold device data themselves are allocated as managed data,
      // since the host looks after their descriptors.
      auto Attr = Object->cudaDataAttr();
      if (semantics::HasCUDAComponent(*Symbol))
        Attr = Fortran::common::CUDADataAttr::Managed;
      To.emplace_back(
          mlir::StringAttr::get(Context, Type + "." + Name.ToString()),
          cuf::getDataAttribute(Context, Attr));
    }
  }
  for (const semantics::Scope &Child : Scope.children())
    collectComponents(Context, Child, To);
}

/// What users are told of the constructs that Flang has no code for.
static llvm::StringRef describeMissing(llvm::StringRef Construct) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Known[] =
      {{"Character type for OpenACC private-like recipe",
        "a character variable that is private or firstprivate is not "
        "supported"},
       {"Unsupported boxed type for OpenACC private-like recipe",
        "an allocatable character, or a scalar one that is a pointer or "
        "polymorphic, that is private or firstprivate is not supported"},
       {"OpenACC reduction with component reference not yet supported",
        "a component of a derived type in a reduction clause is not "
        "supported"},
       {"OpenACC: privatizing derived type with allocatable components",
        "a private variable with polymorphic components, or of variable size "
        "with allocatable ones, is not supported"},
       {"DO CONCURRENT with locality spec inside ACC",
        "DO CONCURRENT with a label and LOCAL_INIT or REDUCE is not supported "
        "in a compute construct"}};
  for (const auto &[Name, Text] : Known)
    if (Construct == Name)
      return Text;
  return "";
}

/// Prints an error of Flang's lowering, which goes on after it as if it were
/// none. Where it has no code for a construct it ends the program then.
static llvm::LogicalResult printLoweringError(mlir::Diagnostic &Message,
                                              llvm::StringRef Input,
                                              llvm::raw_ostream &Diag,
                                              bool &Failed) {
  if (Message.getSeverity() != mlir::DiagnosticSeverity::Error)
    return llvm::failure();
  Failed = true;
  if (auto Place =
          Message.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
    Diag << Place.getFilename().getValue() << ":" << Place.getLine() << ":"
         << Place.getColumn() << ": ";
  else
    Diag << Input << ": ";
  Diag << "error: ";
  std::string Text = Message.str();
  static constexpr llvm::StringLiteral Mark = "not yet implemented: ";
  size_t Begin = llvm::StringRef(Text).find_insensitive(Mark);
  if (Begin == llvm::StringRef::npos) {
    Diag << Text << "\n";
    return llvm::success();
  }
  llvm::StringRef Construct = llvm::StringRef(Text).substr(Begin + Mark.size());
  llvm::StringRef Known = describeMissing(Construct);
  Construct.consume_front("intrinsic: ");
  if (Known.empty())
    Diag << "this is not supported: " << Construct << "\n";
  else
    Diag << Known << "\n";
  return llvm::success();
}

/// One attempt. Without a result, and with \p Again set, another one with the
/// changed \p Allowed may do better; nothing was printed then.
static mlir::OwningOpRef<mlir::ModuleOp>
lowerOnce(mlir::MLIRContext &Context, const FrontendOptions &Options,
          const llvm::TargetMachine &Host, llvm::raw_ostream &Diag, Session &S,
          Leniency &Allowed, bool &Again, bool &Failed) {
  Failed = true;
  Again = false;
  auto &DefaultKinds = S.DefaultKinds;
  Fortran::semantics::SemanticsContext &Semantics = S.Semantics;
  Semantics.set_moduleDirectory(Options.ModuleDir)
      .set_searchDirectories(Options.SearchDirs)
      .set_intrinsicModuleDirectories(Options.IntrinsicModuleDirs)
      .set_warnOnNonstandardUsage(false)
      .set_warningsAreErrors(Options.WarningsAreErrors);
  Fortran::frontend::TargetOptions TargetOptions;
  TargetOptions.triple = Options.Triple;
  Fortran::tools::setUpTargetCharacteristics(
      Semantics.targetCharacteristics(), Host, TargetOptions, "warpfort", "");

  Fortran::parser::Parsing &Parsing = S.Parsing;
  Parsing.Prescan(Options.Input, S.ParserOptions);
  S.IsScanned = true;
  if (!Parsing.messages().AnyFatalError())
    checkConditionals(Parsing.allCooked().allSources(), Parsing.messages());
  if (Options.Preprocessed) {
    Parsing.messages().Emit(Diag, Parsing.allCooked());
    Failed = Parsing.messages().AnyFatalError();
    if (!Failed)
      Parsing.EmitPreprocessedSource(*Options.Preprocessed,
                                     /*lineDirectives=*/true);
    return {};
  }
  DeviceTypeNames DeviceTypes;
  if (!Parsing.messages().AnyFatalError()) {
    if (Options.StandardParallelism && !Options.Directives)
      ignoreComputeDirectives(Parsing.cooked());
    if (Options.OpenACC)
      DeviceTypes = admitDeviceTypes(Parsing.cooked());
    if (Options.OpenACC && !Options.Standard) {
      admitRoutinePlaces(Parsing.cooked(), Parsing.messages());
      admitSpellings(Parsing.cooked(), Parsing.messages());
    }
    if (Options.OpenACC)
      passLabelledLoopEnds(Parsing.cooked());
    if (Options.CUDA) {
      admitShapeExpressions(Parsing.cooked());
      admitValueAttributes(Parsing.cooked());
      checkLaunchShapes(Parsing.cooked(), Parsing.messages());
    }
    if (Options.CUDA && !Options.Standard)
      ignoreAlignment(Parsing.cooked(), Parsing.messages());
    if ((Options.CUDA || Options.OpenACC) && !Options.Standard)
      ignoreDeallocatedSections(Parsing.cooked(), Parsing.messages());
    if (!Parsing.messages().AnyFatalError())
      Parsing.Parse(llvm::outs());
    if (!Parsing.consumedWholeFile() && !Parsing.messages().AnyFatalError()) {
      Parsing.EmitMessage(
          Diag, Parsing.finalRestingPlace(), "this statement cannot be parsed",
          "error: ", llvm::raw_ostream::RED, /*echoSourceLine=*/true);
      return {};
    }
  }
  if (Parsing.messages().AnyFatalError() || !Parsing.parseTree()) {
    Parsing.messages().Emit(Diag, Parsing.allCooked());
    return {};
  }

  auto &Tree = *Parsing.parseTree();
  orderDummyDeclarations(Tree);
  importPointerAssignments(Tree);
  TextureNames Textures = declareTextures(Tree);
  Semantics.messages().Annex(std::move(Parsing.messages()));
  if (Options.CUDA)
    freeRedeclaredNames(Semantics, Tree);
  if (Options.OpenACC) {
    setDeviceTypes(Tree, DeviceTypes);
    chooseDeviceClauses(Tree);
    dropCacheHints(Semantics, Tree);
    declareWholeRecords(Tree);
    nameStridedSections(Semantics, Tree);
    if (Options.CUDA)
      nameHostVariables(Semantics, Tree);
  }
  if (Options.StandardParallelism)
    offloadConcurrentLoops(Tree);
  replaceLocalities(Semantics, Tree);
  alignFullSections(Tree);
  Allowed.apply(Tree, Semantics);
  Fortran::semantics::Semantics Driver(Semantics, Tree);
  if (checkLaunchPrefixes(Semantics, Tree) &&
      checkDirectives(Semantics, Tree, Options.Standard))
    Driver.Perform();
  takeBackInterfaceMessages(Semantics);
  std::set<std::size_t> Elements =
      placesOfElements(Semantics.messages(), Semantics.allCookedSources());
  if (Semantics.messages().AnyFatalError() && !Options.Standard &&
      Allowed.learn(Semantics.messages(), Semantics.allCookedSources())) {
    Again = true;
    return {};
  }
  if (!Semantics.AnyFatalError()) {
    checkLocalities(Semantics, Tree);
    if (Semantics.AnyFatalError() &&
        Allowed.learn(Semantics.messages(), Semantics.allCookedSources())) {
      Again = true;
      return {};
    }
  }
  if (Options.CUDA && Options.OpenACC && !Semantics.AnyFatalError())
    refuseRenamedHostData(Semantics, Tree);
  if (Options.CUDA && !Semantics.AnyFatalError())
    checkCUDAFortran(Semantics, Tree, Textures, Options.Standard);
  if (Options.OpenACC && !Semantics.AnyFatalError()) {
    checkStridedSections(Semantics, Tree);
    checkOpenACC(Semantics, Tree);
    if (Semantics.AnyFatalError() &&
        Allowed.learn(Semantics.messages(), Semantics.allCookedSources())) {
      Again = true;
      return {};
    }
  }
  if (Options.OpenACC && !Semantics.AnyFatalError()) {
    checkDeclaredNames(Semantics, Tree);
    if (Options.StandardParallelism)
      chooseLocalities(Semantics, Tree);
    if (Semantics.AnyFatalError() &&
        Allowed.learn(Semantics.messages(), Semantics.allCookedSources())) {
      Again = true;
      return {};
    }
    dropRoutineData(Semantics, Tree);
  }
  if (Options.OpenACC && !Options.Standard && !Semantics.AnyFatalError())
    takeElementsForSections(Semantics, Tree);
  if (Options.NoWarnings)
    Semantics.messages().messages().remove_if(
        [](const auto &Message) { return !Message.IsFatal(); });
  Driver.EmitMessages(Diag);
  S.IsReported = true;
  if (Semantics.AnyFatalError() || !correctModuleFiles(Semantics, Diag))
    return {};
  if (Options.SyntaxOnly) {
    Failed = false;
    return {};
  }
  if (Options.OpenACC)
    dropEmptyData(Tree);
  auto Tables = Fortran::semantics::BuildRuntimeDerivedTypeTables(Semantics);
  if (!Tables.schemata) {
    Diag << "warpfort: error: module __fortran_type_info is missing from the "
            "installation\n";
    return {};
  }

  fir::KindMapping KindMap(&Context, llvm::ArrayRef<fir::KindTy>{
                                         fir::fromDefaultKinds(DefaultKinds)});
  Fortran::lower::LoweringOptions LoweringOptions{};
  std::vector<Fortran::lower::EnvironmentDefault> EnvironmentDefaults;
  Fortran::frontend::CodeGenOptions CodeGenOptions;
  auto Bridge = Fortran::lower::LoweringBridge::create(
      Context, Semantics, DefaultKinds, Semantics.intrinsics(),
      Semantics.targetCharacteristics(), Parsing.allCooked(),
      Host.getTargetTriple().normalize(), KindMap, LoweringOptions,
      EnvironmentDefaults, Semantics.languageFeatures(), Host, TargetOptions,
      CodeGenOptions);
  {
    bool Refused = false;
    mlir::ScopedDiagnosticHandler Handler(
        &Context, [&](mlir::Diagnostic &Message) {
          return printLoweringError(Message, Options.Input, Diag, Refused);
        });
    Bridge.lower(Tree, Semantics);
    if (Refused)
      return {};
  }
  if (!Elements.empty()) {
    Fortran::parser::Messages Unchecked;
    checkElements(Elements, Tree, Parsing.allCooked(), Bridge.getModule(),
                  Unchecked);
    Unchecked.Emit(Diag, Parsing.allCooked());
    if (!Unchecked.empty())
      return {};
  }
  if (Options.OpenACC) {
    makeBoxes(Bridge.getModule());
    useDeviceAddresses(Bridge.getModule());
    declareExternalRoutines(Tree, Bridge.getModule());
    noteOpenACCLines(Tree, Parsing.allCooked(), Bridge.getModule());
  }
  llvm::SmallVector<mlir::NamedAttribute> Components;
  collectComponents(&Context, Semantics.globalScope(), Components);
  if (!Components.empty())
    Bridge.getModule()->setAttr(
        DeviceComponentsAttr, mlir::DictionaryAttr::get(&Context, Components));
  if (Options.OpenACC && Options.Directives)
    Bridge.getModule()->setAttr(AccDirectivesAttr,
                                mlir::UnitAttr::get(&Context));
  if (Options.StandardParallelism)
    Bridge.getModule()->setAttr(StandardParallelismAttr,
                                mlir::UnitAttr::get(&Context));
  Failed = false;
  mlir::OwningOpRef<mlir::ModuleOp> Module(Bridge.getModuleAndRelease());
  if (Module)
    markTextures(Textures, *Module);
  if (Module && Options.OpenACC)
    markDeclaredData(Semantics, *Module);
  return Module;
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

mlir::OwningOpRef<mlir::ModuleOp> lowerToHLFIR(mlir::MLIRContext &Context,
                                               const FrontendOptions &Options,
                                               const llvm::TargetMachine &Host,
                                               llvm::raw_ostream &Diag,
                                               bool &Failed) {
  mlir::OwningOpRef<mlir::ModuleOp> Module;
  Leniency Allowed;
  for (bool Again = true; Again;) {
    auto S = std::make_unique<Session>(Options);
    std::string Messages, Reason, Ignored;
    llvm::raw_string_ostream Stream(Messages);
    bool Completed = runGuarded(
        [&] {
          Module = lowerOnce(Context, Options, Host, Stream, *S, Allowed, Again,
                             Failed);
        },
        Reason);
    Diag << Messages;
    if (Completed)
      continue;
    Failed = true;
    // Where Flang gave up, all that it had in work is left as it is.
    bool Explained = llvm::StringRef(Messages).contains("error: ");
    Session *Crashed = S.release();
    Again = false;
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
    if (!Explained) {
      Diag << Options.Input
           << ": error: internal: the compiler failed on this file";
      if (!Reason.empty())
        Diag << " (" << Reason << ")";
      Diag << "\n";
    }
    return {};
  }
  return Module;
}

} // namespace warpfort
