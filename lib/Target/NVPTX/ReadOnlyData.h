//===-- ReadOnlyData.h - Data that a kernel only reads -------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_READONLYDATA_H
#define WARPFORT_LIB_TARGET_NVPTX_READONLYDATA_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Loads of what does not change while a kernel runs may go through the
/// read-only cache (ld.global.nc).
void markReadOnlyData(llvm::Module &M);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_NVPTX_READONLYDATA_H
