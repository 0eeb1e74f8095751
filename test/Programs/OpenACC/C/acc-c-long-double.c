//===-- acc-c-long-double.c - Constants of a type that devices lack -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
//
// Constants that are converted to another type, and structures with members
// that device code copies but does not read.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 8
#define PI 3.141592653589793238462643383279502884L

struct Wide {
  int n;
  long double w;
};

int main(void) {
  struct Wide in[N], out[N];
  double y[N];
  int bad = 0, whole[N];
  for (int i = 0; i < N; ++i)
    in[i] = (struct Wide){i, i + 0.1L};
#pragma acc parallel loop copyin(in) copyout(out, y, whole)
  for (int i = 0; i < N; ++i) {
    out[i] = in[i];
    out[i].n *= 2;
    y[i] = PI;
    y[i] *= (float)(2.0L / 4) + (0.0L ? 1 : 0);
    whole[i] = PI * 2;
  }
  for (int i = 0; i < N; ++i) {
    bad += out[i].n != 2 * i || out[i].w != i + 0.1L;
    bad += y[i] != (double)PI / 2 || whole[i] != 6;
  }
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
