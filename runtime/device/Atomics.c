/*===-- Atomics.c - Atomic functions that Flang does not expand - -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Atomic functions of module cudadevice for 64-bit operations, half precision,
 * comparison of reals and short vectors. Like the others they are relaxed and
 * reach the whole device. Comparisons are of bits, as hardware's are.
 *
 * Functions with an array result have Flang's calling convention: the result's
 * address comes first, and the name is that of an external procedure.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

typedef _Float16 real2;

#define SCOPE __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

/*===-- 64 bits -----------------------------------------------------------===*/

int64_t __warpdev_atomicand_i8(int64_t *address, int64_t value) {
  return __scoped_atomic_fetch_and(address, value, SCOPE);
}
int64_t __warpdev_atomicor_i8(int64_t *address, int64_t value) {
  return __scoped_atomic_fetch_or(address, value, SCOPE);
}
int64_t __warpdev_atomicxor_i8(int64_t *address, int64_t value) {
  return __scoped_atomic_fetch_xor(address, value, SCOPE);
}

/*===-- Compare and swap --------------------------------------------------===*/

#define COMPARE_AND_SWAP(TYPE, T, BITS)                                        \
  T __warpdev_atomiccas_##TYPE(T *address, T expected, T desired) {            \
    BITS seen = __builtin_bit_cast(BITS, expected);                            \
    __scoped_atomic_compare_exchange_n((BITS *)address, &seen,                 \
                                       __builtin_bit_cast(BITS, desired),      \
                                       false, __ATOMIC_RELAXED, SCOPE);        \
    return __builtin_bit_cast(T, seen);                                        \
  }
COMPARE_AND_SWAP(r4, float, uint32_t)
COMPARE_AND_SWAP(r8, double, uint64_t)

/*===-- Half precision ----------------------------------------------------===*/

INLINE real2 addHalf(real2 *address, real2 value) {
  return __scoped_atomic_fetch_add(address, value, SCOPE);
}

real2 __warpdev_atomicadd_r2(real2 *address, real2 value) {
  return addHalf(address, value);
}
real2 __warpdev_atomicsub_r2(real2 *address, real2 value) {
  return addHalf(address, -value);
}

/*===-- Vectors -----------------------------------------------------------===*/

int32_t __warpdev_atomicadd_half2(real2 *address, const real2 *value) {
  uint32_t low = __builtin_bit_cast(uint16_t, addHalf(address, value[0]));
  uint32_t high = __builtin_bit_cast(uint16_t, addHalf(address + 1, value[1]));
  return (int32_t)(high << 16 | low);
}

#define EXTERNAL(NAME) __asm__("_QP" NAME)

void atomicadd_r2x2(real2 *before, real2 *address, const real2 *value)
    EXTERNAL("__atomicadd_r2x2");
void atomicadd_r2x2(real2 *before, real2 *address, const real2 *value) {
  for (int i = 0; i < 2; ++i)
    before[i] = addHalf(address + i, value[i]);
}

INLINE void addFloats(float *before, float *address, const float *value,
                      int count) {
  for (int i = 0; i < count; ++i)
    before[i] = __scoped_atomic_fetch_add(address + i, value[i], SCOPE);
}

void atomicadd_r4x2(float *before, float *address, const float *value)
    EXTERNAL("__atomicadd_r4x2");
void atomicadd_r4x2(float *before, float *address, const float *value) {
  addFloats(before, address, value, 2);
}
void atomicadd_r4x4(float *before, float *address, const float *value)
    EXTERNAL("__atomicadd_r4x4");
void atomicadd_r4x4(float *before, float *address, const float *value) {
  addFloats(before, address, value, 4);
}
