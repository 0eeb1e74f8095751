//===-- acc-c-narrow-sums.c - Sums of types narrower than int -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O1 -target=cpu -fcpu-loop-threads %s -o %t.dir/threads
// RUN: %run %t.dir/threads | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// C computes them in int and drops the high bits. Loops without a clause sum
// them up like wider ones, and what is cut in each iteration is no sum.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 11

#define NESTS(NAME, TYPE, UPDATE)                                              \
  static int NAME(void) {                                                      \
    int bad = 0;                                                               \
    int sums[N];                                                               \
    TYPE all = 3;                                                              \
    _Pragma("acc parallel loop gang num_workers(3) vector_length(32)") for (   \
        int i = 0; i < N; ++i) {                                               \
      TYPE t = 120 + i;                                                        \
      _Pragma("acc loop worker") for (int j = 0; j < 7; ++j) {                 \
        _Pragma("acc loop vector") for (int k = 0; k < 45; ++k) UPDATE;        \
      }                                                                        \
      sums[i] = t;                                                             \
    }                                                                          \
    _Pragma("acc kernels") for (int j = 0; j < 500; ++j) {                     \
      int k = j % 13;                                                          \
      TYPE t = all;                                                            \
      UPDATE;                                                                  \
      all = t;                                                                 \
    }                                                                          \
    TYPE expected = 3;                                                         \
    for (int j = 0; j < 500; ++j) {                                            \
      int k = j % 13;                                                          \
      TYPE t = expected;                                                       \
      UPDATE;                                                                  \
      expected = t;                                                            \
    }                                                                          \
    bad += all != expected;                                                    \
    for (int i = 0; i < N; ++i) {                                              \
      TYPE t = 120 + i;                                                        \
      for (int j = 0; j < 7; ++j)                                              \
        for (int k = 0; k < 45; ++k)                                           \
          UPDATE;                                                              \
      bad += sums[i] != t;                                                     \
    }                                                                          \
    return bad;                                                                \
  }

NESTS(add, short, t += j * k + 1)
NESTS(clear, short, t &= ~(1 << (k % 3)))
NESTS(subtract, unsigned char, t = t - (k + 7))
NESTS(count, unsigned char, t++)
NESTS(multiply, unsigned short, t *= (2 * k + 1))
NESTS(exclude, signed char, t ^= j * 45 + k)

/// No sums: the order counts.
static int cut(void) {
  short t = 100, expected = 100;
  unsigned short most = 7, greatest = 7;
#pragma acc kernels copy(t, most)
  {
    for (int i = 0; i < 500; ++i)
      t = (signed char)(t + i);
    for (int i = 0; i < 500; ++i)
      most =
          most > (unsigned short)(i * 131) ? most : (unsigned short)(i * 131);
  }
  for (int i = 0; i < 500; ++i) {
    expected = (signed char)(expected + i);
    greatest = greatest > (unsigned short)(i * 131) ? greatest
                                                    : (unsigned short)(i * 131);
  }
  return (t != expected) + (most != greatest);
}

int main(void) {
  int bad =
      add() + clear() + subtract() + count() + multiply() + exclude() + cut();
  if (bad)
    printf("FAIL %d\n", bad);
  else
    printf("PASS\n");
  return bad != 0;
}
