// RUN: %warpfort-opt --warpfort-split-initial-values %s | FileCheck %s
//
// The elements of large arrays become variables: one for what is repeated, one
// for several that differ. Small arrays, and values that are not made element by
// element, stay.

// CHECK-LABEL: fir.global @runs
// CHECK-SAME: warpfort.initial_parts = {{\[\[}}@part.0.of.runs, array<i64: 1000>], [@part.1.of.runs, array<i64: 0>{{\]\]}}
// CHECK-NEXT: %[[ZERO:.*]] = fir.zero_bits !fir.array<1002x!fir.char<1,3>>
// CHECK-NEXT: fir.has_value %[[ZERO]]
fir.global @runs : !fir.array<1002x!fir.char<1,3>> {
  %0 = fir.undefined !fir.array<1002x!fir.char<1,3>>
  %1 = fir.string_lit "abc"(3) : !fir.char<1,3>
  %2 = fir.insert_on_range %0, %1 from (0) to (999) : (!fir.array<1002x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<1002x!fir.char<1,3>>
  %3 = fir.string_lit "def"(3) : !fir.char<1,3>
  %4 = fir.insert_value %2, %3, [1000 : index] : (!fir.array<1002x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<1002x!fir.char<1,3>>
  %5 = fir.string_lit "ghi"(3) : !fir.char<1,3>
  %6 = fir.insert_value %4, %5, [1001 : index] : (!fir.array<1002x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<1002x!fir.char<1,3>>
  fir.has_value %6 : !fir.array<1002x!fir.char<1,3>>
}
// CHECK: fir.global internal @part.1.of.runs constant : !fir.array<2x!fir.char<1,3>>
// CHECK: fir.string_lit "def"(3)
// CHECK: fir.string_lit "ghi"(3)
// CHECK: fir.insert_value %{{.*}}, %{{.*}}, [0 : index]
// CHECK: fir.insert_value %{{.*}}, %{{.*}}, [1 : index]
// CHECK: fir.global internal @part.0.of.runs constant : !fir.char<1,3>
// CHECK-NEXT: %[[ABC:.*]] = fir.string_lit "abc"(3)
// CHECK-NEXT: fir.has_value %[[ABC]]

// The components that lead to an array, of which an element has an array, too.
// CHECK-LABEL: fir.global @inside
// CHECK-SAME: warpfort.initial_parts = {{\[\[}}@part.0.of.inside, array<i64: 40, 1>{{\]\]}}
// CHECK: fir.insert_value %{{.*}}, %{{.*}}, ["i"
// CHECK: %[[NONE:.*]] = fir.zero_bits !fir.array<10x4x!fir.type<u
// CHECK: fir.insert_value %{{.*}}, %[[NONE]], ["u"
fir.global @inside : !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}> {
  %c1 = arith.constant 1 : i32
  %0 = fir.undefined !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>
  %1 = fir.insert_value %0, %c1, ["i", !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>] : (!fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>, i32) -> !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>
  %2 = fir.undefined !fir.array<2000x!fir.char<1>>
  %3 = fir.string_lit "x"(1) : !fir.char<1>
  %4 = fir.insert_on_range %2, %3 from (0) to (1999) : (!fir.array<2000x!fir.char<1>>, !fir.char<1>) -> !fir.array<2000x!fir.char<1>>
  %5 = fir.undefined !fir.type<u{c:!fir.array<2000x!fir.char<1>>}>
  %6 = fir.insert_value %5, %4, ["c", !fir.type<u{c:!fir.array<2000x!fir.char<1>>}>] : (!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>, !fir.array<2000x!fir.char<1>>) -> !fir.type<u{c:!fir.array<2000x!fir.char<1>>}>
  %7 = fir.undefined !fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>
  %8 = fir.insert_on_range %7, %6 from (0, 0) to (9, 3) : (!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>, !fir.type<u{c:!fir.array<2000x!fir.char<1>>}>) -> !fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>
  %9 = fir.insert_value %1, %8, ["u", !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>] : (!fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>, !fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>) -> !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>
  fir.has_value %9 : !fir.type<t{i:i32,u:!fir.array<10x4x!fir.type<u{c:!fir.array<2000x!fir.char<1>>}>>}>
}
// CHECK: fir.global internal @part.0.of.inside {warpfort.initial_parts = {{\[\[}}@part.0.of.part.0.of.inside, array<i64: 2000, 0>{{\]\]}}} constant : !fir.type<u
// CHECK: fir.global internal @part.0.of.part.0.of.inside constant : !fir.char<1>

// CHECK-LABEL: fir.global @small
// CHECK-NOT: initial_parts
// CHECK: fir.insert_on_range
fir.global @small : !fir.array<9x!fir.char<1,3>> {
  %0 = fir.undefined !fir.array<9x!fir.char<1,3>>
  %1 = fir.string_lit "abc"(3) : !fir.char<1,3>
  %2 = fir.insert_on_range %0, %1 from (0) to (8) : (!fir.array<9x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<9x!fir.char<1,3>>
  fir.has_value %2 : !fir.array<9x!fir.char<1,3>>
}

// CHECK-LABEL: fir.global @incomplete
// CHECK: fir.insert_on_range
fir.global @incomplete : !fir.array<2000x!fir.char<1,3>> {
  %0 = fir.undefined !fir.array<2000x!fir.char<1,3>>
  %1 = fir.string_lit "abc"(3) : !fir.char<1,3>
  %2 = fir.insert_on_range %0, %1 from (0) to (1998) : (!fir.array<2000x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<2000x!fir.char<1,3>>
  fir.has_value %2 : !fir.array<2000x!fir.char<1,3>>
}

// CHECK-LABEL: fir.global @zero
// CHECK-NOT: initial_parts
// CHECK: fir.has_value
fir.global @zero : !fir.array<2000x!fir.char<1,3>> {
  %0 = fir.zero_bits !fir.array<2000x!fir.char<1,3>>
  fir.has_value %0 : !fir.array<2000x!fir.char<1,3>>
}
