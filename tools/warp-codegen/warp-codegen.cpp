//===-- warp-codegen.cpp - Device code generation for tests ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads LLVM IR or bitcode of device code, links the files, and writes what
// the link step would make of them: an object, or its LLVM IR. With -passes it
// runs those, of LLVM and of both targets, and writes the LLVM IR.
//
//   warp-codegen -target=cpu a.ll b.ll -device-lib=warpdev.bc -o device.o
//   warp-codegen -passes='function(warpfort-widen-indices)' a.ll
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/LinkModules.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

static cl::list<std::string> Inputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("<files>"));
static cl::opt<std::string> Output("o", cl::desc("Output file"), cl::init("-"));
static cl::opt<std::string> TargetName("target", cl::desc("cpu"),
                                       cl::init("cpu"));
static cl::opt<std::string> CPU("mcpu", cl::desc("Processor"),
                                cl::init("x86-64"));
static cl::opt<std::string> Symbol("symbol", cl::desc("Name of the program"),
                                   cl::init("warprt_cpu_program"));
static cl::opt<std::string> DeviceLib("device-lib", cl::desc("Device library"));
static cl::opt<std::string> DumpAfter("dump-after",
                                      cl::desc("Print a stage's IR to stderr"));
static cl::opt<unsigned> OptLevel("opt-level", cl::desc("0 to 3"), cl::init(3));
static cl::opt<bool> Check("check", cl::desc("As with -gpu=check"));
static cl::opt<std::string> Passes("passes", cl::desc("Textual pipeline"));
static cl::opt<bool> EmitLLVM("emit-llvm", cl::desc("Write LLVM IR"));

static int fail(const Twine &Message) {
  WithColor::error(errs(), "warp-codegen") << Message << '\n';
  return 1;
}

static Error runPasses(Module &M) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  warpfort::nameCPUPasses(PB);
  warpfort::nameNVPTXPasses(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, Passes))
    return E;
  MPM.run(M, MAM);
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Device code generation for tests\n");
  if (TargetName != "cpu")
    return fail("unknown target '" + TargetName + "'; it must be cpu");

  LLVMContext Context;
  std::unique_ptr<Module> Program;
  auto Add = [&](const std::string &File, unsigned Flags) {
    SMDiagnostic Diagnostic;
    std::unique_ptr<Module> M = parseIRFile(File, Diagnostic, Context);
    if (!M) {
      Diagnostic.print("warp-codegen", errs());
      return false;
    }
    if (!Program) {
      Program = std::move(M);
      return true;
    }
    return !warpfort::linkModules(*Program, std::move(M), Flags);
  };
  for (const std::string &File : Inputs)
    if (!Add(File, Linker::Flags::None))
      return 1;
  if (!DeviceLib.empty() && !Add(DeviceLib, Linker::Flags::LinkOnlyNeeded))
    return 1;

  warpfort::CPUOptions Options;
  Options.CPU = CPU;
  Options.OptLevel = OptLevel;
  Options.Check = Options.LoopsUseThreads = Check;
  Options.Debug = true;
  Options.ProgramSymbol = Symbol;
  Options.Dump = [](StringRef Stage, const Module &M) {
    if (Stage == DumpAfter)
      M.print(errs(), nullptr);
  };
  std::error_code EC;
  ToolOutputFile Out(Output, EC, sys::fs::OpenFlags(0));
  if (EC)
    return fail(Output + ": " + EC.message());
  if (!Passes.empty()) {
    if (Error E = runPasses(*Program))
      return fail(toString(std::move(E)));
    Program->print(Out.os(), nullptr);
  } else if (EmitLLVM) {
    if (Error E = warpfort::lowerDeviceToCPU(*Program, Options))
      return fail(toString(std::move(E)));
    Program->print(Out.os(), nullptr);
  } else {
    SmallVector<char, 0> Bytes;
    raw_svector_ostream Object(Bytes);
    if (Error E =
            warpfort::generateCPUObject(std::move(Program), Options, Object))
      return fail(toString(std::move(E)));
    Out.os() << Object.str();
  }
  Out.keep();
  return 0;
}
