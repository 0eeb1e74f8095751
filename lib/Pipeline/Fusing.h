//===-- Fusing.h - Fused multiplications and additions ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_FUSING_H
#define WARPFORT_LIB_PIPELINE_FUSING_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// -Mnofma, -gpu=nofma, -ffp-contract=off: each operation of the source rounds
/// its result. To run before LLVM's passes.
void forbidFusing(llvm::Module &M);

/// Functions keep the accuracy of libm, whatever the target offers.
void requireExactMath(llvm::Module &M);

} // namespace warpfort

#endif
