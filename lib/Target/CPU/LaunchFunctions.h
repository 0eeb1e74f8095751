//===-- LaunchFunctions.h - Kernels as functions of C -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For hosts without the runtime library: a function a kernel that runs a whole
// launch.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_LAUNCHFUNCTIONS_H
#define WARPFORT_LIB_TARGET_CPU_LAUNCHFUNCTIONS_H

#include "KernelEmitter.h"
#include "llvm/ADT/ArrayRef.h"

namespace warpfort::cpu {

/// Makes the functions. To be called before linkSupport().
void emitLaunchFunctions(llvm::Module &M,
                         llvm::ArrayRef<EmittedKernel> Kernels);

/// Makes device variables those of an ordinary object.
void exportVariables(llvm::ArrayRef<llvm::GlobalVariable *> Variables);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_LAUNCHFUNCTIONS_H
