//===-- acc-c-declare-pointers.c - Global pointers of declare directives -===//
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
// The device has a pointer of its own, which data directives attach to what they bring there.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>

#define N 50

double *field, *other;
static int *counts = NULL;
#pragma acc declare create(field, counts)
#pragma acc declare create(other)

#pragma acc routine seq
static double at(int i) { return field[i] + counts[i % 4]; }

static void start(void) {
  field = malloc(N * sizeof *field);
  other = malloc(N * sizeof *other);
  counts = calloc(4, sizeof *counts);
  for (int i = 0; i < N; ++i)
    field[i] = i, other[i] = -i;
#pragma acc enter data copyin(field[0:N], counts[0:4]) copyin(other[0:N])
}

int main(void) {
  int bad = 0;
  double results[N], sum = 0;
  start();
  counts[2] = 100;
  field[1] = 70;
#pragma acc update device(counts[2:1], field[1:1])
#pragma acc parallel loop copyout(results) present(field)
  for (int i = 0; i < N; ++i)
    results[i] = at(i) + other[i];
#pragma acc parallel loop present(field[0:N])
  for (int i = 0; i < N; ++i)
    field[i] *= 2;
#pragma acc update self(field[0:N / 2])
  for (int i = 0; i < N; ++i)
    bad += results[i] != (i == 1 ? 70 : i) - i + (i % 4 == 2 ? 100 : 0) ||
           field[i] != (i == 1 ? 70 : i) * (i < N / 2 ? 2 : 1);
  // The pointer's name for other data.
#pragma acc exit data delete(other[0:N])
  double *more = malloc(2 * N * sizeof *more), *before = other;
  for (int i = 0; i < 2 * N; ++i)
    more[i] = 1000 + i;
  other = more;
#pragma acc data copyin(other[0:2 * N])
  {
#pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 2 * N; ++i)
      sum += other[i];
  }
  bad += sum != 2 * N * 1000 + N * (2 * N - 1);
#pragma acc exit data copyout(field[0:N]) delete(counts[0:4])
  bad += field[N - 1] != 2 * (N - 1);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  free(before), free(more), free(field), free(counts);
  return bad != 0;
}
