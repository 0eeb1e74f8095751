/*===-- Phases.c - Kernels that wait for what they launch ------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What a GPU does for cudaDeviceSynchronize in a kernel, which the NVIDIA
 * target splits into phases (lib/Target/NVPTX/SplitKernels.cpp). A phase is a
 * grid of the kernel's shape. Its threads go on until they wait or return; the
 * block that is last launches the next phase as its tail, which begins when all
 * that the phase launched is complete.
 *
 * Threads keep what they need, and blocks their shared memory, in a frame:
 *
 *   Frame | shared memory of block 0, 1, .. | thread 0, 1, .. of the grid
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include "warprt/DeviceLaunch.h"
#include <stddef.h>

#define CONVERGENT __attribute__((convergent))

typedef struct Dim3 {
  uint32_t x, y, z;
} Dim3;

void *malloc(size_t bytes);
void free(void *memory);
void *__cudaCDP2GetParameterBufferV2(const void *kernel, Dim3 grid, Dim3 block,
                                     uint32_t bytes);
int32_t __cudaCDP2LaunchDeviceV2(void *parameters, int64_t stream);
int32_t __cudaCDP2StreamCreateWithFlags(int64_t *stream, uint32_t flags);
int32_t __cudaCDP2StreamDestroy(int64_t stream);
_Noreturn void _FortranAStopStatementText(const char *text, size_t length,
                                          bool isError, bool quiet);

/* Threads of a warp may come to it by different ways. */
CONVERGENT void
waitForBlock(int32_t barrier) __asm__("llvm.nvvm.barrier.cta.sync.all");
uint32_t
dynamicShared(void) __asm__("llvm.nvvm.read.ptx.sreg.dynamic_smem_size");

typedef struct Frame {
  uint32_t arrived, unfinished; /* blocks, in this phase */
  uint64_t phase;               /* no other of the program has the number */
  uint64_t sharedBytes, threadBytes;
  uint64_t padding[4];
} Frame;

/* A stream of device code is one of a grid. This is one of all phases, and of
 * later launches of the kernel: module variables keep streams. */
typedef struct Stream {
  uint64_t phase;
  int64_t own; /* of that phase */
  uint32_t flags;
  int32_t locked;
} Stream;

static uint64_t lastPhase;
INLINE uint64_t newPhase(void) {
  return __scoped_atomic_add_fetch(&lastPhase, 1, __ATOMIC_RELAXED,
                                   __MEMORY_SCOPE_DEVICE);
}

INLINE uint64_t alignTo16(uint64_t bytes) { return (bytes + 15) / 16 * 16; }

/* The program ends: a kernel that did not go on would look complete. */
#define STOP(text)                                                             \
  _FortranAStopStatementText(                                                  \
      "cudaDeviceSynchronize in a kernel: " text,                              \
      sizeof("cudaDeviceSynchronize in a kernel: " text) - 1, true, false)

/*===-- The frame ---------------------------------------------------------===*/

int32_t __warpdev_phase_is_first_thread(void) {
  return linearBlock() == 0 && linearThread() == 0;
}

void *__warpdev_phase_frame(uint64_t threadBytes, uint64_t sharedBytes) {
  sharedBytes = alignTo16(sharedBytes) + alignTo16(dynamicShared());
  Frame *frame = malloc(
      sizeof(Frame) +
      gridBlocks() * (sharedBytes + (uint64_t)blockThreads() * threadBytes));
  if (!frame)
    STOP("no memory on the device's heap (cudaLimitMallocHeapSize)");
  frame->arrived = frame->unfinished = 0;
  frame->phase = newPhase();
  frame->sharedBytes = sharedBytes;
  frame->threadBytes = threadBytes;
  return frame;
}

INLINE char *sharedOf(Frame *frame, uint64_t block) {
  return (char *)(frame + 1) + block * frame->sharedBytes;
}

/* What the calling thread keeps. */
void *__warpdev_phase_thread(void *memory) {
  Frame *frame = memory;
  uint64_t thread = linearBlock() * (uint64_t)blockThreads() + linearThread();
  return sharedOf(frame, gridBlocks()) + thread * frame->threadBytes;
}

/* All threads of a block copy a shared variable to the frame or back. */
void __warpdev_phase_copy(void *memory, void *shared, uint64_t offset,
                          uint64_t bytes, int32_t toFrame) {
  char *kept = sharedOf(memory, linearBlock()) + offset, *own = shared;
  for (uint64_t i = linearThread(); i < bytes; i += (uint64_t)blockThreads()) {
    volatile char *from = toFrame ? own : kept, *to = toFrame ? kept : own;
    to[i] = from[i];
  }
}

uint64_t __warpdev_phase_dynamic_bytes(void) { return dynamicShared(); }

/*===-- Threads of a block meet -------------------------------------------===*/

/* What the threads say at a meeting, and at the ones before and after it. This
 * is no barrier.red: where threads of a warp come to one by different ways, one
 * of them takes part for the warp, and what the others bring is lost (ptxas
 * 13.0, on an H100). barrier.sync is right there. */
static SHARED uint32_t said[3];

/* At the beginning of a phase, where threads of a warp are together. */
CONVERGENT void __warpdev_phase_begin(void) {
  for (int i = 0; i < 3; ++i)
    said[i] = 0;
  waitForBlock(0);
}

/* All threads of the block come; the bits that any of them brings. */
CONVERGENT uint32_t __warpdev_phase_meet(uint32_t meeting, uint32_t says) {
  SHARED uint32_t *here = &said[meeting % 3];
  if (says)
    __scoped_atomic_fetch_or(here, says, __ATOMIC_RELAXED,
                             __MEMORY_SCOPE_WRKGRP);
  waitForBlock(0);
  /* All have left the meeting before this one, and none comes to the next but
   * one, which has the same place, as long as the calling thread is here. */
  *(volatile SHARED uint32_t *)&said[(meeting + 2) % 3] = 0;
  return *(volatile SHARED uint32_t *)here;
}

/* After the block's last meeting of a phase: whether the calling thread
 * launches the next one. \p unfinished: there is a thread of the block that
 * waits. */
int32_t __warpdev_phase_leave(void *memory, int32_t unfinished) {
  Frame *frame = memory;
  if (linearThread() != 0)
    return 0;
  __nvvm_membar_gl();
  if (unfinished)
    __nvvm_atom_add_gen_i((int *)&frame->unfinished, 1);
  __nvvm_membar_gl();
  uint64_t before = (uint32_t)__nvvm_atom_add_gen_i((int *)&frame->arrived, 1);
  if (before + 1 != gridBlocks())
    return 0;
  __nvvm_membar_gl();
  if (*(volatile uint32_t *)&frame->unfinished == 0) {
    free(frame);
    return 0;
  }
  frame->arrived = frame->unfinished = 0;
  frame->phase = newPhase();
  __nvvm_membar_gl();
  return 1;
}

/*===-- The next phase ----------------------------------------------------===*/

void *__warpdev_phase_parameters(const void *kernel) {
  void *parameters = __cudaCDP2GetParameterBufferV2(
      kernel, (Dim3){gridDim(0), gridDim(1), gridDim(2)},
      (Dim3){blockDim(0), blockDim(1), blockDim(2)}, dynamicShared());
  if (!parameters)
    STOP("CUDA's device runtime takes no more launches");
  return parameters;
}

void __warpdev_phase_launch(void *parameters) {
  if (__cudaCDP2LaunchDeviceV2(parameters, WARPDEV_STREAM_TAIL_LAUNCH) != 0)
    STOP("CUDA's device runtime cannot launch what comes after it");
}

/*===-- Streams -----------------------------------------------------------===*/

/* A stream that a split kernel made is the address of a Stream, with this bit,
 * which no address has. */
#define OF_PHASES ((uint64_t)1 << 62)

INLINE bool isOfPhases(int64_t stream) {
  return (uint64_t)stream >> 60 == OF_PHASES >> 60;
}
INLINE Stream *streamAt(int64_t stream) {
  return (Stream *)((uint64_t)stream & ~OF_PHASES);
}

int32_t __warpdev_phase_create_stream(void *memory, int64_t *stream,
                                      uint32_t flags) {
  Stream *created = malloc(sizeof(Stream));
  if (!created)
    return 2; /* cudaErrorMemoryAllocation */
  int32_t error = __cudaCDP2StreamCreateWithFlags(&created->own, flags);
  if (error) {
    free(created);
    return error;
  }
  created->phase = ((Frame *)memory)->phase;
  created->flags = flags;
  created->locked = 0;
  *stream = (int64_t)((uint64_t)created | OF_PHASES);
  return 0;
}

/* The stream of this phase. All work in that of an earlier one is complete.
 * In a kernel that is not split, \p memory is null: that of the block keeps the
 * order as well. */
int64_t __warpdev_phase_stream(void *memory, int64_t stream) {
  if (!isOfPhases(stream))
    return stream;
  if (!memory)
    return 0;
  Stream *s = streamAt(stream);
  uint64_t phase = ((Frame *)memory)->phase;
  while (__nvvm_atom_cas_gen_i(&s->locked, 0, 1) != 0)
    ;
  __nvvm_membar_gl();
  if (*(volatile uint64_t *)&s->phase != phase) {
    if (__cudaCDP2StreamCreateWithFlags(&s->own, s->flags) != 0)
      STOP("CUDA's device runtime has no more streams");
    s->phase = phase;
  }
  int64_t own = *(volatile int64_t *)&s->own;
  __nvvm_membar_gl();
  *(volatile int32_t *)&s->locked = 0;
  return own;
}

int32_t __warpdev_phase_destroy_stream(void *memory, int64_t stream) {
  if (!isOfPhases(stream))
    return __cudaCDP2StreamDestroy(stream);
  Stream *s = streamAt(stream);
  int32_t error = memory && s->phase == ((Frame *)memory)->phase
                      ? __cudaCDP2StreamDestroy(s->own)
                      : 0;
  free(s);
  return error;
}
