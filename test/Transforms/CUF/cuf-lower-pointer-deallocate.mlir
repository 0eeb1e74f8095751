// RUN: %warpfort-opt --warpfort-cuf-lower-pointer-deallocate %s | FileCheck %s
//
// A pointer goes back by the run-time library's function for pointers; an
// allocatable is left to Flang.

// CHECK-LABEL: func.func @pointer(
// CHECK-SAME: %[[P:[^:]*]]:
// CHECK: %[[BOX:.*]] = fir.convert %[[P]] : {{.*}} -> !fir.ref<!fir.box<none>>
// CHECK: %[[STAT:.*]] = fir.call @_FortranAPointerDeallocate(%[[BOX]],
// CHECK: return %[[STAT]]
func.func @pointer(%p: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) -> i32 {
  %0 = cuf.deallocate %p : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {data_attr = #cuf.cuda<device>, pointer} -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @allocatable(
// CHECK: cuf.deallocate
func.func @allocatable(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) -> i32 {
  %0 = cuf.deallocate %a : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>> {data_attr = #cuf.cuda<device>} -> i32
  return %0 : i32
}
