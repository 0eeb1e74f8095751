/*===-- Thread.h - What test kernels see of their thread -------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Test kernels are C, compiled twice: for NVPTX, to go through the CPU target,
 * and for the host, to run under the emulator (Emulator.h), which gives every
 * thread a stack of its own. The two must agree to the last bit.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_UNITTESTS_TARGET_CPU_THREAD_H
#define WARPFORT_UNITTESTS_TARGET_CPU_THREAD_H

#include <stdint.h>

#define ALL 0xFFFFFFFFu

#ifdef __NVPTX__

#define KERNEL __attribute__((device_kernel)) void
#define NOINLINE __attribute__((noinline)) static
#define SHARED_ARRAY(T, NAME, N)                                               \
  static __attribute__((address_space(3))) T NAME[N]
#define DYNAMIC_ARRAY(T) ((__attribute__((address_space(3))) T *)dynamicShared)
extern __attribute__((address_space(3))) int dynamicShared[];

static inline int tid(int d) {
  return d == 0   ? (int)__nvvm_read_ptx_sreg_tid_x()
         : d == 1 ? (int)__nvvm_read_ptx_sreg_tid_y()
                  : (int)__nvvm_read_ptx_sreg_tid_z();
}
static inline int bid(int d) {
  return d == 0   ? (int)__nvvm_read_ptx_sreg_ctaid_x()
         : d == 1 ? (int)__nvvm_read_ptx_sreg_ctaid_y()
                  : (int)__nvvm_read_ptx_sreg_ctaid_z();
}
static inline int bdim(int d) {
  return d == 0   ? (int)__nvvm_read_ptx_sreg_ntid_x()
         : d == 1 ? (int)__nvvm_read_ptx_sreg_ntid_y()
                  : (int)__nvvm_read_ptx_sreg_ntid_z();
}
static inline int gdim(int d) {
  return d == 0   ? (int)__nvvm_read_ptx_sreg_nctaid_x()
         : d == 1 ? (int)__nvvm_read_ptx_sreg_nctaid_y()
                  : (int)__nvvm_read_ptx_sreg_nctaid_z();
}
#define barrier() __syncthreads()
#define barrierCount(p) __nvvm_bar0_popc(p)
#define barrierAnd(p) __nvvm_bar0_and(p)
#define barrierOr(p) __nvvm_bar0_or(p)
#define warpBarrier(mask) __nvvm_bar_warp_sync(mask)
/* Segments of `width` lanes, as CUDA's __shfl_*_sync have them. */
#define CLAMP(width) (((32 - (width)) << 8) | 31)
#define shuffle(mask, v, lane, width)                                          \
  __nvvm_shfl_sync_idx_i32(mask, v, lane, CLAMP(width))
#define shuffleUp(mask, v, d, width)                                           \
  __nvvm_shfl_sync_up_i32(mask, v, d, (32 - (width)) << 8)
#define shuffleDown(mask, v, d, width)                                         \
  __nvvm_shfl_sync_down_i32(mask, v, d, CLAMP(width))
#define shuffleXor(mask, v, m, width)                                          \
  __nvvm_shfl_sync_bfly_i32(mask, v, m, CLAMP(width))
#define voteAll(mask, p) __nvvm_vote_all_sync(mask, p)
#define voteAny(mask, p) __nvvm_vote_any_sync(mask, p)
#define voteUni(mask, p) __nvvm_vote_uni_sync(mask, p)
#define ballot(mask, p) __nvvm_vote_ballot_sync(mask, p)
#define matchAny(mask, v) __nvvm_match_any_sync_i32(mask, v)
#define matchAny64(mask, v) __nvvm_match_any_sync_i64(mask, v)
#define matchAll(mask, v, flag) __nvvm_match_all_sync_i32p(mask, v, flag)
#define reduxAdd(mask, v) __nvvm_redux_sync_add(v, mask)
#define reduxMin(mask, v) __nvvm_redux_sync_min(v, mask)
#define reduxMaxU(mask, v) __nvvm_redux_sync_umax(v, mask)
#define reduxXor(mask, v) __nvvm_redux_sync_xor(v, mask)
#define activeMask() __nvvm_activemask()
#define laneId() ((int)__nvvm_read_ptx_sreg_laneid())
#define warpId() ((int)__nvvm_read_ptx_sreg_warpid())
#define lanesBelow() __nvvm_read_ptx_sreg_lanemask_lt()
#define endThread() __nvvm_exit()

#else

#ifdef __cplusplus
extern "C" {
#endif
#define KERNEL void
#define NOINLINE __attribute__((noinline)) static
#define SHARED_ARRAY(T, NAME, N) static T NAME[N]
#define DYNAMIC_ARRAY(T) ((T *)dynamicShared)
extern int dynamicShared[];

int tid(int d);
int bid(int d);
int bdim(int d);
int gdim(int d);
void barrier(void);
int barrierCount(int p);
int barrierAnd(int p);
int barrierOr(int p);
void warpBarrier(uint32_t mask);
int shuffle(uint32_t mask, int v, int lane, int width);
int shuffleUp(uint32_t mask, int v, int d, int width);
int shuffleDown(uint32_t mask, int v, int d, int width);
int shuffleXor(uint32_t mask, int v, int m, int width);
int voteAll(uint32_t mask, int p);
int voteAny(uint32_t mask, int p);
int voteUni(uint32_t mask, int p);
uint32_t ballot(uint32_t mask, int p);
uint32_t matchAny(uint32_t mask, int v);
uint32_t matchAny64(uint32_t mask, int64_t v);
uint32_t matchAll(uint32_t mask, int v, int *flag);
int reduxAdd(uint32_t mask, int v);
int reduxMin(uint32_t mask, int v);
uint32_t reduxMaxU(uint32_t mask, uint32_t v);
int reduxXor(uint32_t mask, int v);
uint32_t activeMask(void);
int laneId(void);
int warpId(void);
uint32_t lanesBelow(void);
void endThread(void);
#ifdef __cplusplus
}
#endif

#endif

#define LINEAR() ((tid(2) * bdim(1) + tid(1)) * bdim(0) + tid(0))
#define THREADS() (bdim(0) * bdim(1) * bdim(2))
#define BLOCK() ((bid(2) * gdim(1) + bid(1)) * gdim(0) + bid(0))
/* The thread's number in the grid. */
#define GLOBAL() (BLOCK() * THREADS() + LINEAR())

#endif /* WARPFORT_UNITTESTS_TARGET_CPU_THREAD_H */
