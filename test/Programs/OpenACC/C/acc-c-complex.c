//===-- acc-c-complex.c - Complex numbers in device code ------------------===//
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
// Operators with complex and real operands, conversions, parts and functions of complex.h; the host
// computes the same.
//
//===----------------------------------------------------------------------===//
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 50

#pragma acc routine seq
static double complex compute(double complex z, float complex f) {
  double complex t = z * z + 3.0 * z - z / (1.0 + 2.0 * I);
  t += cexp(I * creal(z) * 0.01) + f;
  t *= 0.5;
  t -= 1;
  t = -t + conj(t) * I;
  t = 2 - t;
  t = t / 4;
  t = 1 / (t + 8);
  __imag__ t += 1;
  if (z == 4 + 10 * I)
    t = f;
  if (!(z - 1 - 4 * I))
    t = 7;
  return t + csqrt(z) + ~z;
}

#pragma acc routine seq
static double measure(double complex z, double complex t) {
  float complex g = t;
  return cabs(t) + carg(z) + cimag(cpow(z, 1.5)) + (z != t) + crealf(g) + cabsf(g) + __real__ csin(z * 0.1);
}

int main(void) {
  int bad = 0;
  double complex z[N], w[N], sum = 0, want = 0;
  float complex f[N];
  double r[N];
  for (int i = 0; i < N; ++i) {
    z[i] = i + 2.0 * I * (i + 1);
    f[i] = i - 1.5f * I;
  }
#pragma acc parallel loop copyin(z, f) copyout(w, r)
  for (int i = 0; i < N; ++i) {
    w[i] = compute(z[i], f[i]);
    r[i] = measure(z[i], w[i]);
  }
  for (int i = 0; i < N; ++i) {
    double complex t = compute(z[i], f[i]);
    double x = measure(z[i], t);
    bad += !(cabs(w[i] - t) <= 1e-9 * cabs(t)) + !(fabs(x - r[i]) <= 1e-5 * fabs(x));
  }
#pragma acc serial loop copy(sum) copyin(z)
  for (int i = 0; i < N; ++i)
    sum += z[i];
  for (int i = 0; i < N; ++i)
    want += z[i];
  bad += sum != want;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
