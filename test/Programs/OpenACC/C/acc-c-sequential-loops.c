//===-- acc-c-sequential-loops.c - Loops of seq that do not count ---------===//
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
// A loop that is done in order may have a variable of any type, and may be left.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 50

#pragma acc routine seq
static int power(int x, int most) {
  int p = 1;
#pragma acc loop seq
  for (;;) {
    if (p * x > most)
      return p;
    p *= x;
  }
}

int main(void) {
  int bad = 0, first[N], powers[N];
  double sums[N];
  for (int i = 0; i < N; ++i)
    sums[i] = 0;
#pragma acc parallel copy(sums)
  {
#pragma acc loop seq
    for (double g = 0; g <= 2; g += 0.5)
#pragma acc loop
      for (int i = 0; i < N; ++i)
        sums[i] += g * i;
  }
#pragma acc parallel loop copyout(first, powers)
  for (int i = 0; i < N; ++i) {
    int found = -1;
#pragma acc loop seq
    for (int k = 0; k < N; ++k)
      if (k * k >= i) {
        found = k;
        break;
      }
    first[i] = found;
    powers[i] = power(2 + i % 3, 1000);
  }
  const int largest[] = {512, 729, 256};
  for (int i = 0, k = 0; i < N; ++i) {
    while (k * k < i)
      ++k;
    bad += sums[i] != 5 * i || first[i] != k || powers[i] != largest[i % 3];
  }
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
