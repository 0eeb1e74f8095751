//===-- SupportModule.h - Helpers linked into device programs - -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds Support/WarpSupport.c's functions, as far as they are used.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SUPPORTMODULE_H
#define WARPFORT_LIB_TARGET_CPU_SUPPORTMODULE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort::cpu {

llvm::Error linkSupport(llvm::Module &M);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_SUPPORTMODULE_H
