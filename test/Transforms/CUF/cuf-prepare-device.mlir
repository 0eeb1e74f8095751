// RUN: %warpfort-opt --warpfort-cuf-prepare-device %s | FileCheck %s

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"} {
  // CHECK-DAG: llvm.mlir.global internal @warprt.shared._QMmFkEtile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
  // CHECK-DAG: llvm.mlir.global external @warprt_dynamic_shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // The descriptor and the complex number become byval pointers; the integer
  // stays.
  // CHECK-LABEL: func.func @_QMmPk
  // CHECK-SAME: !fir.ref<!fir.box<!fir.array<?xf32>>> {llvm.align = 8 : i64, llvm.byval =
  // CHECK-SAME: i32,
  // CHECK-SAME: !fir.ref<complex<f64>> {llvm.align = 8 : i64, llvm.byval =
  // Data attributes of arguments go.
  // CHECK-NOT: cuf.data_attr
  func.func @_QMmPk(%a: !fir.box<!fir.array<?xf32>> {cuf.data_attr = #cuf.cuda<device>}, %n: i32, %z: complex<f64>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    // CHECK: fir.load %{{.*}} : !fir.ref<!fir.box<!fir.array<?xf32>>>
    // CHECK: llvm.mlir.addressof @warprt.shared._QMmFkEtile
    // CHECK: llvm.addrspacecast
    %tile = cuf.shared_memory !fir.array<64xf32> {uniq_name = "_QMmFkEtile"} -> !fir.ref<!fir.array<64xf32>>
    %all = fir.assumed_size_extent : index
    // CHECK: llvm.mlir.addressof @warprt_dynamic_shared
    %dyn = cuf.shared_memory !fir.array<?xf32>, %all : index {uniq_name = "_QMmFkEdyn"} -> !fir.ref<!fir.array<?xf32>>
    // CHECK: %[[C32:.*]] = arith.constant 32 : i32
    // CHECK: fir.store %[[C32]]
    %w = fir.alloca i32 {bindc_name = "__builtin_warpsize"}
    %c0 = arith.constant 0 : index
    %dims:3 = fir.box_dims %a, %c0 : (!fir.box<!fir.array<?xf32>>, index) -> (index, index, index)
    return
  }

  // The first thread gives a shared record its initial values; all wait for it.
  // CHECK-LABEL: func.func @_QMmPinitial
  // CHECK: %[[RECORD:.*]] = fir.declare
  // CHECK: nvvm.read.ptx.sreg.tid.x
  // CHECK: nvvm.read.ptx.sreg.tid.z
  // CHECK: fir.if
  // CHECK-NEXT: fir.copy %{{.*}} to %[[RECORD]]{{.*$}}
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.barrier0
  // CHECK: fir.copy
  func.func @_QMmPinitial() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    %r = fir.alloca !fir.type<_QMmTr{q:i32}>
    %0 = cuf.shared_memory !fir.type<_QMmTr{q:i32}> {uniq_name = "_QMmFinitialEs"} -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
    %1 = fir.declare %0 {uniq_name = "_QMmFinitialEs"} : (!fir.ref<!fir.type<_QMmTr{q:i32}>>) -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
    %2 = fir.address_of(@_QQ_QMmTr.DerivedInit) : !fir.ref<!fir.type<_QMmTr{q:i32}>>
    fir.copy %2 to %1 no_overlap : !fir.ref<!fir.type<_QMmTr{q:i32}>>, !fir.ref<!fir.type<_QMmTr{q:i32}>>
    fir.copy %r to %1 no_overlap : !fir.ref<!fir.type<_QMmTr{q:i32}>>, !fir.ref<!fir.type<_QMmTr{q:i32}>>
    return
  }
  fir.global internal @_QQ_QMmTr.DerivedInit constant : !fir.type<_QMmTr{q:i32}>

  // So does the descriptor of a pointer, which has an address already. What is
  // present is told by its version.
  // CHECK-LABEL: func.func @_QMmPp
  // CHECK-SAME: %[[P:.*]]: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {llvm.align = 8 : i64, llvm.byval =
  // CHECK-SAME: %[[O:.*]]: !fir.ref<!fir.box<!fir.array<?xf32>>> {fir.optional, llvm.align = 8 : i64, llvm.byval =
  func.func @_QMmPp(%p: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {cuf.data_attr = #cuf.cuda<device>}, %o: !fir.box<!fir.array<?xf32>> {fir.optional}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    // CHECK: %[[BOX:.*]] = fir.load %[[O]]
    // CHECK: %[[THERE:.*]] = arith.cmpi ne
    // CHECK: %[[WHOLE:.*]] = arith.select %[[THERE]], %[[BOX]], %{{.*}} : !fir.box<!fir.array<?xf32>>
    // CHECK: fir.load %[[P]]
    %box = fir.load %p : !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>
    // CHECK: fir.is_present %[[WHOLE]]
    %there = fir.is_present %o : (!fir.box<!fir.array<?xf32>>) -> i1
    return
  }

  // What Fortran says of the data of dummy arguments: it changes by this name or
  // not at all, but for targets; a kernel made from a loop has no dummies.
  // CHECK-LABEL: func.func @dummies
  // CHECK-SAME: %{{[^:]*}}: !fir.ref<!fir.array<10xf32>> {llvm.noalias}
  // CHECK-SAME: %{{[^:]*}}: !fir.ref<!fir.array<10xf32>>,
  // CHECK-SAME: %{{[^:]*}}: !fir.ref<!fir.box<!fir.array<?xf32>>> {{.*}}llvm.byval{{.*}}llvm.noalias}
  func.func @dummies(%x: !fir.ref<!fir.array<10xf32>>, %t: !fir.ref<!fir.array<10xf32>>, %b: !fir.box<!fir.array<?xf32>>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    %s = fir.dummy_scope : !fir.dscope
    %n = arith.constant 10 : index
    %shape = fir.shape %n : (index) -> !fir.shape<1>
    %dx = fir.declare %x(%shape) dummy_scope %s {uniq_name = "_QFkEx"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<10xf32>>
    %dt = fir.declare %t(%shape) dummy_scope %s {fortran_attrs = #fir.var_attrs<target>, uniq_name = "_QFkEt"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<10xf32>>
    %db = fir.declare %b dummy_scope %s {uniq_name = "_QFkEb"} : (!fir.box<!fir.array<?xf32>>, !fir.dscope) -> !fir.box<!fir.array<?xf32>>
    return
  }

  // CHECK-LABEL: func.func @loop
  // CHECK-NOT: noalias
  // CHECK: return
  func.func @loop(%x: !fir.ref<!fir.array<10xf32>>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>, warpfort.kernel_loop} {
    %s = fir.dummy_scope : !fir.dscope
    %n = arith.constant 10 : index
    %shape = fir.shape %n : (index) -> !fir.shape<1>
    %dx = fir.declare %x(%shape) dummy_scope %s {uniq_name = "_QFkEx"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, !fir.dscope) -> !fir.ref<!fir.array<10xf32>>
    return
  }

  // Of texts and records that are volatile the characters and components are, too.
  // The run-time library accesses them as others are: the function says that it
  // has such.
  // CHECK-LABEL: func.func @_QPtexts
  // CHECK-SAME: passthrough = ["warpfort.volatile_data"]
  func.func @_QPtexts(%f: !fir.ref<!fir.char<1>>) attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
    %c1 = arith.constant 1 : index
    %v = fir.volatile_cast %f : (!fir.ref<!fir.char<1>>) -> !fir.ref<!fir.char<1>, volatile>
    %d = fir.declare %v typeparams %c1 {fortran_attrs = #fir.var_attrs<volatile>, uniq_name = "_QFtextsEf"} : (!fir.ref<!fir.char<1>, volatile>, index) -> !fir.ref<!fir.char<1>, volatile>
    // CHECK: %[[CHAR:.*]] = fir.convert {{.*}} -> !fir.ref<i8>
    // CHECK: %[[THERE:.*]] = fir.volatile_cast %[[CHAR]] : (!fir.ref<i8>) -> !fir.ref<i8, volatile>
    // CHECK: %[[VALUE:.*]] = fir.load %[[THERE]]
    // CHECK: %[[AGAIN:.*]] = fir.volatile_cast %[[CHAR]]
    // CHECK: fir.store %[[VALUE]] to %[[AGAIN]]
    // CHECK: "llvm.intr.memmove"{{.*}}isVolatile = true
    %0 = fir.convert %d : (!fir.ref<!fir.char<1>, volatile>) -> !fir.ref<i8>
    %1 = fir.load %0 : !fir.ref<i8>
    fir.store %1 to %0 : !fir.ref<i8>
    %2 = fir.convert %d : (!fir.ref<!fir.char<1>, volatile>) -> !llvm.ptr
    %3 = fir.alloca !fir.char<1,4>
    %4 = fir.convert %3 : (!fir.ref<!fir.char<1,4>>) -> !llvm.ptr
    %5 = arith.constant 1 : i64
    "llvm.intr.memmove"(%4, %2, %5) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    return
  }
  // CHECK-LABEL: func.func @_QPrecords
  // CHECK: %[[X:.*]] = fir.coordinate_of
  // CHECK: %[[THERE:.*]] = fir.volatile_cast %[[X]]
  // CHECK: fir.load %[[THERE]]
  func.func @_QPrecords(%f: !fir.ref<!fir.type<t{x:i32}>>) attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
    %v = fir.volatile_cast %f : (!fir.ref<!fir.type<t{x:i32}>>) -> !fir.ref<!fir.type<t{x:i32}>, volatile>
    %d = fir.declare %v {fortran_attrs = #fir.var_attrs<volatile>, uniq_name = "_QFrecordsEf"} : (!fir.ref<!fir.type<t{x:i32}>, volatile>) -> !fir.ref<!fir.type<t{x:i32}>, volatile>
    %x = fir.coordinate_of %d, x : (!fir.ref<!fir.type<t{x:i32}>, volatile>) -> !fir.ref<i32>
    %0 = fir.load %x : !fir.ref<i32>
    return
  }
  // CHECK-LABEL: func.func @_QPnumbers
  // CHECK-NOT: passthrough
  func.func @_QPnumbers(%f: !fir.ref<i32>) attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
    %v = fir.volatile_cast %f : (!fir.ref<i32>) -> !fir.ref<i32, volatile>
    %d = fir.declare %v {fortran_attrs = #fir.var_attrs<volatile>, uniq_name = "_QFnumbersEf"} : (!fir.ref<i32, volatile>) -> !fir.ref<i32, volatile>
    return
  }
}
