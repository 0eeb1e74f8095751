//===-- acc-c-tables.c - Tables of constants in constructs ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %s -o %t.dir/program 2>&1 | FileCheck %s
// RUN: %run %t.dir/program | %{check-pass}
// RUN: env PGI_ACC_NOTIFY=2 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %t.dir/multicore | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// A small table that no clause names is a constant of device code: nothing is
// copied, and loops over it are unrolled. One that a clause names is data.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 100

static const int along[4] = {1, 0, -1, 0};
const double weights[2][2] = {{0.5, 0.25}, {2, 4}};
static const struct Step {
  int x;
  double y;
} steps[3] = {{1, 0.5}, {2, 1.5}, {3, 2.5}}, single = {7, 8};
static const float zeros[3] = {0, 0, 0};
static const int large[40000] = {[39999] = 5};

#pragma acc routine seq
static int shifted(int i, int k) { return i + along[k]; }

static int sumOf(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i];
  return sum;
}

// CHECK-LABEL: unnamed:
// CHECK-NEXT: Generating copyout(x[:])
// CHECK-NEXT: Accelerator kernel generated
static int unnamed(int onDevice) {
  double x[N];
  int bad = 0;
#pragma acc parallel loop copyout(x) if (onDevice)
  for (int i = 0; i < N; ++i) {
    double sum = zeros[i % 3] + single.x + single.y;
    for (int k = 0; k < 4; ++k)
      sum += along[k] * i + shifted(i, k) + weights[k / 2][k % 2];
    for (int k = 0; k < 3; ++k)
      sum += steps[k].x * steps[k].y;
    const int *address = along;
    x[i] = sum + sumOf(address, 4);
  }
  for (int i = 0; i < N; ++i)
    bad += x[i] != 15 + 4 * i + 6.75 + 11;
  return bad;
}

// CHECK-LABEL: named:
// CHECK: Generating copyin(along[:])
// CHECK: Generating implicit copyin(large[:],weights[:][:])
static int named(void) {
  int x[N], bad = 0;
#pragma acc data copyin(weights)
  {
#pragma acc parallel loop copyin(along) copyout(x)
    for (int i = 0; i < N; ++i)
      x[i] = along[i % 4] + large[39999 - i] + (int)weights[1][1];
  }
  for (int i = 0; i < N; ++i)
    bad += x[i] != along[i % 4] + (i == 0) * 5 + 4;
  return bad;
}

int main(void) {
  // COPIES: variable=x
  int bad = unnamed(1) + unnamed(0);
  // COPIES: variable=weights
  // COPIES: variable=large
  bad += named();
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
