// RUN: %warpfort-opt --warpfort-acc-prepare=steps=initialize-private-records %s | FileCheck %s
//
// A private record whose type gives values gets them in each iteration.
fir.type_info @_QMmTt : !fir.type<_QMmTt{x:i32}>
fir.type_info @_QMmTplain noinit nodestroy nofinal : !fir.type<_QMmTplain{x:i32}>

acc.private.recipe @private_t : !fir.ref<!fir.type<_QMmTt{x:i32}>> init {
^bb0(%arg0: !fir.ref<!fir.type<_QMmTt{x:i32}>>):
  %0 = fir.alloca !fir.type<_QMmTt{x:i32}>
  acc.yield %0 : !fir.ref<!fir.type<_QMmTt{x:i32}>>
}
acc.private.recipe @private_plain : !fir.ref<!fir.type<_QMmTplain{x:i32}>> init {
^bb0(%arg0: !fir.ref<!fir.type<_QMmTplain{x:i32}>>):
  %0 = fir.alloca !fir.type<_QMmTplain{x:i32}>
  acc.yield %0 : !fir.ref<!fir.type<_QMmTplain{x:i32}>>
}

// CHECK-LABEL: func.func @loop(
// CHECK: %[[T:.*]] = acc.private {{.*}}name = "t"}
// CHECK: acc.loop
// CHECK: %[[BOX:.*]] = fir.embox %[[T]]
// CHECK: %[[NONE:.*]] = fir.convert %[[BOX]] : {{.*}} -> !fir.box<none>
// CHECK: fir.call @_FortranAInitialize(%[[NONE]],
// CHECK-NOT: fir.call
// CHECK: acc.yield
func.func @loop(%t: !fir.ref<!fir.type<_QMmTt{x:i32}>>, %p: !fir.ref<!fir.type<_QMmTplain{x:i32}>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %0 = acc.private varPtr(%t : !fir.ref<!fir.type<_QMmTt{x:i32}>>) recipe(@private_t) -> !fir.ref<!fir.type<_QMmTt{x:i32}>> {name = "t"}
  %1 = acc.private varPtr(%p : !fir.ref<!fir.type<_QMmTplain{x:i32}>>) recipe(@private_plain) -> !fir.ref<!fir.type<_QMmTplain{x:i32}>> {name = "p"}
  acc.loop private(%0, %1 : !fir.ref<!fir.type<_QMmTt{x:i32}>>, !fir.ref<!fir.type<_QMmTplain{x:i32}>>) control(%i : i32) = (%c1 : i32) to (%n : i32) step (%c1 : i32) {
    acc.yield
  } attributes {independent = [#acc.device_type<none>]}
  return
}
