// RUN: %warpfort-opt --warpfort-managed-allocations %s | FileCheck %s

module attributes {dlti.dl_spec = #dlti.dl_spec<i8 = dense<8> : vector<2xi64>, i64 = dense<64> : vector<2xi64>, "dlti.endianness" = "little">, fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = ""} {

func.func private @_FortranAAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)

// What ALLOCATE gives is managed; temporaries and characters of deferred length
// are not.
// CHECK-LABEL: func.func @_QPallocate
func.func @_QPallocate(%n: index) -> (!fir.heap<!fir.array<2x?xf32>>, !fir.heap<!fir.array<?xf32>>, !fir.heap<!fir.char<1,?>>) {
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK: %[[ROWS:.*]] = arith.muli %[[FOUR]], %[[TWO]]
  // CHECK: %[[N:.*]] = arith.maxsi %arg0
  // CHECK: %[[BYTES:.*]] = arith.muli %[[ROWS]], %[[N]]
  // CHECK: %[[SIZE:.*]] = fir.convert %[[BYTES]] : (index) -> i64
  // CHECK: %[[ADDRESS:.*]] = fir.call @warprt_allocate_managed(%[[SIZE]],
  // CHECK: %[[A:.*]] = fir.convert %[[ADDRESS]] : {{.*}} -> !fir.heap<!fir.array<2x?xf32>>
  %a = fir.allocmem !fir.array<2x?xf32>, %n {fir.must_be_heap = true, uniq_name = "_QFEa.alloc"}
  // CHECK: %[[T:.*]] = fir.allocmem !fir.array<?xf32>
  %t = fir.allocmem !fir.array<?xf32>, %n {bindc_name = ".tmp.array", uniq_name = ""}
  // CHECK: %[[C:.*]] = fir.allocmem !fir.char<1,?>
  %c = fir.allocmem !fir.char<1,?>(%n : index) {fir.must_be_heap = true, uniq_name = "_QFEc.alloc"}
  // CHECK: return %[[A]], %[[T]], %[[C]]
  return %a, %t, %c : !fir.heap<!fir.array<2x?xf32>>, !fir.heap<!fir.array<?xf32>>, !fir.heap<!fir.char<1,?>>
}

// So is what Flang's runtime allocates for a variable.
// CHECK-LABEL: func.func @_QPassign
func.func @_QPassign(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>, %b: !fir.ref<!fir.box<!fir.array<?xf32>>>, %source: !fir.box<none>, %file: !fir.ref<i8>) {
  %line = arith.constant 3 : i32
  %to_a = fir.convert %a : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) -> !fir.ref<!fir.box<none>>
  // CHECK: fir.call @warprt_manage_allocations(%c1_i32)
  // CHECK-NEXT: fir.call @_FortranAAssign
  // CHECK-NEXT: arith.constant 0
  // CHECK-NEXT: fir.call @warprt_manage_allocations(%c0_i32)
  fir.call @_FortranAAssign(%to_a, %source, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
  %to_b = fir.convert %b : (!fir.ref<!fir.box<!fir.array<?xf32>>>) -> !fir.ref<!fir.box<none>>
  // CHECK-NOT: warprt_manage_allocations
  // CHECK: fir.call @_FortranAAssign
  // CHECK-NOT: warprt_manage_allocations
  fir.call @_FortranAAssign(%to_b, %source, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
  // CHECK: return
  return
}

}
