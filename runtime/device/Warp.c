/*===-- Warp.c - Shuffles, votes, matches and reductions -------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The warp functions of module cudadevice. Hardware exchanges 32 bits: longer
 * values go in halves there, shorter ones are widened, reals go by their bits.
 * The spellings without `sync` name every lane of the warp; lanes that have
 * returned or never were are left out by both targets.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

#define EVERY_LANE 0xFFFFFFFFu

typedef _Float16 real2;
typedef float real4;
typedef double real8;
typedef float complex4
    __attribute__((vector_size(8))); /* as Flang returns it */
typedef struct complex8 {
  double re, im;
} complex8;

/*===-- Shuffles ----------------------------------------------------------===*/

typedef enum ShuffleKind { INDEX, UP, DOWN, XOR } ShuffleKind;

/* Lanes whose numbers agree in the bits of the segment mask, which stand above
 * the clamp value, exchange; a source out of range is the lane itself. */
INLINE int32_t shuffleControl(ShuffleKind kind, int32_t width) {
  return (32 - width) << 8 | (kind == UP ? 0 : 31);
}
INLINE int32_t shuffle32(ShuffleKind kind, uint32_t mask, int32_t value,
                         int32_t lane, int32_t width) {
  int32_t control = shuffleControl(kind, width);
  switch (kind) {
  case INDEX:
    return __nvvm_shfl_sync_idx_i32(mask, value, lane, control);
  case UP:
    return __nvvm_shfl_sync_up_i32(mask, value, lane, control);
  case DOWN:
    return __nvvm_shfl_sync_down_i32(mask, value, lane, control);
  default:
    return __nvvm_shfl_sync_bfly_i32(mask, value, lane, control);
  }
}

INLINE int32_t shuffle_i4(ShuffleKind kind, uint32_t mask, int32_t value,
                          int32_t lane, int32_t width) {
  return shuffle32(kind, mask, value, lane, width);
}
INLINE int64_t shuffle_i8(ShuffleKind kind, uint32_t mask, int64_t value,
                          int32_t lane, int32_t width) {
  if (__warpdev_target_is_cpu())
    return __warpdev_shuffle64(kind, mask, value, lane,
                               shuffleControl(kind, width));
  uint32_t low = (uint32_t)shuffle32(kind, mask, (int32_t)value, lane, width);
  uint32_t high =
      (uint32_t)shuffle32(kind, mask, (int32_t)(value >> 32), lane, width);
  return (int64_t)((uint64_t)high << 32 | low);
}
INLINE real2 shuffle_r2(ShuffleKind kind, uint32_t mask, real2 value,
                        int32_t lane, int32_t width) {
  int32_t bits = __builtin_bit_cast(int16_t, value);
  bits = shuffle32(kind, mask, bits, lane, width);
  return __builtin_bit_cast(real2, (int16_t)bits);
}
INLINE real4 shuffle_r4(ShuffleKind kind, uint32_t mask, real4 value,
                        int32_t lane, int32_t width) {
  int32_t bits = __builtin_bit_cast(int32_t, value);
  return __builtin_bit_cast(real4, shuffle32(kind, mask, bits, lane, width));
}
INLINE real8 shuffle_r8(ShuffleKind kind, uint32_t mask, real8 value,
                        int32_t lane, int32_t width) {
  int64_t bits = __builtin_bit_cast(int64_t, value);
  return __builtin_bit_cast(real8, shuffle_i8(kind, mask, bits, lane, width));
}

/* With and without a mask, with and without a width. */
#define SHUFFLE(NAME, KIND, TYPE, T)                                           \
  T __warpdev_##NAME##_##TYPE(T value, int32_t lane) {                         \
    return shuffle_##TYPE(KIND, EVERY_LANE, value, lane, 32);                  \
  }                                                                            \
  T __warpdev_##NAME##_width_##TYPE(T value, int32_t lane, int32_t width) {    \
    return shuffle_##TYPE(KIND, EVERY_LANE, value, lane, width);               \
  }                                                                            \
  T __warpdev_##NAME##_sync_##TYPE(uint32_t mask, T value, int32_t lane) {     \
    return shuffle_##TYPE(KIND, mask, value, lane, 32);                        \
  }                                                                            \
  T __warpdev_##NAME##_sync_width_##TYPE(uint32_t mask, T value, int32_t lane, \
                                         int32_t width) {                      \
    return shuffle_##TYPE(KIND, mask, value, lane, width);                     \
  }
#define SHUFFLES(NAME, KIND)                                                   \
  SHUFFLE(NAME, KIND, i4, int32_t)                                             \
  SHUFFLE(NAME, KIND, i8, int64_t)                                             \
  SHUFFLE(NAME, KIND, r2, real2)                                               \
  SHUFFLE(NAME, KIND, r4, real4)                                               \
  SHUFFLE(NAME, KIND, r8, real8)

/* Complex numbers come by their address and go in two parts. */
#define BOTH(KIND, PART, T, MASK, LANE, WIDTH)                                 \
  (T) {                                                                        \
    shuffle_##PART(KIND, MASK, value[0], LANE, WIDTH),                         \
        shuffle_##PART(KIND, MASK, value[1], LANE, WIDTH)                      \
  }
#define SHUFFLE_COMPLEX(NAME, KIND, TYPE, T, P, PART)                          \
  T __warpdev_##NAME##_##TYPE(const PART *value, int32_t lane) {               \
    return BOTH(KIND, P, T, EVERY_LANE, lane, 32);                             \
  }                                                                            \
  T __warpdev_##NAME##_width_##TYPE(const PART *value, int32_t lane,           \
                                    int32_t width) {                           \
    return BOTH(KIND, P, T, EVERY_LANE, lane, width);                          \
  }                                                                            \
  T __warpdev_##NAME##_sync_##TYPE(uint32_t mask, const PART *value,           \
                                   int32_t lane) {                             \
    return BOTH(KIND, P, T, mask, lane, 32);                                   \
  }                                                                            \
  T __warpdev_##NAME##_sync_width_##TYPE(uint32_t mask, const PART *value,     \
                                         int32_t lane, int32_t width) {        \
    return BOTH(KIND, P, T, mask, lane, width);                                \
  }
#define SHUFFLES_COMPLEX(NAME, KIND)                                           \
  SHUFFLE_COMPLEX(NAME, KIND, c4, complex4, r4, real4)                         \
  SHUFFLE_COMPLEX(NAME, KIND, c8, complex8, r8, real8)

SHUFFLES(shfl, INDEX)
SHUFFLES(shfl_up, UP)
SHUFFLES(shfl_down, DOWN)
SHUFFLES(shfl_xor, XOR)
SHUFFLES_COMPLEX(shfl, INDEX)
SHUFFLES_COMPLEX(shfl_up, UP)
SHUFFLES_COMPLEX(shfl_down, DOWN)
SHUFFLES_COMPLEX(shfl_xor, XOR)

/*===-- Votes -------------------------------------------------------------===*/

#define VOTES(TYPE, T)                                                         \
  int32_t __warpdev_allthreads_##TYPE(T condition) {                           \
    return __nvvm_vote_all_sync(EVERY_LANE, condition != 0);                   \
  }                                                                            \
  int32_t __warpdev_anythread_##TYPE(T condition) {                            \
    return __nvvm_vote_any_sync(EVERY_LANE, condition != 0);                   \
  }                                                                            \
  int32_t __warpdev_ballot_##TYPE(T condition) {                               \
    return (int32_t)__nvvm_vote_ballot_sync(EVERY_LANE, condition != 0);       \
  }                                                                            \
  int32_t __warpdev_all_sync_##TYPE(uint32_t mask, T condition) {              \
    return __nvvm_vote_all_sync(mask, condition != 0);                         \
  }                                                                            \
  int32_t __warpdev_any_sync_##TYPE(uint32_t mask, T condition) {              \
    return __nvvm_vote_any_sync(mask, condition != 0);                         \
  }                                                                            \
  int32_t __warpdev_ballot_sync_##TYPE(uint32_t mask, T condition) {           \
    return (int32_t)__nvvm_vote_ballot_sync(mask, condition != 0);             \
  }
VOTES(i4, int32_t)
VOTES(l8, int64_t)

int32_t __warpdev_activemask(void) { return (int32_t)__nvvm_activemask(); }

void __warpdev_syncwarp(void) { __nvvm_bar_warp_sync(EVERY_LANE); }

/* Barriers that count take 32 bits. */
int32_t __warpdev_syncthreads_and_l8(int64_t condition) {
  return __nvvm_bar0_and(condition != 0);
}
int32_t __warpdev_syncthreads_or_l8(int64_t condition) {
  return __nvvm_bar0_or(condition != 0);
}
int32_t __warpdev_syncthreads_count_l8(int64_t condition) {
  return __nvvm_bar0_popc(condition != 0);
}

/*===-- Matches -----------------------------------------------------------===*/

#define MATCHES(TYPE, T, BITS, WIDTH)                                          \
  int32_t __warpdev_match_any_sync_##TYPE(uint32_t mask, T value) {            \
    return (int32_t)__nvvm_match_any_sync_i##WIDTH(                            \
        mask, __builtin_bit_cast(BITS, value));                                \
  }                                                                            \
  int32_t __warpdev_match_all_sync_##TYPE(uint32_t mask, T value,              \
                                          int32_t *all) {                      \
    int isAll;                                                                 \
    uint32_t lanes = (uint32_t)__nvvm_match_all_sync_i##WIDTH##p(              \
        mask, __builtin_bit_cast(BITS, value), &isAll);                        \
    *all = isAll != 0;                                                         \
    return (int32_t)lanes;                                                     \
  }
MATCHES(i4, int32_t, uint32_t, 32)
MATCHES(i8, int64_t, uint64_t, 64)
MATCHES(r4, real4, uint32_t, 32)
MATCHES(r8, real8, uint64_t, 64)

/*===-- Reductions --------------------------------------------------------===*/

INLINE int hasReductions(void) {
  int32_t capability = __warpdev_compute_capability();
  return capability == 0 || capability >= 80;
}

/* Hardware has them from compute capability 8.0 on. Before, every lane asks
 * all that are named in turn; a lane that is not there adds nothing. */
#define REDUCTION(NAME, T, BUILTIN, COMBINED)                                  \
  T __warpdev_reduce_##NAME##_sync(uint32_t mask, T value) {                   \
    if (hasReductions())                                                       \
      return (T)BUILTIN(value, (int)mask);                                     \
    T result = value;                                                          \
    uint32_t self = 1u << __nvvm_read_ptx_sreg_laneid();                       \
    uint32_t there = __nvvm_vote_ballot_sync(mask, 1);                         \
    for (int lane = 0; lane < 32; ++lane) {                                    \
      T a = result;                                                            \
      T b = (T)shuffle32(INDEX, mask, (int32_t)value, lane, 32);               \
      if ((there & ~self) >> lane & 1u)                                        \
        result = COMBINED;                                                     \
    }                                                                          \
    return result;                                                             \
  }
REDUCTION(add, uint32_t, __nvvm_redux_sync_add, a + b)
REDUCTION(min, int32_t, __nvvm_redux_sync_min, a < b ? a : b)
REDUCTION(max, int32_t, __nvvm_redux_sync_max, a > b ? a : b)
REDUCTION(and, uint32_t, __nvvm_redux_sync_and, a &b)
REDUCTION(or, uint32_t, __nvvm_redux_sync_or, a | b)
REDUCTION(xor, uint32_t, __nvvm_redux_sync_xor, a ^ b)

/*===-- Time and place ----------------------------------------------------===*/

void __warpdev_gpu_time(int64_t *clock) {
  *clock = (int64_t)__nvvm_read_ptx_sreg_clock64();
}

void __warpdev_nanosleep(uint32_t nanoseconds) {
  __nvvm_nanosleep(nanoseconds);
}

/* The runtime has the host's version. */
int32_t warprt_on_device(void) { return 1; }

/* acc_on_device() in device code. What the CPU device stands for is known when
 * the program runs. */
int32_t warprt_cpu_acc_on_device(int32_t type);
int32_t warprt_acc_on_device(int32_t type);
int32_t warprt_acc_on_device(int32_t type) {
  enum { Default = 1, NotHost = 3, Nvidia = 4, Current = 10 };
  if (__warpdev_target_is_cpu())
    return warprt_cpu_acc_on_device(type);
  return type == Default || type == NotHost || type == Nvidia ||
         type == Current;
}
