//===-- fail-acc-c.c - What OpenACC C has and device code has not ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
//
// Each is an error with its place in the source, and all of a file are reported.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

struct S {
  int *data;
  unsigned bits : 23;
  char beside;
};

void constructs(int n, float *x, float (**tables)[4], struct S *s, int (*f)(int)) {
  // CHECK: :[[#@LINE+3]]:5: error: the call of the library function 'puts' is not supported in device code
#pragma acc parallel loop present(x)
  for (int i = 0; i < n; ++i)
    puts("text");
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: a call of 'printf' with more than 16 values is not supported in device code
#pragma acc parallel loop present(x)
  for (int i = 0; i < n; ++i)
    printf("%d", i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
  double rows[n][n];
#pragma acc parallel loop copy(rows)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: an address behind a whole array of the variable-length type 'double[n]' is not supported in device code
    double row[n];
    double *last = *(rows + 1 + i);
    row[0] = *last;
  }
  // CHECK: :[[#@LINE+3]]:5: error: the bounds of this loop depend on the loops that a clause makes one with it
#pragma acc parallel loop collapse(2) copy(x[0:n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[j] = 1;
  // CHECK: :[[#@LINE+4]]:5: error: the bounds of this loop depend on the loops that a clause makes one with it
#pragma acc parallel loop collapse(force : 2) copy(x[0:n])
  for (int i = 0; i < n; ++i) {
    int k = i + 1;
    for (int j = 0; j < k; ++j)
      x[j] = 1;
  }
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 's->data[:n]' in the clause 'private', which is a structure, a part of one or what a pointer in memory points to, is not supported
#pragma acc parallel loop private(s->data[0:n])
  for (int i = 0; i < n; ++i)
    ;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the size of what 'x' points to is unknown: give it in the clause, as in 'x[0:n]'
#pragma acc parallel loop copy(x)
  for (int i = 0; i < n; ++i)
    x[i] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the pointer 'x' of a data clause, which a loop assigns, is not supported
#pragma acc parallel loop copy(x[0:n])
  for (int i = 0; i < n; ++i)
    *x++ = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'tables[:n][:n][:4]' in a data clause, whose pointers point to arrays, is not supported
#pragma acc enter data copyin(tables[0:n][0:n][0:4])
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: the bit-field 'bits', which shares a word with other members, is not supported in device code
#pragma acc parallel loop present(s)
  for (int i = 0; i < n; ++i)
    s[i].bits = 1;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: calls through function pointers are not supported in device code
#pragma acc parallel loop copy(x[0:n])
  for (int i = 0; i < n; ++i)
    x[i] = f(i);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the size of what 's->data' points to is unknown: give it in the clause, as in 's->data[0:n]'
#pragma acc enter data copyin(s->data)
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: this modifier of a data clause is not supported
#pragma acc enter data copyin(always : x[0:n])
  // CHECK: :[[#@LINE+4]]:7: error: 'goto' that leaves the data construct is not supported
#pragma acc data copy(x[0:n])
  {
    if (n == 2)
      goto end;
  }
end:
  // CHECK: :[[#@LINE+4]]:7: error: a statement that leaves the data construct is not supported
#pragma acc data copy(x[0:n])
  {
    if (n == 3)
      return;
  }
}

#pragma acc routine seq
int jump(int x) {
  int y = x ? ({ goto out; 1; }) : 2;
  x = y;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the label 'out' is not supported here in device code
out:
  return x;
}

static int calls;

#pragma acc routine seq
int routine(int x) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the variable 'calls' with static storage is not supported in an acc routine without the directive 'declare'
  calls += x;
  return calls;
}
