//===-- acc-c-math.c - Functions of math.h and of the compiler ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program -lm
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain -lm && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu -lm
//
// The device's values are compared with the host's: functions with results and
// arguments of other types than double, comparisons, counts of bits.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define N 40
#define KINDS 42

static double values(int kind, double x, int i) {
  float f = x, sf, cf;
  double part, s, c;
  int n = 0;
  unsigned u = 37u * i + 1;
  unsigned long long w = 0x123456789abcdefull * (i + 1);
  switch (kind) {
  case 0: return lround(x);
  case 1: return llround(-x) + lroundf(f);
  case 2: return lrint(x) + llrintf(-f);
  case 3: return ilogb(x) + 10 * ilogbf(f);
  case 4: return ldexp(x, i % 7) + ldexpf(f, -3);
  case 5: return scalbn(x, 4 - i) + scalbnf(f, 2);
  case 6: return logb(x) + logbf(f);
  case 7: return frexp(x, &n) + 100 * n;
  case 8: return frexpf(f, &n) + 100 * n;
  case 9: part = -1; return modf(x, &part) + 100 * part;
  case 10: return modff(-f, &sf) + 100 * sf;
  case 11: return nextafter(x, 1e3) - x;
  case 12: return nextafterf(f, -1) - f;
  case 13: sincos(x, &s, &c); return s + 10 * c;
  case 14: sincosf(f, &sf, &cf); return sf + 10 * cf;
  case 15: return remquo(x, 1.5, &n) + 8 * (n & 7);
  case 16: return exp10(x / 10);
  case 17: return j0(x) + j1(x);
  case 18: return jn(2, x);
  case 19: return y0(x) + y1(x) + yn(2, x);
  case 20: return isgreater(x, 5.0) + 2 * isless(x, 5.0);
  case 21: return isgreaterequal(x, NAN) + 2 * islessequal(x, x);
  case 22: return islessgreater(x, 5.0) + 2 * isunordered(x, NAN);
  case 23: return __builtin_popcount(u) + 100 * __builtin_popcountll(w);
  case 24: return __builtin_clz(u) + 100 * __builtin_clzll(w);
  case 25: return __builtin_ctz(u) + 100 * __builtin_ctzl(w);
  case 26: return __builtin_ffs(i) + 100 * __builtin_ffsll(w);
  case 27: return __builtin_parity(u) + 2 * __builtin_parityll(w);
  case 28: return __builtin_bswap32(u);
  case 29: return __builtin_bswap64(w) % 65536 + __builtin_bswap16(i);
  case 30: return __builtin_expect(i > 5, 0) ? 1 : 2;
  case 31: return fdim(x, 3) + fdimf(f, 4) + fmod(x, 3);
  case 32: return hypot(x, 2) + hypotf(f, 2);
  case 33: return fpclassify(x) == FP_NORMAL;
  case 34: return signbit(-x) != 0;
  case 35: return fmax(x, NAN) + fmin(f, 2);
  case 36: return copysign(x, -1.0) + round(x) + rint(x) + trunc(x);
  case 37: return tgamma(x / 4) + lgamma(x);
  case 38: return cbrt(x) + fma(x, x, 1);
  case 39: return INFINITY > x && HUGE_VAL > x;
  case 40: return remainder(x, 3) + erf(x) + erfc(x);
  case 41:
    if (i < 0)
      __builtin_unreachable();
    return exp2(x / 8) + expm1(x / 9) + log1p(x) + log2(x);
  }
  return 0;
}

int main(void) {
  static double device[KINDS][N];
  int bad = 0;
#pragma acc parallel loop collapse(2) copyout(device)
  for (int k = 0; k < KINDS; ++k)
    for (int i = 0; i < N; ++i)
      device[k][i] = values(k, 0.3 + 0.37 * i, i);
  for (int k = 0; k < KINDS; ++k)
    for (int i = 0; i < N; ++i) {
      double host = values(k, 0.3 + 0.37 * i, i), x = device[k][i];
      if (!(fabs(x - host) <= 2e-6 * fabs(host) + 1e-12)) {
        printf("FAIL: %d of %d is %.17g and not %.17g\n", i, k, x, host);
        ++bad;
      }
    }
  if (!bad)
    printf("PASS\n");
  return bad != 0;
}
