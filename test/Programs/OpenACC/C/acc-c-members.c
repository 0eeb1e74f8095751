//===-- acc-c-members.c - Structures of which members alone are data ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Members are present by themselves, each in memory of its own: those of
// variables and of what pointers point to, members of members, sections.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60

struct Range {
  int low, high;
};
struct Field {
  int n;
  double values[N];
  struct Range range;
  short flags[N];
  int grid[5][8];
  struct {
    float tail[N];
    char tag;
  } rest;
};

static struct Field shared;

static int throughPointer(struct Field *p) {
  int bad = 0;
#pragma acc enter data copyin(p->values) create(p->flags[0:N])
#pragma acc parallel loop present(p->values, p->flags[0:N])
  for (int i = 0; i < N; ++i) {
    p->flags[i] = 3 * i;
    p->values[i] += p->flags[i];
  }
#pragma acc exit data copyout(p->flags) copyout(p->values)
  for (int i = 0; i < N; ++i)
    bad += p->values[i] != 4 * i || p->flags[i] != 3 * i;
#pragma acc parallel loop copyout(p->range) copyin(p->n)
  for (int i = 0; i < 1; ++i) {
    p->range.low = -p->n;
    p->range.high = p->n;
  }
  return bad + (p->range.low != -N) + (p->range.high != N);
}

int main(void) {
  int bad = 0;
  struct Field s;
  s.n = N;
  for (int i = 0; i < N; ++i) {
    s.values[i] = i;
    s.flags[i] = 0;
    s.rest.tail[i] = 2 * i;
  }
  s.range.low = s.range.high = 7;
  // Each of two members has memory of its own.
#pragma acc enter data copyin(s.values)
#pragma acc enter data copyin(s.rest.tail[0:N])
#pragma acc parallel loop present(s.values, s.rest.tail)
  for (int i = 0; i < N; ++i) {
    s.values[i] += s.rest.tail[i];
    s.rest.tail[i] = -1;
  }
  bad += s.values[1] != 1 || s.rest.tail[1] != 2;
#pragma acc update self(s.values[0:N])
#pragma acc exit data copyout(s.rest.tail[N / 2:N / 2])
#pragma acc exit data delete(s.values)
  for (int i = 0; i < N; ++i)
    bad += s.values[i] != 3 * i || s.rest.tail[i] != (i < N / 2 ? 2 * i : -1);
  // Data constructs around say what is there.
#pragma acc data copy(s.flags) copyin(s.values[10:20])
  {
#pragma acc kernels loop independent
    for (int i = 10; i < 30; ++i)
      s.flags[i] = s.values[i] + 1;
#pragma acc parallel loop
    for (int i = 0; i < 10; ++i)
      s.flags[i] = -1;
    s.values[0] = 100;
  }
  for (int i = 0; i < 30; ++i)
    bad += s.flags[i] != (i < 10 ? -1 : 3 * i + 1);
  bad += s.flags[30] != 0 || s.values[0] != 100;
  // Structures, scalars and matrices as members; a static variable.
  int sum = 0;
#pragma acc parallel loop collapse(2) copyin(s.range) copyout(shared.grid) reduction(+ : sum)
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 8; ++j) {
      shared.grid[i][j] = i * s.range.low + j;
      sum += s.range.high;
    }
  bad += sum != 280;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 8; ++j)
      bad += shared.grid[i][j] != 7 * i + j;
#pragma acc parallel loop copy(s.range.high)
  for (int i = 0; i < 1; ++i)
    s.range.high *= 2;
  bad += s.range.high != 14 || s.range.low != 7;
  // One that a construct uses otherwise is copied as a whole.
#pragma acc parallel loop copy(s.flags)
  for (int i = 0; i < s.n; ++i)
    s.flags[i] = i + s.range.low;
  for (int i = 0; i < N; ++i)
    bad += s.flags[i] != i + 7;
  struct Field *heap = malloc(sizeof *heap);
  heap->n = N;
  for (int i = 0; i < N; ++i)
    heap->values[i] = i;
  bad += throughPointer(heap);
  bad += acc_is_present(&s, sizeof s) || acc_is_present(heap, sizeof *heap);
  free(heap);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
