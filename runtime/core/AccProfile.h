//===-- runtime/core/AccProfile.h - OpenACC's profiling interface -*- C++ -*-=//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callbacks of acc_prof.h. The runtime knows clauses and kernels, not the
// constructs that they are of: each clause enters, leaves or updates data, and
// each kernel is a compute construct. Where nothing is registered, each of
// these functions is one test.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCPROFILE_H
#define WARPRT_CORE_ACCPROFILE_H

#include "acc_prof.h"
#include "core/AccData.h"
#include <atomic>

namespace warprt {

namespace detail {
/// How many callbacks are registered.
extern std::atomic<int> AccCallbacks;
} // namespace detail

inline bool accProfiling() {
  return detail::AccCallbacks.load(std::memory_order_relaxed) != 0;
}

/// What an event is about.
struct AccWork {
  acc_construct_t Construct = acc_construct_runtime_api;
  int64_t Async = 0;
  bool Implicit = false;
  /// Of data.
  size_t Bytes = 0;
  const void *Host = nullptr, *OnDevice = nullptr;
  /// Of launches.
  const char *Kernel = nullptr;
  const LaunchShape *Shape = nullptr;
};

/// One event. `ToolInfo` is what the callbacks store, or null.
void profileEvent(acc_event_t Event, const Device *D, const AccPlace &Place,
                  const AccWork &Work, void **ToolInfo = nullptr);

/// The events before and after some work, `Start` and the next one.
class AccProfiled {
public:
  AccProfiled(acc_event_t Start, const Device *D, const AccPlace &Place,
              const AccWork &Work)
      : Start(Start), D(D), Place(Place), Work(Work), IsOn(accProfiling()) {
    if (IsOn)
      profileEvent(Start, D, Place, Work, &ToolInfo);
  }
  ~AccProfiled() {
    if (IsOn)
      profileEvent(static_cast<acc_event_t>(Start + 1), D, Place, Work,
                   &ToolInfo);
  }
  AccProfiled(const AccProfiled &) = delete;
  AccProfiled &operator=(const AccProfiled &) = delete;

private:
  acc_event_t Start;
  const Device *D;
  AccPlace Place;
  AccWork Work;
  void *ToolInfo = nullptr;
  bool IsOn;
};

// The functions of acc_prof.h.
void accProfRegister(acc_event_t Event, acc_prof_callback Function,
                     acc_register_t How);
void accProfUnregister(acc_event_t Event, acc_prof_callback Function,
                       acc_register_t How);
acc_query_fn accProfLookup(const char *Name);

/// Lets tools register, once a process and before the device is used.
void startAccProfiling();

} // namespace warprt

#endif // WARPRT_CORE_ACCPROFILE_H
