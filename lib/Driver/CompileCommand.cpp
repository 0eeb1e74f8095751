//===-- CompileCommand.cpp - A compilation as a command line --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -v and -### show of a job, and the reports of faults.
//
//===----------------------------------------------------------------------===//
#include "Traps.h"
#include "warpfort/Driver/Invocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace warpfort {

/// BIG_ENDIAN as -fconvert= has it.
static std::string replaceUnderscores(StringRef Value) {
  std::string Result = Value.lower();
  llvm::replace(Result, '_', '-');
  return Result;
}

namespace {

/// The word of an option that is on, or off.
struct Switch {
  bool CompileOptions::*Option;
  StringLiteral Word;
  bool On = true;
};

class Command {
public:
  explicit Command(const CompileOptions &Options) : Options(Options) {}

  void addKind();
  void addLanguage();
  void addCode();
  void addMessages();
  void add(const Twine &Word) { Words.push_back(Word.str()); }

  std::vector<std::string> Words;

private:
  void addSwitches(ArrayRef<Switch> List) {
    for (const Switch &S : List)
      if (Options.*S.Option == S.On)
        add(S.Word);
  }

  const CompileOptions &Options;
};

} // namespace

void Command::addKind() {
  switch (Options.Kind) {
  case OutputKind::Object:
    add("-c");
    break;
  case OutputKind::Assembly:
    add("-S");
    break;
  case OutputKind::LLVMText:
    add("-S");
    add("-emit-llvm");
    break;
  case OutputKind::LLVMBitcode:
    add("-c");
    add("-emit-llvm");
    break;
  case OutputKind::Preprocessed:
    add("-E");
    break;
  case OutputKind::SyntaxOnly:
    add("-fsyntax-only");
    break;
  }
}

void Command::addLanguage() {
  addSwitches({{&CompileOptions::CUDA, "-cuda"},
               {&CompileOptions::OpenACC, "-acc"},
               {&CompileOptions::StandardParallelism, "-stdpar"}});
  if (Options.OpenMP) {
    add("-mp");
    add("-fopenmp-version=" + Twine(Options.OpenMPVersion));
  }
  for (const std::string &Kernel : Options.Kernels)
    add("--kernel=" + Kernel);
  add(Options.FixedForm ? "-Mfixed" : "-Mfree");
  add(Options.Preprocess ? "-Mpreprocess" : "-nocpp");
  addSwitches({{&CompileOptions::LongLines, "-Mextend"},
               {&CompileOptions::DefaultReal8, "-r8"},
               {&CompileOptions::DefaultInteger8, "-i8"},
               {&CompileOptions::DefaultInteger2, "-i2"},
               {&CompileOptions::Escapes, "-Mnobackslash"},
               {&CompileOptions::SaveLocals, "-Msave"},
               {&CompileOptions::ImplicitNone, "-Mdclchk"}});
  if (!Options.Convert.empty())
    add("-fconvert=" + replaceUnderscores(Options.Convert));
  for (const std::string &Macro : Options.Macros)
    add("-" + Macro);
  if (!Options.ModuleDir.empty()) {
    add("-module");
    add(Options.ModuleDir);
  }
  for (const std::string &Folder : Options.IncludeDirs)
    add("-I" + Folder);
}

void Command::addCode() {
  add("-O" + Twine(Options.OptLevel));
  addSwitches({{&CompileOptions::Debug, "-gopt"},
               {&CompileOptions::Bounds, "-Mbounds"},
               {&CompileOptions::CheckPointers, "-Mchkptr"},
               {&CompileOptions::CheckStack, "-Mchkstk"},
               {&CompileOptions::Traceback, "-traceback"}});
  if (Options.Traps)
    add("-Ktrap=" + nameTraps(Options.Traps));
  add("-tp=" + Options.HostCPU);
  if (Options.CodeModel != CodeModelKind::Small)
    add(Options.CodeModel == CodeModelKind::Large ? "-mcmodel=large"
                                                  : "-mcmodel=medium");
  if (Options.Relocation == RelocationKind::PIC)
    add("-fPIC");
  if (Options.Relocation == RelocationKind::Static)
    add("-fno-pic");
  addSwitches({{&CompileOptions::FuseHost, "-Mnofma", /*On=*/false},
               {&CompileOptions::FuseDevice, "-gpu=nofma", /*On=*/false},
               {&CompileOptions::Managed, "-gpu=managed"},
               {&CompileOptions::Standard, "-Mstandard"},
               {&CompileOptions::StackArrays, "-Mstack_arrays"},
               {&CompileOptions::VerifyPasses, "-fverify-passes"}});
  if (!Options.DumpAfter.empty())
    add("-fdump-after=" + Options.DumpAfter);
  if (Options.LineInfo)
    add(Options.Check ? "-gpu=check" : "-gpu=lineinfo");
  if (Options.TripCounts.OnHost)
    add("-gpu=tripcount:host");
  if (Options.TripCounts.Compare != TripComparison::None)
    add(Options.TripCounts.Compare == TripComparison::Check
            ? "-gpu=tripcount:check"
            : "-gpu=tripcount:warn");
  for (unsigned Arch : Options.ComputeCapabilities)
    add("-gpu=cc" + Twine(Arch));
  addSwitches({{&CompileOptions::SaveStages, "-gpu=keep"}});
}

void Command::addMessages() {
  addSwitches({{&CompileOptions::Warnings, "-w", /*On=*/false},
               {&CompileOptions::AccMessages, "-Minfo=accel"}});
  for (const std::string &Name : Options.WarningNames)
    add("-W" + Name);
  addSwitches({{&CompileOptions::WarningsAreErrors, "-Werror"}});
  if (Options.MaxErrors)
    add("-fmax-errors=" + Twine(Options.MaxErrors));
}

std::vector<std::string> compileCommand(StringRef Program,
                                        const CompileOptions &Options) {
  Command Result(Options);
  Result.add(Program);
  Result.addKind();
  Result.addLanguage();
  Result.addCode();
  Result.addMessages();
  Result.add(Options.Input);
  if (!Options.Output.empty()) {
    Result.add("-o");
    Result.add(Options.Output);
  }
  return std::move(Result.Words);
}

} // namespace warpfort
