//===-- fail-acc-c-long-double.c - A type that devices lack ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %warpfort -acc=multicore -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %warpfort -acc=host -c %s -o %t.o 2>&1 | FileCheck %s
//
// On the host as well: what runs there is the same device code.
//
//===----------------------------------------------------------------------===//
#include <math.h>

struct Wide {
  int n;
  long double w;
};

void constructs(int n, long double *x, double *y, struct Wide *s) {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
#pragma acc enter data copyin(x[0:n])
  // CHECK-DAG: :[[#@LINE+3]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
#pragma acc parallel loop copy(y[0:n])
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 2.0L;
  // CHECK-DAG: :[[#@LINE+3]]:{{[0-9]+}}: error: the call of the library function 'sqrtl' is not supported in device code
#pragma acc parallel loop copy(y[0:n])
  for (int i = 0; i < n; ++i)
    y[i] = sqrtl(y[i]);
  // CHECK-DAG: :[[#@LINE+3]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
#pragma acc parallel loop copy(s[0:n])
  for (int i = 0; i < n; ++i)
    s[i].w = 2;
}

#pragma acc routine seq
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
long double twice(long double x) { return 2 * x; }
