/*===-- CombinedLaunches.c - One grid for launches of a block ---- -*- C
 * -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What -fnested-aggregate= needs when a program runs
 * (lib/Driver/AggregateLaunches.cpp). The records of a combined grid are on the
 * device's heap from the end of the launching block to the time when the last
 * block of the grid has read its own. If there is no memory, threads launch by
 * themselves.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include "warprt/DeviceLaunch.h"
#include <stddef.h>

#define CONVERGENT __attribute__((convergent))

void *malloc(size_t bytes);
void free(void *memory);
CONVERGENT void
waitForBlock(int32_t barrier) __asm__("llvm.nvvm.barrier.cta.sync.all");

/* Larger grids gain nothing, and all of a block together have a number of 32
 * bits; the records of wrong launches would spoil the others'. */
static const uint32_t MostBlocks = 1 << 16, MostBytes = 16 << 10;
static const uint32_t MostThreads = 1024, MostInDepth = 64;

/* Of the launches of a block: their number from bit 40 on, their blocks below.
 * One addition gives a record its place and its first block. */
static SHARED uint64_t sum;
static SHARED uint32_t threads, bytes;
static WarpdevCombinedLaunch *SHARED combined;
enum { CountShift = 40 };

/* The product of three extents, or 0 if it is none or more than `most`. */
INLINE uint32_t product(const uint32_t *extents, uint32_t most) {
  uint64_t result = 1;
  for (int i = 0; i < 3; ++i) {
    if (extents[i] > most)
      return 0;
    result *= extents[i];
  }
  return result > most ? 0 : (uint32_t)result;
}

INLINE WarpdevHeldLaunch *record(const WarpdevCombinedLaunch *all,
                                 uint32_t number) {
  return (WarpdevHeldLaunch *)((char *)(all + 1) +
                               (uint64_t)number * all->recordBytes);
}

CONVERGENT void *__warpdev_combine_collect(const WarpdevHeldLaunch *slot,
                                           uint32_t recordBytes,
                                           uint32_t thread) {
  if (thread == 0) {
    sum = 0;
    threads = bytes = 0;
  }
  waitForBlock(0);
  uint64_t before = 0;
  bool joins = false;
  if (slot->state) {
    uint32_t blocks = product(slot->grid, MostBlocks);
    uint32_t size = product(slot->block, MostThreads);
    joins = blocks && size && slot->block[2] <= MostInDepth &&
            slot->bytes <= MostBytes;
    if (joins) {
      before =
          __scoped_atomic_fetch_add(&sum, 1ull << CountShift | blocks,
                                    __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
      __scoped_atomic_fetch_max(&threads, size, __ATOMIC_RELAXED,
                                __MEMORY_SCOPE_WRKGRP);
      __scoped_atomic_fetch_max(&bytes, slot->bytes, __ATOMIC_RELAXED,
                                __MEMORY_SCOPE_WRKGRP);
    }
  }
  waitForBlock(0);
  if (thread == 0) {
    uint32_t count = (uint32_t)(sum >> CountShift);
    WarpdevCombinedLaunch *all = NULL;
    if (count > 1)
      all =
          malloc(sizeof(WarpdevCombinedLaunch) + (uint64_t)count * recordBytes);
    if (all)
      *all = (WarpdevCombinedLaunch){
          count, (uint32_t)sum, threads, bytes, recordBytes, 0, {0, 0}};
    combined = all;
  }
  waitForBlock(0);
  WarpdevCombinedLaunch *all = combined;
  if (!joins || !all)
    return NULL;
  WarpdevHeldLaunch *place = record(all, (uint32_t)(before >> CountShift));
  place->state = (uint32_t)before;
  return place;
}

CONVERGENT WarpdevCombinedLaunch *__warpdev_combine_ready(uint32_t thread) {
  waitForBlock(0);
  return thread == 0 ? combined : NULL;
}

const WarpdevHeldLaunch *
__warpdev_combine_find(const WarpdevCombinedLaunch *all, uint32_t block) {
  uint32_t low = 0, high = all->count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (record(all, middle)->state <= block)
      low = middle;
    else
      high = middle;
  }
  return record(all, low);
}

CONVERGENT void __warpdev_combine_release(WarpdevCombinedLaunch *all,
                                          uint32_t thread) {
  waitForBlock(0);
  if (thread == 0 &&
      __scoped_atomic_add_fetch(&all->finished, 1, __ATOMIC_ACQ_REL,
                                __MEMORY_SCOPE_DEVICE) == gridDim(0))
    free(all);
}
