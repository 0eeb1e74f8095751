//===-- acc-c-recursion.c - Functions that call themselves ---------------===//
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
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// One function that returns a structure, one with two calls of itself, and two that call each
// other. Nothing here is large: the driver gives a thread of a GPU a thousand bytes of stack.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 40

typedef struct { double x, y, z; } Vector;

static Vector again(Vector a, int n) {
  Vector twice = {a.x + a.x, a.y + a.y, a.z + a.z};
  return n ? again(twice, n - 1) : a;
}

#pragma acc routine seq
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

#pragma acc routine seq
int is_odd(int n);
#pragma acc routine seq
int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  static const int expected[10] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
  Vector v[N];
  int f[N], even[N], bad = 0;
  for (int i = 0; i < N; ++i)
    v[i] = (Vector){i, 2 * i, -i};
#pragma acc parallel loop copy(v) copyout(f, even)
  for (int i = 0; i < N; ++i) {
    v[i] = again(v[i], i % 4);
    f[i] = fibonacci(i % 10);
    even[i] = is_even(i % 10);
  }
  for (int i = 0; i < N; ++i) {
    int by = 1 << i % 4;
    bad += v[i].x != by * i || v[i].y != 2 * by * i || v[i].z != -by * i ||
           f[i] != expected[i % 10] || even[i] != (i % 2 == 0);
  }
  printf(bad ? "FAIL: %d results are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
