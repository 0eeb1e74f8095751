// RUN: %warpfort-opt --warpfort-acc-prepare=steps=warn-about-reductions %s --verify-diagnostics
//
// A statement that updates a reduction's variable by another operator than its
// clause says. What gives the variable a new value without the old one is no
// update, and a difference is a sum.

acc.reduction.recipe @sum : !fir.ref<i32> reduction_operator <add> init {
^bb0(%a: !fir.ref<i32>):
  %c0 = arith.constant 0 : i32
  %0 = fir.alloca i32
  fir.store %c0 to %0 : !fir.ref<i32>
  acc.yield %0 : !fir.ref<i32>
} combiner {
^bb0(%a: !fir.ref<i32>, %b: !fir.ref<i32>):
  acc.yield %a : !fir.ref<i32>
}

func.func @updates(%a: !fir.ref<i32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %x = fir.declare %a {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
  acc.parallel {
    %r = acc.reduction varPtr(%x : !fir.ref<i32>) recipe(@sum) -> !fir.ref<i32> {name = "x"}
    acc.loop reduction(%r : !fir.ref<i32>) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
      %own = fir.declare %r {uniq_name = "_QFEx"} : (!fir.ref<i32>) -> !fir.ref<i32>
      %1 = fir.load %own : !fir.ref<i32>
      %2 = arith.subi %1, %i : i32
      fir.store %2 to %own : !fir.ref<i32>
      %3 = fir.load %own : !fir.ref<i32>
      %4 = arith.muli %i, %3 : i32
      // expected-warning @below {{'x' is updated by the operator '*', but its REDUCTION clause combines the results of threads by '+'}}
      fir.store %4 to %own : !fir.ref<i32>
      %5 = fir.load %own : !fir.ref<i32>
      %6 = arith.cmpi sgt, %i, %5 : i32
      fir.if %6 {
        // expected-warning @below {{'x' is updated by the operator 'max', but its REDUCTION clause combines the results of threads by '+'}}
        fir.store %i to %own : !fir.ref<i32>
      }
      fir.store %i to %own : !fir.ref<i32>
      %7 = fir.load %x : !fir.ref<i32>
      %8 = arith.muli %7, %i : i32
      // expected-warning @below {{'x' is updated by the operator '*'}}
      fir.store %8 to %x : !fir.ref<i32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}
