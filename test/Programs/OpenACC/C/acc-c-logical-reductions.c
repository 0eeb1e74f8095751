//===-- acc-c-logical-reductions.c - Reductions by && and || --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
// RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/info.o 2>&1 | FileCheck %s --implicit-check-not='one thread'
//
// Of integers of all sizes and of reals, which are true unless they are zero.
// The result is 0 or 1.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 1000

// CHECK: Generating reduction(&&:all)
// CHECK: Generating reduction(||:any)
int main(void) {
  int bad = 0, all = 1, any = 0, x[N], gap = N / 3;
  signed char c = 1, c2 = 0;
  unsigned short s = 1, s2 = 0;
  long l = 1, l2 = 0;
  float f = 1, f2 = 0;
  double d = 2, d2 = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i + 1;
#pragma acc parallel loop reduction(&& : all) reduction(|| : any)
  for (int i = 0; i < N; ++i) {
    all = all && x[i] > 0;
    any = any || x[i] == N / 2;
  }
  bad += all != 1 || any != 1;
#pragma acc parallel loop reduction(&& : all, c, s, l, f, d) reduction(|| : any, c2, s2, l2, f2, d2)
  for (int i = 0; i < N; ++i) {
    all = all && i != gap;
    c = c && i != gap;
    s = s && i != gap;
    l = l && i != gap;
    f = f && i != gap;
    d = d && x[i];
    if (i == gap)
      any = c2 = s2 = l2 = f2 = d2 = 1;
  }
  bad += all || c || s || l || f || d != 1;
  bad += any != 1 || c2 != 1 || s2 != 1 || l2 != 1 || f2 != 1 || d2 != 1;
  // What was there before takes part, by its truth.
  int four = 4, zero = 0, odd = 6;
  double half = 0.5;
#pragma acc parallel loop reduction(&& : four, zero, half) reduction(|| : odd)
  for (int i = 0; i < N; ++i) {
    four = four && x[i];
    zero = zero && x[i];
    half = half && x[i];
    odd = odd || !x[i];
  }
  bad += four != 1 || zero != 0 || half != 1 || odd != 1;
  // Nested, and elements of an array.
  int rows = 0, each[4] = {1, 1, 1, 1}, some[4] = {0};
#pragma acc parallel loop gang reduction(|| : rows)
  for (int i = 0; i < 10; ++i) {
    int row = 1;
#pragma acc loop vector reduction(&& : row)
    for (int j = 0; j < 100; ++j)
      row = row && x[100 * i + j] > 700;
    rows = rows || row;
  }
#pragma acc parallel loop reduction(&& : each) reduction(|| : some)
  for (int i = 0; i < N; ++i) {
    each[i % 4] = each[i % 4] && i != 402;
    some[i % 4] = some[i % 4] || i == 603;
  }
  bad += rows != 1;
  for (int i = 0; i < 4; ++i)
    bad += each[i] != (i != 2) || some[i] != (i == 3);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
