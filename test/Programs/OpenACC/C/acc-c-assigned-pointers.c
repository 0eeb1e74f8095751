//===-- acc-c-assigned-pointers.c - Pointers that constructs assign ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Named in data clauses, they begin with the device's address: a list, and an array that a pointer
// goes through.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>

#define N 10

struct node {
  struct node *next;
  int value;
};

static struct node *insert(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = head;
#pragma acc enter data copyin(n[0:1])
#pragma acc enter data attach(n->next)
  return n;
}

int main(void) {
  int bad = 0, sum = 0, x[N], last = 0;
  struct node *head = NULL;
  for (int i = 0; i < N; ++i) {
    head = insert(head, i);
    x[i] = i;
  }
#pragma acc parallel num_gangs(1) copy(sum) present(head[0:1])
  for (; head; head = head->next)
    sum += head->value;
  int *p = x;
#pragma acc serial copy(p[0:N], last)
  {
    for (int i = 0; i < N; ++i)
      *p++ += 100;
    last = p[-1];
  }
  // The host's pointers keep their values.
  bad += sum != N * (N - 1) / 2 || head->value != N - 1 || last != 100 + N - 1 || p != x;
  for (int i = 0; i < N; ++i)
    bad += x[i] != 100 + i;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
