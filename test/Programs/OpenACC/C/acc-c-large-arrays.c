//===-- acc-c-large-arrays.c - Large arrays of variable length ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 -g %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -Mstack_arrays %s -o %t.dir/stack && %run %t.dir/stack 16 | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Arrays of variable length that constructs use are larger than the stack, and
// whatever leaves their scope gives their memory back.
//
//===----------------------------------------------------------------------===//
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>


static long sums(int n) {
  int result[n][n];
#pragma acc kernels
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      result[i][j] = i - 2 * j;
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += result[i][n - 1 - i];
  return sum + (sizeof result != sizeof(int) * n * n) + (sizeof result[1] != sizeof(int) * n);
}

// Each call has its own; the size is what the declaration found.
static int nested(int n, int depth) {
  int size = n;
  double x[size * size], *all = x, (*address)[size * size] = &x;
  size = 1;
#pragma acc data copyout(x)
  {
#pragma acc parallel loop
    for (int i = 0; i < n * n; ++i)
      x[i] = i + depth;
  }
  int bad = depth > 0 ? nested(n, depth - 1) : 0;
  for (int i = 0; i < n * n; ++i)
    bad += x[i] != i + depth || all[i] != (*address)[i];
  return bad + (sizeof x != sizeof(double) * n * n);
}

static int scopes(int n) {
  int bad = 0;
  for (int k = 0; k < 6; ++k) {
    float a[n][n + k], b[n];
    if (k == 1)
      continue;
#pragma acc parallel loop copyout(a) create(b)
    for (int i = 0; i < n; ++i) {
      b[i] = i;
      for (int j = 0; j < n + k; ++j)
        a[i][j] = b[i] + j + k;
    }
    bad += a[n - 1][n + k - 1] != 2 * n - 2 + 2 * k;
    if (k == 3)
      goto again;
    if (k == 4)
      break;
  again:
    bad += a[0][0] != k;
  }
  {
    int c[n];
#pragma acc declare create(c)
    c[n - 1] = 0;
#pragma acc parallel loop
    for (int i = 0; i < n; ++i)
      c[i] = i;
#pragma acc update self(c)
    bad += c[n - 1] != n - 1;
    if (bad == 0)
      return 0;
  }
  return bad;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000, bad = 0;
  sums(n);
  struct mallinfo2 before = mallinfo2();
  for (int k = 0; k < 5; ++k) {
    bad += sums(n) != -(long)n * (n - 1) / 2;
    bad += nested(n / 2, 3);
    bad += scopes(n);
  }
  struct mallinfo2 after = mallinfo2();
  bad += after.hblkhd > before.hblkhd + (1 << 20);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
