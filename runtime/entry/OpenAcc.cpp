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
#include "core/AccDevice.h"
#include "core/AccExpected.h"
#include "core/AccMemory.h"
#include "core/AccPointers.h"
#include "core/AccProfile.h"
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

AccPlace placeOf(const WarprtAccData &Data) {
  return {Data.name,
          {Data.file, static_cast<int>(Data.line)},
          nullptr,
          Data.function};
}

/// All but the data.
AccClause clauseOf(const WarprtAccData &Data) {
  return {{}, placeOf(Data), Data.flags, Data.async, nullptr, nullptr};
}

AccClause clauseOfVariable(const WarprtAccData &Data) {
  return {AccSection(Data.base, static_cast<size_t>(Data.elementBytes),
                     static_cast<int>(Data.rank), Data.section),
          placeOf(Data),
          Data.flags,
          Data.async,
          Data.descriptor,
          Data.descriptorAddress};
}

PointerLevels levelsOf(const WarprtAccData &Data) {
  return {static_cast<void **>(Data.base), Data.rank, Data.section,
          static_cast<size_t>(Data.elementBytes)};
}
} // namespace

WARPRT_EXPORT void warprt_acc_expect_data(int64_t Count,
                                          const WarprtAccData *const *Data) {
  accExpect(Count, Data);
}

WARPRT_EXPORT void warprt_acc_leave_together(int64_t Count,
                                             const WarprtAccData *const *Data,
                                             int64_t Copied) {
  std::vector<AccLeaving> Leaving;
  if (accOverlap(Count, Data))
    for (int64_t I = 0; I < Count; ++I)
      if (AccClause C = clauseOfVariable(*Data[I]); !C.isOff())
        Leaving.push_back({C.Section, I < Copied});
  accLeaveTogether(std::move(Leaving));
}

WARPRT_EXPORT void *warprt_acc_enter_data(const WarprtAccData *Data,
                                          int32_t How) {
  return accEnter(clauseOfVariable(*Data), How);
}

WARPRT_EXPORT void warprt_acc_exit_data(const WarprtAccData *Data,
                                        int32_t How) {
  accExit(clauseOfVariable(*Data), How);
}

WARPRT_EXPORT void *warprt_acc_look_up_data(const WarprtAccData *Data) {
  return accLookUp(clauseOfVariable(*Data));
}

WARPRT_EXPORT int32_t warprt_acc_are_apart(const WarprtAccData *Left,
                                           const WarprtAccData *Right) {
  return accAreApart(clauseOfVariable(*Left), clauseOfVariable(*Right));
}

WARPRT_EXPORT void warprt_acc_update_device_data(const WarprtAccData *Data) {
  accUpdateDevice(clauseOfVariable(*Data));
}

WARPRT_EXPORT void warprt_acc_update_host_data(const WarprtAccData *Data) {
  accUpdateHost(clauseOfVariable(*Data));
}

WARPRT_EXPORT void *warprt_acc_attach_data(const WarprtAccData *Data) {
  return accAttach(clauseOfVariable(*Data));
}

WARPRT_EXPORT void warprt_acc_detach_data(const WarprtAccData *Data) {
  accDetach(clauseOfVariable(*Data));
}

WARPRT_EXPORT void *warprt_acc_enter_records(const WarprtAccData *Records,
                                             int32_t How, const int64_t *Uses) {
  return accEnterRecords(How, *static_cast<const Descriptor *>(Records->base),
                         Uses, Records->async, placeOf(*Records));
}

WARPRT_EXPORT void warprt_acc_exit_records(const WarprtAccData *Records,
                                           void *Entered) {
  accExitRecords(static_cast<AccRecords *>(Entered), Records->async,
                 placeOf(*Records));
}

WARPRT_EXPORT void warprt_acc_enter_pointers(const WarprtAccData *Data,
                                             int32_t How) {
  accEnterPointers(levelsOf(*Data), clauseOf(*Data), How);
}

WARPRT_EXPORT void warprt_acc_exit_pointers(const WarprtAccData *Data,
                                            int32_t How) {
  accExitPointers(levelsOf(*Data), clauseOf(*Data), How);
}

WARPRT_EXPORT void
warprt_acc_update_device_pointers(const WarprtAccData *Data) {
  accUpdateDevicePointers(levelsOf(*Data), clauseOf(*Data));
}

WARPRT_EXPORT void warprt_acc_update_host_pointers(const WarprtAccData *Data) {
  accUpdateHostPointers(levelsOf(*Data), clauseOf(*Data));
}

WARPRT_EXPORT void warprt_acc_attach_pointers(const WarprtAccData *Data) {
  accAttachPointers(levelsOf(*Data), clauseOf(*Data));
}

WARPRT_EXPORT void warprt_acc_detach_pointers(const WarprtAccData *Data) {
  accDetachPointers(levelsOf(*Data), clauseOf(*Data));
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
  AccWork Work{acc_construct_parallel, Launch->async};
  Work.Kernel = Name;
  Work.Shape = &Shape;
  AccProfiled Construct(acc_ev_compute_construct_start, &D, Place, Work);
  if (!failed(E)) {
    AccProfiled Profiled(acc_ev_enqueue_launch_start, &D, Place, Work);
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
  AccProfiled Profiled(acc_ev_wait_start, &D, Place,
                       {acc_construct_wait, Queue});
  traceWait(D, Place, Queue);
  Error E = waitForAccQueue(D, Queue, Async);
  printDeviceOutput();
  if (failed(E))
    fatalAt(Place.Where, E, "waiting for queue " + std::to_string(Queue));
}

WARPRT_EXPORT void warprt_acc_wait_device(int64_t DeviceNumber, int64_t Queue,
                                          int64_t Async, const char *File,
                                          const char *Function, int32_t Line) {
  SourceLocation Where{File, Line};
  (void)accDevice(Where); // the environment's is the first
  int Before = currentOrdinal();
  if (DeviceNumber == Before)
    return warprt_acc_wait(Queue, Async, File, Function, Line);
  if (Error E = setCurrentOrdinal(static_cast<int>(DeviceNumber)); failed(E))
    fatalAt(Where, E,
            "device number " + std::to_string(DeviceNumber) +
                " of a wait directive or clause");
  warprt_acc_wait(Queue, WARPRT_ACC_ASYNC_SYNC, File, Function, Line);
  (void)setCurrentOrdinal(Before);
}

WARPRT_EXPORT void warprt_acc_set(int32_t What, int64_t DeviceNumber,
                                  int64_t DefaultAsync) {
  int Before = currentOrdinal();
  if (DeviceNumber >= 0)
    if (Error E = setAccDeviceNumber(static_cast<int>(DeviceNumber)); failed(E))
      fatalAt({}, E, "device number " + std::to_string(DeviceNumber));
  if (What == 0) {
    if (DefaultAsync != WARPRT_ACC_ASYNC_UNSET)
      setDefaultAsync(DefaultAsync);
    return;
  }
  Device &D = accDevice({});
  if (What == 2) {
    AccProfiled Profiled(acc_ev_device_shutdown_start, &D, {},
                         {acc_construct_shutdown});
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
