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

/* Where the next launch of this thread is in the source, for tables and lists
 * of launches. The texts stay. */
void warprt_launch_at(const char *file, const char *procedure, int32_t line);

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

/* What a kernel's name stands for in host code of CUDA C: \p pop is
 * __cudaPopCallConfiguration, which gives what stands between <<< and >>>, or
 * null in a program without it. */
void warprt_launch_configured(WarprtKernel *kernel, void **args,
                              int32_t (*pop)(void *grid, void *block,
                                             void *bytes, void *stream));

/* Before a launch of a kernel that is known from its interface only, or from
 * the call: ends the program with a message if the kernel has other parameters.
 *   sizes   bytes of each argument; 0 where that is not known */
void warprt_check_arguments(WarprtKernel *kernel, int32_t count,
                            const int32_t *sizes);

/* Names the memory that an allocation through this Fortran descriptor gets,
 * where the descriptor names none: a number of Flang's allocator registry. */
void warprt_set_allocator(void *descriptor, int32_t allocator);

/* Moves allocated components of the records of this Fortran descriptor from
 * ordinary memory to other memory, for each line "type%component=N" of the
 * text, that of Flang's allocator N; each line begins with a line feed. */
void warprt_place_components(const void *descriptor, const char *components,
                             const char *file, int32_t line);

/* Assigns records of the host, with allocatable components in any memory, which
 * are copied. Both are Fortran descriptors; `from` is an array like `to`, or a
 * scalar. `components` as above, for those that are not in device memory. */
enum {
  WARPRT_RECORDS_VARIABLE = 0,
  WARPRT_RECORDS_ALLOCATABLE = 1, /* gets the shape of `from` */
  WARPRT_RECORDS_FRESH = 2        /* holds nothing yet */
};
void warprt_assign_records(void *to, const void *from, int32_t target,
                           const char *components, const char *file,
                           int32_t line);

/* Managed memory for a variable of the host (-gpu=managed), which free() gives
 * back. Stops the program with a message where there is none. */
void *warprt_allocate_managed(uint64_t bytes, const char *file, int32_t line);

/* What C's functions of these names become (-gpu=managed). Memory that is not
 * managed is reallocated as such. */
void *warprt_c_malloc(uint64_t bytes);
void *warprt_c_calloc(uint64_t count, uint64_t bytes);
void *warprt_c_realloc(void *memory, uint64_t bytes);
void *warprt_c_aligned_alloc(uint64_t alignment, uint64_t bytes);
int32_t warprt_c_posix_memalign(void **result, uint64_t alignment,
                                uint64_t bytes);

/* Between a call with 1 and one with 0, which nest, the memory that this thread
 * gets from Flang's runtime for variables of the host is managed. */
void warprt_manage_allocations(int32_t manage);

/* Gives the elements of this Fortran descriptor, in device memory, the default
 * values of their derived type. */
void warprt_initialize(const void *descriptor, const char *file, int32_t line);

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
 *   grid, block   numLoops entries each, 0 where the source has `*`; of a grid
 *           that is larger than the device's the device's largest is taken
 *   reductions    with numReductions > 0 the kernel has two parameters more
 *           than `args` names, which the runtime supplies: the address of one
 *           WARPRT_REDUCTION_SLOT a reduction, holding the values before the
 *           loop, replaced by the kernel with the results; and the address of
 *           scratch: WARPRT_REDUCTION_HEADER zero bytes (the kernel leaves them
 *           zero), then for each reduction grid.x*grid.y*grid.z slots.
 *           The results are in their targets when the call returns, if one of
 *           them is on the host; else in stream order.
 * A launch that cannot be made ends the program with a message. */
void warprt_launch_loops(WarprtKernel *kernel, int32_t numLoops,
                         const int64_t *trips, const int32_t *grid,
                         const int32_t *block, const int64_t *stream,
                         void **args, int32_t numReductions,
                         const WarprtReduction *reductions, const char *file,
                         int32_t line);

/* The same for a kernel in which the threads of a block share loops of the
 * body, in dimension `sharedLoop`, and have the results of the other loops'
 * iterations in common: one of them is the result's. trips[sharedLoop] is the
 * length of the loops that they share, and may be 0. The block's extents are
 * powers of two, and it has whole warps. */
void warprt_launch_shared(WarprtKernel *kernel, int32_t numLoops,
                          const int64_t *trips, int32_t sharedLoop,
                          const int64_t *stream, void **args, const char *file,
                          int32_t line);

/* The same for a kernel of two loops whose blocks compute tiles of elements
 * (DeviceLibrary.h): a thread `columns` elements along x, 1 or 4, and 4 along
 * y. With 1 a row of the tile is read and written by a warp; with 4 blocks and
 * tiles are square, and small where there would be fewer than fill the GPU. */
void warprt_launch_tiled(WarprtKernel *kernel, const int64_t *trips,
                         int32_t columns, const int64_t *stream, void **args,
                         const char *file, int32_t line);

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

/* For an actual argument that must be contiguous: makes a copy of device data
 * that are not, or describes the same data; afterwards copies back what may be
 * changed, and frees the copy. `allocator` is Flang's number of the copy's
 * memory, the device's or managed. */
void warprt_copy_in(void *temporary, const void *source, int32_t allocator,
                    const char *file, int32_t line);
void warprt_copy_out(void *temporary, void *source, int32_t allocator,
                     int32_t changed, const char *file, int32_t line);

/* Waits for the default stream: the host may use managed data of an expression
 * at once. */
void warprt_wait(const char *file, int32_t line);

/* Gives the allocatable left-hand side of an assignment the shape of `like`;
 * `allocator` is Flang's number of the memory that its attribute asks for. */
void warprt_reallocate(void *allocatable, const void *like, int32_t allocator,
                       const char *file, int32_t line);

/*===-- OpenACC -----------------------------------------------------------===*/

/* Values of an async argument that name no queue. */
#define WARPRT_ACC_ASYNC_NOVAL (-1) /* the default queue */
#define WARPRT_ACC_ASYNC_SYNC (-2)  /* none: done when the call returns */
#define WARPRT_ACC_ASYNC_ALL (-3)   /* in a wait: every queue */
#define WARPRT_ACC_ASYNC_UNSET (-4) /* in warprt_acc_set: not given */

/* Flags of a data clause. */
enum {
  WARPRT_ACC_STRUCTURED = 1, /* of a region; else enter data, exit data */
  WARPRT_ACC_FINALIZE = 2,
  WARPRT_ACC_IF_PRESENT = 4, /* nothing, where it is not present */
  WARPRT_ACC_SKIP = 8,       /* an if clause was false: nothing at all */
  WARPRT_ACC_ZERO = 16,      /* new memory is filled with zero */
  WARPRT_ACC_RESULT = 32,    /* of a scalar, which kernels read once and write
                                once, the result of a reduction: the device may
                                do that in memory of the host */
  WARPRT_ACC_OR_HOST = 64,   /* the host's address, where it is not present
                                and the device can use that */
  WARPRT_ACC_PART = 128      /* a part that is present will do, of data of
                                unknown size or of which a region around has a
                                section */
};

/* What a data clause is about: one variable or section, and where in the
 * program. Compiled code fills it in for one call, word by word. */
typedef struct WarprtAccData {
  int64_t flags; /* WARPRT_ACC_* */
  int64_t async;
  const char *name, *file, *function; /* for messages and traces */
  int64_t line;
  void *base; /* address of the variable's first element; null is an array that
                 is not allocated, of which nothing is done */
  int64_t elementBytes;
  int64_t rank;
  const int64_t *section;  /* rank times offset (elements, from the first),
                              extent and stride (bytes); null with rank 0 */
  void *descriptor;        /* null, or a descriptor that gets the address on the
                              device */
  void *descriptorAddress; /* null, or where the host's own one is: if that is
                              part of a present variable, its device copy is
                              attached */
} WarprtAccData;

/* How data enter a region: what is done with what is not present. */
enum {
  WARPRT_ACC_CREATE = 1,
  WARPRT_ACC_COPYIN = 2,
  WARPRT_ACC_PRESENT = 3,  /* an error */
  WARPRT_ACC_NO_CREATE = 4 /* nothing: the host's address stands */
};
/* How they leave it, when nobody else holds them. */
enum { WARPRT_ACC_COPYOUT = 1, WARPRT_ACC_DELETE = 2 };

/* What a construct uses though no clause names it, before any of it enters:
 * data that may overlap each other. */
void warprt_acc_expect_data(int64_t count, const WarprtAccData *const *data);

/* Likewise before data leave. The first \p copied of them are to be copied to
 * the host. */
void warprt_acc_leave_together(int64_t count, const WarprtAccData *const *data,
                               int64_t copied);

/* Data enter a region, or by an enter data directive. The result is where
 * device code finds what the host has at `base`. */
void *warprt_acc_enter_data(const WarprtAccData *data, int32_t how);
void warprt_acc_exit_data(const WarprtAccData *data, int32_t how);

/* The same address, of data that are present; use_device. Holds nothing. */
void *warprt_acc_look_up_data(const WarprtAccData *data);

/* 1 if what is present of two variables shares no memory on the device; 0 if it
 * does, or the runtime cannot tell. */
int32_t warprt_acc_are_apart(const WarprtAccData *left,
                             const WarprtAccData *right);

void warprt_acc_update_device_data(const WarprtAccData *data);
void warprt_acc_update_host_data(const WarprtAccData *data);

/* An attach and a detach clause: about `descriptorAddress`; the data are its
 * target. */
void *warprt_acc_attach_data(const WarprtAccData *data);
void warprt_acc_detach_data(const WarprtAccData *data);

/* A compute construct uses records with allocatable or pointer components.
 *   records  `base` is the descriptor of a record or array of them, which is
 *            present; the last extent of an array of assumed size is -1. No
 *            other word says what the data are
 *   uses     the components: their number, then for each its offset and the
 *            same again for what it is or describes (0 where that has no
 *            components that are used). -1 in the place of a number: all, and
 *            all that is reachable through them; null likewise
 * The result is what warprt_acc_exit_records() needs. */
void *warprt_acc_enter_records(const WarprtAccData *records, int32_t how,
                               const int64_t *uses);
void warprt_acc_exit_records(const WarprtAccData *records, void *entered);

/* The value of a scalar that a construct only reads: *value is the host's and
 * becomes the device's where the scalar is present there and memory is not
 * shared. */
void warprt_acc_read(void *host, int64_t bytes, int64_t async, void *value);

/* Launch of a compute construct's kernel. */
typedef struct WarprtAccLaunch {
  int64_t numLoops; /* 1..3: the kernel is one loop nest over the grid, of
                       trips[0..numLoops-1] iterations, innermost first; 0: its
                       gangs are the grid, and trips[0] is how many iterations
                       the first gang loop has, trips[1] its WARPDEV_ACC_*.
                       0 iterations: not known */
  int64_t trips[3];
  int64_t gangs[3];     /* num_gangs, 0 where the program leaves it open */
  int64_t workers;      /* num_workers, likewise */
  int64_t vectorLength; /* vector_length, likewise */
  int64_t used;         /* WARPDEV_ACC_* of the kernel's loops */
  int64_t async;
  int64_t tripsAreExact; /* 0: a stale copy of a bound may have made `trips` */
  int64_t numPrivates;   /* private arrays in memory that the launch brings */
  int64_t firstPrivate;  /* args[firstPrivate]: the address of the first, which
                            the runtime replaces; the next one: an int64_t, the
                            bytes of one copy, a multiple of 16, or-ed with
                            WARPDEV_ACC_WORKER and VECTOR where each row or
                            thread has a copy, not only each gang; and so on */
} WarprtAccLaunch;
/* A kernel with reductions (WARPRT_KERNEL_REDUCTIONS_SHIFT) has one parameter
 * more than `args` names, for their scratch memory. */
void warprt_acc_launch(WarprtKernel *kernel, const WarprtAccLaunch *launch,
                       void **args, const char *file, const char *function,
                       int32_t line);

/* Kernels that compute constructs launched so far, for tests. */
int64_t warprt_acc_launches(void);

/* Waits for a queue: on the host, or with `async` in that queue. */
void warprt_acc_wait(int64_t queue, int64_t async, const char *file,
                     const char *function, int32_t line);

/* The same for a queue of another device: with `async` as well, the host waits
 * for it. */
void warprt_acc_wait_device(int64_t deviceNumber, int64_t queue, int64_t async,
                            const char *file, const char *function,
                            int32_t line);

/* set (what 0), init (1) and shutdown (2); -1: no device named. */
void warprt_acc_set(int32_t what, int64_t deviceNumber, int64_t defaultAsync);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_ENTRYPOINTS_H */
