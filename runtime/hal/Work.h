//===-- runtime/hal/Work.h - Who watches what a device does -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that knows when its work begins and ends tells an observer, if there
// is one (Device::reportsWork()). Who queues work names it before; the device
// takes the name with the first work that the call queues.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_HAL_WORK_H
#define WARPRT_HAL_WORK_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace warprt {

struct Queue;

/// A piece of work, such as the launch of a kernel.
struct Work {
  std::string Name;
  const char *Category = "";
  std::string Details; ///< members of a JSON object
  int Ordinal = 0;     ///< of the device
  Queue *Q = nullptr;
  uint64_t Call = 0; ///< which call of the host queued it; 0: none is known
};
using WorkRef = std::shared_ptr<const Work>;

/// The queue of what device code launches.
inline Queue *const DeviceCodeQueue = reinterpret_cast<Queue *>(~uintptr_t(0));

using WorkTime = std::chrono::steady_clock::time_point;

class WorkObserver {
public:
  virtual ~WorkObserver() = default;
  /// Called from any thread, perhaps with locks of the device held.
  virtual void done(const Work &W, WorkTime Start, WorkTime End) = 0;
  /// What the calling thread did of it. A thread that is not the device's helps
  /// while it waits.
  virtual void tookPart(const Work &W, WorkTime Start, WorkTime End,
                        bool IsDeviceThread) = 0;
};

/// Null where nobody watches.
inline std::atomic<WorkObserver *> TheWorkObserver{nullptr};
inline WorkObserver *workObserver() {
  return TheWorkObserver.load(std::memory_order_acquire);
}

/// The name of what the calling thread is about to queue.
inline thread_local WorkRef NextWork;

} // namespace warprt

#endif // WARPRT_HAL_WORK_H
