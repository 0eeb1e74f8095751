//===-- Targets.cpp - LLVM targets in use ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that depends on the two targets by name: which LLVM target, CPU,
// features and PTX version.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Targets.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <optional>

using namespace llvm;

namespace warpfort {

void initializeTargets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

StringRef hostTriple() { return "x86_64-unknown-linux-gnu"; }

static Expected<const Target *> lookUp(StringRef Triple) {
  initializeTargets();
  std::string Message;
  const Target *Result =
      TargetRegistry::lookupTarget(llvm::Triple(Triple), Message);
  if (!Result)
    return makeError(Message);
  return Result;
}

std::string hostCPUFeatures(StringRef CPU) {
  SubtargetFeatures Features;
  if (CPU == "native")
    for (const auto &Feature : sys::getHostCPUFeatures())
      Features.AddFeature(Feature.getKey(), Feature.getValue());
  Features.AddFeature("avx512fp16", false);
  if (StringRef(resolveHostCPU(CPU)).starts_with("znver"))
    Features.AddFeature("prefer-no-scatter");
  return Features.getString();
}

TargetOptions hostTargetOptions() {
  TargetOptions Options;
  // Not every linker knows .ctors, LLVM's default.
  Options.UseInitArray = true;
  return Options;
}

Expected<std::unique_ptr<TargetMachine>>
createHostTargetMachine(StringRef CPU, Reloc::Model Relocation,
                        CodeGenOptLevel OptLevel) {
  Expected<const Target *> Host = lookUp(hostTriple());
  if (!Host)
    return Host.takeError();
  std::unique_ptr<TargetMachine> Machine((*Host)->createTargetMachine(
      Triple(hostTriple()), resolveHostCPU(CPU), hostCPUFeatures(CPU),
      hostTargetOptions(), Relocation, std::nullopt, OptLevel));
  if (!Machine)
    return makeError("LLVM cannot make code for the CPU '" + CPU + "'");
  return std::move(Machine);
}

/// The oldest PTX version that has the architecture, but not older than 8.0:
/// every driver since CUDA 12.0 takes that.
static unsigned ptxVersion(unsigned ComputeCapability) {
  if (ComputeCapability <= 90)
    return ComputeCapability == 88 ? 90 : 80;
  switch (ComputeCapability) {
  case 100:
  case 101:
    return 86;
  case 120:
    return 87;
  case 103:
  case 121:
    return 88;
  default:
    return 90;
  }
}

Expected<std::unique_ptr<TargetMachine>>
createNVPTXTargetMachine(unsigned ComputeCapability, bool FastMath,
                         bool ManyArguments) {
  Expected<const Target *> Device = lookUp("nvptx64-nvidia-cuda");
  if (!Device)
    return Device.takeError();
  // Multiplications and additions fuse where the front end's `contract` flag
  // lets them.
  TargetOptions Options;
  Options.AllowFPOpFusion = FastMath ? FPOpFusion::Fast : FPOpFusion::Standard;
  unsigned Version = ptxVersion(ComputeCapability);
  if (ManyArguments)
    Version = std::max(Version, 81u);
  std::unique_ptr<TargetMachine> Machine((*Device)->createTargetMachine(
      Triple("nvptx64-nvidia-cuda"), "sm_" + std::to_string(ComputeCapability),
      "+ptx" + std::to_string(Version), Options, std::nullopt, std::nullopt,
      CodeGenOptLevel::Aggressive));
  if (!Machine)
    return makeError("LLVM cannot make code for compute capability " +
                     Twine(ComputeCapability));
  return std::move(Machine);
}

void setTarget(Module &M, const TargetMachine &Machine) {
  M.setTargetTriple(Machine.getTargetTriple());
  M.setDataLayout(Machine.createDataLayout());
}

std::string resolveHostCPU(StringRef CPU) {
  return CPU == "native" ? sys::getHostCPUName().str() : CPU.str();
}

std::string translateHostCPU(StringRef Name) {
  // Old names say for how many bits.
  if (Name != "x86-64")
    Name.consume_back("-64");
  StringRef CPU =
      StringSwitch<StringRef>(Name)
          .Cases({"native", "host"}, "native")
          .Cases({"px", "p7", "x64", "k8"}, "x86-64")
          .Case("k8-64e", "k8-sse3")
          .Cases({"barcelona", "shanghai", "istanbul"}, "barcelona")
          .Case("bulldozer", "bdver1")
          .Case("piledriver", "bdver2")
          .Case("zen", "znver1")
          .Case("zen2", "znver2")
          .Case("zen3", "znver3")
          .Case("zen4", "znver4")
          .Case("zen5", "znver5")
          .Cases({"skylake-avx512", "skylake_avx512"}, "skylake-avx512")
          .Default(Name);
  if (CPU == "native")
    return CPU.str();
  if (X86::parseArchX86(CPU, /*Only64Bit=*/true) == X86::CK_None)
    return "";
  return CPU.str();
}

} // namespace warpfort
