// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding in a mode that the processor would be set to, and REDUCE, in line.
//
// RUN: %warpfort-opt --warpfort-cuf-device-intrinsics --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @rint
// CHECK-SAME: (%[[X:.*]]: f32, %[[MODE:.*]]: i32)
// CHECK-NOT: rounding
// CHECK: %[[NEAREST:.*]] = math.roundeven %[[X]]
// CHECK: %[[ZERO:.*]] = math.trunc %[[X]]
// CHECK: %[[C0:.*]] = arith.constant 0 : i32
// CHECK: arith.cmpi eq, %[[MODE]], %[[C0]]
// CHECK: math.ceil %[[X]]
// CHECK: %[[DOWN:.*]] = math.floor %[[X]]
// CHECK: %[[LAST:.*]] = arith.select %{{.*}}, %[[DOWN]]
// CHECK-NOT: rounding
// CHECK: return %[[LAST]]
func.func @rint(%x: f32, %mode: i32) -> f32 {
  %old = fir.call @llvm.get.rounding() : () -> i32
  fir.call @llvm.set.rounding(%mode) : (i32) -> ()
  %y = fir.call @llvm.nearbyint.f32(%x) : (f32) -> f32
  fir.call @llvm.set.rounding(%old) : (i32) -> ()
  return %y : f32
}
func.func private @llvm.get.rounding() -> i32
func.func private @llvm.set.rounding(i32)
func.func private @llvm.nearbyint.f32(f32) -> f32

// -----

// The host keeps its modes.
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
// CHECK-LABEL: func.func @on_host
// CHECK: llvm.set.rounding
// CHECK: math.roundeven
// CHECK: llvm.set.rounding
func.func @on_host(%x: f32, %mode: i32) -> f32 {
  %old = fir.call @llvm.get.rounding() : () -> i32
  fir.call @llvm.set.rounding(%mode) : (i32) -> ()
  %y = fir.call @llvm.nearbyint.f32(%x) : (f32) -> f32
  fir.call @llvm.set.rounding(%old) : (i32) -> ()
  return %y : f32
}
func.func private @llvm.get.rounding() -> i32
func.func private @llvm.set.rounding(i32)
func.func private @llvm.nearbyint.f32(f32) -> f32
}

// -----

// CHECK-LABEL: func.func @reduce
// CHECK-SAME: (%[[A:.*]]: !fir.box<!fir.array<?xi32>>
// CHECK: %[[SEEN:.*]] = fir.alloca i1
// CHECK: fir.do_loop %[[I:.*]] =
// CHECK: %[[ELEMENT:.*]] = fir.array_coor %[[A]] %[[I]]
// CHECK: fir.load %[[SEEN]]
// CHECK: fir.call @minus(%[[TOTAL:.*]], %[[ELEMENT]])
// CHECK: fir.call @_FortranAReportFatalUserError
// CHECK: %[[RESULT:.*]] = fir.load %[[TOTAL]]
// CHECK: return %[[RESULT]]
func.func @reduce(%a: !fir.box<!fir.array<?xi32>>, %file: !fir.ref<i8>, %line: i32) -> i32 {
  %op = fir.address_of(@minus) : (!fir.ref<i32>, !fir.ref<i32>) -> i32
  %box = fir.emboxproc %op : ((!fir.ref<i32>, !fir.ref<i32>) -> i32) -> !fir.boxproc<() -> ()>
  %f = fir.box_addr %box : (!fir.boxproc<() -> ()>) -> ((!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>)
  %none = fir.absent !fir.box<i1>
  %identity = fir.absent !fir.ref<i32>
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %array = fir.convert %a : (!fir.box<!fir.array<?xi32>>) -> !fir.box<none>
  %mask = fir.convert %none : (!fir.box<i1>) -> !fir.box<none>
  %r = fir.call @_FortranAReduceInteger4Ref(%array, %f, %file, %line, %one, %mask, %identity, %false) : (!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i32
  return %r : i32
}
func.func private @minus(!fir.ref<i32>, !fir.ref<i32>) -> i32
func.func private @_FortranAReduceInteger4Ref(!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i32

// -----

// The host's library ends the program in REDUCE of logical values without DIM=.
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
// CHECK-LABEL: func.func @reduce_on_host
// CHECK-NOT: fir.call @_FortranAReduceLogical4Ref
// CHECK: fir.call @either(
// CHECK: fir.call @_FortranAReduceInteger4Ref
func.func @reduce_on_host(%a: !fir.box<!fir.array<?x!fir.logical<4>>>, %n: !fir.box<none>, %file: !fir.ref<i8>, %line: i32) -> (i1, i32) {
  %op = fir.address_of(@either) : (!fir.ref<!fir.logical<4>>, !fir.ref<!fir.logical<4>>) -> !fir.logical<4>
  %box = fir.emboxproc %op : ((!fir.ref<!fir.logical<4>>, !fir.ref<!fir.logical<4>>) -> !fir.logical<4>) -> !fir.boxproc<() -> ()>
  %f = fir.box_addr %box : (!fir.boxproc<() -> ()>) -> ((!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>)
  %none = fir.absent !fir.box<i1>
  %identity = fir.absent !fir.ref<i32>
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %array = fir.convert %a : (!fir.box<!fir.array<?x!fir.logical<4>>>) -> !fir.box<none>
  %mask = fir.convert %none : (!fir.box<i1>) -> !fir.box<none>
  %r = fir.call @_FortranAReduceLogical4Ref(%array, %f, %file, %line, %one, %mask, %identity, %false) : (!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i1
  %s = fir.call @_FortranAReduceInteger4Ref(%n, %f, %file, %line, %one, %mask, %identity, %false) : (!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i32
  return %r, %s : i1, i32
}
func.func private @either(!fir.ref<!fir.logical<4>>, !fir.ref<!fir.logical<4>>) -> !fir.logical<4>
func.func private @_FortranAReduceLogical4Ref(!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i1
func.func private @_FortranAReduceInteger4Ref(!fir.box<none>, (!fir.ref<i32>, !fir.ref<i32>) -> !fir.ref<i32>, !fir.ref<i8>, i32, i32, !fir.box<none>, !fir.ref<i32>, i1) -> i32
}

// -----

// Products that may fuse with what is around; powers that are no constants or
// large stay calls.
// CHECK-LABEL: func.func @powers
// CHECK-SAME: (%[[X:.*]]: f64, %[[N:.*]]: i32
// CHECK: %[[TWO:.*]] = arith.mulf %[[X]], %[[X]] fastmath<contract> : f64
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] fastmath<contract> : f64
// CHECK: %[[THREE:.*]] = arith.mulf %[[X]], %[[SQUARE]] fastmath<contract> : f64
// CHECK: math.fpowi %[[X]], %[[N]]
// CHECK: math.fpowi %[[X]],
// CHECK: return %[[TWO]], %[[THREE]]
func.func @powers(%x: f64, %n: i32) -> (f64, f64, f64, f64) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c17 = arith.constant 17 : i32
  %two = math.fpowi %x, %c2 fastmath<contract> : f64, i32
  %three = math.fpowi %x, %c3 fastmath<contract> : f64, i32
  %any = math.fpowi %x, %n fastmath<contract> : f64, i32
  %large = math.fpowi %x, %c17 fastmath<contract> : f64, i32
  return %two, %three, %any, %large : f64, f64, f64, f64
}
