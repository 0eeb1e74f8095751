// RUN: %warpfort-opt --warpfort-cuf-outline-kernel-loops %s | FileCheck %s

// A one-dimensional loop over a device array, with a host scalar.
func.func @_QPscale(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFscaleEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %s = fir.declare %arg1 {uniq_name = "_QFscaleEs"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    %f = fir.load %s : !fir.ref<f32>
    %y = arith.mulf %x, %f : f32
    fir.store %y to %p : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// The host: no loop is left; iterations are counted once.
// CHECK-LABEL: func.func @_QPscale
// CHECK-NOT: cuf.kernel
// CHECK: %[[SCALAR:.*]] = fir.load %{{.*}} : !fir.ref<f32>
// CHECK: arith.divsi
// CHECK: fir.address_of(@warprt.kernel._QPscale_kernel_loop_0)
// CHECK: fir.call @warprt_launch_loops

// A reduction: Flang's load, add, store is recognised; the kernel gets the
// results' slots and scratch.
func.func @_QPtotal(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFtotalEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %r = fir.declare %arg1 {uniq_name = "_QFtotalEr"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    %old = fir.load %r : !fir.ref<f32>
    %new = arith.addf %old, %x : f32
    fir.store %new to %r : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @_QPtotal

// MAX: which zero remains is free, and what is no number is passed over.
func.func @_QPgreatest(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFgreatestEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %r = fir.declare %arg1 {uniq_name = "_QFgreatestEr"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    %old = fir.load %r : !fir.ref<f32>
    %keeps = arith.cmpf ogt, %old, %x fastmath<contract> : f32
    %new = arith.select %keeps, %old, %x : f32
    fir.store %new to %r : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// A product of complex numbers is one, too.
func.func @_QPproduct(%arg0: !fir.ref<!fir.array<10xcomplex<f32>>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<complex<f32>>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFproductEa"} : (!fir.ref<!fir.array<10xcomplex<f32>>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xcomplex<f32>>>
  %r = fir.declare %arg1 {uniq_name = "_QFproductEr"} : (!fir.ref<complex<f32>>) -> !fir.ref<complex<f32>>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xcomplex<f32>>>, !fir.shape<1>, index) -> !fir.ref<complex<f32>>
    %x = fir.load %p : !fir.ref<complex<f32>>
    %old = fir.load %r : !fir.ref<complex<f32>>
    %new = fir.mulc %old, %x : complex<f32>
    fir.store %new to %r : !fir.ref<complex<f32>>
    "fir.end"() : () -> ()
  }
  return
}

// Threads of a block share loops of the body: their dimension has no loop.
// CHECK-LABEL: func.func @_QPshared
// CHECK: fir.call @warprt_launch_shared(
func.func @_QPshared(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFsharedEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  cuf.kernel<<<*, *>>> (%i : index, %lane : index) = (%c1, %c1 : index, index) to (%c10, %n : index, index) step (%c1, %c1 : index, index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %zero = arith.constant 0.0 : f32
    fir.store %zero to %p : !fir.ref<f32>
    "fir.end"() : () -> ()
  } {n = 2 : i64, warpfort.shared_loop = 0 : i32}
  return
}

// A nest that only reduces.
func.func @_QPnested(%arg0: !fir.ref<!fir.array<10x10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10, %c10 : (index, index) -> !fir.shape<2>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFnestedEa"} : (!fir.ref<!fir.array<10x10xf32>>, !fir.shape<2>) -> !fir.ref<!fir.array<10x10xf32>>
  %r = fir.declare %arg1 {uniq_name = "_QFnestedEr"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%j : index, %i : index) = (%c1, %c1 : index, index) to (%m, %n : index, index) step (%c1, %c1 : index, index) {
    %p = fir.array_coor %a(%shape) %i, %j : (!fir.ref<!fir.array<10x10xf32>>, !fir.shape<2>, index, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    %old = fir.load %r : !fir.ref<f32>
    %new = arith.addf %old, %x : f32
    fir.store %new to %r : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// Blocks compute tiles: a thread has an iteration for each.
// CHECK-LABEL: func.func @_QPtiled
// CHECK: %[[COLUMNS:.*]] = arith.constant 4 : i32
// CHECK: fir.call @warprt_launch_tiled(%{{.*}}, %{{.*}}, %[[COLUMNS]],
func.func @_QPtiled(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFtiledEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  cuf.kernel<<<*, *>>> (%j : index, %i : index) = (%c1, %c1 : index, index) to (%n, %c10 : index, index) step (%c1, %c1 : index, index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %zero = arith.constant 0.0 : f32
    fir.store %zero to %p : !fir.ref<f32>
    "fir.end"() : () -> ()
  } {n = 2 : i64, warpfort.tile_columns = 4 : i32}
  return
}

// CHECK-LABEL: func.func @_QPscale_kernel_loop_0
// CHECK-SAME: f32
// CHECK-SAME: cuf.proc_attr = #cuf.cuda_proc<global>
// CHECK-SAME: warpfort.kernel_loop
// CHECK: fir.call @__warpdev_loop_begin
// CHECK: fir.call @__warpdev_loop_end
// CHECK: fir.call @__warpdev_loop_stride
// CHECK: cf.br ^[[HEADER:bb[0-9]+]]
// CHECK: ^[[HEADER]](%[[IT:.*]]: i64):
// CHECK: arith.cmpi slt, %[[IT]]
// CHECK: cf.cond_br
// Constant bounds stay constants in the kernel.
// CHECK: %[[LB:.*]] = arith.constant 1 : i64
// CHECK: %[[STEP:.*]] = arith.constant 1 : i64
// CHECK: %[[DISTANCE:.*]] = arith.muli %[[IT]], %[[STEP]] overflow<nsw>
// CHECK: arith.addi %[[LB]], %[[DISTANCE]] overflow<nsw>
// CHECK: arith.mulf
// CHECK: cf.br ^[[HEADER]]
// CHECK: return

// CHECK-LABEL: func.func @_QPtotal_kernel_loop_1
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: fir.store %[[ZERO]] to %[[ACC:.*]] : !fir.ref<f32>
// CHECK: arith.addf {{.*}}fastmath<reassoc>
// CHECK: fir.store %{{.*}} to %[[ACC]]
// CHECK: cf.br
// CHECK: %[[SUM:.*]] = fir.load %[[ACC]]
// CHECK: fir.call @__warpdev_reduce_add_f32(%[[SUM]]

// CHECK-LABEL: func.func @_QPgreatest_kernel_loop_2
// CHECK: %[[X:.*]] = fir.load
// CHECK: %[[OLD:.*]] = fir.load %[[ACC:.*]] : !fir.ref<f32>
// CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %[[X]], %[[OLD]] fastmath<nsz,contract> : f32
// CHECK: %[[NEW:.*]] = arith.select %[[GREATER]], %[[X]], %[[OLD]] : f32
// CHECK: fir.store %[[NEW]] to %[[ACC]]
// CHECK: fir.call @__warpdev_reduce_max_f32(

// CHECK-LABEL: func.func @_QPproduct_kernel_loop_3
// CHECK: fir.mulc

// CHECK-LABEL: func.func @_QPshared_kernel_loop_4
// CHECK: %[[DIM:.*]] = arith.constant 1 : i32
// CHECK: %[[TRIPS:.*]] = fir.call @__warpdev_shared_trips(%[[DIM]], %
// CHECK: fir.call @__warpdev_loop_begin(%[[DIM]], %[[TRIPS]])
// CHECK: fir.call @__warpdev_loop_end(%[[DIM]], %[[TRIPS]])
// CHECK-NOT: __warpdev_loop_begin
// CHECK: return

// One loop over all iterations, or the nest.
// CHECK-LABEL: func.func @_QPnested_kernel_loop_5
// CHECK: %[[ANSWER:.*]] = fir.call @__warpdev_nests_are_joined()
// CHECK: %[[JOINED:.*]] = arith.cmpi ne, %[[ANSWER]],
// CHECK: cf.cond_br %[[JOINED]], ^[[FLAT:bb[0-9]+]], ^[[NEST:bb[0-9]+]]
// CHECK: ^[[FLAT]]:
// CHECK: %[[ROWS:.*]] = arith.maxsi
// CHECK: %[[COLUMNS:.*]] = arith.maxsi
// CHECK: %[[ALL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]] overflow<nsw>
// CHECK: %[[DIM:.*]] = arith.constant 3 : i32
// CHECK: fir.call @__warpdev_loop_begin(%[[DIM]], %[[ALL]])
// CHECK: ^{{.*}}(%[[IT:.*]]: i64):
// CHECK: arith.remui %[[IT]], %[[COLUMNS]]
// CHECK: arith.divui %[[IT]], %[[COLUMNS]]
// CHECK: arith.addf {{.*}}fastmath<reassoc>
// CHECK: ^[[NEST]]:
// CHECK-COUNT-2: fir.call @__warpdev_loop_begin
// CHECK: arith.addf {{.*}}fastmath<reassoc>
// CHECK: fir.call @__warpdev_reduce_add_f32

// CHECK-LABEL: func.func @_QPtiled_kernel_loop_6
// CHECK: %[[ROWS:.*]] = arith.constant 4 : i64
// CHECK: fir.call @__warpdev_tile_trips(%{{.*}}, %{{.*}}, %[[ROWS]])
// CHECK: fir.call @__warpdev_loop_begin
// CHECK: fir.call @__warpdev_tile_trips
// CHECK: fir.call @__warpdev_loop_begin
// CHECK: return
