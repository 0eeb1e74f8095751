//===-- fail-acc-c-declare.c - What declare of C does not take ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s
//
// Variables of functions, and pointers.
//
//===----------------------------------------------------------------------===//
float value, *address = &value;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the variable 'address', whose size is unknown or whose value is an address, is not supported in the directive 'declare'
#pragma acc declare create(address)

void inFunction(int n) {
  static float x[10];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'x' in the directive 'declare' of a function, which is no local variable of it, is not supported
#pragma acc declare create(x)
  x[0] = n;
}
