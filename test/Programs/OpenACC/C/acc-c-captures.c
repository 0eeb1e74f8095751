//===-- acc-c-captures.c - Atomic captures of all forms ------------------===//
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
// Updates before and after the read, in two statements and in one, by all ways to write them.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 40

/* Captured values are those of one order or another: each once. */
static int wrong(const long *seen, long first, long step) {
  int bad = 0;
  for (long k = 0; k < N; ++k) {
    int found = 0;
    for (int i = 0; i < N; ++i)
      found += seen[i] == first + k * step;
    bad += found != 1;
  }
  return bad;
}

int main(void) {
  int bad = 0;
  long a = 0, b = 0, c = 5, d = 0, e = 0, f = 0, g = 1, h = -1, u = 0, w = 0;
  long s[9][N], last[N];
  unsigned bits = 0;
#pragma acc parallel loop copy(a, b, c, d, e, f, g, h, u, w, bits) copyout(s, last)
  for (int i = 0; i < N; ++i) {
    long by = 2, to = i + 10;
#pragma acc atomic capture
    { a += by; s[0][i] = a; }
#pragma acc atomic capture
    { s[1][i] = b; b += by; }
#pragma acc atomic capture
    { c = c + by; s[2][i] = c; }
#pragma acc atomic capture
    { s[3][i] = d; d = by + d; }
#pragma acc atomic capture
    { ++e; s[4][i] = e; }
#pragma acc atomic capture
    { s[5][i] = f; f--; }
#pragma acc atomic capture
    s[6][i] = u += by;
#pragma acc atomic capture
    s[7][i] = w = w - by;
#pragma acc atomic capture
    s[8][i] = h++;
    // Of a value that is written, all but one see another's.
#pragma acc atomic capture
    { last[i] = g; g = to; }
    unsigned mine = 1u << (i % 32);
    long before;
#pragma acc atomic capture
    { bits |= mine; before = bits; }
    last[i] += before & mine ? 0 : 1000;
  }
  bad += wrong(s[0], 2, 2) + wrong(s[1], 0, 2) + wrong(s[2], 7, 2) + wrong(s[3], 0, 2);
  bad += wrong(s[4], 1, 1) + wrong(s[5], 0, -1) + wrong(s[6], 2, 2) + wrong(s[7], -2, -2) + wrong(s[8], -1, 1);
  bad += a != 2 * N || b != 2 * N || c != 5 + 2 * N || d != 2 * N || e != N || f != -N || u != 2 * N || w != -2 * N;
  bad += h != N - 1 || bits != ~0u || g < 10 || g >= N + 10;
  long sum = g;
  for (int i = 0; i < N; ++i)
    sum += last[i];
  bad += sum != 1 + 10 * N + N * (N - 1) / 2;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
