//===-- acc-c-unsigned.c - Greatest and least unsigned numbers -----------===//
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
// Neutral elements and comparisons are those of unsigned integers, for all sizes and levels.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 1000

typedef unsigned char byte;

int main(void) {
  int bad = 0;
  unsigned u[N], most = 0, least = ~0u, bins[2] = {0, 0};
  unsigned long wide[N], widest = 0, narrowest = -1ul;
  byte b[N], top = 0, bottom = 255;
  unsigned short s[N], high = 0, low = 0xffff;
  for (int i = 0; i < N; ++i) {
    u[i] = 0x7fffff00u + 7 * i;
    wide[i] = (1ul << 63) - 500 + i;
    b[i] = 100 + i % 100;
    s[i] = 0x7f00 + i % 700;
  }
#pragma acc parallel loop reduction(max : most, widest, top, high) reduction(min : least, narrowest, bottom, low)
  for (int i = 0; i < N; ++i) {
    most = u[i] > most ? u[i] : most;
    if (u[i] < least)
      least = u[i];
    if (wide[i] > widest)
      widest = wide[i];
    narrowest = wide[i] < narrowest ? wide[i] : narrowest;
    top = b[i] > top ? b[i] : top;
    bottom = bottom < b[i] ? bottom : b[i];
    high = s[i] > high ? s[i] : high;
    low = s[i] < low ? s[i] : low;
  }
  bad += most != u[N - 1] || least != u[0] || widest != wide[N - 1] || narrowest != wide[0];
  bad += top != 199 || bottom != 100 || high != 0x7f00 + 699 || low != 0x7f00;
  // Over gangs, and over the lanes of each; elements of an array; without a clause.
  unsigned rows[10], all = 0, found = 0;
#pragma acc parallel loop gang reduction(max : all)
  for (int i = 0; i < 10; ++i) {
    unsigned row = 0;
#pragma acc loop vector reduction(max : row)
    for (int j = 0; j < 100; ++j)
      row = u[100 * i + j] > row ? u[100 * i + j] : row;
    rows[i] = row;
    all = row > all ? row : all;
  }
#pragma acc parallel loop reduction(max : bins)
  for (int i = 0; i < N; ++i)
    bins[i % 2] = u[i] > bins[i % 2] ? u[i] : bins[i % 2];
#pragma acc kernels
  for (int i = 0; i < N; ++i)
    if (u[i] > found)
      found = u[i];
  for (int i = 0; i < 10; ++i)
    bad += rows[i] != u[100 * i + 99];
  bad += all != u[N - 1] || bins[0] != u[N - 2] || bins[1] != u[N - 1] || found != u[N - 1];
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
