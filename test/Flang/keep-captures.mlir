//===-- keep-captures.mlir - Canary ----------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//
// RUN: %{canary} lib/Transforms/OpenACC/Clauses/KeepCaptures.cpp "expected three operations" "%{llvm-tools}/mlir-opt --canonicalize %s"
//
// Stock MLIR drops the update of a capture, which is invalid then.
//
//===-----------------------------------------------------------------------===//

func.func @capture(%v: memref<i32>, %x: memref<i32>) {
  acc.atomic.capture {
    acc.atomic.read %v = %x : memref<i32>, memref<i32>, i32
    acc.atomic.update %x : memref<i32> {
    ^bb0(%old: i32):
      acc.yield %old : i32
    }
  }
  return
}
