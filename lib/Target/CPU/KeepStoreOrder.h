//===-- KeepStoreOrder.h - Order within an iteration ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See KeepStoreOrder.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_KEEPSTOREORDER_H
#define WARPFORT_LIB_TARGET_CPU_KEEPSTOREORDER_H

#include "llvm/IR/PassManager.h"

namespace warpfort::cpu {

/// Runs before loops are vectorised.
struct KeepStoreOrderPass : llvm::PassInfoMixin<KeepStoreOrderPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // namespace warpfort::cpu

#endif
