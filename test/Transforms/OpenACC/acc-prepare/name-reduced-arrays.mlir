// RUN: %warpfort-opt --warpfort-acc-prepare=steps=name-reduced-arrays %s | FileCheck %s
//
// A clause names the array as the code does, not a descriptor that was made
// anew.
acc.reduction.recipe @sum : !fir.box<!fir.array<?xi32>> reduction_operator <add> init {
^bb0(%arg0: !fir.box<!fir.array<?xi32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xi32>>
} combiner {
^bb0(%arg0: !fir.box<!fir.array<?xi32>>, %arg1: !fir.box<!fir.array<?xi32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xi32>>
}

// CHECK-LABEL: func.func @array(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK: acc.reduction var(%[[A]] :
func.func @array(%a: !fir.box<!fir.array<?xi32>>) {
  %0 = fir.rebox %a : (!fir.box<!fir.array<?xi32>>) -> !fir.box<!fir.array<?xi32>>
  %1 = acc.reduction var(%0 : !fir.box<!fir.array<?xi32>>) recipe(@sum) -> !fir.box<!fir.array<?xi32>> {name = "a"}
  acc.parallel reduction(%1 : !fir.box<!fir.array<?xi32>>) {
    acc.yield
  }
  return
}
