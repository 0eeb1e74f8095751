//===-- acc-c-sections.c - Sections in private clauses ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Sections and elements in private, firstprivate and reduction clauses, of arrays and of what
// pointers point to.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#define N 100
int main(void) {
  int n = N, bad = 0;
  double *a = malloc(10*n*sizeof(double)), *c = malloc(n*sizeof(double)), d[10], *h = malloc(16*sizeof(double));
  int e[4] = {0}, mx[8];
  for (int i = 0; i < 10*n; ++i) a[i] = i % 13;
  for (int i = 0; i < n; ++i) c[i] = i;
  for (int i = 0; i < 16; ++i) h[i] = i;
  for (int i = 0; i < 10; ++i) d[i] = 0;
#pragma acc parallel num_gangs(10) private(c[0:n]) copyin(a[0:10*n]) copy(d)
  {
#pragma acc loop gang
    for (int x = 0; x < 10; ++x) {
#pragma acc loop worker
      for (int y = 0; y < n; ++y) c[y] = a[x*n+y] * 2;
#pragma acc loop seq
      for (int y = 0; y < n; ++y) d[x] += c[y];
    }
  }
  for (int x = 0; x < 10; ++x) { double w = 0; for (int y = 0; y < n; ++y) w += 2*a[x*n+y]; bad += d[x] != w; }
  double *out = malloc(10*n*sizeof(double));
#pragma acc parallel firstprivate(c[10:n-10]) copyout(out[0:10*n])
#pragma acc loop gang
  for (int x = 0; x < 10; ++x) {
#pragma acc loop worker
    for (int y = 0; y < n; ++y) out[x*n+y] = y < 10 ? 0 : c[y] + x;
  }
  for (int x = 0; x < 10; ++x) for (int y = 0; y < n; ++y) bad += out[x*n+y] != (y < 10 ? 0 : y + x);
#pragma acc parallel loop reduction(+:h[0:16]) copyin(a[0:10*n])
  for (int i = 0; i < 10*n; ++i) h[(int)a[i]] += 1;
  { double w[16]; for (int i = 0; i < 16; ++i) w[i] = i; for (int i = 0; i < 10*n; ++i) w[(int)a[i]] += 1;
    for (int i = 0; i < 16; ++i) bad += h[i] != w[i]; }
#pragma acc parallel loop reduction(+:e[0:4]) copyin(a[0:10*n])
  for (int i = 0; i < 10*n; ++i) e[(int)a[i] & 3] += 1;
  { int w[4] = {0}; for (int i = 0; i < 10*n; ++i) w[(int)a[i] & 3]++; for (int i = 0; i < 4; ++i) bad += e[i] != w[i]; }
  for (int i = 0; i < 8; ++i) mx[i] = -5;
#pragma acc parallel loop reduction(max:mx[2:4]) copyin(a[0:10*n])
  for (int i = 0; i < 10*n; ++i) { int k = 2 + i % 4; if (a[i] > mx[k]) mx[k] = a[i]; }
  for (int i = 0; i < 8; ++i) bad += mx[i] != (i >= 2 && i < 6 ? 12 : -5);
#pragma acc parallel loop reduction(+:e[1]) copyin(a[0:10*n])
  for (int i = 0; i < 10*n; ++i) e[1] += 1;
  { int w = 0; for (int i = 0; i < 10*n; ++i) w += ((int)a[i] & 3) == 1; bad += e[1] != w + 10*n; }
#pragma acc parallel reduction(+:h[0:16]) copyin(a[0:10*n]) num_gangs(4)
#pragma acc loop gang
  for (int i = 0; i < 10*n; ++i) h[3] += 1;
  bad += h[3] != 80 + 10 * n;
  int *errors = calloc(10, sizeof(int));
#pragma acc data copy(errors[0:10])
  for (int x = 0; x < 10; ++x) {
#pragma acc parallel loop reduction(+:errors[x])
    for (int y = 0; y < n; ++y) if (y < x) errors[x] += 1;
  }
  for (int x = 0; x < 10; ++x) bad += errors[x] != x;
#pragma acc parallel loop gang private(c[0:n]) copyin(a[0:10*n]) copyout(d)
  for (int x = 0; x < 10; ++x) {
#pragma acc loop vector
    for (int y = 0; y < n; ++y) c[y] = a[x*n+y] * 3;
    double s = 0;
#pragma acc loop vector reduction(+:s)
    for (int y = 0; y < n; ++y) s += c[y];
    d[x] = s;
  }
  for (int x = 0; x < 10; ++x) { double w = 0; for (int y = 0; y < n; ++y) w += 3*a[x*n+y]; bad += d[x] != w; }
  double *none = 0;
#pragma acc parallel copyin(a[0:10*n]) copyout(d)
#pragma acc loop gang private(none[1:n])
  for (int x = 0; x < 10; ++x) {
#pragma acc loop vector
    for (int y = 0; y < n; ++y) none[y + 1] = a[x*n+y] * 4;
    double s = 0;
#pragma acc loop vector reduction(+:s)
    for (int y = 1; y <= n; ++y) s += none[y];
    d[x] = s;
  }
  for (int x = 0; x < 10; ++x) { double w = 0; for (int y = 0; y < n; ++y) w += 4*a[x*n+y]; bad += d[x] != w; }
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
