// RUN: %warpfort-opt --warpfort-check-substrings %s | FileCheck %s
//
// Substrings are compared with the length, in statements of the host and of
// device procedures; in constructs that become kernels the call compares.

// CHECK-LABEL: func.func @host(
// CHECK: arith.cmpi slt,
// CHECK: arith.cmpi sgt,
// CHECK: arith.cmpi sle,
// CHECK: fir.if
// CHECK: fir.call @warprt_report_substring(
// CHECK: hlfir.designate {{.*}} substr
func.func @host(%arg0: !fir.boxchar<1>, %i: index, %j: index, %n: index) {
  %0:2 = fir.unboxchar %arg0 : (!fir.boxchar<1>) -> (!fir.ref<!fir.char<1,?>>, index)
  %c:2 = hlfir.declare %0#0 typeparams %0#1 {uniq_name = "_QFhostEc"} : (!fir.ref<!fir.char<1,?>>, index) -> (!fir.boxchar<1>, !fir.ref<!fir.char<1,?>>)
  %1 = hlfir.designate %c#0 substr %i, %j typeparams %n : (!fir.boxchar<1>, index, index, index) -> !fir.boxchar<1>
  return
}

// CHECK-LABEL: func.func @construct(
// CHECK: acc.serial
// CHECK-NOT: fir.if
// CHECK: fir.call @warprt_report_outside({{.*}}) : ({{.*}}, i32, i64, i64, i64) -> i32
// CHECK: hlfir.designate {{.*}} substr
func.func @construct(%arg0: !fir.boxchar<1>, %i: index, %j: index, %n: index) {
  %0:2 = fir.unboxchar %arg0 : (!fir.boxchar<1>) -> (!fir.ref<!fir.char<1,?>>, index)
  %c:2 = hlfir.declare %0#0 typeparams %0#1 {uniq_name = "_QFconstructEc"} : (!fir.ref<!fir.char<1,?>>, index) -> (!fir.boxchar<1>, !fir.ref<!fir.char<1,?>>)
  acc.serial {
    %1 = hlfir.designate %c#0 substr %i, %j typeparams %n : (!fir.boxchar<1>, index, index, index) -> !fir.boxchar<1>
    acc.yield
  }
  return
}
