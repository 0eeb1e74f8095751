/*===-- WarpSupport.c - Helpers of kernels split at barriers ------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Warp operations, and the scheduler that takes over where the threads of a
 * group (a warp, or a block without warp operations) are not all at the same
 * place: after an early return, in a divergent branch. It moves one thread at a
 * time from split point to split point, and hands the group back to the fast
 * path when its threads meet again and agree on all values that the fast path
 * keeps once.
 *
 * The code is bitcode linked into the device program. The operations must
 * inline, so that kinds and constant operands fold.
 *
 *===----------------------------------------------------------------------===*/
#include "WarpSupport.h"
#include <stddef.h>

typedef uint32_t u32;
typedef uint64_t u64;

#define INLINE __attribute__((always_inline))
#define RARE __attribute__((noinline, cold))

/* libc, declared here so that the file needs no host headers. */
struct timespec {
  long seconds, nanoseconds;
};
int clock_gettime(int clock, struct timespec *time);
int nanosleep(const struct timespec *time, struct timespec *left);
int dprintf(int file, const char *format, ...);
_Noreturn void abort(void);
void *aligned_alloc(size_t alignment, size_t bytes);
void free(void *memory);

u64 warpcpu_nanoseconds(void) {
  struct timespec now;
  clock_gettime(0 /* CLOCK_REALTIME */, &now);
  return (u64)now.seconds * 1000000000u + (u64)now.nanoseconds;
}

void warpcpu_sleep(u32 nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000u, nanoseconds % 1000000000u};
  nanosleep(&time, 0);
}

_Noreturn RARE void warpcpu_refuse_shape(const char *kernel) {
  dprintf(2,
          "warpfort: kernel loop '%s' was launched on the CPU with more than "
          "one thread a block\n",
          kernel);
  abort();
}

/*===-- Launches by hosts without the runtime library ---------------------===*/

/* WarprtCpuKernelFn and WarprtCpuGrid of abi/warprt/Image.h. */
typedef struct LaunchGrid {
  u32 grid[3], block[3], dynamicSharedBytes;
} LaunchGrid;
typedef void (*KernelRun)(void *const *args, const LaunchGrid *grid, u64 first,
                          u64 end, void *shared, void *context);

/* What cuLaunchKernel returns in these cases. */
enum { LAUNCH_OK = 0, LAUNCH_INVALID_VALUE = 1, LAUNCH_OUT_OF_MEMORY = 2 };

INLINE static u64 roundUp(u64 bytes, u64 to) {
  return (bytes + to - 1) / to * to;
}

/* Runs a launch on the calling thread. */
int warpcpu_launch(KernelRun run, u64 contextBytes, u32 staticSharedBytes,
                   const u32 *grid, const u32 *block, u32 dynamicSharedBytes,
                   void *const *args) {
  static const u32 most[3] = {0x7FFFFFFFu, 0xFFFFu, 0xFFFFu};
  LaunchGrid shape;
  u64 blocks = 1, threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (!grid[d] || grid[d] > most[d] || !block[d] || block[d] > 1024)
      return LAUNCH_INVALID_VALUE;
    blocks *= shape.grid[d] = grid[d];
    threads *= shape.block[d] = block[d];
  }
  if (threads > 1024 || dynamicSharedBytes > 0x7FFFFFFFu)
    return LAUNCH_INVALID_VALUE;
  shape.dynamicSharedBytes = dynamicSharedBytes;
  u64 sharedBytes =
      roundUp(roundUp(staticSharedBytes, 16) + dynamicSharedBytes + 1, 64);
  char *memory = aligned_alloc(64, sharedBytes + roundUp(contextBytes, 64));
  if (!memory)
    return LAUNCH_OUT_OF_MEMORY;
  run(args, &shape, 0, blocks, memory, memory + sharedBytes);
  free(memory);
  return LAUNCH_OK;
}

/*===-- Warp operations ---------------------------------------------------===*/

/* Arrays of one warp within the context. */
typedef struct Lanes {
  u32 *state, *mask, *input, *lane, *clamp, *result, *flag;
  u64 *input64, *wideResult;
} Lanes;

INLINE static Lanes lanesOf(const WarpcpuInfo *info, char *context, u32 first) {
  Lanes l;
  l.state = (u32 *)(context + info->stateOffset) + first;
  l.mask = (u32 *)(context + info->maskOffset) + first;
  l.input = (u32 *)(context + info->input32Offset) + first;
  l.input64 = (u64 *)(context + info->input64Offset) + first;
  l.lane = (u32 *)(context + info->laneOffset) + first;
  l.clamp = (u32 *)(context + info->clampOffset) + first;
  l.result = (u32 *)(context + info->resultOffset) + first;
  l.wideResult = (u64 *)(context + info->wideResultOffset) + first;
  l.flag = (u32 *)(context + info->flagOffset) + first;
  return l;
}

/* Operands, wherever they are. */
INLINE static u32 maskOf(const WarpcpuSplit *s, const Lanes *l, u32 lane) {
  return s->constants & WARPCPU_CONST_MASK ? s->mask : l->mask[lane];
}
INLINE static u32 laneArgOf(const WarpcpuSplit *s, const Lanes *l, u32 lane) {
  return s->constants & WARPCPU_CONST_LANE ? s->lane : l->lane[lane];
}
INLINE static u32 clampOf(const WarpcpuSplit *s, const Lanes *l, u32 lane) {
  return s->constants & WARPCPU_CONST_CLAMP ? s->clamp : l->clamp[lane];
}

INLINE static u32 combine(u32 kind, u32 a, u32 b) {
  switch (kind) {
  case WARPCPU_REDUX_ADD:
    return a + b;
  case WARPCPU_REDUX_MIN:
    return (int)a < (int)b ? a : b;
  case WARPCPU_REDUX_MAX:
    return (int)a > (int)b ? a : b;
  case WARPCPU_REDUX_UMIN:
    return a < b ? a : b;
  case WARPCPU_REDUX_UMAX:
    return a > b ? a : b;
  case WARPCPU_REDUX_AND:
    return a & b;
  case WARPCPU_REDUX_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

/* Operation `kind` for the lanes of `here`. `split` gives each lane's constant
 * operands; `count` lanes exist. */
INLINE static void execute(const WarpcpuInfo *info, char *context, u32 first,
                           u32 count, u32 kind, u32 here,
                           const WarpcpuSplit *uniformSplit) {
  Lanes l = lanesOf(info, context, first);
#define SPLIT(lane) (uniformSplit ? uniformSplit : &info->splits[l.state[lane]])
#define FOR_LANES for (u32 i = 0; i < count; ++i)
#define IS_HERE (uniformSplit || (here >> i & 1u))
  switch (kind) {
  case WARPCPU_WARP_BARRIER:
    return;
  case WARPCPU_SHUFFLE_IDX:
  case WARPCPU_SHUFFLE_UP:
  case WARPCPU_SHUFFLE_DOWN:
  case WARPCPU_SHUFFLE_XOR:
    FOR_LANES if (IS_HERE) {
      const WarpcpuSplit *s = SPLIT(i);
      u32 inRange;
      u32 from = warpcpuSourceLane(kind, i, laneArgOf(s, &l, i),
                                   clampOf(s, &l, i), &inRange);
      /* A lane that is not here has no value: CUDA leaves the result open. */
      from = from < count ? from : i;
      if (s->constants & WARPCPU_IS_WIDE)
        l.wideResult[i] = l.input64[from];
      else
        l.result[i] = l.input[from];
      if (s->constants & WARPCPU_WANTS_FLAG)
        l.flag[i] = inRange;
    }
    return;
  case WARPCPU_VOTE_ALL:
  case WARPCPU_VOTE_ANY:
  case WARPCPU_VOTE_UNI:
  case WARPCPU_VOTE_BALLOT: {
    u32 bits = 0;
    FOR_LANES bits |= l.input[i] ? 1u << i : 0u;
    FOR_LANES if (IS_HERE) {
      u32 members = maskOf(SPLIT(i), &l, i) & here;
      u32 set = bits & members;
      l.result[i] = kind == WARPCPU_VOTE_BALLOT ? set
                    : kind == WARPCPU_VOTE_ANY  ? set != 0
                    : kind == WARPCPU_VOTE_ALL  ? set == members
                                                : set == 0 || set == members;
    }
    return;
  }
  case WARPCPU_MATCH_ANY32:
  case WARPCPU_MATCH_ANY64:
  case WARPCPU_MATCH_ALL32:
  case WARPCPU_MATCH_ALL64: {
    int wide = kind == WARPCPU_MATCH_ANY64 || kind == WARPCPU_MATCH_ALL64;
    int all = kind == WARPCPU_MATCH_ALL32 || kind == WARPCPU_MATCH_ALL64;
    FOR_LANES if (IS_HERE) {
      u32 members = maskOf(SPLIT(i), &l, i) & here, equal = 0;
      for (u32 k = 0; k < count; ++k)
        if (members >> k & 1u)
          equal |=
              (wide ? l.input64[k] == l.input64[i] : l.input[k] == l.input[i])
                  ? 1u << k
                  : 0u;
      l.flag[i] = equal == members;
      l.result[i] = all && equal != members ? 0u : equal;
    }
    return;
  }
  case WARPCPU_ACTIVE_MASK:
    FOR_LANES if (IS_HERE) l.result[i] = here;
    return;
  default: /* redux */
    FOR_LANES if (IS_HERE) {
      u32 members = maskOf(SPLIT(i), &l, i) & here, value = 0;
      int any = 0;
      for (u32 k = 0; k < count; ++k)
        if (members >> k & 1u) {
          value = any ? combine(kind, value, l.input[k]) : l.input[k];
          any = 1;
        }
      l.result[i] = value;
    }
    return;
  }
#undef SPLIT
#undef FOR_LANES
#undef IS_HERE
}

INLINE static u32 lanesMask(u32 count) {
  return count >= 32 ? ~0u : (1u << count) - 1u;
}

/* All lanes of a warp are at `split`. */
INLINE void warpcpu_execute(const WarpcpuInfo *info, char *context, u32 split,
                            u32 first, u32 count) {
  const WarpcpuSplit *s = &info->splits[split];
  if (count == WARPCPU_WARP)
    execute(info, context, first, WARPCPU_WARP, s->kind, ~0u, s);
  else
    execute(info, context, first, count, s->kind, lanesMask(count), s);
}

/*===-- Barriers that reduce ----------------------------------------------===*/

/* A group is about to pass a barrier of the block: what its threads bring to
 * one that reduces. `state` is the group's. */
void warpcpu_contribute(const WarpcpuInfo *info, char *context, u32 state,
                        u32 first, u32 count) {
  const u32 *states = (const u32 *)(context + info->stateOffset);
  const u32 *predicate = (const u32 *)(context + info->input32Offset);
  u32 *sum = (u32 *)(context + info->reduceOffset) + 3;
  if (state == WARPCPU_EXIT)
    return;
  for (u32 t = first; t < first + count; ++t) {
    u32 s = state == WARPCPU_SLOW ? states[t] : state;
    if (s == WARPCPU_EXIT || info->splits[s].kind < WARPCPU_BARRIER_POPC ||
        info->splits[s].kind > WARPCPU_BARRIER_OR)
      continue;
    sum[0] += predicate[t] != 0;
    sum[1] += 1;
  }
}

/* All groups have: fixes what the threads get, and begins anew. */
void warpcpu_reduce(const WarpcpuInfo *info, char *context) {
  u32 *reduced = (u32 *)(context + info->reduceOffset), *sum = reduced + 3;
  reduced[0] = sum[0];
  reduced[1] = sum[0] == sum[1];
  reduced[2] = sum[0] != 0;
  sum[0] = sum[1] = 0;
}

/*===-- Threads at different places ---------------------------------------===*/

/* Do threads [first, first+count), all at `split`, agree on the values that the
 * fast path keeps once? */
int warpcpu_agree(const WarpcpuInfo *info, const char *context, u32 split,
                  u32 first, u32 count) {
  u64 stride = info->uniformBytes;
  const char *all = context + info->uniformOffset + first * stride;
  for (u32 f = info->splits[split].firstLive; f < info->splits[split].endLive;
       ++f) {
    const char *value = all + info->live[f].offset;
    for (u32 t = 1; t < count; ++t)
      if (__builtin_memcmp(value, value + t * stride, info->live[f].bytes) != 0)
        return 0;
  }
  return 1;
}

/* The state that the fast path can go on from, else WARPCPU_SLOW. */
static u32 commonState(const WarpcpuInfo *info, const char *context, u32 first,
                       u32 count) {
  const u32 *state = (const u32 *)(context + info->stateOffset);
  for (u32 t = 1; t < count; ++t)
    if (state[first + t] != state[first])
      return WARPCPU_SLOW;
  if (state[first] == WARPCPU_EXIT)
    return WARPCPU_EXIT;
  return warpcpu_agree(info, context, state[first], first, count)
             ? state[first]
             : WARPCPU_SLOW;
}

/* Threads beyond the end of the data have returned, the others are together:
 * how many are left, if those are neighbours; else 0. The first of the group
 * must be one of them unless `fromAnywhere`; *skipped are before them. */
RARE u32 warpcpu_trim(const WarpcpuInfo *info, const char *context, u32 first,
                      u32 count, u32 fromAnywhere, u32 *skipped) {
  const u32 *state = (const u32 *)(context + info->stateOffset) + first;
  u32 begin = 0;
  while (fromAnywhere && begin < count && state[begin] == WARPCPU_EXIT)
    ++begin;
  *skipped = begin;
  if (begin == count || state[begin] == WARPCPU_EXIT)
    return 0;
  u32 end = begin;
  while (end < count && state[end] == state[begin])
    ++end;
  for (u32 t = end; t < count; ++t)
    if (state[t] != WARPCPU_EXIT)
      return 0;
  u32 left = end - begin;
  return warpcpu_agree(info, context, state[begin], first + begin, left) ? left
                                                                         : 0;
}

/* Lanes that wait at a warp operation whose other members are all there. */
static u32 readyLanes(const WarpcpuInfo *info, const Lanes *l, u32 count,
                      u32 *kinds) {
  u32 ready = 0, alive = 0;
  for (u32 i = 0; i < count; ++i) {
    kinds[i] = WARPCPU_NONE;
    if (l->state[i] == WARPCPU_EXIT)
      continue;
    alive |= 1u << i;
    kinds[i] = info->splits[l->state[i]].kind;
  }
  for (u32 i = 0; i < count; ++i) {
    if (!warpcpuIsWarpLevel(kinds[i]) || kinds[i] == WARPCPU_ACTIVE_MASK)
      continue;
    u32 mask = maskOf(&info->splits[l->state[i]], l, i);
    int complete = 1;
    for (u32 k = 0; k < count; ++k)
      if ((mask & alive) >> k & 1u)
        complete &= kinds[k] == kinds[i] &&
                    maskOf(&info->splits[l->state[k]], l, k) == mask;
    if (complete)
      ready |= 1u << i;
  }
  return ready;
}

/* Executes the operations of the lanes in `ready`, one kind and mask a time. */
static void executeReady(const WarpcpuInfo *info, char *context, u32 first,
                         u32 count, u32 ready, const u32 *kinds) {
  Lanes l = lanesOf(info, context, first);
  while (ready) {
    u32 leader = (u32)__builtin_ctz(ready), members = 0;
    int byPlace = kinds[leader] == WARPCPU_ACTIVE_MASK;
    u32 mask = byPlace ? 0 : maskOf(&info->splits[l.state[leader]], &l, leader);
    for (u32 i = leader; i < count; ++i)
      if ((ready >> i & 1u) && kinds[i] == kinds[leader] &&
          (byPlace ? l.state[i] == l.state[leader]
                   : maskOf(&info->splits[l.state[i]], &l, i) == mask))
        members |= 1u << i;
    execute(info, context, first, count, kinds[leader], members, 0);
    ready &= ~members;
  }
}

_Noreturn RARE static void deadlock(const WarpcpuInfo *info) {
  dprintf(2,
          "warpfort: kernel '%s': threads of a warp wait for lanes of their "
          "mask that never come (deadlock)\n",
          info->name);
  abort();
}

static int isReleased(const WarpcpuInfo *info, u32 state, u32 release) {
  if (state == WARPCPU_EXIT || release == WARPCPU_KEEP)
    return 0;
  return release == WARPCPU_RELEASE_ALL ||
         info->splits[state].kind == WARPCPU_WAIT;
}

/* Whether a thread of a group that is at several places is at WARPCPU_WAIT. */
RARE u32 warpcpu_waits(const WarpcpuInfo *info, const char *context, u32 first,
                       u32 count) {
  const u32 *state = (const u32 *)(context + info->stateOffset) + first;
  for (u32 t = 0; t < count; ++t)
    if (isReleased(info, state[t], WARPCPU_RELEASE_WAITING))
      return 1;
  return 0;
}

static u32 slowWarp(const WarpcpuFrame *frame, const WarpcpuInfo *info,
                    u32 first, u32 count, u32 release) {
  Lanes l = lanesOf(info, frame->context, first);
  u32 kinds[WARPCPU_WARP], run = 0;
  for (u32 i = 0; i < count; ++i)
    if (isReleased(info, l.state[i], release))
      run |= 1u << i;
  for (;;) {
    for (u32 i = 0; i < count; ++i)
      if (run >> i & 1u)
        l.state[i] = info->step(frame, first + i, l.state[i]);
    u32 common = commonState(info, frame->context, first, count);
    if (common != WARPCPU_SLOW)
      return common;
    run = readyLanes(info, &l, count, kinds);
    u32 waiting = 0;
    for (u32 i = 0; i < count; ++i)
      waiting |= warpcpuIsWarpLevel(kinds[i]) ? 1u << i : 0u;
    if (!waiting)
      return WARPCPU_SLOW; /* all at block barriers, or gone */
    if (!run) /* nobody else can come: those who do not wait go on */
      for (u32 i = 0; i < count; ++i)
        if (kinds[i] == WARPCPU_ACTIVE_MASK)
          run |= 1u << i;
    if (!run)
      deadlock(info);
    executeReady(info, frame->context, first, count, run, kinds);
  }
}

/* Runs threads [first, first+count), whose states are in the context, until
 * all of them wait for the rest of the block or for nothing the fast path
 * could not do better. `release`: which threads go on from where they wait
 * (WARPCPU_KEEP, ...). Returns the group's state. */
RARE u32 warpcpu_slow(const WarpcpuFrame *frame, const WarpcpuInfo *info,
                      u32 first, u32 count, u32 release) {
  if (info->hasWarpOps)
    return slowWarp(frame, info, first, count, release);
  u32 *state = (u32 *)(frame->context + info->stateOffset);
  for (u32 t = first; t < first + count; ++t)
    if (isReleased(info, state[t], release))
      state[t] = info->step(frame, t, state[t]);
  return commonState(info, frame->context, first, count);
}
