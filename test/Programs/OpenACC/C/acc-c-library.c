//===-- acc-c-library.c - The C library in device code --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program > %t.dir/output && FileCheck %s < %t.dir/output
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | FileCheck %s
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
// RUN: not %run %t.dir/program fail 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: not %run %t.dir/program fail later 2>&1 | FileCheck %s --check-prefix=ABORTED
//
// printf, assert, abort, malloc and free, string literals, acc_on_device.
//
//===----------------------------------------------------------------------===//
#include <assert.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 50

#pragma acc routine seq
static int lengthOf(const char *text) {
  int length = 0;
  while (text[length])
    ++length;
  return length;
}

#pragma acc routine vector
static void fill(int *values, int n) {
  int *t = malloc(n * sizeof *t);
#pragma acc loop vector
  for (int i = 0; i < n; ++i)
    t[i] = 2 * i;
#pragma acc loop vector
  for (int i = 0; i < n; ++i)
    values[i] = t[n - 1 - i];
  free(t);
}

int main(int argc, char **argv) {
  int bad = 0, values[N], device[2], host[2], limit = argc == 2 ? 10 : N;
  // CHECK: values: 42 text  2.50 q 1234567890123 ff
#pragma acc serial
  printf("values: %d %s %5.2f %c %ld %x\n", 42, "text", 2.5, 'q', 1234567890123L, 255u);
  // CHECK: host: 7
#pragma acc serial if (argc > 100)
  printf("host: %d\n", 7);
#pragma acc parallel loop copyout(values)
  for (int i = 0; i < N; ++i) {
    // FAILED: assertion 'i < limit' failed
    assert(i < limit);
    // ABORTED: abort() was called
    if (argc > 2 && i == 20)
      abort();
    int *t = malloc(10 * sizeof *t);
    for (int k = 0; k < 10; ++k)
      t[k] = i * k + lengthOf("seven b");
    values[i] = 0;
    for (int k = 0; k < 10; ++k)
      values[i] += t[k];
    free(t);
  }
  for (int i = 0; i < N; ++i)
    bad += values[i] != 45 * i + 70;
#pragma acc parallel num_gangs(1) copyout(values)
  fill(values, N);
  for (int i = 0; i < N; ++i)
    bad += values[i] != 2 * (N - 1 - i);
#pragma acc serial copyout(device)
  device[0] = acc_on_device(acc_device_not_host), device[1] = acc_on_device(acc_device_host);
#pragma acc serial if (argc > 100)
  host[0] = acc_on_device(acc_device_not_host), host[1] = acc_on_device(acc_device_host);
  bad += device[0] != 1 || device[1] != 0 || host[0] != 0 || host[1] != 1;
  // CHECK: PASS
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
