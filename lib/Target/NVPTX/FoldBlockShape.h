//===-- FoldBlockShape.h - Known block sizes as constants -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_FOLDBLOCKSHAPE_H
#define WARPFORT_LIB_TARGET_NVPTX_FOLDBLOCKSHAPE_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Replaces reads of the block's extents by constants, and bounds those of the
/// thread's index, in a kernel that is launched with blocks of one shape. To
/// run where functions of the device library have been inlined.
struct FoldBlockShapePass : llvm::PassInfoMixin<FoldBlockShapePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
