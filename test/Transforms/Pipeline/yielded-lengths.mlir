// RUN: %warpfort-opt --warpfort-yielded-lengths %s | FileCheck %s
//
// An element of constant length is yielded with the unknown length of its
// expression; one whose expression has the same length stays.

// CHECK-LABEL: func.func @unknown(
// CHECK: %[[AT:.*]] = hlfir.designate
// CHECK-NOT: hlfir.as_expr
// CHECK: %[[ELEMENT:.*]] = hlfir.set_length %[[AT]] len %c3{{.*}} : (!fir.ref<!fir.char<1,3>>, index) -> !hlfir.expr<!fir.char<1,?>>
// CHECK: hlfir.yield_element %[[ELEMENT]] : !hlfir.expr<!fir.char<1,?>>
func.func @unknown(%a: !fir.box<!fir.array<7x!fir.char<1,3>>>) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %shape = fir.shape %c7 : (index) -> !fir.shape<1>
  %e = hlfir.elemental %shape typeparams %c3 unordered : (!fir.shape<1>, index) -> !hlfir.expr<7x!fir.char<1,?>> {
  ^bb0(%i: index):
    %at = hlfir.designate %a (%i) typeparams %c3 : (!fir.box<!fir.array<7x!fir.char<1,3>>>, index, index) -> !fir.ref<!fir.char<1,3>>
    %element = hlfir.as_expr %at : (!fir.ref<!fir.char<1,3>>) -> !hlfir.expr<!fir.char<1,3>>
    hlfir.yield_element %element : !hlfir.expr<!fir.char<1,3>>
  }
  hlfir.destroy %e : !hlfir.expr<7x!fir.char<1,?>>
  return
}

// What another expression yields has its length, too, and is a value where it
// is in parentheses.
// CHECK-LABEL: func.func @applied(
// CHECK: %[[AT:.*]] = hlfir.designate
// CHECK: %[[COPY:.*]] = hlfir.as_expr %[[AT]]
// CHECK: hlfir.yield_element %[[COPY]]
// CHECK: %[[KNOWN:.*]] = hlfir.apply {{.*}} -> !hlfir.expr<!fir.char<1,3>>
// CHECK: %[[ENCLOSED:.*]] = hlfir.no_reassoc %[[KNOWN]]
// CHECK: %[[ELEMENT:.*]] = hlfir.set_length %[[ENCLOSED]] len %c3
// CHECK: hlfir.yield_element %[[ELEMENT]] : !hlfir.expr<!fir.char<1,?>>
func.func @applied(%a: !fir.box<!fir.array<7x!fir.char<1,3>>>) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %shape = fir.shape %c7 : (index) -> !fir.shape<1>
  %inner = hlfir.elemental %shape typeparams %c3 unordered : (!fir.shape<1>, index) -> !hlfir.expr<7x!fir.char<1,3>> {
  ^bb0(%i: index):
    %at = hlfir.designate %a (%i) typeparams %c3 : (!fir.box<!fir.array<7x!fir.char<1,3>>>, index, index) -> !fir.ref<!fir.char<1,3>>
    hlfir.yield_element %at : !fir.ref<!fir.char<1,3>>
  }
  %e = hlfir.elemental %shape typeparams %c3 unordered : (!fir.shape<1>, index) -> !hlfir.expr<7x!fir.char<1,?>> {
  ^bb0(%i: index):
    %element = hlfir.apply %inner, %i typeparams %c3 : (!hlfir.expr<7x!fir.char<1,3>>, index, index) -> !hlfir.expr<!fir.char<1,3>>
    %enclosed = hlfir.no_reassoc %element : !hlfir.expr<!fir.char<1,3>>
    hlfir.yield_element %enclosed : !hlfir.expr<!fir.char<1,3>>
  }
  hlfir.destroy %e : !hlfir.expr<7x!fir.char<1,?>>
  return
}

// CHECK-LABEL: func.func @known(
// CHECK-NOT: hlfir.set_length
// CHECK: hlfir.yield_element %{{.*}} : !hlfir.expr<!fir.char<1,3>>
func.func @known(%a: !fir.box<!fir.array<7x!fir.char<1,3>>>) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %shape = fir.shape %c7 : (index) -> !fir.shape<1>
  %e = hlfir.elemental %shape typeparams %c3 unordered : (!fir.shape<1>, index) -> !hlfir.expr<7x!fir.char<1,3>> {
  ^bb0(%i: index):
    %at = hlfir.designate %a (%i) typeparams %c3 : (!fir.box<!fir.array<7x!fir.char<1,3>>>, index, index) -> !fir.ref<!fir.char<1,3>>
    %element = hlfir.as_expr %at : (!fir.ref<!fir.char<1,3>>) -> !hlfir.expr<!fir.char<1,3>>
    hlfir.yield_element %element : !hlfir.expr<!fir.char<1,3>>
  }
  hlfir.destroy %e : !hlfir.expr<7x!fir.char<1,3>>
  return
}
