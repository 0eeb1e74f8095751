// RUN: %warpfort-opt --warpfort-cuf-device-memory %s | FileCheck %s

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"} {
  // An automatic array is freed before every return; one of constant size
  // stays in local memory.
  // CHECK-LABEL: func.func @automatic
  // CHECK: fir.alloca !fir.array<10xf64>
  // CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %c8_i64
  // CHECK: %[[MEMORY:.*]] = fir.call @__warpdev_allocate(%[[BYTES]]) : (i64)
  // CHECK: fir.convert %[[MEMORY]] : {{.*}} -> !fir.ref<!fir.array<?xf64>>
  // CHECK: cf.cond_br
  // CHECK: fir.freemem
  // CHECK-NEXT: return
  // CHECK: fir.freemem
  // CHECK-NEXT: return
  func.func @automatic(%n: index, %c: i1) {
    %small = fir.alloca !fir.array<10xf64>
    %a = fir.alloca !fir.array<?xf64>, %n
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    return
  ^bb2:
    return
  }

  // CHECK-LABEL: func.func @temporaries
  // CHECK: fir.allocmem !fir.array<4xi32>
  // CHECK: fir.call @__warpdev_allocate(%{{.*}}) : (i64)
  // CHECK: fir.convert %{{.*}} -> !fir.heap<!fir.array<?x3xcomplex<f32>>>
  // CHECK-NOT: fir.allocmem
  func.func @temporaries(%n: index) {
    %small = fir.allocmem !fir.array<4xi32>
    %a = fir.allocmem !fir.array<?x3xcomplex<f32>>, %n
    fir.freemem %small : !fir.heap<!fir.array<4xi32>>
    fir.freemem %a : !fir.heap<!fir.array<?x3xcomplex<f32>>>
    return
  }

  // Sizes that are constants.
  // CHECK-LABEL: func.func @constants
  // CHECK: %[[ARRAY:.*]] = fir.alloca !fir.array<6x3xf64>
  // CHECK: fir.convert %[[ARRAY]] : (!fir.ref<!fir.array<6x3xf64>>) -> !fir.ref<!fir.array<?x3xf64>>
  // CHECK: %[[TEXTS:.*]] = fir.allocmem !fir.array<6x!fir.char<1,4>>
  // CHECK: %[[SAME:.*]] = fir.convert %[[TEXTS]] : (!fir.heap<!fir.array<6x!fir.char<1,4>>>) -> !fir.heap<!fir.array<?x!fir.char<1,?>>>
  // CHECK: fir.freemem %[[SAME]]
  // CHECK: fir.call @__warpdev_allocate(
  func.func @constants() {
    %n = arith.constant 6 : index
    %l = arith.constant 4 : i32
    %large = arith.constant 100000 : index
    %a = fir.alloca !fir.array<?x3xf64>, %n
    %b = fir.allocmem !fir.array<?x!fir.char<1,?>>(%l : i32), %n
    fir.freemem %b : !fir.heap<!fir.array<?x!fir.char<1,?>>>
    %c = fir.allocmem !fir.array<?xf64>, %large
    fir.freemem %c : !fir.heap<!fir.array<?xf64>>
    return
  }

  // Characters of variable length.
  // CHECK-LABEL: func.func @text
  // CHECK-NOT: fir.alloca
  // CHECK: fir.call @__warpdev_allocate(%{{.*}}) : (i64)
  // CHECK: fir.freemem
  func.func @text(%n: index) {
    %a = fir.alloca !fir.char<1,?>(%n : index)
    return
  }
}
