//===-- acc-c-pointed.c - Pointers to what a construct copies -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// A pointer without a clause leads to a variable that the construct copies: what
// it changes comes back to the host, and its loops are compared with those over
// the variable, arrays and structures.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 300

struct record {
  int n;
  int a[N];
};

static int global[N], *of_global = global + 1;

static int check(const char *what, const int *got, int first) {
  for (int i = 1; i < N; ++i)
    if (got[i] != first + i) {
      printf("FAIL: %s, element %d: got %d, wanted %d\n", what, i, got[i], first + i);
      return 1;
    }
  return 0;
}

int main(void) {
  int a[N], *p = a + 1, failed = 0;
  struct record r;
  for (int i = 0; i < N; ++i)
    a[i] = global[i] = r.a[i] = i % 7;
#pragma acc parallel loop copy(a)
  for (int i = 0; i < N - 1; ++i)
    p[i] = a[0] + i + 1;
  failed |= check("a parallel loop", a, 0);
#pragma acc kernels copy(a)
  for (int i = 0; i < N - 1; ++i)
    p[i] = a[i] + 1;
  failed |= check("an array", a, 0);
#pragma acc kernels copy(global)
  for (int i = 0; i < N - 1; ++i)
    of_global[i] = global[i] + 1;
  failed |= check("a global array", global, 0);
  int *q = r.a + 1;
#pragma acc data copy(r)
  {
#pragma acc kernels
    for (int i = 0; i < N - 1; ++i)
      q[i] = r.a[i] + 1;
  }
  failed |= check("a structure", r.a, 0);
  if (!failed)
    printf("PASS\n");
  return failed;
}
