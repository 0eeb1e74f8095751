//===-- AliasTags.h - Claims on aliasing that inlining breaks ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_ALIASTAGS_H
#define WARPFORT_LIB_PIPELINE_ALIASTAGS_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Makes Flang's alias tags hold in functions that may be inlined. To run
/// before LLVM's passes.
void limitAliasTags(llvm::Module &M);

} // namespace warpfort

#endif
