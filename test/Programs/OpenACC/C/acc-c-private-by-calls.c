//===-- acc-c-private-by-calls.c - Scalars that functions assign ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=check %s -o %t.dir/checked
// RUN: %run %t.dir/checked | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// A scalar whose address an iteration gives to a function that assigns it is as private as one that the
// iteration assigns itself.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 600
#define M 80


#pragma acc routine seq
static void always(int i, int *s) {
  if (i > 200) {
    *s = 3 * i;
    return;
  }
  s[0] = 3 * i;
}

#pragma acc routine seq
static void through(int i, int *s) { always(i, s); }

#pragma acc routine seq
static void if_even(int i, int *s) {
  if (i % 2 == 0) *s = i;
}

#pragma acc routine seq
static void halves(int i, double *whole, double *half) {
  *whole = i;
  *half = *whole / 2;
}

static int x[N], y[N][M];
static double d[N];

static int kernels(void) {
  int bad = 0, s, t = 5;
  double whole, half;
#pragma acc kernels loop independent copyout(x)
  for (int i = 0; i < N; ++i) {
    always(i, &s);
    x[i] = s;
  }
  for (int i = 0; i < N; ++i) bad += x[i] != 3 * i;
  bad += s != 3 * (N - 1);
#pragma acc kernels loop independent copyout(x)
  for (int i = 0; i < N; ++i) {
    if_even(2 * i + 1, &t);
    x[i] = t;
  }
  for (int i = 0; i < N; ++i) bad += x[i] != 5;
  bad += t != 5;
#pragma acc kernels loop independent copyout(d)
  for (int i = 0; i < N; ++i) {
    halves(i, &whole, &half);
    d[i] = whole + half;
  }
  for (int i = 0; i < N; ++i) bad += d[i] != 1.5 * i;
  return bad;
}

static int parallel(void) {
  int bad = 0, s;
#pragma acc parallel loop copyout(x) copy(s)
  for (int i = 0; i < N; ++i) {
    through(i, &s);
    x[i] = s;
  }
  for (int i = 0; i < N; ++i) bad += x[i] != 3 * i;
  bad += s != 3 * (N - 1);
#pragma acc parallel loop gang copyout(x, y)
  for (int i = 0; i < N; ++i) {
    int t = 0;
#pragma acc loop vector
    for (int j = 0; j < M; ++j) {
      always(i + j, &t);
      y[i][j] = t;
    }
    x[i] = t;
  }
  for (int i = 0; i < N; ++i) {
    bad += x[i] != 3 * (i + M - 1);
    for (int j = 0; j < M; ++j) bad += y[i][j] != 3 * (i + j);
  }
  return bad;
}

int main(void) {
  int of_kernels = kernels(), of_parallel = parallel();
  if (of_kernels + of_parallel == 0)
    printf("PASS\n");
  else
    printf("FAIL: %d of kernels, %d of parallel\n", of_kernels, of_parallel);
  return of_kernels + of_parallel != 0;
}
