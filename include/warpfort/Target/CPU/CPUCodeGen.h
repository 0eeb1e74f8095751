//===-- warpfort/Target/CPU/CPUCodeGen.h - Device code for the CPU -*- C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the device program of a link (one LLVM module with NVVM intrinsics,
// as the NVIDIA target takes it) into native code: for each kernel a function
// that runs a range of blocks, and the table that lists kernels and device
// variables for the runtime (abi/warprt/Image.h).
//
// What the CPU cannot run is an error that names the kernel and the
// construct; the functions below never fail in another way.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_CPU_CPUCODEGEN_H
#define WARPFORT_TARGET_CPU_CPUCODEGEN_H

#include "warpfort/Support/Steps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class PassBuilder;
class raw_pwrite_stream;
} // namespace llvm

namespace warpfort {

struct CPUOptions {
  /// A processor as LLVM names it ("x86-64-v3", "znver4"), or "native".
  std::string CPU = "x86-64";

  /// 0 to 3, as for the host code. Level 0 still simplifies what splitting at
  /// barriers needs.
  unsigned OptLevel = 3;

  /// For tests: the loops of kernels are shared by the threads of a block, as
  /// on a GPU.
  bool LoopsUseThreads = false;

  /// -gpu=check: accesses to device memory are checked while the program runs.
  /// To be combined with LoopsUseThreads.
  bool Check = false;

  /// Verify the module after every step, and report a failure as an error.
  bool Debug = false;

  /// Symbol of the WarprtCpuProgram (external, hidden).
  std::string ProgramSymbol = "warprt_cpu_program";

  /// Kernels are for hosts without the runtime library: each has a function of
  /// its name that runs a launch (docs/other-hosts.md), there is no
  /// WarprtCpuProgram, and variables stay visible.
  bool ForOtherHosts = false;

  /// Functions that the host link supplies.
  std::vector<std::string> HostFunctions;

  /// Device variables that are variables of the host, as C there knows them.
  std::vector<std::string> HostVariables;

  /// Called after each step, when set.
  StepDump Dump;
};

/// The steps of lowerDeviceToCPU().
void visitCPUSteps(StepVisitor Visit);

/// Lowers `Device` in place to final LLVM IR for the CPU. What
/// generateCPUObject does before it emits machine code; for tests and dumps.
llvm::Error lowerDeviceToCPU(llvm::Module &Device, const CPUOptions &Options);

/// Writes `Device` as a position-independent x86-64 ELF object. Thread-safe as
/// long as no two calls share an LLVMContext.
llvm::Error generateCPUObject(std::unique_ptr<llvm::Module> Device,
                              const CPUOptions &Options,
                              llvm::raw_pwrite_stream &Object);

/// The same for a program of many kernels, in two steps: most stages for the
/// whole program, which is returned as the bitcode of \p Parts parts;
/// then the last one and the object of each, for
/// which threads need nothing in common.
llvm::Expected<std::vector<std::string>>
lowerDeviceToCPUParts(std::unique_ptr<llvm::Module> Device,
                      const CPUOptions &Options, unsigned Parts);
llvm::Error generateCPUPartObject(llvm::StringRef Part,
                                  const CPUOptions &Options,
                                  llvm::raw_pwrite_stream &Object);

/// Lets textual pipelines name the passes of this target.
void nameCPUPasses(llvm::PassBuilder &PB);

} // namespace warpfort

#endif // WARPFORT_TARGET_CPU_CPUCODEGEN_H
