// RUN: %warpfort-opt --warpfort-cuf-lower-launch %s | FileCheck %s

func.func private @_QMmPk(!fir.box<!fir.array<?xf32>>, i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}

// CHECK-LABEL: func.func @_QPhost
func.func @_QPhost(%a: !fir.box<!fir.array<?xf32>>, %n: i32, %stream: !fir.ref<i64>) {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  // The descriptor is passed by value: stored to a temporary of its own type.
  // CHECK-DAG: %[[BOX:.*]] = fir.alloca !fir.box<!fir.array<?xf32>>
  // CHECK-DAG: %[[INT:.*]] = fir.alloca i32
  // CHECK-DAG: %[[ARGS:.*]] = fir.alloca !fir.array<2x!fir.llvm_ptr<i8>>
  // CHECK: %[[HANDLE:.*]] = fir.address_of(@warprt.kernel._QMmPk)
  // CHECK: fir.store %{{.*}} to %[[BOX]]
  // CHECK: fir.store %{{.*}} to %[[INT]]
  // CHECK: fir.call @warprt_launch_kernel({{.*}}, %c256_i32, %{{[^,]*}}, %{{[^,]*}}) : (!fir.llvm_ptr<i8>, i32, i32, i32, i32, i32, i32, i32, !fir.llvm_ptr<i8>, !fir.llvm_ptr<i8>) -> ()
  cuf.kernel_launch @_QMmPk<<<%c1, %c1, %c1, %c64, %c1, %c1, %c256, %stream : !fir.ref<i64>>>>(%a, %n) : (!fir.box<!fir.array<?xf32>>, i32)
  return
}

// Without a stream a null address is passed.
// CHECK-LABEL: func.func @_QPplain
func.func @_QPplain(%a: !fir.box<!fir.array<?xf32>>, %n: i32) {
  %c1 = arith.constant 1 : i32
  // CHECK: fir.zero_bits !fir.llvm_ptr<i8>
  // CHECK: fir.call @warprt_launch_kernel
  cuf.kernel_launch @_QMmPk<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%a, %n) : (!fir.box<!fir.array<?xf32>>, i32)
  return
}

// A call that launches a graph tells its place as well; other calls do not.
func.func private @warprt_cudaGraphLaunch_i8(!fir.ref<i64>, i64) -> i32
func.func private @warprt_cudaGraphUpload_i8(!fir.ref<i64>, i64) -> i32
// CHECK-LABEL: func.func @_QPgraph
func.func @_QPgraph(%exec: !fir.ref<i64>, %stream: i64) {
  // CHECK: fir.call @warprt_launch_at
  // CHECK-NEXT: fir.call @warprt_cudaGraphLaunch_i8
  %0 = fir.call @warprt_cudaGraphLaunch_i8(%exec, %stream) : (!fir.ref<i64>, i64) -> i32
  // CHECK-NOT: fir.call @warprt_launch_at
  // CHECK: fir.call @warprt_cudaGraphUpload_i8
  %1 = fir.call @warprt_cudaGraphUpload_i8(%exec, %stream) : (!fir.ref<i64>, i64) -> i32
  return
}

// The descriptor of a pointer or allocatable lies on the host: it is copied, not
// its address.
func.func private @_QMmPp(!fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>> {cuf.data_attr = #cuf.cuda<device>}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
// CHECK-LABEL: func.func @_QPpointer
// CHECK-SAME: %[[P:.*]]: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>
func.func @_QPpointer(%p: !fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) {
  %c1 = arith.constant 1 : i32
  // CHECK: %[[ADDRESS:.*]] = fir.convert %[[P]] : (!fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>) -> !fir.llvm_ptr<i8>
  // CHECK: fir.store %[[ADDRESS]] to %{{.*}} : !fir.ref<!fir.llvm_ptr<i8>>
  // CHECK: fir.call @warprt_launch_kernel
  cuf.kernel_launch @_QMmPp<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%p) : (!fir.ref<!fir.box<!fir.ptr<!fir.array<?xf32>>>>)
  return
}

// One that is absent becomes a descriptor of version zero.
func.func private @_QMmPo(!fir.box<!fir.array<?xf32>> {cuf.data_attr = #cuf.cuda<device>, fir.optional}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
// CHECK-LABEL: func.func @_QPoptional
func.func @_QPoptional(%a: !fir.box<!fir.array<?xf32>>) {
  %c1 = arith.constant 1 : i32
  // CHECK: %[[PRESENT:.*]] = fir.is_present
  // CHECK: fir.if %[[PRESENT]]
  // CHECK: fir.store %{{.*}} to %[[SLOT:.*]] : !fir.ref<!fir.box<!fir.array<?xf32>>>
  // CHECK: } else {
  // CHECK: fir.convert %[[SLOT]]
  // CHECK: fir.store %{{.*}} : !fir.ref<i32>
  // CHECK: fir.call @warprt_launch_kernel
  cuf.kernel_launch @_QMmPo<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%a) : (!fir.box<!fir.array<?xf32>>)
  return
}

// A cooperative kernel's handle says what it is: its launch is like any other.
func.func private @_QMmPg() attributes {cuf.proc_attr = #cuf.cuda_proc<grid_global>}
// CHECK-LABEL: func.func @_QPcooperative
func.func @_QPcooperative() {
  %c1 = arith.constant 1 : i32
  %all = arith.constant -1 : i32
  // CHECK: fir.address_of(@warprt.kernel._QMmPg)
  // CHECK: fir.call @warprt_launch_kernel
  cuf.kernel_launch @_QMmPg<<<%all, %c1, %c1, %c1, %c1, %c1>>>()
  return
}

// In device code the call is one that the device linker expands: scalars by
// value, addresses, and the addresses of descriptors. The stream is a value.
// CHECK-LABEL: func.func @_QMmPparent
// CHECK-SAME: %[[A:.*]]: !fir.box<!fir.array<?xf32>>, %[[N:.*]]: i32, %[[X:.*]]: !fir.ref<f32>, %[[STREAM:.*]]: !fir.ref<i64>
func.func private @_QMmPq(!fir.box<!fir.array<?xf32>>, i32, !fir.ref<f32> {cuf.data_attr = #cuf.cuda<device>}) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
func.func @_QMmPparent(%a: !fir.box<!fir.array<?xf32>>, %n: i32, %x: !fir.ref<f32>, %stream: !fir.ref<i64>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  // CHECK: %[[BOX:.*]] = fir.alloca !fir.box<!fir.array<?xf32>>
  // CHECK: %[[HANDLE:.*]] = fir.load %[[STREAM]]
  // CHECK: fir.store %[[A]] to %[[BOX]]
  // CHECK: %[[COPIED:.*]] = fir.convert %[[BOX]] : {{.*}} -> !fir.llvm_ptr<i8>
  // CHECK: %[[ADDRESS:.*]] = fir.convert %[[X]] : {{.*}} -> !fir.llvm_ptr<i8>
  // CHECK: fir.call @__warpdev_launch._QMmPq(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[HANDLE]], %[[COPIED]], %[[N]], %[[ADDRESS]])
  // CHECK-SAME: (i32, i32, i32, i32, i32, i32, i32, i64, !fir.llvm_ptr<i8>, i32, !fir.llvm_ptr<i8>) -> ()
  cuf.kernel_launch @_QMmPq<<<%c1, %c1, %c1, %c64, %c1, %c1, %c1, %stream : !fir.ref<i64>>>>(%a, %n, %x) : (!fir.box<!fir.array<?xf32>>, i32, !fir.ref<f32>)
  return
}

// It names the kernel, which may be another file's.
// CHECK: func.func private @__warpdev_launch._QMmPq({{.*}}) attributes {
// CHECK-SAME: warpfort.launch_of = "_QMmPq"
