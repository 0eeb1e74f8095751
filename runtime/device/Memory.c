/*===-- Memory.c - Loads and stores with cache operators -------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * __ldca .. __stwt of module cudadevice. PTX has the operators, LLVM's
 * intrinsics have not, so they are PTX instructions here, with addresses of any
 * memory. On the CPU all are volatile accesses: what the operators promise of
 * visibility to other threads holds there.
 *
 * Vectors are one access where they are aligned. Functions with an array result
 * have Flang's calling convention: see Atomics.c.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

typedef _Float16 real2;
typedef float complex4
    __attribute__((vector_size(8))); /* as Flang returns it */
typedef struct complex8 {
  double re, im;
} complex8;
typedef struct address {
  struct {
    int64_t value;
  } pointer;
} address; /* type(c_devptr) */

/*===-- One word ----------------------------------------------------------===*/

#define WORD(OP, BITS, T, CONSTRAINT)                                          \
  INLINE T load##BITS##_##OP(const T *x) {                                     \
    T y;                                                                       \
    if (__warpdev_target_is_cpu())                                             \
      return *(const volatile T *)x;                                           \
    __asm__ volatile("ld." #OP ".b" #BITS " %0, [%1];"                         \
                     : "=" CONSTRAINT(y)                                       \
                     : "l"(x)                                                  \
                     : "memory");                                              \
    return y;                                                                  \
  }
#define STORE_WORD(OP, BITS, T, CONSTRAINT)                                    \
  INLINE void store##BITS##_##OP(T *y, T x) {                                  \
    if (__warpdev_target_is_cpu())                                             \
      *(volatile T *)y = x;                                                    \
    else                                                                       \
      __asm__ volatile("st." #OP ".b" #BITS " [%0], %1;"                       \
                       :                                                       \
                       : "l"(y), CONSTRAINT(x)                                 \
                       : "memory");                                            \
  }
#define WORDS(M, OP)                                                           \
  M(OP, 16, uint16_t, "h")                                                     \
  M(OP, 32, uint32_t, "r")                                                     \
  M(OP, 64, uint64_t, "l")

/*===-- Vectors -----------------------------------------------------------===*/

INLINE int isAligned(const void *p, uint32_t bytes) {
  return ((uintptr_t)p & (bytes - 1)) == 0;
}

#define LOAD_VECTORS(OP)                                                       \
  INLINE void load4x32_##OP(uint32_t *y, const uint32_t *x) {                  \
    if (!__warpdev_target_is_cpu() && isAligned(x, 16))                        \
      __asm__ volatile("ld." #OP ".v4.b32 {%0, %1, %2, %3}, [%4];"             \
                       : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3])        \
                       : "l"(x)                                                \
                       : "memory");                                            \
    else                                                                       \
      for (int i = 0; i < 4; ++i)                                              \
        y[i] = load32_##OP(x + i);                                             \
  }                                                                            \
  INLINE void load2x64_##OP(uint64_t *y, const uint64_t *x) {                  \
    if (!__warpdev_target_is_cpu() && isAligned(x, 16))                        \
      __asm__ volatile("ld." #OP ".v2.b64 {%0, %1}, [%2];"                     \
                       : "=l"(y[0]), "=l"(y[1])                                \
                       : "l"(x)                                                \
                       : "memory");                                            \
    else                                                                       \
      for (int i = 0; i < 2; ++i)                                              \
        y[i] = load64_##OP(x + i);                                             \
  }                                                                            \
  INLINE void load2x16_##OP(uint16_t *y, const uint16_t *x) {                  \
    if (isAligned(x, 4)) {                                                     \
      uint32_t both = load32_##OP((const uint32_t *)x);                        \
      y[0] = (uint16_t)both;                                                   \
      y[1] = (uint16_t)(both >> 16);                                           \
    } else {                                                                   \
      y[0] = load16_##OP(x);                                                   \
      y[1] = load16_##OP(x + 1);                                               \
    }                                                                          \
  }
#define STORE_VECTORS(OP)                                                      \
  INLINE void store4x32_##OP(uint32_t *y, const uint32_t *x) {                 \
    if (!__warpdev_target_is_cpu() && isAligned(y, 16))                        \
      __asm__ volatile("st." #OP ".v4.b32 [%0], {%1, %2, %3, %4};"             \
                       :                                                       \
                       : "l"(y), "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])    \
                       : "memory");                                            \
    else                                                                       \
      for (int i = 0; i < 4; ++i)                                              \
        store32_##OP(y + i, x[i]);                                             \
  }                                                                            \
  INLINE void store2x64_##OP(uint64_t *y, const uint64_t *x) {                 \
    if (!__warpdev_target_is_cpu() && isAligned(y, 16))                        \
      __asm__ volatile("st." #OP ".v2.b64 [%0], {%1, %2};"                     \
                       :                                                       \
                       : "l"(y), "l"(x[0]), "l"(x[1])                          \
                       : "memory");                                            \
    else                                                                       \
      for (int i = 0; i < 2; ++i)                                              \
        store64_##OP(y + i, x[i]);                                             \
  }                                                                            \
  INLINE void store2x16_##OP(uint16_t *y, const uint16_t *x) {                 \
    if (isAligned(y, 4)) {                                                     \
      store32_##OP((uint32_t *)y, (uint32_t)x[1] << 16 | x[0]);                \
    } else {                                                                   \
      store16_##OP(y, x[0]);                                                   \
      store16_##OP(y + 1, x[1]);                                               \
    }                                                                          \
  }

/*===-- The functions -----------------------------------------------------===*/

#define LOAD_SCALAR(OP, TYPE, T, BITS)                                         \
  T __warpdev_ld##OP##_##TYPE(const T *x) {                                    \
    return __builtin_bit_cast(T,                                               \
                              load##BITS##_##OP((const uint##BITS##_t *)x));   \
  }
#define LOAD_ARRAY(OP, TYPE, T, COUNT, BITS)                                   \
  void ld##OP##_##TYPE(T *y, const T *x) __asm__("_QP__ld" #OP "_" #TYPE);     \
  void ld##OP##_##TYPE(T *y, const T *x) {                                     \
    load##COUNT##x##BITS##_##OP((uint##BITS##_t *)y,                           \
                                (const uint##BITS##_t *)x);                    \
  }
#define LOADS(OP)                                                              \
  WORDS(WORD, OP)                                                              \
  LOAD_VECTORS(OP)                                                             \
  LOAD_SCALAR(OP, i4, int32_t, 32)                                             \
  LOAD_SCALAR(OP, i8, int64_t, 64)                                             \
  LOAD_SCALAR(OP, r2, real2, 16)                                               \
  LOAD_SCALAR(OP, r4, float, 32)                                               \
  LOAD_SCALAR(OP, r8, double, 64)                                              \
  complex4 __warpdev_ld##OP##_c4(const float *x) {                             \
    return (complex4){__warpdev_ld##OP##_r4(x), __warpdev_ld##OP##_r4(x + 1)}; \
  }                                                                            \
  complex8 __warpdev_ld##OP##_c8(const double *x) {                            \
    return (complex8){__warpdev_ld##OP##_r8(x), __warpdev_ld##OP##_r8(x + 1)}; \
  }                                                                            \
  address __warpdev_ld##OP##_cd(const int64_t *x) {                            \
    return (address){{__warpdev_ld##OP##_i8(x)}};                              \
  }                                                                            \
  LOAD_ARRAY(OP, 4i4, int32_t, 4, 32)                                          \
  LOAD_ARRAY(OP, 2i8, int64_t, 2, 64)                                          \
  LOAD_ARRAY(OP, 2r2, real2, 2, 16)                                            \
  LOAD_ARRAY(OP, 4r4, float, 4, 32)                                            \
  LOAD_ARRAY(OP, 2r8, double, 2, 64)

#define STORE_SCALAR(OP, TYPE, T, BITS)                                        \
  void __warpdev_st##OP##_##TYPE(T *y, T x) {                                  \
    store##BITS##_##OP((uint##BITS##_t *)y,                                    \
                       __builtin_bit_cast(uint##BITS##_t, x));                 \
  }
#define STORE_ARRAY(OP, TYPE, T, COUNT, BITS)                                  \
  void __warpdev_st##OP##_##TYPE(T *y, const T *x) {                           \
    store##COUNT##x##BITS##_##OP((uint##BITS##_t *)y,                          \
                                 (const uint##BITS##_t *)x);                   \
  }
#define STORES(OP)                                                             \
  WORDS(STORE_WORD, OP)                                                        \
  STORE_VECTORS(OP)                                                            \
  STORE_SCALAR(OP, i4, int32_t, 32)                                            \
  STORE_SCALAR(OP, i8, int64_t, 64)                                            \
  STORE_SCALAR(OP, r2, real2, 16)                                              \
  STORE_SCALAR(OP, r4, float, 32)                                              \
  STORE_SCALAR(OP, r8, double, 64)                                             \
  void __warpdev_st##OP##_c4(float *y, const float *x) {                       \
    __warpdev_st##OP##_r4(y, x[0]);                                            \
    __warpdev_st##OP##_r4(y + 1, x[1]);                                        \
  }                                                                            \
  void __warpdev_st##OP##_c8(double *y, const double *x) {                     \
    __warpdev_st##OP##_r8(y, x[0]);                                            \
    __warpdev_st##OP##_r8(y + 1, x[1]);                                        \
  }                                                                            \
  void __warpdev_st##OP##_cd(int64_t *y, const int64_t *x) {                   \
    __warpdev_st##OP##_i8(y, *x);                                              \
  }                                                                            \
  STORE_ARRAY(OP, 4i4, int32_t, 4, 32)                                         \
  STORE_ARRAY(OP, 2i8, int64_t, 2, 64)                                         \
  STORE_ARRAY(OP, 2r2, real2, 2, 16)                                           \
  STORE_ARRAY(OP, 4r4, float, 4, 32)                                           \
  STORE_ARRAY(OP, 2r8, double, 2, 64)

LOADS(ca)
LOADS(cg)
LOADS(cs)
LOADS(lu)
LOADS(cv)
STORES(wb)
STORES(cg)
STORES(cs)
STORES(wt)
