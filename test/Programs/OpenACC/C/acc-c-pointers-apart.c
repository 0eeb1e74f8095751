//===-- acc-c-pointers-apart.c - Pointers without restrict ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: env WARPFORT_DEVICE=cpu %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain
// RUN: %run %t.dir/plain | %{check-pass}
//
// One function works on arrays that are apart, that overlap by all but one
// element, and that are halves of one allocation: where elements are shared, an
// iteration sees what those before it stored.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#define N 1000
#define M 30

static int failures;

static void expect(int holds, const char *what) {
  if (!holds) {
    printf("FAIL: %s\n", what);
    ++failures;
  }
}

static void increase(int n, const int *from, int *to) {
#pragma acc kernels present(from[0:n], to[0:n])
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// What is present is found without a clause.
static void increase_found(int n, const int *from, int *to) {
#pragma acc kernels
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

static void increase_copied(int n, const int *from, int *to) {
#pragma acc kernels copyin(from[0:n]) copy(to[0:n])
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// A section does not begin where its pointer does.
static void increase_section(int first, int n, const int *from, int *to) {
#pragma acc kernels copyin(from[first:n]) copy(to[first:n])
  for (int i = first; i < first + n; ++i)
    to[i] = from[i] + 1;
}

static void increase_on_device(int n, const int *from, int *to) {
#pragma acc kernels deviceptr(from, to)
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

static void add_rows(int n, int m, double a[m][n], double b[m][n]) {
#pragma acc parallel loop present(a[0:m][0:n], b[0:m][0:n])
  for (int j = 1; j < m; ++j)
    for (int i = 1; i < n; ++i)
      b[j][i] = a[j][i - 1] + a[j - 1][i];
}

static void add_flat(int n, int m, const double *a, double *b) {
#pragma acc parallel loop gang present(a[0:n*m], b[0:n*m])
  for (int j = 1; j < m; ++j)
    for (int i = 1; i < n; ++i)
      b[j * n + i] = a[j * n + i - 1] + a[(j - 1) * n + i];
}

// The sum of all before, where both are one array.
static void sum_in_rows(int n, int m, const double *a, double *b) {
#pragma acc parallel loop gang present(a[0:n*m], b[0:n*m])
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i)
      b[j * n + i] += a[j * n + i - 1];
}

static void check_increase(int *x, int *y, int n,
                           void (*call)(int, const int *, int *)) {
  for (int i = 0; i < 2 * n; ++i)
    x[i] = i, y[i] = 0;
#pragma acc data copy(x[0:2*n], y[0:2*n])
  call(n, x, y);
  int good = 1;
  for (int i = 0; i < n; ++i)
    good &= y[i] == i + 1;
  expect(good, "arrays that are apart");

  x[0] = 5;
#pragma acc data copy(x[0:2*n])
  call(n, x, x + 1);
  good = 1;
  for (int i = 0; i <= n; ++i)
    good &= x[i] == 5 + i;
  expect(good, "one element on");

#pragma acc data copy(x[0:2*n])
  call(n - 1, x + 1, x);
  good = 1;
  for (int i = 0; i < n - 1; ++i)
    good &= x[i] == 7 + i;
  expect(good, "one element back");

#pragma acc data copy(x[0:2*n])
  call(n, x, x + n);
  good = 1;
  for (int i = 0; i < n - 1; ++i)
    good &= x[n + i] == x[i] + 1;
  expect(good, "two halves");
}

int main(void) {
  int *x = malloc(2 * N * sizeof *x), *y = malloc(2 * N * sizeof *y);
  check_increase(x, y, N, increase);
  check_increase(x, y, N, increase_found);
  check_increase(x, y, N, increase_copied);

  for (int i = 0; i < N; ++i)
    x[i] = i, y[i] = 0;
  increase_section(100, 200, x, y);
#pragma acc data copy(x[0:N])
  increase_section(100, 200, x + 1, x);
  int good = 1;
  for (int i = 0; i < N; ++i) {
    int inside = i >= 100 && i < 300;
    good &= y[i] == (inside ? i + 1 : 0);
    good &= x[i] == (inside ? i + 2 : i);
  }
  expect(good, "sections");

  for (int i = 0; i < N; ++i)
    x[i] = 1;
#pragma acc data copy(x[0:N])
#pragma acc host_data use_device(x)
  increase_on_device(N - 1, x, x + 1);
  good = 1;
  for (int i = 0; i < N; ++i)
    good &= x[i] == 1 + i;
  expect(good, "addresses of the device");

  double *a = malloc(N * M * sizeof *a), *b = malloc(N * M * sizeof *b);
  for (int way = 0; way < 2; ++way) {
    for (int i = 0; i < N * M; ++i)
      a[i] = i % 97, b[i] = -1;
#pragma acc data copyin(a[0:N*M]) copy(b[0:N*M])
    {
      if (way)
        add_rows(N, M, (double(*)[N])a, (double(*)[N])b);
      else
        add_flat(N, M, a, b);
    }
    good = 1;
    for (int j = 1; j < M; ++j)
      for (int i = 1; i < N; ++i)
        good &= b[j * N + i] == (j * N + i - 1) % 97 + (j * N - N + i) % 97;
    expect(good, way ? "rows" : "rows of a flat array");
  }
  for (int i = 0; i < N * M; ++i)
    a[i] = 1;
#pragma acc data copy(a[0:N*M])
  sum_in_rows(N, M, a, a);
  good = 1;
  for (int i = 0; i < N * M; ++i)
    good &= a[i] == i % N + 1;
  expect(good, "sums in order");
  free(x), free(y), free(a), free(b);
  if (!failures)
    puts("PASS");
  return failures != 0;
}
