/*===-- Reduce.c - Reductions of kernel loops ------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What the compiler calls at the end of a kernel loop, for each operator and
 * type of Reduce.h.
 *
 *===----------------------------------------------------------------------===*/
#include "Reduce.h"

#define SIMPLE(OP, T, NAME)                                                    \
  void __warpdev_reduce_##OP##_##NAME(T local, void *slot, void *scratch,      \
                                      int32_t index, int32_t count) {          \
    (void)count;                                                               \
    reduce_##OP##_##NAME(local, slot, scratch, index);                         \
  }
FOR_EACH_SIMPLE_REDUCTION(SIMPLE)

typedef float Part_c32;
typedef double Part_c64;
#define COMPLEX(OP, T, NAME)                                                   \
  void __warpdev_reduce_##OP##_##NAME(Part_##NAME re, Part_##NAME im,          \
                                      void *slot, void *scratch,               \
                                      int32_t index, int32_t count) {          \
    (void)count;                                                               \
    reduce_##OP##_##NAME((T){re, im}, slot, scratch, index);                   \
  }
FOR_EACH_COMPLEX_REDUCTION(COMPLEX)

void __warpdev_reduce_last_i64(int64_t when, int64_t bits, void *slot,
                               void *scratch, int32_t index, int32_t count) {
  (void)count;
  reduce_last_dated64((Dated64){when, bits}, slot, scratch, index);
}
