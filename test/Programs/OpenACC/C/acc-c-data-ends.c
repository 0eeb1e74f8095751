//===-- acc-c-data-ends.c - Sizes that change in data constructs ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the sizes of a clause depend on, members, elements and what pointers
// point to, has another value at the end of a data construct, and so have
// pointers on the way to the data: the data is that of the beginning.
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

struct step {
  double *now, *next;
};
struct run {
  struct step *last;
};

/// Pointers in a structure are swapped.
static void swapped(double *a, double *b) {
  struct step s = {a, b};
#pragma acc data copy(s.now[0 : 10]) create(s.next[0 : 10])
  {
#pragma acc parallel loop present(s.now, s.next)
    for (int i = 0; i < 10; i++) {
      s.next[i] = s.now[i] + 1;
      s.now[i] = 50;
    }
    double *now = s.now;
    s.now = s.next;
    s.next = now;
  }
  check(a, 50, 0, "swapped pointers");
  check(b, -1, 0, "the other one");
}

/// The structure is on the device itself, and a pointer is set to null.
static void attached(double *a) {
  struct field f = {10, a};
#pragma acc data copyin(f) copy(f.a[0 : 10])
  {
#pragma acc parallel loop present(f)
    for (int i = 0; i < f.n; i++)
      f.a[i] = 51;
    f.a = NULL;
  }
  check(a, 51, 0, "an attached pointer");
}

/// A pointer on the way changes, and each of several rows.
static void onTheWay(double *a, double *b) {
  struct step s = {a, b}, other = {b, a};
  struct run r = {&s}, *p = &r;
#pragma acc data copy(p->last->now[0 : 10])
  {
#pragma acc parallel loop present(a[0 : 10])
    for (int i = 0; i < 10; i++)
      a[i] = 52;
    p->last = &other;
  }
  check(a, 52, 0, "a pointer on the way");
  check(b, -1, 0, "what it points to then");
  double *rows[2] = {a, b}, **x = rows;
#pragma acc data copy(x[0 : 2][0 : 10])
  {
#pragma acc parallel loop
    for (int i = 0; i < 10; i++) {
      x[0][i] = 53;
      x[1][i] = 54;
    }
    rows[0] = rows[1];
    rows[1] = NULL;
    x = NULL;
  }
  check(a, 53, 0, "the first row");
  check(b, 54, 0, "the second row");
  double *table[3] = {a, b, a};
  int k[1] = {1};
#pragma acc data copy(table[k[0]][0 : 10])
  {
#pragma acc parallel loop present(b[0 : 10])
    for (int i = 0; i < 10; i++)
      b[i] = 55;
    table[1] = a;
    k[0] = 2;
  }
  check(b, 55, 0, "an element");
}

/// Regions within each other through one pointer.
static void nested(double *a, double *b) {
  struct step s = {a, b};
#pragma acc data copy(s.now[0 : 10])
  {
    s.now = b;
#pragma acc data copy(s.now[0 : 10])
    {
#pragma acc parallel loop present(a[0 : 10], b[0 : 10])
      for (int i = 0; i < 10; i++) {
        a[i] = 56;
        b[i] = 57;
      }
      s.now = NULL;
    }
    check(b, 57, 0, "the inner region");
  }
  check(a, 56, 0, "the outer region");
}

int main(void) {
  double a[10] = {0}, b[10];
  for (int i = 0; i < 10; i++)
    b[i] = -1;
  swapped(a, b);
  attached(a);
  onTheWay(a, b);
  nested(a, b);
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
