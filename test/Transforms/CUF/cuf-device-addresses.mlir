// RUN: %warpfort-opt --warpfort-cuf-device-addresses %s | FileCheck %s

// Each use declares the variable anew, behind what may choose a device, with
// the address computations in between. Descriptors of device data and other
// variables stay where they are.

fir.global @_QMmEtable {data_attr = #cuf.cuda<device>} : !fir.array<10xf64>
fir.global @_QMmEscale {data_attr = #cuf.cuda<constant>} : f64
fir.global @_QMmEhost : !fir.array<10xf64>
fir.global @_QMmElist {data_attr = #cuf.cuda<device>} : !fir.box<!fir.heap<!fir.array<?xf64>>>
func.func private @choose()
func.func private @use(!fir.box<!fir.array<10xf64>>)
func.func private @read(!fir.ref<f64>)

// CHECK-LABEL: func.func @_QPwork
// CHECK-NOT: @_QMmEtable
// CHECK: fir.address_of(@_QMmEhost)
// CHECK: fir.address_of(@_QMmElist)
// CHECK-NOT: @_QMmEscale
// CHECK: call @choose()
// CHECK: %[[SCALE:.*]] = fir.address_of(@_QMmEscale)
// CHECK: %[[D:.*]] = fir.declare %[[SCALE]]
// CHECK: call @read(%[[D]])
// CHECK: call @choose()
// CHECK: %[[TABLE:.*]] = fir.address_of(@_QMmEtable)
// CHECK: %[[DECLARED:.*]] = fir.declare %[[TABLE]]
// CHECK: %[[BOX:.*]] = fir.embox %[[DECLARED]]
// CHECK: call @use(%[[BOX]])
// CHECK: fir.do_loop
// CHECK: call @choose()
// CHECK: fir.address_of(@_QMmEtable)
// CHECK: %[[AGAIN:.*]] = fir.embox
// CHECK: call @use(%[[AGAIN]])
// CHECK-NOT: address_of
// CHECK: return
func.func @_QPwork() {
  %c10 = arith.constant 10 : index
  %c1 = arith.constant 1 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %table = fir.address_of(@_QMmEtable) : !fir.ref<!fir.array<10xf64>>
  %declared = fir.declare %table(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QMmEtable"} : (!fir.ref<!fir.array<10xf64>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf64>>
  %host = fir.address_of(@_QMmEhost) : !fir.ref<!fir.array<10xf64>>
  %hostdecl = fir.declare %host(%shape) {uniq_name = "_QMmEhost"} : (!fir.ref<!fir.array<10xf64>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf64>>
  %hostbox = fir.embox %hostdecl(%shape) : (!fir.ref<!fir.array<10xf64>>, !fir.shape<1>) -> !fir.box<!fir.array<10xf64>>
  %list = fir.address_of(@_QMmElist) : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  %listdecl = fir.declare %list {data_attr = #cuf.cuda<device>, uniq_name = "_QMmElist"} : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  %loaded = fir.load %listdecl : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>
  %scale = fir.address_of(@_QMmEscale) : !fir.ref<f64>
  %scaledecl = fir.declare %scale {data_attr = #cuf.cuda<constant>, uniq_name = "_QMmEscale"} : (!fir.ref<f64>) -> !fir.ref<f64>
  %box = fir.embox %declared(%shape) : (!fir.ref<!fir.array<10xf64>>, !fir.shape<1>) -> !fir.box<!fir.array<10xf64>>
  fir.call @choose() : () -> ()
  fir.call @read(%scaledecl) : (!fir.ref<f64>) -> ()
  fir.call @choose() : () -> ()
  fir.call @use(%box) : (!fir.box<!fir.array<10xf64>>) -> ()
  fir.do_loop %i = %c1 to %c10 step %c1 {
    fir.call @choose() : () -> ()
    fir.call @use(%box) : (!fir.box<!fir.array<10xf64>>) -> ()
  }
  fir.call @use(%hostbox) : (!fir.box<!fir.array<10xf64>>) -> ()
  return
}

// A VOLATILE variable is declared by its own address, and cast behind that.
fir.global @_QMmEflag {data_attr = #cuf.cuda<device>} : f64
// CHECK-LABEL: func.func @_QPflag
// CHECK: call @choose()
// CHECK: %[[FLAG:.*]] = fir.address_of(@_QMmEflag)
// CHECK: %[[D:.*]] = fir.declare %[[FLAG]] {data_attr = #cuf.cuda<device>, {{.*}}uniq_name = "_QMmEflag"} : (!fir.ref<f64>) -> !fir.ref<f64>
// CHECK: %[[CAST:.*]] = fir.volatile_cast %[[D]]
// CHECK: fir.load %[[CAST]]
func.func @_QPflag() -> f64 {
  %flag = fir.address_of(@_QMmEflag) : !fir.ref<f64>
  %cast = fir.volatile_cast %flag : (!fir.ref<f64>) -> !fir.ref<f64, volatile>
  %declared = fir.declare %cast {data_attr = #cuf.cuda<device>, fortran_attrs = #fir.var_attrs<volatile>, uniq_name = "_QMmEflag"} : (!fir.ref<f64, volatile>) -> !fir.ref<f64, volatile>
  fir.call @choose() : () -> ()
  %0 = fir.load %declared : !fir.ref<f64, volatile>
  return %0 : f64
}
