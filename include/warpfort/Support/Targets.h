//===-- warpfort/Support/Targets.h - LLVM targets in use ------ -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets up the two LLVM targets and makes target machines for the host.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_TARGETS_H
#define WARPFORT_SUPPORT_TARGETS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
class TargetOptions;
} // namespace llvm

namespace warpfort {

/// Registers the x86 and NVPTX targets with LLVM. May be called again.
void initializeTargets();

/// Triple of the host code.
llvm::StringRef hostTriple();

/// What all target machines for the host are made with.
llvm::TargetOptions hostTargetOptions();

/// Makes a target machine for the host. \p CPU is "native" or an LLVM name.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostTargetMachine(llvm::StringRef CPU, llvm::Reloc::Model Relocation,
                        llvm::CodeGenOptLevel OptLevel);

/// The bytes of arguments that a kernel may have on GPUs of compute capability
/// 7.0 and later (PTX ISA, "Parameter State Space").
inline constexpr uint64_t MaxKernelArgumentBytes = 32764;

/// Makes the target machine for PTX of `sm_<ComputeCapability>`. \p
/// ManyArguments: for kernels with arguments of more than 4,352 bytes, which
/// drivers before CUDA 12.1 do not take.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createNVPTXTargetMachine(unsigned ComputeCapability, bool FastMath,
                         bool ManyArguments = false);

/// Gives \p M the triple and data layout of \p Machine.
void setTarget(llvm::Module &M, const llvm::TargetMachine &Machine);

/// The name of this machine's CPU for "native", else \p CPU itself.
std::string resolveHostCPU(llvm::StringRef CPU);

/// What LLVM is told of \p CPU besides its name: for "native" what this machine
/// has, but never AVX512-FP16, with which LLVM 22 ends where it converts
/// vectors of 128-bit integers to half precision; and that AMD's processors
/// take longer for a scatter than for storing the elements one by one.
std::string hostCPUFeatures(llvm::StringRef CPU);

/// LLVM's name for a value of -tp, which may be another compiler's spelling;
/// empty if there is no such CPU. "native" stays as it is.
std::string translateHostCPU(llvm::StringRef Name);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_TARGETS_H
