//===-- SaturateByConversion.h - Reals to integers -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SaturateByConversion.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_SATURATEBYCONVERSION_H
#define WARPFORT_LIB_TARGET_NVPTX_SATURATEBYCONVERSION_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Runs behind what knows the general form.
struct SaturateByConversionPass
    : llvm::PassInfoMixin<SaturateByConversionPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
