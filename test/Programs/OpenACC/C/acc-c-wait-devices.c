//===-- acc-c-wait-devices.c - Waits that name a device ----------------===//
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
// `devnum` in the directive and the clause, of constructs and of data directives.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <openacc.h>
#define N 100000
int main(void) {
  static int a[N], b[N];
  int zero = 0, bad = 0;
  for (int i = 0; i < N; ++i) a[i] = b[i] = i;
#pragma acc enter data copyin(a, b)
#pragma acc parallel loop async(1)
  for (int i = 0; i < N; ++i) a[i] += 1;
#pragma acc parallel loop async(2)
  for (int i = 0; i < N; ++i) b[i] += 2;
#pragma acc wait(devnum: zero: 1, 2) async(3)
#pragma acc update self(a, b) async(3)
#pragma acc wait(devnum: 0: queues: 3)
  for (int i = 0; i < N; ++i) bad += a[i] != i + 1 || b[i] != i + 2;
#pragma acc parallel loop async(1) wait(devnum: zero: 3)
  for (int i = 0; i < N; ++i) a[i] += b[i];
#pragma acc exit data copyout(a) delete(b) wait(devnum: 0: 1)
  for (int i = 0; i < N; ++i) bad += a[i] != 2 * i + 3;
#pragma acc wait(devnum: 0: 1) if(zero)
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
