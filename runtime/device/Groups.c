/*===-- Groups.c - Cooperative groups --------------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The procedures of modules/cooperative_groups.f90. They are Fortran's, so
 * their names are FIR's and a result of derived type is the first argument.
 *
 * The driver gives every cooperative launch a barrier of its own: a word in
 * global memory whose address is in two special registers. Each block adds to
 * it, such that together they turn over its top bit, and waits for that.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include "warprt/Image.h"

#define FORTRAN(name) __asm__("_QP" name)
#define ALL_LANES (-1)

typedef struct Group {
  int64_t lanes; /* one bit a lane of the warp */
  int32_t size, rank;
} Group;

uint32_t workspaceHigh(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg1");
uint32_t workspaceLow(void) __asm__("llvm.nvvm.read.ptx.sreg.envreg2");
void arriveAtCluster(void) __asm__("llvm.nvvm.barrier.cluster.arrive.aligned");
void waitForCluster(void) __asm__("llvm.nvvm.barrier.cluster.wait.aligned");
void *mapShared(void *variable, uint32_t rank) __asm__("llvm.nvvm.mapa");

INLINE bool isFirstThread(void) {
  return (threadIndex(0) | threadIndex(1) | threadIndex(2)) == 0;
}

/*===-- Barriers ----------------------------------------------------------===*/

INLINE void waitForGrid(void) {
  const uint32_t top = 0x80000000u;
  uint64_t workspace = (uint64_t)workspaceHigh() << 32 | workspaceLow();
  if (!workspace)
    __builtin_trap(); /* not a cooperative launch */
  volatile uint32_t *barrier = (volatile uint32_t *)(workspace + 4);
  uint32_t blocks = gridDim(0) * gridDim(1) * gridDim(2);
  bool isFirst = (blockIndex(0) | blockIndex(1) | blockIndex(2)) == 0;
  uint32_t part = isFirst ? top - (blocks - 1) : 1;
  __nvvm_membar_gl();
  uint32_t before = (uint32_t)__nvvm_atom_add_gen_i((int *)barrier, (int)part);
  while (((before ^ *barrier) & top) == 0)
    ;
  __nvvm_membar_gl();
}

void cg_sync_grid(const Group *group) FORTRAN("cg_sync_grid");
void cg_sync_grid(const Group *group) {
  (void)group;
  __syncthreads();
  if (isFirstThread()) {
    if (__warpdev_target_is_cpu())
      warprt_cpu_grid_barrier();
    else
      waitForGrid();
  }
  __syncthreads();
}

void cg_sync_cluster(const Group *group) FORTRAN("cg_sync_cluster");
void cg_sync_cluster(const Group *group) {
  (void)group;
  if (!__warpdev_target_is_cpu()) {
    arriveAtCluster();
    waitForCluster();
    return;
  }
  __syncthreads();
  if (isFirstThread())
    warprt_cpu_cluster_barrier();
  __syncthreads();
}

void cg_sync_block(const Group *group) FORTRAN("cg_sync_block");
void cg_sync_block(const Group *group) {
  (void)group;
  __syncthreads();
}

void cg_sync_lanes(const Group *group) FORTRAN("cg_sync_lanes");
void cg_sync_lanes(const Group *group) {
  __nvvm_bar_warp_sync((uint32_t)group->lanes);
}

/*===-- Memory of other blocks --------------------------------------------===*/

/* Ranks begin at 1. The address is one that loads and stores take. */
int64_t __warpdev_map_shared_rank(void *variable, int32_t rank) {
  uint32_t block = (uint32_t)rank - 1;
  return (int64_t)(__warpdev_target_is_cpu()
                       ? warprt_cpu_map_shared(variable, block)
                       : mapShared(variable, block));
}

/*===-- Groups within a warp ----------------------------------------------===*/

INLINE uint32_t firstLanes(uint32_t count) {
  return count >= 32 ? ~0u : (1u << count) - 1u;
}

/* The warp's lanes that exist: the last warp of a block may have fewer. */
INLINE uint32_t lanesOfWarp(void) {
  uint32_t first = linearThread() & ~31u;
  return firstLanes(blockDim(0) * blockDim(1) * blockDim(2) - first);
}

INLINE void setLanes(Group *group, uint32_t lanes) {
  uint32_t below = firstLanes(linearThread() & 31u);
  group->lanes = lanes;
  group->size = __builtin_popcount(lanes);
  group->rank = __builtin_popcount(lanes & below) + 1;
}

void cg_this_warp(Group *result) FORTRAN("cg_this_warp");
void cg_this_warp(Group *result) { setLanes(result, lanesOfWarp()); }

void cg_coalesced_threads(Group *result) FORTRAN("cg_coalesced_threads");
void cg_coalesced_threads(Group *result) {
  setLanes(result, (uint32_t)__nvvm_activemask());
}

/* Tiles must not be larger than a warp, nor cross the end of one. */
INLINE void checkTile(int32_t size) {
  if (size < 1 || size > 32 || (size & (size - 1)) != 0)
    __builtin_trap();
}

void cg_tile_of_block(Group *result, const Group *parent, int32_t size)
    FORTRAN("cg_tile_of_block");
void cg_tile_of_block(Group *result, const Group *parent, int32_t size) {
  (void)parent;
  checkTile(size);
  uint32_t first = linearThread() & 31u & ~((uint32_t)size - 1u);
  setLanes(result, firstLanes((uint32_t)size) << first & lanesOfWarp());
}

/* The `size` members of the parent whose ranks surround the caller's. */
void cg_tile_of_warp(Group *result, const Group *parent, int32_t size)
    FORTRAN("cg_tile_of_warp");
void cg_tile_of_warp(Group *result, const Group *parent, int32_t size) {
  checkTile(size);
  int32_t tile = (parent->rank - 1) / size, rank = 0;
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!(parent->lanes >> lane & 1))
      continue;
    if (rank++ / size == tile)
      lanes |= 1u << lane;
  }
  setLanes(result, lanes);
}
