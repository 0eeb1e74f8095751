//===-- acc-c-data.c - Data of OpenACC C behind pointers and in structures ===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Structures whose members are arrays and pointers, rows that pointers point to, host_data, clauses of
// device types, wait clauses of data directives, and the directives init, set and shutdown.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>

#define N 100

static int failures;
#define CHECK(CONDITION)                                                                           \
  do {                                                                                             \
    if (!(CONDITION)) {                                                                            \
      printf("FAIL: line %d: %s\n", __LINE__, #CONDITION);                                         \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

struct S {
  int n;
  float *p;
  float a[4];
};

static void twice(float *d, int n) {
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < n; ++i)
    d[i] *= 2;
}

static void addresses(void) {
  float *x = malloc(N * sizeof(float)), a[N], s = 3;
  for (int i = 0; i < N; ++i)
    x[i] = a[i] = i;
#pragma acc data copy(x[0:N], a, s)
  {
#pragma acc host_data use_device(x, a)
    {
      twice(x, N);
      twice(a, N);
      twice(&a[1], 1);
      CHECK(sizeof a == N * sizeof(float));
    }
#pragma acc host_data use_device(s)
    twice(&s, 1);
  }
  for (int i = 0; i < N; ++i) {
    CHECK(x[i] == 2 * i);
    CHECK(a[i] == (i == 1 ? 4 : 2 * i));
  }
  CHECK(s == 6);
  float *q = x;
#pragma acc host_data use_device(q) if_present
  CHECK(q == x);
#pragma acc host_data use_device(q) if (0)
  CHECK(q == x);
  free(x);
}

static void structures(int n) {
  struct S s = {n, malloc(n * sizeof(float)), {1, 2, 3, 4}};
  for (int i = 0; i < n; ++i)
    s.p[i] = i;
  float *kept = s.p;
  // The structure is copied by itself.
#pragma acc parallel loop copy(s.p[0:n])
  for (int i = 0; i < n; ++i)
    s.p[i] += s.a[i % 4];
  CHECK(s.p == kept);
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == i + 1 + i % 4);
  struct S *t = &s;
#pragma acc enter data copyin(t[0:1], t->p[0:n])
#pragma acc parallel loop present(t[0:1], t->p[0:n])
  for (int i = 0; i < t->n; ++i)
    t->p[i] = t->p[i] * 2;
#pragma acc update self(t->p[0:n])
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == 2 * (i + 1 + i % 4));
  for (int i = 0; i < n; ++i)
    s.p[i] = 7;
#pragma acc update device(s.p[0:n / 2])
#pragma acc parallel loop present(t)
  for (int i = 0; i < n; ++i)
    t->p[i] += 1;
#pragma acc exit data copyout(t->p[0:n]) delete (t[0:1])
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == (i < n / 2 ? 8 : 2 * (i + 1 + i % 4) + 1));
  CHECK(s.p == kept);
#pragma acc data copy(s) copy(s.p[0:n])
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    s.p[i] = i;
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == i);
  CHECK(s.p == kept);
  // The section begins behind the element that the pointer points to.
#pragma acc data copyin(s) copy(s.p[2:n - 2])
  {
    for (int i = 0; i < n; ++i)
      s.p[i] = -1;
#pragma acc parallel loop
    for (int i = 2; i < n; ++i)
      s.p[i] += 5;
  }
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == (i < 2 ? -1 : i + 5));
#pragma acc enter data copyin(s)
#pragma acc enter data copyin(kept[0:n])
#pragma acc enter data attach(s.p)
#pragma acc parallel loop present(s)
  for (int i = 0; i < n; ++i)
    s.p[i] = 3 * i;
#pragma acc exit data detach(s.p)
#pragma acc exit data copyout(kept[0:n]) delete (s)
  for (int i = 0; i < n; ++i)
    CHECK(s.p[i] == 3 * i);
  // A part of a structure by itself.
#pragma acc enter data copyin(s.a[1:2])
  s.a[1] = s.a[2] = 0;
#pragma acc exit data copyout(s.a[1:2])
  CHECK(s.a[1] == 2 && s.a[2] == 3);
  free(s.p);
}

static void rows(int n, int m) {
  float **x = malloc(n * sizeof *x), ***c = malloc(n * sizeof *c), *a[10];
  for (int i = 0; i < n; ++i) {
    x[i] = malloc(m * sizeof(float));
    c[i] = malloc(m * sizeof *c[i]);
    for (int j = 0; j < m; ++j) {
      x[i][j] = i * m + j;
      c[i][j] = malloc(4 * sizeof(float));
      for (int k = 0; k < 4; ++k)
        c[i][j][k] = k;
    }
  }
  float *row = x[3];
#pragma acc parallel loop copy(x[0:n][0:m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x[i][j] += 1;
  CHECK(x[3] == row);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      CHECK(x[i][j] == i * m + j + 1);
  // Rows without their first elements, which the host changes meanwhile.
#pragma acc data copy(c[0:n][0:m][0:4]) copyin(x[0:n][1:m - 1])
  {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        x[i][j] += 100;
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < m; ++j)
        for (int k = 0; k < 4; ++k)
          c[i][j][k] += x[i][j];
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x[i][j] -= 100;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k)
        CHECK(c[i][j][k] == k + (j ? x[i][j] : 0));
  for (int i = 0; i < 10; ++i)
    a[i] = i < n ? x[i] : NULL;
#pragma acc enter data create(a[0:10][0:m])
#pragma acc update device(a[0:10][0:m])
#pragma acc parallel loop present(a)
  for (int j = 0; j < m; ++j)
    a[1][j] = -1;
#pragma acc update host(a[1][0:m])
  CHECK(x[1][m - 1] == -1);
#pragma acc exit data delete (a[0:10][0:m])
}

static void directives(void) {
  int x[N], h = 3;
#pragma acc init device_type(nvidia)
#pragma acc set device_num(0)
#pragma acc enter data create(x) async(1)
#pragma acc parallel loop present(x) async(1) device_type(host) num_gangs(1) device_type(nvidia)   \
    vector_length(32)
  for (int i = 0; i < N; ++i)
    x[i] = i;
#pragma acc update self(x) wait(1)
  CHECK(x[N - 1] == N - 1);
#pragma acc exit data delete (x) wait
#pragma acc enter data copyin(h) wait(1, 2) async
#pragma acc wait
  h = 4;
#pragma acc exit data copyout(h) finalize
  CHECK(h == 3);
#pragma acc parallel loop copyout(zero : x)
  for (int i = 1; i < N; ++i)
    x[i] = 1;
  CHECK(x[0] == 0 && x[1] == 1);
  // The last of two clauses ends the data.
#pragma acc serial create(zero : x) copyout(x)
  for (int i = 0; i < N; ++i)
    x[i] += 2;
  CHECK(x[5] == 2);
#pragma acc shutdown
}

/// A sum of truth values is one as well.
static void truths(void) {
  _Bool any = 0, all = 1;
#pragma acc parallel loop reduction(+ : any) reduction(* : all)
  for (int i = 0; i < N; ++i) {
    any += i % 2;
    all *= i % 7 != 3;
  }
  CHECK((int)any == 1 && (int)all == 0);
}

int main(void) {
  addresses();
  structures(50);
  rows(6, 5);
  directives();
  truths();
  if (!failures)
    printf("PASS\n");
  return failures != 0;
}
