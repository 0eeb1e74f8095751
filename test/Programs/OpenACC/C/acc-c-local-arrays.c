//===-- acc-c-local-arrays.c - Arrays of variable length in device code --===//
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
//
// Declared in loops and routines, left by return and continue, with several dimensions, and shared
// by the lanes of a gang.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 60

#pragma acc routine seq
static double median(const double *x, int n) {
  double t[n];
  for (int i = 0; i < n; ++i) {
    int j = i;
    for (; j > 0 && t[j - 1] > x[i]; --j)
      t[j] = t[j - 1];
    t[j] = x[i];
    if (x[i] < 0)
      return x[i];
  }
  return t[n / 2];
}

static long triangle(int n) {
  long total = 0;
  for (int i = 1; i <= n; ++i) {
    int row[i][2];
    for (int j = 0; j < i; ++j)
      row[j][0] = j, row[j][1] = i;
    if (i == 7)
      continue;
    for (int j = 0; j < i; ++j)
      total += row[j][0] * row[j][1];
  }
  return total;
}

int main(void) {
  int bad = 0, m = 9;
  double x[10 * N], medians[N], sums[N];
  long totals[N], squares[N];
  for (int i = 0; i < 10 * N; ++i)
    x[i] = i * 7919 % 1000 - (i % 97 == 0);
#pragma acc parallel loop copyin(x) copyout(medians, totals, sums, squares)
  for (int i = 0; i < N; ++i) {
    medians[i] = median(x + 10 * i, 10 - i % 3);
    totals[i] = triangle(i);
    double rows[m][i + 1];
    for (int r = 0; r < m; ++r)
      for (int c = 0; c <= i; ++c)
        rows[r][c] = r + 10 * c;
    sums[i] = 0;
    for (int c = i; c >= 0; --c)
      sums[i] += rows[m - 1][c] + rows[0][i - c];
    squares[i] = 0;
  }
  // A gang's own, which its lanes share.
#pragma acc parallel loop gang copyout(squares)
  for (int i = 0; i < N; ++i) {
    long own[m * 20], sum = 0;
#pragma acc loop vector
    for (int j = 0; j < m * 20; ++j)
      own[j] = i * j;
#pragma acc loop vector reduction(+:sum)
    for (int j = 0; j < m * 20; ++j)
      sum += own[m * 20 - 1 - j];
    squares[i] = sum;
  }
  for (int i = 0; i < N; ++i) {
    double sum = 0;
    for (int c = 0; c <= i; ++c)
      sum += m - 1 + 20 * c;
    bad += medians[i] != median(x + 10 * i, 10 - i % 3) || totals[i] != triangle(i) || sums[i] != sum ||
           squares[i] != (long)i * (m * 20) * (m * 20 - 1) / 2;
  }
  printf(bad ? "FAIL: %d results are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
