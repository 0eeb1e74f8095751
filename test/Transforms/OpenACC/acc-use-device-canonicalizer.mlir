// RUN: %warpfort-opt --warpfort-acc-use-device-canonicalizer %s | FileCheck %s
//
// In a HOST_DATA construct the address of an array with a descriptor is that on
// the device, where the clause has the descriptor.

!array = !fir.array<?xf32>

func.func private @use(!fir.ref<!array>)

// CHECK-LABEL: func.func @automatic(
// CHECK: %[[HOST:.*]]:2 = hlfir.declare %{{.*}}(%[[SHAPE:.*]]) {uniq_name = "_QFsEa"}
// CHECK: %[[USE:.*]] = acc.use_device var(%[[HOST]]#0
// CHECK: acc.host_data
// CHECK: %[[ADDRESS:.*]] = fir.box_addr %[[USE]]
// CHECK: %[[DEVICE:.*]]:2 = hlfir.declare %[[ADDRESS]](%[[SHAPE]]) {uniq_name = "_QFsEa"}
// CHECK: fir.call @use(%[[DEVICE]]#1)
// CHECK: hlfir.designate %[[DEVICE]]#0
// CHECK: acc.terminator
// CHECK: fir.call @use(%[[HOST]]#1)
func.func @automatic(%memory: !fir.ref<!array>, %n: index) {
  %shape = fir.shape %n : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %memory(%shape) {uniq_name = "_QFsEa"} : (!fir.ref<!array>, !fir.shape<1>) -> (!fir.box<!array>, !fir.ref<!array>)
  %use = acc.use_device var(%a#0 : !fir.box<!array>) -> !fir.box<!array> {name = "a"}
  acc.host_data dataOperands(%use : !fir.box<!array>) {
    fir.call @use(%a#1) : (!fir.ref<!array>) -> ()
    %element = hlfir.designate %a#0 (%n) : (!fir.box<!array>, index) -> !fir.ref<f32>
    acc.terminator
  }
  fir.call @use(%a#1) : (!fir.ref<!array>) -> ()
  return
}

// A clause of its own for the address says where that is.
// CHECK-LABEL: func.func @both(
// CHECK-NOT: fir.box_addr
// CHECK: return
func.func @both(%memory: !fir.ref<!array>, %n: index) {
  %shape = fir.shape %n : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %memory(%shape) {uniq_name = "_QFsEa"} : (!fir.ref<!array>, !fir.shape<1>) -> (!fir.box<!array>, !fir.ref<!array>)
  %box = acc.use_device var(%a#0 : !fir.box<!array>) -> !fir.box<!array> {name = "a"}
  %address = acc.use_device varPtr(%a#1 : !fir.ref<!array>) -> !fir.ref<!array> {name = "a"}
  acc.host_data dataOperands(%box, %address : !fir.box<!array>, !fir.ref<!array>) {
    fir.call @use(%a#1) : (!fir.ref<!array>) -> ()
    acc.terminator
  }
  return
}


func.func private @take(!fir.box<!array>)

// The descriptor without lower bounds is the device's, too.
// CHECK-LABEL: func.func @bounds(
// CHECK: %[[USE:.*]] = acc.use_device
// CHECK: acc.host_data
// CHECK-NOT: fir.if
// CHECK: %[[DEVICE:.*]]:2 = hlfir.declare %[[USE]](%{{.*}}) {uniq_name = "_QFsEa"}
// CHECK: fir.call @take(%[[DEVICE]]#1)
func.func @bounds(%box: !fir.box<!array>, %low: index) {
  %shift = fir.shift %low : (index) -> !fir.shift<1>
  %a:2 = hlfir.declare %box(%shift) {uniq_name = "_QFsEa"} : (!fir.box<!array>, !fir.shift<1>) -> (!fir.box<!array>, !fir.box<!array>)
  %use = acc.use_device var(%a#0 : !fir.box<!array>) -> !fir.box<!array> {name = "a"}
  acc.host_data dataOperands(%use : !fir.box<!array>) {
    fir.call @take(%a#1) : (!fir.box<!array>) -> ()
    acc.terminator
  }
  return
}

// An absent argument has no descriptor in the construct.
// CHECK-LABEL: func.func @optional(
// CHECK: %[[HOST:.*]]:2 = hlfir.declare
// CHECK: %[[USE:.*]] = acc.use_device
// CHECK: %[[PRESENT:.*]] = fir.is_present %[[HOST]]#0
// CHECK: acc.host_data
// CHECK: %[[OWN:.*]] = fir.if %[[PRESENT]]
// CHECK: fir.result %[[USE]]
// CHECK: fir.absent
// CHECK: %[[DEVICE:.*]]:2 = hlfir.declare %[[OWN]] {
// CHECK: fir.is_present %[[DEVICE]]#1
// CHECK: fir.call @take(%[[OWN]])
func.func @optional(%box: !fir.box<!array>) {
  %a:2 = hlfir.declare %box {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFsEa"} : (!fir.box<!array>) -> (!fir.box<!array>, !fir.box<!array>)
  %use = acc.use_device var(%a#0 : !fir.box<!array>) -> !fir.box<!array> {name = "a"}
  acc.host_data dataOperands(%use : !fir.box<!array>) {
    %present = fir.is_present %a#1 : (!fir.box<!array>) -> i1
    fir.call @take(%use) : (!fir.box<!array>) -> ()
    acc.terminator
  }
  return
}

// A clause for the address of an optional array has its bounds in a construct
// that is in the construct.
// CHECK-LABEL: func.func @nested(
// CHECK: %[[USE:.*]] = acc.use_device
// CHECK: acc.host_data
// CHECK: %[[DEVICE:.*]]:2 = hlfir.declare %[[USE]](%{{.*}}) {
// CHECK: acc.use_device varPtr(%[[DEVICE]]#1
// CHECK: acc.host_data
func.func @nested(%memory: !fir.ref<!array>, %n: index) {
  %shape = fir.shape %n : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %memory(%shape) {fortran_attrs = #fir.var_attrs<optional>, uniq_name = "_QFsEa"} : (!fir.ref<!array>, !fir.shape<1>) -> (!fir.box<!array>, !fir.ref<!array>)
  %outer = acc.use_device varPtr(%a#1 : !fir.ref<!array>) -> !fir.ref<!array> {name = "a"}
  acc.host_data dataOperands(%outer : !fir.ref<!array>) {
    %inner = acc.use_device varPtr(%a#1 : !fir.ref<!array>) -> !fir.ref<!array> {name = "a"}
    acc.host_data dataOperands(%inner : !fir.ref<!array>) {
      fir.call @use(%a#1) : (!fir.ref<!array>) -> ()
      acc.terminator
    }
    acc.terminator
  }
  return
}
