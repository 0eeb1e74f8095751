// RUN: %warpfort-opt --warpfort-make-masked-loops %s | FileCheck %s
//
// WHERE (a > 0) a = sqrt(a) in a kernels construct reads of the array just what
// it assigns: it becomes an unordered loop with a condition.

// CHECK-LABEL: func.func @_QPmasked(
// CHECK: acc.kernels {
// CHECK-NOT: hlfir.where
// CHECK: fir.do_loop {{.*}} unordered
// CHECK: arith.cmpf ogt
// CHECK: fir.if
// CHECK: math.sqrt
// CHECK: hlfir.assign %{{.*}} to %{{.*}} : f32, !fir.ref<f32>
func.func @_QPmasked(%arg0: !fir.ref<!fir.array<8xf32>> {fir.bindc_name = "a"}) {
  %0 = fir.dummy_scope : !fir.dscope
  %c8 = arith.constant 8 : index
  %1 = fir.shape %c8 : (index) -> !fir.shape<1>
  %2:2 = hlfir.declare %arg0(%1) dummy_scope %0 arg 1 {uniq_name = "_QFmaskedEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, !fir.dscope) -> (!fir.ref<!fir.array<8xf32>>, !fir.ref<!fir.array<8xf32>>)
  acc.kernels {
    hlfir.where {
      %cst = arith.constant 0.000000e+00 : f32
      %3 = hlfir.elemental %1 unordered : (!fir.shape<1>) -> !hlfir.expr<8x!fir.logical<4>> {
      ^bb0(%arg1: index):
        %4 = hlfir.designate %2#0 (%arg1)  : (!fir.ref<!fir.array<8xf32>>, index) -> !fir.ref<f32>
        %5 = fir.load %4 : !fir.ref<f32>
        %6 = arith.cmpf ogt, %5, %cst fastmath<contract> : f32
        %7 = fir.convert %6 : (i1) -> !fir.logical<4>
        hlfir.yield_element %7 : !fir.logical<4>
      }
      hlfir.yield %3 : !hlfir.expr<8x!fir.logical<4>> cleanup {
        hlfir.destroy %3 : !hlfir.expr<8x!fir.logical<4>>
      }
    } do {
      hlfir.region_assign {
        %3 = hlfir.elemental %1 unordered : (!fir.shape<1>) -> !hlfir.expr<8xf32> {
        ^bb0(%arg1: index):
          %4 = hlfir.designate %2#0 (%arg1)  : (!fir.ref<!fir.array<8xf32>>, index) -> !fir.ref<f32>
          %5 = fir.load %4 : !fir.ref<f32>
          %6 = math.sqrt %5 fastmath<contract> : f32
          hlfir.yield_element %6 : f32
        }
        hlfir.yield %3 : !hlfir.expr<8xf32> cleanup {
          hlfir.destroy %3 : !hlfir.expr<8xf32>
        }
      } to {
        hlfir.yield %2#0 : !fir.ref<!fir.array<8xf32>> 
      }
    }
    acc.terminator
  }
  return
}

// Host code is left to Flang.
// CHECK-LABEL: func.func @_QPhost(
// CHECK: hlfir.where
func.func @_QPhost(%arg0: !fir.ref<!fir.array<8xf32>> {fir.bindc_name = "a"}) {
  %0 = fir.dummy_scope : !fir.dscope
  %c8 = arith.constant 8 : index
  %1 = fir.shape %c8 : (index) -> !fir.shape<1>
  %2:2 = hlfir.declare %arg0(%1) dummy_scope %0 arg 1 {uniq_name = "_QFmaskedEa"} : (!fir.ref<!fir.array<8xf32>>, !fir.shape<1>, !fir.dscope) -> (!fir.ref<!fir.array<8xf32>>, !fir.ref<!fir.array<8xf32>>)
    hlfir.where {
      %cst = arith.constant 0.000000e+00 : f32
      %3 = hlfir.elemental %1 unordered : (!fir.shape<1>) -> !hlfir.expr<8x!fir.logical<4>> {
      ^bb0(%arg1: index):
        %4 = hlfir.designate %2#0 (%arg1)  : (!fir.ref<!fir.array<8xf32>>, index) -> !fir.ref<f32>
        %5 = fir.load %4 : !fir.ref<f32>
        %6 = arith.cmpf ogt, %5, %cst fastmath<contract> : f32
        %7 = fir.convert %6 : (i1) -> !fir.logical<4>
        hlfir.yield_element %7 : !fir.logical<4>
      }
      hlfir.yield %3 : !hlfir.expr<8x!fir.logical<4>> cleanup {
        hlfir.destroy %3 : !hlfir.expr<8x!fir.logical<4>>
      }
    } do {
      hlfir.region_assign {
        %3 = hlfir.elemental %1 unordered : (!fir.shape<1>) -> !hlfir.expr<8xf32> {
        ^bb0(%arg1: index):
          %4 = hlfir.designate %2#0 (%arg1)  : (!fir.ref<!fir.array<8xf32>>, index) -> !fir.ref<f32>
          %5 = fir.load %4 : !fir.ref<f32>
          %6 = math.sqrt %5 fastmath<contract> : f32
          hlfir.yield_element %6 : f32
        }
        hlfir.yield %3 : !hlfir.expr<8xf32> cleanup {
          hlfir.destroy %3 : !hlfir.expr<8xf32>
        }
      } to {
        hlfir.yield %2#0 : !fir.ref<!fir.array<8xf32>> 
      }
    }
  return
}
