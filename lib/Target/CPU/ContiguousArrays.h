//===-- ContiguousArrays.h - Array arguments without gaps -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ContiguousArrays.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CONTIGUOUSARRAYS_H
#define WARPFORT_LIB_TARGET_CPU_CONTIGUOUSARRAYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

struct KernelBody;

/// An array argument whose first stride the kernel reads.
struct LeadingStride {
  unsigned Param;       ///< the descriptor
  uint64_t Offset;      ///< of the stride, in bytes
  uint64_t ElementSize; ///< the stride, if the elements are neighbours
};

llvm::SmallVector<LeadingStride, 4> findLeadingStrides(const KernelBody &K);

/// Has `Body` take the elements for neighbours, along the first dimension.
void assumeContiguous(llvm::Function &Body,
                      llvm::ArrayRef<LeadingStride> Strides);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_CONTIGUOUSARRAYS_H
