//===-- acc-c-routines.c - Routines of OpenACC C --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Sequential, vector and worker routines, routines that a directive names, static ones, functions
// that call each other without a directive, and arrays of pointers.
//
//===----------------------------------------------------------------------===//
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64

#pragma acc routine seq
static float twice(float x) { return 2 * x; }

extern float root(float);
#pragma acc routine(root) seq

// Without a directive.
static int collatz(int n) {
  int steps = 0;
  while (n != 1) {
    if (n % 2 == 0)
      n /= 2;
    else
      n = 3 * n + 1;
    if (++steps > 1000)
      return -1;
  }
  return steps;
}

#pragma acc routine vector
void addRow(int n, float *x, float by) {
#pragma acc loop vector
  for (int i = 0; i < n; i++)
    x[i] = twice(x[i]) + by;
}

#pragma acc routine worker
void addRows(int m, int n, float x[][N], float by) {
#pragma acc loop worker
  for (int j = 0; j < m; j++)
    addRow(n, x[j], by);
}

int main(void) {
  float square[N][N];
  int steps[N], failures = 0;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      square[j][i] = i;
#pragma acc parallel loop gang copy(square)
  for (int j = 0; j < N; j++)
    addRow(N, square[j], j);
#pragma acc parallel copy(square) num_gangs(1)
  addRows(N, N, square, 1.0f);
#pragma acc parallel loop copyout(steps)
  for (int i = 0; i < N; ++i)
    steps[i] = collatz(i + 1) + (int)root((float)(i * i));
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      failures += square[j][i] != 2 * (2 * i + j) + 1;
  for (int i = 0; i < N; ++i)
    failures += steps[i] != collatz(i + 1) + i;
  if (failures)
    printf("FAIL: %d elements are wrong\n", failures);
  else
    printf("PASS\n");
  return failures != 0;
}

#pragma acc routine seq
float root(float x) { return sqrtf(x); }
