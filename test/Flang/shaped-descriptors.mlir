//===-- shaped-descriptors.mlir - Canary -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//
// RUN: %{canary} lib/Flang/Passes/ShapedDescriptors.cpp "array_coor %arg0 %arg1, %arg2 : \(!fir.ref" "%{llvm-tools}/fir-opt --canonicalize %s"
//
// Stock Flang's canonicalization takes an array's address without its shape.
//
//===-----------------------------------------------------------------------===//

func.func @element(%a: !fir.ref<!fir.array<7x3xi32>>, %i: index, %j: index) -> !fir.ref<i32> {
  %box = fir.embox %a : (!fir.ref<!fir.array<7x3xi32>>) -> !fir.box<!fir.array<7x3xi32>>
  %at = fir.array_coor %box %i, %j : (!fir.box<!fir.array<7x3xi32>>, index, index) -> !fir.ref<i32>
  return %at : !fir.ref<i32>
}
