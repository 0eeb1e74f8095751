//===-- acc-c-variable-arrays.c - Arrays of variable length -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// As local variables, behind pointers and as parameters, in clauses and in routines; their sizes
// are those of the declaration.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#pragma acc routine seq
static double rowSum(int m, double row[m]) { double s = 0; for (int i = 0; i < m; ++i) s += row[i]; return s; }
#pragma acc routine seq
static double at(int n, int m, double a[n][m], int i, int j) { return a[i][j]; }
void twice(int n, int m, double a[n][m]) {
#pragma acc parallel loop collapse(2) present(a[0:n][0:m])
  for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) a[i][j] *= 2;
}
int work(int n, int m) {
  double a[n][m], b[m], c[3][n][m]; int bad = 0;
  double (*p)[m] = malloc(n * sizeof *p);
  for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) { a[i][j] = i * 100 + j; p[i][j] = 0; }
  int m0 = m; m = 1;
#pragma acc data copy(a) copyout(p[0:n])
  {
    twice(n, m0, a);
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m0; ++j) p[i][j] = a[i][j] + at(n, m0, a, i, j);
  }
  for (int i = 0; i < n; ++i) for (int j = 0; j < m0; ++j) { bad += a[i][j] != 2*(i*100+j); bad += p[i][j] != 4*(i*100+j); }
#pragma acc parallel loop copyin(a[1:n-1]) copyout(b)
  for (int j = 0; j < m0; ++j) { double s = 0; for (int i = 1; i < n; ++i) s += a[i][j]; b[j] = s; }
  for (int j = 0; j < m0; ++j) { double s = 0; for (int i = 1; i < n; ++i) s += a[i][j]; bad += b[j] != s; }
  double sums[n];
#pragma acc parallel loop copyout(sums) create(c)
  for (int i = 0; i < n; ++i) { for (int j = 0; j < m0; ++j) c[2][i][j] = a[i][j]; sums[i] = rowSum(m0, c[2][i]); }
  for (int i = 0; i < n; ++i) bad += sums[i] != rowSum(m0, a[i]);
  double t[m0];
#pragma acc parallel loop gang private(t) copyout(sums)
  for (int i = 0; i < n; ++i) { for (int j = 0; j < m0; ++j) t[j] = a[i][j] + 1; sums[i] = 0; for (int j = 0; j < m0; ++j) sums[i] += t[j]; }
  for (int i = 0; i < n; ++i) bad += sums[i] != rowSum(m0, a[i]) + m0;
  free(p);
  return bad;
}
int main(void) {
  int bad = work(20, 30);
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
