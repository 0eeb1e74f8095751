//===-- warpfort/Target/Embed/CpuNeeds.h - CPU of a program -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects say which extensions of x86-64 their code may use, so that a program
// can compare them with the CPU when it starts (abi/warprt/CpuFeatures.h).
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_EMBED_CPUNEEDS_H
#define WARPFORT_TARGET_EMBED_CPUNEEDS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace warpfort {

/// The bits of WARPRT_CPU_FEATURES that code for \p Machine may use.
uint64_t cpuFeatures(const llvm::TargetMachine &Machine);

/// The same for the CPU that -tp names; none where LLVM does not know it.
uint64_t cpuFeatures(llvm::StringRef HostCPU);

/// Adds a WarprtCpuNeeds to a module of host code, if it needs any.
void addCpuNeeds(llvm::Module &Host, const llvm::TargetMachine &Machine);

} // namespace warpfort
#endif // WARPFORT_TARGET_EMBED_CPUNEEDS_H
