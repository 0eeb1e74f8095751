//===-- Toolkit.cpp - CUDA toolkit and GPUs -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the parts of a CUDA toolkit that the NVIDIA target uses, and says
// which compute capabilities there are.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace warpfort {

/// The first of \p Candidates under \p Root that is there, or nothing.
static std::string findUnder(StringRef Root, ArrayRef<StringRef> Candidates) {
  for (StringRef Candidate : Candidates) {
    SmallString<128> Path(Root);
    sys::path::append(Path, Candidate);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

static void lookIn(StringRef Root, CUDAToolkit &Toolkit) {
  if (!Toolkit.LookedIn.empty())
    Toolkit.LookedIn += ", ";
  Toolkit.LookedIn += Root;
  std::string Libdevice = findUnder(
      Root, {"nvvm/libdevice/libdevice.10.bc", "libdevice/libdevice.10.bc"});
  std::string Ptxas = findUnder(Root, {"bin/ptxas"});
  if (Toolkit.Root.empty() && (!Libdevice.empty() || !Ptxas.empty()))
    Toolkit.Root = Root.str();
  if (Toolkit.Libdevice.empty())
    Toolkit.Libdevice = Libdevice;
  if (Toolkit.Ptxas.empty())
    Toolkit.Ptxas = Ptxas;
  if (Toolkit.Nvlink.empty())
    Toolkit.Nvlink = findUnder(Root, {"bin/nvlink"});
  if (Toolkit.DeviceRuntime.empty())
    Toolkit.DeviceRuntime =
        findUnder(Root, {"lib64/libcudadevrt.a",
                         "targets/x86_64-linux/lib/libcudadevrt.a",
                         "lib/libcudadevrt.a"});
  if (Toolkit.Fatbinary.empty())
    Toolkit.Fatbinary = findUnder(Root, {"bin/fatbinary"});
}

CUDAToolkit findCUDAToolkit(StringRef Version) {
  CUDAToolkit Toolkit;
  if (!Version.empty()) {
    lookIn(("/usr/local/cuda-" + Version).str(), Toolkit);
    return Toolkit;
  }
  for (StringRef Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> Root = sys::Process::GetEnv(Variable);
        Root && !Root->empty()) {
      lookIn(*Root, Toolkit);
      return Toolkit;
    }
  lookIn("/usr/local/cuda", Toolkit);
  if (ErrorOr<std::string> Ptxas = sys::findProgramByName("ptxas")) {
    SmallString<128> Real;
    if (!sys::fs::real_path(*Ptxas, Real)) {
      lookIn(sys::path::parent_path(sys::path::parent_path(Real)), Toolkit);
      if (Toolkit.Ptxas.empty())
        Toolkit.Ptxas = Real.str().str();
    }
  }
  // Where distributions put it.
  for (StringRef Root : {"/usr/lib/nvidia-cuda-toolkit", "/opt/cuda"})
    if (Toolkit.Libdevice.empty() || Toolkit.Ptxas.empty())
      lookIn(Root, Toolkit);
  return Toolkit;
}

ArrayRef<unsigned> defaultComputeCapabilities() {
  // A cubin each for the common data-centre GPUs; newer ones take the PTX.
  static constexpr unsigned Default[] = {80, 90};
  return Default;
}

ArrayRef<unsigned> knownComputeCapabilities() {
  static constexpr unsigned Known[] = {75,  80,  86,  87,  89, 90,
                                       100, 103, 110, 120, 121};
  return Known;
}

unsigned nativeComputeCapability() {
  ErrorOr<std::string> Program = sys::findProgramByName("nvidia-smi");
  if (!Program)
    return 0;
  Expected<ProcessResult> Result = runAndCapture(
      {*Program, "--query-gpu=compute_cap", "--format=csv,noheader"});
  if (!Result) {
    consumeError(Result.takeError());
    return 0;
  }
  // "9.0"
  auto [Major, Minor] = StringRef(Result->Output).split('\n').first.split('.');
  unsigned MajorNumber, MinorNumber;
  if (Result->ExitCode != 0 || Major.trim().getAsInteger(10, MajorNumber) ||
      Minor.trim().getAsInteger(10, MinorNumber))
    return 0;
  return MajorNumber * 10 + MinorNumber;
}

} // namespace warpfort
