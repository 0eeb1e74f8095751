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
#include "warpfort/Pipeline/Compile.h"
#include "AliasTags.h"
#include "CheckHostAccesses.h"
#include "DeviceBitcode.h"
#include "FreezeMaskedLoads.h"
#include "Fusing.h"
#include "HostEntries.h"
#include "InitialValues.h"
#include "ManagedHeap.h"
#include "Messages.h"
#include "PassLimits.h"
#include "PredefinedMacros.h"
#include "StartCalls.h"
#include "warpfort/CFrontend/CFrontend.h"
#include "warpfort/Frontend/Frontend.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Pipeline/Pipeline.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/LLVMMessages.h"
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Target/Embed/CpuNeeds.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/Transforms/OpenACC/Passes.h"
#include "warprt/Image.h"

#include "flang/Optimizer/Support/InitFIR.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
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
      : Options(Options), Diag(Diag),
        Printer(Diag, Options.Color, Options.MaxErrors),
        LLVMErrors(LLVMContext) {}
  llvm::Error run();
  /// Whether run() has been called and did not return.
  bool isRunning() const { return Running; }
  /// Tells after a crash in run() whether users have been told what is wrong
  /// with their program, and which fault it is else.
  llvm::Error explain(const Fault &Crash);

  /// A row of the table that makeHostModule() goes through.
  struct ModuleStep {
    llvm::StringLiteral Name;
    bool (*IsWanted)(Compilation &);
    bool (*Run)(Compilation &); ///< false after an error
    /// Why it stands where it does.
    llvm::StringLiteral Reason;
  };
  static const ModuleStep ModuleSteps[];

private:
  bool compile();
  bool createTargetMachine();
  FrontendOptions frontendOptions() const;
  bool runFrontend();
  bool runCFrontend();
  std::vector<std::string> clangArguments() const;
  bool linkCHost();
  void initializeDeclared();
  bool lower();
  bool makeHostModule();
  bool verifies(const llvm::Module &Module, llvm::StringRef Stage);
  void saveDeviceModule() const;
  void optimizeHost();
  bool write();
  int error(const llvm::Twine &Message) {
    Diag << "warpfort: error: " << Message << "\n";
    return 1;
  }
  bool fault(llvm::StringRef Stage, llvm::StringRef Text);
  bool installModuleFiles(llvm::StringRef From);
  void handleDiagnostic(Diagnostic &D);
  void printMessage(Location At, llvm::StringRef Severity,
                    llvm::StringRef Text);
  llvm::StringRef displayName(llvm::StringRef File) const;
  void printFrontendMessages(llvm::StringRef Messages);
  void dump(llvm::StringRef Stage, ModuleOp Module);

  static bool always(Compilation &) { return true; }
  static bool hasDevice(Compilation &C) {
    return static_cast<bool>(C.Part.Module);
  }

  const CompileOptions &Options;
  llvm::raw_ostream &Diag;
  MessagePrinter Printer;
  std::unique_ptr<llvm::TargetMachine> Target;
  MLIRContext Context{MLIRContext::Threading::DISABLED};
  PipelineOptions Pipeline;
  OwningOpRef<ModuleOp> Host;
  DevicePart Part;
  llvm::LLVMContext LLVMContext;
  LLVMMessages LLVMErrors;
  std::unique_ptr<llvm::Module> HostModule, DeviceModule;
  std::string Preprocessed, AccMessages;
  CProgram OfC;
  bool Errors = false, Running = false;
  /// The first diagnostic that was not written for users, with the texts of
  /// those that came later.
  std::optional<Fault> Problem;
};

bool Compilation::createTargetMachine() {
  std::string TripleName = llvm::sys::getDefaultTargetTriple(), Message;
  llvm::Triple Triple(TripleName);
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(Triple, Message);
  if (!T)
    return !error(Message);
  llvm::TargetOptions TargetOptions = hostTargetOptions();
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
  Target.reset(T->createTargetMachine(Triple, resolveHostCPU(Options.HostCPU),
                                      hostCPUFeatures(Options.HostCPU),
                                      TargetOptions, Model, CodeModel, Level));
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
    Printer.printLine(Line);
    Messages = Rest;
  }
}

/// False, for callers to return.
bool Compilation::fault(llvm::StringRef Stage, llvm::StringRef Text) {
  if (Problem) {
    Problem->Text += "\n" + Text.str();
    return false;
  }
  Problem.emplace();
  Problem->Stage = Stage;
  Problem->File = Options.Input;
  Problem->Text = Text;
  return false;
}

void Compilation::printMessage(Location At, llvm::StringRef Severity,
                               llvm::StringRef Text) {
  if (auto Place = At->findInstanceOf<FileLineColLoc>())
    Printer.printMessage(displayName(Place.getFilename().getValue()),
                         Place.getLine(), Place.getColumn(), Severity, Text);
  else
    Printer.printMessage(Options.Input, 0, 0, Severity, Text);
}

void Compilation::handleDiagnostic(Diagnostic &D) {
  DiagnosticSeverity Severity = D.getSeverity();
  if (Severity == DiagnosticSeverity::Warning && isForUsers(D) &&
      Options.Warnings) {
    Errors |= Options.WarningsAreErrors;
    printMessage(D.getLocation(), "warning", D.str());
  }
  if (Severity != DiagnosticSeverity::Error)
    return;
  if (isForUsers(D)) {
    Errors = true;
    printMessage(D.getLocation(), "error", D.str());
  } else if (auto Text = describeUnsupported(D.str())) {
    Errors = true;
    printMessage(D.getLocation(), "error", *Text);
  } else {
    bool IsFirst = !Problem;
    fault(currentStep(), D.str());
    auto Place = D.getLocation()->findInstanceOf<FileLineColLoc>();
    if (IsFirst && Place) {
      Problem->File = displayName(Place.getFilename().getValue()).str();
      Problem->Line = Place.getLine();
      Problem->Column = Place.getColumn();
    }
  }
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

/// What is done to the LLVM modules of the host and the device, in this order.
/// Modules' variables that the file does not use. The linker would look for
/// each that debug information names: nobody defines the predefined variables
/// of kernels.
static void dropUnusedDeclarations(llvm::Module &Host) {
  for (llvm::GlobalVariable &Variable :
       llvm::make_early_inc_range(Host.globals()))
    if (Variable.isDeclaration() && Variable.use_empty())
      Variable.eraseFromParent();
}

const Compilation::ModuleStep Compilation::ModuleSteps[] = {
    {"join-initial-values", always,
     [](Compilation &C) {
       joinInitialValues(*C.Host, *C.HostModule);
       return true;
     },
     "first: nothing else knows of the parts"},
    {"manage-heap",
     [](Compilation &C) { return C.OfC.Host && C.Options.Managed; },
     [](Compilation &C) {
       manageHeap(*C.OfC.Host);
       return true;
     },
     "before link-c-host: what constructs allocate is the compiler's"},
    {"link-c-host", [](Compilation &C) { return C.OfC.Host != nullptr; },
     [](Compilation &C) { return C.linkCHost(); },
     "the steps below are for Clang's code, too"},
    {"mark-host", always,
     [](Compilation &C) {
       C.HostModule->setPICLevel(llvm::PICLevel::BigPIC);
       if (C.Options.Relocation == RelocationKind::PIE)
         C.HostModule->setPIELevel(llvm::PIELevel::Large);
       addCpuNeeds(*C.HostModule, *C.Target);
       return true;
     },
     "after link-c-host: flags of two modules would have to agree"},
    {"forbid-host-fusing", [](Compilation &C) { return !C.Options.FuseHost; },
     [](Compilation &C) {
       forbidFusing(*C.HostModule);
       return true;
     },
     "before LLVM's passes"},
    {"add-start-calls", always,
     [](Compilation &C) {
       addStartCalls(*C.HostModule, C.Options);
       return true;
     },
     "before add-host-entries, whose functions need none"},
    {"drop-unused-declarations", always,
     [](Compilation &C) {
       dropUnusedDeclarations(*C.HostModule);
       return true;
     },
     "after link-c-host and what adds calls, which may use them"},
    {"translate-device", hasDevice,
     [](Compilation &C) {
       C.DeviceModule = translateModuleToLLVMIR(*C.Part.Module, C.LLVMContext,
                                                C.Options.Input);
       if (!C.DeviceModule)
         return C.fault("translation to LLVM", "the device module fails");
       joinInitialValues(*C.Part.Module, *C.DeviceModule);
       return true;
     },
     "all that follows is for the device's module"},
    {"mark-device", hasDevice,
     [](Compilation &C) {
       if (!C.Options.FuseDevice)
         forbidFusing(*C.DeviceModule);
       if (!C.Options.FuseDevice || C.Options.OptLevel == 0)
         requireExactMath(*C.DeviceModule);
       if (C.Options.Traceback)
         nameProcedures(*C.DeviceModule);
       if (C.Options.Traps)
         markTrapping(*C.DeviceModule);
       tellOfVolatileData(*C.DeviceModule);
       return true;
     },
     "what the link is to know of this source's options"},
    {"initialize-declared", hasDevice,
     [](Compilation &C) {
       C.initializeDeclared();
       return true;
     },
     "after link-c-host, which brings the values"},
    {"prepare-bitcode", hasDevice,
     [](Compilation &C) {
       prepareDeviceBitcode(*C.DeviceModule, C.Part);
       return C.verifies(*C.DeviceModule, "verification of the device code");
     },
     "last of what changes the device's module"},
    {"embed-device", hasDevice,
     [](Compilation &C) {
       addHostEntries(*C.HostModule, *C.DeviceModule, C.Part);
       embedDeviceModule(*C.HostModule, *C.DeviceModule, C.Options.Input);
       C.saveDeviceModule();
       return true;
     },
     "the device's module is finished"},
    {"limit-alias-tags", always,
     [](Compilation &C) {
       if (!C.verifies(*C.HostModule, "verification of the host code"))
         return false;
       if (C.Options.OptLevel > 0)
         limitAliasTags(*C.HostModule);
       return true;
     },
     "before LLVM's passes, which inline"},
    {"check-host-accesses", [](Compilation &C) { return C.Options.Check; },
     [](Compilation &C) {
       checkHostAccesses(*C.HostModule);
       return true;
     },
     "before LLVM's passes, which join accesses and widen them"},
    {"optimize-host", always,
     [](Compilation &C) {
       C.optimizeHost();
       return true;
     },
     "last"},
};

/// Flang writes `#line "file" 12`. The language C, and CMake, which takes from
/// these lines what a source includes, want the number first.
static std::string correctLineDirectives(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    llvm::StringRef Name = Line;
    if (Name.consume_front("#line \"")) {
      auto [File, Number] = Name.rsplit("\" ");
      Result += ("#line " + Number + " \"" + File + "\"\n").str();
    } else {
      Result += (Line + "\n").str();
    }
    Text = Rest;
  }
  return Result;
}

/// The options as the front end has them, but for what it writes to.
FrontendOptions Compilation::frontendOptions() const {
  FrontendOptions FO;
  FO.Input = Options.Input;
  FO.SearchDirs.push_back(".");
  if (!Options.ModuleDir.empty())
    FO.SearchDirs.push_back(Options.ModuleDir);
  for (const auto *List : {&Options.IncludeDirs, &Options.ModuleSearchDirs})
    for (const std::string &Dir : *List)
      FO.SearchDirs.push_back(Dir);
  if (!Options.IntrinsicModuleDir.empty())
    FO.IntrinsicModuleDirs.push_back(Options.IntrinsicModuleDir);
  FO.IntrinsicModuleDirs.push_back(Options.FlangModuleDir.empty()
                                       ? WARPFORT_FLANG_MODULE_DIR
                                       : Options.FlangModuleDir);
  FO.LibraryDirs = FO.IntrinsicModuleDirs;
  if (!Options.MPIModuleDir.empty())
    FO.LibraryDirs.push_back(Options.MPIModuleDir);
  // With -nocpp only directives are understood; nothing is predefined.
  if (Options.Preprocess)
    addPredefinedMacros(Options, FO);
  for (const std::string &Macro :
       Options.Preprocess ? Options.Macros : std::vector<std::string>()) {
    llvm::StringRef Text = llvm::StringRef(Macro).drop_front();
    auto [Name, Value] = Text.split('=');
    bool Undefine = Macro.front() == 'U';
    FO.Macros.push_back(
        {Name.str(), Text.contains('=') ? Value.str() : "1", Undefine});
  }
  FO.CUDA = Options.CUDA;
  FO.Kernels = Options.Kernels;
  FO.OtherHosts = Options.OtherHosts;
  FO.OpenACC = Options.OpenACC || Options.StandardParallelism;
  FO.StandardParallelism = Options.StandardParallelism;
  FO.Directives = Options.OpenACC;
  FO.OpenMP = Options.OpenMP;
  FO.OpenMPVersion = Options.OpenMPVersion;
  FO.FixedForm = Options.FixedForm;
  FO.ExtendedLines = Options.LongLines;
  FO.DefaultReal8 = Options.DefaultReal8;
  FO.DefaultInteger8 = Options.DefaultInteger8;
  FO.DefaultInteger2 = Options.DefaultInteger2;
  FO.Escapes = Options.Escapes;
  FO.SaveLocals = Options.SaveLocals;
  FO.ImplicitNone = Options.ImplicitNone;
  FO.Convert = Options.Convert;
  FO.Managed = Options.Managed;
  FO.Standard = Options.Standard;
  FO.NoWarnings = !Options.Warnings;
  FO.AccMessages = Options.AccMessages;
  FO.WarningsAreErrors = Options.WarningsAreErrors;
  FO.WarningNames = Options.WarningNames;
  FO.SyntaxOnly = Options.Kind == OutputKind::SyntaxOnly;
  FO.DumpAfter = Options.DumpAfter;
  FO.Triple = Target->getTargetTriple().str();
  FO.ProvokedFault = Options.ProvokedFault;
  FO.CompilerVersion = Options.CompilerVersion;
  FO.CommandLine = Options.CommandLine;
  return FO;
}

bool Compilation::runFrontend() {
  TempFolder ModuleTemp;
  if (llvm::Error E = ModuleTemp.create("mod"))
    return !error(llvm::toString(std::move(E)));
  FrontendOptions FO = frontendOptions();
  FO.ModuleDir = ModuleTemp.path().str();
  llvm::raw_string_ostream PreprocessedStream(Preprocessed);
  if (Options.Kind == OutputKind::Preprocessed)
    FO.Preprocessed = &PreprocessedStream;
  bool Failed = true;
  std::string Messages;
  llvm::raw_string_ostream MessageStream(Messages);
  {
    StageScope Stage("the front end", Options.Input);
    Host = lowerToHLFIR(Context, FO, *Target, MessageStream, Failed, Problem);
  }
  printFrontendMessages(Messages);
  if (FO.Preprocessed)
    Preprocessed = correctLineDirectives(PreprocessedStream.str());
  else if (!Failed && !Errors && !Problem && (FO.SyntaxOnly || lower()))
    Failed = !installModuleFiles(ModuleTemp.path());
  else
    Failed = true;
  return !Failed;
}

/// The options again as Clang's driver has them.
std::vector<std::string> Compilation::clangArguments() const {
  std::vector<std::string> Words = {
      "-std=" + Options.CDialect, "-O" + std::to_string(Options.OptLevel),
      Options.HostCPU == "native" ? "-march=native"
                                  : "-march=" + Options.HostCPU,
      Options.FuseHost ? "-ffp-contract=fast" : "-ffp-contract=off"};
  Words.push_back(Options.Relocation == RelocationKind::Static ? "-fno-pic"
                  : Options.Relocation == RelocationKind::PIC  ? "-fPIC"
                                                               : "-fPIE");
  if (Options.Debug)
    Words.push_back("-g");
  else if (Options.Traceback || Options.Check)
    Words.push_back("-gline-tables-only");
  // As device code has it. A debugger that finds version 5's index of names
  // takes it for one of all objects, and kernels are not in it.
  Words.push_back("-gdwarf-4");
  if (!Options.Warnings)
    Words.push_back("-w");
  if (Options.WarningsAreErrors)
    Words.push_back("-Werror");
  for (const std::string &Name : Options.WarningNames)
    Words.push_back("-W" + Name);
  // Names of Fortran's warnings.
  Words.push_back("-Wno-unknown-warning-option");
  // The names that clauses had before OpenACC 2.5 are in use.
  Words.push_back("-Wno-openacc-deprecated-clause-alias");
  // As other compilers of GNU C17 have it: acc_attach() takes void **, and old
  // programs call functions without a declaration.
  for (const char *Name :
       {"incompatible-pointer-types", "implicit-function-declaration",
        "implicit-int", "int-conversion", "return-type"})
    Words.push_back(std::string("-Wno-error=") + Name);
  if (Options.CodeModel != CodeModelKind::Small)
    Words.push_back(Options.CodeModel == CodeModelKind::Medium
                        ? "-mcmodel=medium"
                        : "-mcmodel=large");
  for (const std::string &Folder : Options.IncludeDirs)
    Words.push_back("-I" + Folder);
  if (!Options.IntrinsicModuleDir.empty())
    Words.push_back("-isystem" + Options.IntrinsicModuleDir + "/include");
  if (Options.OpenACC) {
    Words.push_back("-U_OPENACC");
    Words.push_back("-D_OPENACC=201711");
  }
  for (const std::string &Macro : Options.Macros)
    Words.push_back("-" + Macro);
  return Words;
}

bool Compilation::runCFrontend() {
  CFrontendOptions FO;
  FO.Input = Options.Input;
  FO.Arguments = clangArguments();
  FO.OpenACC = Options.OpenACC;
  FO.StackArrays = Options.StackArrays;
  FO.SyntaxOnly = Options.Kind == OutputKind::SyntaxOnly;
  llvm::raw_string_ostream PreprocessedStream(Preprocessed);
  if (Options.Kind == OutputKind::Preprocessed)
    FO.Preprocessed = &PreprocessedStream;
  std::string Messages;
  llvm::raw_string_ostream MessageStream(Messages);
  bool Succeeded;
  {
    StageScope Stage("the front end", Options.Input);
    Succeeded = compileC(Context, LLVMContext, FO, *Target, OfC, MessageStream);
  }
  printFrontendMessages(Messages);
  printMissingRoutines(OfC.MissingRoutines, Options.Input, Options.AccMessages,
                       Diag);
  if (!Succeeded || FO.Preprocessed || FO.SyntaxOnly)
    return Succeeded;
  Host = std::move(OfC.Constructs);
  if (!Host)
    Host = ModuleOp::create(FileLineColLoc::get(&Context, Options.Input, 1, 1));
  else if (failed(verify(*Host)))
    return fault("the front end", "the constructs of C do not verify");
  return lower();
}

/// Joins Clang's host code with that of the constructs.
bool Compilation::linkCHost() {
  if (!OfC.Host)
    return true;
  // The host's versions of routines are Clang's.
  for (const std::string &Name : OfC.HostFunctions)
    if (llvm::Function *Defined = OfC.Host->getFunction(Name);
        Defined && !Defined->isDeclaration())
      if (llvm::Function *Ours = HostModule->getFunction(Name)) {
        Ours->deleteBody();
        Ours->setLinkage(llvm::GlobalValue::ExternalLinkage);
      }
  for (const std::string &Name : OfC.HostVariables)
    if (llvm::GlobalVariable *Ours = HostModule->getNamedGlobal(Name)) {
      Ours->setInitializer(nullptr);
      Ours->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  OfC.Host->setDataLayout(HostModule->getDataLayout());
  OfC.Host->setTargetTriple(HostModule->getTargetTriple());
  if (llvm::Linker::linkModules(*HostModule, std::move(OfC.Host)))
    return fault("translation to LLVM", "the host code of C does not link");
  return true;
}

/// Gives the device's variables of declare directives of C, and its tables of
/// constants, the values that Clang has made.
void Compilation::initializeDeclared() {
  for (const std::string &Name : OfC.HostVariables) {
    llvm::GlobalVariable *Ours = HostModule->getNamedGlobal(Name);
    llvm::GlobalVariable *Theirs = DeviceModule->getNamedGlobal(Name);
    bool HasStorage = llvm::any_of(Part.Variables, [&](const auto &Variable) {
      return Variable.Name == Name && Variable.Kind == WARPRT_VAR_DEVICE;
    });
    if (!Ours || !Theirs || !(HasStorage || Theirs->isConstant()) ||
        !Ours->hasInitializer() || Ours->getInitializer()->isNullValue())
      continue;
    auto *New = new llvm::GlobalVariable(
        *DeviceModule, Ours->getValueType(), Theirs->isConstant(),
        Theirs->getLinkage(), Ours->getInitializer(), "", Theirs,
        Theirs->getThreadLocalMode(), Theirs->getAddressSpace());
    New->setAlignment(Ours->getAlign());
    New->takeName(Theirs);
    Theirs->replaceAllUsesWith(New);
    Theirs->eraseFromParent();
  }
}

bool Compilation::lower() {
  Pipeline.OptLevel = Options.OptLevel;
  Pipeline.Debug = Options.Debug;
  Pipeline.LineInfo = Options.LineInfo || Options.Traceback;
  Pipeline.HostLines = Options.Traceback || Options.CheckStack || Options.Check;
  Pipeline.Check = Options.Check;
  Pipeline.Bounds = Options.Bounds;
  Pipeline.Pointers = Options.CheckPointers;
  Pipeline.TripCounts = Options.TripCounts;
  Pipeline.StackArrays = Options.StackArrays;
  // In CUDA Fortran most allocatables have the attribute as well.
  Pipeline.ManagedAllocations =
      Options.Managed &&
      (Options.CUDA || Options.OpenACC || Options.StandardParallelism);
  Pipeline.VerifyPasses = Options.VerifyPasses;
  Pipeline.DumpAfter = Options.DumpAfter;
  Pipeline.InputName = Options.Input;
  Pipeline.Dump = [this](llvm::StringRef Stage, ModuleOp Module) {
    dump(Stage, Module);
  };
  Pipeline.Provoked = Options.ProvokedFault;
  auto Require = [&](llvm::StringRef What, auto &&Work) {
    StageScope Stage(What, Options.Input);
    LogicalResult Result = Work();
    if (succeeded(Result) && !Problem)
      return true;
    // A failed pass without a message for users must not pass for success.
    if (!Errors && !Problem)
      fault(currentStep(), "failed without a message");
    return false;
  };
  if (!Require("lowering to FIR",
               [&] { return runHLFIRToFIR(*Host, Pipeline); }) ||
      ((Options.OpenACC || Options.StandardParallelism) &&
       !Require("OpenACC lowering",
                [&] { return runOpenACCLowering(*Host, Pipeline); })))
    return false;
  bool IsLowered = Require(
      "CUDA lowering", [&] { return runCUFLowering(*Host, Part, Pipeline); });
  // Also where a launch was refused: it says what became of the constructs.
  if (Options.AccMessages) {
    llvm::raw_string_ostream OS(AccMessages);
    printAccMessages(*Host, OS);
  }
  bool IsIncomplete = IncompleteAttr.isOn(*Host);
  if (!IsLowered || (Part.Module && !Require("device code generation", [&] {
                       return runDeviceCodeGen(*Part.Module, Pipeline);
                     })))
    return false;
  if (IsIncomplete)
    return !Errors && fault("lowering", "it failed without a message");
  return Require("host code generation",
                 [&] { return runHostCodeGen(*Host, Pipeline); });
}

bool Compilation::makeHostModule() {
  StageScope Stage("translation to LLVM", Options.Input);
  HostModule = translateModuleToLLVMIR(*Host, LLVMContext, Options.Input);
  if (!HostModule)
    return fault("translation to LLVM", "the host module fails");
  HostModule->setTargetTriple(Target->getTargetTriple());
  HostModule->setDataLayout(Target->createDataLayout());
  if (auto CodeModel = codeModel(Options.CodeModel)) {
    HostModule->setCodeModel(*CodeModel);
    HostModule->setLargeDataThreshold(largeDataBytes(Options.CodeModel));
  }
  for (const ModuleStep &Step : ModuleSteps) {
    if (!Step.IsWanted(*this))
      continue;
    if (!Step.Run(*this))
      return false;
    if (Options.DumpAfter != Step.Name)
      continue;
    llvm::errs() << "// after " << Step.Name << "\n";
    for (const auto *Module : {HostModule.get(), DeviceModule.get()})
      if (Module)
        Module->print(llvm::errs(), nullptr);
  }
  return true;
}

bool Compilation::verifies(const llvm::Module &Module, llvm::StringRef Stage) {
  std::string Invalid;
  llvm::raw_string_ostream InvalidStream(Invalid);
  return !llvm::verifyModule(Module, &InvalidStream) || fault(Stage, Invalid);
}

void Compilation::saveDeviceModule() const {
  if (!Options.SaveStages)
    return;
  std::error_code EC;
  llvm::raw_fd_ostream OS(Options.SaveStagesPrefix + ".device.ll", EC);
  DeviceModule->print(OS, nullptr);
}

void Compilation::optimizeHost() {
  noteStep("optimization of the host code");
  // What Flang's driver asks for at these levels.
  llvm::PipelineTuningOptions Tuning;
  bool Loops = Options.OptLevel > 1;
  Tuning.LoopVectorization = Loops;
  Tuning.SLPVectorization = Loops;
  Tuning.LoopInterleaving = Loops;
  Tuning.LoopUnrolling = Loops;
  llvm::PassInstrumentationCallbacks Callbacks;
  limitPasses(Callbacks);
  freezeMaskedLoads(Callbacks);
  llvm::PassBuilder Builder(Target.get(), Tuning, std::nullopt, &Callbacks);
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
    StageScope Stage("generation of host code", Options.Input);
    provokeFault(Options.ProvokedFault, "host-code");
    llvm::legacy::PassManager PM;
    auto Type = Options.Kind == OutputKind::Object
                    ? llvm::CodeGenFileType::ObjectFile
                    : llvm::CodeGenFileType::AssemblyFile;
    if (Target->addPassesToEmitFile(PM, OS, nullptr, Type))
      return !error("this target cannot write the requested kind of file");
    PM.run(*HostModule);
    if (!LLVMErrors.errors().empty())
      return fault("generation of host code", LLVMErrors.errors());
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

bool Compilation::compile() {
  if (!llvm::sys::fs::exists(Options.Input))
    return !error("no such file: '" + Options.Input + "'");
  if (!createTargetMachine())
    return false;
  DialectRegistry Registry;
  registerDialects(Registry);
  Context.appendDialectRegistry(Registry);
  fir::support::loadDialects(Context);
  fir::support::registerLLVMTranslation(Context);
  ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &D) {
    handleDiagnostic(D);
    return success();
  });
  if (!(Options.C ? runCFrontend() : runFrontend()))
    return false;
  if (Options.Kind == OutputKind::SyntaxOnly)
    return true;
  if (Options.Kind == OutputKind::Preprocessed)
    return write();
  return makeHostModule() && write();
}

llvm::Error Compilation::run() {
  Running = true;
  bool Succeeded = compile();
  Running = false;
  // They name procedures and lines only.
  if (Options.AccMessages && Options.NamesSources &&
      (Succeeded || !AccMessages.empty()))
    Diag << Options.Input << ":\n";
  Diag << AccMessages;
  if (Succeeded)
    return llvm::Error::success();
  if (Problem && !Errors) {
    Problem->File = displayName(Problem->File).str();
    return llvm::make_error<FaultError>(*Problem);
  }
  return llvm::make_error<ReportedError>();
}

llvm::Error Compilation::explain(const Fault &Crash) {
  if (Errors)
    return llvm::make_error<ReportedError>();
  if (auto Text = describeUnsupported(Crash.Text)) {
    Diag << Options.Input << ": error: " << *Text << "\n";
    return llvm::make_error<ReportedError>();
  }
  // The diagnostic before a crash says more of its cause.
  Fault What = Crash;
  if (Problem) {
    What.Text = Problem->Text + "\n" + What.Text;
    if (Problem->Line) {
      What.File = Problem->File;
      What.Line = Problem->Line;
      What.Column = Problem->Column;
    }
  }
  What.File = displayName(What.File).str();
  return llvm::make_error<FaultError>(std::move(What));
}

} // namespace

llvm::Error compileSource(const CompileOptions &Options,
                          llvm::raw_ostream &Diag) {
  StackOverflowWatch Watch(Options.Input +
                           ": error: the source is nested too deeply");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  auto Work = std::make_unique<Compilation>(Options, Diag);
  llvm::Error Result = catchFaults([&] { return Work->run(); });
  if (!Work->isRunning())
    return Result;
  // What crashed is left as it is, but for its temporary folder.
  Compilation *Crashed = Work.release();
  removeFolderOnSignal();
  return llvm::handleErrors(std::move(Result), [&](const FaultError &E) {
    return Crashed->explain(E.fault());
  });
}

bool isCompileStep(llvm::StringRef Name) {
  auto HasName = [&](const auto &Step) { return Step.Name == Name; };
  if (isStage(Name) || llvm::any_of(Compilation::ModuleSteps, HasName) ||
      llvm::is_contained(accPrepareSteps(), Name))
    return true;
  registerPasses();
  return PassInfo::lookup(Name) != nullptr;
}

void listCompileSteps(llvm::raw_ostream &OS) {
  OS << "The stages of the front end; warpfort-opt --help lists the passes.\n";
  listStages(OS);
  OS << "edits of the LLVM modules of the host and the device:\n";
  for (const Compilation::ModuleStep &Step : Compilation::ModuleSteps)
    OS << "  " << llvm::left_justify(Step.Name, 30) << Step.Reason << "\n";
  OS << "steps of warpfort-acc-prepare:\n";
  for (llvm::StringRef Name : accPrepareSteps())
    OS << "  " << Name << "\n";
}

} // namespace warpfort
