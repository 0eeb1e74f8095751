/*===-- warprt/EntryPoints.h - Calls from compiled code -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The functions of the runtime that compiled code calls, beside Flang's own
 * _FortranACUF* entry points (flang/Runtime/CUDA). Declared once, here;
 * lib/RuntimeCalls builds the compiler's call types from these declarations.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_ENTRYPOINTS_H
#define WARPRT_ENTRYPOINTS_H

#include "warprt/Image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called by the constructor and destructor of a linked image. The image must
 * live until unregistered. Refuses another ABI version: message and exit. */
void warprt_register_image(const WarprtImage *image);
void warprt_unregister_image(const WarprtImage *image);

/* Memory of local device data; `type` is one of Flang's kMemType numbers. Stops
 * the program with a message where there is none. Freed by
 * _FortranACUFMemFree. */
void *warprt_mem_alloc(uint64_t bytes, uint32_t type, const char *file,
                       int32_t line);

/* on_device() of module cudadevice: here it is false; the device library has
 * the same function, where it is true. */
int32_t warprt_on_device(void);

/* Launches kernel<<<grid, block, sharedBytes, stream>>>(args...).
 *   stream  null: the default stream; else address of an integer(8) that
 *           holds the stream's handle
 *   args    address of each argument's value, kernel->numParams of them; the
 *           values are copied before the call returns
 * Errors are kept as CUDA keeps them: cudaGetLastError() returns them. */
void warprt_launch_kernel(WarprtKernel *kernel, int32_t gridX, int32_t gridY,
                          int32_t gridZ, int32_t blockX, int32_t blockY,
                          int32_t blockZ, int32_t sharedBytes,
                          const int64_t *stream, void **args);

/* Names the memory that an allocation through this Fortran descriptor gets,
 * where the descriptor names none: a number of Flang's allocator registry. */
void warprt_set_allocator(void *descriptor, int32_t allocator);

/* One scalar that a kernel loop reduces into. */
typedef struct WarprtReduction {
  void *target;   /* host address, or device address when isDevice */
  uint32_t bytes; /* of the scalar, at most WARPRT_REDUCTION_SLOT */
  uint32_t isDevice;
} WarprtReduction;

#define WARPRT_REDUCTION_SLOT 16u   /* bytes of one result */
#define WARPRT_REDUCTION_HEADER 64u /* bytes of scratch before the partials */

/* Launches a kernel loop of `numLoops` (1..3) loops; loop 0 is the innermost
 * and maps to x.
 *   trips   iterations of each loop; none runs when one of them is <= 0
 *   grid, block   numLoops entries each, 0 where the source has `*`
 *   reductions    with numReductions > 0 the kernel has two parameters more
 *           than `args` names, which the runtime supplies: the address of one
 *           WARPRT_REDUCTION_SLOT a reduction, holding the values before the
 *           loop, replaced by the kernel with the results; and the address of
 *           scratch: WARPRT_REDUCTION_HEADER zero bytes (the kernel leaves them
 *           zero), then for each reduction grid.x*grid.y*grid.z slots.
 *           The results are in their targets when the call returns, if one of
 *           them is on the host; else in stream order. */
void warprt_launch_loops(WarprtKernel *kernel, int32_t numLoops,
                         const int64_t *trips, const int32_t *grid,
                         const int32_t *block, const int64_t *stream,
                         void **args, int32_t numReductions,
                         const WarprtReduction *reductions);

/* Temporaries of host expressions with device data. Descriptors are Flang's;
 * a temporary is contiguous, in host memory or (onDevice) in device memory, and
 * has the rank, bounds and type of `like` or `source`. Failures end the program
 * with a message that names file and line. */
void warprt_temporary_create(void *temporary, const void *like,
                             int32_t onDevice, const char *file, int32_t line);

/* Creates a copy on the other side: of device data on the host, or (onDevice)
 * of host data on the device. The copy of what is not allocated is not. */
void warprt_temporary_copy(void *temporary, const void *source,
                           int32_t onDevice, const char *file, int32_t line);

/* Copies a temporary on the host to the device data that it is a copy of. */
void warprt_temporary_write_back(const void *temporary, void *target,
                                 const char *file, int32_t line);

void warprt_temporary_free(void *temporary, int32_t onDevice, const char *file,
                           int32_t line);

/* For an actual argument that must be contiguous: makes a copy in device memory
 * of device data that are not, or describes the same data; afterwards copies
 * back what may be changed, and frees the copy. */
void warprt_copy_in(void *temporary, const void *source, const char *file,
                    int32_t line);
void warprt_copy_out(void *temporary, void *source, int32_t changed,
                     const char *file, int32_t line);

/* Waits for the default stream: the host may use managed data of an expression
 * at once. */
void warprt_wait(const char *file, int32_t line);

/* Gives the allocatable left-hand side of an assignment the shape of `like`;
 * `allocator` is Flang's number of the memory that its attribute asks for. */
void warprt_reallocate(void *allocatable, const void *like, int32_t allocator,
                       const char *file, int32_t line);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_ENTRYPOINTS_H */
