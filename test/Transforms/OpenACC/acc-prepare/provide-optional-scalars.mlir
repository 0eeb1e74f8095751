// RUN: %warpfort-opt --warpfort-acc-prepare=steps=provide-optional-scalars %s | FileCheck %s
//
// A first-private scalar that may be absent is copied from a variable that is
// there, and PRESENT in the construct is what the host knew before it.

acc.firstprivate.recipe @recipe : !fir.ref<i32> init {
^bb0(%arg0: !fir.ref<i32>):
  %0 = fir.alloca i32
  acc.yield %0 : !fir.ref<i32>
} copy {
^bb0(%arg0: !fir.ref<i32>, %arg1: !fir.ref<i32>):
  %0 = fir.load %arg0 : !fir.ref<i32>
  fir.store %0 to %arg1 : !fir.ref<i32>
  acc.terminator
}

// CHECK-LABEL: func.func @optional(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: %[[THERE:.*]] = fir.is_present %[[X]]
// CHECK: %[[FROM:.*]] = {{.*}} %[[THERE]]
// CHECK: acc.firstprivate varPtr(%{{.*}} : !fir.ref<i32>)
// CHECK: acc.parallel
// CHECK-NOT: fir.is_present
// CHECK: fir.if %[[THERE]]
func.func @optional(%a: !fir.ref<i32> {fir.optional}, %y: !fir.ref<i32>) {
  %scope = fir.dummy_scope : !fir.dscope
  %x = fir.declare %a dummy_scope %scope {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFEx"} : (!fir.ref<i32>, !fir.dscope) -> !fir.ref<i32>
  %p = acc.firstprivate varPtr(%x : !fir.ref<i32>) recipe(@recipe) -> !fir.ref<i32>
  acc.parallel firstprivate(%p : !fir.ref<i32>) {
    %is = fir.is_present %p : (!fir.ref<i32>) -> i1
    fir.if %is {
      %v = fir.load %p : !fir.ref<i32>
      fir.store %v to %y : !fir.ref<i32>
    }
    acc.yield
  }
  return
}
