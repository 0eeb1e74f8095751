//===-- acc-c-nohost.c - Routines with nohost --------------------------===//
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
// A routine with `nohost` is called by one without.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#pragma acc routine seq nohost
static int inner(int x) { return x + 1; }
#pragma acc routine seq
static int outer(int x) { return inner(x) * 2; }
int main(void) {
  int a[10], bad = 0;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < 10; ++i) a[i] = inner(i) + outer(i);
  for (int i = 0; i < 10; ++i) bad += a[i] != 3 * (i + 1);
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
