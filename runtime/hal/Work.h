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

/// While one lives, the program leaves the host memory of the asynchronous
/// copies that the calling thread queues to them until it has waited for the
/// queue, as OpenACC has it. CUDA is done with memory that is not pinned when
/// the call returns.
class HostMemoryLoan {
public:
  HostMemoryLoan() : Outer(Lives) { Lives = true; }
  ~HostMemoryLoan() { Lives = Outer; }
  HostMemoryLoan(const HostMemoryLoan &) = delete;
  HostMemoryLoan &operator=(const HostMemoryLoan &) = delete;
  static bool lives() { return Lives; }

private:
  const bool Outer;
  static inline thread_local bool Lives = false;
};

} // namespace warprt

#endif // WARPRT_HAL_WORK_H
