/*===-- LibdeviceForCPU.c - Device intrinsics on the CPU ----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Flang lowers some intrinsics of device code (popc, brev, rsqrt, ...) straight
 * to functions of NVIDIA's libdevice. The NVIDIA target links that; here are
 * the same functions for the CPU target, which links this file only. Rounding
 * to nearest is the CPU's own; other rounding modes are not here, and the link
 * names what it misses.
 *
 *===----------------------------------------------------------------------===*/
#include <stdint.h>

/* Bits. */
int __nv_popc(int x) { return __builtin_popcount((unsigned)x); }
int __nv_popcll(int64_t x) { return __builtin_popcountll((uint64_t)x); }
int __nv_clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
int __nv_clzll(int64_t x) { return x ? __builtin_clzll((uint64_t)x) : 64; }
int __nv_ffs(int x) { return x ? __builtin_ctz((unsigned)x) + 1 : 0; }
int __nv_ffsll(int64_t x) { return x ? __builtin_ctzll((uint64_t)x) + 1 : 0; }
int __nv_brev(int x) { return (int)__builtin_bitreverse32((uint32_t)x); }
int64_t __nv_brevll(int64_t x) {
  return (int64_t)__builtin_bitreverse64((uint64_t)x);
}

/* High parts of products. */
int __nv_mulhi(int a, int b) { return (int)(((int64_t)a * b) >> 32); }
unsigned __nv_umulhi(unsigned a, unsigned b) {
  return (unsigned)(((uint64_t)a * b) >> 32);
}
int64_t __nv_mul64hi(int64_t a, int64_t b) {
  return (int64_t)(((__int128)a * b) >> 64);
}
uint64_t __nv_umul64hi(uint64_t a, uint64_t b) {
  return (uint64_t)(((unsigned __int128)a * b) >> 64);
}
int __nv_mul24(int a, int b) {
  return ((int)((unsigned)a << 8) >> 8) * ((int)((unsigned)b << 8) >> 8);
}
unsigned __nv_umul24(unsigned a, unsigned b) {
  return (a & 0xFFFFFFu) * (b & 0xFFFFFFu);
}

/* Arithmetic rounded to nearest, never contracted (-ffp-contract=off). */
float __nv_fadd_rn(float a, float b) { return a + b; }
float __nv_fsub_rn(float a, float b) { return a - b; }
float __nv_fmul_rn(float a, float b) { return a * b; }
float __nv_fdiv_rn(float a, float b) { return a / b; }
float __nv_frcp_rn(float a) { return 1.0f / a; }
float __nv_fsqrt_rn(float a) { return __builtin_sqrtf(a); }
float __nv_fmaf_rn(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
double __nv_dadd_rn(double a, double b) { return a + b; }
double __nv_dsub_rn(double a, double b) { return a - b; }
double __nv_dmul_rn(double a, double b) { return a * b; }
double __nv_ddiv_rn(double a, double b) { return a / b; }
double __nv_drcp_rn(double a) { return 1.0 / a; }
double __nv_dsqrt_rn(double a) { return __builtin_sqrt(a); }
double __nv_fma_rn(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

/* Functions. */
float __nv_rsqrtf(float a) { return (float)(1.0 / __builtin_sqrt((double)a)); }
double __nv_rsqrt(double a) { return 1.0 / __builtin_sqrt(a); }
float __nv_saturatef(float a) {
  return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f;
}
void __nv_sincosf(float a, float *s, float *c) {
  *s = __builtin_sinf(a);
  *c = __builtin_cosf(a);
}
void __nv_sincos(double a, double *s, double *c) {
  *s = __builtin_sin(a);
  *c = __builtin_cos(a);
}

/* Fast versions may be as accurate as they like. */
float __nv_fast_sinf(float a) { return __builtin_sinf(a); }
float __nv_fast_cosf(float a) { return __builtin_cosf(a); }
float __nv_fast_tanf(float a) { return __builtin_tanf(a); }
float __nv_fast_expf(float a) { return __builtin_expf(a); }
float __nv_fast_logf(float a) { return __builtin_logf(a); }
float __nv_fast_log2f(float a) { return __builtin_log2f(a); }
float __nv_fast_log10f(float a) { return __builtin_log10f(a); }
float __nv_fast_powf(float a, float b) { return __builtin_powf(a, b); }
float __nv_fast_fdividef(float a, float b) { return a / b; }

/* The same bits as another type. */
int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
int64_t __nv_double_as_longlong(double a) {
  return __builtin_bit_cast(int64_t, a);
}
double __nv_longlong_as_double(int64_t a) {
  return __builtin_bit_cast(double, a);
}
int __nv_double2hiint(double a) {
  return (int)(__builtin_bit_cast(uint64_t, a) >> 32);
}
int __nv_double2loint(double a) { return (int)__builtin_bit_cast(uint64_t, a); }
double __nv_hiloint2double(int high, int low) {
  return __builtin_bit_cast(double,
                            (uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}
