//===-- acc-c-old-functions.c - Functions that are declared twice ------===//
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
// Declarations without parameters, definitions of the old style, and functions of the program that have
// the name of one of the library.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
int f();
#pragma acc routine seq
int f(int a, int b) { return a * 2 + b; }
static double y1(double a, int k) { return a + k; }
int index(int i, int n, unsigned u) { return i + n * (int)u; }
int old(a, b)
  int a;
  char b;
{ return a - b; }
int main(void) {
  double r[20];
  int q[20], bad = 0;
#pragma acc parallel loop copyout(r, q)
  for (int i = 0; i < 20; i++) {
    r[i] = y1(i, 2) + f(i, 3);
    q[i] = index(i, 2, 3u) + old(i, 4);
  }
  for (int i = 0; i < 20; i++) bad += r[i] != 3 * i + 5 || q[i] != 2 * i + 2;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
