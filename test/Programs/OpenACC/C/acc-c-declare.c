//===-- acc-c-declare.c - Global variables on the device ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -c -DROUTINES %s -o %t.dir/routines.o
// RUN: %{compile} -acc %s %t.dir/routines.o -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Variables of declare directives begin with the value that the source gives them, are the same in
// constructs and routines of all files, and differ from the host's between updates.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#define N 100

struct Options {
  int scale;
  double shift;
};

#ifdef ROUTINES

// As a header has it, before the definition.
extern int counts[N];
#pragma acc declare create(counts)
int counts[N];
struct Options options = {3, 0.5};
#pragma acc declare copyin(options)
static int base = 1000;
#pragma acc declare create(base)

#pragma acc routine seq
double scaled(int i) { return counts[i] * options.scale + options.shift + base; }

void setBase(int to) {
  base = to;
#pragma acc update device(base)
}

#else

extern int counts[N];
#pragma acc declare create(counts)
extern struct Options options;
#pragma acc declare copyin(options)
#pragma acc routine seq
double scaled(int i);
void setBase(int to);

static float table[2][3] = {{1, 2, 3}, {4, 5, 6}};
#pragma acc declare copyin(table)
static int own = 7, scratch[N], linked[N];
#pragma acc declare copyin(own) device_resident(scratch) link(linked)

static int failures;

static void check(const char *what, double is, double wanted) {
  if (is == wanted)
    return;
  printf("FAIL: %s is %g, not %g\n", what, is, wanted);
  ++failures;
}

#pragma acc routine seq
static float entry(int i) { return table[i / 3][i % 3] + own; }

int main(void) {
  double result[N];
  float entries[6];
  for (int i = 0; i < N; ++i)
    counts[i] = -1;
#pragma acc parallel loop
  for (int i = 0; i < N; ++i)
    counts[i] = i;
#pragma acc parallel loop copyout(result)
  for (int i = 0; i < N; ++i)
    result[i] = scaled(i);
  check("a routine of another file", result[10], 10 * 3 + 0.5 + 1000);
  check("the host's value", counts[10], -1);
#pragma acc update self(counts)
  check("the updated value", counts[10], 10);
  options.scale = 5;
  setBase(0);
#pragma acc update device(options)
#pragma acc parallel loop copyout(result)
  for (int i = 0; i < N; ++i)
    result[i] = scaled(i);
  check("an updated structure", result[10], 10 * 5 + 0.5);
#pragma acc parallel loop copyout(entries)
  for (int i = 0; i < 6; ++i)
    entries[i] = entry(i) + table[1][0];
  check("static variables", entries[5], 6 + 7 + 4);
#pragma acc parallel loop
  for (int i = 0; i < N; ++i)
    scratch[i] = 2 * i;
#pragma acc parallel loop copyout(result)
  for (int i = 0; i < N; ++i)
    result[i] = scratch[N - 1 - i];
  check("resident data", result[0], 2 * (N - 1));
  for (int i = 0; i < N; ++i)
    linked[i] = i;
#pragma acc data copy(linked)
#pragma acc parallel loop present(linked)
  for (int i = 0; i < N; ++i)
    linked[i] += 1;
  check("linked data", linked[N - 1], N);
  int before = own, sum = 0;
  own = 1;
#pragma acc parallel loop reduction(+ : sum)
  for (int i = 0; i < N; ++i)
    sum += own;
  check("a scalar that is not updated", sum, before * N);
  if (!failures)
    printf("PASS\n");
  return failures != 0;
}

#endif
