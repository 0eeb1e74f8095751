//===-- acc-c-jumps.c - goto in device code ----------------------------===//
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
// Jumps forward, backward, out of loops and over declarations; empty inline assembler; loops whose
// steps have another sign than they seem; pointers to nothing in no_create. Functions without a
// declaration are a warning.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#define N 100
static int classify(int x) {
  switch (x % 5) {
  case 0:
    if (x > 50) return 7;
    x++;
  case 1: {
    int y = x;
    while (y > 3) {
      y /= 2;
      if (y == 5) goto out;
    }
    return y;
  }
  case 2: return -1;
  default: break;
  }
  return x * 2;
out:
  return 99;
}
/* Steps whose sign is known when the program runs. */
static void steps(double *x, int low, int high, int down, int up) {
#pragma acc parallel loop present(x[0:N])
  for (int i = high; i > low; i += down) x[i] += 1;
#pragma acc parallel loop present(x[0:N])
  for (int i = low; i <= high; i -= down) x[i] += 2;
#pragma acc parallel loop present(x[0:N])
  for (int i = high; i >= low; i += -3) x[i] += 4;
#pragma acc parallel loop present(x[0:N])
  for (long i = low; i < high; i += up) x[i] += 8;
}
static int collatz(int n) {
  int steps = 0;
again:
  if (n == 1) goto done;
  n = n % 2 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
done:
  return steps;
}
static int search(const int (*t)[8], int key) {
  int at = -1;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      if (t[i][j] == key) {
        at = i * 8 + j;
        goto found;
      }
  goto end;
found:;
  int twice = at * 2;
  at = twice;
end:
  return at;
}
int main(void) {
  int a[N], b[N], c[N], d[N], table[8][8], bad = 0;
  for (int i = 0; i < 64; ++i) table[i / 8][i % 8] = (i * 37) % 64 + 10;
#pragma acc parallel loop copyout(a, b, c, d) copyin(table)
  for (int i = 0; i < N; ++i) {
    __label__ next;
    extern int classify(int);
    _Static_assert(N > 0, "there are iterations");
    a[i] = classify(i);
    b[i] = collatz(i + 1);
    __asm__ __volatile__("" ::: "memory");
    c[i] = search(table, i);
    d[i] = 0;
    for (int j = 0; j < 10; ++j) {
      if (j == i % 10) goto next;
      d[i] += j;
    next:;
    }
  }
  for (int i = 0; i < N; ++i) {
    bad += a[i] != classify(i) || b[i] != collatz(i + 1) || c[i] != search(table, i) || d[i] != 45 - i % 10;
    undeclared(i);
  }
  double x[N] = {0}, y[N] = {0};
#pragma acc data copy(x)
  steps(x, 5, 80, -7, 4);
  for (int i = 80; i > 5; i -= 7) y[i] += 1;
  for (int i = 5; i <= 80; i += 7) y[i] += 2;
  for (int i = 80; i >= 5; i -= 3) y[i] += 4;
  for (int i = 5; i < 80; i += 4) y[i] += 8;
  for (int i = 0; i < N; ++i) bad += x[i] != y[i];
  // Nothing is there: the pointer is the host's, and nobody uses what it points to.
  double *p = x, *q[2];
#pragma acc data no_create(p[0:N])
  {
#pragma acc parallel copyout(q)
    q[1] = &p[2];
  }
  bad += q[1] != x + 2;
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
int undeclared(int i) { return i; }
