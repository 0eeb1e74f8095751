/*===-- warprt/DeviceLibrary.h - Calls from device code -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Functions that compiled device code calls and runtime/device defines, once,
 * as bitcode for both targets. Thread indices, barriers and warp operations
 * are NVVM intrinsics in that bitcode; lib/Target turns them into what each
 * target has.
 *
 * Iteration space of a kernel loop, dimension 0 innermost. For n iterations
 * numbered from 0, the calling thread does begin, begin+stride, ... < end:
 *   int64_t __warpdev_loop_begin(int32_t dim, int64_t n);
 *   int64_t __warpdev_loop_end(int32_t dim, int64_t n);
 *   int64_t __warpdev_loop_stride(int32_t dim);
 *
 * Reductions of kernel loops. Every thread of the grid calls
 *   void __warpdev_reduce_<op>_<type>(T local, void *slot, void *scratch,
 *                                     int32_t index, int32_t count)
 * at the end, for index = 0 .. count-1 in order, with uniform arguments but
 * `local`; `slot` is the result's WARPRT_REDUCTION_SLOT, `scratch` as in
 * EntryPoints.h. Complex values are passed as two reals (re, im).
 *   <op>   add mul min max iand ior ieor land lor leqv lneqv
 *   <type> i8 i16 i32 i64 f32 f64 (all but logical), c32 c64 (add, mul),
 *          l8 l16 l32 l64 (logical operations; T is the integer of that width)
 *
 *   int32_t __warpdev_target_is_cpu(void)   replaced by a constant for each
 *                                           target before optimisation
 *   int32_t __warpdev_compute_capability(void)   likewise: the least that the
 *                                           code is for (90: 9.0), 0: the CPU
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_DEVICELIBRARY_H
#define WARPRT_DEVICELIBRARY_H

#include <stdint.h>

#define WARPDEV_PREFIX "__warpdev_"
#define WARPDEV_TARGET_IS_CPU "__warpdev_target_is_cpu"
#define WARPDEV_COMPUTE_CAPABILITY "__warpdev_compute_capability"
#define WARPDEV_REDUCE_PREFIX "__warpdev_reduce_"

/* Functions of Flang's runtime that the device library has a version of. The
 * compiler refuses device code that needs another. */
#define WARPDEV_FORTRAN_FUNCTIONS(X)                                           \
  X(_FortranAExponent4_4)                                                      \
  X(_FortranAExponent4_8)                                                      \
  X(_FortranAExponent8_4)                                                      \
  X(_FortranAExponent8_8)                                                      \
  X(_FortranAFraction4)                                                        \
  X(_FortranAFraction8)                                                        \
  X(_FortranAModInteger1)                                                      \
  X(_FortranAModInteger2)                                                      \
  X(_FortranAModInteger4)                                                      \
  X(_FortranAModInteger8)                                                      \
  X(_FortranAModReal4)                                                         \
  X(_FortranAModReal8)                                                         \
  X(_FortranAModuloInteger1)                                                   \
  X(_FortranAModuloInteger2)                                                   \
  X(_FortranAModuloInteger4)                                                   \
  X(_FortranAModuloInteger8)                                                   \
  X(_FortranAModuloReal4)                                                      \
  X(_FortranAModuloReal8)                                                      \
  X(_FortranANearest4)                                                         \
  X(_FortranANearest8)                                                         \
  X(_FortranARRSpacing4)                                                       \
  X(_FortranARRSpacing8)                                                       \
  X(_FortranAScale4)                                                           \
  X(_FortranAScale8)                                                           \
  X(_FortranASetExponent4)                                                     \
  X(_FortranASetExponent8)                                                     \
  X(_FortranASpacing4)                                                         \
  X(_FortranASpacing8)                                                         \
  X(_FortranAcpowi)                                                            \
  X(_FortranAcpowk)                                                            \
  X(_FortranAzpowi)                                                            \
  X(_FortranAzpowk)

#endif /* WARPRT_DEVICELIBRARY_H */
