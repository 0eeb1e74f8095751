//===-- acc-c-declare-link.c - Linked data -----------------------------===//
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
// Linked variables in routines: arrays of which a section is present only, scalars, structures,
// pointers.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
static int bad;
float a[1000], *p;
static double s = 5;
struct { int x[10]; } st;
#pragma acc declare link(a, s, st)
#pragma acc declare link(p)
#pragma acc routine seq
float get(int i) { return a[i] + (float)s; }
#pragma acc routine seq
float behind(int i) { return p[i] + st.x[i % 10]; }
static void expect(double is, double wanted) { bad += is != wanted; }
int main(void) {
  for (int i = 0; i < 1000; ++i) a[i] = i;
  for (int i = 0; i < 10; ++i) st.x[i] = i;
  p = malloc(1000 * sizeof(float));
  for (int i = 0; i < 1000; ++i) p[i] = 2 * i;
  float r = 0;
#pragma acc data copyin(a, s)
  {
#pragma acc parallel loop reduction(+:r)
    for (int i = 0; i < 1000; ++i) r += get(i);
  }
  expect(r, 504500);
#pragma acc enter data copyin(a[100:200]) copyin(s, st)
  s = 7;
#pragma acc update device(s)
  r = 0;
#pragma acc parallel loop reduction(+:r)
  for (int i = 100; i < 300; ++i) r += get(i);
  expect(r, 41300);
#pragma acc parallel loop copy(a[100:200])
  for (int i = 100; i < 300; ++i) a[i] += 1;
#pragma acc exit data copyout(a[100:200]) delete(s)
  expect(a[99], 99);
  expect(a[100], 101);
#pragma acc data copy(a[10:20])
  {
#pragma acc parallel loop
    for (int i = 10; i < 30; ++i) a[i] *= 2;
    r = 0;
#pragma acc parallel loop reduction(+:r)
    for (int i = 10; i < 30; ++i) r += a[i];
  }
  expect(r, 780);
  expect(a[10], 20);
  expect(a[29], 58);
  expect(a[30], 30);
  r = 0;
#pragma acc enter data copyin(p[0:1000])
#pragma acc parallel loop reduction(+:r)
  for (int i = 0; i < 1000; ++i) r += behind(i);
  expect(r, 1003500);
#pragma acc exit data delete(p[0:1000], st)
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
