//===-- dot_from_c.c - C that calls CUDA Fortran ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dot_from_c.cuf has the function, which runs on the device.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

double dot(int n, const double *x, const double *y);

int main(void) {
  enum { N = 1000 };
  double x[N], y[N];
  for (int i = 0; i < N; ++i) {
    x[i] = i + 1;
    y[i] = 2;
  }
  printf("dot product: %.0f\n", dot(N, x, y));
}
