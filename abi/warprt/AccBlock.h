/*===-- warprt/AccBlock.h - Block shapes of compute constructs ----*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The threads of a gang on a GPU: x lanes of y workers. The runtime chooses
 * them at the launch; where the program leaves nothing open until then, the
 * compiler chooses the same, and the kernel is compiled for that shape alone.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_ACCBLOCK_H
#define WARPRT_ACCBLOCK_H

#include "warprt/DeviceLibrary.h"
#include <stdint.h>

/* What a block may have; these are the limits of every GPU since 2010, and
 * of one with fewer threads for a kernel that needs many registers. */
typedef struct WarprtBlockLimits {
  int64_t threads, x, y, warp;
  int64_t lanes; /* of one of several workers */
} WarprtBlockLimits;

#define WARPRT_USUAL_BLOCK_LIMITS {1024, 1024, 1024, 32, 1024}
#define WARPRT_DEFAULT_VECTOR 128
/* With worker loops: rows of one warp. */
#define WARPRT_DEFAULT_WORKERS 8
/* Rows of several warps have a barrier each, of which a block has 16, with its
 * own. */
#define WARPRT_MOST_WIDE_WORKERS 15

static inline int64_t warprt_least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static inline int64_t warprt_power_below(int64_t value) {
  int64_t power = 1;
  while (power * 2 <= value)
    power *= 2;
  return power;
}

/* The most of these threads that reductions of the device library can pair:
 * whole warps, or a power of two within one. */
static inline int64_t warprt_whole_warps(int64_t threads, int64_t warp) {
  return threads < warp ? warprt_power_below(threads) : threads / warp * warp;
}

/* For loops and calls that use the levels `used` (WARPDEV_ACC_*), with the
 * clauses' numbers; 0 where there is no clause. */
static inline void warprt_acc_block(int64_t used, int64_t workers,
                                    int64_t vectorLength,
                                    WarprtBlockLimits limits, int64_t *x,
                                    int64_t *y) {
  int vector = (used & WARPDEV_ACC_VECTOR) != 0;
  int worker = (used & WARPDEV_ACC_WORKER) != 0;
  *x = 1;
  *y = 1;
  if (vector) {
    *x = vectorLength > 0 ? vectorLength
         : worker         ? limits.warp
                          : WARPRT_DEFAULT_VECTOR;
    *x = warprt_least(*x, warprt_least(limits.threads, limits.x));
    if (worker)
      *x = warprt_least(*x, workers > WARPRT_MOST_WIDE_WORKERS ? limits.warp
                                                               : limits.lanes);
    *x = warprt_whole_warps(*x, limits.warp);
  }
  if (worker) {
    int64_t most = limits.threads / *x > 1 ? limits.threads / *x : 1;
    *y = workers > 0 ? workers : vector ? WARPRT_DEFAULT_WORKERS : limits.warp;
    *y = warprt_least(warprt_least(*y, limits.y), most);
    *y = warprt_whole_warps(*x * *y, limits.warp) / *x;
  }
}

#endif /* WARPRT_ACCBLOCK_H */
