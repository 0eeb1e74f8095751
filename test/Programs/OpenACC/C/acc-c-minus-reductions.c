//===-- acc-c-minus-reductions.c - Reductions by minus --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program 2>&1 | FileCheck %s
// RUN: %run %t.dir/program | %{check-pass}
//
// Other compilers take `reduction(-:x)`, as OpenMP does: the parts are added up.
//
//===----------------------------------------------------------------------===//
#include <complex.h>
#include <stdio.h>

#define N 1000

#pragma acc routine vector
static double taken(const double *x, int n) {
  double left = 0;
// CHECK: acc-c-minus-reductions.c:[[#@LINE+1]]:{{[0-9]+}}: warning: a reduction by '-' adds up, as one by '+' does
#pragma acc loop vector reduction(- : left)
  for (int i = 0; i < n; ++i)
    left -= x[i];
  return left;
}

int main(void) {
  static double x[N];
  int rest = 5000, bad = 0;
  double complex z = 1;
  for (int i = 0; i < N; ++i)
    x[i] = i % 8;
// CHECK: acc-c-minus-reductions.c:[[#@LINE+2]]:{{[0-9]+}}: warning: a reduction by '-' adds up
// CHECK-NOT: warning
#pragma acc parallel loop reduction(-:rest,z)
  for (int i = 0; i < N; ++i) {
    rest -= i % 8;
    z -= x[i] * I;
  }
  bad += rest != 1500 || creal(z) != 1 || cimag(z) != -3500;
  double each = 0;
#pragma acc parallel num_gangs(1) copyin(x) copyout(each)
  each = taken(x, N);
  bad += each != -3500;
  puts(bad ? "FAIL" : "PASS");
  return bad;
}
