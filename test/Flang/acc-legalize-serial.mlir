//===-- acc-legalize-serial.mlir - Canary ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//
// RUN: %{canary} --absent lib/Transforms/OpenACC/Clauses/ACCLegalizeSerial.cpp "call @use[^$]*call @use" "%{llvm-tools}/mlir-opt --acc-legalize-serial %s"
//
// The stock pass merges blocks that look alike.
//
//===-----------------------------------------------------------------------===//

func.func @alike(%c: i1, %a: memref<?xf32>, %x: index, %y: index) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = memref.dim %a, %x : memref<?xf32>
  func.call @use(%0) : (index) -> ()
  cf.br ^bb3
^bb2:
  %1 = memref.dim %a, %y : memref<?xf32>
  func.call @use(%1) : (index) -> ()
  cf.br ^bb3
^bb3:
  acc.serial { acc.yield }
  return
}
func.func private @use(index)
