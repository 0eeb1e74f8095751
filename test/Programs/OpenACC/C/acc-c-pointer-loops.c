//===-- acc-c-pointer-loops.c - Loops whose variables are pointers --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Forms of bounds and steps; bounds in other arrays; nests; the variable of the
// code around the construct.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>

#define N 1200

struct Pair {
  float x;
  char tag;
};

#pragma acc routine vector
static void fill(int *row, int n, int value) {
  int *p;
#pragma acc loop vector
  for (p = row; p < row + n; ++p)
    *p = value + (p - row);
}

int main(void) {
  int bad = 0, *a = malloc(N * sizeof *a), *p = a, last = N - 1;
  long sum = 0, down = 0, third = 0;
  double grid[30][7];
  struct Pair pairs[N];
#pragma acc data copyout(a[0:N])
  {
#pragma acc parallel loop
    for (p = a; p < a + N; ++p)
      *p = 2 * (p - a);
#pragma acc parallel loop reduction(+ : sum)
    for (const int *q = a + 10; q != &a[N]; q++)
      sum += *q;
#pragma acc parallel loop reduction(+ : down)
    for (int *q = &a[last]; q >= a; q -= 2)
      down += *q;
#pragma acc parallel loop reduction(+ : third)
    for (int *q = a + 1; a + last >= q; q = q + 3)
      third += q[0];
  }
  bad += sum != (long)N * (N - 1) - 90 || down != (long)N * N / 2;
  bad += third != 2L * (N / 3) + 3L * (N / 3) * (N / 3 - 1) || a[77] != 154;
  // Rows of a matrix, by a pointer to arrays, and structures.
#pragma acc parallel loop collapse(2) copyout(grid)
  for (double(*row)[7] = grid; row < grid + 30; ++row)
    for (int j = 0; j < 7; ++j)
      (*row)[j] = 10 * (row - grid) + j;
#pragma acc parallel loop copyout(pairs)
  for (struct Pair *q = pairs; q < pairs + N; ++q) {
    q->x = q - pairs;
    q->tag = 'a' + (q - pairs) % 26;
  }
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 7; ++j)
      bad += grid[i][j] != 10 * i + j;
  for (int i = 0; i < N; ++i)
    bad += pairs[i].x != i || pairs[i].tag != 'a' + i % 26;
  // Inner loops, in a construct and in a routine; bounds that are variables.
  long all = 0;
  int rows[12][100];
#pragma acc parallel loop gang reduction(+ : all) copyin(a[0:N]) copyout(rows)
  for (int i = 0; i < 12; ++i) {
    long part = 0;
    const int *begin = a + 100 * i, *end = begin + 100;
#pragma acc loop vector reduction(+ : part)
    for (const int *q = begin; q < end; q += 2)
      part += *q;
    all += part * i;
    fill(rows[i], 100, i);
  }
  long expected = 0;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 100; ++j) {
      expected += j % 2 ? 0 : (long)a[100 * i + j] * i;
      bad += rows[i][j] != i + j;
    }
  bad += all != expected;
  // Nothing to do.
  int never = 0;
#pragma acc parallel loop reduction(+ : never) copyin(a[0:N])
  for (int *q = a + 5; q < a; ++q)
    never++;
  bad += never != 0;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  free(a);
  return bad != 0;
}
