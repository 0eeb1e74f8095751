/*===-- Async.c - Barriers in shared memory, bulk copies -------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What modules/cudadevice-async.inc declares. GPUs have instructions for all of
 * it. Elsewhere a copy is done when its call returns, and a barrier is a word:
 *
 *   bits 0-7     number of the phase
 *   bits 8-23    arrivals that a phase waits for
 *   bits 24-39   arrivals that the present one still waits for
 *   bits 40-63   bytes that the present one still waits for, signed
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

#define GLOBAL __attribute__((address_space(1)))

/*===-- On a GPU ----------------------------------------------------------===*/

INLINE uint32_t inShared(const void *address) {
  return (uint32_t)(uintptr_t)(SHARED const char *)address;
}
INLINE uint64_t inGlobal(const void *address) {
  return (uint64_t)(uintptr_t)(GLOBAL const char *)address;
}

INLINE void loadOnGPU(const int64_t *barrier, const void *source, void *target,
                      uint32_t bytes) {
  __asm__ volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                   "::bytes [%0], [%1], %2, [%3];"
                   :
                   : "r"(inShared(target)), "l"(inGlobal(source)), "r"(bytes),
                     "r"(inShared(barrier))
                   : "memory");
}

INLINE void storeOnGPU(const void *source, void *target, uint32_t bytes) {
  __asm__ volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                   :
                   : "l"(inGlobal(target)), "r"(inShared(source)), "r"(bytes)
                   : "memory");
}

INLINE void commitOnGPU(void) {
  __asm__ volatile("cp.async.bulk.commit_group;" : : : "memory");
}

INLINE void waitOnGPU(void) {
  __asm__ volatile("cp.async.bulk.wait_group 0;" : : : "memory");
}

/* Of 4, 8 or 16 bytes, from global to shared memory. */
#define PIPELINE_ON_GPU(bytes)                                                 \
  INLINE void pipelineOnGPU##bytes(void *target, const void *source) {         \
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], " #bytes ";"       \
                     :                                                         \
                     : "r"(inShared(target)), "l"(inGlobal(source))            \
                     : "memory");                                              \
  }
PIPELINE_ON_GPU(4)
PIPELINE_ON_GPU(8)
PIPELINE_ON_GPU(16)

#define WAIT_GROUP(n)                                                          \
  __asm__ volatile("cp.async.wait_group " #n ";" : : : "memory")

/*===-- Elsewhere ---------------------------------------------------------===*/

/* A thread hands over what it has done so far, and another one takes it. Only
 * -gpu=check takes notice of these fences, which stand where no other fence is
 * next to them: LLVM would join the two. */
#define ARRIVE() __atomic_thread_fence(__ATOMIC_RELEASE)
#define WAITED() __atomic_thread_fence(__ATOMIC_ACQUIRE)

#define PHASE_BITS 0xffull
#define EXPECTED_SHIFT 8
#define PENDING_SHIFT 24
#define COUNT_BITS 0xffffull
#define BYTES_SHIFT 40
#define MOST_ARRIVALS 0xffff

/* Takes arrivals and bytes away; begins the next phase when none are left.
 * Returns the phase that they counted for. */
INLINE int64_t settle(int64_t *barrier, uint64_t arrivals, int64_t bytes) {
  for (;;) {
    uint64_t old = (uint64_t)__nvvm_atom_cas_gen_ll((long long *)barrier, 0, 0);
    if (arrivals)
      ARRIVE();
    uint64_t new =
        old - (arrivals << PENDING_SHIFT) - ((uint64_t)bytes << BYTES_SHIFT);
    if (new >> PENDING_SHIFT == 0) {
      uint64_t expected = new >> EXPECTED_SHIFT & COUNT_BITS;
      uint64_t phase = (new + 1) & PHASE_BITS;
      new = expected << PENDING_SHIFT | expected << EXPECTED_SHIFT | phase;
    }
    if ((uint64_t)__nvvm_atom_cas_gen_ll((long long *)barrier, (long long)old,
                                         (long long)new) == old)
      return (int64_t)(old & PHASE_BITS);
  }
}

INLINE void copy(void *target, const void *source, int32_t bytes) {
  char *to = target;
  const char *from = source;
  for (int32_t i = 0; i < bytes; ++i)
    to[i] = from[i];
}

/*===-- Barriers ----------------------------------------------------------===*/

void __warpdev_barrier_init(int64_t *barrier, int32_t count) {
  if (!__warpdev_target_is_cpu()) {
    __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;"
                     :
                     : "r"(inShared(barrier)), "r"(count)
                     : "memory");
    return;
  }
  if (count < 1 || count > MOST_ARRIVALS)
    __builtin_trap();
  uint64_t expected = (uint64_t)count;
  *barrier = (int64_t)(expected << PENDING_SHIFT | expected << EXPECTED_SHIFT);
}

int64_t __warpdev_barrier_arrive(int64_t *barrier) {
  if (__warpdev_target_is_cpu())
    return settle(barrier, 1, 0);
  int64_t token;
  __asm__ volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                   : "=l"(token)
                   : "r"(inShared(barrier))
                   : "memory");
  return token;
}

/* The phase also waits for `bytes` of copies. */
int64_t __warpdev_barrier_arrive_bytes(int64_t *barrier, int32_t bytes) {
  if (__warpdev_target_is_cpu()) {
    settle(barrier, 0, -(int64_t)bytes);
    return settle(barrier, 1, 0);
  }
  int64_t token;
  __asm__ volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, "
                   "[%1], %2;"
                   : "=l"(token)
                   : "r"(inShared(barrier)), "r"(bytes)
                   : "memory");
  return token;
}

/* Other threads may go on first: on the CPU they could not otherwise. */
int32_t __warpdev_barrier_try_wait(int64_t *barrier, int64_t token) {
  if (__warpdev_target_is_cpu()) {
    __warpdev_wait();
    WAITED();
    long long now = __nvvm_atom_cas_gen_ll((long long *)barrier, 0, 0);
    return (((uint64_t)now ^ (uint64_t)token) & PHASE_BITS) != 0;
  }
  int32_t done;
  __asm__ volatile("{\n\t.reg .pred done;\n\t"
                   "mbarrier.test_wait.shared.b64 done, [%1], %2;\n\t"
                   "selp.b32 %0, 1, 0, done;\n\t}"
                   : "=r"(done)
                   : "r"(inShared(barrier)), "l"(token)
                   : "memory");
  return done;
}

int32_t __warpdev_barrier_try_wait_sleep(int64_t *barrier, int64_t token,
                                         int32_t nanoseconds) {
  int32_t done = __warpdev_barrier_try_wait(barrier, token);
  if (done || __warpdev_target_is_cpu())
    return done;
  __asm__ volatile("nanosleep.u32 %0;" : : "r"(nanoseconds) : "memory");
  return __warpdev_barrier_try_wait(barrier, token);
}

void __warpdev_fence_proxy_async(void) {
  if (!__warpdev_target_is_cpu())
    __asm__ volatile("fence.proxy.async;" : : : "memory");
}

/*===-- Copies ------------------------------------------------------------===*/

/* The barrier is told of the bytes elsewhere. */
void __warpdev_bulk_g2s(int64_t *barrier, const void *source, void *target,
                        int32_t bytes) {
  if (!__warpdev_target_is_cpu()) {
    loadOnGPU(barrier, source, target, (uint32_t)bytes);
    return;
  }
  copy(target, source, bytes);
  settle(barrier, 0, bytes);
}

void __warpdev_bulk_s2g(const void *source, void *target, int32_t bytes) {
  if (__warpdev_target_is_cpu())
    copy(target, source, bytes);
  else
    storeOnGPU(source, target, (uint32_t)bytes);
}

void __warpdev_bulk_commit(void) {
  if (!__warpdev_target_is_cpu())
    commitOnGPU();
}

void __warpdev_bulk_wait(void) {
  if (!__warpdev_target_is_cpu())
    waitOnGPU();
}

/* Of `count` elements; the barrier learns how many bytes these are. */
#define BULK(of, size)                                                         \
  void __warpdev_bulk_load_##of(int64_t *barrier, const void *source,          \
                                void *target, int32_t count) {                 \
    if (__warpdev_target_is_cpu()) {                                           \
      copy(target, source, count * size);                                      \
      return;                                                                  \
    }                                                                          \
    __asm__ volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], "   \
                     "%1;"                                                     \
                     :                                                         \
                     : "r"(inShared(barrier)), "r"(count * size)               \
                     : "memory");                                              \
    loadOnGPU(barrier, source, target, (uint32_t)(count * size));              \
  }                                                                            \
  void __warpdev_bulk_store_##of(const void *source, void *target,             \
                                 int32_t count) {                              \
    if (__warpdev_target_is_cpu()) {                                           \
      copy(target, source, count * size);                                      \
      return;                                                                  \
    }                                                                          \
    storeOnGPU(source, target, (uint32_t)(count * size));                      \
    commitOnGPU();                                                             \
    waitOnGPU();                                                               \
  }
BULK(c4, 8)
BULK(c8, 16)
BULK(i4, 4)
BULK(i8, 8)
BULK(r2, 2)
BULK(r4, 4)
BULK(r8, 8)

/*===-- Copies of one element a thread ------------------------------------===*/

#define PIPELINE(bytes)                                                        \
  void __warpdev_pipeline_copy##bytes(void *target, const void *source) {      \
    if (__warpdev_target_is_cpu())                                             \
      copy(target, source, bytes);                                             \
    else                                                                       \
      pipelineOnGPU##bytes(target, source);                                    \
  }
PIPELINE(4)
PIPELINE(8)
PIPELINE(16)

void __warpdev_pipeline_commit(void) {
  if (!__warpdev_target_is_cpu())
    __asm__ volatile("cp.async.commit_group;" : : : "memory");
}

/* Until all but the latest `left` groups are done. The instruction wants a
   constant; waiting for more than asked does no harm. */
void __warpdev_pipeline_wait(int32_t left) {
  if (__warpdev_target_is_cpu())
    return;
  switch (left) {
  case 1:
    WAIT_GROUP(1);
    break;
  case 2:
    WAIT_GROUP(2);
    break;
  case 3:
    WAIT_GROUP(3);
    break;
  case 4:
  case 5:
    WAIT_GROUP(4);
    break;
  case 6:
  case 7:
    WAIT_GROUP(6);
    break;
  default:
    if (left >= 8)
      WAIT_GROUP(8);
    else
      WAIT_GROUP(0);
  }
}
