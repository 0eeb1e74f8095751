/*===-- warprt/CpuCheck.h - Checked device code on the CPU ---------- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What device code calls on the CPU that was linked with -gpu=check. A thread
 * of a kernel has a word that says who it is and how many barriers it has
 * passed; compiled code keeps it like any variable. An access hands over the
 * word, to which it adds what kind of access it is and where in the source. The
 * same words, of accesses that were made, are the runtime's shadow of memory.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_CPUCHECK_H
#define WARPRT_CPUCHECK_H

#include <stdint.h>

/* The folder in the scope of a location whose file is the name of the variable
 * that is accessed. */
#define WARPRT_CHECK_VARIABLE_SCOPE "warpfort.variable"

/* Fields of the word, from the lowest bit. */
#define WARPRT_CHECK_SITE_SHIFT 0 /* number in WarprtCheckSites */
#define WARPRT_CHECK_SITE_BITS 13
#define WARPRT_CHECK_SIZE_SHIFT 13 /* logarithm of the number of bytes */
#define WARPRT_CHECK_SIZE_BITS 2
#define WARPRT_CHECK_OFFSET_SHIFT 15 /* in 8 bytes; the runtime's */
#define WARPRT_CHECK_OFFSET_BITS 3
#define WARPRT_CHECK_WRITE_SHIFT 18
#define WARPRT_CHECK_ATOMIC_SHIFT 19
#define WARPRT_CHECK_PHASE_SHIFT 20 /* operations of the warp since then */
#define WARPRT_CHECK_PHASE_BITS 4
#define WARPRT_CHECK_INTERVAL_SHIFT 24 /* barriers of the block so far */
#define WARPRT_CHECK_INTERVAL_BITS 10
#define WARPRT_CHECK_THREAD_SHIFT 34 /* number in the block */
#define WARPRT_CHECK_THREAD_BITS 10
#define WARPRT_CHECK_BLOCK_SHIFT 44 /* number in the program's run; 0: none */
#define WARPRT_CHECK_BLOCK_BITS 20

/* The last number of a site stands for all that have none of their own. */
#define WARPRT_CHECK_NO_SITE ((1u << WARPRT_CHECK_SITE_BITS) - 1)

typedef struct WarprtCheckSite {
  const char *file;
  const char *variable; /* empty: not known */
  uint64_t line;
} WarprtCheckSite;

typedef struct WarprtCheckSites {
  const WarprtCheckSite *sites;
  uint64_t count;
} WarprtCheckSites;

#ifdef __cplusplus
extern "C" {
#endif

/* A constructor of the program: device memory is to be watched. */
void warprt_cpu_check_enable(void);

/* The word of a block's first thread when it begins; that of another one has
 * its number in addition. `block` is its number in the grid, x fastest. The
 * same, however often it is asked for before a barrier of the grid. */
uint64_t warprt_cpu_check_start(const WarprtCheckSites *sites, uint64_t block);
/* Blocks in a row may run as one row of threads (lib/Target/CPU/BlockRuns.cpp):
 * how many of them, where each has so many threads in x. */
uint64_t warprt_cpu_check_together(uint64_t threads);
/* What thread `x` of such a row adds to the word of its first block's first
 * thread, as the number of a thread: each `width` threads are a block, and
 * `first` is the number of the first one in its block. */
uint32_t warprt_cpu_check_place(uint32_t first, uint32_t x, uint32_t width);
/* A thread has passed a barrier of its block, and this is its new word. */
void warprt_cpu_check_pass(uint64_t word, uint32_t site);
/* Likewise so many threads, of which this is the first one. */
void warprt_cpu_check_pass_all(uint64_t word, uint32_t site, uint64_t threads);
/* A thread has passed a barrier of its block, and perhaps of the grid: its new
 * word. */
uint64_t warprt_cpu_check_barrier(uint64_t word, uint32_t site);
/* Likewise an operation of its warp, of all lanes or only of some. */
uint64_t warprt_cpu_check_warp(uint64_t word, uint32_t allLanes);
/* A thread orders its accesses for other threads. */
void warprt_cpu_check_fence(uint64_t word);
/* A thread arrives at a barrier in shared memory, or has waited for one. */
void warprt_cpu_check_arrive(uint64_t word);
void warprt_cpu_check_waited(uint64_t word);

/* A procedure that is called does not get the word as an argument: it is put
 * aside before the call. */
void warprt_cpu_check_call(uint64_t word);
uint64_t warprt_cpu_check_callee(void);

/* An access of 1, 2, 4 or 8 bytes, or of any number, before it is made. */
void warprt_cpu_check_access(const void *address, uint64_t word);
/* Likewise of an atomic access. */
void warprt_cpu_check_atomic(const void *address, uint64_t word);
/* A write of 1, 2, 4 or 8 bytes, with the value that is written. */
void warprt_cpu_check_store(const void *address, uint64_t word, uint64_t value);
void warprt_cpu_check_range(const void *address, uint64_t bytes, uint64_t word);
/* `count` reads of 1, 2, 4 or 8 bytes each, `step` bytes from one to the next.
 * The thread makes them before it writes, waits or calls anything. */
void warprt_cpu_check_reads(const void *address, uint64_t count, int64_t step,
                            uint64_t word);

/* Accesses of a loop and of those in it: each round of a loop adds so much to
 * the address and to the word. The innermost one is the first. One of them may
 * go along a row of blocks that run as one: its first round is that of thread
 * `firstThread` of the row, whose first thread has the word, and each
 * `blockWidth` threads are a block. */
#define WARPRT_CHECK_LOOPS 6
typedef struct WarprtCheckRounds {
  uint64_t count;
  int64_t step;
  uint64_t wordStep;
} WarprtCheckRounds;
typedef struct WarprtCheckAccesses {
  const void *address;
  uint64_t word;
  uint64_t blockWidth;  /* 0: all are of one block */
  uint64_t blockLoop;   /* which one of the loops */
  uint64_t firstThread; /* of its first round */
  uint64_t loops;       /* at least one */
  WarprtCheckRounds rounds[WARPRT_CHECK_LOOPS];
} WarprtCheckAccesses;
/* Whether nothing is to be told of any of the accesses, whatever their order
 * is. They count as made then; otherwise they are to be made one by one.
 * Without any, the answer is no. If they are not all of the loop, the others
 * are checked in it, thread by thread. */
uint32_t warprt_cpu_check_loop(const WarprtCheckAccesses *accesses,
                               uint64_t count, uint32_t areAll);
/* Such a loop has come to its end. */
void warprt_cpu_check_loop_end(void);

/* What the lanes of a warp are going to access in loops that wait for the warp
 * (lib/Target/CPU/CheckWarpRounds.cpp). Each lane, from the first one on, says
 * for each access how often each loop around it goes round and what a round
 * adds to the address, and then that this was all, and whether it is right. The
 * last lane's answer is not 0 if there is nothing to tell of any of them,
 * whatever their order is; they count as made then. All others' is 0. */
#define WARPRT_CHECK_LANE_LOOPS 3
void warprt_cpu_check_lane(const void *address, uint64_t word, uint64_t count0,
                           int64_t step0, uint64_t count1, int64_t step1,
                           uint64_t count2, int64_t step2);
uint32_t warprt_cpu_check_lanes(uint64_t word, uint32_t isRight);

/* The device library writes; its accesses are right. */
void warprt_cpu_check_written(void *address, uint64_t bytes);

/* Not 0 while there is work that the host has not waited for. Host code reads
 * it before each access, and calls the function if so. */
extern uint32_t warprt_cpu_check_pending;
/* An access of the host. `kind` is made of the bits below. */
void warprt_cpu_check_host(const void *address, uint64_t bytes, uint32_t kind,
                           const WarprtCheckSite *site);
#define WARPRT_CHECK_HOST_WRITES 1u
#define WARPRT_CHECK_HOST_ATOMIC 2u /* or volatile */

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_CPUCHECK_H */
