//===-- acc-c-messages-times.c - Functions of C in notes and times --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: env PGI_ACC_NOTIFY=3 PGI_ACC_TIME=1 %run %t.dir/program > %t.dir/out 2>&1 && FileCheck %s < %t.dir/out
//
// The names are those of the source, of static functions as well.
//
// CHECK: launch CUDA kernel {{.*}} function=main line=
// CHECK: upload CUDA data {{.*}} function=twice line=
// CHECK: launch CUDA kernel {{.*}} function=twice line=
// CHECK: {{^  main  (NVIDIA|CPU)}}
// CHECK: {{^  twice  (NVIDIA|CPU)}}
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 10

static void twice(int *x) {
#pragma acc data copy(x[0:N])
#pragma acc parallel loop
  for (int i = 0; i < N; ++i)
    x[i] *= 2;
}

int main(void) {
  int x[N], bad = 0;
#pragma acc parallel loop copyout(x)
  for (int i = 0; i < N; ++i)
    x[i] = i;
  twice(x);
  for (int i = 0; i < N; ++i)
    bad += x[i] != 2 * i;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
