// RUN: %warpfort-opt --stack-arrays --warpfort-order-stack-arrays %s | FileCheck %s
// RUN: %warpfort-opt --stack-arrays --warpfort-order-stack-arrays %s | FileCheck %s
//
// Arrays that come from the heap to one place on the stack are in the order of
// their use, whatever order the compiler met them in; those of one operation in
// that of its operands.

func.func private @use(!fir.heap<!fir.array<4xi32>>)
func.func private @use_both(!fir.heap<!fir.array<4xi32>>, !fir.heap<!fir.array<4xi32>>)
func.func private @use_some(!fir.heap<!fir.array<?xi32>>)

// CHECK-LABEL: func.func @constant_sizes(
// CHECK-NEXT: fir.alloca !fir.array<4xi32> {bindc_name = "c"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<4xi32> {bindc_name = "a"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<4xi32> {bindc_name = "e"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<4xi32> {bindc_name = "d"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<4xi32> {bindc_name = "b"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.call @use
func.func @constant_sizes() {
  %a = fir.allocmem !fir.array<4xi32> {bindc_name = "a", uniq_name = ""}
  %b = fir.allocmem !fir.array<4xi32> {bindc_name = "b", uniq_name = ""}
  %c = fir.allocmem !fir.array<4xi32> {bindc_name = "c", uniq_name = ""}
  %d = fir.allocmem !fir.array<4xi32> {bindc_name = "d", uniq_name = ""}
  %e = fir.allocmem !fir.array<4xi32> {bindc_name = "e", uniq_name = ""}
  fir.call @use(%c) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use(%a) : (!fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use_both(%e, %d) : (!fir.heap<!fir.array<4xi32>>, !fir.heap<!fir.array<4xi32>>) -> ()
  fir.call @use_both(%c, %b) : (!fir.heap<!fir.array<4xi32>>, !fir.heap<!fir.array<4xi32>>) -> ()
  fir.freemem %e : !fir.heap<!fir.array<4xi32>>
  fir.freemem %d : !fir.heap<!fir.array<4xi32>>
  fir.freemem %c : !fir.heap<!fir.array<4xi32>>
  fir.freemem %b : !fir.heap<!fir.array<4xi32>>
  fir.freemem %a : !fir.heap<!fir.array<4xi32>>
  return
}

// What computes a size stays in front.
// CHECK-LABEL: func.func @computed_sizes(
// CHECK: %[[SIZE:.*]] = arith.addi
// CHECK-NEXT: fir.alloca !fir.array<?xi32>, %[[SIZE]] {bindc_name = "b"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<?xi32>, %[[SIZE]] {bindc_name = "c"}
// CHECK-NEXT: fir.convert
// CHECK-NEXT: fir.alloca !fir.array<?xi32>, %[[SIZE]] {bindc_name = "a"}
func.func @computed_sizes(%n: index, %m: index) {
  %size = arith.addi %n, %m : index
  %a = fir.allocmem !fir.array<?xi32>, %size {bindc_name = "a", uniq_name = ""}
  %b = fir.allocmem !fir.array<?xi32>, %size {bindc_name = "b", uniq_name = ""}
  %c = fir.allocmem !fir.array<?xi32>, %size {bindc_name = "c", uniq_name = ""}
  fir.call @use_some(%b) : (!fir.heap<!fir.array<?xi32>>) -> ()
  fir.call @use_some(%c) : (!fir.heap<!fir.array<?xi32>>) -> ()
  fir.call @use_some(%a) : (!fir.heap<!fir.array<?xi32>>) -> ()
  fir.freemem %c : !fir.heap<!fir.array<?xi32>>
  fir.freemem %b : !fir.heap<!fir.array<?xi32>>
  fir.freemem %a : !fir.heap<!fir.array<?xi32>>
  return
}
