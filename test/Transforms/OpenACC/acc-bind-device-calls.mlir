// RUN: %warpfort-opt --warpfort-acc-bind-device-calls %s | FileCheck %s
//
// The device calls what the bind clause names; the host calls the routine and
// loses the declaration of what it does not call. A routine that may be of
// another language has a name of its own where one thread calls it alone.

// CHECK-NOT: func.func private @named
// CHECK: func.func @host(
// CHECK: fir.call @routine(%{{.*}}) :
func.func private @named(!fir.ref<f32>)
func.func private @routine(!fir.ref<f32>)
func.func @host(%x: !fir.ref<f32>) {
  fir.call @routine(%x) {warpfort.acc.bind = @named} : (!fir.ref<f32>) -> ()
  return
}
// CHECK: module @warpfort.device
// CHECK: func.func @kernel(
// CHECK: fir.call @named(%{{.*}}) :
// CHECK: fir.call @foreign_acc_alone(%{{.*}}) :
// CHECK: func.func private @foreign_acc_alone(!fir.ref<f32>) attributes {warpfort.acc.alone_of = "foreign"}
module @warpfort.device {
  func.func private @foreign(!fir.ref<f32>) attributes {warpfort.acc.foreign_levels}
  func.func private @named(!fir.ref<f32>)
  func.func private @routine(!fir.ref<f32>)
  func.func @kernel(%x: !fir.ref<f32>) {
    fir.call @routine(%x) {warpfort.acc.bind = @named} : (!fir.ref<f32>) -> ()
    fir.call @foreign(%x) : (!fir.ref<f32>) -> ()
    return
  }
}
