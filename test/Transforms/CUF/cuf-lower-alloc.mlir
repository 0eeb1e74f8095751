// RUN: %warpfort-opt --warpfort-cuf-lower-alloc %s | FileCheck %s

module attributes {dlti.dl_spec = #dlti.dl_spec<i8 = dense<8> : vector<2xi64>, i64 = dense<64> : vector<2xi64>, "dlti.endianness" = "little">} {

// Constant and other extents count, and the length of characters.
// CHECK-LABEL: func.func @_QPlocal
func.func @_QPlocal(%n: index) {
  %c4 = arith.constant 4 : index
  // CHECK: arith.constant 4 : index
  // CHECK: %[[ELEMENT:.*]] = arith.constant 4 : index
  // CHECK: %[[N:.*]] = arith.maxsi %arg0
  // CHECK: %[[ROWS:.*]] = arith.muli %[[ELEMENT]], %[[N]]
  // CHECK: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK: %[[BYTES:.*]] = arith.muli %[[ROWS]], %[[TWO]]
  // CHECK: %[[TYPE:.*]] = arith.constant 0 : i32
  // CHECK: %[[SIZE:.*]] = fir.convert %[[BYTES]] : (index) -> i64
  // CHECK: fir.call @_FortranACUFMemAlloc(%[[SIZE]], %[[TYPE]],
  %0 = cuf.alloc !fir.array<?x2x!fir.char<1,4>>(%c4 : index), %n : index {bindc_name = "a", data_attr = #cuf.cuda<device>, uniq_name = "_QFEa"} -> !fir.ref<!fir.array<?x2x!fir.char<1,4>>>
  // CHECK: %[[KIND:.*]] = arith.constant 1 : i32
  // CHECK: fir.call @_FortranACUFMemAlloc(%{{.*}}, %[[KIND]],
  %1 = cuf.alloc f64 {bindc_name = "m", data_attr = #cuf.cuda<managed>, uniq_name = "_QFEm"} -> !fir.ref<f64>
  // Descriptors are Flang's.
  // CHECK: cuf.alloc !fir.box
  %2 = cuf.alloc !fir.box<!fir.heap<!fir.array<?xf32>>> {bindc_name = "b", data_attr = #cuf.cuda<device>, uniq_name = "_QFEb"} -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  return
}

}
