// RUN: %warpfort-opt --warpfort-cuf-lower-descriptors %s | FileCheck %s
//
// Descriptors of local device data are on the stack. Memory that is no
// descriptor stays the device's.

// CHECK-LABEL: func.func @descriptor(
// CHECK: %[[BOX:.*]] = fir.alloca !fir.box<!fir.heap<!fir.array<?xf64>>>
// CHECK-NOT: cuf.alloc
// CHECK: fir.declare %[[BOX]]
// CHECK-NOT: cuf.free
// CHECK: return
func.func @descriptor() {
  %0 = cuf.alloc !fir.box<!fir.heap<!fir.array<?xf64>>> {bindc_name = "x", data_attr = #cuf.cuda<managed>, uniq_name = "_QFEx"} -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  %1 = fir.declare %0 {data_attr = #cuf.cuda<managed>, uniq_name = "_QFEx"} : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  %2 = fir.load %1 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  cuf.free %1 : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>> {data_attr = #cuf.cuda<managed>}
  return
}

// CHECK-LABEL: func.func @array(
// CHECK: cuf.alloc !fir.array<4xf64>
// CHECK: cuf.free
func.func @array() {
  %0 = cuf.alloc !fir.array<4xf64> {bindc_name = "a", data_attr = #cuf.cuda<device>, uniq_name = "_QFEa"} -> !fir.ref<!fir.array<4xf64>>
  cuf.free %0 : !fir.ref<!fir.array<4xf64>> {data_attr = #cuf.cuda<device>}
  return
}
