//===-- order-stack-arrays.mlir - Canary -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//
// RUN: %{canary} lib/Flang/Passes/OrderStackArrays.cpp "orders: ([2-9]|1[0-9])" "echo orders: $(for i in 1 2 3 4 5 6 7 8 9 10 11 12; do %{llvm-tools}/fir-opt --stack-arrays %s | cksum; done | sort -u | wc -l)"
//
// Stock Flang moves arrays to the stack in an order that differs from run to run.
//
//===-----------------------------------------------------------------------===//

func.func private @use(!fir.heap<!fir.array<4xi32>>)

func.func @constant_sizes() {
  %a = fir.allocmem !fir.array<4xi32> {bindc_name = "a", uniq_name = ""}
  %b = fir.allocmem !fir.array<4xi32> {bindc_name = "b", uniq_name = ""}
  %c = fir.allocmem !fir.array<4xi32> {bindc_name = "c", uniq_name = ""}
  %d = fir.allocmem !fir.array<4xi32> {bindc_name = "d", uniq_name = ""}
  %e = fir.allocmem !fir.array<4xi32> {bindc_name = "e", uniq_name = ""}
  fir.call @use(%c) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use(%a) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use(%e) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use(%d) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use(%b) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.freemem %e : !fir.heap<!fir.array<4xi32>>
  fir.freemem %d : !fir.heap<!fir.array<4xi32>>
  fir.freemem %c : !fir.heap<!fir.array<4xi32>>
  fir.freemem %b : !fir.heap<!fir.array<4xi32>>
  fir.freemem %a : !fir.heap<!fir.array<4xi32>>
  return
}
