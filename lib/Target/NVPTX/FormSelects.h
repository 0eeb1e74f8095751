//===-- FormSelects.h - Selects in place of short branches -------*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FormSelects.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_FORMSELECTS_H
#define WARPFORT_LIB_TARGET_NVPTX_FORMSELECTS_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind LLVM's own passes, which fold what is left of libdevice's
/// functions first.
struct FormSelectsPass : llvm::PassInfoMixin<FormSelectsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
