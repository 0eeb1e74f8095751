//===-- acc-c-constants.c - Constants in read-only memory ----------------===//
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
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// The device gets copies of them, and nothing is copied back, whether a clause names them or not;
// routines use them without the directive declare.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 60

static const double weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
const int limits[4] = {10, 20, 30, 40};
static const struct { int base, step; } line = {7, 3};
static const float small[2] = {0.5f, 0.25f};

#pragma acc routine seq
static int classOf(int x) {
  int c = 0;
  for (int i = 0; i < 4; ++i)
    c += x > limits[i];
  return c + line.base;
}

static void weigh(double *results) {
#pragma acc parallel loop copyout(results[0:N])
  for (int i = 0; i < N; ++i)
    results[i] = weights[i % 3][i % 2] + line.step;
#pragma acc kernels copy(results[0:N], small)
  for (int i = 0; i < N; ++i)
    results[i] *= small[i % 2];
}

int main(void) {
  int bad = 0, classes[N];
  double results[N];
  unsigned long long wide[N];
#pragma acc data copy(weights)
  weigh(results);
#pragma acc enter data copyin(line)
#pragma acc parallel loop copyout(classes, wide) default(present)
  for (int i = 0; i < N; ++i) {
    classes[i] = classOf(i) + line.step;
    wide[i] = ~0ull / (i + 1) + 0x8000000000000000u;
  }
#pragma acc exit data copyout(line)
  for (int i = 0; i < N; ++i)
    bad += results[i] != (weights[i % 3][i % 2] + 3) * small[i % 2] || classes[i] != classOf(i) + 3 ||
           wide[i] != ~0ull / (i + 1) + 0x8000000000000000u;
  printf(bad ? "FAIL: %d results are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
