/*===-- Device.h - What all of the device library shares -------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The library is compiled once, for NVPTX without CUDA's headers, and its
 * bitcode serves both targets: the CPU target turns the NVVM builtins into what
 * it has. No function here may be turned into a call of itself, so the files
 * are compiled with -fno-builtin.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_RUNTIME_DEVICE_DEVICE_H
#define WARPFORT_RUNTIME_DEVICE_DEVICE_H

#include "warprt/DeviceLibrary.h"
#include <stdbool.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
#define SHARED __attribute__((address_space(3)))

int32_t __warpdev_target_is_cpu(void);
int32_t __warpdev_loops_use_threads(void);

/* On the CPU: lets all other threads of the block come to where they wait, too,
 * be it here or at a barrier, but none past a barrier. */
__attribute__((convergent)) void __warpdev_wait(void);
int32_t __warpdev_compute_capability(void);

/* On the CPU: a shuffle of 64 bits. Threads wait once, not for each half. */
__attribute__((convergent)) int64_t __warpdev_shuffle64(
    int32_t kind, uint32_t mask, int64_t value, int32_t lane, int32_t control);

INLINE uint32_t gridDim(int dim) {
  return dim == 0   ? __nvvm_read_ptx_sreg_nctaid_x()
         : dim == 1 ? __nvvm_read_ptx_sreg_nctaid_y()
                    : __nvvm_read_ptx_sreg_nctaid_z();
}
INLINE uint32_t blockDim(int dim) {
  return dim == 0   ? __nvvm_read_ptx_sreg_ntid_x()
         : dim == 1 ? __nvvm_read_ptx_sreg_ntid_y()
                    : __nvvm_read_ptx_sreg_ntid_z();
}
INLINE uint32_t blockIndex(int dim) {
  return dim == 0   ? __nvvm_read_ptx_sreg_ctaid_x()
         : dim == 1 ? __nvvm_read_ptx_sreg_ctaid_y()
                    : __nvvm_read_ptx_sreg_ctaid_z();
}
INLINE uint32_t threadIndex(int dim) {
  return dim == 0   ? __nvvm_read_ptx_sreg_tid_x()
         : dim == 1 ? __nvvm_read_ptx_sreg_tid_y()
                    : __nvvm_read_ptx_sreg_tid_z();
}

/* Number of the thread in its block, x fastest. */
INLINE uint32_t linearThread(void) {
  return (threadIndex(2) * blockDim(1) + threadIndex(1)) * blockDim(0) +
         threadIndex(0);
}
INLINE uint32_t blockThreads(void) {
  return blockDim(0) * blockDim(1) * blockDim(2);
}
INLINE uint64_t gridBlocks(void) {
  return (uint64_t)gridDim(0) * gridDim(1) * gridDim(2);
}
INLINE uint64_t linearBlock(void) {
  return ((uint64_t)blockIndex(2) * gridDim(1) + blockIndex(1)) * gridDim(0) +
         blockIndex(0);
}

/* First iteration of chunk `c` of `chunks`; sizes differ by at most one. */
INLINE int64_t chunkBegin(int64_t n, int64_t c, int64_t chunks) {
  int64_t size = n / chunks, rest = n % chunks;
  return size * c + (c < rest ? c : rest);
}

#endif /* WARPFORT_RUNTIME_DEVICE_DEVICE_H */
