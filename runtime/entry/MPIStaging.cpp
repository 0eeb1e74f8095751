//===-- runtime/entry/MPIStaging.cpp - Device buffers for an MPI ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runtime/mpi asks: whether MPI can use an address, copies, and the
// operations that have not ended. See warprt/MPIStaging.h.
//
//===----------------------------------------------------------------------===//
#include "warprt/MPIStaging.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include "entry/Export.h"
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <limits>
#include <mutex>
#include <unordered_map>

using namespace warprt;

namespace {

using SupportQuery = int (*)();

bool isOnCpu() { return std::strcmp(backend().name(), "cpu") == 0; }

/// Only the process knows what an MPI has that was loaded for another library.
bool isCudaAware(SupportQuery Query) {
  static const auto Loaded = reinterpret_cast<SupportQuery>(
      dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
  if (int Given = Environment::get().MpiCudaAware; Given >= 0)
    return Given != 0;
  if (!Query)
    Query = Loaded;
  return Query && Query() == 1;
}

/// Whether MPI cannot use device memory.
bool isDeviceMemoryApart(SupportQuery Query) {
  return isOnCpu() ? reasonToKeepHostOut() != nullptr : !isCudaAware(Query);
}

/// What belongs to handles of an MPI.
class HandleTable {
public:
  bool isEmpty() const { return Count.load() == 0; }
  void keep(int32_t Handle, void *Record) {
    std::lock_guard<std::mutex> Guard(Lock);
    ByHandle[Handle] = Record;
    Count = ByHandle.size();
  }
  void *find(int32_t Handle) {
    if (isEmpty())
      return nullptr;
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = ByHandle.find(Handle);
    return Found == ByHandle.end() ? nullptr : Found->second;
  }
  void *take(int32_t Handle) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = ByHandle.find(Handle);
    if (Found == ByHandle.end())
      return nullptr;
    void *Record = Found->second;
    ByHandle.erase(Found);
    Count = ByHandle.size();
    return Record;
  }
  template <typename Function> void each(Function Visit) {
    if (isEmpty())
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    for (const auto &Entry : ByHandle)
      Visit(Entry.second);
  }

private:
  std::mutex Lock;
  std::unordered_map<int32_t, void *> ByHandle;
  std::atomic<size_t> Count{0};
};

// Threads may be at work when the process ends.
HandleTable &operations() {
  static auto *The = new HandleTable;
  return *The;
}
HandleTable &windows() {
  static auto *The = new HandleTable;
  return *The;
}

/// The device whose memory an address is, made current meanwhile.
class DeviceOf {
public:
  explicit DeviceOf(const void *Address) : Former(currentOrdinal()) {
    Status = currentDevice(D);
    if (failed(Status))
      return;
    int Owner = D->pointerInfo(Address).Ordinal;
    if (Owner == Former)
      return;
    Status = setCurrentOrdinal(Owner);
    if (!failed(Status))
      Status = currentDevice(D);
  }
  ~DeviceOf() {
    if (currentOrdinal() != Former)
      (void)setCurrentOrdinal(Former); // which it was before
  }
  DeviceOf(const DeviceOf &) = delete;
  DeviceOf &operator=(const DeviceOf &) = delete;

  Device *D = nullptr;
  Error Status = Error::Success;
  Queue *queue(const void *Address) const {
    return D->ordinal() == Former ? queueFor(Address) : nullptr;
  }

private:
  int Former;
};

} // namespace

WARPRT_EXPORT int64_t warprt_staging_room(const void *Address,
                                          int (*Query)(void)) {
  if (!Address || !anyDeviceUsed() || deviceIsInherited() ||
      !isDeviceMemoryApart(Query))
    return 0;
  Device *D = nullptr;
  if (failed(currentDevice(D)))
    return 0;
  PointerInfo Info = D->pointerInfo(Address);
  if (Info.Place != PointerPlace::Device)
    return 0;
  if (!Info.Base || !Info.Size)
    return std::numeric_limits<int64_t>::max();
  return static_cast<const char *>(Info.Base) + Info.Size -
         static_cast<const char *>(Address);
}

WARPRT_EXPORT void warprt_staging_copy(void *To, const void *From,
                                       const WarprtStagedRows *Rows,
                                       int64_t Count, int32_t ToDevice) {
  if (Count == 0)
    return;
  const void *OnDevice =
      static_cast<const char *>(ToDevice ? To : From) + Rows[0].offset;
  DeviceOf Owner(OnDevice);
  Error E = Owner.Status;
  for (int64_t I = 0; I < Count && !failed(E); ++I) {
    const WarprtStagedRows &R = Rows[I];
    CopyShape Shape;
    Shape.Width = static_cast<size_t>(R.width);
    Shape.DstPitch = Shape.SrcPitch = static_cast<size_t>(R.pitch);
    Shape.Height = static_cast<size_t>(R.height);
    E = Owner.D->copy(static_cast<char *>(To) + R.offset,
                      static_cast<const char *>(From) + R.offset, Shape,
                      ToDevice ? CopyKind::HostToDevice
                               : CopyKind::DeviceToHost,
                      Owner.queue(OnDevice), /*Async=*/false);
  }
  if (failed(E))
    fatal("copying a buffer in device memory for MPI: %s", describe(E).c_str());
}

WARPRT_EXPORT int32_t warprt_staging_any(void) {
  return !operations().isEmpty();
}

WARPRT_EXPORT void warprt_staging_keep(int32_t Request, void *Operation) {
  operations().keep(Request, Operation);
}

WARPRT_EXPORT void *warprt_staging_take(int32_t Request) {
  return operations().take(Request);
}

WARPRT_EXPORT void warprt_staging_keep_window(int32_t Window, void *Record) {
  windows().keep(Window, Record);
}

WARPRT_EXPORT void *warprt_staging_window(int32_t Window) {
  return windows().find(Window);
}

WARPRT_EXPORT void *warprt_staging_take_window(int32_t Window) {
  return windows().take(Window);
}

WARPRT_EXPORT void warprt_staging_each_window(void (*Visit)(void *Record,
                                                            const char *What),
                                              const char *What) {
  windows().each([&](void *Record) { Visit(Record, What); });
}

WARPRT_EXPORT int32_t warprt_staging_first(void) {
  static std::atomic<bool> Said{false};
  return !Said.exchange(true) && Environment::get().Rank <= 0;
}

WARPRT_EXPORT void warprt_staging_announce(const char *Mpi) {
  warn(
      "the MPI (%s) gets buffers in device memory as copies in host memory: %s",
      Mpi, isOnCpu() ? reasonToKeepHostOut() : "it is not CUDA-aware");
}

WARPRT_EXPORT void warprt_staging_announce_window(void) {
  static std::atomic<bool> Said{false};
  if (!Said.exchange(true) && Environment::get().Rank <= 0)
    warn("windows in device memory have the memory model MPI_WIN_SEPARATE: "
         "they are copied when the process synchronizes them");
}

WARPRT_EXPORT void warprt_staging_refuse(const char *Procedure,
                                         const char *Reason) {
  fatal("%s with a buffer in device memory, which the MPI cannot use: %s",
        Procedure, Reason);
}
