//===-- NarrowDescriptors.h - Extents and strides of 32 bits ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NarrowDescriptors.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_NARROWDESCRIPTORS_H
#define WARPFORT_LIB_TARGET_NVPTX_NARROWDESCRIPTORS_H

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort {

/// Lets \p F, a kernel, assume that the extents and strides of the descriptors
/// among its first 64 parameters are from 0 to INT32_MAX. Returns a mask of
/// those parameters, bit 0 the first: who launches \p F has to look.
uint64_t narrowDescriptors(llvm::Function &F);

} // namespace warpfort

#endif
