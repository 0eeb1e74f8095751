/*===-- warprt/DeviceLaunch.h - Launches in device code -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * A launch in device code becomes a call of a function without a body, one for
 * each kernel, whose attribute "warpfort.launch_of" is the kernel's symbol:
 *
 *   void __warpdev_launch.<kernel>(int32_t gridX, .., int32_t blockZ,
 *                                  int32_t bytes, int64_t stream, arguments);
 *
 * An argument is a scalar or an address; what the kernel gets a copy of
 * (descriptors, derived types) is passed by its address. The device linker,
 * which knows the kernel, makes of it
 *
 *   char *p = __warpdev_launch_begin(kernel, &parameters, gridX, .., bytes);
 *   if (p) {
 *     *(T *)(p + parameters.offsets[0]) = argument0; ..
 *     __warpdev_launch_end(p, stream);
 *   }
 *
 * On a GPU these are functions of CUDA's device runtime, and on the CPU the
 * runtime's below, where `kernel` is its WarprtCpuKernel.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_DEVICELAUNCH_H
#define WARPRT_DEVICELAUNCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPDEV_LAUNCH_PREFIX "__warpdev_launch."
#define WARPDEV_LAUNCH_BEGIN "__warpdev_launch_begin"
#define WARPDEV_LAUNCH_END "__warpdev_launch_end"
#define WARPDEV_LAUNCH_CHECKED "__warpdev_launch_checked"
/* What asks for errors of launches. */
#define WARPRT_GET_LAST_ERROR "warprt_cudaGetLastError"
#define WARPRT_PEEK_AT_LAST_ERROR "warprt_cudaPeekAtLastError"
/* Functions of CUDA's device runtime begin with this. */
#define WARPDEV_CUDA_RUNTIME_PREFIX "__cudaCDP2"

/* What cudaDeviceSynchronize calls on a GPU, where a kernel is split into
 * phases there. The call has the address of a list of the functions below,
 * which the split needs (runtime/device/Phases.c). */
#define WARPDEV_WAIT_FOR_LAUNCHES "__warpdev_wait_for_launches"
#define WARPDEV_PHASE_PREFIX "__warpdev_phase_"
#define WARPDEV_PHASE_IS_FIRST_THREAD "__warpdev_phase_is_first_thread"
#define WARPDEV_PHASE_FRAME "__warpdev_phase_frame"
#define WARPDEV_PHASE_THREAD "__warpdev_phase_thread"
#define WARPDEV_PHASE_COPY "__warpdev_phase_copy"
#define WARPDEV_PHASE_DYNAMIC_BYTES "__warpdev_phase_dynamic_bytes"
#define WARPDEV_PHASE_BEGIN "__warpdev_phase_begin"
#define WARPDEV_PHASE_MEET "__warpdev_phase_meet"
#define WARPDEV_PHASE_LEAVE "__warpdev_phase_leave"
#define WARPDEV_PHASE_PARAMETERS "__warpdev_phase_parameters"
#define WARPDEV_PHASE_LAUNCH "__warpdev_phase_launch"
#define WARPDEV_PHASE_CREATE_STREAM "__warpdev_phase_create_stream"
#define WARPDEV_PHASE_STREAM "__warpdev_phase_stream"
#define WARPDEV_PHASE_DESTROY_STREAM "__warpdev_phase_destroy_stream"

/* -fnested-aggregate=: threads hold their launches to the end of their block,
 * and one grid has the blocks of all, or of those of a warp
 * (lib/Driver/AggregateLaunches.cpp). A thread's slot, and what a block of the
 * grid reads, begins with this; the kernel's arguments follow. */
typedef struct WarpdevHeldLaunch {
  uint32_t state; /* of a slot: whether it is held; of a record: its first block
                     in the combined grid */
  uint32_t grid[3], block[3];
  uint32_t bytes; /* of dynamic shared memory */
} WarpdevHeldLaunch;

/* The argument of a combined kernel; the records follow. */
typedef struct WarpdevCombinedLaunch {
  uint32_t count;          /* of records */
  uint32_t blocks;         /* of all */
  uint32_t threads, bytes; /* most of a block */
  uint32_t recordBytes;
  uint32_t finished; /* blocks that have read what they need */
  uint32_t padding[2];
} WarpdevCombinedLaunch;

/* Where a launch may come more than once, a thread keeps a list of them. A
 * record follows. */
typedef struct WarpdevHeldNode {
  struct WarpdevHeldNode *next;
  uint32_t site; /* which launch of the source it is */
  uint32_t padding;
} WarpdevHeldNode;
typedef struct WarpdevHeldList {
  WarpdevHeldNode *first, *last;
} WarpdevHeldList;

/* A record at the end of the calling thread's list, or null: no memory. */
#define WARPDEV_COMBINE_HOLD "__warpdev_combine_hold"
/* The site of the first record, or ~0. */
#define WARPDEV_COMBINE_SITE "__warpdev_combine_site"
/* The first record of the list if it is of that site, or null; takes it away
 * likewise. */
#define WARPDEV_COMBINE_FIRST "__warpdev_combine_first"
#define WARPDEV_COMBINE_DROP "__warpdev_combine_drop"

/* All threads of a block call these, with their number in it, one after the
 * other; for launches of warps there are functions with this suffix. */
#define WARPDEV_COMBINE_OF_WARP "_of_warp"
/* The least site that any thread has first in its list, or ~0. */
#define WARPDEV_COMBINE_NEXT "__warpdev_combine_next"
/* A place for the slot's contents, or null: nothing to launch, or to be
 * launched by itself. */
#define WARPDEV_COMBINE_COLLECT "__warpdev_combine_collect"
/* What the calling thread launches, or null. */
#define WARPDEV_COMBINE_READY "__warpdev_combine_ready"
/* In the combined kernel: the record of a block; the block needs none any
 * more. */
#define WARPDEV_COMBINE_FIND "__warpdev_combine_find"
#define WARPDEV_COMBINE_RELEASE "__warpdev_combine_release"

/* A function of the device library that is a kernel on GPUs. */
#define WARPDEV_FILL_KERNEL "__warpdev_fill_kernel"

/* Streams that CUDA defines for device code only. */
#define WARPDEV_STREAM_TAIL_LAUNCH 3
#define WARPDEV_STREAM_FIRE_AND_FORGET 4

/* The parameters of a kernel as its launch in device code lays them out. */
typedef struct WarprtCpuParameters {
  const char *displayName; /* the kernel's, for messages */
  const uint32_t *offsets; /* of each parameter */
  uint32_t count;          /* of parameters */
  uint32_t size;           /* of all of them */
} WarprtCpuParameters;

struct WarprtCpuKernel;

/* Memory for the parameters, or null: then the launch is wrong, and the error
 * is kept for warprt_cpu_launch_error(). */
void *warprt_cpu_launch_begin(const struct WarprtCpuKernel *kernel,
                              const WarprtCpuParameters *parameters,
                              int32_t gridX, int32_t gridY, int32_t gridZ,
                              int32_t blockX, int32_t blockY, int32_t blockZ,
                              int32_t bytes);
void warprt_cpu_launch_end(void *parameters, int64_t stream);

/* The following have the results of the CUDA functions that they stand for. */
int32_t warprt_cpu_launch_error(int32_t reset);
int32_t warprt_cpu_wait_for_launches(void);
int32_t warprt_cpu_create_stream(int64_t *stream, int32_t flags);
int32_t warprt_cpu_destroy_stream(int64_t stream);
int32_t warprt_cpu_create_event(int64_t *event, int32_t flags);
int32_t warprt_cpu_destroy_event(int64_t event);
int32_t warprt_cpu_record_event(int64_t event, int64_t stream);
int32_t warprt_cpu_wait_event(int64_t stream, int64_t event);
int32_t warprt_cpu_copy_async(void *to, const void *from, uint64_t bytes,
                              int64_t stream);
int32_t warprt_cpu_copy_rows_async(void *to, uint64_t toPitch, const void *from,
                                   uint64_t fromPitch, uint64_t width,
                                   uint64_t height, int64_t stream);
int32_t warprt_cpu_fill_rows_async(void *to, uint64_t pitch, int32_t byte,
                                   uint64_t width, uint64_t height,
                                   int64_t stream);
/* Of type(cudaMemcpy3DParms), type(cudaPitchedPtr) and type(cudaExtent). */
int32_t warprt_cpu_copy_volume_async(const void *copy, int64_t stream);
int32_t warprt_cpu_fill_volume_async(const void *to, int32_t byte,
                                     const void *extent, int64_t stream);

/* What device code asks of its device, and the result of the function that
 * answers on the host. `argument` is the number of an attribute or limit. */
enum {
  WARPRT_QUERY_DEVICE,
  WARPRT_QUERY_DEVICE_COUNT,
  WARPRT_QUERY_ATTRIBUTE,
  WARPRT_QUERY_LIMIT,
  WARPRT_QUERY_RUNTIME_VERSION,
  WARPRT_QUERY_CACHE_CONFIG,
  WARPRT_QUERY_SHARED_MEMORY_CONFIG
};
int32_t warprt_cpu_query(int32_t which, int64_t *value, int32_t argument,
                         int32_t device);
/* Into type(cudaFuncAttributes). */
int32_t warprt_cpu_kernel_attributes(void *attributes,
                                     const struct WarprtCpuKernel *kernel);
int32_t warprt_cpu_active_blocks(int32_t *blocks,
                                 const struct WarprtCpuKernel *kernel,
                                 int32_t threads, int64_t bytes, int32_t flags);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_DEVICELAUNCH_H */
