//===-- CpuNeeds.cpp - CPU of a program -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuNeeds.h.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/CpuNeeds.h"
#include "warpfort/Support/Targets.h"
#include "warprt/CpuFeatures.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>

using namespace llvm;

namespace warpfort {

uint64_t cpuFeatures(const TargetMachine &Machine) {
  struct Feature {
    unsigned Number;
    StringLiteral Flag;
  };
  static constexpr Feature Features[] = {
#define FEATURE(NUMBER, NAME, USE, LEAF, SUBLEAF, REGISTER, BIT)               \
  {NUMBER, "+" NAME},
      WARPRT_CPU_FEATURES(FEATURE)
#undef FEATURE
  };
  uint64_t Mask = 0;
  const MCSubtargetInfo &Info = *Machine.getMCSubtargetInfo();
  for (const Feature &F : Features)
    if (Info.checkFeatures(F.Flag))
      Mask |= uint64_t(1) << F.Number;
  return Mask;
}

uint64_t cpuFeatures(StringRef HostCPU) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createHostTargetMachine(HostCPU, Reloc::PIC_, CodeGenOptLevel::Default);
  if (Machine)
    return cpuFeatures(**Machine);
  consumeError(Machine.takeError());
  return 0;
}

/// static const WarprtCpuNeeds needs __attribute__((
///     section("warprt_cpu_needs"))) = { features, "znver5" };
void addCpuNeeds(Module &Host, const TargetMachine &Machine) {
  uint64_t Features = cpuFeatures(Machine);
  if (!Features)
    return;
  LLVMContext &Context = Host.getContext();
  constexpr size_t NameBytes = sizeof(WarprtCpuNeeds::cpu);
  static_assert(sizeof(WarprtCpuNeeds) == 8 + NameBytes &&
                offsetof(WarprtCpuNeeds, cpu) == 8);
  std::string Name = Machine.getTargetCPU().substr(0, NameBytes - 1).str();
  Name.resize(NameBytes);
  Constant *Needs = ConstantStruct::getAnon(
      {ConstantInt::get(Type::getInt64Ty(Context), Features),
       ConstantDataArray::getString(Context, Name, /*AddNull=*/false)});
  auto *Variable = new GlobalVariable(
      Host, Needs->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Needs, "warprt.cpu.needs");
  Variable->setSection(WARPRT_CPU_NEEDS_SECTION);
  Variable->setAlignment(Align(8));
  appendToCompilerUsed(Host, {Variable});
}

} // namespace warpfort
