// RUN: %warpfort-opt --warpfort-acc-prepare=steps=refuse-procedure-pointers --verify-diagnostics %s

func.func @s(%p: !fir.ref<!fir.boxproc<() -> ()>>) {
  acc.parallel {
    // expected-error @below {{procedure pointers are not supported in OpenACC compute constructs}}
    %0 = fir.load %p : !fir.ref<!fir.boxproc<() -> ()>>
    acc.yield
  }
  return
}
