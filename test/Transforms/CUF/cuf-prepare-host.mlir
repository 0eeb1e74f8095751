// RUN: %warpfort-opt --warpfort-cuf-prepare-host %s | FileCheck %s

// The number is that of the memory in Flang's allocator registry.
// CHECK-LABEL: func.func @_QPallocate
func.func @_QPallocate(%box: !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>>) {
  // CHECK: %[[DEVICE:.*]] = arith.constant 2 : i32
  // CHECK: %[[BOX:.*]] = fir.convert %arg0
  // CHECK: fir.call @warprt_set_allocator(%[[BOX]], %[[DEVICE]])
  // CHECK: cuf.allocate %arg0
  %0 = cuf.allocate %box : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>> {data_attr = #cuf.cuda<device>} -> i32
  // CHECK: %[[MANAGED:.*]] = arith.constant 3 : i32
  // CHECK: fir.call @warprt_set_allocator(%{{.*}}, %[[MANAGED]])
  %1 = cuf.allocate %box : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>> {data_attr = #cuf.cuda<managed>} -> i32
  // CHECK: %[[PINNED:.*]] = arith.constant 1 : i32
  // CHECK: fir.call @warprt_set_allocator(%{{.*}}, %[[PINNED]])
  %2 = cuf.allocate %box : !fir.ref<!fir.box<!fir.heap<!fir.array<?xf32>>>> {data_attr = #cuf.cuda<pinned>} -> i32
  return
}

// CHECK-LABEL: func.func @_QPcharacters
func.func @_QPcharacters(%a: !fir.ref<!fir.array<3x!fir.char<1,4>>>, %b: !fir.ref<!fir.char<1,2>>, %c: !fir.ref<!fir.box<!fir.heap<!fir.array<?x!fir.char<1,4>>>>>, %n: i32) {
  // CHECK: %[[S:.*]] = fir.embox %arg1 : (!fir.ref<!fir.char<1,2>>) -> !fir.box<!fir.char<1,2>>
  // CHECK: %[[SHAPE:.*]] = fir.shape
  // CHECK: %[[D:.*]] = fir.embox %arg0(%[[SHAPE]]) : {{.*}} -> !fir.box<!fir.array<3x!fir.char<1,4>>>
  // CHECK: cuf.data_transfer %[[S]] to %[[D]] {transfer_kind = #cuf.cuda_transfer<host_device>}
  cuf.data_transfer %b to %a {transfer_kind = #cuf.cuda_transfer<host_device>} : !fir.ref<!fir.char<1,2>>, !fir.ref<!fir.array<3x!fir.char<1,4>>>
  // CHECK: cuf.data_transfer %{{.*}} to %arg2
  cuf.data_transfer %a to %c {transfer_kind = #cuf.cuda_transfer<host_device>} : !fir.ref<!fir.array<3x!fir.char<1,4>>>, !fir.ref<!fir.box<!fir.heap<!fir.array<?x!fir.char<1,4>>>>>
  %c3 = arith.constant 3 : index
  %shape = fir.shape %c3 : (index) -> !fir.shape<1>
  %0 = cuf.alloc !fir.array<3x!fir.char<1,?>>(%n : i32) {bindc_name = "d", data_attr = #cuf.cuda<device>, uniq_name = "_QFEd"} -> !fir.ref<!fir.array<3x!fir.char<1,?>>>
  %d = fir.declare %0(%shape) typeparams %n {uniq_name = "_QFEd"} : (!fir.ref<!fir.array<3x!fir.char<1,?>>>, !fir.shape<1>, i32) -> !fir.ref<!fir.array<3x!fir.char<1,?>>>
  // The length is an operand of the declaration.
  // CHECK: fir.embox %{{.*}}(%{{.*}}) typeparams %arg3
  cuf.data_transfer %a to %d {transfer_kind = #cuf.cuda_transfer<host_device>} : !fir.ref<!fir.array<3x!fir.char<1,4>>>, !fir.ref<!fir.array<3x!fir.char<1,?>>>
  return
}

// A truth value becomes one of the variable's kind.
// CHECK-LABEL: func.func @_QPlogical
// CHECK: %[[COPY:.*]] = fir.alloca !fir.logical<4>
func.func @_QPlogical(%one: !fir.ref<!fir.logical<4>>, %all: !fir.ref<!fir.array<3x!fir.logical<8>>>) {
  %false = arith.constant false
  // CHECK: %[[ONE:.*]] = fir.convert %false{{.*}} : (i1) -> !fir.logical<4>
  // CHECK: fir.store %[[ONE]] to %[[COPY]]
  // CHECK: cuf.data_transfer %[[COPY]] to %arg0
  cuf.data_transfer %false to %one {transfer_kind = #cuf.cuda_transfer<host_device>} : i1, !fir.ref<!fir.logical<4>>
  // Flang's code for arrays does so.
  // CHECK: cuf.data_transfer %false to %arg1
  cuf.data_transfer %false to %all {transfer_kind = #cuf.cuda_transfer<host_device>} : i1, !fir.ref<!fir.array<3x!fir.logical<8>>>
  return
}

// Numbers stay what they are.
// CHECK-LABEL: func.func @_QPnumbers
func.func @_QPnumbers(%a: !fir.ref<f32>, %b: !fir.ref<f32>) {
  // CHECK-NEXT: cuf.data_transfer %arg0 to %arg1
  cuf.data_transfer %a to %b {transfer_kind = #cuf.cuda_transfer<host_device>} : !fir.ref<f32>, !fir.ref<f32>
  return
}

// Device data for a procedure without an explicit interface; with one, whose
// dummy argument is device data, and for C, nothing waits.
// CHECK-LABEL: func.func @_QPhand_over
func.func @_QPhand_over(%d: !fir.ref<i32> {cuf.data_attr = #cuf.cuda<device>}, %h: !fir.ref<i32>) {
  // CHECK-NEXT: fir.call @_QPunaware(%arg1)
  fir.call @_QPunaware(%h) : (!fir.ref<i32>) -> ()
  // CHECK: fir.call @warprt_wait
  // CHECK-NEXT: fir.call @_QPunaware(%arg0)
  fir.call @_QPunaware(%d) : (!fir.ref<i32>) -> ()
  // CHECK-NEXT: fir.call @_QPaware(%arg0)
  fir.call @_QPaware(%d) : (!fir.ref<i32>) -> ()
  // CHECK-NEXT: fir.call @in_c(%arg0)
  fir.call @in_c(%d) : (!fir.ref<i32>) -> ()
  return
}
func.func private @_QPunaware(!fir.ref<i32>)
func.func private @_QPaware(!fir.ref<i32> {cuf.data_attr = #cuf.cuda<device>})
func.func private @in_c(!fir.ref<i32>)

// Initial values of device variables are given on the device.
// CHECK-LABEL: func.func @_QPinitial_values
func.func @_QPinitial_values(%d: !fir.box<!fir.array<?x!fir.type<t{i:i32}>>> {cuf.data_attr = #cuf.cuda<device>}, %h: !fir.box<!fir.array<?x!fir.type<t{i:i32}>>>, %file: !fir.ref<i8>, %line: i32) {
  %0 = fir.convert %d : (!fir.box<!fir.array<?x!fir.type<t{i:i32}>>>) -> !fir.box<none>
  %1 = fir.convert %h : (!fir.box<!fir.array<?x!fir.type<t{i:i32}>>>) -> !fir.box<none>
  // CHECK: fir.store %arg0 to %[[SLOT:.*]] : !fir.ref<!fir.box<!fir.array<?x!fir.type<t{i:i32}>>>>
  // CHECK: %[[ADDRESS:.*]] = fir.convert %[[SLOT]]
  // CHECK: fir.call @warprt_initialize(%[[ADDRESS]],
  fir.call @_FortranAInitialize(%0, %file, %line) : (!fir.box<none>, !fir.ref<i8>, i32) -> ()
  // CHECK: fir.call @_FortranAInitialize
  fir.call @_FortranAInitialize(%1, %file, %line) : (!fir.box<none>, !fir.ref<i8>, i32) -> ()
  return
}

// CHECK-LABEL: func.func @_QPinitial_value_of_one
func.func @_QPinitial_value_of_one(%d: !fir.ref<!fir.type<t{i:i32}>> {cuf.data_attr = #cuf.cuda<device>}, %v: !fir.ref<!fir.type<t{i:i32}>>, %h: !fir.ref<!fir.type<t{i:i32}>>) {
  // CHECK-NEXT: cuf.data_transfer %arg1 to %arg0 {transfer_kind = #cuf.cuda_transfer<host_device>}
  fir.copy %v to %d no_overlap : !fir.ref<!fir.type<t{i:i32}>>, !fir.ref<!fir.type<t{i:i32}>>
  // CHECK-NEXT: fir.copy %arg1 to %arg2
  fir.copy %v to %h no_overlap : !fir.ref<!fir.type<t{i:i32}>>, !fir.ref<!fir.type<t{i:i32}>>
  return
}
func.func private @_FortranAInitialize(!fir.box<none>, !fir.ref<i8>, i32)
