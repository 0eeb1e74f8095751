//===-- acc-c-structures.c - Structures as values in device code ---------===//
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
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// Arguments and results of functions, compound literals, initializers of all kinds, choices and
// chains of assignments, against the same functions on the host.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>
#include <string.h>

#define N 40

typedef struct { double x, y, z; } Vector;
typedef struct { float v; char tag; } Small;
typedef struct { int row[100]; Vector at; } Large;
typedef union { unsigned bits; float value; } Word;
struct Flags { unsigned low : 3; int : 2; int high : 7; short rest[2]; };

static const Vector offsets[2] = {{1, 2, 3}, {4, 5, 6}};

#pragma acc routine seq
static Vector add(Vector a, Vector b) { return (Vector){a.x + b.x, a.y + b.y, .z = a.z + b.z}; }
static Vector scale(double k, Vector a) {
  Vector r = {k * a.x, k * a.y};
  r.z = k * a.z;
  return r;
}
#pragma acc routine seq
Vector farther(Vector a, Vector b) {
  // The caller's structure keeps its value.
  a.x += 0.5;
  return a.x + a.y + a.z > b.x + b.y + b.z ? a : b;
}
static double first(Vector a) { return a.x; }
static Small mark(Small s, char by) {
  s.tag += by;
  s.v /= 2;
  return s;
}
static Large fill(Large from, int n) {
  Large to = from, none = {{1, 2, 3}};
  for (int i = 0; i < n; ++i)
    to.row[i] = i + none.row[i % 4];
  to.at = add(to.at, scale(2, to.at));
  return to;
}

struct Result {
  Vector v;
  Small s;
  long sum;
};

static struct Result compute(int i, Large *given) {
  Vector a = {i, 2 * i, -i}, b = scale(0.25, a), c;
  c = b = add(a, scale(first(b), a));
  c = i % 3 ? farther(a, b) : scale(8, c);
  a = (i & 1) ? a : c;
  struct Result r = {.v = add(c, a), .s = mark((Small){i, 'a'}, i % 5)};
  Large l = fill(*given, 10 + i), m;
  m = l;
  int table[3][4] = {{1, 2}, [2] = {3, 4, 5, 6}}, ones[5] = {1};
  char text[8] = "word";
  Word w = {.value = i};
  struct Flags f = {i, -3, {i, 7}};
  int braces = {i};
  static const int weights[3] = {5, 6, 7};
  for (int k = 0; k < 100; ++k)
    r.sum += m.row[k] * (k + 1) + table[k % 3][k % 4] + ones[k % 5] + text[k % 8];
  r.sum += w.bits >> 20;
  r.sum += f.low + 10 * f.high + f.rest[0] + f.rest[1] + (long)scale(3, m.at).y + braces * weights[i % 3] + offsets[i % 2].z;
  Vector *p = &(Vector){1, i, 3};
  r.v.z += p->y + ((i > 5, c)).x;
  return r;
}

int main(void) {
  int bad = 0;
  struct Result results[N], expected[N];
  Large given;
  for (int i = 0; i < 100; ++i)
    given.row[i] = 3 * i;
  given.at = (Vector){1, 2, 3};
#pragma acc parallel loop copyin(given) copyout(results)
  for (int i = 0; i < N; ++i)
    results[i] = compute(i, &given);
  for (int i = 0; i < N; ++i)
    expected[i] = compute(i, &given);
  // On the host, in code of the construct.
#pragma acc parallel loop if (bad)
  for (int i = 0; i < N; i += 2)
    results[i].v = add(results[i].v, results[i].v);
  for (int i = 0; i < N; ++i) {
    Vector *v = &results[i].v, w = expected[i].v;
    if (i % 2 == 0)
      w = add(w, w);
    bad += v->x != w.x || v->y != w.y || v->z != w.z || results[i].s.v != expected[i].s.v ||
           results[i].s.tag != expected[i].s.tag || results[i].sum != expected[i].sum;
  }
  printf(bad ? "FAIL: %d results are wrong\n" : "PASS\n", bad);
  return bad != 0;
}
