//===-- CFrontend.cpp - Clang as the front end of OpenACC C ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See CFrontend.h.
///
//===----------------------------------------------------------------------===//
#include "warpfort/CFrontend/CFrontend.h"
#include "DirectiveRules.h"
#include "HostCalls.h"
#include "Lowering.h"
#include "Pragmas.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Target/TargetMachine.h"

namespace warpfort {
namespace {

/// The module that the host code is linked into has these flags, and a flag
/// stands once.
void dropCodeModel(llvm::Module &M) {
  llvm::SmallVector<llvm::Module::ModuleFlagEntry> Flags;
  M.getModuleFlagsMetadata(Flags);
  llvm::NamedMDNode *Node = M.getModuleFlagsMetadata();
  if (!Node)
    return;
  Node->clearOperands();
  for (const llvm::Module::ModuleFlagEntry &Flag : Flags)
    if (!llvm::is_contained(
            {"PIC Level", "PIE Level", "Code Model", "Large Data Threshold"},
            Flag.Key->getString()))
      M.addModuleFlag(Flag.Behavior, Flag.Key->getString(), Flag.Val);
}

/// Lowers the constructs of a source when all of it has been read, and has
/// Clang make code of the rest then.
class Consumer : public clang::ASTConsumer {
public:
  Consumer(mlir::ModuleOp Module, std::unique_ptr<clang::CodeGenerator> Code,
           const c::ComplexReductions &Reductions,
           const CFrontendOptions &Options, CProgram &Result)
      : Module(Module), Code(std::move(Code)), Reductions(Reductions),
        Options(Options), Result(Result) {}

  void Initialize(clang::ASTContext &AST) override {
    if (Code)
      Code->Initialize(AST);
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    Groups.push_back(Group);
    return true;
  }
  void HandleTagDeclDefinition(clang::TagDecl *D) override {
    if (Code)
      Code->HandleTagDeclDefinition(D);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *D) override {
    if (Code)
      Code->HandleTagDeclRequiredDefinition(D);
  }
  void CompleteTentativeDefinition(clang::VarDecl *D) override {
    Tentative.push_back(D);
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *D) override {
    External.push_back(D);
  }
  void HandleTranslationUnit(clang::ASTContext &AST) override {
    if (AST.getDiagnostics().hasErrorOccurred())
      return;
    if (Module)
      lowerDirectives(AST);
    if (!Code || AST.getDiagnostics().hasErrorOccurred())
      return;
    for (clang::DeclGroupRef Group : Groups)
      Code->HandleTopLevelDecl(Group);
    for (clang::VarDecl *D : Tentative)
      Code->CompleteTentativeDefinition(D);
    for (clang::DeclaratorDecl *D : External)
      Code->CompleteExternalDeclaration(D);
    Code->HandleTranslationUnit(AST);
    Result.Host = Code->ReleaseModule();
    if (!Result.Host)
      return;
    dropCodeModel(*Result.Host);
    for (auto &[Name, Symbol] : HostVariables)
      nameVariable(*Result.Host, Name, Symbol);
  }

private:
  /// What is declared has one name on both sides, a static variable as well.
  void nameVariable(llvm::Module &Host, llvm::StringRef Name,
                    llvm::StringRef Symbol) {
    llvm::GlobalVariable *Variable = Host.getNamedGlobal(Name);
    if (!Variable)
      return;
    Result.HostVariables.push_back(Symbol.str());
    if (Name == Symbol)
      return;
    Variable->setName(Symbol);
    Variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    Variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
  }

  void lowerDirectives(clang::ASTContext &AST) {
    Reductions.restore(AST);
    for (clang::DeclGroupRef Group : Groups)
      for (clang::Decl *D : Group)
        if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
          c::checkRules(F, AST);
    if (AST.getDiagnostics().hasErrorOccurred())
      return;
    c::Lowering Lowering(Module, AST);
    c::HostCalls Calls(AST, Lowering, Options.StackArrays);
    for (clang::DeclGroupRef Group : Groups)
      for (clang::Decl *D : Group)
        if (auto *Declare = llvm::dyn_cast<clang::OpenACCDeclareDecl>(D))
          Lowering.declareGlobals(Declare);
    for (clang::DeclGroupRef Group : Groups)
      for (clang::Decl *D : Group) {
        if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
          Calls.replaceConstructs(F);
        else if (auto *Named = llvm::dyn_cast<clang::OpenACCRoutineDecl>(D))
          Calls.noteRoutine(Named);
      }
    for (clang::FunctionDecl *F : Calls.functions())
      Groups.push_back(clang::DeclGroupRef(F));
    Lowering.finish();
    HostVariables = Lowering.hostVariables();
    Result.MissingRoutines = Lowering.missingRoutines();
    Result.HostFunctions = Lowering.hostFunctions();
  }

  mlir::ModuleOp Module;
  std::unique_ptr<clang::CodeGenerator> Code;
  const c::ComplexReductions &Reductions;
  const CFrontendOptions &Options;
  CProgram &Result;
  std::vector<clang::DeclGroupRef> Groups;
  std::vector<std::pair<std::string, std::string>> HostVariables;
  std::vector<clang::VarDecl *> Tentative;
  std::vector<clang::DeclaratorDecl *> External;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(mlir::ModuleOp Module, llvm::LLVMContext *LLVMContext,
         const CFrontendOptions &Options, CProgram &Result)
      : Module(Module), LLVMContext(LLVMContext), Options(Options),
        Result(Result) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Clang,
                    llvm::StringRef File) override {
    if (Module)
      c::watchDirectives(Clang, Reductions);
    std::unique_ptr<clang::CodeGenerator> Code;
    if (LLVMContext)
      Code = clang::CreateLLVMCodeGen(Clang, File, *LLVMContext);
    return std::make_unique<Consumer>(Module, std::move(Code), Reductions,
                                      Options, Result);
  }

private:
  mlir::ModuleOp Module;
  llvm::LLVMContext *LLVMContext;
  const CFrontendOptions &Options;
  CProgram &Result;
  c::ComplexReductions Reductions;
};

/// Clang's own action writes to a file.
class Preprocess : public clang::PreprocessorFrontendAction {
public:
  explicit Preprocess(llvm::raw_ostream &OS) : OS(OS) {}

protected:
  void ExecuteAction() override {
    clang::CompilerInstance &Clang = getCompilerInstance();
    clang::DoPrintPreprocessedInput(Clang.getPreprocessor(), &OS,
                                    Clang.getPreprocessorOutputOpts());
  }

private:
  llvm::raw_ostream &OS;
};

} // namespace

bool compileC(mlir::MLIRContext &Context, llvm::LLVMContext &LLVMContext,
              const CFrontendOptions &Options,
              const llvm::TargetMachine &Target, CProgram &Result,
              llvm::raw_ostream &Diag) {
  std::vector<const char *> Words = {WARPFORT_CLANG_PROGRAM};
  for (const std::string &Word : Options.Arguments)
    Words.push_back(Word.c_str());
  if (Options.OpenACC)
    Words.push_back("-fopenacc");
  Words.push_back(Options.Input.c_str());

  clang::DiagnosticOptions DiagnosticOptions;
  DiagnosticOptions.ShowCarets = false;
  DiagnosticOptions.ShowOptionNames = false;
  clang::TextDiagnosticPrinter Printer(Diag, DiagnosticOptions);
  clang::CreateInvocationOptions Creation;
  auto Diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      clang::DiagnosticIDs::create(), DiagnosticOptions, &Printer,
      /*ShouldOwnClient=*/false);
  Creation.Diags = Diagnostics;
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Words, Creation);
  if (!Invocation)
    return false;
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getCodeGenOpts().DisableFree = false;
  Invocation->getDiagnosticOpts().ShowCarets = false;
  Invocation->getDiagnosticOpts().ShowOptionNames = false;
  clang::CompilerInstance Clang(Invocation);
  Clang.createVirtualFileSystem();
  Clang.createDiagnostics(&Printer, /*ShouldOwnClient=*/false);

  if (Options.Preprocessed) {
    clang::PreprocessorOutputOptions &Output =
        Clang.getPreprocessorOutputOpts();
    Output.ShowCPP = true;
    Output.ShowMacros = false;
    Output.UseLineDirectives = true;
    Preprocess Print(*Options.Preprocessed);
    return Clang.ExecuteAction(Print);
  }
  if (Options.OpenACC) {
    mlir::OpBuilder Builder(&Context);
    Result.Constructs = mlir::ModuleOp::create(
        mlir::FileLineColLoc::get(&Context, Options.Input, 1, 1));
    mlir::ModuleOp Module = *Result.Constructs;
    fir::KindMapping Kinds(&Context);
    fir::setTargetTriple(Module, Target.getTargetTriple().str());
    fir::setKindMapping(Module, Kinds);
    fir::support::setMLIRDataLayout(Module, Target.createDataLayout());
    CSourceAttr.set(Module);
    AccDirectivesAttr.set(Module);
  }
  Action Compile(Options.OpenACC ? *Result.Constructs : mlir::ModuleOp(),
                 Options.SyntaxOnly ? nullptr : &LLVMContext, Options, Result);
  return Clang.ExecuteAction(Compile) &&
         !Clang.getDiagnostics().hasErrorOccurred();
}

} // namespace warpfort
