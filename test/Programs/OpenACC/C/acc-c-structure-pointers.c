//===-- acc-c-structure-pointers.c - Pointers to structures in clauses ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Without a section, a clause names the one structure that a pointer points to.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20

typedef struct {
  int n;
  double *data;
} Array;

typedef struct {
  double scale;
  Array *left, *right;
} Pair;

static Array *make(int n) {
  Array *a = malloc(sizeof *a);
  a->n = n;
  a->data = malloc(n * sizeof(double));
#pragma acc enter data create(a, a->data[:n])
#pragma acc update device(a->n)
  return a;
}

static int drop(Array *a) {
#pragma acc exit data delete(a->data, a)
  int left = acc_is_present(a, sizeof *a) + acc_is_present(a->data, sizeof(double));
  free(a->data);
  free(a);
  return left;
}

static void add(Pair *p, int n) {
#pragma acc parallel loop present(p)
  for (int i = 0; i < n; ++i) {
    p->left->data[i] += p->scale * i;
    p->right->data[i] = p->left->data[i];
  }
}

int main(void) {
  int bad = 0;
  Array *a = make(N);
#pragma acc parallel loop present(a)
  for (int i = 0; i < N; ++i)
    a->data[i] = a->n;
#pragma acc update self(a->data[0:N])
  for (int i = 0; i < N; ++i)
    bad += a->data[i] != N;
  if (acc_get_device_type() != acc_device_host)
    bad += drop(a);

  Pair pair = {2, malloc(sizeof(Array)), malloc(sizeof(Array))}, *p = &pair;
  p->left->data = malloc(N * sizeof(double));
  p->right->data = malloc(N * sizeof(double));
  for (int i = 0; i < N; ++i)
    p->left->data[i] = 1;
#pragma acc data copyin(p, p->left, p->right)
#pragma acc data copy(p->left->data[0:N]) copyout(p->right->data[0:N])
  {
    add(p, N);
    p->scale = 3;
#pragma acc update device(p->scale)
    add(p, N);
  }
  for (int i = 0; i < N; ++i)
    bad += p->left->data[i] != 1 + 5 * i || p->right->data[i] != 1 + 5 * i;

  Array count = {0, NULL}, *q = &count;
#pragma acc data copy(q)
#pragma acc serial present(q)
  q->n = 7;
  bad += count.n != 7 || count.data;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
