//===-- fail-acc-c-routine.c - Calls of C that have no directive ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
//
// A function of another file needs the routine directive.
//
//===----------------------------------------------------------------------===//
extern float elsewhere(float);

void caller(int n, float *x) {
#pragma acc parallel loop copy(x[0:n])
  for (int i = 0; i < n; ++i)
    // CHECK: fail-acc-c-routine.c:[[#@LINE+1]]:12: error: Procedures called in a compute region must have acc routine information: elsewhere
    x[i] = elsewhere(x[i]);
}
