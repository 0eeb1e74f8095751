//===-- acc-c-pointer-members.c - Pointers whose structure stays away -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %s -o %t.dir/program 2>&1 | FileCheck %s
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// What members point to is data, and the structure is not: it enters alone,
// beside members that have memory of their own, and constructs use it through
// the member.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60

struct Pair {
  double low, high;
};
struct Field {
  int n, shift;
  double *values;
  float (*rows)[4];
  struct Pair *pairs;
  struct {
    const int *restrict weights;
  } rest;
};

static double sum(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[i];
  return s;
}

// CHECK-LABEL: alone:
// CHECK: Generating enter data copyin(f->shift,f->values[:n])
// CHECK: Generating present(f->values[:],f->shift)
static int alone(struct Field *f, int n) {
  int bad = 0;
#pragma acc enter data copyin(f->shift, f->values[0:n])
  f->shift = 1000;
  f->values[1] = -1;
#pragma acc parallel loop present(f->values, f->shift)
  for (int i = 0; i < n; ++i)
    f->values[i] += f->shift;
  bad += f->values[1] != -1;
#pragma acc exit data copyout(f->values[0:n]) delete(f->shift)
  for (int i = 0; i < n; ++i)
    bad += f->values[i] != i + 3;
  f->shift = 3;
  return bad + acc_is_present(f, sizeof *f) + acc_is_present(f->values, 8);
}

static int sections(struct Field *f) {
  int bad = 0;
  // What two members point to may be the same.
  f->values[N - 1] = 5;
#pragma acc parallel loop copy(f->rows[2:N / 4 - 2], f->values[N - 1:1])         \
    copyin(f->rest.weights[0:N])
  for (int i = 2; i < N / 4; ++i)
    for (int j = 0; j < 4; ++j)
      f->rows[i][j] = f->rest.weights[4 * i + j] + f->values[N - 1];
  for (int i = 0; i < N / 4; ++i)
    for (int j = 0; j < 4; ++j)
      bad += f->rows[i][j] != (i < 2 ? 0 : 2 * (4 * i + j) + 5);
  // Without a section a pointer to a structure points to one.
#pragma acc serial copy(f->pairs)
  f->pairs->high = 2 * f->pairs->low;
  return bad + (f->pairs->high != 14);
}

static int around(struct Field s) {
  int bad = 0;
  double *swapped = calloc(N, sizeof(double));
#pragma acc data copy(s.values[0:N]) copyout(swapped[0:N]) copyin(s.shift)
  {
    s.shift = 0;
#pragma acc kernels loop independent
    for (int i = 0; i < N; ++i)
      s.values[i] = i + s.shift;
    // The pointer's value counts, where the structure is not there.
    double *first = s.values;
    s.values = swapped;
#pragma acc parallel loop
    for (int i = 0; i < N; ++i)
      s.values[i] = sum(first, i);
    s.values = first;
  }
  for (int i = 0; i < N; ++i)
    bad += s.values[i] != i + 3 || swapped[i] != i * (i - 1) / 2 + 3 * i;
  free(swapped);
  return bad;
}

static int whole(struct Field *f) {
  int bad = 0;
  // A structure that is data itself is used with the pointers attached there,
  // and so is one that the construct uses otherwise.
#pragma acc data copyin(f[0:1]) copy(f->values[0:N])
  {
    double *kept = f->values;
    f->values = NULL;
#pragma acc parallel loop
    for (int i = 0; i < N; ++i)
      f->values[i] = -i;
    f->values = kept;
  }
#pragma acc parallel loop copy(f->values[0:N])
  for (int i = 0; i < f->n; ++i)
    f->values[i] *= 2;
  for (int i = 0; i < N; ++i)
    bad += f->values[i] != -2 * i;
  // The construct's own pointer moves, not what the clause names.
#pragma acc serial copyin(f->values[0:N])
  {
    f->values += 3;
    f->values[0] = 1;
  }
  return bad + (f->values[3] != -6);
}

static int conditions(struct Field *f, int onDevice) {
  int bad = 0;
#pragma acc parallel loop copy(f->values[0:N]) if (onDevice)
  for (int i = 0; i < N; ++i)
    f->values[i] = 4 * i;
#pragma acc data no_create(f->values[0:N])
  {
#pragma acc parallel loop if (0)
    for (int i = 0; i < N; ++i)
      f->values[i] += 1;
  }
  for (int i = 0; i < N; ++i)
    bad += f->values[i] != 4 * i + 1;
  return bad;
}

int main(void) {
  struct Field f = {N, 3};
  f.values = malloc(N * sizeof(double));
  f.rows = calloc(N / 4, sizeof *f.rows);
  f.pairs = malloc(sizeof *f.pairs);
  f.pairs->low = 7;
  int *weights = malloc(N * sizeof(int));
  f.rest.weights = weights;
  for (int i = 0; i < N; ++i) {
    f.values[i] = i;
    weights[i] = 2 * i;
  }
  int bad[] = {alone(&f, N), sections(&f), around(f), whole(&f),
               conditions(&f, 0), conditions(&f, 1)};
  for (int i = 0; i < 6; ++i)
    if (bad[i]) {
      printf("FAIL: %d of %d\n", bad[i], i);
      return 1;
    }
  printf("PASS\n");
  free(weights);
  free(f.pairs);
  free(f.rows);
  free(f.values);
  return 0;
}
