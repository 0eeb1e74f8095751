//===-- acc-legalize-serial.mlir - SERIAL with one thread -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %warpfort-opt --warpfort-acc-legalize-serial %s | FileCheck %s
//
// Clauses stay; blocks that look alike are not merged.
//
//===----------------------------------------------------------------------===//

module {
  // CHECK-LABEL: func.func @clauses
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: acc.parallel {{.*}}async(%{{.*}} : i32){{.*}}num_gangs({%[[ONE]] : i32}) num_workers(%[[ONE]] : i32) {{.*}}vector_length(%[[ONE]] : i32)
  // CHECK: acc.yield
  // CHECK-NOT: acc.serial
  func.func @clauses(%condition: i1, %queue: i32) {
    acc.serial async(%queue : i32) if(%condition) {
      acc.yield
    }
    return
  }

  // CHECK-LABEL: func.func @alike
  // CHECK-COUNT-2: fir.rebox
  // CHECK: return
  func.func @alike(%condition: i1, %box: !fir.box<!fir.array<?xi32>>, %a: index, %b: index) {
    cf.cond_br %condition, ^bb1, ^bb2
  ^bb1:
    %0 = fir.shift %a : (index) -> !fir.shift<1>
    %1 = fir.rebox %box(%0) : (!fir.box<!fir.array<?xi32>>, !fir.shift<1>) -> !fir.box<!fir.array<?xi32>>
    fir.call @use(%1) : (!fir.box<!fir.array<?xi32>>) -> ()
    cf.br ^bb3
  ^bb2:
    %2 = fir.shift %b : (index) -> !fir.shift<1>
    %3 = fir.rebox %box(%2) : (!fir.box<!fir.array<?xi32>>, !fir.shift<1>) -> !fir.box<!fir.array<?xi32>>
    fir.call @use(%3) : (!fir.box<!fir.array<?xi32>>) -> ()
    cf.br ^bb3
  ^bb3:
    return
  }
  func.func private @use(!fir.box<!fir.array<?xi32>>)
}
