/*===-- WarpSupport.h - Shared by generated code and its helpers --*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Data that kernels split at barriers share with the helpers in
 * WarpSupport.c. The helpers are compiled to bitcode with the compiler, linked
 * into every device program that needs them and inlined, so this is no ABI:
 * both sides come from one build.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_LIB_TARGET_CPU_SUPPORT_WARPSUPPORT_H
#define WARPFORT_LIB_TARGET_CPU_SUPPORT_WARPSUPPORT_H

#include <stdint.h>

#define WARPCPU_WARP 32u

/* Kinds of synchronising calls. Order matters: see warpcpuIsWarpLevel. */
typedef enum WarpcpuSyncKind {
  WARPCPU_NONE,
  WARPCPU_BARRIER, /* of the block */
  WARPCPU_BARRIER_POPC,
  WARPCPU_BARRIER_AND,
  WARPCPU_BARRIER_OR,
  WARPCPU_WAIT, /* of the block: for what others do before they wait */
  WARPCPU_WARP_BARRIER,
  WARPCPU_SHUFFLE_IDX,
  WARPCPU_SHUFFLE_UP,
  WARPCPU_SHUFFLE_DOWN,
  WARPCPU_SHUFFLE_XOR,
  WARPCPU_VOTE_ALL,
  WARPCPU_VOTE_ANY,
  WARPCPU_VOTE_UNI,
  WARPCPU_VOTE_BALLOT,
  WARPCPU_MATCH_ANY32,
  WARPCPU_MATCH_ANY64,
  WARPCPU_MATCH_ALL32,
  WARPCPU_MATCH_ALL64,
  WARPCPU_REDUX_ADD,
  WARPCPU_REDUX_MIN,
  WARPCPU_REDUX_MAX,
  WARPCPU_REDUX_UMIN,
  WARPCPU_REDUX_UMAX,
  WARPCPU_REDUX_AND,
  WARPCPU_REDUX_OR,
  WARPCPU_REDUX_XOR,
  WARPCPU_ACTIVE_MASK /* does not wait: takes the lanes that are here */
} WarpcpuSyncKind;

static inline int warpcpuIsWarpLevel(WarpcpuSyncKind kind) {
  return kind >= WARPCPU_WARP_BARRIER;
}

/* The lane that lane `lane` reads; *inRange as the instruction's predicate. */
static inline uint32_t warpcpuSourceLane(uint32_t kind, uint32_t lane,
                                         uint32_t arg, uint32_t clamp,
                                         uint32_t *inRange) {
  uint32_t segment = (clamp >> 8) & 31u, bound = clamp & 31u;
  uint32_t last = (lane & segment) | (bound & ~segment);
  uint32_t first = lane & segment;
  arg &= 31u;
  uint32_t source;
  int ok;
  switch (kind) {
  case WARPCPU_SHUFFLE_UP:
    source = lane - arg;
    ok = (int)source >= (int)last;
    break;
  case WARPCPU_SHUFFLE_DOWN:
    source = lane + arg;
    ok = (int)source <= (int)last;
    break;
  case WARPCPU_SHUFFLE_XOR:
    source = lane ^ arg;
    ok = (int)source <= (int)last;
    break;
  default:
    source = first | (arg & ~segment);
    ok = (int)source <= (int)last;
    break;
  }
  *inRange = (uint32_t)ok;
  return ok ? source & 31u : lane;
}

/* Where a thread is: the number of the split point at which it waits, or */
#define WARPCPU_EXIT 0xFFFFu /* it has returned */
#define WARPCPU_SLOW                                                           \
  0xFFFEu                     /* of a group: its threads are at several places \
                               */
#define WARPCPU_START 0xFFFDu /* of a group: it has not begun */

/* What warpcpu_slow lets go on from where it waits: nothing, all threads, or
 * those at WARPCPU_WAIT. */
#define WARPCPU_KEEP 0u
#define WARPCPU_RELEASE_ALL 1u
#define WARPCPU_RELEASE_WAITING 2u

/* Bits of WarpcpuSplit::constants: operands that are not in the context. */
#define WARPCPU_CONST_MASK 1u
#define WARPCPU_CONST_LANE 2u
#define WARPCPU_CONST_CLAMP 4u
#define WARPCPU_WANTS_FLAG 8u /* no operand: the predicate is used, too */
#define WARPCPU_IS_WIDE 16u   /* likewise: a shuffle of 64 bits */

typedef struct WarpcpuSplit {
  uint32_t kind; /* WarpcpuSyncKind */
  uint32_t constants;
  uint32_t mask, lane, clamp;
  uint32_t firstLive, endLive; /* in WarpcpuInfo::live: values needed behind */
} WarpcpuSplit;

/* A value that the fast path keeps once: its place among them. */
typedef struct WarpcpuField {
  uint32_t offset, bytes;
} WarpcpuField;

struct WarpcpuFrame;

/* Runs one thread from split point `state` to the next; returns that. */
typedef uint32_t (*WarpcpuStep)(const struct WarpcpuFrame *frame,
                                uint32_t thread, uint32_t state);

/* Constant of a kernel. Offsets are into the context; arrays there have one
 * element a thread of the block. */
typedef struct WarpcpuInfo {
  WarpcpuStep step;
  const WarpcpuSplit *splits;
  const WarpcpuField *live;
  uint32_t hasWarpOps;
  uint32_t uniformBytes;     /* of the values that all threads agree on */
  uint64_t uniformOffset;    /* uniformBytes for each thread, slow path only */
  uint64_t stateOffset;      /* uint32_t */
  uint64_t maskOffset;       /* uint32_t; this and the rest: warp operations */
  uint64_t input32Offset;    /* uint32_t; also the predicate of barriers */
  uint64_t input64Offset;    /* uint64_t */
  uint64_t laneOffset;       /* uint32_t */
  uint64_t clampOffset;      /* uint32_t */
  uint64_t resultOffset;     /* uint32_t */
  uint64_t wideResultOffset; /* uint64_t */
  uint64_t flagOffset;       /* uint32_t */
  uint64_t reduceOffset;     /* uint32_t[5], of the block: popc, and, or; then
                                so far: predicates that are true, all */
  const char *name;          /* of the kernel, for messages */
} WarpcpuInfo;

/* What a block's helpers know of it. */
typedef struct WarpcpuFrame {
  void *const *args;
  const void *grid; /* WarprtCpuGrid */
  char *shared;
  char *context;
  uint32_t block[3]; /* this block's index */
  uint32_t threads;
  uint32_t runEnds; /* where it is in its run */
} WarpcpuFrame;

#endif /* WARPFORT_LIB_TARGET_CPU_SUPPORT_WARPSUPPORT_H */
