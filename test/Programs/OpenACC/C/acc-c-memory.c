//===-- acc-c-memory.c - memcpy, memmove and memset in device code -----===//
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
// What they do in arrays of the host, in local arrays and in structures; they return an address.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 40
typedef struct { int a[6]; double b; } S;
static void work(int i, int *row, const int *from, S *s, char *c) {
  int t[8];
  memset(t, 0, sizeof t);
  memcpy(t + 1, from, 7 * sizeof(int));
  memmove(t, t + 2, 4 * sizeof(int)); // from[1..4]
  memcpy(row + 2, t, 6 * sizeof(int));
  memset(s, 0, sizeof *s);
  s->b = t[3];
  memcpy(s->a, row, sizeof s->a);
  char *p = memset(c, 'a' + i % 26, 31);
  p[31] = 0;
  __builtin_memcpy(p + 4, "0123456", i % 8);
}
int main(void) {
  int a[N][8], b[N][8], expected[N][8], bad = 0;
  S s[N], es;
  char *c = malloc(N * 32), ec[32];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 8; ++j) {
      a[i][j] = i * j;
      b[i][j] = expected[i][j] = -1;
    }
#pragma acc parallel loop copyin(a) copy(b) copyout(s, c[0:N*32])
  for (int i = 0; i < N; ++i) work(i, b[i], a[i], &s[i], c + 32 * i);
  for (int i = 0; i < N; ++i) {
    work(i, expected[i], a[i], &es, ec);
    bad += memcmp(expected[i], b[i], sizeof b[i]) != 0;
    bad += memcmp(&es, &s[i], sizeof es) != 0;
    bad += memcmp(ec, c + 32 * i, 32) != 0;
  }
  printf(bad ? "FAIL: %d values are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
