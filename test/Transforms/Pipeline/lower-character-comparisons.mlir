// RUN: %warpfort-opt --warpfort-lower-character-comparisons %s | FileCheck %s
//
// Four cases or more are searched by halves: the second of four first, or the
// third.

fir.global internal @a constant : !fir.char<1,1> {
  %0 = fir.string_lit "a"(1) : !fir.char<1,1>
  fir.has_value %0 : !fir.char<1,1>
}
fir.global internal @b constant : !fir.char<1,1> {
  %0 = fir.string_lit "b"(1) : !fir.char<1,1>
  fir.has_value %0 : !fir.char<1,1>
}
fir.global internal @c constant : !fir.char<1,1> {
  %0 = fir.string_lit "c"(1) : !fir.char<1,1>
  fir.has_value %0 : !fir.char<1,1>
}
fir.global internal @d constant : !fir.char<1,1> {
  %0 = fir.string_lit "d"(1) : !fir.char<1,1>
  fir.has_value %0 : !fir.char<1,1>
}

// CHECK-LABEL: func.func @four(
// CHECK-NOT: hlfir.cmpchar
// CHECK: %[[C:.*]] = fir.address_of(@c)
// CHECK-NOT: hlfir.cmpchar
// CHECK: %[[FIRST:.*]] = fir.call @_FortranACharacterCompareScalar1(
// CHECK: arith.cmpi eq, %[[FIRST]],
// CHECK: %[[IS_C:.*]] = arith.cmpi eq, %[[FIRST]],
// CHECK-NEXT: cf.cond_br %[[IS_C]],
// CHECK: arith.cmpi slt, %[[FIRST]]
// CHECK-COUNT-3: fir.call @_FortranACharacterCompareScalar1(
// CHECK-NOT: fir.call @_FortranACharacterCompareScalar1(
// CHECK: return
func.func @four(%s: !fir.boxchar<1>) -> i32 {
  %a = fir.address_of(@a) : !fir.ref<!fir.char<1,1>>
  %b = fir.address_of(@b) : !fir.ref<!fir.char<1,1>>
  %c = fir.address_of(@c) : !fir.ref<!fir.char<1,1>>
  %d = fir.address_of(@d) : !fir.ref<!fir.char<1,1>>
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %3 = arith.constant 3 : i32
  %4 = arith.constant 4 : i32
  %is_a = hlfir.cmpchar eq %s %a : (!fir.boxchar<1>, !fir.ref<!fir.char<1,1>>) -> i1
  cf.cond_br %is_a, ^bb_a, ^not_a
^not_a:
  %is_b = hlfir.cmpchar eq %s %b : (!fir.boxchar<1>, !fir.ref<!fir.char<1,1>>) -> i1
  cf.cond_br %is_b, ^bb_b, ^not_b
^not_b:
  %is_c = hlfir.cmpchar eq %s %c : (!fir.boxchar<1>, !fir.ref<!fir.char<1,1>>) -> i1
  cf.cond_br %is_c, ^bb_c, ^not_c
^not_c:
  %is_d = hlfir.cmpchar eq %s %d : (!fir.boxchar<1>, !fir.ref<!fir.char<1,1>>) -> i1
  cf.cond_br %is_d, ^bb_d, ^default
^bb_a:
  cf.br ^end(%1 : i32)
^bb_b:
  cf.br ^end(%2 : i32)
^bb_c:
  cf.br ^end(%3 : i32)
^bb_d:
  cf.br ^end(%4 : i32)
^default:
  cf.br ^end(%0 : i32)
^end(%r: i32):
  return %r : i32
}
