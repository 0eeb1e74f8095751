/*===-- Loops.c - Iterations of kernel loops -------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * On a GPU a thread takes every (threads of the grid)-th iteration, so that
 * neighbours touch neighbouring memory. On the CPU a block takes one contiguous
 * chunk, its threads (one, as the runtime launches kernel loops) share it, and
 * the loop is an ordinary one that LLVM vectorises; for tests it can be as on a
 * GPU.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

int64_t __warpdev_loop_begin(int32_t dim, int64_t n) {
  int64_t thread = threadIndex(dim), block = blockIndex(dim);
  if (!__warpdev_loops_use_threads())
    return chunkBegin(n, block, gridDim(dim)) + thread;
  return block * blockDim(dim) + thread;
}

int64_t __warpdev_loop_end(int32_t dim, int64_t n) {
  if (!__warpdev_loops_use_threads())
    return chunkBegin(n, (int64_t)blockIndex(dim) + 1, gridDim(dim));
  return n;
}

int64_t __warpdev_loop_stride(int32_t dim) {
  int64_t threads = blockDim(dim);
  if (!__warpdev_loops_use_threads())
    return threads;
  return threads * gridDim(dim);
}
