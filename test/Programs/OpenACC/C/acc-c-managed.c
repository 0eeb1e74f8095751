//===-- acc-c-managed.c - Memory of malloc that the device shares ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -gpu=managed %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -gpu=managed -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -gpu=unified %s -o %t.dir/unified && %run %t.dir/unified | %{check-pass}
//
// Without data clauses, constructs use what malloc and the like gave, also what
// pointers in such memory lead to. The host sees the results, and frees memory
// of both kinds.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

struct Vector {
  int n;
  double *x;
};

static struct Vector *make(int n) {
  struct Vector *v = malloc(sizeof *v);
  v->n = n;
  v->x = calloc(n, sizeof *v->x);
  return v;
}

static void add(double *a, const double *b, int n) {
#pragma acc parallel loop
  for (int i = 0; i < n; ++i)
    a[i] += b[i] + 1;
}

static double sum(const struct Vector *v) {
  double total = 0;
#pragma acc parallel loop reduction(+ : total)
  for (int i = 0; i < v->n; ++i)
    total += v->x[i];
  return total;
}

int main(void) {
  int bad = 0;
  struct Vector *v = make(N), *w = make(N);
  for (int i = 0; i < N; ++i)
    w->x[i] = i;
  add(v->x, w->x, N);
  add(v->x + 10, w->x, N - 10);
  bad += v->x[9] != 10 || v->x[10] != 12 || v->x[N - 1] != N + N - 10;
  bad += sum(v) != N * (N + 1) / 2 + (N - 10) * (N - 9) / 2;
  // Longer and shorter, with what was there.
  v->x = realloc(v->x, 2 * N * sizeof(double));
  v->n = 2 * N;
  memset(v->x + N, 0, N * sizeof(double));
  add(v->x + N, w->x, N);
  bad += v->x[10] != 12 || v->x[2 * N - 1] != N;
  v->x = realloc(v->x, 20 * sizeof(double));
  v->n = 20;
  bad += sum(v) != 20 * 21 / 2 + 10 * 11 / 2;
  double *aligned = aligned_alloc(64, N * sizeof(double)), *more = NULL;
  bad += posix_memalign((void **)&more, 128, N * sizeof(double));
  bad += (size_t)aligned % 64 != 0 || (size_t)more % 128 != 0;
#pragma acc parallel loop
  for (int i = 0; i < N; ++i)
    aligned[i] = more[i] = i;
  bad += aligned[N - 1] != N - 1 || more[1] != 1;
  // Data clauses copy nothing.
#pragma acc parallel loop copy(more[0:N])
  for (int i = 0; i < N; ++i)
    more[i] += 1;
  bad += more[0] != 1;
  char *name = strdup("memory of the host");
  name = realloc(name, 100);
  bad += strcmp(name, "memory of the host") != 0 || calloc(~(size_t)0, 16) != NULL;
  free(name);
  free(v->x);
  free(v);
  free(w->x);
  free(w);
  free(aligned);
  free(more);
  free(NULL);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
