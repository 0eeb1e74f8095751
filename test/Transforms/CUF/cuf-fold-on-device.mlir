// RUN: %warpfort-opt --warpfort-cuf-fold-on-device %s | FileCheck %s

func.func private @warprt_on_device() -> !fir.logical<4>
func.func private @_QPonly_there() attributes {cuf.proc_attr = #cuf.cuda_proc<device>}
func.func private @_QPon_host()

// CHECK-LABEL: func.func @_QPboth
// CHECK-NOT: warprt_on_device
// CHECK-NOT: only_there
// CHECK: fir.call @_QPon_host
// CHECK-NEXT: return
func.func @_QPboth() attributes {cuf.proc_attr = #cuf.cuda_proc<host_device>} {
  %0 = fir.call @warprt_on_device() : () -> !fir.logical<4>
  %1 = fir.convert %0 : (!fir.logical<4>) -> i1
  fir.if %1 {
    fir.call @_QPonly_there() : () -> ()
  } else {
    fir.call @_QPon_host() : () -> ()
  }
  return
}

// In other conditions, and where blocks branch.
// CHECK-LABEL: func.func @_QPforms
// CHECK-NOT: only_there
// CHECK: return
func.func @_QPforms(%flag: i1) attributes {cuf.proc_attr = #cuf.cuda_proc<host_device>} {
  %true = arith.constant true
  %0 = fir.call @warprt_on_device() : () -> !fir.logical<4>
  %1 = fir.convert %0 : (!fir.logical<4>) -> i1
  %2 = arith.andi %flag, %1 : i1
  fir.if %2 {
    fir.call @_QPonly_there() : () -> ()
  }
  %3 = arith.xori %1, %true : i1
  cf.cond_br %3, ^bb2, ^bb1
^bb1:
  fir.call @_QPonly_there() : () -> ()
  cf.br ^bb2
^bb2:
  return
}

// Host procedures ask at run time.
// CHECK-LABEL: func.func @_QPplain
// CHECK: fir.call @warprt_on_device
func.func @_QPplain() -> !fir.logical<4> {
  %0 = fir.call @warprt_on_device() : () -> !fir.logical<4>
  return %0 : !fir.logical<4>
}
