//===-- acc-c-scalars.c - Scalars of data constructs ----------------------===//
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
// A scalar that a data construct around a compute construct names is that of the device there, and no
// first-private one; device pointers likewise. Captures into variables of other types.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>

#define N 32

int main(void) {
  int bad = 0, sum = 0, set = 1, other = 3, places[N];
  float fine = 0;
  double *device = acc_malloc(N * sizeof(double)), seen[N];
#pragma acc data copy(sum, fine) copy(set) if (bad == 0)
  {
#pragma acc parallel loop copyout(places)
    for (int i = 0; i < N; ++i) {
#pragma acc atomic capture
      places[i] = fine++;
#pragma acc atomic
      sum += i;
    }
#pragma acc serial
    {
      set = 7;
      other = 8;
    }
  }
  long places_seen = 0;
  for (int i = 0; i < N; ++i)
    places_seen |= 1L << places[i];
  bad += places_seen != 0xffffffff || fine != N || sum != N * (N - 1) / 2 || set != 7 || other != 3;
#pragma acc data deviceptr(device)
  {
#pragma acc parallel loop
    for (int i = 0; i < N; ++i)
      device[i] = i;
  }
  acc_memcpy_from_device(seen, device, sizeof seen);
  for (int i = 0; i < N; ++i)
    bad += seen[i] != i;
  // Without the data construct.
#pragma acc data copy(set) if (bad > 100)
  {
#pragma acc serial
    set = 9;
  }
  bad += set != 9;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
