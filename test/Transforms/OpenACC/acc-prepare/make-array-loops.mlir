// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-stack-saves,make-array-loops,add-reductions %s | FileCheck %s
//
// Loops of array statements in kernels constructs: a nest without order is one
// loop, others are left to the dependence test; with a result they stay.

// CHECK-LABEL: func.func @nest
// CHECK: acc.kernels {
// CHECK:   acc.loop control(%[[J:.*]] : index, %[[I:.*]] : index) = (%{{.*}}, %{{.*}} : index, index) to
// CHECK:     fir.coordinate_of %{{.*}}, %[[I]], %[[J]]
// CHECK:   inclusiveUpperbound = array<i1: true, true>, independent = [#acc.device_type<none>]
// CHECK:   acc.loop control(%{{.*}} : index) =
// CHECK:   auto_ = [#acc.device_type<none>]
// CHECK:   fir.do_loop {{.*}} iter_args
// CHECK: acc.parallel {
// CHECK:   fir.do_loop
func.func @nest(%a: !fir.ref<!fir.array<8x8xi32>>, %s: !fir.ref<index>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %v = arith.constant 5 : i32
  acc.kernels {
    fir.do_loop %j = %c0 to %c7 step %c1 unordered {
      fir.do_loop %i = %c0 to %c7 step %c1 unordered {
        %e = fir.coordinate_of %a, %i, %j : (!fir.ref<!fir.array<8x8xi32>>, index, index) -> !fir.ref<i32>
        fir.store %v to %e : !fir.ref<i32>
      }
    }
    fir.do_loop %i = %c0 to %c7 step %c1 {
      %e = fir.coordinate_of %a, %i, %c0 : (!fir.ref<!fir.array<8x8xi32>>, index, index) -> !fir.ref<i32>
      fir.store %v to %e : !fir.ref<i32>
    }
    %r = fir.do_loop %i = %c0 to %c7 step %c1 iter_args(%x = %c0) -> (index) {
      %y = arith.addi %x, %i : index
      fir.result %y : index
    }
    fir.store %r to %s : !fir.ref<index>
    acc.terminator
  }
  acc.parallel {
    fir.do_loop %i = %c0 to %c7 step %c1 unordered {
      %e = fir.coordinate_of %a, %i, %c0 : (!fir.ref<!fir.array<8x8xi32>>, index, index) -> !fir.ref<i32>
      fir.store %v to %e : !fir.ref<i32>
    }
    acc.yield
  }
  return
}

// A construct within a host loop, as in a time loop, is like any other.
// CHECK-LABEL: func.func @in_a_host_loop
// CHECK: fir.do_loop
// CHECK: acc.kernels {
// CHECK:   acc.loop control(
// CHECK:   independent = [#acc.device_type<none>]
func.func @in_a_host_loop(%a: !fir.ref<!fir.array<8x8xi32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %v = arith.constant 5 : i32
  fir.do_loop %t = %c0 to %c7 step %c1 {
    acc.kernels {
      fir.do_loop %i = %c0 to %c7 step %c1 unordered {
        %e = fir.coordinate_of %a, %i, %c0 : (!fir.ref<!fir.array<8x8xi32>>, index, index) -> !fir.ref<i32>
        fir.store %v to %e : !fir.ref<i32>
      }
      acc.terminator
    }
  }
  return
}

// The sum is in a variable of the device, for which there is a reduction clause.
// CHECK-LABEL: func.func @sum
// CHECK: %[[SUM:.*]] = fir.alloca f64 {uniq_name = "a$r"}
// CHECK: acc.create varPtr(%[[SUM]]
// CHECK: acc.kernels
// CHECK:   fir.store %{{.*}} to %[[SUM]]
// CHECK:   %[[OWN:.*]] = acc.reduction varPtr(%[[SUM]]
// CHECK:   acc.loop reduction(%[[OWN]]
// CHECK:   %[[LAST:.*]] = fir.load %[[SUM]]
// CHECK:   fir.store %[[LAST]] to
func.func @sum(%a: !fir.ref<!fir.array<8xf64>>, %s: !fir.ref<f64>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %shape = fir.shape %c8 : (index) -> !fir.shape<1>
  %d = fir.declare %a(%shape) {uniq_name = "a"} : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf64>>
  acc.kernels {
    %r = fir.do_loop %i = %c1 to %c8 step %c1 iter_args(%x = %zero) -> (f64) {
      %e = fir.array_coor %d(%shape) %i : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
      %v = fir.load %e : !fir.ref<f64>
      %y = arith.addf %x, %v : f64
      fir.result %y : f64
    }
    fir.store %r to %s : !fir.ref<f64>
    acc.terminator
  }
  return
}

// The greatest value, where a NaN counts for nothing. What looks like it but takes
// a later value for a number, too, depends on the order.
// CHECK-LABEL: func.func @greatest
// CHECK: acc.reduction varPtr(
// CHECK: acc.loop reduction(
func.func @greatest(%a: !fir.ref<!fir.array<8xf64>>, %s: !fir.ref<f64>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %least = arith.constant -1.0E+308 : f64
  %shape = fir.shape %c8 : (index) -> !fir.shape<1>
  %d = fir.declare %a(%shape) {uniq_name = "a"} : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf64>>
  acc.kernels {
    %r = fir.do_loop %i = %c1 to %c8 step %c1 iter_args(%x = %least) -> (f64) {
      %e = fir.array_coor %d(%shape) %i : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
      %v = fir.load %e : !fir.ref<f64>
      %more = arith.cmpf ogt, %v, %x : f64
      %none = arith.cmpf une, %x, %x : f64
      %number = arith.cmpf oeq, %v, %v : f64
      %first = arith.andi %none, %number : i1
      %takes = arith.ori %more, %first : i1
      %y = arith.select %takes, %v, %x : f64
      fir.result %y : f64
    }
    fir.store %r to %s : !fir.ref<f64>
    acc.terminator
  }
  return
}

// CHECK-LABEL: func.func @last
// CHECK: acc.kernels
// CHECK-NOT: acc.reduction varPtr(
// CHECK: fir.store %{{.*}} to %arg1
func.func @last(%a: !fir.ref<!fir.array<8xf64>>, %s: !fir.ref<f64>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %least = arith.constant -1.0E+308 : f64
  %shape = fir.shape %c8 : (index) -> !fir.shape<1>
  %d = fir.declare %a(%shape) {uniq_name = "a"} : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>) -> !fir.ref<!fir.array<8xf64>>
  acc.kernels {
    %r = fir.do_loop %i = %c1 to %c8 step %c1 iter_args(%x = %least) -> (f64) {
      %e = fir.array_coor %d(%shape) %i : (!fir.ref<!fir.array<8xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
      %v = fir.load %e : !fir.ref<f64>
      %more = arith.cmpf ogt, %v, %x : f64
      %none = arith.cmpf oeq, %x, %x : f64
      %number = arith.cmpf oeq, %v, %v : f64
      %first = arith.andi %none, %number : i1
      %takes = arith.ori %more, %first : i1
      %y = arith.select %takes, %v, %x : f64
      fir.result %y : f64
    }
    fir.store %r to %s : !fir.ref<f64>
    acc.terminator
  }
  return
}

// WHERE on allocatables: descriptors are read before the loops, which keep
// their order and become one; a BLOCK's stack is not saved.
// CHECK-LABEL: func.func @where
// CHECK: acc.kernels {
// CHECK-NOT: stacksave
// CHECK: fir.load %{{.*}} : !fir.ref<!fir.box
// CHECK: fir.box_dims
// CHECK: acc.loop control(%[[J:.*]] : index, %[[I:.*]] : index) =
// CHECK-NOT: fir.load %{{.*}} : !fir.ref<!fir.box
// CHECK:   fir.array_coor
// CHECK:   fir.if
// CHECK:   auto_ = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true, true>
// CHECK-NOT: stackrestore
func.func @where(%a: !fir.ref<!fir.box<!fir.heap<!fir.array<?x?xf32>>>>, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  acc.kernels {
    %stack = llvm.intr.stacksave : !llvm.ptr
    fir.do_loop %j = %c1 to %n step %c1 {
      %jj = arith.addi %j, %c1 : index
      fir.do_loop %i = %c1 to %n step %c1 {
        %box = fir.load %a : !fir.ref<!fir.box<!fir.heap<!fir.array<?x?xf32>>>>
        %d:3 = fir.box_dims %box, %c0 : (!fir.box<!fir.heap<!fir.array<?x?xf32>>>, index) -> (index, index, index)
        %ii = arith.addi %i, %d#0 : index
        %e = fir.array_coor %box %ii, %jj : (!fir.box<!fir.heap<!fir.array<?x?xf32>>>, index, index) -> !fir.ref<f32>
        %x = fir.load %e : !fir.ref<f32>
        %m = arith.cmpf ogt, %x, %zero : f32
        fir.if %m {
          fir.store %zero to %e : !fir.ref<f32>
        }
      }
    }
    llvm.intr.stackrestore %stack : !llvm.ptr
    acc.terminator
  }
  return
}

// The loop over terms adds to the same elements in each iteration. It becomes
// the innermost one, and the element a value, if nothing else is the element.

// CHECK-LABEL: func.func @terms
// CHECK: acc.loop control(%[[J:.*]] : index, %[[I:.*]] : index) =
// CHECK:   %[[E:.*]] = fir.array_coor %[[C:.*]] %[[I]], %[[J]]
// CHECK:   %[[OLD:.*]] = fir.load %[[E]]
// CHECK:   %[[SUM:.*]] = fir.do_loop %[[K:.*]] = {{.*}} iter_args(%[[X:.*]] = %[[OLD]]) -> (i32) {
// CHECK:     fir.array_coor %{{.*}} %[[I]], %[[K]]
// CHECK:     %[[NEW:.*]] = arith.addi %[[X]]
// CHECK:     fir.result %[[NEW]]
// CHECK:   fir.store %[[SUM]] to %[[E]]
// CHECK:   auto_ = [#acc.device_type<none>]
func.func @terms(%c: !fir.box<!fir.array<?x?xi32>>, %a: !fir.box<!fir.array<?x?xi32>>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = acc.copyin var(%c : !fir.box<!fir.array<?x?xi32>>) -> !fir.box<!fir.array<?x?xi32>> {dataClause = #acc<data_clause acc_copy>, name = "c"}
  %y = acc.copyin var(%a : !fir.box<!fir.array<?x?xi32>>) -> !fir.box<!fir.array<?x?xi32>> {name = "a"}
  acc.kernels dataOperands(%x, %y : !fir.box<!fir.array<?x?xi32>>, !fir.box<!fir.array<?x?xi32>>) {
    fir.do_loop %k = %c1 to %c8 step %c1 unordered {
      fir.do_loop %j = %c1 to %c8 step %c1 unordered {
        fir.do_loop %i = %c1 to %c8 step %c1 unordered {
          %e = fir.array_coor %x %i, %j : (!fir.box<!fir.array<?x?xi32>>, index, index) -> !fir.ref<i32>
          %old = fir.load %e : !fir.ref<i32>
          %f = fir.array_coor %y %i, %k : (!fir.box<!fir.array<?x?xi32>>, index, index) -> !fir.ref<i32>
          %term = fir.load %f : !fir.ref<i32>
          %new = arith.addi %old, %term : i32
          fir.store %new to %e : !fir.ref<i32>
        }
      }
    }
    acc.terminator
  }
  acc.copyout accVar(%x : !fir.box<!fir.array<?x?xi32>>) to var(%c : !fir.box<!fir.array<?x?xi32>>) {dataClause = #acc<data_clause acc_copy>, name = "c"}
  return
}

// Here terms of later iterations may be elements that earlier ones change.

// CHECK-LABEL: func.func @pointers
// CHECK: acc.loop control(%{{.*}} : index) =
// CHECK:   fir.do_loop
// CHECK:     fir.do_loop
// CHECK-NOT: iter_args
func.func @pointers(%c: !fir.box<!fir.ptr<!fir.array<?x?xi32>>>, %a: !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = acc.copyin var(%c : !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) -> !fir.box<!fir.ptr<!fir.array<?x?xi32>>> {dataClause = #acc<data_clause acc_copy>, name = "c"}
  %y = acc.copyin var(%a : !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) -> !fir.box<!fir.ptr<!fir.array<?x?xi32>>> {name = "a"}
  acc.kernels dataOperands(%x, %y : !fir.box<!fir.ptr<!fir.array<?x?xi32>>>, !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) {
    fir.do_loop %k = %c1 to %c8 step %c1 unordered {
      fir.do_loop %j = %c1 to %c8 step %c1 unordered {
        fir.do_loop %i = %c1 to %c8 step %c1 unordered {
          %e = fir.array_coor %x %i, %j : (!fir.box<!fir.ptr<!fir.array<?x?xi32>>>, index, index) -> !fir.ref<i32>
          %old = fir.load %e : !fir.ref<i32>
          %f = fir.array_coor %y %i, %k : (!fir.box<!fir.ptr<!fir.array<?x?xi32>>>, index, index) -> !fir.ref<i32>
          %term = fir.load %f : !fir.ref<i32>
          %new = arith.addi %old, %term : i32
          fir.store %new to %e : !fir.ref<i32>
        }
      }
    }
    acc.terminator
  }
  acc.copyout accVar(%x : !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) to var(%c : !fir.box<!fir.ptr<!fir.array<?x?xi32>>>) {dataClause = #acc<data_clause acc_copy>, name = "c"}
  return
}
