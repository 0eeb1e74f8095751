//===-- launches.c - Launches as nvcc writes them -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between <<< and >>> is pushed; the kernel's function pops it.
//
//===----------------------------------------------------------------------===//
#include <stddef.h>

typedef struct Dim3 {
  unsigned x, y, z;
} Dim3;

static struct {
  Dim3 grid, block;
  size_t bytes;
  void *stream;
  int given;
} configuration;

static void push(Dim3 grid, Dim3 block, size_t bytes) {
  configuration.grid = grid;
  configuration.block = block;
  configuration.bytes = bytes;
  configuration.given = 1;
}

int __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *bytes, void **stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *bytes = configuration.bytes;
  *stream = configuration.stream;
  int given = configuration.given;
  configuration.given = 0;
  return !given;
}

void fill(int *a, int n);
void ScaleAll(double *x, int n, float f, double d, short s, signed char b, long long l);
void nothing(void);

int launch_all(int *a, double *x, int n, int wrong) {
  if (!wrong)
    push((Dim3){(n + 31) / 32, 2, 1}, (Dim3){32, 1, 1}, 0);
  fill(a, n);
  push((Dim3){1, 1, 1}, (Dim3){n, 1, 1}, n * sizeof(double));
  ScaleAll(x, n, 0.5f, 3, -5, -7, 4000000000ll);
  push((Dim3){1, 1, 1}, (Dim3){1, 1, 1}, 0);
  nothing();
  return 0;
}
