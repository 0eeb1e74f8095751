//===-- acc-c-data-ends.c - Sizes that change in data constructs ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the sizes of a clause depend on, members, elements and what pointers point
// to, has another value at the end of a data construct: the data is that of the
// beginning.
//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>

struct field {
  int n;
  double *a;
};

static int wrong;
static int size = 10;

static void check(const double *a, double value, int from, const char *what) {
  for (int i = from; i < 10; i++)
    if (a[i] != value) {
      printf("FAIL: %s, %d: %g\n", what, i, a[i]);
      wrong = 1;
      return;
    }
}

static void declared(double *a, const int *n) {
#pragma acc declare copy(a[0 : n[1]])
  size = 2;
#pragma acc parallel loop present(a[0 : 10])
  for (int i = 0; i < 10; i++)
    a[i] = 5;
}

int main(void) {
  double a[10] = {0};
  struct field f = {10, a}, *p = &f;
#pragma acc data copy(p->a[0 : p->n])
  {
    p->n = 3;
#pragma acc parallel loop present(a[0 : 10])
    for (int i = 0; i < 10; i++)
      a[i] = 1;
  }
  check(a, 1, 0, "a member");
  int index[2] = {10, 2};
#pragma acc data copy(a[index[1] : index[0] - 2])
  {
    index[0] = 7;
    index[1] = 5;
#pragma acc parallel loop present(a[2 : 8])
    for (int i = 2; i < 10; i++)
      a[i] = 2;
  }
  check(a, 2, 2, "elements");
  int *s = &size;
#pragma acc data copy(a[0 : *s])
  {
    size = 2;
    s = NULL;
#pragma acc parallel loop present(a[0 : 10])
    for (int i = 0; i < 10; i++)
      a[i] = 3;
  }
  check(a, 3, 0, "what a pointer points to");
  int used[1] = {1};
#pragma acc data copy(a) if (used[0])
  {
    used[0] = 0;
#pragma acc parallel loop present(a)
    for (int i = 0; i < 10; i++)
      a[i] = 4;
  }
  check(a, 4, 0, "a condition");
  int sizes[2] = {0, 10};
  declared(a, sizes);
  check(a, 5, 0, "a declare directive");
  if (!wrong)
    printf("PASS\n");
  return wrong;
}
