//===-- BlockRuns.h - Blocks that run as one --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BlockRuns.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_BLOCKRUNS_H
#define WARPFORT_LIB_TARGET_CPU_BLOCKRUNS_H

namespace warpfort::cpu {

struct KernelBody;

/// Whether neighbouring blocks in x may run as one that is several times as
/// long: the kernel has no barriers or warp operations.
bool canJoinBlocks(const KernelBody &K);

} // namespace warpfort::cpu

#endif
