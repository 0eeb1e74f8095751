//===-- warpfort/Target/CPU/CArguments.h - Structures for C -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_CPU_CARGUMENTS_H
#define WARPFORT_TARGET_CPU_CARGUMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort {

/// Gives the C function \p F, which the host defines, the type that it has by
/// the calling convention of x86-64 if values of its arguments or its result
/// are structures, and changes its calls. \p F may be erased.
void followCConvention(llvm::Function &F);

} // namespace warpfort
#endif // WARPFORT_TARGET_CPU_CARGUMENTS_H
