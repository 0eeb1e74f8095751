//===-- acc-c-volatile.c - Volatile variables in device code --------------===//
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
// Scalars, arrays, members and what pointers point to.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 100

struct Counter {
  volatile int value;
  int other;
};

#pragma acc routine seq
static int twice(volatile const int *p) { return *p + *p; }

int main(void) {
  volatile int scale = 3, sum = 0, list[N];
  volatile double total = 0;
  struct Counter counters[N];
  int a[N], bad = 0;
  volatile int *first = list;
#pragma acc parallel loop copyout(a, counters, list)
  for (int i = 0; i < N; ++i) {
    volatile int t = i;
    t += scale;
    ++t;
    list[i] = t;
    counters[i].value = t--;
    counters[i].other = counters[i].value + t;
    a[i] = *(volatile int *)&list[i];
  }
  for (int i = 0; i < N; ++i)
    bad += a[i] != i + 4 || list[i] != a[i] || counters[i].value != a[i] ||
           counters[i].other != 2 * i + 7;
#pragma acc parallel loop reduction(+ : sum, total) copyin(first[0:N])
  for (int i = 0; i < N; ++i) {
    sum += twice(first + i);
    total += first[i];
  }
  bad += sum != 2 * total || total != N * (N - 1) / 2 + 4 * N;
  // A dependence is one through them as well.
#pragma acc kernels copy(list)
  for (int i = 1; i < N; ++i)
    list[i] = list[i - 1] + 1;
  for (int i = 0; i < N; ++i)
    bad += list[i] != i + 4;
  volatile int i;
#pragma acc parallel loop copy(list) private(i)
  for (i = 0; i < N; ++i)
    list[i] *= 2;
  for (int j = 0; j < N; ++j)
    bad += list[j] != 2 * j + 8;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
