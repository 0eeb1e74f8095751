/*===-- TensorCores.c - Products of matrices by a warp ---------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The procedures of modules/wmma.f90. GPUs have instructions for them, which
 * decide which elements of a tile a thread holds. Elsewhere the lanes of a warp
 * hold equal parts of the tile, one after the other in the order of columns,
 * at the beginning of the array; they meet in shared memory to multiply.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

typedef _Float16 real2;
typedef float real4;
typedef double real8;

#define WARPS 32
#define LANES 32
#define ALL_LANES (-1)

INLINE uint32_t warp(void) { return linearThread() / LANES; }
INLINE uint32_t lane(void) { return linearThread() % LANES; }

/*===-- Tiles, by shape ---------------------------------------------------===*/

/* Elements that a thread holds of A or B, and of C. */
#define HALF_AB 16
#define HALF_C 8
#define SINGLE_AB 4
#define SINGLE_C 8
#define DOUBLE_AB 1
#define DOUBLE_C 2

typedef struct {
  int8_t x[HALF_C];
} LogicalHalf;
typedef struct {
  int8_t x[SINGLE_C];
} LogicalSingle;
typedef struct {
  int8_t x[DOUBLE_C];
} LogicalDouble;

/* X(shape, m, n, k) */
#define HALF_SHAPES(X)                                                         \
  X(m16n16k16, 16, 16, 16) X(m32n8k16, 32, 8, 16) X(m8n32k16, 8, 32, 16)

/* Defines a procedure that Fortran knows by the same name. */
#define FORTRAN(result, name, ...)                                             \
  result name(__VA_ARGS__) __asm__("_QP" #name);                               \
  result name(__VA_ARGS__)

/*===-- Tiles without tensor cores ----------------------------------------===*/

enum Layout { ByColumns, ByRows };

/* Where element `i` of the lane's part of a tile with `rows` rows lies. */
INLINE int64_t offsetOf(int32_t i, int32_t rows, int32_t stride, bool byRows) {
  int32_t row = i % rows, column = i / rows;
  return byRows ? (int64_t)row * stride + column
                : (int64_t)column * stride + row;
}

#define PORTABLE_TILES(T)                                                      \
  INLINE void load_##T(T *x, const T *source, int32_t stride, int32_t rows,    \
                       int32_t columns, bool byRows) {                         \
    int32_t count = rows * columns / LANES, first = (int32_t)lane() * count;   \
    for (int32_t i = 0; i < count; ++i)                                        \
      x[i] = source[offsetOf(first + i, rows, stride, byRows)];                \
  }                                                                            \
  INLINE void store_##T(T *target, const T *x, int32_t stride, int32_t rows,   \
                        int32_t columns, bool byRows) {                        \
    int32_t count = rows * columns / LANES, first = (int32_t)lane() * count;   \
    for (int32_t i = 0; i < count; ++i)                                        \
      target[offsetOf(first + i, rows, stride, byRows)] = x[i];                \
  }
PORTABLE_TILES(real2)
PORTABLE_TILES(real4)
PORTABLE_TILES(real8)

/* The lane's part of `sum` plus its part of A*B, with products and sums of
 * kind S. The largest tiles have `MostA` and `MostB` elements. */
#define PORTABLE_PRODUCT(T, S, MostA, MostB)                                   \
  static void multiply_##T(S *sum, const T *a, const T *b, int32_t m,          \
                           int32_t n, int32_t k) {                             \
    static SHARED T tilesA[WARPS][MostA], tilesB[WARPS][MostB];                \
    SHARED T *tileA = tilesA[warp()], *tileB = tilesB[warp()];                 \
    int32_t self = (int32_t)lane();                                            \
    for (int32_t i = 0; i < m * k / LANES; ++i)                                \
      tileA[self * (m * k / LANES) + i] = a[i];                                \
    for (int32_t i = 0; i < k * n / LANES; ++i)                                \
      tileB[self * (k * n / LANES) + i] = b[i];                                \
    __nvvm_bar_warp_sync(ALL_LANES);                                           \
    for (int32_t i = 0; i < m * n / LANES; ++i) {                              \
      int32_t element = self * (m * n / LANES) + i;                            \
      int32_t row = element % m, column = element / m;                         \
      S total = sum[i];                                                        \
      for (int32_t l = 0; l < k; ++l)                                          \
        total += (S)tileA[l * m + row] * (S)tileB[column * k + l];             \
      sum[i] = total;                                                          \
    }                                                                          \
    __nvvm_bar_warp_sync(ALL_LANES);                                           \
  }
PORTABLE_PRODUCT(real2, real4, 512, 512)
PORTABLE_PRODUCT(real4, real4, 128, 128)
PORTABLE_PRODUCT(real8, real8, 32, 32)

/*===-- Loads and stores --------------------------------------------------===*/

/* What the instructions call registers: pairs of real(2), or single numbers. */
#define COPY(to, from) __builtin_memcpy(to, from, sizeof(to))

#define HALF_LOAD(shape, of, order, rows, columns, byRows)                     \
  FORTRAN(void, wmma_load_##shape##_##of##order, real2 *x,                     \
          const real2 *source, int32_t stride) {                               \
    if (__warpdev_target_is_cpu()) {                                           \
      load_real2(x, source, stride, rows, columns, byRows);                    \
      return;                                                                  \
    }                                                                          \
    int32_t registers[HALF_AB / 2];                                            \
    __hmma_##shape##_ld_##of(registers, (const int32_t *)(const void *)source, \
                             (uint32_t)stride, !(byRows));                     \
    __builtin_memcpy(x, registers, sizeof registers);                          \
  }

#define TILE_C_MEMORY(shape, T, kind, R, count, m, n, LOAD, STORE)             \
  INLINE void loadC_##shape##_##kind(T *x, const T *source, int32_t stride,    \
                                     bool byRows) {                            \
    if (__warpdev_target_is_cpu()) {                                           \
      load_##T(x, source, stride, m, n, byRows);                               \
      return;                                                                  \
    }                                                                          \
    R registers[count];                                                        \
    const R *from = (const R *)(const void *)source;                           \
    if (byRows)                                                                \
      LOAD(registers, from, (uint32_t)stride, 0);                              \
    else                                                                       \
      LOAD(registers, from, (uint32_t)stride, 1);                              \
    __builtin_memcpy(x, registers, sizeof registers);                          \
  }                                                                            \
  INLINE void storeC_##shape##_##kind(T *target, const T *x, int32_t stride,   \
                                      bool byRows) {                           \
    if (__warpdev_target_is_cpu()) {                                           \
      store_##T(target, x, stride, m, n, byRows);                              \
      return;                                                                  \
    }                                                                          \
    R registers[count];                                                        \
    COPY(registers, x);                                                        \
    R *to = (R *)(void *)target;                                               \
    if (byRows)                                                                \
      STORE(to, registers, (uint32_t)stride, 0);                               \
    else                                                                       \
      STORE(to, registers, (uint32_t)stride, 1);                               \
  }                                                                            \
  FORTRAN(void, wmma_load_c_##shape##_##kind, T *x, const T *source,           \
          int32_t stride) {                                                    \
    loadC_##shape##_##kind(x, source, stride, false);                          \
  }                                                                            \
  FORTRAN(void, wmma_load_layout_##shape##_##kind, T *x, const T *source,      \
          int32_t stride, int32_t layout) {                                    \
    loadC_##shape##_##kind(x, source, stride, layout == ByRows);               \
  }                                                                            \
  FORTRAN(void, wmma_store_##shape##_##kind, T *target, const T *x,            \
          int32_t stride) {                                                    \
    storeC_##shape##_##kind(target, x, stride, false);                         \
  }                                                                            \
  FORTRAN(void, wmma_store_layout_##shape##_##kind, T *target, const T *x,     \
          int32_t stride, int32_t layout) {                                    \
    storeC_##shape##_##kind(target, x, stride, layout == ByRows);              \
  }

#define HALF_MEMORY(shape, m, n, k)                                            \
  HALF_LOAD(shape, a, c, m, k, false)                                          \
  HALF_LOAD(shape, a, r, m, k, true)                                           \
  HALF_LOAD(shape, b, c, k, n, false)                                          \
  HALF_LOAD(shape, b, r, k, n, true)                                           \
  TILE_C_MEMORY(shape, real2, 2, int32_t, HALF_C / 2, m, n,                    \
                __hmma_##shape##_ld_c_f16, __hmma_##shape##_st_c_f16)          \
  TILE_C_MEMORY(shape, real4, 4, real4, HALF_C, m, n,                          \
                __hmma_##shape##_ld_c_f32, __hmma_##shape##_st_c_f32)
HALF_SHAPES(HALF_MEMORY)

/* Tensor cores take 10 bits of a real(4)'s fraction: the nearest such number,
 * away from zero if there are two. */
INLINE real4 shortened(real4 x) {
  uint32_t bits = __builtin_bit_cast(uint32_t, x);
  if ((bits & 0x7f800000) == 0x7f800000)
    return x;
  return __builtin_bit_cast(real4, (bits + 0x1000) & ~0x1fffu);
}

#define SINGLE_LOAD(of, order, rows, columns, byRows)                          \
  FORTRAN(void, wmma_load_m16n16k8_##of##order, real4 *x, const real4 *source, \
          int32_t stride) {                                                    \
    if (__warpdev_target_is_cpu()) {                                           \
      load_real4(x, source, stride, rows, columns, byRows);                    \
    } else {                                                                   \
      int32_t registers[SINGLE_AB];                                            \
      __mma_tf32_m16n16k8_ld_##of(registers,                                   \
                                  (const int32_t *)(const void *)source,       \
                                  (uint32_t)stride, !(byRows));                \
      __builtin_memcpy(x, registers, sizeof registers);                        \
    }                                                                          \
    for (int i = 0; i < SINGLE_AB; ++i)                                        \
      x[i] = shortened(x[i]);                                                  \
  }
SINGLE_LOAD(a, c, 16, 8, false)
SINGLE_LOAD(a, r, 16, 8, true)
SINGLE_LOAD(b, c, 8, 16, false)
SINGLE_LOAD(b, r, 8, 16, true)
TILE_C_MEMORY(m16n16k8, real4, 4, real4, SINGLE_C, 16, 16,
              __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)

#define DOUBLE_LOAD(of, order, rows, columns, byRows)                          \
  FORTRAN(void, wmma_load_m8n8k4_##of##order, real8 *x, const real8 *source,   \
          int32_t stride) {                                                    \
    if (__warpdev_target_is_cpu())                                             \
      load_real8(x, source, stride, rows, columns, byRows);                    \
    else                                                                       \
      __dmma_m8n8k4_ld_##of(x, source, (uint32_t)stride, !(byRows));           \
  }
DOUBLE_LOAD(a, c, 8, 4, false)
DOUBLE_LOAD(a, r, 8, 4, true)
DOUBLE_LOAD(b, c, 4, 8, false)
DOUBLE_LOAD(b, r, 4, 8, true)
TILE_C_MEMORY(m8n8k4, real8, 8, real8, DOUBLE_C, 8, 8, __dmma_m8n8k4_ld_c,
              __dmma_m8n8k4_st_c_f64)

/*===-- Products ----------------------------------------------------------===*/

/* `order` is what the instruction calls the layouts of A and B. */
#define HALF_PRODUCT(shape, m, n, k, P, Q, order, D, TD, RD, ND, E, TE, RE,    \
                     NE, types)                                                \
  FORTRAN(void, wmma_multiply_##shape##_##P##Q##_##D##E, TD *x,                \
          const real2 *a, const real2 *b, const TE *c) {                       \
    if (__warpdev_target_is_cpu()) {                                           \
      real4 sum[HALF_C];                                                       \
      for (int i = 0; i < HALF_C; ++i)                                         \
        sum[i] = (real4)c[i];                                                  \
      multiply_real2(sum, a, b, m, n, k);                                      \
      for (int i = 0; i < HALF_C; ++i)                                         \
        x[i] = (TD)sum[i];                                                     \
      return;                                                                  \
    }                                                                          \
    int32_t registersA[HALF_AB / 2], registersB[HALF_AB / 2];                  \
    RE registersC[NE];                                                         \
    RD registersD[ND];                                                         \
    COPY(registersA, a);                                                       \
    COPY(registersB, b);                                                       \
    COPY(registersC, c);                                                       \
    __hmma_##shape##_mma_##types(registersD, registersA, registersB,           \
                                 registersC, order, 0);                        \
    __builtin_memcpy(x, registersD, sizeof registersD);                        \
  }
#define HALF_PRODUCT_ZERO(shape, P, Q, D, TD)                                  \
  FORTRAN(void, wmma_multiply_##shape##_##P##Q##_##D, TD *x, const real2 *a,   \
          const real2 *b) {                                                    \
    TD zero[HALF_C] = {0};                                                     \
    wmma_multiply_##shape##_##P##Q##_##D##D(x, a, b, zero);                    \
  }
#define HALF_PRODUCTS_IN(shape, m, n, k, P, Q, order)                          \
  HALF_PRODUCT(shape, m, n, k, P, Q, order, 2, real2, int32_t, HALF_C / 2, 2,  \
               real2, int32_t, HALF_C / 2, f16f16)                             \
  HALF_PRODUCT(shape, m, n, k, P, Q, order, 2, real2, int32_t, HALF_C / 2, 4,  \
               real4, real4, HALF_C, f16f32)                                   \
  HALF_PRODUCT(shape, m, n, k, P, Q, order, 4, real4, real4, HALF_C, 2, real2, \
               int32_t, HALF_C / 2, f32f16)                                    \
  HALF_PRODUCT(shape, m, n, k, P, Q, order, 4, real4, real4, HALF_C, 4, real4, \
               real4, HALF_C, f32f32)                                          \
  HALF_PRODUCT_ZERO(shape, P, Q, 2, real2)                                     \
  HALF_PRODUCT_ZERO(shape, P, Q, 4, real4)
#define HALF_PRODUCTS(shape, m, n, k)                                          \
  HALF_PRODUCTS_IN(shape, m, n, k, r, r, 0)                                    \
  HALF_PRODUCTS_IN(shape, m, n, k, r, c, 1)                                    \
  HALF_PRODUCTS_IN(shape, m, n, k, c, r, 2)                                    \
  HALF_PRODUCTS_IN(shape, m, n, k, c, c, 3)
HALF_SHAPES(HALF_PRODUCTS)

#define SINGLE_PRODUCT(P, Q, order)                                            \
  FORTRAN(void, wmma_multiply_m16n16k8_##P##Q##_44, real4 *x, const real4 *a,  \
          const real4 *b, const real4 *c) {                                    \
    real4 sum[SINGLE_C];                                                       \
    COPY(sum, c);                                                              \
    if (__warpdev_target_is_cpu()) {                                           \
      multiply_real4(sum, a, b, 16, 16, 8);                                    \
    } else {                                                                   \
      int32_t registersA[SINGLE_AB], registersB[SINGLE_AB];                    \
      COPY(registersA, a);                                                     \
      COPY(registersB, b);                                                     \
      __mma_tf32_m16n16k8_mma_f32(sum, registersA, registersB, sum, order, 0); \
    }                                                                          \
    __builtin_memcpy(x, sum, sizeof sum);                                      \
  }                                                                            \
  FORTRAN(void, wmma_multiply_m16n16k8_##P##Q##_4, real4 *x, const real4 *a,   \
          const real4 *b) {                                                    \
    real4 zero[SINGLE_C] = {0};                                                \
    wmma_multiply_m16n16k8_##P##Q##_44(x, a, b, zero);                         \
  }
SINGLE_PRODUCT(r, r, 0)
SINGLE_PRODUCT(r, c, 1)
SINGLE_PRODUCT(c, r, 2)
SINGLE_PRODUCT(c, c, 3)

#define DOUBLE_PRODUCT(P, Q, order)                                            \
  FORTRAN(void, wmma_multiply_m8n8k4_##P##Q##_88, real8 *x, const real8 *a,    \
          const real8 *b, const real8 *c) {                                    \
    real8 sum[DOUBLE_C];                                                       \
    COPY(sum, c);                                                              \
    if (__warpdev_target_is_cpu())                                             \
      multiply_real8(sum, a, b, 8, 8, 4);                                      \
    else                                                                       \
      __dmma_m8n8k4_mma_f64(sum, a, b, sum, order, 0);                         \
    __builtin_memcpy(x, sum, sizeof sum);                                      \
  }                                                                            \
  FORTRAN(void, wmma_multiply_m8n8k4_##P##Q##_8, real8 *x, const real8 *a,     \
          const real8 *b) {                                                    \
    real8 zero[DOUBLE_C] = {0, 0};                                             \
    wmma_multiply_m8n8k4_##P##Q##_88(x, a, b, zero);                           \
  }
DOUBLE_PRODUCT(r, r, 0)
DOUBLE_PRODUCT(r, c, 1)
DOUBLE_PRODUCT(c, r, 2)
DOUBLE_PRODUCT(c, c, 3)

/*===-- Elements ----------------------------------------------------------===*/

#define FILL(shape, kind, T, count, from, V)                                   \
  FORTRAN(void, wmma_fill_##from##_##shape##_##kind, T *x, V value) {          \
    for (int i = 0; i < count; ++i)                                            \
      x[i] = (T)value;                                                         \
  }
#define COMPARE(shape, kind, T, count, Logical, name, op)                      \
  FORTRAN(void, wmma_##name##_tt_##shape##_##kind, Logical *r, const T *a,     \
          const T *b) {                                                        \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = a[i] op b[i];                                                  \
  }                                                                            \
  FORTRAN(void, wmma_##name##_ts_##shape##_##kind, Logical *r, const T *a,     \
          T b) {                                                               \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = a[i] op b;                                                     \
  }                                                                            \
  FORTRAN(void, wmma_##name##_st_##shape##_##kind, Logical *r, T a,            \
          const T *b) {                                                        \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = a op b[i];                                                     \
  }
#define MERGE(shape, kind, T, count, Logical, forms, inTrue, inFalse)          \
  FORTRAN(void, wmma_merge_##forms##_##shape##_##kind, T *x, const T *t,       \
          const T *f, const Logical *mask) {                                   \
    for (int i = 0; i < count; ++i)                                            \
      x[i] = mask->x[i] ? t[inTrue] : f[inFalse];                              \
  }
#define ELEMENTS(shape, kind, T, count, Logical)                               \
  FILL(shape, kind, T, count, real2, real2)                                    \
  FILL(shape, kind, T, count, real4, real4)                                    \
  FILL(shape, kind, T, count, real8, real8)                                    \
  FILL(shape, kind, T, count, integer4, int32_t)                               \
  COMPARE(shape, kind, T, count, Logical, eq, ==)                              \
  COMPARE(shape, kind, T, count, Logical, ne, !=)                              \
  COMPARE(shape, kind, T, count, Logical, lt, <)                               \
  COMPARE(shape, kind, T, count, Logical, le, <=)                              \
  COMPARE(shape, kind, T, count, Logical, gt, >)                               \
  COMPARE(shape, kind, T, count, Logical, ge, >=)                              \
  MERGE(shape, kind, T, count, Logical, tt, i, i)                              \
  MERGE(shape, kind, T, count, Logical, ts, i, 0)                              \
  MERGE(shape, kind, T, count, Logical, st, 0, i)                              \
  MERGE(shape, kind, T, count, Logical, ss, 0, 0)

/* What all lanes say together. */
#define LOGICAL(shape, count, Logical)                                         \
  FORTRAN(int32_t, wmma_count_##shape, const Logical *mask) {                  \
    int32_t total = 0;                                                         \
    for (int i = 0; i < count; ++i)                                            \
      total += __builtin_popcount((uint32_t)__nvvm_vote_ballot_sync(           \
          (uint32_t)ALL_LANES, mask->x[i] != 0));                              \
    return total;                                                              \
  }                                                                            \
  FORTRAN(int32_t, wmma_any_##shape, const Logical *mask) {                    \
    return wmma_count_##shape(mask) != 0;                                      \
  }                                                                            \
  FORTRAN(int32_t, wmma_all_##shape, const Logical *mask) {                    \
    return wmma_count_##shape(mask) == count * LANES;                          \
  }                                                                            \
  FORTRAN(void, wmma_not_##shape, Logical *r, const Logical *a) {              \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = !a->x[i];                                                      \
  }                                                                            \
  FORTRAN(void, wmma_and_##shape, Logical *r, const Logical *a,                \
          const Logical *b) {                                                  \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = a->x[i] && b->x[i];                                            \
  }                                                                            \
  FORTRAN(void, wmma_or_##shape, Logical *r, const Logical *a,                 \
          const Logical *b) {                                                  \
    for (int i = 0; i < count; ++i)                                            \
      r->x[i] = a->x[i] || b->x[i];                                            \
  }

#define HALF_ELEMENTS(shape, m, n, k)                                          \
  ELEMENTS(shape, 2, real2, HALF_C, LogicalHalf)                               \
  ELEMENTS(shape, 4, real4, HALF_C, LogicalHalf)                               \
  LOGICAL(shape, HALF_C, LogicalHalf)
HALF_SHAPES(HALF_ELEMENTS)
ELEMENTS(m16n16k8, 4, real4, SINGLE_C, LogicalSingle)
LOGICAL(m16n16k8, SINGLE_C, LogicalSingle)
ELEMENTS(m8n8k4, 8, real8, DOUBLE_C, LogicalDouble)
LOGICAL(m8n8k4, DOUBLE_C, LogicalDouble)
