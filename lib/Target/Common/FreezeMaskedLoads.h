//===-- FreezeMaskedLoads.h - Masked loads in front of stores --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FreezeMaskedLoads.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_FREEZEMASKEDLOADS_H
#define WARPFORT_LIB_TARGET_COMMON_FREEZEMASKEDLOADS_H

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace warpfort {

/// Keeps masked loads of loops that were just vectorised where they are.
void freezeMaskedLoads(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_COMMON_FREEZEMASKEDLOADS_H
