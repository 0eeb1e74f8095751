// RUN: %warpfort-opt --warpfort-check-pointers %s | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: %warpfort-opt --warpfort-check-pointers=device=true %s | FileCheck %s --check-prefixes=CHECK,DEVICE
//
// What follows the address in a descriptor of a pointer or an allocatable is
// checked; a question about it is none.

// CHECK-LABEL: func.func @element(
// CHECK: %[[BOX:.*]] = fir.load
// CHECK: %[[ADDRESS:.*]] = fir.box_addr %[[BOX]]
// CHECK: %[[NUMBER:.*]] = fir.convert %[[ADDRESS]]
// CHECK: %[[NULL:.*]] = arith.cmpi eq, %[[NUMBER]]
// CHECK: fir.if %[[NULL]] {
// HOST: fir.call @warprt_report_pointer(
// DEVICE: fir.call @__warpdev_report_pointer(
// CHECK: }
// CHECK: fir.array_coor
func.func @element(%arg0: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>, %i: index) {
  %p = fir.declare %arg0 {uniq_name = "_QFelementEp"} : (!fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>
  %0 = fir.load %p : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>
  %1 = fir.array_coor %0 %i : (!fir.box<!fir.ptr<!fir.array<?xf32>>>, index) -> !fir.ref<f32>
  %2 = fir.load %1 : !fir.ref<f32>
  return
}

// A loop over the elements may have none: the check is before it. There is one.
// CHECK-LABEL: func.func @kernel(
// HOST: fir.call @warprt_report_pointer(
// DEVICE: fir.call @__warpdev_report_pointer_of_thread(
// CHECK: fir.do_loop
// CHECK-NOT: fir.if
// CHECK: return
func.func @kernel(%arg0: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>, %n: index) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c1 = arith.constant 1 : index
  %a = fir.declare %arg0 {uniq_name = "_QFkernelEa"} : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  %0 = fir.load %a : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  fir.do_loop %i = %c1 to %n step %c1 {
    %1 = fir.array_coor %0 %i : (!fir.box<!fir.heap<!fir.array<?xf32>>>, index) -> !fir.ref<f32>
    %2 = fir.load %1 : !fir.ref<f32>
    fir.store %2 to %1 : !fir.ref<f32>
  }
  return
}

// CHECK-LABEL: func.func @question(
// CHECK-NOT: fir.if
// CHECK: return
func.func @question(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>) -> i1 {
  %c0 = arith.constant 0 : i64
  %a = fir.declare %arg0 {uniq_name = "_QFquestionEa"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
  %0 = fir.load %a : !fir.ref<!fir.box<!fir.heap<f32>>>
  %1 = fir.box_addr %0 : (!fir.box<!fir.heap<f32>>) -> !fir.heap<f32>
  %2 = fir.convert %1 : (!fir.heap<f32>) -> i64
  %3 = arith.cmpi ne, %2, %c0 : i64
  return %3 : i1
}

// A use behind a question of the program stays behind it.
// CHECK-LABEL: func.func @guarded(
// CHECK: fir.if %arg1 {
// CHECK: fir.if
// CHECK: fir.load
func.func @guarded(%arg0: !fir.ref<!fir.box<!fir.heap<f32>>>, %arg1: i1) {
  %a = fir.declare %arg0 {uniq_name = "_QFguardedEa"} : (!fir.ref<!fir.box<!fir.heap<f32>>>) -> !fir.ref<!fir.box<!fir.heap<f32>>>
  %0 = fir.load %a : !fir.ref<!fir.box<!fir.heap<f32>>>
  fir.if %arg1 {
    %1 = fir.box_addr %0 : (!fir.box<!fir.heap<f32>>) -> !fir.heap<f32>
    %2 = fir.load %1 : !fir.heap<f32>
  }
  return
}

// An address that is formed in front of the question is used behind it.
// CHECK-LABEL: func.func @formed(
// CHECK: fir.coordinate_of
// CHECK-NEXT: fir.if %arg1 {
// CHECK: fir.if
// CHECK: fir.load
// CHECK: } else {
// CHECK-NOT: fir.if
// CHECK: return
func.func @formed(%arg0: !fir.ref<!fir.box<!fir.ptr<!fir.type<t{k:i32}>>>>, %arg1: i1) {
  %p = fir.declare %arg0 {uniq_name = "_QFformedEp"} : (!fir.ref<!fir.box<!fir.ptr<!fir.type<t{k:i32}>>>>) -> !fir.ref<!fir.box<!fir.ptr<!fir.type<t{k:i32}>>>>
  %0 = fir.load %p : !fir.ref<!fir.box<!fir.ptr<!fir.type<t{k:i32}>>>>
  %1 = fir.box_addr %0 : (!fir.box<!fir.ptr<!fir.type<t{k:i32}>>>) -> !fir.ptr<!fir.type<t{k:i32}>>
  %2 = fir.coordinate_of %1, k : (!fir.ptr<!fir.type<t{k:i32}>>) -> !fir.ref<i32>
  fir.if %arg1 {
    %3 = fir.load %2 : !fir.ref<i32>
  } else {
    %4 = fir.declare %2 {uniq_name = "p%k"} : (!fir.ref<i32>) -> !fir.ref<i32>
  }
  return
}
