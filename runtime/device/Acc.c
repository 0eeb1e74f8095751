/*===-- Acc.c - Loops of OpenACC kernels ------------------------ -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * A gang is a block, a worker a row of threads (y), a lane a thread (x). The
 * runtime sees to it that a row has a power of two up to 32, or a multiple of
 * 32 threads, and that there are at most 15 rows of the latter.
 *
 * On the CPU a gang has one thread, which takes all iterations of its worker
 * and vector loops; for tests it can have as many as on a GPU.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include "Reduce.h"
#include <stddef.h>

void *__warpdev_allocate(size_t bytes);
void __warpdev_release(void *memory);

/* The gang's number, and how many there are, in the dimensions of a loop. */
INLINE int64_t gangNumber(int32_t levels) {
  int32_t dims = levels >> WARPDEV_ACC_DIMS_SHIFT & 7;
  if (!dims)
    return (int64_t)linearBlock();
  int64_t number = dims & 4 ? blockIndex(2) : 0;
  if (dims & 2)
    number = number * gridDim(1) + blockIndex(1);
  if (dims & 1)
    number = number * gridDim(0) + blockIndex(0);
  return number;
}

INLINE int64_t gangCount(int32_t levels) {
  int32_t dims = levels >> WARPDEV_ACC_DIMS_SHIFT & 7;
  if (!dims)
    return (int64_t)gridBlocks();
  return (int64_t)(dims & 1 ? gridDim(0) : 1) * (dims & 2 ? gridDim(1) : 1) *
         (dims & 4 ? gridDim(2) : 1);
}

int64_t __warpdev_acc_gang(int32_t levels) { return gangNumber(levels); }

int64_t __warpdev_acc_gangs(int32_t levels) { return gangCount(levels); }

/* The thread's number among those that share a loop, lanes fastest. */
int64_t __warpdev_acc_begin(int32_t levels, int64_t n) {
  if (!__warpdev_loops_use_threads())
    return levels & WARPDEV_ACC_GANG
               ? chunkBegin(n, gangNumber(levels), gangCount(levels))
               : 0;
  int64_t number = levels & WARPDEV_ACC_GANG ? gangNumber(levels) : 0;
  if (levels & WARPDEV_ACC_WORKER)
    number = number * blockDim(1) + threadIndex(1);
  if (levels & WARPDEV_ACC_VECTOR)
    number = number * blockDim(0) + threadIndex(0);
  return number;
}

int64_t __warpdev_acc_end(int32_t levels, int64_t n) {
  if (!__warpdev_loops_use_threads() && (levels & WARPDEV_ACC_GANG))
    return chunkBegin(n, gangNumber(levels) + 1, gangCount(levels));
  return n;
}

int64_t __warpdev_acc_stride(int32_t levels) {
  if (!__warpdev_loops_use_threads())
    return 1;
  int64_t count = levels & WARPDEV_ACC_GANG ? gangCount(levels) : 1;
  if (levels & WARPDEV_ACC_WORKER)
    count *= blockDim(1);
  if (levels & WARPDEV_ACC_VECTOR)
    count *= blockDim(0);
  return count;
}

int32_t __warpdev_acc_first(int32_t levels) {
  if (!__warpdev_loops_use_threads())
    return 1;
  /* A nest over the grid may have a block of three dimensions. */
  return (!(levels & WARPDEV_ACC_VECTOR) || threadIndex(0) == 0) &&
         (!(levels & WARPDEV_ACC_WORKER) ||
          (threadIndex(1) == 0 && threadIndex(2) == 0));
}

/* The lanes of this thread's row within its warp. */
INLINE uint32_t rowMask(void) {
  uint32_t width = blockDim(0);
  if (width >= 32)
    return ALL_LANES;
  return ((1u << width) - 1u) << ((linearThread() & 31u) / width * width);
}

void __warpdev_acc_sync(int32_t row) {
  if (!__warpdev_loops_use_threads())
    return;
  if (!row)
    __syncthreads();
  else if (blockDim(0) <= 32)
    __nvvm_bar_warp_sync(rowMask());
  else if (__warpdev_target_is_cpu() && blockDim(1) == 1)
    __syncthreads();
  else if (!__warpdev_target_is_cpu())
    __nvvm_barrier_sync_cnt(threadIndex(1) + 1, blockDim(0));
  else
    __builtin_trap();
}

typedef void *Pointer;
static SHARED Pointer allocated[32];

void *__warpdev_acc_allocate(int64_t bytes, int32_t row) {
  if (!__warpdev_loops_use_threads())
    return __warpdev_allocate((size_t)bytes);
  uint32_t slot = row ? threadIndex(1) : 0;
  if (row ? threadIndex(0) == 0 : linearThread() == 0)
    allocated[slot] = __warpdev_allocate((size_t)bytes);
  __warpdev_acc_sync(row);
  void *memory = allocated[slot];
  __warpdev_acc_sync(row);
  return memory;
}

void __warpdev_acc_release(void *memory, int32_t row) {
  __warpdev_acc_sync(row);
  if (!__warpdev_loops_use_threads() ||
      (row ? threadIndex(0) == 0 : linearThread() == 0))
    __warpdev_release(memory);
}

/* Has all threads take the bytes that the first one has of an object, which may
 * be one for all, or one that is never written. */
void __warpdev_acc_take(void *object, int64_t bytes, int32_t row) {
  if (!__warpdev_loops_use_threads() || !object)
    return;
  enum { OF_ROW = 64, ROWS = 32 };
  static SHARED uint8_t taken[ROWS * OF_ROW];
  uint8_t SHARED *buffer = taken + (row ? threadIndex(1) * OF_ROW : 0);
  int64_t most = row ? OF_ROW : ROWS * OF_ROW;
  bool first = row ? threadIndex(0) == 0 : linearThread() == 0;
  for (int64_t begin = 0; begin < bytes; begin += most) {
    uint8_t *own = (uint8_t *)object + begin;
    int64_t count = bytes - begin < most ? bytes - begin : most;
    for (int64_t i = 0; first && i < count; ++i)
      buffer[i] = own[i];
    __warpdev_acc_sync(row);
    for (int64_t i = 0; !first && i < count; ++i)
      if (own[i] != buffer[i])
        own[i] = buffer[i];
    __warpdev_acc_sync(row);
  }
}

void *__warpdev_acc_private(void *memory, int64_t size, int32_t levels) {
  int64_t number = (int64_t)linearBlock();
  if (levels & WARPDEV_ACC_VECTOR)
    number = number * blockThreads() + linearThread();
  else if (levels & WARPDEV_ACC_WORKER)
    number = number * blockDim(1) + threadIndex(1);
  return (char *)memory + number * (size & ~(int64_t)15);
}

/* What has no atomic operation of its own is compared and swapped; what is
 * wider than that, changed under a lock. */
INLINE bool swap8(void *target, void *seen, uint8_t value) {
  return __atomic_compare_exchange_n((uint8_t *)target, (uint8_t *)seen, value,
                                     false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
INLINE bool swap16(void *target, void *seen, uint16_t value) {
  return __atomic_compare_exchange_n((uint16_t *)target, (uint16_t *)seen,
                                     value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}
INLINE bool swap32(void *target, void *seen, uint32_t value) {
  return __atomic_compare_exchange_n((uint32_t *)target, (uint32_t *)seen,
                                     value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}
INLINE bool swap64(void *target, void *seen, uint64_t value) {
  return __atomic_compare_exchange_n((uint64_t *)target, (uint64_t *)seen,
                                     value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}
#define ATOMIC_BY_SWAP(OP, T, NAME, BITS)                                      \
  void __warpdev_acc_atomic_##OP##_##NAME(T *target, const T *value) {         \
    uint##BITS##_t seen =                                                      \
        __atomic_load_n((uint##BITS##_t *)target, __ATOMIC_RELAXED);           \
    T mine = *value, result;                                                   \
    do {                                                                       \
      result = combine_##OP##_##NAME(__builtin_bit_cast(T, seen), mine);       \
    } while (!swap##BITS(target, &seen,                                        \
                         __builtin_bit_cast(uint##BITS##_t, result)));         \
  }
/* Variables share locks, by address. */
#define LOCKS 1024
static uint32_t locks[LOCKS];
INLINE uint32_t *lockOf(const void *variable) {
  uint64_t word = (uint64_t)(uintptr_t)variable / 4;
  return &locks[(word ^ word / LOCKS) % LOCKS];
}
int32_t __warpdev_acc_try_lock(const void *variable) {
  uint32_t open = 0;
  if (!swap32(lockOf(variable), &open, 1))
    return 0;
  __nvvm_membar_gl();
  return 1;
}
void __warpdev_acc_unlock(const void *variable) {
  __nvvm_membar_gl();
  __atomic_store_n(lockOf(variable), 0u, __ATOMIC_RELAXED);
}
#define ATOMIC_BY_LOCK(OP, T, NAME)                                            \
  void __warpdev_acc_atomic_##OP##_##NAME(T *target, const T *value) {         \
    for (bool done = false; !done;) {                                          \
      if (!__warpdev_acc_try_lock(target))                                     \
        continue;                                                              \
      *(volatile T *)target =                                                  \
          combine_##OP##_##NAME(*(volatile T *)target, *value);                \
      __warpdev_acc_unlock(target);                                            \
      done = true;                                                             \
    }                                                                          \
  }
#define ATOMIC_8(OP, T, NAME) ATOMIC_BY_SWAP(OP, T, NAME, 8)
#define ATOMIC_16(OP, T, NAME) ATOMIC_BY_SWAP(OP, T, NAME, 16)
#define ATOMIC_32(OP, T, NAME) ATOMIC_BY_SWAP(OP, T, NAME, 32)
#define ATOMIC_64(OP, T, NAME) ATOMIC_BY_SWAP(OP, T, NAME, 64)
FOR_EACH_INTEGER_REDUCTION(ATOMIC_8, int8_t, i8)
FOR_EACH_INTEGER_REDUCTION(ATOMIC_16, int16_t, i16)
FOR_EACH_INTEGER_REDUCTION(ATOMIC_32, int32_t, i32)
FOR_EACH_INTEGER_REDUCTION(ATOMIC_64, int64_t, i64)
FOR_EACH_REAL_REDUCTION(ATOMIC_16, _Float16, f16)
FOR_EACH_REAL_REDUCTION(ATOMIC_32, float, f32)
FOR_EACH_REAL_REDUCTION(ATOMIC_64, double, f64)
FOR_EACH_TRUTH_REDUCTION(ATOMIC_32, float, f32)
FOR_EACH_TRUTH_REDUCTION(ATOMIC_64, double, f64)
FOR_EACH_LOGICAL_REDUCTION(ATOMIC_8, int8_t, l8)
FOR_EACH_LOGICAL_REDUCTION(ATOMIC_16, int16_t, l16)
FOR_EACH_LOGICAL_REDUCTION(ATOMIC_32, int32_t, l32)
FOR_EACH_LOGICAL_REDUCTION(ATOMIC_64, int64_t, l64)
FOR_EACH_INTEGER_REDUCTION(ATOMIC_BY_LOCK, int128, i128)
/* Two reals are not aligned as one word is. */
FOR_EACH_COMPLEX_REDUCTION(ATOMIC_BY_LOCK)

/* Not a loop, as in Reduce.h. */
#define EXCHANGE(OP, NAME, DISTANCE)                                           \
  if (width > DISTANCE)                                                        \
    mine = combine_##OP##_##NAME(mine, exchange_##NAME(mine, DISTANCE, mask));

/* Every thread of the block or row gets the same bits: the halves of each pair
 * are combined in both orders, which for these operators is the same. On the
 * CPU the first thread of the team combines the values of all. */
#define TEAM(OP, T, NAME)                                                      \
  void __warpdev_acc_combine_##OP##_##NAME(T *target, const T *value) {        \
    *target = combine_##OP##_##NAME(*target, *value);                          \
  }                                                                            \
  INLINE T share_##OP##_##NAME(T value, int32_t row) {                         \
    uint32_t thread = linearThread(), lane = row ? threadIndex(0) : thread;    \
    uint32_t first = thread - lane;                                            \
    *(SHARED T *)ofThreads[thread] = value;                                    \
    __warpdev_acc_sync(row);                                                   \
    if (lane == 0)                                                             \
      *(SHARED T *)ofThreads[first] = inOrder_##OP##_##NAME(                   \
          value, first, row ? blockDim(0) : blockThreads());                   \
    __warpdev_acc_sync(row);                                                   \
    value = *(SHARED T *)ofThreads[first];                                     \
    __warpdev_acc_sync(row);                                                   \
    return value;                                                              \
  }                                                                            \
  void __warpdev_acc_team_##OP##_##NAME(T *value, int32_t row) {               \
    if (!__warpdev_loops_use_threads())                                        \
      return;                                                                  \
    if (__warpdev_target_is_cpu()) {                                           \
      *value = share_##OP##_##NAME(*value, row);                               \
      return;                                                                  \
    }                                                                          \
    static SHARED T ofWarps[32];                                               \
    uint32_t threads = row ? blockDim(0) : blockThreads();                     \
    uint32_t width = threads < 32 ? threads : 32;                              \
    uint32_t mask = row            ? rowMask()                                 \
                    : threads < 32 ? (1u << threads) - 1u                      \
                                   : ALL_LANES;                                \
    T mine = *value;                                                           \
    EXCHANGE(OP, NAME, 16)                                                     \
    EXCHANGE(OP, NAME, 8)                                                      \
    EXCHANGE(OP, NAME, 4)                                                      \
    EXCHANGE(OP, NAME, 2)                                                      \
    EXCHANGE(OP, NAME, 1)                                                      \
    if (threads > 32) {                                                        \
      uint32_t first = row ? threadIndex(1) * (threads / 32) : 0;              \
      uint32_t thread = row ? threadIndex(0) : linearThread();                 \
      if ((thread & 31u) == 0)                                                 \
        ofWarps[first + thread / 32] = mine;                                   \
      __warpdev_acc_sync(row);                                                 \
      mine = ofWarps[first];                                                   \
      /* Loads of all warps' are under way where their number is a constant.   \
       */                                                                      \
      UNROLLED for (uint32_t w = 1; w < threads / 32; ++w) mine =              \
          combine_##OP##_##NAME(mine, ofWarps[first + w]);                     \
      __warpdev_acc_sync(row);                                                 \
    }                                                                          \
    *value = mine;                                                             \
  }                                                                            \
  void __warpdev_acc_grid_##OP##_##NAME(T *value, void *slot, void *scratch,   \
                                        int32_t index) {                       \
    reduce_##OP##_##NAME(*value, slot, scratch, index);                        \
  }

FOR_EACH_REDUCTION(TEAM)
