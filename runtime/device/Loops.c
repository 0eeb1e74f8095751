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
 * Where the threads of a block share a loop (warprt_launch_shared), they
 * combine their results in rounds, in which those whose numbers differ in one
 * bit exchange what they have: within a warp by a shuffle.
 *
 * The threads of a block that computes a tile (warprt_launch_tiled) have the
 * same iterations: as many for each tile as there are threads.
 *
 *===----------------------------------------------------------------------===*/
#include "Reduce.h"
#include "warprt/Image.h"

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

int64_t __warpdev_shared_lane(int32_t dim) {
  return __warpdev_loops_use_threads() ? threadIndex(dim) : 0;
}

int64_t __warpdev_shared_lanes(int32_t dim) {
  return __warpdev_loops_use_threads() ? blockDim(dim) : 1;
}

int64_t __warpdev_shared_rounds(int32_t dim) {
  return __warpdev_loops_use_threads() ? __builtin_ctz(blockDim(dim)) : 0;
}

static SHARED int64_t exchanged[WARPRT_MAX_BLOCK_THREADS];

int64_t __warpdev_shared_exchange(int32_t dim, int64_t round, int64_t value) {
  uint32_t distance = (dim == 0 ? 1 : blockDim(0)) << round;
  /* On the CPU a shuffle is two barriers as well. */
  if (distance < 32 && !__warpdev_target_is_cpu())
    return exchange_i64(value, distance, ALL_LANES);
  uint32_t thread = linearThread();
  exchanged[thread] = value;
  __syncthreads();
  value = exchanged[thread ^ distance];
  __syncthreads();
  return value;
}

int64_t __warpdev_shared_is_element(int32_t dim, int64_t i, int64_t n) {
  (void)dim;
  return !__warpdev_loops_use_threads() || i <= n;
}

int64_t __warpdev_shared_trips(int32_t dim, int64_t n) {
  if (!__warpdev_loops_use_threads())
    return n;
  int64_t threads = blockDim(dim);
  return (n + threads - 1) & -threads;
}

int64_t __warpdev_tile_trips(int32_t dim, int64_t n, int64_t results) {
  if (!__warpdev_loops_use_threads())
    return n;
  /* A power of two, as `results` is, which is a constant. */
  int64_t size = blockDim(dim) * results;
  return ((n + size - 1) & -size) / results;
}

int64_t __warpdev_tile_first(int32_t dim, int64_t i, int64_t results) {
  return (i - 1 - threadIndex(dim)) * results;
}

int64_t __warpdev_tile_thread(int32_t dim) { return threadIndex(dim); }

int64_t __warpdev_tile_threads(int32_t dim) { return blockDim(dim); }

void __warpdev_tile_wait(void) { __syncthreads(); }
