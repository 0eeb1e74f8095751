// RUN: %warpfort-opt --warpfort-cuf-whole-predefined %s | FileCheck %s
//
// threadidx as a whole gets a variable, filled from its components; the
// component that is used on its own stays Flang's register.

fir.global @_QM__fortran_builtinsE__builtin_threadidx : !fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: %[[D:[^:]*]]:
// CHECK: %[[V:.*]] = fir.alloca !fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>
// CHECK: %[[X:.*]] = fir.coordinate_of %{{.*}}, x
// CHECK: fir.load %[[X]]
// CHECK: fir.copy %[[V]] to %[[D]]
func.func @kernel(%d: !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>, %x: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = fir.address_of(@_QM__fortran_builtinsE__builtin_threadidx) : !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %1 = fir.declare %0 {uniq_name = "_QM__fortran_builtinsE__builtin_threadidx"} : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  fir.copy %1 to %d : !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>, !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %2 = fir.coordinate_of %1, x : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<i32>
  %3 = fir.load %2 : !fir.ref<i32>
  fir.store %3 to %x : !fir.ref<i32>
  return
}

// CHECK-LABEL: func.func @component(
// CHECK-NOT: fir.alloca
// CHECK: return
func.func @component(%x: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = fir.address_of(@_QM__fortran_builtinsE__builtin_threadidx) : !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %1 = fir.declare %0 {uniq_name = "_QM__fortran_builtinsE__builtin_threadidx"} : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %2 = fir.coordinate_of %1, x : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<i32>
  %3 = fir.load %2 : !fir.ref<i32>
  fir.store %3 to %x : !fir.ref<i32>
  return
}

// CHECK-LABEL: func.func @address(
// CHECK: %[[V:.*]] = fir.alloca !fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>
// CHECK: fir.coordinate_of %[[V]], z
// CHECK: %[[Y:.*]] = fir.coordinate_of %[[V]], y
// CHECK: fir.call @taker(%[[Y]])
func.func private @taker(!fir.ref<i32>)
func.func @address() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %0 = fir.address_of(@_QM__fortran_builtinsE__builtin_threadidx) : !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %1 = fir.declare %0 {uniq_name = "_QM__fortran_builtinsE__builtin_threadidx"} : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>
  %2 = fir.coordinate_of %1, y : (!fir.ref<!fir.type<_QM__fortran_builtinsT__builtin_dim3{x:i32,y:i32,z:i32}>>) -> !fir.ref<i32>
  fir.call @taker(%2) : (!fir.ref<i32>) -> ()
  return
}
