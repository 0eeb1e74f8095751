// RUN: %warpfort-opt --warpfort-host-memory %s | FileCheck %s

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"} {
  // A large array and an automatic one are freed before every return; a small
  // one, a scalar and characters of variable length stay on the stack.
  // CHECK-LABEL: func.func @locals
  // CHECK: fir.alloca !fir.array<10xf64>
  // CHECK: fir.alloca f64
  // CHECK: fir.alloca !fir.char<1,?>(%{{.*}} : index)
  // CHECK: %[[LARGE:.*]] = fir.allocmem !fir.array<8193xf64> {bindc_name = "a", uniq_name = "_QFlocalsEa"}
  // CHECK: %[[A:.*]] = fir.convert %[[LARGE]] : {{.*}} -> !fir.ref<!fir.array<8193xf64>>
  // CHECK: %[[AUTOMATIC:.*]] = fir.allocmem !fir.array<?xf64>, %{{.*}}
  // CHECK: cf.cond_br
  // CHECK-COUNT-2: fir.freemem
  // CHECK-NEXT: return
  // CHECK-COUNT-2: fir.freemem
  // CHECK-NEXT: return
  func.func @locals(%n: index, %c: i1) {
    %small = fir.alloca !fir.array<10xf64>
    %x = fir.alloca f64
    %text = fir.alloca !fir.char<1,?>(%n : index)
    %a = fir.alloca !fir.array<8193xf64> {bindc_name = "a", uniq_name = "_QFlocalsEa"}
    %b = fir.alloca !fir.array<?xf64>, %n
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    return
  ^bb2:
    return
  }

  // A record counts by its bytes.
  // CHECK-LABEL: func.func @record
  // CHECK: fir.allocmem !fir.type<_QTt{x:!fir.array<9000xf64>,b:!fir.box<!fir.heap<!fir.array<?xf32>>>}>
  // CHECK: fir.alloca !fir.type<_QTs
  func.func @record() {
    %r = fir.alloca !fir.type<_QTt{x:!fir.array<9000xf64>,b:!fir.box<!fir.heap<!fir.array<?xf32>>>}>
    %s = fir.alloca !fir.type<_QTs{x:!fir.array<900xf64>}>
    return
  }

  // Nine arrays of 64 KB are too many together; one of 1 KB stays.
  // CHECK-LABEL: func.func @many
  // CHECK-COUNT-9: fir.allocmem !fir.array<8192xf64>
  // CHECK: fir.alloca !fir.array<128xf64>
  func.func @many() {
    %1 = fir.alloca !fir.array<8192xf64>
    %2 = fir.alloca !fir.array<8192xf64>
    %3 = fir.alloca !fir.array<8192xf64>
    %4 = fir.alloca !fir.array<8192xf64>
    %5 = fir.alloca !fir.array<8192xf64>
    %6 = fir.alloca !fir.array<8192xf64>
    %7 = fir.alloca !fir.array<8192xf64>
    %8 = fir.alloca !fir.array<8192xf64>
    %9 = fir.alloca !fir.array<8192xf64>
    %small = fir.alloca !fir.array<128xf64>
    return
  }

  // What is made in a loop ends with the iteration.
  // CHECK-LABEL: func.func @loop
  // CHECK: fir.do_loop
  // CHECK: fir.allocmem !fir.array<8193xf64>
  // CHECK: fir.freemem
  // CHECK: }
  // CHECK: return
  func.func @loop(%lb: index, %ub: index, %s: index) {
    fir.do_loop %i = %lb to %ub step %s {
      %a = fir.alloca !fir.array<8193xf64>
    }
    return
  }

  // A block that a jump repeats: its array is freed before it is made again.
  // CHECK-LABEL: func.func @jumps
  // CHECK: %[[SLOT:.*]] = fir.alloca !fir.heap<!fir.array<?xf64>>
  // CHECK: cf.cond_br
  // CHECK: fir.load %[[SLOT]]
  // CHECK: fir.freemem
  // CHECK: %[[A:.*]] = fir.allocmem !fir.array<?xf64>, %{{.*}}
  // CHECK: fir.store %[[A]] to %[[SLOT]]
  // CHECK: cf.br
  // CHECK: fir.load %[[SLOT]]
  // CHECK: fir.freemem
  // CHECK: return
  func.func @jumps(%n: index, %c: i1) {
    cf.br ^bb1
  ^bb1:
    cf.cond_br %c, ^bb2, ^bb3
  ^bb2:
    %a = fir.alloca !fir.array<?xf64>, %n
    cf.br ^bb1
  ^bb3:
    return
  }
}
