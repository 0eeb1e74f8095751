/*===-- CombinedLaunches.c - One grid for several launches ------ -*- C -*-===//
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

/* What the threads of a block, or of a warp, have in common. */
typedef struct Unit {
  uint64_t sum; /* of the launches: their number from bit 40 on, their blocks
                   below; one addition gives a record its place and its first
                   block */
  uint32_t threads, bytes, site;
  WarpdevCombinedLaunch *combined;
} Unit;
enum { CountShift = 40, WarpThreads = 32 };

static SHARED Unit block, warps[1024 / WarpThreads];

INLINE SHARED Unit *unitOf(uint32_t thread, bool isWarp) {
  return isWarp ? &warps[thread / WarpThreads] : &block;
}
INLINE bool isLeader(uint32_t thread, bool isWarp) {
  return (isWarp ? thread % WarpThreads : thread) == 0;
}
INLINE CONVERGENT void meet(bool isWarp) {
  if (isWarp)
    __nvvm_bar_warp_sync(~0u);
  else
    waitForBlock(0);
}

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

INLINE CONVERGENT void *collect(const WarpdevHeldLaunch *slot,
                                uint32_t recordBytes, uint32_t thread,
                                bool isWarp) {
  SHARED Unit *unit = unitOf(thread, isWarp);
  if (isLeader(thread, isWarp)) {
    unit->sum = 0;
    unit->threads = unit->bytes = 0;
  }
  meet(isWarp);
  uint64_t before = 0;
  bool joins = false;
  if (slot->state) {
    uint32_t blocks = product(slot->grid, MostBlocks);
    uint32_t size = product(slot->block, MostThreads);
    joins = blocks && size && slot->block[2] <= MostInDepth &&
            slot->bytes <= MostBytes;
    if (joins) {
      before =
          __scoped_atomic_fetch_add(&unit->sum, 1ull << CountShift | blocks,
                                    __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
      __scoped_atomic_fetch_max(&unit->threads, size, __ATOMIC_RELAXED,
                                __MEMORY_SCOPE_WRKGRP);
      __scoped_atomic_fetch_max(&unit->bytes, slot->bytes, __ATOMIC_RELAXED,
                                __MEMORY_SCOPE_WRKGRP);
    }
  }
  meet(isWarp);
  if (isLeader(thread, isWarp)) {
    uint32_t count = (uint32_t)(unit->sum >> CountShift);
    WarpdevCombinedLaunch *all = NULL;
    if (count > 1)
      all =
          malloc(sizeof(WarpdevCombinedLaunch) + (uint64_t)count * recordBytes);
    if (all)
      *all = (WarpdevCombinedLaunch){count,         (uint32_t)unit->sum,
                                     unit->threads, unit->bytes,
                                     recordBytes,   0,
                                     {0, 0}};
    unit->combined = all;
  }
  meet(isWarp);
  WarpdevCombinedLaunch *all = unit->combined;
  if (!joins || !all)
    return NULL;
  WarpdevHeldLaunch *place = record(all, (uint32_t)(before >> CountShift));
  place->state = (uint32_t)before;
  return place;
}

INLINE CONVERGENT WarpdevCombinedLaunch *ready(uint32_t thread, bool isWarp) {
  meet(isWarp);
  return isLeader(thread, isWarp) ? unitOf(thread, isWarp)->combined : NULL;
}

/*===-- Launches in loops -------------------------------------------------===*/

void *__warpdev_combine_hold(WarpdevHeldList *list, uint32_t site,
                             uint32_t recordBytes) {
  WarpdevHeldNode *node = malloc(sizeof(WarpdevHeldNode) + recordBytes);
  if (!node)
    return NULL;
  *node = (WarpdevHeldNode){NULL, site, 0};
  if (list->first)
    list->last->next = node;
  else
    list->first = node;
  list->last = node;
  return node + 1;
}

uint32_t __warpdev_combine_site(const WarpdevHeldList *list) {
  return list->first ? list->first->site : ~0u;
}

void *__warpdev_combine_first(WarpdevHeldList *list, uint32_t site) {
  return list->first && list->first->site == site ? list->first + 1 : NULL;
}

void __warpdev_combine_drop(WarpdevHeldList *list, uint32_t site) {
  WarpdevHeldNode *node = list->first;
  if (!node || node->site != site)
    return;
  list->first = node->next;
  free(node);
}

/* The order in which each thread launched is kept, and so is that of sites:
 * nobody has an earlier one left. */
INLINE CONVERGENT uint32_t next(const WarpdevHeldList *list, uint32_t thread,
                                bool isWarp) {
  SHARED Unit *unit = unitOf(thread, isWarp);
  meet(isWarp);
  if (isLeader(thread, isWarp))
    unit->site = ~0u;
  meet(isWarp);
  __scoped_atomic_fetch_min(&unit->site, __warpdev_combine_site(list),
                            __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  meet(isWarp);
  return *(volatile SHARED uint32_t *)&unit->site;
}

/*===-- For blocks and for warps ------------------------------------------===*/

#define FUNCTIONS(suffix, isWarp)                                              \
  CONVERGENT void *__warpdev_combine_collect##suffix(                          \
      const WarpdevHeldLaunch *slot, uint32_t recordBytes, uint32_t thread) {  \
    return collect(slot, recordBytes, thread, isWarp);                         \
  }                                                                            \
  CONVERGENT WarpdevCombinedLaunch *__warpdev_combine_ready##suffix(           \
      uint32_t thread) {                                                       \
    return ready(thread, isWarp);                                              \
  }                                                                            \
  CONVERGENT uint32_t __warpdev_combine_next##suffix(                          \
      const WarpdevHeldList *list, uint32_t thread) {                          \
    return next(list, thread, isWarp);                                         \
  }
FUNCTIONS(, false)
FUNCTIONS(_of_warp, true)

/*===-- In the combined kernel --------------------------------------------===*/

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
