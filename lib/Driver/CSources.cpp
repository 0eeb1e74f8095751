//===-- CSources.cpp - C++ and CUDA C of a command line -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CSources.h"
#include "HostLink.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace warpfort {

CLanguage classifyCSource(StringRef Path) {
  return StringSwitch<CLanguage>(sys::path::extension(Path))
      .Cases({".cpp", ".cc", ".cxx", ".C"}, CLanguage::CXX)
      .Case(".cu", CLanguage::CUDA)
      .Default(CLanguage::None);
}

static std::string inFolder(StringRef Root, StringRef Name) {
  SmallString<128> Path(Root);
  sys::path::append(Path, Name);
  return Path.str().str();
}

static Expected<std::string> findNvcc(StringRef Source,
                                      const CUDAToolkit &Toolkit) {
  if (!Toolkit.Root.empty()) {
    std::string Path = inFolder(Toolkit.Root, "bin/nvcc");
    if (sys::fs::can_execute(Path))
      return Path;
  }
  if (ErrorOr<std::string> Path = sys::findProgramByName("nvcc"))
    return *Path;
  return makeError("'" + Source +
                   "' is CUDA C, for which there must be nvcc of a CUDA "
                   "toolkit (looked in " +
                   Toolkit.LookedIn + " and PATH)");
}

static Expected<std::string> findCompiler(CLanguage Language, StringRef Source,
                                          const CUDAToolkit &Toolkit) {
  if (Language == CLanguage::CUDA)
    return findNvcc(Source, Toolkit);
  for (StringRef Name : {"c++", "g++", "clang++"})
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name))
      return *Path;
  return makeError("'" + Source +
                   "' is C++, for which there must be c++, g++ or clang++");
}

Expected<std::vector<std::string>> compileCCommand(const Invocation &Command,
                                                   StringRef Path,
                                                   StringRef Object,
                                                   const CUDAToolkit &Toolkit) {
  CLanguage Language = classifyCSource(Path);
  Expected<std::string> Compiler = findCompiler(Language, Path, Toolkit);
  if (!Compiler)
    return Compiler.takeError();
  std::vector<std::string> Words = {*Compiler, "-c"};
  auto Add = [&](const Twine &Word) { Words.push_back(Word.str()); };
  const CompileOptions &Options = Command.Compile;
  Add("-O" + Twine(Options.OptLevel));
  if (Options.Debug)
    Add("-g");
  for (const std::string &Macro : Options.Macros)
    Add("-" + Macro);
  for (const std::string &Folder : Options.IncludeDirs)
    Add("-I" + Folder);
  StringRef Relocation = Options.Relocation == RelocationKind::PIC   ? "-fPIC"
                         : Options.Relocation == RelocationKind::PIE ? "-fPIE"
                                                                     : "";
  if (Language != CLanguage::CUDA) {
    if (!Relocation.empty())
      Add(Relocation);
  } else {
    if (!Relocation.empty())
      Add("-Xcompiler=" + Relocation);
    std::vector<unsigned> Archs = Command.Device.ComputeCapabilities;
    if (Archs.empty())
      Archs = defaultComputeCapabilities().vec();
    for (unsigned Arch : Archs)
      Add("-gencode=arch=compute_" + Twine(Arch) + ",code=[compute_" +
          Twine(Arch) + ",sm_" + Twine(Arch) + "]");
  }
  Add(Path);
  Add("-o");
  Add(Object);
  return Words;
}

void warnOfCUDALibraries(const LinkInputs &Inputs, raw_ostream &Diag) {
  for (const std::string &Library : Inputs.CUDALibraries)
    printWarning(Diag, "'" + Library +
                           "' has kernels of CUDA C, which run on an NVIDIA "
                           "GPU only: where this program runs on the CPU, "
                           "their launches fail, without a message unless the "
                           "library asks for CUDA's errors");
}

Error addCUDARuntime(LinkInputs &Inputs, bool TargetGPU,
                     const CUDAToolkit &Toolkit) {
  const CUDACode &CUDA = Inputs.CUDA;
  if (!TargetGPU && !CUDA.Launched.empty())
    return makeError("kernel '" + CUDA.Launched.front().Names.front() +
                     "' of CUDA C in '" + CUDA.Launched.front().File +
                     "' runs on an NVIDIA GPU only: -target=cpu makes a "
                     "program for the CPU");
  bool HasKernels = !CUDA.Kernels.empty();
  bool IsNeeded =
      (HasKernels && Inputs.Undefined.contains(CUDARegistrationSymbol)) ||
      !CUDA.Registered.empty();
  if (Inputs.HasCUDARuntime || !IsNeeded)
    return Error::success();
  std::string What = HasKernels
                         ? "'" + CUDA.Kernels + "' has kernels of CUDA C"
                         : "host code uses __device__ variables of CUDA C";
  if (!TargetGPU)
    return makeError(What + ", which " + (HasKernels ? "run" : "are") +
                     " on an NVIDIA GPU only: -target=cpu makes a program for "
                     "the CPU");
  for (StringRef Folder : {"lib64", "lib", "targets/x86_64-linux/lib"}) {
    std::string Library =
        inFolder(Toolkit.Root, (Folder + "/libcudart_static.a").str());
    if (Toolkit.Root.empty() || !sys::fs::exists(Library))
      continue;
    append_range(Inputs.HostWords,
                 ArrayRef<std::string>{Library, "-lrt", "-lpthread", "-ldl",
                                       "-lstdc++"});
    return Error::success();
  }
  return makeError(What +
                   ", which need NVIDIA's runtime library: no "
                   "libcudart_static.a in the CUDA toolkit (looked in " +
                   Toolkit.LookedIn + "), and no -lcudart with its folder");
}

} // namespace warpfort
