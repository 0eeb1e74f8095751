//===-- Compile.cpp - One source file to one object -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs front end, pipelines and host code generation on one file. The device
/// code goes into the object as bitcode; it is compiled at link time.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Compile.h"
#include "AliasTags.h"
#include "DeviceBitcode.h"
#include "HostEntries.h"
#include "warpfort/Frontend/Frontend.h"
#include "warpfort/Pipeline/Pipeline.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Transforms/OpenACC/AccMessages.h"

#include "flang/Optimizer/Support/InitFIR.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;

#ifndef WARPFORT_FLANG_MODULE_DIR
#error "WARPFORT_FLANG_MODULE_DIR must name Flang's intrinsic modules"
#endif

namespace warpfort {
namespace {

/// What is larger may lie far away with -mcmodel=medium; other compilers'
/// limit. With -mcmodel=large everything may.
constexpr uint64_t LargeDataBytes = 65536;
constexpr uint64_t largeDataBytes(CodeModelKind Kind) {
  return Kind == CodeModelKind::Large ? 0 : LargeDataBytes;
}

std::optional<llvm::CodeModel::Model> codeModel(CodeModelKind Kind) {
  switch (Kind) {
  case CodeModelKind::Small:
    return std::nullopt;
  case CodeModelKind::Medium:
    return llvm::CodeModel::Medium;
  case CodeModelKind::Large:
    return llvm::CodeModel::Large;
  }
  llvm_unreachable("a code model that -mcmodel does not name");
}

class Compilation {
public:
  Compilation(const CompileOptions &Options, llvm::raw_ostream &Diag)
      : Options(Options), Diag(Diag) {}
  int run();

private:
  bool createTargetMachine();
  bool runFrontend();
  bool lower();
  bool makeHostModule();
  bool write();
  int error(const llvm::Twine &Message) {
    Diag << "warpfort: error: " << Message << "\n";
    return 1;
  }
  bool installModuleFiles(llvm::StringRef From);
  void printDiagnostic(Diagnostic &D);
  llvm::StringRef displayName(llvm::StringRef File) const;
  void printFrontendMessages(llvm::StringRef Messages);
  void dump(llvm::StringRef Stage, ModuleOp Module);

  const CompileOptions &Options;
  llvm::raw_ostream &Diag;
  std::unique_ptr<llvm::TargetMachine> Target;
  MLIRContext Context{MLIRContext::Threading::DISABLED};
  PipelineOptions Pipeline;
  OwningOpRef<ModuleOp> Host;
  DevicePart Part;
  llvm::LLVMContext LLVMContext;
  std::unique_ptr<llvm::Module> HostModule, DeviceModule;
  std::string Preprocessed;
  bool Errors = false;
};

bool Compilation::createTargetMachine() {
  std::string TripleName = llvm::sys::getDefaultTargetTriple(), Message;
  llvm::Triple Triple(TripleName);
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(Triple, Message);
  if (!T)
    return !error(Message);
  std::string CPU = Options.HostCPU, Features;
  if (CPU == "native") {
    CPU = llvm::sys::getHostCPUName().str();
    for (const auto &[Name, Enabled] : llvm::sys::getHostCPUFeatures())
      Features += (Features.empty() ? "" : ",") +
                  std::string(Enabled ? "+" : "-") + Name.str();
  }
  llvm::TargetOptions TargetOptions;
  TargetOptions.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  llvm::Reloc::Model Model = Options.Relocation == RelocationKind::Static
                                 ? llvm::Reloc::Static
                                 : llvm::Reloc::PIC_;
  auto Level = Options.OptLevel == 0   ? llvm::CodeGenOptLevel::None
               : Options.OptLevel == 1 ? llvm::CodeGenOptLevel::Less
               : Options.OptLevel == 2 ? llvm::CodeGenOptLevel::Default
                                       : llvm::CodeGenOptLevel::Aggressive;
  std::optional<llvm::CodeModel::Model> CodeModel =
      codeModel(Options.CodeModel);
  Target.reset(T->createTargetMachine(Triple, CPU, Features, TargetOptions,
                                      Model, CodeModel, Level));
  if (Target && CodeModel)
    Target->setLargeDataThreshold(largeDataBytes(Options.CodeModel));
  return Target != nullptr;
}

/// Messages name the source as the command did, whatever a stage made of it.
llvm::StringRef Compilation::displayName(llvm::StringRef File) const {
  bool Same = false;
  if (!llvm::sys::fs::equivalent(File, Options.Input, Same) && Same)
    return Options.Input;
  return File;
}

/// Flang says `./a.cuf` for `a.cuf`.
void Compilation::printFrontendMessages(llvm::StringRef Messages) {
  std::string Added = "./" + Options.Input + ":";
  while (!Messages.empty()) {
    auto [Line, Rest] = Messages.split('\n');
    if (Line.starts_with(Added))
      Line = Line.drop_front(2);
    Diag << Line << "\n";
    Messages = Rest;
  }
}

void Compilation::printDiagnostic(Diagnostic &D) {
  llvm::StringRef Severity;
  switch (D.getSeverity()) {
  case DiagnosticSeverity::Error:
    Severity = "error";
    Errors = true;
    break;
  case DiagnosticSeverity::Warning:
    if (!Options.Warnings)
      return;
    Severity = "warning";
    Errors |= Options.WarningsAreErrors;
    break;
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return;
  }
  if (auto Place = D.getLocation()->findInstanceOf<FileLineColLoc>())
    Diag << displayName(Place.getFilename().getValue()) << ":"
         << Place.getLine() << ":" << Place.getColumn() << ": ";
  else
    Diag << Options.Input << ": ";
  Diag << Severity << ": " << D.str() << "\n";
}

void Compilation::dump(llvm::StringRef Stage, ModuleOp Module) {
  if (!Options.SaveStages)
    return;
  std::error_code EC;
  llvm::raw_fd_ostream OS(
      Options.SaveStagesPrefix + "." + Stage.str() + ".mlir", EC);
  if (EC) {
    error("cannot write stage '" + Stage + "': " + EC.message());
    return;
  }
  OpPrintingFlags Flags;
  Module->print(OS, Flags);
}

/// Module files are made in a temporary directory and moved when the whole
/// compilation succeeded, so that an error leaves none behind. A file that did
/// not change keeps its time.
bool Compilation::installModuleFiles(llvm::StringRef From) {
  std::string To = Options.ModuleDir.empty() ? "." : Options.ModuleDir;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator It(From, EC), End; It != End && !EC;
       It.increment(EC)) {
    llvm::StringRef Name = llvm::sys::path::filename(It->path());
    llvm::SmallString<128> Destination(To);
    llvm::sys::path::append(Destination, Name);
    auto New = llvm::MemoryBuffer::getFile(It->path());
    auto Old = llvm::MemoryBuffer::getFile(Destination);
    if (New && Old && (*New)->getBuffer() == (*Old)->getBuffer())
      continue;
    if (llvm::sys::fs::rename(It->path(), Destination))
      if (std::error_code Copy =
              llvm::sys::fs::copy_file(It->path(), Destination))
        return !error("cannot write module file '" + Destination +
                      "': " + Copy.message());
  }
  return true;
}

bool Compilation::runFrontend() {
  FrontendOptions FO;
  FO.Input = Options.Input;
  TempFolder ModuleTemp;
  if (llvm::Error E = ModuleTemp.create("mod"))
    return !error(llvm::toString(std::move(E)));
  FO.ModuleDir = ModuleTemp.path().str();
  FO.SearchDirs.push_back(".");
  if (!Options.ModuleDir.empty())
    FO.SearchDirs.push_back(Options.ModuleDir);
  for (const auto *List : {&Options.IncludeDirs, &Options.ModuleSearchDirs})
    for (const std::string &Dir : *List)
      FO.SearchDirs.push_back(Dir);
  if (!Options.IntrinsicModuleDir.empty())
    FO.IntrinsicModuleDirs.push_back(Options.IntrinsicModuleDir);
  FO.IntrinsicModuleDirs.push_back(WARPFORT_FLANG_MODULE_DIR);
  // With -nocpp only directives are understood; nothing is predefined.
  if (Options.Preprocess && Options.CUDA)
    FO.Macros.push_back({"_CUDA", "1"});
  if (Options.Preprocess && Options.OpenACC)
    FO.Macros.push_back({"_OPENACC", "201811"});
  for (const std::string &Macro :
       Options.Preprocess ? Options.Macros : std::vector<std::string>()) {
    llvm::StringRef Text = llvm::StringRef(Macro).drop_front();
    auto [Name, Value] = Text.split('=');
    bool Undefine = Macro.front() == 'U';
    FO.Macros.push_back(
        {Name.str(), Text.contains('=') ? Value.str() : "1", Undefine});
  }
  // Flang defines __FILE__ and __LINE__ only where it is given any macro.
  if (Options.Preprocess && FO.Macros.empty())
    FO.Macros.push_back({"_CUDA", "", /*Undefine=*/true});
  FO.CUDA = Options.CUDA;
  FO.OpenACC = Options.OpenACC || Options.StandardParallelism;
  FO.StandardParallelism = Options.StandardParallelism;
  FO.Directives = Options.OpenACC;
  FO.FixedForm = Options.FixedForm;
  FO.ExtendedLines = Options.LongLines;
  FO.DefaultReal8 = Options.DefaultReal8;
  FO.DefaultInteger8 = Options.DefaultInteger8;
  FO.Managed = Options.Managed;
  FO.Standard = Options.Standard;
  FO.NoWarnings = !Options.Warnings;
  FO.WarningsAreErrors = Options.WarningsAreErrors;
  llvm::raw_string_ostream PreprocessedStream(Preprocessed);
  if (Options.Kind == OutputKind::Preprocessed)
    FO.Preprocessed = &PreprocessedStream;
  FO.SyntaxOnly = Options.Kind == OutputKind::SyntaxOnly;
  FO.Triple = Target->getTargetTriple().str();

  bool Failed = true;
  std::string Messages;
  llvm::raw_string_ostream MessageStream(Messages);
  Host = lowerToHLFIR(Context, FO, *Target, MessageStream, Failed);
  printFrontendMessages(Messages);
  if (FO.Preprocessed)
    PreprocessedStream.flush();
  else if (!Failed && !Errors && (FO.SyntaxOnly || lower()))
    Failed = !installModuleFiles(ModuleTemp.path());
  else
    Failed = true;
  return !Failed;
}

bool Compilation::lower() {
  Pipeline.OptLevel = Options.OptLevel;
  Pipeline.Debug = Options.Debug;
  Pipeline.LineInfo = Options.LineInfo;
  Pipeline.StackArrays = Options.StackArrays;
  Pipeline.VerifyPasses = Options.VerifyPasses;
  Pipeline.InputName = Options.Input;
  Pipeline.Dump = [this](llvm::StringRef Stage, ModuleOp Module) {
    dump(Stage, Module);
  };
  auto Require = [&](LogicalResult Result, llvm::StringRef What) {
    if (succeeded(Result))
      return true;
    // A failed pass without a message of its own must not pass for success.
    if (!Errors)
      error("internal: " + What + " failed on '" + Options.Input +
            "'; please report this");
    return false;
  };
  if (!Require(runHLFIRToFIR(*Host, Pipeline), "lowering to FIR") ||
      ((Options.OpenACC || Options.StandardParallelism) &&
       !Require(runOpenACCLowering(*Host, Pipeline), "OpenACC lowering")))
    return false;
  if (Options.AccMessages)
    printAccMessages(*Host, Diag);
  return Require(runCUFLowering(*Host, Part, Pipeline), "CUDA lowering") &&
         (!Part.Module || Require(runDeviceCodeGen(*Part.Module, Pipeline),
                                  "device code generation")) &&
         Require(runHostCodeGen(*Host, Pipeline), "host code generation");
}

bool Compilation::makeHostModule() {
  HostModule = translateModuleToLLVMIR(*Host, LLVMContext, Options.Input);
  if (!HostModule)
    return !error("internal: host module of '" + Options.Input +
                  "' cannot be translated; please report this");
  HostModule->setTargetTriple(Target->getTargetTriple());
  HostModule->setDataLayout(Target->createDataLayout());
  if (auto CodeModel = codeModel(Options.CodeModel)) {
    HostModule->setCodeModel(*CodeModel);
    HostModule->setLargeDataThreshold(largeDataBytes(Options.CodeModel));
  }
  HostModule->setPICLevel(llvm::PICLevel::BigPIC);
  if (Options.Relocation == RelocationKind::PIE)
    HostModule->setPIELevel(llvm::PIELevel::Large);
  if (Part.Module) {
    DeviceModule =
        translateModuleToLLVMIR(*Part.Module, LLVMContext, Options.Input);
    if (!DeviceModule)
      return !error("internal: device module of '" + Options.Input +
                    "' cannot be translated; please report this");
    prepareDeviceBitcode(*DeviceModule, Part);
    std::string Problem;
    llvm::raw_string_ostream ProblemStream(Problem);
    if (llvm::verifyModule(*DeviceModule, &ProblemStream))
      return !error("internal: invalid device code for '" + Options.Input +
                    "': " + Problem);
    addHostEntries(*HostModule, *DeviceModule, Part);
    embedDeviceModule(*HostModule, *DeviceModule, Options.Input);
    if (Options.SaveStages) {
      std::error_code EC;
      llvm::raw_fd_ostream OS(Options.SaveStagesPrefix + ".device.ll", EC);
      DeviceModule->print(OS, nullptr);
    }
  }
  std::string Problem;
  llvm::raw_string_ostream ProblemStream(Problem);
  if (llvm::verifyModule(*HostModule, &ProblemStream))
    return !error("internal: invalid host code for '" + Options.Input +
                  "': " + Problem);
  if (Options.OptLevel > 0)
    limitAliasTags(*HostModule);
  llvm::PassBuilder Builder(Target.get());
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  if (Options.OptLevel == 0)
    Builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
        .run(*HostModule, MAM);
  else
    Builder
        .buildPerModuleDefaultPipeline(
            Options.OptLevel == 1   ? llvm::OptimizationLevel::O1
            : Options.OptLevel == 2 ? llvm::OptimizationLevel::O2
                                    : llvm::OptimizationLevel::O3)
        .run(*HostModule, MAM);
  return true;
}

bool Compilation::write() {
  llvm::SmallString<0> Data;
  llvm::raw_svector_ostream OS(Data);
  switch (Options.Kind) {
  case OutputKind::LLVMText:
    HostModule->print(OS, nullptr);
    break;
  case OutputKind::LLVMBitcode:
    llvm::WriteBitcodeToFile(*HostModule, OS);
    break;
  case OutputKind::Object:
  case OutputKind::Assembly: {
    llvm::legacy::PassManager PM;
    auto Type = Options.Kind == OutputKind::Object
                    ? llvm::CodeGenFileType::ObjectFile
                    : llvm::CodeGenFileType::AssemblyFile;
    if (Target->addPassesToEmitFile(PM, OS, nullptr, Type))
      return !error("this target cannot write the requested kind of file");
    PM.run(*HostModule);
    break;
  }
  case OutputKind::Preprocessed:
    OS << Preprocessed;
    break;
  case OutputKind::SyntaxOnly:
    return true;
  }
  if (llvm::Error E = writeFile(Options.Output, Data))
    return !error(llvm::toString(std::move(E)));
  return true;
}

int Compilation::run() {
  if (!llvm::sys::fs::exists(Options.Input))
    return error("no such file: '" + Options.Input + "'");
  if (!createTargetMachine())
    return 1;
  DialectRegistry Registry;
  registerDialects(Registry);
  Context.appendDialectRegistry(Registry);
  fir::support::loadDialects(Context);
  fir::support::registerLLVMTranslation(Context);
  ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &D) {
    printDiagnostic(D);
    return success();
  });
  if (!runFrontend())
    return 1;
  if (Options.Kind == OutputKind::SyntaxOnly)
    return 0;
  if (Options.Kind == OutputKind::Preprocessed)
    return write() ? 0 : 1;
  return makeHostModule() && write() ? 0 : 1;
}

} // namespace

/// Flang reports what it has no code for and then calls this.
static void endAfterMessage(void *, const char *Reason, bool) {
  if (llvm::StringRef(Reason) != "aborting") {
    llvm::errs() << "LLVM ERROR: " << Reason << "\n";
    abort();
  }
  // The front end has ordinary messages to print first.
  if (auto *Guard = llvm::CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(/*RetCode=*/1);
  llvm::sys::RunInterruptHandlers();
  exit(1);
}

int compileSource(const CompileOptions &Options, llvm::raw_ostream &Diag) {
  llvm::ScopedFatalErrorHandler Handler(endAfterMessage);
  StackOverflowWatch Watch(Options.Input +
                           ": error: the source is nested too deeply");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  return Compilation(Options, Diag).run();
}

} // namespace warpfort
