//===-- acc-c-private-indices.c - Loop variables in private clauses ----===//
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
// The clause may stand at the construct, the combined construct, or either loop; the variables may be in a
// data construct around.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 10
static double p[N][N];
int main(void) {
  int i, j, bad = 0;
  double sum = 0, s;
  for (i = 0; i < N; ++i)
    for (j = 0; j < N; ++j) p[i][j] = i;
#pragma acc data copy(p) create(i, j, s)
  {
#pragma acc parallel loop private(i, j, s) reduction(+:sum)
    for (i = 1; i < N; ++i)
      for (j = 1; j < N; ++j) {
        s = p[i][j] + 1;
        sum += s;
      }
#pragma acc parallel private(i, j)
    {
#pragma acc loop private(i, j) collapse(2)
      for (i = 0; i < N; ++i)
        for (j = 0; j < N; ++j) p[i][j] += j;
    }
#pragma acc kernels loop private(i) independent
    for (i = 0; i < N; ++i) {
#pragma acc loop private(j) independent
      for (j = 0; j < N; ++j) p[i][j] *= 2;
    }
#pragma acc parallel loop private(i)
    for (i = N - 1; i >= 0; i -= 2) p[i][0] = i;
  }
  bad += sum != 9 * 45 + 81;
  for (i = 0; i < N; ++i)
    for (j = 0; j < N; ++j) bad += p[i][j] != (j == 0 && i % 2 ? i : 2 * (i + j));
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
