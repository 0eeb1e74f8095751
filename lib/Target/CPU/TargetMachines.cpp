//===-- TargetMachines.cpp - The two targets' code generators -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplications and additions fuse where the operations carry `contract`,
// as in the host's own code, and nowhere else.
//
//===----------------------------------------------------------------------===//
#include "TargetMachines.h"
#include "warpfort/Support/Targets.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace llvm;

namespace warpfort::cpu {

/// Static arrays of devices that are larger lie far away, so that those of a
/// program may take more than 2 GB together.
constexpr uint64_t LargeDataBytes = uint64_t(1) << 20;

static Expected<std::unique_ptr<TargetMachine>>
create(const char *TripleName, StringRef CPU, StringRef Features,
       CodeGenOptLevel Level,
       std::optional<CodeModel::Model> Model = std::nullopt) {
  Triple TheTriple(TripleName);
  std::string Message;
  const Target *TheTarget = TargetRegistry::lookupTarget(TheTriple, Message);
  if (!TheTarget)
    return createStringError(Message);
  TargetOptions Options;
  Options.AllowFPOpFusion = FPOpFusion::Standard;
  std::unique_ptr<MCSubtargetInfo> STI(
      TheTarget->createMCSubtargetInfo(TheTriple, "", ""));
  if (!STI || !STI->isCPUStringValid(CPU))
    return createStringError("unknown processor '" + CPU +
                             "' for the CPU target");
  return std::unique_ptr<TargetMachine>(TheTarget->createTargetMachine(
      TheTriple, CPU, Features, Options, Reloc::PIC_, Model, Level));
}

Expected<std::unique_ptr<TargetMachine>> createNVPTXTargetMachine() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
  });
  return create("nvptx64-nvidia-cuda", "sm_90", "+ptx80",
                CodeGenOptLevel::Aggressive);
}

Expected<std::unique_ptr<TargetMachine>>
createHostTargetMachine(const CPUOptions &Options) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
  static constexpr CodeGenOptLevel Levels[] = {
      CodeGenOptLevel::None, CodeGenOptLevel::Less, CodeGenOptLevel::Default,
      CodeGenOptLevel::Aggressive};
  auto Machine =
      create("x86_64-unknown-linux-gnu", resolveHostCPU(Options.CPU),
             hostCPUFeatures(Options.CPU),
             Levels[std::min(Options.OptLevel, 3u)], CodeModel::Medium);
  if (Machine)
    (*Machine)->setLargeDataThreshold(LargeDataBytes);
  return Machine;
}

bool gainsByLongestVectors(const TargetMachine &Host) {
  // The first ones lack these operations on bytes.
  return Host.getMCSubtargetInfo()->checkFeatures("+avx512vl,+avx512vbmi2");
}

} // namespace warpfort::cpu
