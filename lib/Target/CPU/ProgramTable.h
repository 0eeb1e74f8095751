//===-- ProgramTable.h - What the runtime finds --------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the WarprtCpuProgram (abi/warprt/Image.h) and decides which symbols
// the object may leave undefined.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_PROGRAMTABLE_H
#define WARPFORT_LIB_TARGET_CPU_PROGRAMTABLE_H

#include "KernelEmitter.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace warpfort {
struct CPUOptions;
} // namespace warpfort

namespace warpfort::cpu {

/// Device variables with a name that the host may use, in `M`'s order.
std::vector<llvm::GlobalVariable *> collectVariables(llvm::Module &M);

/// What device code that launches `Kernel` has of it becomes the address of its
/// entry in the table, which emitProgramTable() makes.
void replaceKernelAddress(llvm::Function &Kernel);

/// Room behind each variable but \p HostVariables, in which accesses are wrong.
/// Returns the variables that take the places of \p Variables.
std::vector<llvm::GlobalVariable *>
addRoom(llvm::Module &M, llvm::ArrayRef<llvm::GlobalVariable *> Variables,
        llvm::ArrayRef<std::string> HostVariables);

/// Those of \p HostVariables are the host's, not the program's own. The others
/// may have room (addRoom).
void emitProgramTable(llvm::Module &M, llvm::StringRef Symbol,
                      llvm::ArrayRef<EmittedKernel> Kernels,
                      llvm::ArrayRef<llvm::GlobalVariable *> Variables,
                      llvm::ArrayRef<std::string> HostVariables, bool HaveRoom);

/// Refuses references that neither the C library nor the Fortran runtime
/// satisfies, nor what \p Options names.
llvm::Error checkUndefined(const llvm::Module &M, const CPUOptions &Options);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_PROGRAMTABLE_H
