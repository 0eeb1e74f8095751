//===-- ForwardWarpValues.h - Vectors of whole warps -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ForwardWarpValues.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_FORWARDWARPVALUES_H
#define WARPFORT_LIB_TARGET_CPU_FORWARDWARPVALUES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace warpfort::cpu {

/// Notes that nobody reads so many bytes at \p Place before they are written
/// again, until eraseEndsOfValues().
void markEndOfValues(llvm::IRBuilderBase &B, llvm::Value *Place,
                     uint64_t Bytes);
void eraseEndsOfValues(llvm::Module &M);

/// Runs behind LLVM's vectoriser.
struct ForwardWarpValuesPass : llvm::PassInfoMixin<ForwardWarpValuesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_FORWARDWARPVALUES_H
