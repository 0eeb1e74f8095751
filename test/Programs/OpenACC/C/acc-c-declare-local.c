//===-- acc-c-declare-local.c - Declare directives in functions ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// The data lives until the end of the block, whatever leaves it.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#include <openacc.h>
static int f(double *a, int n, int early) {
#pragma acc declare copy(a[0:n])
  if (early) return 1;
  n += 0;
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] += 1;
  return acc_is_present(a, n * sizeof(double));
}
static void g(double *restrict a, int n) {
#pragma acc declare deviceptr(a)
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] = i;
}
int main(void) {
  int n = 100, bad = 0; double *a = calloc(n, sizeof *a), t[100]; int s = 4;
#pragma acc declare create(t) copyin(s)
  bad += f(a, n, 0) != 1; 
  for (int i = 0; i < n; ++i) bad += a[i] != 1;
  bad += acc_is_present(a, 8) != 0;
  f(a, n, 1);
  bad += acc_is_present(a, 8) != 0;
  bad += !acc_is_present(t, sizeof t);
  s = 5;
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; ++i) { t[i] = i * s; a[i] = t[i]; }
  for (int i = 0; i < n; ++i) bad += a[i] != i * 4;
#pragma acc update self(t)
  for (int i = 0; i < n; ++i) bad += t[i] != i * 4;
  double *d = acc_malloc(n * sizeof *d);
  g(d, n);
  acc_memcpy_from_device(a, d, n * sizeof *d);
  for (int i = 0; i < n; ++i) bad += a[i] != i;
  { double u[10]; 
#pragma acc declare device_resident(u)
    bad += !acc_is_present(u, sizeof u); }
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
