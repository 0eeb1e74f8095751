//===-- fail-acc-c-reductions.c - Reductions that C does not have ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %warpfort -acc -DSECTION -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SECTION
//
// Complex variables have sums and products; `long double` is no type of
// devices.
//
//===----------------------------------------------------------------------===//
void reductions(int n, double _Complex *x) {
  double _Complex z = 0, parts[3] = {0};
  long double wide = 0;
  // CHECK: :[[#@LINE+1]]:43: error: 'z' in the clause 'reduction' is not supported
#pragma acc parallel loop reduction(max : z)
  for (int i = 0; i < n; ++i)
    z += 1;
  // CHECK: :[[#@LINE+1]]:42: error: 'z' in the clause 'reduction' is not supported
#pragma acc parallel loop reduction(&& : z)
  for (int i = 0; i < n; ++i)
    z = z && i;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the type 'long double' is not supported in device code
#pragma acc parallel loop reduction(+ : wide)
  for (int i = 0; i < n; ++i)
    wide += i;
#ifdef SECTION
  // SECTION: :[[#@LINE+1]]:{{[0-9]+}}: error: invalid type '_Complex double' used in OpenACC 'reduction' variable reference
#pragma acc parallel loop reduction(+ : x[0:3])
  for (int i = 0; i < n; ++i)
    x[i % 3] += i;
#endif
}
