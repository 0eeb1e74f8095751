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

namespace llvm {
class Function;
} // namespace llvm

namespace warpfort::cpu {

struct KernelBody;

/// Whether neighbouring blocks in x may run as one that is several times as
/// long: the kernel has no barriers or warp operations. If it is checked, the
/// number of a thread goes on into that of its block (warprt_cpu_check_place).
bool canJoinBlocks(const KernelBody &K);

/// Whether the rows of threads of a plane may run as one row: `F`, a piece of
/// the kernel, knows of x and y only where a thread is in its plane.
bool canJoinRows(const KernelBody &K, llvm::Function &F);

} // namespace warpfort::cpu

#endif
