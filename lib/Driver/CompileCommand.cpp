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

std::vector<std::string> compileCommand(StringRef Program,
                                        const CompileOptions &Options) {
  std::vector<std::string> Words = {Program.str()};
  auto Add = [&](const Twine &Word) { Words.push_back(Word.str()); };
  switch (Options.Kind) {
  case OutputKind::Object:
    Add("-c");
    break;
  case OutputKind::Assembly:
    Add("-S");
    break;
  case OutputKind::LLVMText:
    Add("-S");
    Add("-emit-llvm");
    break;
  case OutputKind::LLVMBitcode:
    Add("-c");
    Add("-emit-llvm");
    break;
  case OutputKind::Preprocessed:
    Add("-E");
    break;
  case OutputKind::SyntaxOnly:
    Add("-fsyntax-only");
    break;
  }
  if (Options.CUDA)
    Add("-cuda");
  if (Options.OpenACC)
    Add("-acc");
  if (Options.StandardParallelism)
    Add("-stdpar");
  if (Options.OpenMP) {
    Add("-mp");
    Add("-fopenmp-version=" + Twine(Options.OpenMPVersion));
  }
  for (const std::string &Kernel : Options.Kernels)
    Add("--kernel=" + Kernel);
  Add(Options.FixedForm ? "-Mfixed" : "-Mfree");
  Add(Options.Preprocess ? "-Mpreprocess" : "-nocpp");
  if (Options.LongLines)
    Add("-Mextend");
  if (Options.DefaultReal8)
    Add("-r8");
  if (Options.DefaultInteger8)
    Add("-i8");
  if (Options.DefaultInteger2)
    Add("-i2");
  if (Options.Escapes)
    Add("-Mnobackslash");
  if (Options.SaveLocals)
    Add("-Msave");
  if (Options.ImplicitNone)
    Add("-Mdclchk");
  if (!Options.Convert.empty())
    Add("-fconvert=" + replaceUnderscores(Options.Convert));
  for (const std::string &Macro : Options.Macros)
    Add("-" + Macro);
  if (!Options.ModuleDir.empty()) {
    Add("-module");
    Add(Options.ModuleDir);
  }
  for (const std::string &Folder : Options.IncludeDirs)
    Add("-I" + Folder);
  Add("-O" + Twine(Options.OptLevel));
  if (Options.Debug)
    Add("-gopt");
  if (Options.Bounds)
    Add("-Mbounds");
  if (Options.CheckPointers)
    Add("-Mchkptr");
  if (Options.CheckStack)
    Add("-Mchkstk");
  if (Options.Traceback)
    Add("-traceback");
  if (Options.Traps)
    Add("-Ktrap=" + nameTraps(Options.Traps));
  Add("-tp=" + Options.HostCPU);
  if (Options.CodeModel != CodeModelKind::Small)
    Add(Options.CodeModel == CodeModelKind::Large ? "-mcmodel=large"
                                                  : "-mcmodel=medium");
  if (Options.Relocation == RelocationKind::PIC)
    Add("-fPIC");
  if (Options.Relocation == RelocationKind::Static)
    Add("-fno-pic");
  if (!Options.FuseHost)
    Add("-Mnofma");
  if (!Options.FuseDevice)
    Add("-gpu=nofma");
  if (Options.Managed)
    Add("-gpu=managed");
  if (Options.Standard)
    Add("-Mstandard");
  if (Options.StackArrays)
    Add("-Mstack_arrays");
  if (Options.VerifyPasses)
    Add("-fverify-passes");
  if (!Options.DumpAfter.empty())
    Add("-fdump-after=" + Options.DumpAfter);
  if (Options.LineInfo)
    Add(Options.Check ? "-gpu=check" : "-gpu=lineinfo");
  for (unsigned Arch : Options.ComputeCapabilities)
    Add("-gpu=cc" + Twine(Arch));
  if (Options.SaveStages)
    Add("-gpu=keep");
  if (!Options.Warnings)
    Add("-w");
  if (Options.AccMessages)
    Add("-Minfo=accel");
  for (const std::string &Name : Options.WarningNames)
    Add("-W" + Name);
  if (Options.WarningsAreErrors)
    Add("-Werror");
  if (Options.MaxErrors)
    Add("-fmax-errors=" + Twine(Options.MaxErrors));
  Add(Options.Input);
  if (!Options.Output.empty()) {
    Add("-o");
    Add(Options.Output);
  }
  return Words;
}
} // namespace warpfort
