/*===-- LibraryKernels.c - Kernels that use the device library -- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Compiled for NVPTX alone and linked with warpdev.bc. The shapes of the calls
 * are those of compiled Fortran (abi/warprt/DeviceLibrary.h, Flang's x86-64
 * convention for complex numbers).
 *
 *===----------------------------------------------------------------------===*/
#include "Thread.h"

int64_t __warpdev_loop_begin(int32_t dim, int64_t n);
int64_t __warpdev_loop_end(int32_t dim, int64_t n);
int64_t __warpdev_loop_stride(int32_t dim);

#define FOR(I, DIM, N)                                                         \
  for (int64_t I = __warpdev_loop_begin(DIM, N),                               \
               I##End = __warpdev_loop_end(DIM, N),                            \
               I##Step = __warpdev_loop_stride(DIM);                           \
       I < I##End; I += I##Step)

/* A kernel loop over two dimensions. */
KERNEL loopVisits(int *visits, int64_t nx, int64_t ny) {
  FOR(j, 1, ny) FOR(i, 0, nx) visits[j * nx + i] += 1 + (int)(i + 10 * j);
}

#define REDUCE(OP, T, NAME)                                                    \
  void __warpdev_reduce_##OP##_##NAME(T, void *, void *, int32_t, int32_t)
REDUCE(add, double, f64);
REDUCE(add, float, f32);
REDUCE(mul, double, f64);
REDUCE(min, double, f64);
REDUCE(max, float, f32);
REDUCE(add, int8_t, i8);
REDUCE(add, int32_t, i32);
REDUCE(add, int64_t, i64);
REDUCE(min, int32_t, i32);
REDUCE(max, int16_t, i16);
REDUCE(iand, int32_t, i32);
REDUCE(ior, int64_t, i64);
REDUCE(ieor, int32_t, i32);
REDUCE(land, int32_t, l32);
REDUCE(lor, int8_t, l8);
REDUCE(leqv, int64_t, l64);
REDUCE(lneqv, int16_t, l16);
void __warpdev_reduce_add_c64(double, double, void *, void *, int32_t, int32_t);
void __warpdev_reduce_mul_c32(float, float, void *, void *, int32_t, int32_t);

/* As a kernel loop: the form that runs with one thread a block. */
KERNEL loopReduce(const double *x, int64_t n, char *slots, void *scratch) {
  double sum = 0, least = __builtin_inf();
  int64_t count = 0;
  FOR(i, 0, n) {
    sum += x[i];
    least = x[i] < least ? x[i] : least;
    count += x[i] > 0;
  }
  __warpdev_reduce_add_f64(sum, slots, scratch, 0, 3);
  __warpdev_reduce_min_f64(least, slots + 16, scratch, 1, 3);
  __warpdev_reduce_add_i64(count, slots + 32, scratch, 2, 3);
}

/* Without the loop's functions, so that any block shape is allowed: one value a
 * thread of the grid. */
KERNEL gridReduce(const int *in, char *slots, void *scratch) {
  int v = in[GLOBAL()];
#define NEXT(INDEX) slots + 16 * INDEX, scratch, INDEX, 16
  __warpdev_reduce_add_i32(v, NEXT(0));
  __warpdev_reduce_min_i32(v, NEXT(1));
  __warpdev_reduce_max_i16((int16_t)v, NEXT(2));
  __warpdev_reduce_add_i8((int8_t)v, NEXT(3));
  __warpdev_reduce_iand_i32(v | 0x40, NEXT(4));
  __warpdev_reduce_ior_i64((int64_t)v << 20, NEXT(5));
  __warpdev_reduce_ieor_i32(v, NEXT(6));
  __warpdev_reduce_land_l32(v > -301, NEXT(7));
  __warpdev_reduce_lor_l8(v == 77, NEXT(8));
  __warpdev_reduce_leqv_l64(v & 1, NEXT(9));
  __warpdev_reduce_lneqv_l16(v & 2, NEXT(10));
  __warpdev_reduce_add_f64(v * 0.25, NEXT(11));
  __warpdev_reduce_max_f32(v * 0.5f, NEXT(12));
  __warpdev_reduce_mul_f64((v & 7) == 3 ? 2.0 : 1.0, NEXT(13));
  __warpdev_reduce_add_c64(v, -v * 0.5, NEXT(14));
  /* Powers of i: exact in any order. */
  __warpdev_reduce_mul_c32(v & 1 ? 0.0f : 1.0f, v & 1 ? 1.0f : 0.0f, NEXT(15));
#undef NEXT
}

/*===-- Complex and numeric functions -------------------------------------===*/

typedef double _Complex Z;
typedef float C __attribute__((vector_size(8)));

#define DECLARE(NAME)                                                          \
  Z NAME(double, double);                                                      \
  C NAME##f(C);
#define UNARY(X)                                                               \
  X(cexp)                                                                      \
  X(clog)                                                                      \
  X(csqrt) X(csin) X(ccos) X(ctan) X(csinh) X(ccosh) X(ctanh) X(casin)         \
      X(cacos) X(catan) X(casinh) X(cacosh) X(catanh)
UNARY(DECLARE)
Z cpow(double, double, double, double);
Z __muldc3(double, double, double, double);
Z __divdc3(double, double, double, double);
C __divsc3(float, float, float, float);
Z _FortranAzpowi(double, double, int32_t);
double cabs(double, double);

/* For each thread: all functions of its argument, in UNARY's order, then
 * cpow, multiplication, division, the fifth and minus third power, abs. */
KERNEL complexDouble(const double *in, double *out, int n) {
  int i = GLOBAL();
  if (i >= n)
    return;
  double re = in[2 * i], im = in[2 * i + 1];
  double *o = out + 42 * i;
  Z r;
#define PUT(VALUE)                                                             \
  r = VALUE;                                                                   \
  *o++ = __real__ r;                                                           \
  *o++ = __imag__ r;
#define APPLY(NAME) PUT(NAME(re, im))
  UNARY(APPLY)
  PUT(cpow(re, im, 0.5, -0.25))
  PUT(__muldc3(re, im, im, 3.0))
  PUT(__divdc3(re, im, im, 3.0))
  PUT(_FortranAzpowi(re, im, 5))
  PUT(_FortranAzpowi(re, im, -3))
  *o++ = cabs(re, im);
}

KERNEL complexSingle(const float *in, float *out, int n) {
  int i = GLOBAL();
  if (i >= n)
    return;
  C a = {in[2 * i], in[2 * i + 1]};
  float *o = out + 32 * i;
  C r;
#define PUTF(VALUE)                                                            \
  r = VALUE;                                                                   \
  *o++ = r[0];                                                                 \
  *o++ = r[1];
#define APPLYF(NAME) PUTF(NAME##f(a))
  UNARY(APPLYF)
  PUTF(__divsc3(a[0], a[1], a[1], 3.0f))
}

#define PARTS(KIND, T)                                                         \
  T _FortranAFraction##KIND(T);                                                \
  int32_t _FortranAExponent##KIND##_4(T);                                      \
  T _FortranAScale##KIND(T, int64_t);                                          \
  T _FortranASetExponent##KIND(T, int64_t);                                    \
  T _FortranASpacing##KIND(T);                                                 \
  T _FortranARRSpacing##KIND(T);                                               \
  T _FortranANearest##KIND(T, _Bool);                                          \
  T _FortranAModReal##KIND(T, T, const char *, int);                           \
  T _FortranAModuloReal##KIND(T, T, const char *, int);                        \
  KERNEL parts##KIND(const T *in, T *out, int n) {                             \
    int i = GLOBAL();                                                          \
    if (i >= n)                                                                \
      return;                                                                  \
    T x = in[i], *o = out + 12 * i;                                            \
    o[0] = _FortranAFraction##KIND(x);                                         \
    o[1] = (T)_FortranAExponent##KIND##_4(x);                                  \
    o[2] = _FortranAScale##KIND(x, 3);                                         \
    o[3] = _FortranAScale##KIND(x, -140);                                      \
    o[4] = _FortranASetExponent##KIND(x, 2);                                   \
    o[5] = _FortranASpacing##KIND(x);                                          \
    o[6] = _FortranARRSpacing##KIND(x);                                        \
    o[7] = _FortranANearest##KIND(x, 1);                                       \
    o[8] = _FortranANearest##KIND(x, 0);                                       \
    o[9] = _FortranAModReal##KIND(x, (T) - 3, 0, 0);                           \
    o[10] = _FortranAModuloReal##KIND(x, (T) - 3, 0, 0);                       \
    o[11] = _FortranAScale##KIND(x, -1060);                                    \
  }
PARTS(4, float)
PARTS(8, double)
