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
// The object is there before what it points to is attached.
typedef struct { int n; double *values; } Line;
static int attached(Line *line) {
  double kept[10];
  int bad = 0;
#pragma acc parallel loop copy(line->values[0:10]) copyout(kept)
  for (int i = 0; i < line->n; ++i) {
    kept[i] = line->values[i];
    line->values[i] = 2 * kept[i];
  }
  for (int i = 0; i < 10; ++i)
    bad += kept[i] != i || line->values[i] != 2 * i;
  return bad;
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
  double values[10];
  Line line = {10, values};
  for (int i = 0; i < 10; ++i)
    values[i] = i;
  bad += attached(&line);
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
