//===-- RequiredArch.h - What older GPUs do not have ----------- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that only newer GPUs have: LLVM would stop with an internal
// error where code for an older one uses them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_REQUIREDARCH_H
#define WARPFORT_LIB_TARGET_NVPTX_REQUIREDARCH_H

#include "llvm/Support/Error.h"
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Refuses what one of the compute capabilities \p Archs (90 for 9.0) does not
/// have. If \p MayDrop, takes those away instead. No GPU has kernels of more
/// than 32,764 bytes of arguments.
llvm::Error fitArchitectures(const llvm::Module &M,
                             std::vector<unsigned> &Archs, bool MayDrop);

/// Whether a kernel has more bytes of arguments than PTX took before its
/// version 8.1.
bool hasManyArguments(const llvm::Module &M);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_NVPTX_REQUIREDARCH_H
