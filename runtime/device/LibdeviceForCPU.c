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
 * the same functions for the CPU target; module cudadevice names more of them.
 * Rounding to nearest is the CPU's own; RoundingForCPU.c has the other modes.
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

unsigned __nv_sad(int a, int b, unsigned c) {
  return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
unsigned __nv_usad(unsigned a, unsigned b, unsigned c) {
  return (a > b ? a - b : b - a) + c;
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
float __nv_rsqrtf(float a) { return 1.0F / __builtin_sqrtf(a); }
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

int __nv_signbitf(float a) {
  return (int)(__builtin_bit_cast(uint32_t, a) >> 31);
}
int __nv_signbitd(double a) {
  return (int)(__builtin_bit_cast(uint64_t, a) >> 63);
}

/* Of pi times the argument, whose half turns come off exactly. */
void __nv_sincospi(double a, double *s, double *c) {
  if (!(__builtin_fabs(a) < __builtin_inf())) {
    *s = *c = a - a;
    return;
  }
  double turns = a - 2.0 * __builtin_trunc(a * 0.5);
  double quarters = __builtin_rint(2.0 * turns);
  double angle = 3.14159265358979323846 * (turns - 0.5 * quarters);
  double sine = __builtin_sin(angle), cosine = __builtin_cos(angle);
  int quadrant = (int)quarters & 3;
  *s = quadrant == 0   ? sine
       : quadrant == 1 ? cosine
       : quadrant == 2 ? 0.0 - sine
                       : -cosine;
  *c = quadrant == 0   ? cosine
       : quadrant == 1 ? 0.0 - sine
       : quadrant == 2 ? -cosine
                       : sine + 0.0;
  if (*s == 0.0)
    *s = __builtin_copysign(0.0, a);
}
double __nv_sinpi(double a) {
  double s, c;
  __nv_sincospi(a, &s, &c);
  return s;
}
double __nv_cospi(double a) {
  double s, c;
  __nv_sincospi(a, &s, &c);
  return c;
}
float __nv_sinpif(float a) { return (float)__nv_sinpi(a); }
float __nv_cospif(float a) { return (float)__nv_cospi(a); }
void __nv_sincospif(float a, float *s, float *c) {
  *s = __nv_sinpif(a);
  *c = __nv_cospif(a);
}

/* Fast versions may be as accurate as they like. */
float __nv_fast_sinf(float a) { return __builtin_sinf(a); }
float __nv_fast_cosf(float a) { return __builtin_cosf(a); }
float __nv_fast_tanf(float a) { return __builtin_tanf(a); }
float __nv_fast_expf(float a) { return __builtin_expf(a); }
float __nv_fast_logf(float a) { return __builtin_logf(a); }
float __nv_fast_log2f(float a) { return __builtin_log2f(a); }
float __nv_fast_log10f(float a) { return __builtin_log10f(a); }
float __nv_fast_exp10f(float a) { return __builtin_powf(10.0f, a); }
void __nv_fast_sincosf(float a, float *s, float *c) { __nv_sincosf(a, s, c); }
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

/* Reals to integers. Numbers out of range become the nearest integer. What is
 * not a number becomes 0 where both types have 32 bits, else the bit that is
 * the sign of signed integers. */
#define TO_INTEGER(NAME, REAL, T, ROUND, LOW, HIGH, MIN, MAX, NAN)             \
  T __nv_##NAME(REAL a) {                                                      \
    if (a != a)                                                                \
      return NAN;                                                              \
    REAL rounded = ROUND(a);                                                   \
    return rounded < LOW ? MIN : rounded >= HIGH ? MAX : (T)rounded;           \
  }
#define ALL_MODES(NAME, REAL, F, T, LOW, HIGH, MIN, MAX, NAN)                  \
  TO_INTEGER(NAME##_rn, REAL, T, __builtin_roundeven##F, LOW, HIGH, MIN, MAX,  \
             NAN)                                                              \
  TO_INTEGER(NAME##_rz, REAL, T, __builtin_trunc##F, LOW, HIGH, MIN, MAX, NAN) \
  TO_INTEGER(NAME##_ru, REAL, T, __builtin_ceil##F, LOW, HIGH, MIN, MAX, NAN)  \
  TO_INTEGER(NAME##_rd, REAL, T, __builtin_floor##F, LOW, HIGH, MIN, MAX, NAN)
#define INT_RANGE -0x1p31f, 0x1p31f, INT32_MIN, INT32_MAX
#define UINT_RANGE 0.0f, 0x1p32f, 0, UINT32_MAX
#define LL_RANGE -0x1p63f, 0x1p63f, INT64_MIN, INT64_MAX
#define ULL_RANGE 0.0f, 0x1p64f, 0, UINT64_MAX
#define WITH_RANGE(NAME, REAL, F, T, RANGE, NAN)                               \
  ALL_MODES(NAME, REAL, F, T, RANGE, NAN)
WITH_RANGE(float2int, float, f, int32_t, INT_RANGE, 0)
WITH_RANGE(float2uint, float, f, uint32_t, UINT_RANGE, 0)
WITH_RANGE(float2ll, float, f, int64_t, LL_RANGE, INT64_MIN)
WITH_RANGE(float2ull, float, f, uint64_t, ULL_RANGE, UINT64_C(1) << 63)
WITH_RANGE(double2int, double, , int32_t, INT_RANGE, INT32_MIN)
WITH_RANGE(double2uint, double, , uint32_t, UINT_RANGE, UINT32_C(1) << 31)
WITH_RANGE(double2ll, double, , int64_t, LL_RANGE, INT64_MIN)
WITH_RANGE(double2ull, double, , uint64_t, ULL_RANGE, UINT64_C(1) << 63)

/* Other conversions to nearest. */
float __nv_double2float_rn(double a) { return (float)a; }
float __nv_int2float_rn(int32_t a) { return (float)a; }
float __nv_uint2float_rn(uint32_t a) { return (float)a; }
float __nv_ll2float_rn(int64_t a) { return (float)a; }
float __nv_ull2float_rn(uint64_t a) { return (float)a; }
double __nv_int2double_rn(int32_t a) { return a; }
double __nv_uint2double_rn(uint32_t a) { return a; }
double __nv_ll2double_rn(int64_t a) { return (double)a; }
double __nv_ull2double_rn(uint64_t a) { return (double)a; }
