//===-- acc-c-present-pointers.c - PRESENT of pointers in structures ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: not %run %t.dir/program absent 2>&1 | FileCheck %s
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
//
// `present(s->p)` without a section demands that what the pointer points to is
// there, however large it is; a null pointer demands nothing.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 16

struct Holder {
  int n;
  double *x, *none;
};

static void twice(struct Holder *s) {
  // CHECK: data in PRESENT clause was not found on device {{[0-9]+}}: name=s->x
  // CHECK: line:[[#@LINE+1]]
#pragma acc parallel loop present(s, s->x, s->none)
  for (int i = 0; i < s->n; ++i)
    s->x[i] *= 2;
}

int main(int argc, char **argv) {
  (void)argv;
  int bad = 0;
  struct Holder h = {N, malloc(N * sizeof(double)), NULL};
  for (int i = 0; i < N; ++i)
    h.x[i] = i;
#pragma acc enter data copyin(h)
  if (argc > 1)
    twice(&h);
#pragma acc enter data copyin(h.x[0:N])
  twice(&h);
  // Nothing was counted.
#pragma acc exit data copyout(h.x[0:N])
  bad += h.x[3] != 6 || h.x[N - 1] != 2 * (N - 1);
#ifdef _OPENACC
  bad += acc_get_device_type() != acc_device_host && acc_is_present(h.x, sizeof(double));
#endif
#pragma acc exit data delete(h)
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
