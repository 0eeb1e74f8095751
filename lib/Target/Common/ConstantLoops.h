//===-- ConstantLoops.h - Short loops of known length -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ConstantLoops.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_CONSTANTLOOPS_H
#define WARPFORT_LIB_TARGET_COMMON_CONSTANTLOOPS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Of a loop that is not to be unrolled.
constexpr llvm::StringLiteral LoopStays = "warpfort.loop.stays";

/// Asks for loops of up to 32 known iterations to be unrolled fully, unless
/// that makes too much of a nest. \p BarrierSize: the instructions that a
/// barrier counts as.
void unrollConstantLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                         unsigned BarrierSize = 1);

} // namespace warpfort

#endif
