//===-- DeviceMath.h - Maths calls to libdevice --------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of the NVIDIA target that rewrite the device program before it is
// optimised. Private to lib/Target/NVPTX.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_DEVICEMATH_H
#define WARPFORT_LIB_TARGET_NVPTX_DEVICEMATH_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Replaces maths intrinsics, libm calls and floating-point remainders by
/// calls of libdevice functions, or by LLVM intrinsics that PTX has. Returns
/// the libm names of what now needs libdevice.
llvm::Expected<std::vector<std::string>> mapMathToLibdevice(llvm::Module &M,
                                                            bool FastMath);

/// Answers libdevice's questions on rounding and denormals. The architecture
/// is left to the NVPTX back end.
void resolveReflection(llvm::Module &M, bool FastMath);

/// Allows division, square roots and flushing of denormals to be approximate.
void applyFastMath(llvm::Module &M, bool Fuse);

/// Loads through texture pointers use the read-only cache (TextureLoads.cpp).
void readTexturesThroughCache(llvm::Module &M);

} // namespace warpfort
#endif // WARPFORT_LIB_TARGET_NVPTX_DEVICEMATH_H
