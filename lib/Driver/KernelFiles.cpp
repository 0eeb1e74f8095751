//===-- KernelFiles.cpp - Kernels for other hosts -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device program is linked as for an executable. Then the kernels that are
// not wanted go, and what stays visible gets names for C: `saxpy_` for an
// external procedure, `m_saxpy_` for one of module m, the binding label where
// there is one.
//
//===----------------------------------------------------------------------===//
#include "KernelFiles.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace warpfort {

StringRef kernelFileSuffix(KernelFileKind Kind) {
  switch (Kind) {
  case KernelFileKind::PTX:
    return ".ptx";
  case KernelFileKind::Cubin:
    return ".cubin";
  case KernelFileKind::Fatbin:
    return ".fatbin";
  case KernelFileKind::LLVMText:
    return ".ll";
  case KernelFileKind::CPUObject:
    return ".o";
  }
  llvm_unreachable("all kinds are above");
}

/// `m_saxpy_` for _QMmPsaxpy; a binding label is what it is.
static std::string nameForC(StringRef Symbol) {
  if (!Symbol.starts_with("_Q"))
    return Symbol.str();
  std::string Readable = demangleName(Symbol), Name;
  StringRef Rest = Readable;
  while (!Rest.empty()) {
    auto [Piece, Tail] = Rest.split("::");
    Name += (Piece + "_").str();
    Rest = Tail;
  }
  return Name;
}

/// Whether --kernel=\p Wanted means a kernel: its own name, that with the
/// module's, or the entry's.
static bool isCalled(const Function &Kernel, StringRef Wanted) {
  std::string Readable = demangleName(Kernel.getName());
  StringRef Own = Readable;
  if (size_t At = Own.rfind("::"); At != StringRef::npos)
    Own = Own.drop_front(At + 2);
  return Wanted == Own || Wanted == Readable || Wanted == Kernel.getName() ||
         Wanted == nameForC(Kernel.getName());
}

/// The kernels that are wanted.
static Expected<std::vector<Function *>>
chooseKernels(Module &M, ArrayRef<std::string> Names) {
  std::vector<Function *> All, Chosen;
  for (Function &F : M)
    if (isDeviceKernel(F) && !F.hasFnAttribute(bitcode::OutlinedKernelAttr))
      All.push_back(&F);
  if (Names.empty()) {
    if (All.empty())
      return makeError("the inputs have no kernels to write; --kernel=<name> "
                       "makes one of a subroutine");
    return All;
  }
  Error Unknown = Error::success();
  for (const std::string &Name : Names)
    if (none_of(All, [&](Function *F) { return isCalled(*F, Name); })) {
      std::vector<std::string> There;
      for (Function *F : All)
        There.push_back("'" + demangleName(F->getName()) + "'");
      Unknown = joinErrors(
          std::move(Unknown),
          makeError("'--kernel=" + Name +
                    "': the inputs have no such subroutine" +
                    (There.empty() ? "" : "; kernels: " + join(There, ", "))));
    }
  if (Unknown)
    return std::move(Unknown);
  for (Function *F : All)
    if (any_of(Names,
               [&](const std::string &Name) { return isCalled(*F, Name); }))
      Chosen.push_back(F);
  return Chosen;
}

/// Variables of modules; others are of procedures, or named constants.
static bool isOfModule(const GlobalVariable &V) {
  return Regex("^_QM[a-z0-9_]+(S[a-z0-9_]+)*E[a-z0-9_]").match(V.getName());
}

/// Leaves the wanted kernels, under names for C, as are the variables.
static Error exportKernels(Module &M, ArrayRef<std::string> Names) {
  Expected<std::vector<Function *>> Chosen = chooseKernels(M, Names);
  if (!Chosen)
    return Chosen.takeError();
  for (Function &F : make_early_inc_range(M))
    if (isDeviceKernel(F) && !is_contained(*Chosen, &F) && F.use_empty())
      F.eraseFromParent();
  std::map<std::string, std::string> SymbolOf;
  SmallVector<GlobalValue *> Visible(Chosen->begin(), Chosen->end());
  for (GlobalVariable &V : M.globals())
    if (isDeviceVariable(V) && isOfModule(V))
      Visible.push_back(&V);
    else if (isDeviceVariable(V) && V.getName().starts_with("_Q"))
      V.setLinkage(GlobalValue::InternalLinkage);
  for (GlobalValue *Value : Visible) {
    std::string Symbol = Value->getName().str(), Name = nameForC(Symbol);
    auto [Known, IsNew] = SymbolOf.emplace(Name, Symbol);
    if (!IsNew)
      return makeError("'" + demangleName(Known->second) + "' and '" +
                       demangleName(Symbol) + "' would both be called '" +
                       Name + "' by other hosts");
    if (GlobalValue *Other = M.getNamedValue(Name); Other && Other != Value)
      Other->setName(Name + ".other");
    Value->setName(Name);
  }
  return Error::success();
}

Expected<std::string> makeFatbin(ArrayRef<DeviceImage> Images,
                                 const CUDAToolkit &Toolkit) {
  if (Toolkit.Fatbinary.empty())
    return makeError("fatbinary of a CUDA toolkit not found (looked in " +
                     Toolkit.LookedIn + ")");
  TempFiles Temps;
  Expected<std::string> Output = Temps.create("kernels", "fatbin");
  if (!Output)
    return Output.takeError();
  std::vector<std::string> Words = {Toolkit.Fatbinary, "-64",
                                    "--create=" + *Output};
  for (const DeviceImage &Image : Images) {
    bool IsPTX = Image.Kind == object::IMG_PTX;
    Expected<std::string> File =
        Temps.create("kernels", IsPTX ? "ptx" : "cubin");
    if (!File)
      return File.takeError();
    if (Error E = writeFile(*File, Image.Code))
      return std::move(E);
    StringRef Arch = StringRef(Image.Arch).rsplit('_').second;
    Words.push_back(("--image3=kind=" + Twine(IsPTX ? "ptx" : "elf") +
                     ",sm=" + Arch + ",file=" + *File)
                        .str());
  }
  Expected<ProcessResult> Result = runAndCapture(Words);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0)
    return makeError("fatbinary failed:\n" + Result->Output);
  auto Buffer = MemoryBuffer::getFile(*Output);
  if (!Buffer)
    return makeError("fatbinary made no output");
  return (*Buffer)->getBuffer().str();
}

static Expected<std::string> makeGPUFile(std::unique_ptr<Module> Program,
                                         KernelFileKind Kind,
                                         const DeviceLinkOptions &Options,
                                         raw_ostream &Diag) {
  NVPTXOptions GPU = Options.NVPTX;
  bool HasCubins =
      Kind == KernelFileKind::Cubin || Kind == KernelFileKind::Fatbin;
  if (Kind == KernelFileKind::Cubin && GPU.ComputeCapabilities.size() != 1)
    return makeError("'-cubin' writes code of one GPU: name one compute "
                     "capability, such as -gpu=cc90");
  if (HasCubins && GPU.Toolkit.Ptxas.empty())
    return makeError("ptxas of a CUDA toolkit not found (looked in " +
                     GPU.Toolkit.LookedIn +
                     "), without which there is PTX only");
  GPU.PTXOnly = !HasCubins;
  std::string Text;
  auto Keep = GPU.Keep;
  GPU.Keep = [&](StringRef Suffix, StringRef Data) {
    if (Suffix == ".device.opt.ll")
      Text = Data.str();
    if (Keep)
      Keep(Suffix, Data);
  };
  Expected<NVPTXCode> Code = generateNVPTXCode(std::move(Program), GPU, Diag);
  if (!Code)
    return Code.takeError();
  if (Code->Images.empty())
    return makeError(Code->MissingReason);
  switch (Kind) {
  case KernelFileKind::LLVMText:
    return Text;
  case KernelFileKind::PTX:
    return Code->Images.front().Code;
  case KernelFileKind::Cubin:
    return Code->Images.back().Code;
  default:
    return makeFatbin(Code->Images, GPU.Toolkit);
  }
}

static Expected<std::string> makeCPUFile(std::unique_ptr<Module> Program,
                                         const DeviceLinkOptions &Options) {
  CPUOptions CPU;
  CPU.CPU = Options.HostCPU;
  CPU.OptLevel = Options.OptLevel;
  CPU.ForOtherHosts = true;
  if (Error E = linkCPULibrary(*Program, Options))
    return std::move(E);
  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  if (Error E = generateCPUObject(std::move(Program), CPU, OS))
    return std::move(E);
  return Object.str().str();
}

Expected<std::string> makeKernelFile(const std::vector<DeviceImage> &Images,
                                     KernelFileKind Kind,
                                     ArrayRef<std::string> Names,
                                     const DeviceLinkOptions &Options,
                                     raw_ostream &Diag) {
  StageScope Stage("the device link", Options.OutputName);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Program =
      linkDeviceModules(Context, Images, Options);
  if (!Program)
    return Program.takeError();
  if (Error E = exportKernels(**Program, Names))
    return std::move(E);
  return Kind == KernelFileKind::CPUObject
             ? makeCPUFile(std::move(*Program), Options)
             : makeGPUFile(std::move(*Program), Kind, Options, Diag);
}

} // namespace warpfort
