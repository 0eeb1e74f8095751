//===-- ShareNeighbourAddresses.h - Addresses beside others -*- C++ -*-===//
//-*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_SHARENEIGHBOURADDRESSES_H
#define WARPFORT_LIB_TARGET_NVPTX_SHARENEIGHBOURADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace warpfort {

/// Forms the addresses of a block's loads and stores from one before them where
/// they differ by a constant or a multiple of one value. To run last: what
/// comes before it knows more of addresses that are written alike.
struct ShareNeighbourAddressesPass
    : llvm::PassInfoMixin<ShareNeighbourAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace warpfort

#endif
