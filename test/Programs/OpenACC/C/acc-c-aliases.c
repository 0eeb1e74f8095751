//===-- acc-c-aliases.c - Pointers to the same memory ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %s -o %t.dir/program 2>&1 | FileCheck %s
// RUN: %run %t.dir/program | %{check-pass}
//
// The dependence test counts on a pointer to be apart from others and from arrays only where it is
// restrict, or the launch finds it so. Loops that a directive does not promise to be independent
// give what C gives.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 1000

static float array[N];

static void reset(void) {
  for (int i = 0; i < N; ++i)
    array[i] = 1;
}

static int check(const char *what, float wanted) {
  if (array[N - 1] == wanted)
    return 0;
  printf("FAIL: %s gives %g, not %g\n", what, array[N - 1], wanted);
  return 1;
}

// CHECK: twoPointers:
// CHECK: Two versions: loops are parallel if no two of p, q share memory at launch
static void twoPointers(float *p, float *q) {
#pragma acc kernels copy(p[0:N]) copy(q[0:N])
  for (int i = 1; i < N; ++i)
    p[i] = q[i - 1] + 1;
}

// CHECK: pointerAndArray:
// CHECK: Two versions: loops are parallel if no two of array, p share memory at launch
static void pointerAndArray(float *p) {
#pragma acc kernels copy(array) copy(p[0:N])
  for (int i = 1; i < N; ++i)
    array[i] = p[i - 1] + 1;
}

// CHECK: derived:
// CHECK-NOT: Loop is parallelizable
// CHECK: Generating Tesla code
static void derived(void) {
#pragma acc parallel copy(array) num_gangs(1)
  {
    float *before = &array[0];
    float *at = before + 1;
    for (int i = 0; i < N - 1; ++i)
      at[i] = before[i] + 1;
  }
}

// CHECK: oneArray:
// CHECK: Loop carried dependence of array
static void oneArray(void) {
#pragma acc kernels copy(array)
  for (int i = 1; i < N; ++i)
    array[i] = array[i - 1] + 1;
}

// CHECK: restricted:
// CHECK: Loop is parallelizable
static void restricted(float *restrict p, const float *restrict q) {
#pragma acc kernels copy(p[0:N]) copyin(q[0:N])
  for (int i = 0; i < N; ++i)
    p[i] = q[i] + 1;
}

int main(void) {
  int failures = 0;
  float other[N];
  reset();
  twoPointers(array, array);
  failures += check("a store through one of two pointers", N);
  reset();
  pointerAndArray(array);
  failures += check("a pointer to an array", N);
  reset();
  derived();
  failures += check("a pointer that is computed", N);
  reset();
  oneArray();
  failures += check("one array", N);
  for (int i = 0; i < N; ++i)
    other[i] = i;
  restricted(array, other);
  failures += check("two restrict pointers", N);
  if (!failures)
    printf("PASS\n");
  return failures != 0;
}
