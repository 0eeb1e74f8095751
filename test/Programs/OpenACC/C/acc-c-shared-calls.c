//===-- acc-c-shared-calls.c - Calls beside the loops of routines -------===//
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
// Routines of a level that call sequential functions and vector routines beside their loops, with
// results, and with addresses of variables that each thread has for itself.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#define N 64
#pragma acc routine seq
double sumRow(double *a, int n) { double s = 0; for (int i = 0; i < n; ++i) s += a[i]; return s; }
#pragma acc routine seq
void note(int *calls, double *last, double v) { *calls += 1; *last = v; }
#pragma acc routine seq
unsigned char low(int v) { return (unsigned char)v; }
#pragma acc routine vector
double vectorSum(double *a, int n) { double s = 0;
#pragma acc loop vector reduction(+:s)
  for (int i = 0; i < n; ++i) s += a[i]; return s; }
#pragma acc routine vector
void rows(double *a, double *b, int m, int n, int *low8) {
  int calls = 0; double last = 0;
  for (int j = 0; j < m; ++j) {
    b[j] = sumRow(a + j * n, n) ;
    b[j] += vectorSum(&a[j * n], n);
    note(&calls, &last, b[j]);
    *low8 = low(300);
  }
  b[m] = calls; b[m + 1] = last;
#pragma acc loop vector
  for (int j = 0; j < m; ++j) b[j] += calls;
}
#pragma acc routine worker
void rowsWorker(double *a, double *b, int m, int n) {
  int calls = 0; double last;
  for (int j = 0; j < m; ++j) {
    b[j] = vectorSum(a + j * n, n);
    note(&calls, &last, b[j]);
  }
#pragma acc loop worker
  for (int j = 0; j < m; ++j) b[j] += calls + sumRow(a + j * n, n);
}
#pragma acc routine vector
void through(int *calls, double *a, int n) {
  double last;
  for (int i = 0; i < n; ++i) note(calls, &last, a[i]);
#pragma acc loop vector
  for (int i = 0; i < n; ++i) a[i] += last;
}
int main(void) {
  double *a = malloc(N * N * sizeof(double)), *b = malloc((N + 2) * sizeof(double)), want[N];
  int low8 = 0, bad = 0, counted[8];
  for (int i = 0; i < N * N; ++i) a[i] = i % 17;
  for (int j = 0; j < N; ++j) { want[j] = 0; for (int i = 0; i < N; ++i) want[j] += a[j*N+i]; }
#pragma acc parallel copyin(a[0:N*N]) copyout(b[0:N+2]) copy(low8) num_gangs(1)
  rows(a, b, N, N, &low8);
  for (int j = 0; j < N; ++j) bad += b[j] != 2 * want[j] + N;
  bad += b[N] != N; bad += b[N+1] != 2 * want[N-1]; bad += low8 != 44;
#pragma acc parallel copyin(a[0:N*N]) copyout(b[0:N+2]) num_gangs(1) num_workers(4)
  rowsWorker(a, b, N, N);
  for (int j = 0; j < N; ++j) bad += b[j] != 2 * want[j] + N;
#pragma acc parallel loop gang copy(a[0:N*N]) copyout(counted)
  for (int g = 0; g < 8; ++g) {
    int calls = g;
    through(&calls, a + g * N, N);
    counted[g] = calls;
  }
  for (int g = 0; g < 8; ++g) bad += counted[g] != N + g;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
