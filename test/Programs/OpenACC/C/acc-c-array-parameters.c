//===-- acc-c-array-parameters.c - Parameters that are arrays ----------===//
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
// A parameter `double a[N]` has N elements in data clauses without a section.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 30
#define M 20
static void means(double data[N][M], double mean[M], const double weight[N], double sums[static N]) {
#pragma acc data create(mean) copyin(data, weight) copyout(sums)
  {
#pragma acc parallel loop
    for (int j = 0; j < M; ++j) {
      mean[j] = 0;
      for (int i = 0; i < N; ++i) mean[j] += data[i][j] * weight[i];
    }
#pragma acc parallel loop
    for (int i = 0; i < N; ++i) {
      sums[i] = 0;
      for (int j = 0; j < M; ++j) sums[i] += mean[j] * (i + 1);
    }
    data[0][0] = -1;
#pragma acc update device(data)
#pragma acc parallel loop copyout(mean)
    for (int j = 0; j < M; ++j) sums[0] += 0 * data[0][j];
#pragma acc update self(mean)
  }
}
int main(void) {
  double data[N][M], mean[M], weight[N], sums[N], all = 0;
  int bad = 0;
  for (int i = 0; i < N; ++i) {
    weight[i] = i % 3;
    for (int j = 0; j < M; ++j) data[i][j] = i + j;
  }
  for (int j = 0; j < M; ++j) {
    double m = 0;
    for (int i = 0; i < N; ++i) m += data[i][j] * weight[i];
    all += m;
  }
  means(data, mean, weight, sums);
  for (int i = 0; i < N; ++i) bad += sums[i] != all * (i + 1);
  for (int j = 0; j < M; ++j) {
    double m = 0;
    for (int i = 0; i < N; ++i) m += (i + j) * weight[i];
    bad += mean[j] != m;
  }
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
