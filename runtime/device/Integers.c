/*===-- Integers.c - Bits and averages, half precision ---------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Functions of module cudadevice that plain C says for both targets.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

/* Averages: the sum has 33 bits; `r` rounds up. */
int32_t __warpdev_hadd(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)a + b) >> 1);
}
int32_t __warpdev_rhadd(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)a + b + 1) >> 1);
}
uint32_t __warpdev_uhadd(uint32_t a, uint32_t b) {
  return (uint32_t)(((uint64_t)a + b) >> 1);
}
uint32_t __warpdev_urhadd(uint32_t a, uint32_t b) {
  return (uint32_t)(((uint64_t)a + b + 1) >> 1);
}

/* CUDA takes three bits of each nibble; the instruction would take the fourth
 * as a request to spread the sign. */
uint32_t __warpdev_byte_perm(uint32_t low, uint32_t high, uint32_t selector) {
  return __nvvm_prmt(low, high, selector & 0x7777u);
}

/* 32 bits of (high:low); the shift wraps, or (c) is clamped to 32. */
INLINE uint32_t shiftLeft(uint32_t low, uint32_t high, uint32_t shift) {
  uint64_t both = (uint64_t)high << 32 | low;
  return (uint32_t)((both << shift) >> 32);
}
INLINE uint32_t shiftRight(uint32_t low, uint32_t high, uint32_t shift) {
  uint64_t both = (uint64_t)high << 32 | low;
  return (uint32_t)(both >> shift);
}
uint32_t __warpdev_funnelshift_l(uint32_t low, uint32_t high, uint32_t shift) {
  return shiftLeft(low, high, shift & 31u);
}
uint32_t __warpdev_funnelshift_lc(uint32_t low, uint32_t high, uint32_t shift) {
  return shiftLeft(low, high, shift < 32u ? shift : 32u);
}
uint32_t __warpdev_funnelshift_r(uint32_t low, uint32_t high, uint32_t shift) {
  return shiftRight(low, high, shift & 31u);
}
uint32_t __warpdev_funnelshift_rc(uint32_t low, uint32_t high, uint32_t shift) {
  return shiftRight(low, high, shift < 32u ? shift : 32u);
}

_Float16 __warpdev_float2half_rn(float x) { return (_Float16)x; }
float __warpdev_half2float(_Float16 x) { return x; }
