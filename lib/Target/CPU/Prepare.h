//===-- Prepare.h - Device program before it leaves NVPTX ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the device program into the form that the kernel lowering needs,
// while it is still a program for NVPTX: no aliasing promises that barriers
// break, everything that looks at its thread inlined into kernels, simplified.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_PREPARE_H
#define WARPFORT_LIB_TARGET_CPU_PREPARE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
class Twine;
} // namespace llvm

namespace warpfort::cpu {

/// An error in the words "kernel 'name': message".
llvm::Error kernelError(const llvm::Function &F, const llvm::Twine &Message);

/// See the head of this file.
llvm::Error prepareDeviceModule(llvm::Module &M, bool LoopsUseThreads,
                                bool NestsAreJoined);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_PREPARE_H
