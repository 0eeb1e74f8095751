//===-- runtime/core/Runtime.h - The process's back end and devices *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One back end a process, chosen at first use: WARPFORT_DEVICE says which, else
// CUDA where a driver and a device are present, else the CPU. Each host thread
// has a current device and a default queue, as in CUDA.
//
// A child of fork() has a back end of its own, unless its parent had chosen
// one: then every use of a device is cudaErrorInitializationError, as in CUDA.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_RUNTIME_H
#define WARPRT_CORE_RUNTIME_H

#include "hal/Device.h"

namespace warprt {

/// The back end; chosen by the first call, which may end the program where
/// the environment asks for what is not there.
Backend &backend();

/// The program has kernels of CUDA C in \p File, which the CPU does not run:
/// said once where the CPU is the device.
void noteCudaKernels(const char *File);

/// Device code of the program allocates memory: a GPU's heap shall be large.
void noteHeapUse();

/// The calling thread's device, made current. Its failure to initialise is
/// the result.
Error currentDevice(Device *&Result);

/// As above where only success makes sense to the caller: recorded errors.
Device *currentDeviceOrRecord(const char *What);

/// True in a process that was forked after the device was used.
bool deviceIsInherited();
/// The error of every use of a device there; success elsewhere.
Error refuseInherited();

int currentOrdinal();
Error setCurrentOrdinal(int Ordinal);

/// The queue for work that names none: the legacy default stream, or what
/// cudaforSetDefaultStream set.
Queue *defaultQueue();
void setDefaultQueue(Queue *Q);

/// The queue for work on a device variable that names none: what
/// cudaforSetDefaultStream set for memory that holds `Address`, else the
/// default queue.
Queue *queueFor(const void *Address);
/// Sets it for `Bytes` from `Address`; null takes the setting back.
void setQueueFor(const void *Address, size_t Bytes, Queue *Q);
/// Takes back every setting that names the queue.
void forgetQueue(Queue *Q);

/// `Stream` as compiled code passes it: null, or the address of a handle.
inline Queue *queueOf(const int64_t *Stream) {
  return Stream ? reinterpret_cast<Queue *>(*Stream) : defaultQueue();
}

/// Whether the program has made queues that the default queue does not wait
/// for, and that do not wait for it.
void noteNonBlockingQueue();
bool anyNonBlockingQueue();

/// True once a device was used; what ends with the process asks.
bool anyDeviceUsed();

/// Why host code must not use the CPU's device memory in this process; null
/// where it may.
const char *reasonToKeepHostOut();

/// Makes `Replacement` the back end, for tests; null: choose anew.
void replaceBackendForTesting(std::unique_ptr<Backend> Replacement);

} // namespace warprt

#endif // WARPRT_CORE_RUNTIME_H
