/*===-- RoundingForCPU.c - Directed rounding on the CPU ---------- -*- C
 * -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The functions of libdevice that round to zero, up or down, for the CPU
 * target. They do not touch the processor's rounding mode, across which LLVM
 * would move other arithmetic: they compute in integers. Every result is first
 * a significand of up to 127 bits with an exponent and a mark that something
 * is left over, and is then rounded once, to real(4) or real(8).
 *
 * Operands of real(4) are widened, which is exact. Infinities, NaNs and zeros
 * take the processor's own instructions where no rounding can happen.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

typedef unsigned __int128 Wide;

typedef enum Rounding { ToZero, Up, Down } Rounding;

/* significand * 2^exponent, and a bit more than that if `more`. */
typedef struct Number {
  Wide significand;
  int exponent;
  bool negative;
  bool more;
} Number;

typedef struct Format {
  int precision;   /* bits of a significand */
  int minExponent; /* of the last bit of the smallest number */
  int maxExponent; /* of the first bit of the largest number */
} Format;

static const Format Single = {24, -149, 127};
static const Format Double = {53, -1074, 1023};

static int leadingZeros(Wide x) {
  uint64_t high = (uint64_t)(x >> 64);
  return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)x);
}

/*===-- Rounding ----------------------------------------------------------===*/

/* The bits, without the sign, of `x` in a format; x.significand is not 0. */
static uint64_t roundMagnitude(Number x, Format format, Rounding mode) {
  int lead = x.exponent + 127 - leadingZeros(x.significand);
  int exponent = lead - (format.precision - 1);
  if (exponent < format.minExponent)
    exponent = format.minExponent;
  int shift = exponent - x.exponent;
  uint64_t kept;
  bool inexact = x.more;
  if (shift <= 0) {
    kept = (uint64_t)(x.significand << -shift);
  } else if (shift < 128) {
    kept = (uint64_t)(x.significand >> shift);
    inexact |= (x.significand & (((Wide)1 << shift) - 1)) != 0;
  } else {
    kept = 0;
    inexact = true;
  }
  bool away = mode == (x.negative ? Down : Up);
  if (inexact && away)
    ++kept;
  if (kept >> format.precision) {
    kept >>= 1;
    ++exponent;
  }
  int fraction = format.precision - 1;
  uint64_t biased = (uint64_t)(exponent - format.minExponent);
  if (kept >> fraction && exponent + fraction > format.maxExponent) {
    /* Infinity, or the number below. */
    uint64_t infinity =
        (uint64_t)(format.maxExponent - fraction - format.minExponent + 2)
        << fraction;
    return away ? infinity : infinity - 1;
  }
  /* The leading bit of a normal number adds one to the exponent. */
  return (biased << fraction) + kept;
}

static double toDouble(Number x, Rounding mode) {
  uint64_t sign = (uint64_t)x.negative << 63;
  return __builtin_bit_cast(double, sign | roundMagnitude(x, Double, mode));
}
static float toFloat(Number x, Rounding mode) {
  uint32_t sign = (uint32_t)x.negative << 31;
  return __builtin_bit_cast(float,
                            sign | (uint32_t)roundMagnitude(x, Single, mode));
}

/* x + y where it is zero. */
static double zeroSum(bool xNegative, bool yNegative, Rounding mode) {
  bool negative = xNegative == yNegative ? xNegative : mode == Down;
  return negative ? -0.0 : 0.0;
}

/*===-- Operations --------------------------------------------------------===*/

/* A finite number with its leading bit in place 126, or 0. */
static Number normalise(Number x) {
  if (x.significand) {
    int shift = leadingZeros(x.significand) - 1;
    x.significand <<= shift;
    x.exponent -= shift;
  }
  return x;
}
static Number unpack(double x) {
  uint64_t bits = __builtin_bit_cast(uint64_t, x);
  int field = (int)(bits >> 52) & 2047;
  uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  return (Number){.significand =
                      field ? fraction | UINT64_C(1) << 52 : fraction,
                  .exponent = field ? field - 1075 : -1074,
                  .negative = bits >> 63};
}
static bool isFinite(double x) { return __builtin_fabs(x) < __builtin_inf(); }

/* Of two normalised numbers. At most one bit cancels once bits are left over,
 * and then there are many more than any format keeps. */
static Number sum(Number x, Number y) {
  if (x.significand == 0)
    return y;
  if (y.significand == 0)
    return x;
  if (x.exponent < y.exponent) {
    Number other = x;
    x = y;
    y = other;
  }
  int shift = x.exponent - y.exponent;
  Wide aligned = shift < 128 ? y.significand >> shift : 0;
  bool lost = shift >= 128 || (aligned << shift) != y.significand;
  Number r = {.exponent = x.exponent, .negative = x.negative, .more = lost};
  if (x.negative == y.negative) {
    r.significand = x.significand + aligned;
  } else if (x.significand >= aligned) {
    r.significand = x.significand - aligned - lost;
  } else {
    r.significand = aligned - x.significand;
    r.negative = y.negative;
  }
  return r;
}

static Number product(Number x, Number y) {
  return (Number){.significand = x.significand * y.significand,
                  .exponent = x.exponent + y.exponent,
                  .negative = x.negative != y.negative};
}

/* By bits; neither is zero. */
static Number quotient(Number x, Number y) {
  x = normalise(x);
  y = normalise(y);
  Wide rest = x.significand, result = 0;
  for (int bit = 0; bit < 60; ++bit) {
    result <<= 1;
    if (rest >= y.significand) {
      rest -= y.significand;
      result |= 1;
    }
    rest <<= 1;
  }
  return (Number){.significand = result,
                  .exponent = x.exponent - y.exponent - 59,
                  .negative = x.negative != y.negative,
                  .more = rest != 0};
}

/* By bits, of a positive number. */
static Number root(Number x) {
  x = normalise(x);
  if (x.exponent & 1) {
    x.significand >>= 1; /* its last bit is zero */
    x.exponent += 1;
  }
  Wide rest = x.significand, result = 0;
  for (Wide bit = (Wide)1 << 126; bit; bit >>= 2) {
    if (rest >= result + bit) {
      rest -= result + bit;
      result = (result >> 1) + bit;
    } else {
      result >>= 1;
    }
  }
  return (Number){
      .significand = result, .exponent = x.exponent / 2, .more = rest != 0};
}

/*===-- The functions -----------------------------------------------------===*/

/* With T the type and ROUND the last step of a function. */
#define ARITHMETIC(T, ROUND, ADD, SUB, MUL, DIV, RCP, SQRT, FMA, MODE, SUFFIX) \
  T __nv_##ADD##SUFFIX(T x, T y) {                                             \
    if (!isFinite(x) || !isFinite(y))                                          \
      return x + y;                                                            \
    Number r = sum(normalise(unpack(x)), normalise(unpack(y)));                \
    if (r.significand == 0)                                                    \
      return (T)zeroSum(__builtin_signbit(x), __builtin_signbit(y), MODE);     \
    return ROUND(r, MODE);                                                     \
  }                                                                            \
  T __nv_##SUB##SUFFIX(T x, T y) { return __nv_##ADD##SUFFIX(x, -y); }         \
  T __nv_##MUL##SUFFIX(T x, T y) {                                             \
    if (!isFinite(x) || !isFinite(y) || x == 0 || y == 0)                      \
      return x * y;                                                            \
    return ROUND(product(unpack(x), unpack(y)), MODE);                         \
  }                                                                            \
  T __nv_##DIV##SUFFIX(T x, T y) {                                             \
    if (!isFinite(x) || !isFinite(y) || x == 0 || y == 0)                      \
      return x / y;                                                            \
    return ROUND(quotient(unpack(x), unpack(y)), MODE);                        \
  }                                                                            \
  T __nv_##RCP##SUFFIX(T x) { return __nv_##DIV##SUFFIX(1, x); }               \
  T __nv_##SQRT##SUFFIX(T x) {                                                 \
    if (!isFinite(x) || !(x > 0))                                              \
      return (T)__builtin_sqrt(x);                                             \
    return ROUND(root(unpack(x)), MODE);                                       \
  }                                                                            \
  T __nv_##FMA##SUFFIX(T x, T y, T z) {                                        \
    if (!isFinite(x) || !isFinite(y) || !isFinite(z))                          \
      return isFinite(x) && isFinite(y) ? z : x * y + z;                       \
    Number xy = product(unpack(x), unpack(y));                                 \
    Number r = sum(normalise(xy), normalise(unpack(z)));                       \
    if (r.significand == 0)                                                    \
      return (T)zeroSum(xy.negative, __builtin_signbit(z), MODE);              \
    return ROUND(r, MODE);                                                     \
  }
#define SINGLE(MODE, SUFFIX)                                                   \
  ARITHMETIC(float, toFloat, fadd, fsub, fmul, fdiv, frcp, fsqrt, fmaf, MODE,  \
             SUFFIX)
#define DOUBLE(MODE, SUFFIX)                                                   \
  ARITHMETIC(double, toDouble, dadd, dsub, dmul, ddiv, drcp, dsqrt, fma, MODE, \
             SUFFIX)
SINGLE(ToZero, _rz)
SINGLE(Up, _ru)
SINGLE(Down, _rd)
DOUBLE(ToZero, _rz)
DOUBLE(Up, _ru)
DOUBLE(Down, _rd)

/* Correctly rounded: candidate and its neighbours are told apart by whether
 * x * middle^2, which is exact as a sum, exceeds 1. */
float __nv_frsqrt_rn(float x) {
  if (!(x > 0) || !isFinite(x))
    return (float)(1.0 / __builtin_sqrt((double)x));
  float y = (float)(1.0 / __builtin_sqrt((double)x));
  uint32_t bits = __builtin_bit_cast(uint32_t, y);
  double above = 0.5 * ((double)y + __builtin_bit_cast(float, bits + 1));
  double below = 0.5 * ((double)y + __builtin_bit_cast(float, bits - 1));
  if (__builtin_fma(x, above * above, -1.0) < 0)
    ++bits;
  else if (__builtin_fma(x, below * below, -1.0) > 0)
    --bits;
  return __builtin_bit_cast(float, bits);
}

/*===-- Conversions between and to reals ----------------------------------===*/

static Number fromInteger(uint64_t magnitude, bool negative) {
  return (Number){.significand = magnitude, .negative = negative};
}
static Number fromSigned(int64_t x) {
  return fromInteger(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, x < 0);
}
static Number fromUnsigned(uint64_t x) { return fromInteger(x, false); }

#define CONVERSIONS(MODE, SUFFIX)                                              \
  float __nv_double2float##SUFFIX(double x) {                                  \
    return isFinite(x) && x != 0 ? toFloat(unpack(x), MODE) : (float)x;        \
  }                                                                            \
  float __nv_int2float##SUFFIX(int32_t x) {                                    \
    return x ? toFloat(fromSigned(x), MODE) : 0;                               \
  }                                                                            \
  float __nv_uint2float##SUFFIX(uint32_t x) {                                  \
    return x ? toFloat(fromUnsigned(x), MODE) : 0;                             \
  }                                                                            \
  float __nv_ll2float##SUFFIX(int64_t x) {                                     \
    return x ? toFloat(fromSigned(x), MODE) : 0;                               \
  }                                                                            \
  float __nv_ull2float##SUFFIX(uint64_t x) {                                   \
    return x ? toFloat(fromUnsigned(x), MODE) : 0;                             \
  }                                                                            \
  double __nv_ll2double##SUFFIX(int64_t x) {                                   \
    return x ? toDouble(fromSigned(x), MODE) : 0;                              \
  }                                                                            \
  double __nv_ull2double##SUFFIX(uint64_t x) {                                 \
    return x ? toDouble(fromUnsigned(x), MODE) : 0;                            \
  }
CONVERSIONS(ToZero, _rz)
CONVERSIONS(Up, _ru)
CONVERSIONS(Down, _rd)
