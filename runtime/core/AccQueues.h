//===-- runtime/core/AccQueues.h - Activity queues --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program names queues by numbers; each device has its own, made when they
// are first used. Work that names none is done when the call returns; it runs
// in the default stream, after what CUDA Fortran code put there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCQUEUES_H
#define WARPRT_CORE_ACCQUEUES_H

#include "hal/Device.h"
#include <vector>

namespace warprt {

/// Where an operation runs.
struct AccQueue {
  Queue *Q = nullptr;
  bool Async = false; // else the host waits
};

/// What the value of an async clause means; InvalidValue for a number that
/// means nothing.
Error accQueue(Device &D, int64_t Async, AccQueue &Result);

/// The queues of a device that exist, by number.
std::vector<std::pair<int64_t, Queue *>> accQueues(Device &D);

/// Makes a queue of the program's own the one of that number.
Error setAccQueue(Device &D, int64_t Async, Queue *Q);

/// acc_set_default_async and acc_get_default_async, of the calling thread.
void setDefaultAsync(int64_t Async);
int64_t defaultAsync();

/// Waits for a queue (WARPRT_ACC_ASYNC_ALL: for each) on the host, or with
/// `Async` in that queue.
Error waitForAccQueue(Device &D, int64_t Queue, int64_t Async);

/// True if all work of the queue (or of all) is done.
Error testAccQueue(Device &D, int64_t Queue, bool &Done);

/// Destroys a device's queues, when it is shut down.
void releaseAccQueues(Device &D);

} // namespace warprt

#endif // WARPRT_CORE_ACCQUEUES_H
