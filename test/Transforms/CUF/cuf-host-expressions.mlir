// RUN: %warpfort-opt --warpfort-cuf-host-expressions %s | FileCheck %s

// Host code on device data: transfers, kernels of whole expressions, copies of
// what an expression of the host reads.

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", warpfort.device_components = {_QMmTt.m = #cuf.cuda<managed>}, warpfort.device_records = ["_QFrecordsEx"]} {

// CHECK-LABEL: func.func @_QPtransfers
// CHECK: %[[A:.*]]:2 = hlfir.declare %arg0
// CHECK: %[[H:.*]]:2 = hlfir.declare %arg1
// CHECK: cuf.data_transfer %[[A]]#0 to %[[H]]#0 {transfer_kind = #cuf.cuda_transfer<device_host>}
// CHECK: cuf.data_transfer %[[H]]#0 to %[[A]]#0 {transfer_kind = #cuf.cuda_transfer<host_device>}
// CHECK: cuf.data_transfer %{{.*}} to %[[A]]#0 {transfer_kind = #cuf.cuda_transfer<host_device>} : f32
// CHECK: hlfir.assign %{{.*}} to %[[H]]#0 : f32
func.func @_QPtransfers(%0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %1: !fir.ref<!fir.array<10xf32>>) {
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f32
  %s = fir.shape %c10 : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %0(%s) {data_attr = #cuf.cuda<device>, uniq_name = "_QFtransfersEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  %h:2 = hlfir.declare %1(%s) {uniq_name = "_QFtransfersEh"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  hlfir.assign %a#0 to %h#0 : !fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>
  hlfir.assign %h#0 to %a#0 : !fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>
  hlfir.assign %one to %a#0 : f32, !fir.ref<!fir.array<10xf32>>
  hlfir.assign %one to %h#0 : f32, !fir.ref<!fir.array<10xf32>>
  return
}

// The elements are computed where they lie, without a temporary.
// CHECK-LABEL: func.func @_QPexpression
// CHECK: %[[A:.*]]:2 = hlfir.declare %arg0
// CHECK: %[[B:.*]]:2 = hlfir.declare %arg1
// CHECK-NOT: hlfir.elemental
// CHECK: cuf.kernel<<<*, *>>> (%[[I:.*]] : index) = (%c1 : index) to (%c10 : index)
// CHECK: %[[X:.*]] = hlfir.designate %[[A]]#0 (%[[I]])
// CHECK: %[[V:.*]] = fir.load %[[X]]
// CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK: %[[Y:.*]] = hlfir.designate %[[B]]#0 (%[[I]])
// CHECK: fir.store %[[P]] to %[[Y]]
// CHECK-NOT: hlfir.assign
func.func @_QPexpression(%0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %1: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}) {
  %c10 = arith.constant 10 : index
  %s = fir.shape %c10 : (index) -> !fir.shape<1>
  %a:2 = hlfir.declare %0(%s) {data_attr = #cuf.cuda<device>, uniq_name = "_QFexpressionEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  %b:2 = hlfir.declare %1(%s) {data_attr = #cuf.cuda<device>, uniq_name = "_QFexpressionEb"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  %e = hlfir.elemental %s unordered : (!fir.shape<1>) -> !hlfir.expr<10xf32> {
  ^bb0(%i: index):
    %x = hlfir.designate %a#0 (%i) : (!fir.ref<!fir.array<10xf32>>, index) -> !fir.ref<f32>
    %y = fir.load %x : !fir.ref<f32>
    %z = arith.mulf %y, %y : f32
    hlfir.yield_element %z : f32
  }
  hlfir.assign %e to %b#0 : !hlfir.expr<10xf32>, !fir.ref<!fir.array<10xf32>>
  hlfir.destroy %e : !hlfir.expr<10xf32>
  return
}

// A scalar is fetched once for the host to compute with.
// CHECK-LABEL: func.func @_QPscalar
// CHECK: %[[COPY:.*]] = fir.alloca f32
// CHECK: %[[A:.*]]:2 = hlfir.declare %arg0
// CHECK: cuf.data_transfer %[[A]]#0 to %[[COPY]] {transfer_kind = #cuf.cuda_transfer<device_host>}
// CHECK: fir.load %[[COPY]]
// CHECK: hlfir.assign
func.func @_QPscalar(%0: !fir.ref<f32> {cuf.data_attr = #cuf.cuda<device>}, %1: !fir.ref<f32>) {
  %a:2 = hlfir.declare %0 {data_attr = #cuf.cuda<device>, uniq_name = "_QFscalarEa"} : (!fir.ref<f32>) -> (!fir.ref<f32>, !fir.ref<f32>)
  %h:2 = hlfir.declare %1 {uniq_name = "_QFscalarEh"} : (!fir.ref<f32>) -> (!fir.ref<f32>, !fir.ref<f32>)
  %x = fir.load %a#0 : !fir.ref<f32>
  %y = arith.addf %x, %x : f32
  hlfir.assign %y to %h#0 : f32, !fir.ref<f32>
  return
}

// A managed component that an assignment allocates: its descriptor is told from
// where, if it is not allocated yet.
// CHECK-LABEL: func.func @_QPcomponent
// CHECK: %[[M:.*]] = hlfir.designate %{{.*}}{"m"}
// CHECK: %[[NULL:.*]] = arith.cmpi eq
// CHECK: fir.if %[[NULL]] {
// CHECK: %[[EXTRA:.*]] = fir.coordinate_of %{{.*}}, %c23
// CHECK: %[[BITS:.*]] = arith.ori %{{.*}}, %c6_i8
// CHECK: fir.store %[[BITS]] to %[[EXTRA]]
// CHECK: hlfir.assign %{{.*}} to %[[M]] realloc
func.func @_QPcomponent(%0: !fir.ref<!fir.type<_QMmTt{m:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>, %1: !fir.ref<!fir.array<10xf32>>) {
  %c10 = arith.constant 10 : index
  %s = fir.shape %c10 : (index) -> !fir.shape<1>
  %x:2 = hlfir.declare %0 {uniq_name = "_QFcomponentEx"} : (!fir.ref<!fir.type<_QMmTt{m:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>) -> (!fir.ref<!fir.type<_QMmTt{m:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>, !fir.ref<!fir.type<_QMmTt{m:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>)
  %h:2 = hlfir.declare %1(%s) {uniq_name = "_QFcomponentEh"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  %m = hlfir.designate %x#0{"m"} {fortran_attrs = #fir.var_attrs<allocatable>} : (!fir.ref<!fir.type<_QMmTt{m:!fir.box<!fir.heap<!fir.array<?xf32>>>}>>) -> !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  hlfir.assign %h#0 to %m realloc : !fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>
  return
}
// The value of an expression for a managed dummy argument is in managed memory
// for as long as the call takes.
// CHECK-LABEL: func.func @_QPvalue
// CHECK: %[[VALUE:.*]] = hlfir.as_expr
// CHECK: %[[T:.*]] = cuf.alloc !fir.array<10xf32> {bindc_name = ".managed_argument", data_attr = #cuf.cuda<managed>}
// CHECK: %[[D:.*]]:2 = hlfir.declare %[[T]](%{{.*}}) {data_attr = #cuf.cuda<managed>, uniq_name = ".managed_argument"}
// CHECK: hlfir.assign %[[VALUE]] to %[[D]]#0
// CHECK: fir.call @_QPs(%[[D]]#1)
// CHECK: cuf.free %[[D]]#1
// CHECK-NOT: hlfir.associate
func.func private @_QPs(!fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<managed>})
func.func @_QPvalue(%0: !fir.ref<!fir.array<10xf32>>) {
  %c10 = arith.constant 10 : index
  %s = fir.shape %c10 : (index) -> !fir.shape<1>
  %h:2 = hlfir.declare %0(%s) {uniq_name = "_QFvalueEh"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>)
  %e = hlfir.as_expr %h#0 : (!fir.ref<!fir.array<10xf32>>) -> !hlfir.expr<10xf32>
  %t:3 = hlfir.associate %e(%s) {adapt.valuebyref} : (!hlfir.expr<10xf32>, !fir.shape<1>) -> (!fir.ref<!fir.array<10xf32>>, !fir.ref<!fir.array<10xf32>>, i1)
  fir.call @_QPs(%t#1) : (!fir.ref<!fir.array<10xf32>>) -> ()
  hlfir.end_associate %t#1, %t#2 : !fir.ref<!fir.array<10xf32>>, i1
  hlfir.destroy %e : !hlfir.expr<10xf32>
  return
}

// What the host does with a record of the device that is in managed memory
// comes after the kernels before it; nothing waits for the host's own record.
// CHECK-LABEL: func.func @_QPrecords
// CHECK: %[[X:.*]]:2 = hlfir.declare %arg0
// CHECK: %[[Y:.*]]:2 = hlfir.declare %arg1
// CHECK-NOT: warprt_wait
// CHECK: hlfir.designate %[[Y]]#0{"n"}
// CHECK: fir.load
// CHECK: fir.call @_QPlaunches
// CHECK: %[[N:.*]] = hlfir.designate %[[X]]#0{"n"}
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: fir.load %[[N]]
// CHECK-NEXT: hlfir.assign %{{.*}} to %[[N]]
// CHECK: fir.call @_QPlaunches
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: hlfir.assign %{{.*}} to %[[N]]
// The library and assignments of records call procedures of the program.
// CHECK-NEXT: fir.call @_FortranADestroy
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: fir.load %[[N]]
// CHECK-NEXT: hlfir.assign %{{.*}} to %[[Y]]#0
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: fir.load %[[N]]
// CHECK: fir.call @_QPlaunches
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: omp.atomic.read
// CHECK: fir.call @_QPlaunches
// CHECK: fir.call @warprt_wait
// CHECK-NEXT: omp.atomic.capture
func.func private @_FortranADestroy(!fir.box<none>)
func.func private @_QPlaunches()
func.func @_QPrecords(%0: !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>, %1: !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>) {
  %x:2 = hlfir.declare %0 {data_attr = #cuf.cuda<managed>, uniq_name = "_QFrecordsEx"} : (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>) -> (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>, !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>)
  %y:2 = hlfir.declare %1 {data_attr = #cuf.cuda<managed>, uniq_name = "_QFrecordsEy"} : (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>) -> (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>, !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>)
  %of_host = hlfir.designate %y#0{"n"} : (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>) -> !fir.ref<i32>
  %h = fir.load %of_host : !fir.ref<i32>
  fir.call @_QPlaunches() : () -> ()
  %n = hlfir.designate %x#0{"n"} : (!fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>) -> !fir.ref<i32>
  %v = fir.load %n : !fir.ref<i32>
  hlfir.assign %v to %n : i32, !fir.ref<i32>
  %box = fir.zero_bits !fir.box<none>
  fir.call @_QPlaunches() : () -> ()
  hlfir.assign %h to %n : i32, !fir.ref<i32>
  fir.call @_FortranADestroy(%box) : (!fir.box<none>) -> ()
  %after = fir.load %n : !fir.ref<i32>
  hlfir.assign %y#0 to %y#0 : !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>, !fir.ref<!fir.type<_QMmTr{m:!fir.box<!fir.heap<!fir.array<?xf32>>>,n:i32}>>
  %last = fir.load %n : !fir.ref<i32>
  %to = fir.alloca i32
  fir.call @_QPlaunches() : () -> ()
  omp.atomic.read %to = %n : !fir.ref<i32>, !fir.ref<i32>, i32
  fir.call @_QPlaunches() : () -> ()
  omp.atomic.capture {
    omp.atomic.read %to = %n : !fir.ref<i32>, !fir.ref<i32>, i32
    omp.atomic.write %n = %h : !fir.ref<i32>, i32
  }
  return
}
}
