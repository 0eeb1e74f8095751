//===-- TargetMachines.h - The two targets' code generators --- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates LLVM's target machines: NVPTX while the device program is
// simplified, x86-64 for everything after that.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_TARGETMACHINES_H
#define WARPFORT_LIB_TARGET_CPU_TARGETMACHINES_H

#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace warpfort::cpu {

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createNVPTXTargetMachine();

/// Refuses a processor that LLVM does not know.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostTargetMachine(const CPUOptions &Options);

/// Whether \p Host gains by vectors of 512 bits. LLVM takes half of that for
/// all of Intel's processors, because the first ones with AVX-512 run slower
/// while they use it.
bool gainsByLongestVectors(const llvm::TargetMachine &Host);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_TARGETMACHINES_H
