//===-- acc-c-objects.c - Pointers to one object -----------------------===//
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
// What `p->x` and `*p` name is copied where it is not present: its size is known. Operands of sizeof
// assign nothing.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
typedef struct { int n; double dx; } Grid;
static double total(const Grid *g, Grid *w, int *count) {
  double s = 0;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < 100; ++i) s += g->dx * i + (*g).n;
#pragma acc parallel loop num_gangs(1)
  for (int i = 0; i < 1; ++i) {
    w->n = 5 + (int)sizeof(*count++) + (int)sizeof(i++);
    (*count)++;
  }
  return s;
}
static const Grid fixed = {3, 0.5};
int main(void) {
  Grid all[4] = {{0}}, one = {7, 1};
  int count = 4, bad = 0;
  bad += total(&fixed, &one, &count) != 100 * 3 + 0.5 * 4950;
  bad += one.n != 5 + sizeof(int) + sizeof(int) || one.dx != 1 || count != 5;
  // Where an array is present that has the object, that is used.
#pragma acc data copy(all)
  {
    bad += total(&fixed, &all[2], &count) != 100 * 3 + 0.5 * 4950;
    bad += all[2].n != 0;
  }
  bad += all[2].n != 5 + sizeof(int) + sizeof(int) || all[1].n != 0 || count != 6;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
