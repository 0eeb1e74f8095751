//===-- acc-c-bit-fields.c - Bit-fields in device code --------------------===//
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
// Signed and unsigned ones, all kinds of assignments, through a pointer; members beside them keep
// their values.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <string.h>

#define N 50

struct Bits {
  unsigned a : 3;
  int b : 5;
  unsigned c : 12;
  int plain;
  unsigned d : 1, e : 31;
  unsigned long long f : 40;
  _Bool g : 1;
};

#pragma acc routine seq
static int change(struct Bits *s, int i) {
  s->a += 3;
  int old = s->b++;
  s->c = s->c * 3 + s->b;
  s->d ^= 1;
  s->e -= 5;
  s->f = s->f * 12345 + i;
  s->g = i & 4;
  _Bool truth = i & 1;
  int truths = truth++;
  truths += 2 * truth;
  truths += 4 * s->g++;
  truths += 8 * ++s->g;
  s->g = i & 2;
  truths += 16 * s->g--;
  truths += 32 * s->g;
  truth = i & 8;
  truths += 64 * --truth;
  truths += 128 * truth--;
  truths += 256 * truth;
  return truths * 100000 + old * 100 + --s->a + (s->e = i);
}

int main(void) {
  int bad = 0, results[N];
  struct Bits s[N], h[N];
  memset(s, 0, sizeof s);
  for (int i = 0; i < N; ++i) {
    s[i].a = i, s[i].b = -i, s[i].c = 7 * i, s[i].plain = i, s[i].d = i, s[i].e = i, s[i].f = i;
    h[i] = s[i];
  }
#pragma acc parallel loop copy(s) copyout(results)
  for (int i = 0; i < N; ++i)
    results[i] = change(&s[i], i);
  for (int i = 0; i < N; ++i)
    bad += results[i] != change(&h[i], i);
  for (int i = 0; i < N; ++i)
    bad += h[i].a != s[i].a || h[i].b != s[i].b || h[i].c != s[i].c || h[i].d != s[i].d || h[i].e != s[i].e ||
           h[i].f != s[i].f || h[i].g != s[i].g || s[i].plain != i;
  printf(bad ? "FAIL: %d elements are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
