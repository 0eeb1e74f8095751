// RUN: %warpfort-opt --warpfort-acc-prepare=steps=provide-optional-arguments %s | FileCheck %s
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

acc.private.recipe @private : !fir.box<!fir.array<?xi32>> init {
^bb0(%arg0: !fir.box<!fir.array<?xi32>>):
  acc.yield %arg0 : !fir.box<!fir.array<?xi32>>
}

// A private array gets an array without elements to be shaped like. It is the
// argument's copy in the construct, but the argument is what is asked.
// CHECK-LABEL: func.func @array(
// CHECK: %[[X:.*]] = fir.declare
// CHECK: %[[THERE:.*]] = fir.is_present %[[X]]
// CHECK: fir.is_present %[[X]]
// CHECK: %[[SHAPED:.*]] = fir.if
// CHECK: fir.embox
// CHECK: acc.parallel
// CHECK: acc.private var(%[[SHAPED]] :
// CHECK: acc.loop
// CHECK-NOT: fir.is_present
// CHECK: fir.if %[[THERE]]
func.func @array(%a: !fir.box<!fir.array<?xi32>> {fir.optional}, %y: !fir.ref<i32>) {
  %c1 = arith.constant 1 : i32
  %scope = fir.dummy_scope : !fir.dscope
  %x = fir.declare %a dummy_scope %scope {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFEx"} : (!fir.box<!fir.array<?xi32>>, !fir.dscope) -> !fir.box<!fir.array<?xi32>>
  %copy = acc.copyin var(%x : !fir.box<!fir.array<?xi32>>) -> !fir.box<!fir.array<?xi32>> {dataClause = #acc<data_clause acc_copy>, name = "x"}
  acc.parallel dataOperands(%copy : !fir.box<!fir.array<?xi32>>) {
    %name = fir.declare %copy {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFEx"} : (!fir.box<!fir.array<?xi32>>) -> !fir.box<!fir.array<?xi32>>
    %p = acc.private var(%name : !fir.box<!fir.array<?xi32>>) recipe(@private) -> !fir.box<!fir.array<?xi32>> {name = "x"}
    acc.loop private(%p : !fir.box<!fir.array<?xi32>>) control(%i : i32) = (%c1 : i32) to (%c1 : i32) step (%c1 : i32) {
      %is = fir.is_present %p : (!fir.box<!fir.array<?xi32>>) -> i1
      fir.if %is {
        fir.store %i to %y : !fir.ref<i32>
      }
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// The lower bound for a section is read only where there is a descriptor.
// CHECK-LABEL: func.func @bounds(
// CHECK: %[[X:.*]] = fir.declare
// CHECK-NOT: fir.load
// CHECK: %[[THERE:.*]] = fir.is_present %[[X]]
// CHECK: %[[BOX:.*]] = fir.if %[[THERE]]
// CHECK: fir.load %[[X]]
// CHECK: fir.box_dims %[[BOX]]
// CHECK: acc.bounds
func.func @bounds(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>> {fir.optional}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %scope = fir.dummy_scope : !fir.dscope
  %x = fir.declare %a dummy_scope %scope {fortran_attrs = #fir.var_attrs<allocatable, optional>, uniq_name = "_QFEx"} : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>, !fir.dscope) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>
  %box = fir.load %x : !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>
  %dims:3 = fir.box_dims %box, %c0 : (!fir.box<!fir.heap<!fir.array<?xi32>>>, index) -> (index, index, index)
  %lower = arith.subi %c2, %dims#0 : index
  %b = acc.bounds lowerbound(%lower : index) upperbound(%lower : index) startIdx(%dims#0 : index)
  %copy = acc.copyin varPtr(%x : !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>) bounds(%b) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>> {dataClause = #acc<data_clause acc_copy>, name = "x(2:2)"}
  acc.data dataOperands(%copy : !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>) {
    acc.terminator
  }
  acc.copyout accPtr(%copy : !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>) bounds(%b) to varPtr(%x : !fir.ref<!fir.box<!fir.heap<!fir.array<?xi32>>>>) {dataClause = #acc<data_clause acc_copy>, name = "x(2:2)"}
  return
}
