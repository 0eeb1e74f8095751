/*===-- PlainIndices.c - Thread indices for plain Fortran ------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What kernels of plain Fortran (--kernel=) call as external procedures:
 *   INTEGER THREADIDXX, BLOCKIDXX, BLOCKDIMX, GRIDDIMX      and Y, Z
 *   CALL SYNCTHREADS()
 * Indices begin at zero, as the hardware's do. The names are FIR's; a program
 * that has a procedure of such a name has its own.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

#define INDICES(name, function)                                                \
  int32_t _QP##name##x(void) { return (int32_t)function(0); }                  \
  int32_t _QP##name##y(void) { return (int32_t)function(1); }                  \
  int32_t _QP##name##z(void) { return (int32_t)function(2); }

INDICES(threadidx, threadIndex)
INDICES(blockidx, blockIndex)
INDICES(blockdim, blockDim)
INDICES(griddim, gridDim)

__attribute__((convergent)) void _QPsyncthreads(void) { __syncthreads(); }
