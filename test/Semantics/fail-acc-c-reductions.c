//===-- fail-acc-c-reductions.c - Reductions that C does not have ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %warpfort -acc -DMEMBERS -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MEMBERS
//
// Complex variables have sums, products and logical operators, members of
// structures have none; `long double` is no type of devices.
//
//===----------------------------------------------------------------------===//
struct Pair {
  double _Complex first, all[3];
};

void reductions(int n, double _Complex *x, double _Complex **rows, struct Pair s) {
  double _Complex z = 0, parts[3] = {0};
  long double wide = 0;
  // CHECK: :[[#@LINE+1]]:43: error: 'z' in the clause 'reduction' is not supported
#pragma acc parallel loop reduction(max : z)
  for (int i = 0; i < n; ++i)
    z += 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
#pragma acc parallel loop reduction(+ : wide)
  for (int i = 0; i < n; ++i)
    wide += i;
  // CHECK: :[[#@LINE+1]]:43: error: 'x[:3]' in the clause 'reduction' is not supported
#pragma acc parallel loop reduction(min : x[0:3])
  for (int i = 0; i < n; ++i)
    x[i % 3] += i;
  // CHECK: :[[#@LINE+1]]:41: error: 'rows[:2][:3]' in the clause 'reduction', which is a structure, a part of one or what a pointer in memory points to, is not supported
#pragma acc parallel loop reduction(+ : rows[0:2][0:3])
  for (int i = 0; i < n; ++i)
    rows[i % 2][0] += i;
#ifdef MEMBERS
  // MEMBERS: :[[#@LINE+1]]:{{[0-9]+}}: error: OpenACC variable is not a valid variable name, sub-array, array element, or composite variable member
#pragma acc parallel loop reduction(+ : s.first)
  for (int i = 0; i < n; ++i)
    s.first += i;
  // MEMBERS: :[[#@LINE+1]]:{{[0-9]+}}: error: OpenACC variable is not a valid variable name, sub-array, array element, or composite variable member
#pragma acc parallel loop reduction(+ : s.all[0:3])
  for (int i = 0; i < n; ++i)
    s.all[i % 3] += i;
#endif
}
