// RUN: %warpfort-opt --warpfort-acc-prepare=steps=refuse-procedure-pointers %s | FileCheck %s
//
// A procedure pointer of the construct's own is no concern of the host's.

// CHECK: acc.parallel
func.func @own() {
  acc.parallel {
    %0 = fir.alloca !fir.boxproc<() -> ()>
    %1 = fir.load %0 : !fir.ref<!fir.boxproc<() -> ()>>
    acc.yield
  }
  return
}
