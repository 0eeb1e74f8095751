//===-- freeze-masked-loads.mlir - Canary ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//
// RUN: %{canary} lib/Target/Common/FreezeMaskedLoads.cpp "order: store load" "echo order: $(%{llvm-tools}/mlir-translate --mlir-to-llvmir %s | %{llvm-tools}/opt -passes=instcombine -S | grep -o 'call.*masked.[a-z]*' | sed 's/.*masked.//')"
//
// InstCombine of stock LLVM moves a masked load past a store to the same memory.
//
//===-----------------------------------------------------------------------===//

llvm.func @swap(%p: !llvm.ptr, %mask: vector<4xi1>, %new: vector<4xf32>, %other: vector<4xf32>) -> vector<4xf32> {
  %none = llvm.mlir.poison : vector<4xf32>
  %old = llvm.intr.masked.load %p, %mask, %none {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %new, %p, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %chosen = llvm.select %mask, %old, %other : vector<4xi1>, vector<4xf32>
  llvm.return %chosen : vector<4xf32>
}
