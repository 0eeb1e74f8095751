/*===-- Numeric.c - Numeric helpers of Flang's runtime ---------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Entry points of Flang's runtime (flang/Runtime/numeric.h) that it calls for
 * numeric intrinsics, for real and integer kinds of device code. The host's
 * runtime does not exist on a GPU. `file` and `line` say where the call is;
 * device code has no use for them.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

double fmod(double, double);
float fmodf(float, float);

/*===-- mod, modulo -------------------------------------------------------===*/

#define INTEGER(KIND, T)                                                       \
  T _FortranAModInteger##KIND(T a, T p, const char *file, int line) {          \
    (void)file, (void)line;                                                    \
    return p == -1 ? (T)0 : (T)(a % p); /* no overflow of the quotient */      \
  }                                                                            \
  T _FortranAModuloInteger##KIND(T a, T p, const char *file, int line) {       \
    (void)file, (void)line;                                                    \
    T r = p == -1 ? (T)0 : (T)(a % p);                                         \
    return r != 0 && (r < 0) != (p < 0) ? (T)(r + p) : r;                      \
  }
INTEGER(1, int8_t)
INTEGER(2, int16_t)
INTEGER(4, int32_t)
INTEGER(8, int64_t)
INTEGER(16, __int128)

#define MODREAL(KIND, T, FMOD, COPYSIGN)                                       \
  T _FortranAModReal##KIND(T a, T p, const char *file, int line) {             \
    (void)file, (void)line;                                                    \
    return FMOD(a, p);                                                         \
  }                                                                            \
  T _FortranAModuloReal##KIND(T a, T p, const char *file, int line) {          \
    (void)file, (void)line;                                                    \
    T r = FMOD(a, p);                                                          \
    if (r == 0)                                                                \
      return COPYSIGN(r, p);                                                   \
    return (r < 0) != (p < 0) ? r + p : r;                                     \
  }
MODREAL(4, float, fmodf, __builtin_copysignf)
MODREAL(8, double, fmod, __builtin_copysign)

/*===-- Exceptions --------------------------------------------------------===*/

/* Lowering signals them where IEEE functions ask for it. A GPU keeps no record
   of exceptions. */
int32_t _FortranAMapException(int32_t exceptions) {
  (void)exceptions;
  return 0;
}
void _FortranAferaiseexcept(int32_t exceptions) { (void)exceptions; }

/*===-- Parts of real numbers ---------------------------------------------===*/

/* For one kind: T with unsigned U of its width, MANTISSA stored bits, BIAS. */
#define PARTS(KIND, T, U, MANTISSA, BIAS, INF)                                 \
  INLINE U bits##KIND(T x) { return __builtin_bit_cast(U, x); }                \
  INLINE T real##KIND(U x) { return __builtin_bit_cast(T, x); }                \
  INLINE bool special##KIND(T x) { return !(x - x == 0); } /* inf, NaN */      \
  INLINE U signBit##KIND(T x) {                                                \
    return bits##KIND(x) & ((U)1 << (8 * sizeof(U) - 1));                      \
  }                                                                            \
  /* x = fraction * 2**exponent, 0.5 <= |fraction| < 1; x is finite, not 0. */ \
  INLINE int64_t split##KIND(T x, T *fraction) {                               \
    int64_t adjust = 0;                                                        \
    U exponentMask = (U)(2 * (U)(BIAS) + 1);                                   \
    U exponent = bits##KIND(x) >> MANTISSA & exponentMask;                     \
    if (exponent == 0) { /* subnormal */                                       \
      x *= real##KIND((U)(BIAS + MANTISSA + 1) << MANTISSA);                   \
      adjust = MANTISSA + 1;                                                   \
      exponent = bits##KIND(x) >> MANTISSA & exponentMask;                     \
    }                                                                          \
    U kept = bits##KIND(x) & ~(exponentMask << MANTISSA);                      \
    *fraction = real##KIND(kept | (U)(BIAS - 1) << MANTISSA);                  \
    return (int64_t)exponent - (BIAS - 1) - adjust;                            \
  }                                                                            \
  /* x * 2**n, rounded once. */                                                \
  INLINE T scale##KIND(T x, int64_t n) {                                       \
    if (x == 0 || special##KIND(x))                                            \
      return x;                                                                \
    T fraction;                                                                \
    int64_t e = split##KIND(x, &fraction);                                     \
    n = n > 100000 ? 100000 : n < -100000 ? -100000 : n;                       \
    e += n;                                                                    \
    if (e > BIAS + 1)                                                          \
      return real##KIND(signBit##KIND(x) | bits##KIND(INF));                   \
    if (e < -(BIAS) - MANTISSA - 1)                                            \
      return real##KIND(signBit##KIND(x));                                     \
    /* In two steps, of which the second alone can round. */                   \
    int64_t first = e > 0 ? e - 1 : 0, second = e - first;                     \
    T result = fraction;                                                       \
    if (second < -(BIAS - 2)) {                                                \
      result *= real##KIND((U)(BIAS + (-(BIAS - 2)) + 1) << MANTISSA);         \
      second += BIAS - 3;                                                      \
    }                                                                          \
    result *= real##KIND((U)(BIAS + first) << MANTISSA);                       \
    return result * real##KIND((U)(BIAS + second) << MANTISSA);                \
  }                                                                            \
  T _FortranAFraction##KIND(T x) {                                             \
    T fraction = x;                                                            \
    if (special##KIND(x))                                                      \
      return x - x; /* NaN */                                                  \
    if (x != 0)                                                                \
      split##KIND(x, &fraction);                                               \
    return fraction;                                                           \
  }                                                                            \
  int32_t _FortranAExponent##KIND##_4(T x) {                                   \
    T fraction;                                                                \
    if (special##KIND(x))                                                      \
      return INT32_MAX;                                                        \
    return x == 0 ? 0 : (int32_t)split##KIND(x, &fraction);                    \
  }                                                                            \
  int64_t _FortranAExponent##KIND##_8(T x) {                                   \
    T fraction;                                                                \
    if (special##KIND(x))                                                      \
      return INT64_MAX;                                                        \
    return x == 0 ? 0 : split##KIND(x, &fraction);                             \
  }                                                                            \
  T _FortranAScale##KIND(T x, int64_t n) { return scale##KIND(x, n); }         \
  T _FortranASetExponent##KIND(T x, int64_t n) {                               \
    T fraction;                                                                \
    if (special##KIND(x))                                                      \
      return x - x;                                                            \
    if (x == 0)                                                                \
      return x;                                                                \
    split##KIND(x, &fraction);                                                 \
    return scale##KIND(fraction, n);                                           \
  }                                                                            \
  T _FortranASpacing##KIND(T x) {                                              \
    T fraction, least = real##KIND((U)1 << MANTISSA);                          \
    if (special##KIND(x))                                                      \
      return x - x; /* NaN */                                                  \
    if (x == 0)                                                                \
      return least;                                                            \
    int64_t e = split##KIND(x, &fraction) - MANTISSA - 1;                      \
    T result = scale##KIND((T)1, e);                                           \
    return result < least ? least : result;                                    \
  }                                                                            \
  T _FortranARRSpacing##KIND(T x) {                                            \
    T fraction;                                                                \
    if (special##KIND(x))                                                      \
      return x - x;                                                            \
    if (x == 0)                                                                \
      return 0;                                                                \
    split##KIND(x, &fraction);                                                 \
    return scale##KIND(                                                        \
        real##KIND(bits##KIND(fraction) & ~signBit##KIND(fraction)),           \
        MANTISSA + 1);                                                         \
  }                                                                            \
  T _FortranANearest##KIND(T x, bool positive) {                               \
    if (x != x)                                                                \
      return x;                                                                \
    if (x == 0)                                                                \
      return positive ? real##KIND(1) : real##KIND(bits##KIND((T) - 0.0) | 1); \
    bool grows = (x > 0) == positive;                                          \
    if (special##KIND(x) && grows)                                             \
      return x;                                                                \
    return real##KIND(grows ? bits##KIND(x) + 1 : bits##KIND(x) - 1);          \
  }

PARTS(4, float, uint32_t, 23, 127, __builtin_inff())
PARTS(8, double, uint64_t, 52, 1023, __builtin_inf())
