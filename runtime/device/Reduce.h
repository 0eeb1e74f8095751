/*===-- Reduce.h - Reductions over blocks and grids -------------- -*- C
 * -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * A block reduces its threads' values by warp shuffles, then over its warps in
 * shared memory. On the CPU, where each shuffle ends a loop over the threads,
 * its first thread combines them one by one. A block's partial result goes to
 * scratch; the block that comes last combines the partials, and the value
 * before the loop, in a fixed order: the result depends on the launch shape
 * alone, not on timing.
 *
 *   scratch: 16 counters, one a reduction, zero before and after;
 *            then for each reduction one slot a block
 *
 * The compiler refuses more than 16 reductions in one loop.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_RUNTIME_DEVICE_REDUCE_H
#define WARPFORT_RUNTIME_DEVICE_REDUCE_H

#include "Device.h"
#include "warprt/EntryPoints.h"

#define ALL_LANES 0xFFFFFFFFu

typedef __int128 int128;
typedef unsigned __int128 uint128;

typedef struct Complex32 {
  float re, im;
} Complex32;
typedef struct Complex64 {
  double re, im;
} Complex64;

INLINE uint32_t shuffleDown32(uint32_t value, uint32_t distance) {
  return (uint32_t)__nvvm_shfl_sync_down_i32(ALL_LANES, (int)value,
                                             (int)distance, 31);
}
INLINE uint64_t shuffleDown64(uint64_t value, uint32_t distance) {
  uint64_t low = shuffleDown32((uint32_t)value, distance);
  uint64_t high = shuffleDown32((uint32_t)(value >> 32), distance);
  return low | high << 32;
}

/* The value of the lane whose number differs in the bit `distance`. */
INLINE uint32_t exchange32(uint32_t value, uint32_t distance, uint32_t mask) {
  return (uint32_t)__nvvm_shfl_sync_bfly_i32(mask, (int)value, (int)distance,
                                             31);
}
INLINE uint64_t exchange64(uint64_t value, uint32_t distance, uint32_t mask) {
  uint64_t low = exchange32((uint32_t)value, distance, mask);
  uint64_t high = exchange32((uint32_t)(value >> 32), distance, mask);
  return low | high << 32;
}

/* Shuffles of each type. */
#define SHUFFLE_SMALL(T, NAME)                                                 \
  INLINE T shuffle_##NAME(T value, uint32_t distance) {                        \
    return (T)shuffleDown32((uint32_t)value, distance);                        \
  }                                                                            \
  INLINE T exchange_##NAME(T value, uint32_t distance, uint32_t mask) {        \
    return (T)exchange32((uint32_t)value, distance, mask);                     \
  }
SHUFFLE_SMALL(int8_t, i8)
SHUFFLE_SMALL(int16_t, i16)
SHUFFLE_SMALL(int32_t, i32)
INLINE _Float16 shuffle_f16(_Float16 value, uint32_t distance) {
  return __builtin_bit_cast(
      _Float16, shuffle_i16(__builtin_bit_cast(int16_t, value), distance));
}
INLINE _Float16 exchange_f16(_Float16 value, uint32_t distance, uint32_t mask) {
  return __builtin_bit_cast(
      _Float16,
      exchange_i16(__builtin_bit_cast(int16_t, value), distance, mask));
}
INLINE int64_t shuffle_i64(int64_t value, uint32_t distance) {
  return (int64_t)shuffleDown64((uint64_t)value, distance);
}
INLINE float shuffle_f32(float value, uint32_t distance) {
  return __builtin_bit_cast(
      float, shuffleDown32(__builtin_bit_cast(uint32_t, value), distance));
}
INLINE double shuffle_f64(double value, uint32_t distance) {
  return __builtin_bit_cast(
      double, shuffleDown64(__builtin_bit_cast(uint64_t, value), distance));
}
INLINE int64_t exchange_i64(int64_t value, uint32_t distance, uint32_t mask) {
  return (int64_t)exchange64((uint64_t)value, distance, mask);
}
INLINE float exchange_f32(float value, uint32_t distance, uint32_t mask) {
  return __builtin_bit_cast(
      float, exchange32(__builtin_bit_cast(uint32_t, value), distance, mask));
}
INLINE double exchange_f64(double value, uint32_t distance, uint32_t mask) {
  return __builtin_bit_cast(
      double, exchange64(__builtin_bit_cast(uint64_t, value), distance, mask));
}
INLINE int128 shuffle_i128(int128 value, uint32_t distance) {
  uint64_t low = shuffleDown64((uint64_t)value, distance);
  uint64_t high = shuffleDown64((uint64_t)((uint128)value >> 64), distance);
  return (int128)(low | (uint128)high << 64);
}
INLINE int128 exchange_i128(int128 value, uint32_t distance, uint32_t mask) {
  uint64_t low = exchange64((uint64_t)value, distance, mask);
  uint64_t high = exchange64((uint64_t)((uint128)value >> 64), distance, mask);
  return (int128)(low | (uint128)high << 64);
}
INLINE Complex32 exchange_c32(Complex32 value, uint32_t distance,
                              uint32_t mask) {
  return (Complex32){exchange_f32(value.re, distance, mask),
                     exchange_f32(value.im, distance, mask)};
}
INLINE Complex64 exchange_c64(Complex64 value, uint32_t distance,
                              uint32_t mask) {
  return (Complex64){exchange_f64(value.re, distance, mask),
                     exchange_f64(value.im, distance, mask)};
}
INLINE Complex32 shuffle_c32(Complex32 value, uint32_t distance) {
  return (Complex32){shuffle_f32(value.re, distance),
                     shuffle_f32(value.im, distance)};
}
INLINE Complex64 shuffle_c64(Complex64 value, uint32_t distance) {
  return (Complex64){shuffle_f64(value.re, distance),
                     shuffle_f64(value.im, distance)};
}

/* True for one block only: the last to get here for this reduction. Accesses
 * of the blocks before are visible to it. Called by one thread of a block. */
INLINE bool arriveLast(void *scratch, int32_t index) {
  uint32_t *counter = (uint32_t *)scratch + index;
  __nvvm_membar_gl();
  uint32_t before = __atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED);
  __nvvm_membar_gl();
  if (before + 1 != (uint32_t)gridBlocks())
    return false;
  __atomic_store_n(counter, 0u, __ATOMIC_RELAXED);
  return true;
}

#define NOT_UNROLLED _Pragma("clang loop unroll(disable)")
/* Before one whose count may become a constant. */
#define UNROLLED _Pragma("clang loop unroll(full)")

/* On the CPU: those of a block, of any type. Who uses them has its threads meet
 * before the next does. */
static SHARED __attribute__((aligned(16))) char ofThreads[1024][16];

/* The whole algorithm for one type and operation. */
#define REDUCTION(OP, T, NAME, COMBINE, IDENTITY)                              \
  INLINE T combine_##OP##_##NAME(T a, T b) { return COMBINE; }                 \
  INLINE T ofThread_##OP##_##NAME(uint32_t thread) {                           \
    return *(SHARED T *)ofThreads[thread];                                     \
  }                                                                            \
  /* The values of `count` threads from `first` on. Four sums at a time do not \
   * wait for each other. */                                                   \
  INLINE T inOrder_##OP##_##NAME(T value, uint32_t first, uint32_t count) {    \
    uint32_t other = first + 1, end = first + count;                           \
    if (count >= 8) {                                                          \
      T second = ofThread_##OP##_##NAME(first + 1);                            \
      T third = ofThread_##OP##_##NAME(first + 2);                             \
      T fourth = ofThread_##OP##_##NAME(first + 3);                            \
      NOT_UNROLLED                                                             \
      for (other = first + 4; other + 3 < end; other += 4) {                   \
        value = combine_##OP##_##NAME(value, ofThread_##OP##_##NAME(other));   \
        second =                                                               \
            combine_##OP##_##NAME(second, ofThread_##OP##_##NAME(other + 1));  \
        third =                                                                \
            combine_##OP##_##NAME(third, ofThread_##OP##_##NAME(other + 2));   \
        fourth =                                                               \
            combine_##OP##_##NAME(fourth, ofThread_##OP##_##NAME(other + 3));  \
      }                                                                        \
      value = combine_##OP##_##NAME(combine_##OP##_##NAME(value, second),      \
                                    combine_##OP##_##NAME(third, fourth));     \
    }                                                                          \
    NOT_UNROLLED                                                               \
    for (; other < end; ++other)                                               \
      value = combine_##OP##_##NAME(value, ofThread_##OP##_##NAME(other));     \
    return value;                                                              \
  }                                                                            \
  INLINE T gather_##OP##_##NAME(T value) {                                     \
    uint32_t thread = linearThread();                                          \
    *(SHARED T *)ofThreads[thread] = value;                                    \
    __syncthreads();                                                           \
    if (thread == 0)                                                           \
      value = inOrder_##OP##_##NAME(value, 0, blockThreads());                 \
    __syncthreads();                                                           \
    return value;                                                              \
  }                                                                            \
  INLINE T fold_##OP##_##NAME(T value, uint32_t distance, uint32_t thread,     \
                              uint32_t threads) {                              \
    T other = shuffle_##NAME(value, distance);                                 \
    return (thread & 31u) + distance < 32 && thread + distance < threads       \
               ? combine_##OP##_##NAME(value, other)                           \
               : value;                                                        \
  }                                                                            \
  /* Valid in thread 0. Entered and left by the whole block. */                \
  INLINE T block_##OP##_##NAME(T value) {                                      \
    static SHARED T ofWarps[32];                                               \
    uint32_t thread = linearThread(), threads = blockThreads();                \
    uint32_t lane = thread & 31u, warp = thread >> 5;                          \
    /* Not a loop: -O1 marks the library's as not to be unrolled. */           \
    value = fold_##OP##_##NAME(value, 16, thread, threads);                    \
    value = fold_##OP##_##NAME(value, 8, thread, threads);                     \
    value = fold_##OP##_##NAME(value, 4, thread, threads);                     \
    value = fold_##OP##_##NAME(value, 2, thread, threads);                     \
    value = fold_##OP##_##NAME(value, 1, thread, threads);                     \
    __syncthreads();                                                           \
    if (lane == 0)                                                             \
      ofWarps[warp] = value;                                                   \
    __syncthreads();                                                           \
    if (thread == 0)                                                           \
      for (uint32_t w = 1; w < (threads + 31) / 32; ++w)                       \
        value = combine_##OP##_##NAME(value, ofWarps[w]);                      \
    return value;                                                              \
  }                                                                            \
  INLINE void reduce_##OP##_##NAME(T value, void *slot, void *scratch,         \
                                   int32_t index) {                            \
    uint64_t blocks = gridBlocks();                                            \
    char *partials = (char *)scratch + WARPRT_REDUCTION_HEADER +               \
                     (uint64_t)index * blocks * WARPRT_REDUCTION_SLOT;         \
    bool alone = blockThreads() == 1;                                          \
    if (!alone && !__warpdev_target_is_cpu()) {                                \
      value = block_##OP##_##NAME(value);                                      \
    } else if (!alone) {                                                       \
      value = gather_##OP##_##NAME(value);                                     \
      if (linearThread() != 0)                                                 \
        return;                                                                \
      alone = true;                                                            \
    }                                                                          \
    static SHARED int last;                                                    \
    bool isLast = false;                                                       \
    if (alone || linearThread() == 0) {                                        \
      *(T *)(partials + linearBlock() * WARPRT_REDUCTION_SLOT) = value;        \
      isLast = arriveLast(scratch, index);                                     \
    }                                                                          \
    if (!alone) {                                                              \
      if (linearThread() == 0)                                                 \
        last = isLast;                                                         \
      __syncthreads();                                                         \
      isLast = last != 0;                                                      \
    }                                                                          \
    if (!isLast)                                                               \
      return;                                                                  \
    T total = IDENTITY;                                                        \
    uint64_t step = alone ? 1 : blockThreads();                                \
    for (uint64_t b = alone ? 0 : linearThread(); b < blocks; b += step) {     \
      T partial = *(volatile T *)(partials + b * WARPRT_REDUCTION_SLOT);       \
      total = combine_##OP##_##NAME(total, partial);                           \
    }                                                                          \
    if (!alone)                                                                \
      total = block_##OP##_##NAME(total);                                      \
    if (alone || linearThread() == 0)                                          \
      *(T *)slot = combine_##OP##_##NAME(*(T *)slot, total);                   \
  }

#define INTEGER_REDUCTIONS(T, U, NAME, LEAST, MOST)                            \
  REDUCTION(add, T, NAME, (T)((U)a + (U)b), 0)                                 \
  REDUCTION(mul, T, NAME, (T)((U)a * (U)b), 1)                                 \
  REDUCTION(min, T, NAME, b < a ? b : a, MOST)                                 \
  REDUCTION(max, T, NAME, b > a ? b : a, LEAST)                                \
  REDUCTION(umin, T, NAME, (U)b < (U)a ? b : a, -1)                            \
  REDUCTION(umax, T, NAME, (U)b > (U)a ? b : a, 0)                             \
  REDUCTION(iand, T, NAME, a &b, -1)                                           \
  REDUCTION(ior, T, NAME, a | b, 0)                                            \
  REDUCTION(ieor, T, NAME, a ^ b, 0)

INTEGER_REDUCTIONS(int8_t, uint8_t, i8, INT8_MIN, INT8_MAX)
INTEGER_REDUCTIONS(int16_t, uint32_t, i16, INT16_MIN, INT16_MAX)
INTEGER_REDUCTIONS(int32_t, uint32_t, i32, INT32_MIN, INT32_MAX)
INTEGER_REDUCTIONS(int64_t, uint64_t, i64, INT64_MIN, INT64_MAX)
#define INT128_MOST ((int128)(~(uint128)0 >> 1))
INTEGER_REDUCTIONS(int128, uint128, i128, -INT128_MOST - 1, INT128_MOST)

/* -0.0 is the sum of nothing: adding it changes no value, +0.0 would. NaN of a
 * thread hides none of the numbers that it is combined with. */
#define REAL_REDUCTIONS(T, NAME)                                               \
  REDUCTION(add, T, NAME, a + b, (T) - 0.0)                                    \
  REDUCTION(mul, T, NAME, a *b, (T)1)                                          \
  REDUCTION(min, T, NAME, __builtin_elementwise_minnum(a, b),                  \
            (T)__builtin_inf())                                                \
  REDUCTION(max, T, NAME, __builtin_elementwise_maxnum(a, b),                  \
            (T) - __builtin_inf())

REAL_REDUCTIONS(_Float16, f16)
REAL_REDUCTIONS(float, f32)
REAL_REDUCTIONS(double, f64)

/* && and || of C, of what is zero or not. */
#define TRUTH_REDUCTIONS(T, NAME)                                              \
  REDUCTION(land, T, NAME, a != 0 && b != 0, 1)                                \
  REDUCTION(lor, T, NAME, a != 0 || b != 0, 0)

TRUTH_REDUCTIONS(float, f32)
TRUTH_REDUCTIONS(double, f64)

/* Logical values of Fortran, and integers of C: zero is false, true is stored
 * as 1. */
#define LOGICAL_REDUCTIONS(T, NAME, SHUFFLE)                                   \
  INLINE T shuffle_##NAME(T value, uint32_t distance) {                        \
    return shuffle_##SHUFFLE(value, distance);                                 \
  }                                                                            \
  INLINE T exchange_##NAME(T value, uint32_t distance, uint32_t mask) {        \
    return exchange_##SHUFFLE(value, distance, mask);                          \
  }                                                                            \
  TRUTH_REDUCTIONS(T, NAME)                                                    \
  REDUCTION(leqv, T, NAME, (a != 0) == (b != 0), 1)                            \
  REDUCTION(lneqv, T, NAME, (a != 0) != (b != 0), 0)

LOGICAL_REDUCTIONS(int8_t, l8, i8)
LOGICAL_REDUCTIONS(int16_t, l16, i16)
LOGICAL_REDUCTIONS(int32_t, l32, i32)
LOGICAL_REDUCTIONS(int64_t, l64, i64)

#define COMPLEX_REDUCTIONS(T, R, NAME)                                         \
  REDUCTION(add, T, NAME, ((T){a.re + b.re, a.im + b.im}),                     \
            ((T){(R) - 0.0, (R) - 0.0}))                                       \
  REDUCTION(mul, T, NAME,                                                      \
            ((T){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}),       \
            ((T){(R)1, (R)0}))                                                 \
  REDUCTION(land, T, NAME, ((T){isTrue##NAME(a) && isTrue##NAME(b), 0}),       \
            ((T){(R)1, (R)0}))                                                 \
  REDUCTION(lor, T, NAME, ((T){isTrue##NAME(a) || isTrue##NAME(b), 0}),        \
            ((T){(R)0, (R)0}))

INLINE bool isTruec32(Complex32 z) { return z.re != 0 || z.im != 0; }
INLINE bool isTruec64(Complex64 z) { return z.re != 0 || z.im != 0; }
COMPLEX_REDUCTIONS(Complex32, float, c32)
COMPLEX_REDUCTIONS(Complex64, double, c64)

/* A value and the number of the iteration that it is from: the last one. */
typedef struct Dated64 {
  int64_t when, bits;
} Dated64;
INLINE Dated64 shuffle_dated64(Dated64 value, uint32_t distance) {
  return (Dated64){shuffle_i64(value.when, distance),
                   shuffle_i64(value.bits, distance)};
}
REDUCTION(last, Dated64, dated64, b.when > a.when ? b : a, ((Dated64){-1, 0}))

/* X(operation, type, name) for all. */
#define FOR_EACH_REDUCTION(X)                                                  \
  FOR_EACH_SIMPLE_REDUCTION(X)                                                 \
  FOR_EACH_COMPLEX_REDUCTION(X)
#define FOR_EACH_COMPLEX_REDUCTION(X)                                          \
  FOR_EACH_COMPLEX_OPERATION(X, Complex32, c32)                                \
  FOR_EACH_COMPLEX_OPERATION(X, Complex64, c64)
#define FOR_EACH_COMPLEX_OPERATION(X, T, NAME)                                 \
  X(add, T, NAME)                                                              \
  X(mul, T, NAME)                                                              \
  FOR_EACH_TRUTH_REDUCTION(X, T, NAME)
#define FOR_EACH_SIMPLE_REDUCTION(X)                                           \
  FOR_EACH_INTEGER_REDUCTION(X, int8_t, i8)                                    \
  FOR_EACH_INTEGER_REDUCTION(X, int16_t, i16)                                  \
  FOR_EACH_INTEGER_REDUCTION(X, int32_t, i32)                                  \
  FOR_EACH_INTEGER_REDUCTION(X, int64_t, i64)                                  \
  FOR_EACH_INTEGER_REDUCTION(X, int128, i128)                                  \
  FOR_EACH_REAL_REDUCTION(X, _Float16, f16)                                    \
  FOR_EACH_REAL_REDUCTION(X, float, f32)                                       \
  FOR_EACH_REAL_REDUCTION(X, double, f64)                                      \
  FOR_EACH_TRUTH_REDUCTION(X, float, f32)                                      \
  FOR_EACH_TRUTH_REDUCTION(X, double, f64)                                     \
  FOR_EACH_LOGICAL_REDUCTION(X, int8_t, l8)                                    \
  FOR_EACH_LOGICAL_REDUCTION(X, int16_t, l16)                                  \
  FOR_EACH_LOGICAL_REDUCTION(X, int32_t, l32)                                  \
  FOR_EACH_LOGICAL_REDUCTION(X, int64_t, l64)
#define FOR_EACH_REAL_REDUCTION(X, T, NAME)                                    \
  X(add, T, NAME) X(mul, T, NAME) X(min, T, NAME) X(max, T, NAME)
#define FOR_EACH_INTEGER_REDUCTION(X, T, NAME)                                 \
  FOR_EACH_REAL_REDUCTION(X, T, NAME)                                          \
  X(umin, T, NAME)                                                             \
  X(umax, T, NAME) X(iand, T, NAME) X(ior, T, NAME) X(ieor, T, NAME)
#define FOR_EACH_TRUTH_REDUCTION(X, T, NAME) X(land, T, NAME) X(lor, T, NAME)
#define FOR_EACH_LOGICAL_REDUCTION(X, T, NAME)                                 \
  FOR_EACH_TRUTH_REDUCTION(X, T, NAME)                                         \
  X(leqv, T, NAME) X(lneqv, T, NAME)

#endif /* WARPFORT_RUNTIME_DEVICE_REDUCE_H */
