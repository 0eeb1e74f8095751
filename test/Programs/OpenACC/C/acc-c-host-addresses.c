//===-- acc-c-host-addresses.c - Addresses in constructs on the host ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc=multicore %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc=host -O2 %s -o %t.dir/host && %run %t.dir/host | %{check-pass}
//
// On the host constructs keep addresses of variables, and pointers point to
// variables that constructs use by name.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

struct Node {
  struct Node *next;
  int value;
};

static int shared = 1;

static __attribute__((noinline)) int pointed(int *other, int ours) {
  int x = 1, *p = ours ? &x : other;
#pragma acc serial copy(x)
  {
    x = 2;
    *p = 7;
    x += 1;
  }
  return x;
}

static __attribute__((noinline)) int global(int *p) {
#pragma acc serial copy(shared)
  {
    shared = 2;
    *p = 7;
    shared += 1;
  }
  return shared;
}

int main(void) {
  int bad = 0, other = 0, sum = 0;
  struct Node nodes[4], *first[1];
#pragma acc parallel loop copy(nodes) copyout(first)
  for (int i = 0; i < 4; ++i) {
    nodes[i].next = i < 3 ? &nodes[i + 1] : 0;
    if (i == 0)
      first[0] = &nodes[0];
  }
  for (int i = 0; i < 4; ++i)
    nodes[i].value = 10 * i;
  for (struct Node *p = first[0]; p; p = p->next)
    sum += p->value;
  bad += sum != 60 || pointed(&other, 1) != 8 || pointed(&other, 0) != 3;
  bad += other != 7 || global(&other) != 3 || global(&shared) != 8;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
