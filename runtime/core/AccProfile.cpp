//===-- runtime/core/AccProfile.cpp - OpenACC's profiling interface -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccProfile.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccProfile.h"
#include "core/AccDevice.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <vector>

using namespace warprt;

std::atomic<int> detail::AccCallbacks{0};

// A tool's, where the program has one.
extern "C"
    __attribute__((weak)) void acc_register_library(acc_prof_reg, acc_prof_reg,
                                                    acc_prof_lookup_func);

namespace {

struct Callback {
  acc_prof_callback Function;
  int Count = 1; ///< how often it was registered
  bool IsOn = true;
};

struct Registry {
  std::mutex Lock;
  std::vector<Callback> Of[acc_ev_last];
  bool IsOn[acc_ev_last];
  Registry() { std::fill(std::begin(IsOn), std::end(IsOn), true); }
};

Registry &registry() {
  // Never destroyed: events come while the process ends.
  static auto *The = new Registry;
  return *The;
}

thread_local bool ThreadIsOn = true;

void addCallback(std::vector<Callback> &List, acc_prof_callback Function) {
  for (Callback &C : List)
    if (C.Function == Function) {
      ++C.Count;
      return;
    }
  List.push_back({Function});
  ++detail::AccCallbacks;
}

void removeCallback(std::vector<Callback> &List, acc_prof_callback Function) {
  auto Known = std::find_if(List.begin(), List.end(), [&](const Callback &C) {
    return C.Function == Function;
  });
  if (Known == List.end() || --Known->Count > 0)
    return;
  List.erase(Known);
  --detail::AccCallbacks;
}

/// Both functions of the interface: what is registered, or what is paused.
void change(acc_event_t Event, acc_prof_callback Function, acc_register_t How,
            bool IsAdded) {
  if (Event < acc_ev_none || Event >= acc_ev_last)
    return warn("acc_prof_%s: there is no event %d",
                IsAdded ? "register" : "unregister", Event);
  Registry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  if (How == acc_toggle_per_thread) {
    ThreadIsOn = IsAdded;
  } else if (How == acc_toggle) {
    for (int E = 0; E < acc_ev_last; ++E) {
      if (Event != acc_ev_none && E != Event)
        continue;
      if (!Function)
        R.IsOn[E] = IsAdded;
      for (Callback &C : R.Of[E])
        if (C.Function == Function)
          C.IsOn = IsAdded;
    }
  } else if (Function && Event != acc_ev_none) {
    (IsAdded ? addCallback : removeCallback)(R.Of[Event], Function);
  }
}

bool isDataEvent(acc_event_t Event) {
  return (Event >= acc_ev_create && Event <= acc_ev_free) ||
         (Event >= acc_ev_enqueue_upload_start &&
          Event <= acc_ev_enqueue_download_end);
}

acc_event_info infoOf(acc_event_t Event, const AccPlace &Place,
                      const AccWork &Work, void *ToolInfo) {
  acc_event_info Info = {};
  Info.other_event = {Event, sizeof(acc_other_event_info), Work.Construct,
                      Work.Implicit, ToolInfo};
  if (isDataEvent(Event)) {
    Info.data_event.valid_bytes = sizeof(acc_data_event_info);
    Info.data_event.var_name = Place.Name;
    Info.data_event.bytes = Work.Bytes;
    Info.data_event.host_ptr = Work.Host;
    Info.data_event.device_ptr = Work.OnDevice;
  } else if (Event == acc_ev_enqueue_launch_start ||
             Event == acc_ev_enqueue_launch_end) {
    Info.launch_event.valid_bytes = sizeof(acc_launch_event_info);
    Info.launch_event.kernel_name = Work.Kernel;
    if (Work.Shape && Event == acc_ev_enqueue_launch_end) {
      const LaunchShape &S = *Work.Shape;
      Info.launch_event.num_gangs = size_t(S.Grid[0]) * S.Grid[1] * S.Grid[2];
      Info.launch_event.num_workers = size_t(S.Block[1]) * S.Block[2];
      Info.launch_event.vector_length = S.Block[0];
    }
  }
  return Info;
}

} // namespace

void warprt::profileEvent(acc_event_t Event, const Device *D,
                          const AccPlace &Place, const AccWork &Work,
                          void **ToolInfo) {
  if (!accProfiling() || !ThreadIsOn)
    return;
  std::vector<Callback> Callbacks;
  {
    Registry &R = registry();
    std::lock_guard<std::mutex> Guard(R.Lock);
    if (R.IsOn[Event])
      Callbacks = R.Of[Event];
  }
  bool IsCpu = D && D->properties().HostThreads > 0;
  acc_device_t Type = IsCpu && accSharesMemory() ? acc_device_host
                      : D                        ? acc_device_nvidia
                                                 : acc_device_default;
  for (const Callback &C : Callbacks) {
    if (!C.IsOn)
      continue;
    acc_prof_info Prof = {};
    Prof.event_type = Event;
    Prof.valid_bytes = sizeof Prof;
    Prof.version = 201711;
    Prof.device_type = Type;
    Prof.device_number = D ? D->ordinal() : 0;
    Prof.async = Prof.async_queue = static_cast<ssize_t>(Work.Async);
    Prof.src_file = Place.Where.File;
    Prof.func_name = Place.Function;
    Prof.line_no = Place.Where.Line;
    acc_event_info Info =
        infoOf(Event, Place, Work, ToolInfo ? *ToolInfo : nullptr);
    acc_api_info Api = {};
    Api.device_api = D && !IsCpu ? acc_device_api_cuda : acc_device_api_none;
    Api.valid_bytes = sizeof Api;
    Api.device_type = Type;
    C.Function(&Prof, &Info, &Api);
    if (ToolInfo)
      *ToolInfo = Info.other_event.tool_info;
  }
}

void warprt::startAccProfiling() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    if (acc_register_library)
      acc_register_library(accProfRegister, accProfUnregister, accProfLookup);
    const std::string &Library = Environment::get().AccProfLib;
    if (Library.empty())
      return;
    void *Handle = dlopen(Library.c_str(), RTLD_NOW | RTLD_LOCAL);
    void *Start = Handle ? dlsym(Handle, "acc_register_library") : nullptr;
    if (!Start)
      return warn("ACC_PROFLIB: %s", dlerror());
    reinterpret_cast<decltype(&acc_register_library)>(Start)(
        accProfRegister, accProfUnregister, accProfLookup);
  });
}

void warprt::accProfRegister(acc_event_t Event, acc_prof_callback Function,
                             acc_register_t How) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    std::atexit(
        [] { profileEvent(acc_ev_runtime_shutdown, nullptr, {}, AccWork()); });
  });
  change(Event, Function, How, /*IsAdded=*/true);
}

void warprt::accProfUnregister(acc_event_t Event, acc_prof_callback Function,
                               acc_register_t How) {
  change(Event, Function, How, /*IsAdded=*/false);
}

acc_query_fn warprt::accProfLookup(const char *) { return nullptr; }
