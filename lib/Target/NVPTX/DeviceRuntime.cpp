//===-- DeviceRuntime.cpp - CUDA's device runtime -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches in device code, and the functions of module cudafor that device code
// may call, are calls of CUDA's device runtime (runtime/device/Launch.c). It
// comes in libcudadevrt.a, which nvlink links cubins with. PTX that the driver
// compiles would need it as well, so there is none.
//
//===----------------------------------------------------------------------===//
#include "DeviceRuntime.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

/// "'m::k'": a function of the program from which \p F is called, through
/// functions of the device library.
static std::string callerOf(const Function &F) {
  SmallVector<const Function *> Callers = {&F};
  constexpr size_t Most = 100; // recursive ones come again and again
  for (size_t I = 0; I < Callers.size() && I < Most; ++I) {
    if (Callers[I]->getName().starts_with("_Q"))
      return "'" + demangleName(Callers[I]->getName()) + "'";
    for (const User *U : Callers[I]->users())
      if (const auto *Call = dyn_cast<CallBase>(U))
        Callers.push_back(Call->getFunction());
  }
  return "'" + demangleName(Callers.back()->getName()) + "'";
}

std::string linkDeviceRuntime(const Module &M, NVPTXOptions &Options) {
  const Function *Used = nullptr;
  for (const Function &F : M)
    if (!Used && F.isDeclaration() && !F.use_empty() &&
        F.getName().starts_with(WARPDEV_CUDA_RUNTIME_PREFIX))
      Used = &F;
  if (!Used)
    return {};
  const CUDAToolkit &Toolkit = Options.Toolkit;
  std::vector<std::string> Missing;
  for (auto [File, Name] : {std::pair(Toolkit.Ptxas, "ptxas"),
                            {Toolkit.Nvlink, "nvlink"},
                            {Toolkit.DeviceRuntime, "libcudadevrt.a"}})
    if (File.empty())
      Missing.push_back(Name);
  if (!Missing.empty())
    return "device code launches kernels, in " + callerOf(*Used) + " (" +
           join(Missing, ", ") + " of a CUDA toolkit not found; set CUDA_HOME)";
  Options.LinkWith.push_back(Toolkit.DeviceRuntime);
  return {};
}

} // namespace warpfort
