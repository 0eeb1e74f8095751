/*===-- warprt/Image.h - What a linked program registers ----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The contract between compiled code and the runtime, as data.
 *
 * Every object file that defines a kernel or a device variable carries
 *   - its device code as LLVM bitcode (section .llvm.offloading), and
 *   - one WarprtKernel a kernel in section "warprt_kernels",
 *     one WarprtVariable a device variable in section "warprt_variables".
 *
 * The link step compiles all device code to one CPU object, cubins and PTX,
 * and adds one small object with a WarprtImage and a constructor that hands
 * it to warprt_register_image(). Registration touches no device.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_IMAGE_H
#define WARPRT_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a structure or an entry point changes its meaning. The
 * runtime refuses an image of another version with a message that names both,
 * and the linker an object.
 */
#define WARPRT_ABI_VERSION 10u

/* Section names; the linker defines __start_NAME and __stop_NAME for them. */
#define WARPRT_KERNEL_SECTION "warprt_kernels"
#define WARPRT_VARIABLE_SECTION "warprt_variables"

/* The symbol of a kernel's WarprtKernel is this and the kernel's own. */
#define WARPRT_KERNEL_HANDLE_PREFIX "warprt.kernel."

/* Flags of WarprtKernel. */
enum {
  WARPRT_KERNEL_LOOP = 1u, /* made from a kernel loop: no thread indices, so a
                              back end may choose the launch shape freely */
  WARPRT_KERNEL_COOPERATIVE = 2u, /* attributes(grid_global): all blocks run at
                                     once and may wait for each other; a launch
                                     with gridX = -1 (`*`) takes as many as the
                                     device holds */
  WARPRT_KERNEL_CUDA_C = 4u, /* of CUDA C: its parameters are not known, and
                                numParams is 0 */
  /* Reductions over the grid of an OpenACC kernel, as a number in the flags:
   * where there are some, its last parameter is their scratch memory. */
  WARPRT_KERNEL_REDUCTIONS_SHIFT = 8,
};

/* What a parameter of a kernel points to. */
enum {
  WARPRT_PARAM_VALUE = 0,     /* nothing that is known */
  WARPRT_PARAM_ADDRESS = 1,   /* it is the address of device data */
  WARPRT_PARAM_DESCRIPTOR = 2 /* a Fortran descriptor, which begins with the
                                 address of device data */
};

/* One kernel, host side. Defined (external linkage) by the object that defines
 * the kernel, as `warprt.kernel.<name>`; a launch passes its address. Writable:
 * the runtime caches what it resolved in `cache`. */
typedef struct WarprtKernel {
  const char *name;           /* symbol of the kernel in the device program */
  const char *displayName;    /* for messages, e.g. "m::saxpy" */
  const uint32_t *paramSizes; /* bytes of each parameter, by value */
  uint32_t numParams;
  uint32_t flags;      /* WARPRT_KERNEL_* */
  void *cache;         /* runtime's own; starts as null */
  uint32_t cluster[3]; /* blocks of a cluster; zeros: no clusters */
  uint32_t reserved;
  const uint8_t *paramKinds; /* WARPRT_PARAM_* of each parameter, or null */
} WarprtKernel;

/* What a device variable is. */
enum {
  WARPRT_VAR_DEVICE = 0,   /* storage in device memory, `host` is its shadow */
  WARPRT_VAR_CONSTANT = 1, /* likewise, in constant memory */
  WARPRT_VAR_MANAGED = 2,  /* storage is `host` itself; the device symbol is a
                              pointer variable that receives its address */
  WARPRT_VAR_DESCRIPTOR = 3, /* Fortran descriptor of an allocatable or pointer:
                                `host` is the host's descriptor, the device
                                symbol a copy that the runtime keeps in step */
  WARPRT_VAR_ALLOCATABLE = 4, /* likewise, of an allocatable in an OpenACC
                                 declare directive: as long as it is allocated
                                 the runtime has its data present */
  WARPRT_VAR_LINK = 5         /* declare link: the device symbol is a pointer to
                                 what the device has of `host`, null while that
                                 is not present */
};

typedef struct WarprtVariable {
  const char *name; /* symbol in the device program */
  void *host;       /* address of the host's object of that name */
  uint64_t size;    /* bytes */
  uint32_t kind;    /* WARPRT_VAR_* */
  uint32_t reserved;
} WarprtVariable;

/*===-- CPU code ----------------------------------------------------------===*/

/* Launch shape as CPU code sees it. Dimension 0 is x. */
typedef struct WarprtCpuGrid {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t dynamicSharedBytes;
} WarprtCpuGrid;

/* Runs the blocks [firstBlock, endBlock) of a grid, in the linear order
 * x + grid.x * (y + grid.y * z), on the calling thread.
 *   args     address of each kernel argument
 *   shared   staticSharedBytes + dynamicSharedBytes of memory, aligned to 64;
 *            dynamic shared memory begins at staticSharedBytes rounded up
 *            to 16
 *   context  contextBytes of scratch for values that live across barriers,
 *            aligned to 64; contents need not survive the call
 */
typedef void (*WarprtCpuKernelFn)(void *const *args, const WarprtCpuGrid *grid,
                                  uint64_t firstBlock, uint64_t endBlock,
                                  void *shared, void *context);

/* Called by CPU code once a block, when all of its threads are there: waits for
 * the other blocks of the grid, or of the cluster. Only in kernels that are
 * cooperative, or have clusters; the runtime runs their blocks one a call. */
void warprt_cpu_grid_barrier(void);
void warprt_cpu_cluster_barrier(void);
/* Where the block with this rank (from 0) of the caller's cluster has what is
 * at `variable` in the caller's shared memory. */
void *warprt_cpu_map_shared(void *variable, uint32_t rank);

/* Called by CPU code in the place of a `__device__` function of CUDA C that has
 * no host version: ends the program. */
void warprt_cpu_no_host_version(const char *function);

/* Most threads a block may have, on every back end. */
#define WARPRT_MAX_BLOCK_THREADS 1024u

/* Flags of WarprtCpuKernel. */
enum {
  /* For tests: loops are shared by the threads of a block, as on a GPU. */
  WARPRT_CPU_KERNEL_LOOPS_USE_THREADS = 1u,
  /* It has dynamic shared memory, of whatever size the launch gives. */
  WARPRT_CPU_KERNEL_DYNAMIC_SHARED = 2u,
  /* No block waits for what another one does. */
  WARPRT_CPU_KERNEL_INDEPENDENT_BLOCKS = 4u,
  /* Calls gain by blocks of WARPRT_CPU_LONG_CALL_THREADS threads in all, unless
   * a block is one thread. */
  WARPRT_CPU_KERNEL_LONG_CALLS = 8u
};

/* As many threads go from round to round of a loop together (rows that are long
 * enough for the processor to read ahead, while what they access stays in its
 * cache), or form sums together before these are added to a result under
 * locks. */
#define WARPRT_CPU_LONG_CALL_THREADS 4096u

typedef struct WarprtCpuKernel {
  const char *name; /* as WarprtKernel::name */
  WarprtCpuKernelFn run;
  uint64_t contextBytes;
  uint32_t staticSharedBytes;
  uint32_t flags; /* WARPRT_CPU_KERNEL_* */
} WarprtCpuKernel;

typedef struct WarprtCpuVariable {
  const char *name; /* as WarprtVariable::name; "": bytes that nobody may use */
  void *address;
  uint64_t size;
} WarprtCpuVariable;

/* Exported by the CPU object of an image through the image's device code
 * entry of kind WARPRT_CODE_CPU (`data` points to it). */
typedef struct WarprtCpuProgram {
  const WarprtCpuKernel *kernels;
  uint64_t numKernels;
  const WarprtCpuVariable *variables;
  uint64_t numVariables;
} WarprtCpuProgram;

/*===-- Image -------------------------------------------------------------===*/

enum {
  WARPRT_CODE_CPU = 1,   /* data: const WarprtCpuProgram * */
  WARPRT_CODE_PTX = 2,   /* data: PTX text, NUL-terminated */
  WARPRT_CODE_CUBIN = 3, /* data: ELF for exactly this architecture family */
  WARPRT_CODE_REGISTERED = 4, /* likewise, but NVIDIA's runtime library has it,
                                 together with kernels of CUDA C. data: a
                                 WarprtFindFunction, size: 0, arch: 0 where
                                 that library chooses among its code */
};

/* Finds a CUfunction of registered code on the current device. Returns an error
 * of CUDA's. */
typedef int (*WarprtFindFunction)(void **function);

/* A kernel that is a loop nest over the grid has another version in NVIDIA
 * code, for grids in which no thread has a second iteration, and which have at
 * most INT32_MAX threads along each dimension. It may have a third one whose
 * threads take `rows` iterations of the loop along dimension 1, for grids that
 * have so many times less blocks along it (rounded up). */
typedef struct WarprtCoveredKernel {
  const char *kernel;  /* as WarprtKernel::name */
  const char *covered; /* symbol of the version */
  uint32_t lead;       /* so many threads along dimension 0 come before the one
                          that has the first iteration */
  uint32_t rows;       /* 0 stands for 1, which is what each thread has */
  uint64_t narrow;     /* bit i: parameter i is a descriptor whose extents and
                          strides must be from 0 to INT32_MAX */
} WarprtCoveredKernel;

typedef struct WarprtDeviceCode {
  uint32_t kind; /* WARPRT_CODE_* */
  uint32_t arch; /* 90 for sm_90 / compute_90; 0 for the CPU */
  const void *data;
  uint64_t size;
  uint64_t checksum; /* warprtChecksum() of the data; for the CPU, whose code is
                        the program's own, a mask of what it may use
                        (CpuFeatures.h) */
  const WarprtCoveredKernel
      *covered; /* in the order of strcmp() of `kernel`, then of `rows` */
  uint64_t numCovered;
} WarprtDeviceCode;

/* Flags of WarprtImage. */
enum {
  WARPRT_IMAGE_ACC_HOST = 1u, /* -acc=multicore: OpenACC on the host's memory */
  WARPRT_IMAGE_OUTPUT = 2u,   /* device code prints (warprt/DeviceOutput.h) */
  WARPRT_IMAGE_CUDA_C = 4u,   /* kernels of CUDA C in the file `cudaKernels`,
                                 which Fortran launches */
  WARPRT_IMAGE_HEAP = 8u      /* device code allocates memory */
};

typedef struct WarprtImage {
  uint32_t abiVersion; /* WARPRT_ABI_VERSION of the compiler */
  uint32_t structSize; /* sizeof(WarprtImage) of the compiler */
  const WarprtDeviceCode *code;
  uint64_t numCode;
  WarprtKernel *kernelsBegin, *kernelsEnd;
  WarprtVariable *variablesBegin, *variablesEnd;
  const char *missingReason; /* null, or why there is no NVIDIA code */
  uint32_t flags;            /* WARPRT_IMAGE_* */
  uint32_t reserved;
  const char *cudaKernels; /* null, or a file of the program with kernels of
                              CUDA C, which only an NVIDIA GPU runs */
} WarprtImage;

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_IMAGE_H */
