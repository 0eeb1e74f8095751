//===-- runtime/backends/cpu/NestedLaunch.h - Launches in kernels -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch in a kernel makes a task that may begin at once, on any thread, and
// without which the task of the launching grid is not done (see Scheduler.h).
//
// What a thread of the host runs of a grid in one go stands for a block: the
// grids that it launches to one stream run in order. That is more order than
// CUDA promises where a thread runs several blocks.
//
// A kernel that waits for what it launched (cudaDeviceSynchronize) runs it
// meanwhile, and nothing else that is not at least as deeply nested: so all
// that it waits for gets done, however few threads there are, and the stack
// grows with the depth of nesting only.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_NESTEDLAUNCH_H
#define WARPRT_BACKENDS_CPU_NESTEDLAUNCH_H

#include "backends/cpu/Scheduler.h"
#include "hal/Error.h"
#include "warprt/Image.h"
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace warprt::cpu {

class CpuDevice;

/// What the blocks that the calling thread runs launch, as long as this lives.
class LaunchScope {
public:
  explicit LaunchScope(CpuDevice &Owner);
  ~LaunchScope();
  LaunchScope(const LaunchScope &) = delete;
  LaunchScope &operator=(const LaunchScope &) = delete;

  /// Of the calling thread; null if it runs no kernel.
  static LaunchScope *current();

  CpuDevice &device() { return Owner; }
  /// Appends a task to a stream.
  Error launch(TaskRef T, int64_t Stream);
  /// The last task of a stream, or null.
  Error lastOf(int64_t Stream, TaskRef &T);
  /// Waits for a task of device code.
  Error wait(const TaskRef &T);
  /// Waits for all that was launched, but for tail launches.
  Error wait();
  /// Keeps the error of a launch of `Kernel`.
  void note(Error E, const char *Kernel);
  Error lastError(bool Reset);

private:
  Error findStream(int64_t Stream, TaskRef *&Last);

  CpuDevice &Owner;
  LaunchScope *const Outer;
  std::vector<std::pair<int64_t, TaskRef>> Streams; ///< the last task of each
  std::vector<TaskRef> Forgotten; ///< launched by fire-and-forget
  Error Last = Error::Success;
  const char *Failed = nullptr; ///< kernel of an error that nobody asked for
};

/// The task of a launch whose blocks do not wait for each other. `Args` is
/// memory of `Holder`.
TaskRef blockTask(CpuDevice &Device, const WarprtCpuKernel &Code,
                  const WarprtCpuGrid &Grid, const char *Name,
                  void *const *Args, std::shared_ptr<const void> Holder);

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_NESTEDLAUNCH_H
