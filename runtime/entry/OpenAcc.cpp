//===-- runtime/entry/OpenAcc.cpp - OpenACC constructs --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of warprt/EntryPoints.h for compiled OpenACC code. OpenACC
// has no error codes: what fails ends the program.
//
//===----------------------------------------------------------------------===//
#include "core/AccData.h"
#include "core/AccMemory.h"
#include "core/AccPointers.h"
#include "core/AccRecords.h"
#include "core/AccTrace.h"
#include "core/DeviceOutput.h"
#include "core/Launch.h"
#include "core/Runtime.h"
#include "entry/Export.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/EntryPoints.h"
#include "warprt/PointerData.h"
#include <atomic>

using namespace warprt;

namespace {
std::atomic<int64_t> Launches{0};
} // namespace

WARPRT_EXPORT void warprt_acc_enter(int32_t Action, int32_t Flags, void *Base,
                                    int64_t ElementBytes, int32_t Rank,
                                    const int64_t *Section, int64_t Async,
                                    const char *Name, const char *File,
                                    const char *Function, int32_t Line,
                                    void *Descriptor, void *DescriptorAddress,
                                    void **DeviceAddress) {
  AccSection S(Base, static_cast<size_t>(ElementBytes), Rank, Section);
  AccPlace Place{Name, {File, Line}, nullptr, Function};
  void *Result =
      accEnter(Action, Flags, S, Async, Place, Descriptor, DescriptorAddress);
  if (DeviceAddress)
    *DeviceAddress = Result;
}

WARPRT_EXPORT void warprt_acc_exit(int32_t Action, int32_t Flags, void *Base,
                                   int64_t ElementBytes, int32_t Rank,
                                   const int64_t *Section, int64_t Async,
                                   const char *Name, const char *File,
                                   const char *Function, int32_t Line,
                                   void *DescriptorAddress) {
  AccSection S(Base, static_cast<size_t>(ElementBytes), Rank, Section);
  accExit(Action, Flags, S, Async, {Name, {File, Line}, nullptr, Function},
          DescriptorAddress);
}

WARPRT_EXPORT void warprt_acc_enter_records(int32_t Action, const void *Records,
                                            const int64_t *Uses, int64_t Async,
                                            const char *Name, const char *File,
                                            const char *Function, int32_t Line,
                                            void **Entered) {
  *Entered =
      accEnterRecords(Action, *static_cast<const Descriptor *>(Records), Uses,
                      Async, {Name, {File, Line}, nullptr, Function});
}

WARPRT_EXPORT void warprt_acc_exit_records(void *Entered, int64_t Async,
                                           const char *Name, const char *File,
                                           const char *Function, int32_t Line) {
  accExitRecords(static_cast<AccRecords *>(Entered), Async,
                 {Name, {File, Line}, nullptr, Function});
}

WARPRT_EXPORT void warprt_acc_enter_pointers(
    int32_t Action, int32_t Flags, void *Pointers, int32_t Levels,
    const int64_t *Sections, int64_t Bytes, int64_t Async, const char *Name,
    const char *File, const char *Function, int32_t Line) {
  accEnterPointers(Action, Flags,
                   {static_cast<void **>(Pointers), Levels, Sections,
                    static_cast<size_t>(Bytes)},
                   Async, {Name, {File, Line}, nullptr, Function});
}

WARPRT_EXPORT void
warprt_acc_exit_pointers(int32_t Action, int32_t Flags, void *Pointers,
                         int32_t Levels, const int64_t *Sections, int64_t Bytes,
                         int64_t Async, const char *Name, const char *File,
                         const char *Function, int32_t Line) {
  accExitPointers(Action, Flags,
                  {static_cast<void **>(Pointers), Levels, Sections,
                   static_cast<size_t>(Bytes)},
                  Async, {Name, {File, Line}, nullptr, Function});
}

WARPRT_EXPORT void warprt_acc_launch(WarprtKernel *K,
                                     const WarprtAccLaunch *Launch, void **Args,
                                     const char *File, const char *Function,
                                     int32_t Line) {
  const char *Name = K->displayName ? K->displayName : K->name;
  AccPlace Place{nullptr, {File, Line}, nullptr, Function};
  Device &D = accDevice(Place.Where);
  AccQueue Q;
  LaunchShape Shape;
  Error E = accQueue(D, Launch->async, Q);
  if (!failed(E)) {
    AccTimer Timer(D, Q.Q);
    E = launchAcc(*K, *Launch, Q.Q, Q.Async, Args, Shape);
    if (!failed(E))
      traceLaunch(Timer, Place, Shape);
  }
  if (failed(E))
    fatalAt(Place.Where, E,
            std::string("launch of compute construct '") + Name + "'");
  if (!Q.Async)
    traceWait(D, Place, WARPRT_ACC_ASYNC_SYNC);
  Launches.fetch_add(1, std::memory_order_relaxed);
}

WARPRT_EXPORT void warprt_acc_read(void *Host, int64_t Bytes, int64_t Async,
                                   void *Value) {
  accRead(Host, static_cast<size_t>(Bytes), Async, Value);
}

WARPRT_EXPORT void warprt_acc_wait(int64_t Queue, int64_t Async,
                                   const char *File, const char *Function,
                                   int32_t Line) {
  AccPlace Place{nullptr, {File, Line}, nullptr, Function};
  Device &D = accDevice(Place.Where);
  traceWait(D, Place, Queue);
  Error E = waitForAccQueue(D, Queue, Async);
  printDeviceOutput();
  if (failed(E))
    fatalAt(Place.Where, E, "waiting for queue " + std::to_string(Queue));
}

WARPRT_EXPORT void warprt_acc_set(int32_t What, int64_t DeviceNumber,
                                  int64_t DefaultAsync) {
  int Before = currentOrdinal();
  if (DeviceNumber >= 0)
    if (Error E = setCurrentOrdinal(static_cast<int>(DeviceNumber)); failed(E))
      fatalAt({}, E, "device number " + std::to_string(DeviceNumber));
  if (What == 0) {
    if (DefaultAsync != WARPRT_ACC_ASYNC_UNSET)
      setDefaultAsync(DefaultAsync);
    return;
  }
  Device &D = accDevice({});
  if (What == 2) {
    Error E = D.synchronize();
    printDeviceOutput();
    if (failed(E))
      fatalAt({}, E, "shutting a device down");
    accReleaseData(D);
    releaseAccQueues(D);
    (void)trimAccMemory(D);
  }
  if (DeviceNumber >= 0)
    (void)setCurrentOrdinal(Before);
}

// Atomic operations of host code; one lock does for its few threads.
static std::atomic_flag HostLock;

WARPRT_EXPORT int32_t __warpdev_acc_try_lock(const void * /*Variable*/) {
  return HostLock.test_and_set(std::memory_order_acquire) ? 0 : 1;
}

WARPRT_EXPORT void __warpdev_acc_unlock(const void * /*Variable*/) {
  HostLock.clear(std::memory_order_release);
}

WARPRT_EXPORT int64_t warprt_acc_launches() { return Launches; }
