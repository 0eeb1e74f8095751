//===-- acc-c-loops.c - Constructs and loops of OpenACC C -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Parallel, kernels and serial constructs over static and allocated arrays, nested and
// collapsed loops, loops of every form, branches and loops that are left, private variables,
// reductions, and data that stays on the device.
//
//===----------------------------------------------------------------------===//
#include <math.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define M 40

static double matrix[M][N];
static int failures;

static void check(const char *what, double is, double wanted) {
  if (fabs(is - wanted) <= 1e-9 * fabs(wanted))
    return;
  printf("FAIL: %s is %g, not %g\n", what, is, wanted);
  ++failures;
}

static void arrays(int n, float *x, const float *y) {
#pragma acc parallel loop copy(x[0:n]) copyin(y[:n])
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i] + y[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i];
  check("the sum of a section", sum, 2.0 * n + n);
}

static void nested(void) {
  int i, j;
#pragma acc parallel loop gang copyout(matrix)
  for (j = 0; j < M; j++) {
    double row = 10.0 * j;
#pragma acc loop vector
    for (i = 0; i < N; i++)
      matrix[j][i] = row + i;
  }
  double sum = 0, largest = -1;
#pragma acc parallel loop collapse(2) reduction(+ : sum) reduction(max : largest) copyin(matrix)
  for (j = 0; j < M; j++)
    for (i = 0; i < N; i++) {
      sum += matrix[j][i];
      if (matrix[j][i] > largest)
        largest = matrix[j][i];
    }
  check("the sum of a matrix", sum, 10.0 * N * M * (M - 1) / 2 + 1.0 * M * N * (N - 1) / 2);
  check("the largest element", largest, 10.0 * (M - 1) + N - 1);
}

/// Steps, directions and types of loop variables.
static void forms(void) {
  int down[N], up[N];
  unsigned long n = N;
#pragma acc kernels copyout(down, up)
  {
    for (int i = N - 1; i >= 0; i--)
      down[i] = i;
    for (unsigned long k = 0; k < n; k += 1)
      up[k] = 0;
    for (long k = 1; k <= N - 1; k = k + 2)
      up[k] = 3;
  }
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += down[i] - i + up[i];
  check("the sum of all forms", sum, 3.0 * (N / 2));
}

/// Rows of different lengths; the search in each is left.
static void branches(void) {
  int *first = malloc(N * sizeof(int));
#pragma acc parallel loop copyout(first[0:N])
  for (int i = 0; i < N; ++i) {
    int found = -1;
    for (int k = 0; k < 50; ++k) {
      if (k % 2)
        continue;
      if (k * k > i) {
        found = k;
        break;
      }
    }
    int left = found;
    while (left > 3)
      left -= 3;
    switch (left) {
    case 0:
      found += 100;
      break;
    case 1:
    case 2:
      found += 200;
      break;
    default:
      found += 300;
    }
    first[i] = found;
  }
  int wrong = 0;
  for (int i = 0; i < N; ++i) {
    int k = 0;
    while (k * k <= i)
      k += 2;
    int left = k;
    while (left > 3)
      left -= 3;
    wrong += first[i] != k + (left == 0 ? 100 : left <= 2 ? 200 : 300);
  }
  check("the number of wrong branches", wrong, 0);
  free(first);
}

static void data(int n) {
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    a[i] = i, b[i] = -1;
#pragma acc data copyin(a[0:n]) copy(b[0:n])
  {
    n = n / 2; // the section keeps its size
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; ++i)
      b[i] = sqrt(a[i]) * sqrt(a[i]) + pow(a[i], 2.0);
    b[0] = 77; // of the host's copy, which is overwritten
  }
  check("the first element", b[0], 0);
  check("an element that is assigned", b[n - 1], (n - 1.0) + (n - 1.0) * (n - 1.0));
  check("an element that is kept", b[n], -1);
  n *= 2;
#pragma acc enter data create(b[0:n])
#pragma acc parallel loop present(b[0:n])
  for (int i = 0; i < n; ++i)
    b[i] = 5;
  check("an element before the update", b[1], 1 + 1);
#pragma acc update self(b[0:n])
  check("an element after the update", b[1], 5);
  check("whether data is there", acc_is_present(b, n * sizeof(double)) != 0, 1);
#pragma acc exit data delete (b[0:n])
  check("whether data is gone", acc_is_present(b, n * sizeof(double)) == 0, 1);
  free(a);
  free(b);
}

static void atomics(void) {
  int count[4] = {0, 0, 0, 0}, order[N], next = 0;
#pragma acc parallel loop copy(count, next) copyout(order)
  for (int i = 0; i < N; ++i) {
#pragma acc atomic update
    count[i % 4]++;
    int mine;
#pragma acc atomic capture
    mine = next++;
    order[mine] = 1;
  }
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += order[i];
  check("the number of captures", sum, N);
  check("a number of updates", count[3], N / 4);
}

int main(void) {
  float *x = malloc(N * sizeof(float)), *y = malloc(N * sizeof(float));
  for (int i = 0; i < N; ++i)
    x[i] = y[i] = 1;
  arrays(N, x, y);
  nested();
  forms();
  branches();
  data(N);
  atomics();
  if (!failures)
    printf("PASS\n");
  free(x);
  free(y);
  return failures != 0;
}
