/*===-- Complex.c - Complex arithmetic that compilers call ------ -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The functions of C99's <complex.h> that Flang refers to, and the operators
 * with C's rules for infinities, in terms of real functions of the C library
 * by their C names (the NVIDIA target maps those to libdevice).
 *
 * Calls come with the x86-64 calling convention, as Flang lowers them: double
 * complex is a pair of doubles, single complex a vector of two floats.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

/* Returned as { double, double }, passed as two doubles by explicit lists. */
typedef double _Complex dcomplex;
/* Passed and returned as one vector. */
typedef float fcomplex __attribute__((vector_size(8)));

double sqrt(double), hypot(double, double), log(double), log1p(double),
    exp(double), sin(double), cos(double), atan2(double, double), sinh(double),
    cosh(double), asinh(double), tan(double);
float hypotf(float, float);

typedef struct Z {
  double re, im;
} Z;

INLINE Z z(double re, double im) { return (Z){re, im}; }
INLINE dcomplex pack(Z a) {
  dcomplex r;
  __real__ r = a.re;
  __imag__ r = a.im;
  return r;
}
INLINE Z widen(fcomplex a) { return z(a[0], a[1]); }
INLINE fcomplex narrow(Z a) { return (fcomplex){(float)a.re, (float)a.im}; }

INLINE bool isNaN(double x) { return x != x; }
INLINE bool isInf(double x) { return __builtin_fabs(x) == __builtin_inf(); }
INLINE bool isFinite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
INLINE double sign(double magnitude, double of) {
  return __builtin_copysign(magnitude, of);
}
/* 1 for infinities, else 0, with the sign kept. */
INLINE double box(double x) { return sign(isInf(x) ? 1.0 : 0.0, x); }
INLINE double zeroNaN(double x) { return isNaN(x) ? sign(0.0, x) : x; }

/*===-- Operators ---------------------------------------------------------===*/

INLINE Z multiply(Z a, Z b) {
  double ac = a.re * b.re, bd = a.im * b.im;
  double ad = a.re * b.im, bc = a.im * b.re;
  Z r = z(ac - bd, ad + bc);
  if (!(isNaN(r.re) && isNaN(r.im)))
    return r;
  /* An infinite operand makes an infinite product, whatever the other. */
  bool again = false;
  if (isInf(a.re) || isInf(a.im)) {
    a = z(box(a.re), box(a.im));
    b = z(zeroNaN(b.re), zeroNaN(b.im));
    again = true;
  }
  if (isInf(b.re) || isInf(b.im)) {
    b = z(box(b.re), box(b.im));
    a = z(zeroNaN(a.re), zeroNaN(a.im));
    again = true;
  }
  if (!again && (isInf(ac) || isInf(bd) || isInf(ad) || isInf(bc))) {
    a = z(zeroNaN(a.re), zeroNaN(a.im));
    b = z(zeroNaN(b.re), zeroNaN(b.im));
    again = true;
  }
  if (again)
    r = z(__builtin_inf() * (a.re * b.re - a.im * b.im),
          __builtin_inf() * (a.re * b.im + a.im * b.re));
  return r;
}

/* The exponent of a finite nonzero number as a power of two to divide by. */
INLINE double powerOf2Below(double x) {
  uint64_t bits = __builtin_bit_cast(uint64_t, __builtin_fabs(x));
  uint64_t exponent = bits >> 52;
  if (exponent == 0)
    return 0x1p-1022;
  if (exponent > 2045) /* keep the reciprocal normal */
    exponent = 2045;
  return __builtin_bit_cast(double, exponent << 52);
}

INLINE Z divide(Z a, Z b) {
  double larger = __builtin_fabs(b.re) > __builtin_fabs(b.im) ? b.re : b.im;
  double scale = 1.0;
  Z d = b;
  if (isFinite(larger) && larger != 0.0) {
    scale = 1.0 / powerOf2Below(larger);
    d = z(b.re * scale, b.im * scale);
  }
  double norm = d.re * d.re + d.im * d.im;
  Z r = z((a.re * d.re + a.im * d.im) / norm * scale,
          (a.im * d.re - a.re * d.im) / norm * scale);
  if (!(isNaN(r.re) && isNaN(r.im)))
    return r;
  if (norm == 0.0 && (!isNaN(a.re) || !isNaN(a.im)))
    return z(sign(__builtin_inf(), b.re) * a.re,
             sign(__builtin_inf(), b.re) * a.im);
  if ((isInf(a.re) || isInf(a.im)) && isFinite(b.re) && isFinite(b.im)) {
    a = z(box(a.re), box(a.im));
    return z(__builtin_inf() * (a.re * b.re + a.im * b.im),
             __builtin_inf() * (a.im * b.re - a.re * b.im));
  }
  if ((isInf(b.re) || isInf(b.im)) && isFinite(a.re) && isFinite(a.im)) {
    b = z(box(b.re), box(b.im));
    return z(0.0 * (a.re * b.re + a.im * b.im),
             0.0 * (a.im * b.re - a.re * b.im));
  }
  return r;
}

dcomplex __muldc3(double a, double b, double c, double d) {
  return pack(multiply(z(a, b), z(c, d)));
}
dcomplex __divdc3(double a, double b, double c, double d) {
  return pack(divide(z(a, b), z(c, d)));
}
/* In double precision nothing overflows and the result rounds once. */
fcomplex __mulsc3(float a, float b, float c, float d) {
  return narrow(multiply(z(a, b), z(c, d)));
}
fcomplex __divsc3(float a, float b, float c, float d) {
  return narrow(divide(z(a, b), z(c, d)));
}

/*===-- Functions ---------------------------------------------------------===*/

INLINE Z zexp(Z a) {
  if (a.im == 0.0)
    return z(exp(a.re), a.im);
  double c = cos(a.im), s = sin(a.im);
  if (a.re == -__builtin_inf()) /* zero whatever the angle */
    return z(sign(0.0, isFinite(a.im) ? c : 1.0),
             sign(0.0, isFinite(a.im) ? s : 1.0));
  if (a.re > 709.0 && a.re < 1418.0) { /* exp alone would overflow too early */
    double half = exp(a.re * 0.5);
    return z(half * c * half, half * s * half);
  }
  double m = exp(a.re);
  return z(m * c, m * s);
}

INLINE Z zlog(Z a) {
  double x = __builtin_fabs(a.re), y = __builtin_fabs(a.im);
  double big = x > y ? x : y, small = x > y ? y : x;
  double modulus;
  if (big > 0.5 && big < 2.0 && small < 2.0) /* near 1: no cancellation */
    modulus = 0.5 * log1p((big - 1.0) * (big + 1.0) + small * small);
  else
    modulus = log(hypot(a.re, a.im));
  return z(modulus, atan2(a.im, a.re));
}

INLINE Z zsqrt(Z a) {
  if (a.re == 0.0 && a.im == 0.0)
    return z(0.0, a.im);
  if (isInf(a.im))
    return z(__builtin_inf(), a.im);
  if (isInf(a.re))
    return a.re > 0 ? z(a.re, isNaN(a.im) ? a.im : sign(0.0, a.im))
                    : z(isNaN(a.im) ? a.im : 0.0, sign(a.re, a.im));
  /* Scaled by a power of four out of the range where hypot overflows. */
  double factor = 1.0;
  if (__builtin_fabs(a.re) > 0x1p1020 || __builtin_fabs(a.im) > 0x1p1020) {
    a = z(a.re * 0x1p-4, a.im * 0x1p-4);
    factor = 0x1p2;
  } else if (__builtin_fabs(a.re) < 0x1p-1000 &&
             __builtin_fabs(a.im) < 0x1p-1000) {
    a = z(a.re * 0x1p104, a.im * 0x1p104);
    factor = 0x1p-52;
  }
  double t = sqrt((__builtin_fabs(a.re) + hypot(a.re, a.im)) * 0.5);
  if (a.re >= 0)
    return z(t * factor, a.im / (2 * t) * factor);
  return z(__builtin_fabs(a.im) / (2 * t) * factor, sign(t, a.im) * factor);
}

INLINE Z zsinh(Z a) {
  if (a.im == 0.0)
    return z(sinh(a.re), a.im);
  if (a.re == 0.0)
    return z(a.re, sin(a.im));
  return z(sinh(a.re) * cos(a.im), cosh(a.re) * sin(a.im));
}
INLINE Z zcosh(Z a) {
  if (a.im == 0.0)
    return z(cosh(a.re),
             a.re * a.im == 0.0 ? sign(0.0, a.re) * sign(1.0, a.im) : a.im);
  return z(cosh(a.re) * cos(a.im), sinh(a.re) * sin(a.im));
}
INLINE Z ztanh(Z a) {
  if (__builtin_fabs(a.re) > 22.0) { /* 1 to the last bit */
    double e = exp(-2.0 * __builtin_fabs(a.re));
    return z(sign(1.0, a.re), 4.0 * sin(a.im) * cos(a.im) * e);
  }
  double t = tan(a.im), s = sinh(a.re);
  double beta = 1.0 + t * t, rho = sqrt(1.0 + s * s);
  if (isInf(t))
    return z(rho / s, 1.0 / t);
  double d = 1.0 + beta * s * s;
  return z(beta * rho * s / d, t / d);
}
/* f(iz) = i g(z), and back. */
INLINE Z timesI(Z a) { return z(-a.im, a.re); }
INLINE Z timesMinusI(Z a) { return z(a.im, -a.re); }
INLINE Z zsin(Z a) { return timesMinusI(zsinh(timesI(a))); }
INLINE Z zcos(Z a) { return zcosh(timesI(a)); }
INLINE Z ztan(Z a) { return timesMinusI(ztanh(timesI(a))); }

/* Inverse functions as W. Kahan gives them. */
INLINE Z zasin(Z a) {
  Z m = zsqrt(z(1.0 - a.re, -a.im)), p = zsqrt(z(1.0 + a.re, a.im));
  return z(atan2(a.re, m.re * p.re - m.im * p.im),
           asinh(m.re * p.im - m.im * p.re));
}
INLINE Z zacos(Z a) {
  Z m = zsqrt(z(1.0 - a.re, -a.im)), p = zsqrt(z(1.0 + a.re, a.im));
  return z(2.0 * atan2(m.re, p.re), asinh(p.re * m.im - p.im * m.re));
}
INLINE Z zacosh(Z a) {
  Z m = zsqrt(z(a.re - 1.0, a.im)), p = zsqrt(z(a.re + 1.0, a.im));
  return z(asinh(m.re * p.re + m.im * p.im), 2.0 * atan2(m.im, p.re));
}
INLINE Z zasinh(Z a) { return timesMinusI(zasin(timesI(a))); }
INLINE Z zatanh(Z a) {
  double x = a.re, y = a.im;
  if (__builtin_fabs(x) > 0x1p500 || __builtin_fabs(y) > 0x1p500) {
    /* 1/z: the rest is below the last bit. */
    Z r = divide(z(1.0, 0.0), a);
    return z(r.re, sign(0x1.921fb54442d18p0, y));
  }
  double size = __builtin_fabs(x), below = (1.0 - size) * (1.0 - size) + y * y;
  double re = sign(0.25 * log1p(4.0 * size / below), x);
  double im = 0.5 * atan2(2.0 * y, (1.0 - x) * (1.0 + x) - y * y);
  return z(re, im);
}
INLINE Z zatan(Z a) { return timesMinusI(zatanh(timesI(a))); }

INLINE Z zpow(Z a, Z b) {
  if (a.re == 0.0 && a.im == 0.0)
    return b.re == 0.0 && b.im == 0.0 ? z(1.0, 0.0) : z(0.0, 0.0);
  return zexp(multiply(b, zlog(a)));
}

INLINE Z zpowi(Z base, int64_t exponent) {
  uint64_t n = exponent < 0 ? 0 - (uint64_t)exponent : (uint64_t)exponent;
  Z r = z(1.0, 0.0);
  for (; n; n >>= 1) {
    if (n & 1)
      r = multiply(r, base);
    if (n > 1)
      base = multiply(base, base);
  }
  return exponent < 0 ? divide(z(1.0, 0.0), r) : r;
}

double cabs(double re, double im) { return hypot(re, im); }
float cabsf(fcomplex a) { return hypotf(a[0], a[1]); }

#define FUNCTION(NAME, IMPLEMENTATION)                                         \
  dcomplex NAME(double re, double im) {                                        \
    return pack(IMPLEMENTATION(z(re, im)));                                    \
  }                                                                            \
  fcomplex NAME##f(fcomplex a) { return narrow(IMPLEMENTATION(widen(a))); }

FUNCTION(cexp, zexp)
FUNCTION(clog, zlog)
FUNCTION(csqrt, zsqrt)
FUNCTION(csin, zsin)
FUNCTION(ccos, zcos)
FUNCTION(ctan, ztan)
FUNCTION(csinh, zsinh)
FUNCTION(ccosh, zcosh)
FUNCTION(ctanh, ztanh)
FUNCTION(casin, zasin)
FUNCTION(cacos, zacos)
FUNCTION(catan, zatan)
FUNCTION(casinh, zasinh)
FUNCTION(cacosh, zacosh)
FUNCTION(catanh, zatanh)

dcomplex cpow(double a, double b, double c, double d) {
  return pack(zpow(z(a, b), z(c, d)));
}
fcomplex cpowf(fcomplex a, fcomplex b) {
  return narrow(zpow(widen(a), widen(b)));
}

/* Flang's integer powers of complex numbers. */
fcomplex _FortranAcpowi(fcomplex base, int32_t exponent) {
  return narrow(zpowi(widen(base), exponent));
}
fcomplex _FortranAcpowk(fcomplex base, int64_t exponent) {
  return narrow(zpowi(widen(base), exponent));
}
dcomplex _FortranAzpowi(double re, double im, int32_t exponent) {
  return pack(zpowi(z(re, im), exponent));
}
dcomplex _FortranAzpowk(double re, double im, int64_t exponent) {
  return pack(zpowi(z(re, im), exponent));
}
