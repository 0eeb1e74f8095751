/*===-- warprt/CpuFeatures.h - What a CPU must have -----------------*- C
 * -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Extensions of x86-64 that compiled code may use. Each object whose code needs
 * some has a WarprtCpuNeeds in section "warprt_cpu_needs". A program is linked
 * with libwarprt_start.a, which compares them with the CPU before anything else
 * runs. Code for the CPU as a device has its needs in the WarprtDeviceCode.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_CPUFEATURES_H
#define WARPRT_CPUFEATURES_H

#include <stdint.h>

/* X(number, name, use, leaf, subleaf, register, bit): the bit of a mask, LLVM's
 * name, whether ordinary code has it everywhere (COMMON) or only where it does
 * something particular (RARE), and where CPUID shows it. A number keeps its
 * meaning; new extensions are added at the end. */
#define WARPRT_CPU_FEATURES(X)                                                 \
  X(0, "sse3", COMMON, 1, 0, C, 0)                                             \
  X(1, "ssse3", COMMON, 1, 0, C, 9)                                            \
  X(2, "sse4.1", COMMON, 1, 0, C, 19)                                          \
  X(3, "sse4.2", COMMON, 1, 0, C, 20)                                          \
  X(4, "popcnt", COMMON, 1, 0, C, 23)                                          \
  X(5, "movbe", RARE, 1, 0, C, 22)                                             \
  X(6, "avx", COMMON, 1, 0, C, 28)                                             \
  X(7, "f16c", RARE, 1, 0, C, 29)                                              \
  X(8, "fma", COMMON, 1, 0, C, 12)                                             \
  X(9, "avx2", COMMON, 7, 0, B, 5)                                             \
  X(10, "bmi", COMMON, 7, 0, B, 3)                                             \
  X(11, "bmi2", COMMON, 7, 0, B, 8)                                            \
  X(12, "lzcnt", COMMON, 0x80000001, 0, C, 5)                                  \
  X(13, "avx512f", COMMON, 7, 0, B, 16)                                        \
  X(14, "avx512dq", COMMON, 7, 0, B, 17)                                       \
  X(15, "avx512cd", RARE, 7, 0, B, 28)                                         \
  X(16, "avx512bw", COMMON, 7, 0, B, 30)                                       \
  X(17, "avx512vl", COMMON, 7, 0, B, 31)                                       \
  X(18, "avx512ifma", RARE, 7, 0, B, 21)                                       \
  X(19, "avx512vbmi", RARE, 7, 0, C, 1)                                        \
  X(20, "avx512vbmi2", RARE, 7, 0, C, 6)                                       \
  X(21, "avx512vnni", RARE, 7, 0, C, 11)                                       \
  X(22, "avx512bitalg", RARE, 7, 0, C, 12)                                     \
  X(23, "avx512vpopcntdq", RARE, 7, 0, C, 14)                                  \
  X(24, "gfni", RARE, 7, 0, C, 8)                                              \
  X(25, "vpclmulqdq", RARE, 7, 0, C, 10)                                       \
  X(26, "avx512fp16", RARE, 7, 0, D, 23)                                       \
  X(27, "avx512bf16", RARE, 7, 1, A, 5)                                        \
  X(28, "avxvnni", RARE, 7, 1, A, 4)                                           \
  X(29, "fma4", COMMON, 0x80000001, 0, C, 16)                                  \
  X(30, "xop", COMMON, 0x80000001, 0, C, 11)                                   \
  X(31, "tbm", COMMON, 0x80000001, 0, C, 21)

#define WARPRT_CPU_NEEDS_SECTION "warprt_cpu_needs"
/* Defined by libwarprt_start.a; a link asks for it by this name. */
#define WARPRT_CPU_CHECK_SYMBOL "warprt_start_check_cpu"

typedef struct WarprtCpuNeeds {
  uint64_t features; /* a bit for each number of WARPRT_CPU_FEATURES */
  char cpu[24];      /* the CPU that the code is for, as -tp names it */
} WarprtCpuNeeds;

#endif /* WARPRT_CPUFEATURES_H */
