//===-- CoveredLoops.h - Kernels whose grids cover loops --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_COVEREDLOOPS_H
#define WARPFORT_LIB_TARGET_NVPTX_COVEREDLOOPS_H

#include "warpfort/Target/Embed/Embed.h"
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Gives each kernel that is a loop nest over the grid a covered version, in
/// which a thread takes at most one iteration of each loop, and those with
/// another loop inside a version with rows. To run before anything is inlined
/// or optimised.
void addCoveredLoops(llvm::Module &M);

/// Makes one test of those of a covered version's loops. To run after SROA.
void mergeGuards(llvm::Module &M);

/// Drops the versions with rows that JamRowsPass left alone.
void dropPlainRows(llvm::Module &M);

/// The covered versions of kernels of \p M.
std::vector<CoveredKernel> coveredKernels(const llvm::Module &M);

} // namespace warpfort

#endif
