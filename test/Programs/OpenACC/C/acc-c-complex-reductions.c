//===-- acc-c-complex-reductions.c - Reductions of complex variables ------===//
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
// Sums, products, && and || of both kinds, on all levels, of scalars, arrays
// and sections, among other variables of a clause.
//
//===----------------------------------------------------------------------===//
#include <complex.h>
#include <stdio.h>

#define N 600

static double complex table[N];

static double complex product(int n, double complex start) {
  double complex result = start;
#pragma acc parallel loop num_gangs(4), reduction(* : result)
  for (int i = 0; i < n; ++i)
    result *= 1 + I;
  return result;
}

#pragma acc routine vector
static double complex row(const double complex *x, int n) {
  double complex sum = 0;
#pragma acc loop vector reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

// What the clause does not name keeps its values.
static int sections(double complex *x, float _Complex *y, int n, int first) {
  int count = 0, bad = 0;
  double complex sums[3] = {0}, grid[2][3] = {0};
  for (int i = 0; i < 6; ++i) {
    x[i] = i * I;
    y[i] = 1;
  }
#pragma acc parallel loop reduction(+ : count, x[first:3], sums[1:2]) reduction(* : y[0:2])            \
    copy(x[0:6], y[0:6])
  for (int i = 0; i < n; ++i) {
    x[first + i % 3] += 1 - I;
    sums[1 + i % 2] += I;
    y[i % 2] *= i < 8 ? 1 + 1.0f * I : 1;
    ++count;
  }
  for (int i = 0; i < 6; ++i) {
    double steps = i < first || i >= first + 3 ? 0 : n / 3;
    bad += x[i] != i * I + steps * (1 - I);
    bad += y[i] != (i < 2 ? -4 : 1);
  }
  bad += sums[0] != 0 || sums[1] != n / 2 * I || sums[2] != n / 2 * I || count != n;
#pragma acc parallel loop collapse(2) reduction(+ : grid[0:2][1], x[5])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j) {
      grid[j][1] += i + j * I;
      x[5] += I;
    }
  double total = n / 2 * (n - 1);
  bad += grid[0][0] != 0 || grid[1][2] != 0 || grid[0][1] != total || grid[1][1] != total + n * I;
  return bad + (x[5] != (5 + 2 * n) * I);
}

// A number is true if one of its parts is not zero. The result is 0 or 1.
static int logical(double complex *x, int n) {
  int bad = 0, any = 0;
  double complex all = 3 * I, none = 0, gap = 1, some = 0, rows = 1;
  float _Complex small = 2.0f * I, either = 0;
  double complex parts[3] = {1, 5 * I, 0}, found[2] = {0};
  for (int i = 0; i < 6; ++i)
    x[i] = i % 2 ? 2 * I : 0;
#pragma acc parallel loop reduction(&& : all, gap, small) reduction(|| : none, some, either, any)
  for (int i = 0; i < n; ++i) {
    double complex z = i % 2 ? i * I : i + 1;
    all = all && z;
    gap = gap && (i == n / 2 ? 0 : z);
    small = small && z;
    none = none || z == 0;
    some = some || (i == n / 3 ? I : 0);
    either = either || (i == n - 1 ? I : 0);
    any = any || i == n - 1;
  }
  bad += all != 1 || gap != 0 || small != 1 || none != 0 || some != 1 || either != 1 || any != 1;
#pragma acc parallel loop reduction(&& : parts) reduction(|| : x[1:4], found)                         \
    copy(x[0:6])
  for (int i = 0; i < n; ++i) {
    parts[i % 3] = parts[i % 3] && (i == 7 ? 0 : 1);
    x[1 + i % 4] = x[1 + i % 4] || 0;
    if (i == 5)
      found[1] = found[1] || I;
  }
  bad += parts[0] != 1 || parts[1] != 0 || parts[2] != 0 || found[0] != 0 || found[1] != 1;
  for (int i = 0; i < 6; ++i)
    bad += x[i] != (i % 2 == 0 ? 0 : i < 5 ? 1 : 2 * I);
#pragma acc parallel loop gang reduction(&& : rows)
  for (int i = 0; i < 20; ++i) {
    double complex inner = 1;
#pragma acc loop vector reduction(&& : inner)
    for (int j = 0; j < n; ++j)
      inner = inner && (j * 20 + i) != -1;
    rows = rows && inner;
  }
  return bad + (rows != 1);
}

int main(void) {
  int bad = 0, count = 0;
  double complex wide[6];
  float _Complex narrow[6];
  bad += sections(wide, narrow, N, 2) + logical(wide, N);
  double complex sum = 1 + 2 * I, parts[3] = {0}, all = 0, called = 0;
  float _Complex small = 0;
  for (int i = 0; i < N; ++i)
    table[i] = i + (N - i) * I;
#pragma acc parallel loop reduction(+ : sum, count, small) copyin(table)
  for (int i = 0; i < N; ++i) {
    sum += table[i];
    count++;
    small += i % 5 - 1.0f * I;
  }
  double half = N / 2;
  bad += sum != (half * (N - 1) + 1) + (half * (N + 1) + 2) * I;
  bad += count != N || small != 2 * N - (float)N * I;
  bad += product(8, 1) != 16 || product(0, 3) != 3;
#pragma acc parallel loop reduction(+ : parts) reduction(max : count)
  for (int i = 0; i < N; ++i) {
    parts[i % 3] += table[i];
    count = i > count ? i : count;
  }
  double complex expected[3] = {0};
  for (int i = 0; i < N; ++i)
    expected[i % 3] += table[i];
  for (int i = 0; i < 3; ++i)
    bad += parts[i] != expected[i];
#pragma acc parallel loop gang reduction(+ : all, called) copyin(table)
  for (int i = 0; i < 20; ++i) {
    double complex inner = 0;
#pragma acc loop vector reduction(+ : inner)
    for (int j = 0; j < N / 20; ++j)
      inner += table[N / 20 * i + j];
    all += inner * I;
    called += row(table + N / 20 * i, N / 20);
  }
  bad += all != (sum - (1 + 2 * I)) * I || called != sum - (1 + 2 * I);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
