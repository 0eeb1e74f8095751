//===-- warpfort/Support/TrappingMath.h - Code that may trap ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -Ktrap=. Where exceptions of arithmetic trap, LLVM may not compute what the
// program does not: a division that an IF guards stays behind it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_TRAPPINGMATH_H
#define WARPFORT_SUPPORT_TRAPPINGMATH_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Makes constrained intrinsics of all floating-point operations.
void keepExceptions(llvm::Module &M);

} // namespace warpfort

#endif // WARPFORT_SUPPORT_TRAPPINGMATH_H
