//===-- acc-c-private-atomics.c - Atomic operations on variables of one thread ===//
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
// They are plain accesses: PTX has no such operations on local memory.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 100

#pragma acc routine seq
static void bump(int *x, int by) {
#pragma acc atomic update
  *x += by;
}

int main(void) {
  int bad = 0, results[N];
  double halves[N];
#pragma acc parallel loop copyout(results, halves)
  for (int i = 0; i < N; ++i) {
    int own = i, old, seen, part[3] = {1, 2, 3};
    double half = i;
#pragma acc atomic
    own += 2;
#pragma acc atomic capture
    { old = own; own *= 3; }
#pragma acc atomic read
    seen = own;
#pragma acc atomic update
    part[i % 3]--;
#pragma acc atomic write
    part[(i + 1) % 3] = 9;
#pragma acc atomic
    half *= 0.5;
    bump(&own, 4);
    results[i] = old + 10 * seen + 100 * own + part[0] + part[1] + part[2];
    halves[i] = half;
  }
  for (int i = 0; i < N; ++i) {
    int part[3] = {1, 2, 3};
    part[i % 3]--;
    part[(i + 1) % 3] = 9;
    int expected = i + 2 + 30 * (i + 2) + 100 * (3 * (i + 2) + 4) + part[0] + part[1] + part[2];
    bad += results[i] != expected || halves[i] != i * 0.5;
  }
  printf(bad ? "FAIL: %d results are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
