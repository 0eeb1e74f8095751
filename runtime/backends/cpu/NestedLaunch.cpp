//===-- runtime/backends/cpu/NestedLaunch.cpp - Launches in kernels -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NestedLaunch.h. A launch's record lies in front of its parameters:
//
//   record | parameters | address of each parameter
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/NestedLaunch.h"
#include "backends/cpu/Alignment.h"
#include "backends/cpu/BlockFibers.h"
#include "backends/cpu/Checker.h"
#include "backends/cpu/CpuDevice.h"
#include "warprt/DeviceLaunch.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>
#include <unordered_set>

using namespace warprt;
using namespace warprt::cpu;

namespace {

thread_local LaunchScope *InnermostScope = nullptr;

constexpr size_t Alignment = 64;

struct alignas(Alignment) Record {
  const WarprtCpuKernel *Kernel;
  const WarprtCpuParameters *Parameters;
  WarprtCpuGrid Grid;

  char *parameters() { return reinterpret_cast<char *>(this + 1); }
};

/// Handles of streams that device code made. They are no address, and no handle
/// of the host's.
class DeviceStreams {
public:
  int64_t create() {
    std::lock_guard<std::mutex> Guard(Lock);
    Next += 2;
    Live.insert(Next);
    return Next;
  }
  bool destroy(int64_t Stream) {
    std::lock_guard<std::mutex> Guard(Lock);
    return Live.erase(Stream) != 0;
  }
  bool isLive(int64_t Stream) {
    std::lock_guard<std::mutex> Guard(Lock);
    return Live.count(Stream) != 0;
  }
  static DeviceStreams &get() {
    static DeviceStreams All;
    return All;
  }

private:
  std::mutex Lock;
  int64_t Next = (int64_t(1) << 56) + 1;
  std::unordered_set<int64_t> Live;
};

/// Events that device code made, and the task that each waits for.
class DeviceEvents {
public:
  int64_t create() {
    std::lock_guard<std::mutex> Guard(Lock);
    Next += 2;
    Tasks[Next];
    return Next;
  }
  bool destroy(int64_t Event) {
    std::lock_guard<std::mutex> Guard(Lock);
    return Tasks.erase(Event) != 0;
  }
  bool record(int64_t Event, TaskRef T) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Known = Tasks.find(Event);
    if (Known != Tasks.end())
      Known->second = std::move(T);
    return Known != Tasks.end();
  }
  bool find(int64_t Event, TaskRef &T) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Known = Tasks.find(Event);
    if (Known != Tasks.end())
      T = Known->second;
    return Known != Tasks.end();
  }
  static DeviceEvents &get() {
    static DeviceEvents All;
    return All;
  }

private:
  std::mutex Lock;
  int64_t Next = (int64_t(1) << 57) + 1;
  std::unordered_map<int64_t, TaskRef> Tasks;
};

/// Device code runs as part of a task only.
LaunchScope &scope() {
  if (LaunchScope *Scope = LaunchScope::current())
    return *Scope;
  std::fprintf(stderr, "warprt: error: a launch in device code outside of a "
                       "kernel\n");
  std::abort();
}

int32_t asStatus(Error E) { return static_cast<int32_t>(E); }

bool fits(const WarprtCpuGrid &Grid, const DeviceProperties &Device) {
  uint64_t Threads = 1;
  for (int D = 0; D < 3; ++D) {
    if (Grid.grid[D] == 0 || Grid.grid[D] > Device.MaxGrid[D] ||
        Grid.block[D] == 0 || Grid.block[D] > Device.MaxBlock[D])
      return false;
    Threads *= Grid.block[D];
  }
  return Threads <= Device.MaxThreadsPerBlock;
}

Error check(const WarprtCpuKernel &Kernel, const WarprtCpuGrid &Grid,
            CpuDevice &Device) {
  if (Device.hasFailed())
    return Error::LaunchFailure;
  const DeviceProperties &P = Device.properties();
  if (!fits(Grid, P))
    return Error::InvalidConfiguration;
  if (uint64_t(Kernel.staticSharedBytes) + Grid.dynamicSharedBytes >
      P.SharedPerBlockOptIn)
    return Error::InvalidValue;
  return Error::Success;
}

} // namespace

LaunchScope::LaunchScope(CpuDevice &Owner)
    : Owner(Owner), Outer(InnermostScope) {
  InnermostScope = this;
}

LaunchScope::~LaunchScope() {
  InnermostScope = Outer;
  static std::atomic<bool> Told{false};
  if (Failed && !Told.exchange(true))
    std::fprintf(stderr,
                 "warprt: warning: a launch of kernel '%s' in device code "
                 "failed, and no cudaGetLastError there asked for it: %s\n",
                 Failed, errorText(Last));
}

[[gnu::noinline]] LaunchScope *LaunchScope::current() { return InnermostScope; }

void LaunchScope::note(Error E, const char *Kernel) {
  Last = E;
  Failed = Kernel;
}

Error LaunchScope::lastError(bool Reset) {
  Error E = Last;
  Failed = nullptr;
  if (Reset)
    Last = Error::Success;
  return E;
}

Error LaunchScope::findStream(int64_t Stream, TaskRef *&Last) {
  auto Special = reinterpret_cast<int64_t>(PerThreadQueue);
  if (Stream < 0 || (Stream > Special && !DeviceStreams::get().isLive(Stream)))
    return Error::InvalidResourceHandle;
  if (Stream <= Special)
    Stream = 0;
  for (auto &[Known, Task] : Streams)
    if (Known == Stream)
      Last = &Task;
  if (!Last)
    Last = &Streams.emplace_back(Stream, nullptr).second;
  return Error::Success;
}

Error LaunchScope::lastOf(int64_t Stream, TaskRef &T) {
  TaskRef *Last = nullptr;
  Error E = findStream(Stream, Last);
  if (!failed(E))
    T = *Last;
  return E;
}

Error LaunchScope::wait(const TaskRef &T) {
  FiberPause Pause;
  if (T)
    Owner.waitNested(T);
  return Owner.hasFailed() ? Error::LaunchFailure : Error::Success;
}

Error LaunchScope::launch(TaskRef T, int64_t Stream) {
  if (Stream == WARPDEV_STREAM_TAIL_LAUNCH) {
    Owner.enqueueNested(T, nullptr, /*Tail=*/true);
    return Error::Success;
  }
  if (Stream == WARPDEV_STREAM_FIRE_AND_FORGET) {
    Owner.enqueueNested(T, nullptr, /*Tail=*/false);
    Forgotten.push_back(std::move(T));
    return Error::Success;
  }
  TaskRef *Last = nullptr;
  if (Error E = findStream(Stream, Last); failed(E))
    return E;
  Owner.enqueueNested(T, *Last, /*Tail=*/false);
  *Last = std::move(T);
  return Error::Success;
}

Error LaunchScope::wait() {
  FiberPause Pause;
  for (auto &[Stream, Task] : Streams)
    Owner.waitNested(Task);
  for (const TaskRef &Task : Forgotten)
    Owner.waitNested(Task);
  Streams.clear();
  Forgotten.clear();
  return Owner.hasFailed() ? Error::LaunchFailure : Error::Success;
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void *warprt_cpu_launch_begin(const WarprtCpuKernel *Kernel,
                                     const WarprtCpuParameters *Parameters,
                                     int32_t GridX, int32_t GridY,
                                     int32_t GridZ, int32_t BlockX,
                                     int32_t BlockY, int32_t BlockZ,
                                     int32_t Bytes) {
  LaunchScope &Scope = scope();
  // Negative extents are huge ones, and as wrong.
  WarprtCpuGrid Grid = {{uint32_t(GridX), uint32_t(GridY), uint32_t(GridZ)},
                        {uint32_t(BlockX), uint32_t(BlockY), uint32_t(BlockZ)},
                        uint32_t(Bytes)};
  if (Error E = check(*Kernel, Grid, Scope.device()); failed(E)) {
    Scope.note(E, Parameters->displayName);
    return nullptr;
  }
  size_t Addresses = alignTo(Parameters->size, sizeof(void *));
  void *Memory = std::aligned_alloc(
      Alignment,
      alignTo(sizeof(Record) + Addresses + Parameters->count * sizeof(void *),
              Alignment));
  if (!Memory) {
    Scope.note(Error::MemoryAllocation, Parameters->displayName);
    return nullptr;
  }
  auto *Launch = new (Memory) Record{Kernel, Parameters, Grid};
  auto *Address = reinterpret_cast<void **>(Launch->parameters() + Addresses);
  for (uint32_t I = 0; I < Parameters->count; ++I)
    Address[I] = Launch->parameters() + Parameters->offsets[I];
  return Launch->parameters();
}

EXPORT void warprt_cpu_launch_end(void *Parameters, int64_t Stream) {
  LaunchScope &Scope = scope();
  Record *Launch = static_cast<Record *>(Parameters) - 1;
  std::shared_ptr<const void> Holder(static_cast<void *>(Launch), std::free);
  auto *Args = reinterpret_cast<void *const *>(
      Launch->parameters() + alignTo(Launch->Parameters->size, sizeof(void *)));
  const char *Name = Launch->Parameters->displayName;
  TaskRef T = blockTask(Scope.device(), *Launch->Kernel, Launch->Grid, Name,
                        Args, std::move(Holder));
  if (workObserver())
    T->report(std::make_shared<Work>(
        Work{Name, "kernel", "", 0, DeviceCodeQueue, 0}));
  if (Error E = Scope.launch(std::move(T), Stream); failed(E))
    Scope.note(E, Name);
}

EXPORT int32_t warprt_cpu_launch_error(int32_t Reset) {
  return asStatus(scope().lastError(Reset != 0));
}

EXPORT int32_t warprt_cpu_wait_for_launches(void) {
  return asStatus(scope().wait());
}

EXPORT int32_t warprt_cpu_create_stream(int64_t *Stream, int32_t Flags) {
  // Those of device code do not wait for its null stream.
  if (Flags != QueueNonBlocking)
    return asStatus(Error::InvalidValue);
  *Stream = DeviceStreams::get().create();
  return asStatus(Error::Success);
}

EXPORT int32_t warprt_cpu_destroy_stream(int64_t Stream) {
  return asStatus(DeviceStreams::get().destroy(Stream)
                      ? Error::Success
                      : Error::InvalidResourceHandle);
}

EXPORT int32_t warprt_cpu_create_event(int64_t *Event, int32_t Flags) {
  // Those of device code give no times.
  if (Flags != EventDisableTiming)
    return asStatus(Error::InvalidValue);
  *Event = DeviceEvents::get().create();
  return asStatus(Error::Success);
}

EXPORT int32_t warprt_cpu_destroy_event(int64_t Event) {
  return asStatus(DeviceEvents::get().destroy(Event)
                      ? Error::Success
                      : Error::InvalidResourceHandle);
}

EXPORT int32_t warprt_cpu_record_event(int64_t Event, int64_t Stream) {
  TaskRef Last;
  if (Error E = scope().lastOf(Stream, Last); failed(E))
    return asStatus(E);
  return asStatus(DeviceEvents::get().record(Event, std::move(Last))
                      ? Error::Success
                      : Error::InvalidResourceHandle);
}

/// What comes later in the stream comes after what the calling thread waits
/// for.
EXPORT int32_t warprt_cpu_wait_event(int64_t Stream, int64_t Event) {
  TaskRef Last, Wanted;
  if (Error E = scope().lastOf(Stream, Last); failed(E))
    return asStatus(E);
  if (!DeviceEvents::get().find(Event, Wanted))
    return asStatus(Error::InvalidResourceHandle);
  return asStatus(scope().wait(Wanted));
}

/// Queues a copy or fill.
template <typename Body> static int32_t launchRows(Body Work, int64_t Stream) {
  return asStatus(scope().launch(
      std::make_shared<Task>(1, 1, [=](uint64_t, uint64_t) { Work(); }),
      Stream));
}

EXPORT int32_t warprt_cpu_copy_rows_async(void *To, uint64_t ToPitch,
                                          const void *From, uint64_t FromPitch,
                                          uint64_t Width, uint64_t Height,
                                          int64_t Stream) {
  if (Width == 0 || Height == 0)
    return asStatus(Error::Success);
  return launchRows(
      [=] {
        for (uint64_t I = 0; I < Height; ++I) {
          char *Row = static_cast<char *>(To) + I * ToPitch;
          std::memmove(Row, static_cast<const char *>(From) + I * FromPitch,
                       Width);
          noteWritten(Row, Width);
        }
      },
      Stream);
}

EXPORT int32_t warprt_cpu_copy_async(void *To, const void *From, uint64_t Bytes,
                                     int64_t Stream) {
  return warprt_cpu_copy_rows_async(To, Bytes, From, Bytes, Bytes, 1, Stream);
}

EXPORT int32_t warprt_cpu_fill_rows_async(void *To, uint64_t Pitch,
                                          int32_t Byte, uint64_t Width,
                                          uint64_t Height, int64_t Stream) {
  if (Width == 0 || Height == 0)
    return asStatus(Error::Success);
  return launchRows(
      [=] {
        for (uint64_t I = 0; I < Height; ++I) {
          char *Row = static_cast<char *>(To) + I * Pitch;
          std::memset(Row, Byte, Width);
          noteWritten(Row, Width);
        }
      },
      Stream);
}
