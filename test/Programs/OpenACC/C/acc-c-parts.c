//===-- acc-c-parts.c - Constructs on data that are present in part -----===//
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
// Constructs use the part of an array, or of what a pointer points to, that a data region around
// them or an earlier directive brought, also where it does not begin with the first element.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#define M 10
static int bad;
static double file[8][M];
static void expect(double is, double wanted) { bad += is != wanted; }
static void rows(int n, double m[n][M]) {
#pragma acc data copy(m[1:4][0:M])
  {
#pragma acc parallel loop
    for (int i = 1; i < 5; ++i)
      for (int j = 0; j < M; ++j) m[i][j] += 1;
  }
}
static void part(double *x, int low, int n) {
#pragma acc data copy(x[low:n])
  {
#pragma acc parallel loop
    for (int i = low; i < low + n; ++i) x[i] += 1;
#pragma acc parallel loop present(x[low:n])
    for (int i = low; i < low + n; ++i) x[i] *= 2;
#pragma acc kernels
    for (int i = low; i < low + n; ++i) x[i] -= 4;
#pragma acc parallel loop present(x)
    for (int i = low; i < low + n; ++i) x[i] += 0.5;
  }
}
int main(void) {
  int n = 6;
  double v[n][M], a[6][M], *x = malloc(100 * sizeof(double));
  for (int i = 0; i < n; ++i) for (int j = 0; j < M; ++j) v[i][j] = a[i][j] = i * M + j;
  for (int i = 0; i < 100; ++i) x[i] = i;
#pragma acc data copy(v[1:4][0:M]) copy(a[2:2][0:M])
  {
    for (int j = 0; j < M; ++j) a[1][j] = v[5][j] = -1;
#pragma acc parallel loop
    for (int i = 1; i < 5; ++i)
      for (int j = 0; j < M; ++j) v[i][j] += 1;
#pragma acc kernels
    for (int j = 0; j < M; ++j) a[2][j] += a[3][j];
  }
  rows(n, v);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j) {
      double k = i * M + j;
      expect(v[i][j], i == 5 ? -1 : i == 0 ? k : k + 2);
      expect(a[i][j], i == 1 ? -1 : i == 2 ? 2 * k + M : k);
    }
  // With a condition that leaves the region out, all of the array is copied.
  a[3][0] = 30;
  for (int present = 0; present < 2; ++present) {
#pragma acc data copy(a[2:3][0:M]) if(present)
    {
#pragma acc parallel loop
      for (int i = 2; i < 5; ++i) a[i][0] = 100 + i;
      expect(a[3][0], present ? 30 : 103);
    }
    expect(a[4][0], 104);
    a[3][0] = 30;
  }
  part(x, 10, 30);
#pragma acc enter data copyin(x[50:50])
  part(x, 60, 20);     // present as a part of more
  part(x + 60, 1, 5);  // likewise, by another pointer
#pragma acc parallel loop
  for (int i = 50; i < 100; ++i) x[i] += 1000;
#pragma acc host_data use_device(x)
  {
    double *y = x;
#pragma acc parallel loop deviceptr(y)
    for (int i = 50; i < 60; ++i) y[i] -= 1;
  }
#pragma acc exit data copyout(x[50:50])
  for (int i = 0; i < 100; ++i) {
    double w = i;
    if ((i >= 10 && i < 40) || (i >= 60 && i < 80)) w = 2 * (w + 1) - 3.5;
    if (i > 60 && i < 66) w = 2 * (w + 1) - 3.5;
    if (i >= 50) w += 1000;
    expect(x[i], i >= 50 && i < 60 ? w - 1 : w);
  }
  for (int i = 0; i < 8; ++i) for (int j = 0; j < M; ++j) file[i][j] = i;
#pragma acc data copy(file[2:3][0:M])
  {
#pragma acc data present(file[3:1][0:M])
    {
#pragma acc parallel loop
      for (int j = 0; j < M; ++j) file[3][j] += file[2][j];
    }
#pragma acc serial
    file[4][1] = file[3][0];
#pragma acc update self(file[4:1][0:2])
    expect(file[4][1], 5);
  }
  for (int i = 0; i < 8; ++i) for (int j = 0; j < M; ++j) expect(file[i][j], i == 3 || (i == 4 && j == 1) ? 5 : i);
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
