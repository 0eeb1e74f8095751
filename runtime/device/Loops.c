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
 * GPU. The dimension WARPDEV_ALL_DIMENSIONS is of all threads of the grid,
 * whatever its shape; no grid has 2^48 of them.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

INLINE int64_t gridThreads(uint64_t blocks) {
  return (int64_t)(blocks * blockThreads() & (((uint64_t)1 << 48) - 1));
}

int64_t __warpdev_loop_begin(int32_t dim, int64_t n) {
  if (dim == WARPDEV_ALL_DIMENSIONS)
    return __warpdev_loops_use_threads()
               ? gridThreads(linearBlock()) + linearThread()
               : chunkBegin(n, (int64_t)linearBlock(), (int64_t)gridBlocks()) +
                     linearThread();
  int64_t thread = threadIndex(dim), block = blockIndex(dim);
  if (!__warpdev_loops_use_threads())
    return chunkBegin(n, block, gridDim(dim)) + thread;
  return block * blockDim(dim) + thread;
}

int64_t __warpdev_loop_end(int32_t dim, int64_t n) {
  if (__warpdev_loops_use_threads())
    return n;
  if (dim == WARPDEV_ALL_DIMENSIONS)
    return chunkBegin(n, (int64_t)linearBlock() + 1, (int64_t)gridBlocks());
  return chunkBegin(n, (int64_t)blockIndex(dim) + 1, gridDim(dim));
}

int64_t __warpdev_loop_stride(int32_t dim) {
  if (dim == WARPDEV_ALL_DIMENSIONS)
    return __warpdev_loops_use_threads() ? gridThreads(gridBlocks())
                                         : (int64_t)blockThreads();
  int64_t threads = blockDim(dim);
  if (!__warpdev_loops_use_threads())
    return threads;
  return threads * gridDim(dim);
}
