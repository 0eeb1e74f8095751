//===-- acc-c-data-counts.c - What ends data, and what does not -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// A data construct holds its data until its end, whatever exit data directives
// and the library's functions say in it, also behind pointers of structures.
// Nothing but acc_unmap_data() ends what acc_map_data() began.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 23

struct Field {
  int n;
  int *values;
};

static int bad = 0, step = 0;

static void expect(int is) {
  ++step;
  if (!is && bad++ == 0)
    printf("FAIL: step %d\n", step);
}

static void set(int *x, int to) {
  for (int i = 0; i < N; ++i)
    x[i] = to;
}

static void construct(int *x) {
  set(x, 5);
#pragma acc data copyin(x[0:N])
  {
    set(x, 8);
#pragma acc exit data copyout(x[0:N])
    expect(x[3] == 8 && acc_is_present(x, N * sizeof *x));
#pragma acc exit data delete(x[0:N]) finalize
    expect(acc_is_present(x, N * sizeof *x));
#pragma acc enter data copyin(x[0:N])
    acc_copyout_finalize(x, N * sizeof *x);
    expect(x[3] == 8 && acc_is_present(x, N * sizeof *x));
    set(x, 8);
#pragma acc parallel loop present(x[0:N])
    for (int i = 0; i < N; ++i)
      x[i] += 1;
    expect(x[3] == 8);
#pragma acc data copy(x[0:N])
    acc_delete(x, N * sizeof *x);
    expect(x[3] == 8);
#pragma acc update self(x[0:N])
    expect(x[3] == 6);
  }
  expect(!acc_is_present(x, N * sizeof *x));
}

static void behindPointers(struct Field *f) {
  set(f->values, 2);
#pragma acc data copyin(f[0:1]) copy(f->values[0:N])
  {
    acc_delete_finalize(f->values, N * sizeof(int));
    expect(acc_is_present(f->values, N * sizeof(int)));
#pragma acc parallel loop present(f[0:1])
    for (int i = 0; i < N; ++i)
      f->values[i] += i;
  }
  expect(f->values[7] == 9 && !acc_is_present(f, sizeof *f));
}

static void declared(int n) {
  int x[N];
#pragma acc declare create(x)
  acc_delete(x, sizeof x);
  expect(acc_is_present(x, sizeof x));
#pragma acc parallel loop present(x)
  for (int i = 0; i < n; ++i)
    x[i] = i;
}

static void mapped(int *x) {
  void *device = acc_malloc(N * sizeof *x);
  acc_map_data(x, device, N * sizeof *x);
  set(x, 5);
#pragma acc update device(x[0:N])
  set(x, 8);
#pragma acc exit data copyout(x[0:N])
  expect(x[3] == 8 && acc_is_present(x, N * sizeof *x));
#pragma acc exit data copyout(x[0:N]) finalize
  expect(x[3] == 8 && acc_is_present(x, N * sizeof *x));
#pragma acc enter data copyin(x[0:N])
#pragma acc exit data copyout(x[0:N])
  expect(x[3] == 8 && acc_is_present(x, N * sizeof *x));
#pragma acc update self(x[0:N])
  expect(x[3] == 5);
  acc_unmap_data(x);
  expect(!acc_is_present(x, N * sizeof *x));
  acc_free(device);
}

int main(void) {
  int *x = malloc(N * sizeof *x);
  struct Field f = {N, malloc(N * sizeof(int))};
  construct(x);
  behindPointers(&f);
  declared(N);
  mapped(x);
  free(x);
  free(f.values);
  if (!bad)
    printf("PASS\n");
  return bad;
}
