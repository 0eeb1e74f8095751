//===-- acc-c-clause-calls.c - Calls of host functions in clauses --------===//
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
// Conditions, queues, sizes and the numbers of a launch: the host computes each once, before the
// directive.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>

#define N 64

static int calls, wanted = 1;
static int want(void) { return ++calls, wanted; }
static int queue(int i) { return ++calls, i % 2 + 1; }
static size_t length(const double *x) { return ++calls, x ? N : 0; }
static int unwanted(const double *x) { return x[0] > 1e9; }

int main(void) {
  int bad = 0;
  double *x = malloc(N * sizeof *x), *none = NULL;
  for (int i = 0; i < N; ++i)
    x[i] = i;
  // Each condition is computed once, also where there is an end.
#pragma acc data copy(x[0:length(x)]) if (want())
  {
#pragma acc parallel loop async(queue(1)) if (want()) present(x[0:length(x)])
    for (int i = 0; i < N; ++i)
      x[i] += 1;
#pragma acc wait(queue(3)) if (want())
#pragma acc update self(x[0:length(x) / 2]) if (want()) async(queue(0))
#pragma acc wait async(queue(0))
#pragma acc wait
    bad += x[3] != 4;
    wanted = 0;
#pragma acc update self(x[N / 2:1]) if (want())
    bad += x[N / 2] != N / 2;
  }
  bad += calls != 12;
  bad += x[N / 2] != N / 2 + 1;
  // The second operand is not computed.
#pragma acc enter data copyin(x[0:N]) if (none && unwanted(none))
#pragma acc parallel loop num_gangs(queue(1)) vector_length(32 * queue(0)) copy(x[0:N]) self(want())
  for (int i = 0; i < N; ++i)
    x[i] *= 2;
  bad += x[5] != 12 || calls != 15;
  wanted = 1;
#pragma acc host_data use_device(x) if (!want())
  x[0] += 1;
  bad += x[0] != 3 || calls != 16;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  free(x);
  return bad != 0;
}
