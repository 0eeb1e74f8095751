//===-- acc-c-bare-directives.c - Directives without clauses -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// A routine without a level is sequential; a data construct without data is its body; old names of clauses in
// declare directives. Macros and _Pragma make directives as well.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 100
#define ROUTINE _Pragma("acc routine")
#define LOOP(...) _Pragma(#__VA_ARGS__)
#pragma acc routine
static int above(int x) { return x + 1; }
ROUTINE
static int twice(int x) { return x * 2; }
int below(int x);
#pragma acc routine(below)
#pragma acc routine nohost
static int same(int x) { return x; }
int below(int x) { return x - 1; }
int shift = 5, old = 5;
#pragma acc declare present_or_copyin(shift) pcreate(old)
int main(void) {
  int a[N], bad = 0;
#pragma acc update device(shift, old)
#pragma acc data if (bad == 0)
#pragma acc data
  {
    LOOP(acc parallel loop copyout(a) vector_length(N))
    for (int i = 0; i < N; ++i) a[i] = above(i) + twice(i) + below(i) + same(i) + shift - old;
  }
  for (int i = 0; i < N; ++i) bad += a[i] != 5 * i;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
