// RUN: %warpfort-opt --warpfort-acc-declare-globals %s | FileCheck %s
//
// A constant that a construct or a recipe in use has is declared; what a recipe
// without globals is does not matter to that, and it stays where it is. The
// address of a variable is computed outside of the construct.

// CHECK: acc.private.recipe @first :
acc.private.recipe @first : !fir.ref<i32> init {
^bb0(%arg: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
}
// CHECK-NEXT: ^bb0
// CHECK: acc.private.recipe @second :
acc.private.recipe @second : !fir.ref<i64> init {
^bb0(%arg: !fir.ref<i64>):
  %0 = fir.alloca i64
  acc.yield %0 : !fir.ref<i64>
}
// CHECK: fir.global internal @value {acc.declare = #acc.declare<dataClause =  acc_copyin>} constant : i32
fir.global internal @value constant : i32 {
  %c = arith.constant 3 : i32
  fir.has_value %c : i32
}
// CHECK: fir.global internal @table {acc.declare = #acc.declare<dataClause =  acc_copyin>} constant : i32
fir.global internal @table constant : i32 {
  %c = arith.constant 4 : i32
  fir.has_value %c : i32
}
// CHECK: fir.global @variable : i32
fir.global @variable : i32
// CHECK: fir.global internal @unused constant : i32
fir.global internal @unused constant : i32 {
  %c = arith.constant 5 : i32
  fir.has_value %c : i32
}
// CHECK: acc.private.recipe @copies :
acc.private.recipe @copies : !fir.ref<f32> init {
^bb0(%arg: !fir.ref<f32>):
  %0 = fir.alloca f32
  %1 = fir.address_of(@value) : !fir.ref<i32>
  %2 = fir.load %1 : !fir.ref<i32>
  %3 = fir.convert %2 : (i32) -> f32
  fir.store %3 to %0 : !fir.ref<f32>
  acc.yield %0 : !fir.ref<f32>
}
// CHECK: acc.private.recipe @not_used :
acc.private.recipe @not_used : !fir.ref<f64> init {
^bb0(%arg: !fir.ref<f64>):
  %0 = fir.alloca f64
  %1 = fir.address_of(@unused) : !fir.ref<i32>
  %2 = fir.load %1 : !fir.ref<i32>
  %3 = fir.convert %2 : (i32) -> f64
  fir.store %3 to %0 : !fir.ref<f64>
  acc.yield %0 : !fir.ref<f64>
}

// CHECK-LABEL: func.func @construct
// CHECK: fir.address_of(@variable)
// CHECK: acc.parallel
// CHECK: fir.address_of(@table)
func.func @construct(%i: !fir.ref<i32>, %j: !fir.ref<i64>, %x: !fir.ref<f32>) {
  %0 = acc.private varPtr(%i : !fir.ref<i32>) recipe(@first) -> !fir.ref<i32>
  %1 = acc.private varPtr(%j : !fir.ref<i64>) recipe(@second) -> !fir.ref<i64>
  %2 = acc.private varPtr(%x : !fir.ref<f32>) recipe(@copies) -> !fir.ref<f32>
  acc.parallel private(%0, %1, %2 : !fir.ref<i32>, !fir.ref<i64>, !fir.ref<f32>) {
    %3 = fir.address_of(@table) : !fir.ref<i32>
    %4 = fir.address_of(@variable) : !fir.ref<i32>
    %5 = fir.load %3 : !fir.ref<i32>
    fir.store %5 to %4 : !fir.ref<i32>
    fir.store %5 to %0 : !fir.ref<i32>
    acc.yield
  }
  return
}
