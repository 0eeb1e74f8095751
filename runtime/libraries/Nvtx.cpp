//===-- runtime/libraries/Nvtx.cpp - Ranges for profilers -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module nvtx. Ranges are counted here, so that their
// depth is right wherever the program runs; on a GPU they are also handed to
// libnvToolsExt.so.1, which CUDA 12 and older have, where it is installed.
//
//===----------------------------------------------------------------------===//
#include "entry/Export.h"
#include "libraries/Library.h"
#include <atomic>
#include <dlfcn.h>
#include <string>

using namespace warprt::libraries;

namespace {

thread_local int Depth = 0;
std::atomic<int64_t> LastRange{0};

/// Null where there is no such library, or the CPU is used.
void *find(const char *Function) {
  static void *const Library =
      onCpu() ? nullptr : dlopen("libnvToolsExt.so.1", RTLD_NOW | RTLD_LOCAL);
  return Library ? dlsym(Library, Function) : nullptr;
}

/// Calls the library's function if it is there.
template <typename... Arguments>
void forward(void *Function, Arguments... Values) {
  if (Function)
    reinterpret_cast<int64_t (*)(Arguments...)>(Function)(Values...);
}

/// Up to the null character that a program may have put there.
std::string textOf(const char *Text, int64_t Length) {
  std::string Result(Text, static_cast<size_t>(Length));
  return Result.c_str();
}

} // namespace

#define FUNCTION(Name)                                                         \
  [] {                                                                         \
    static void *const Function = find(Name);                                  \
    return Function;                                                           \
  }()

WARPRT_EXPORT void warprt_nvtxMark(const char *Text, int64_t Length) {
  forward(FUNCTION("nvtxMarkA"), textOf(Text, Length).c_str());
}
WARPRT_EXPORT void warprt_nvtxMarkEx(const void *Event) {
  forward(FUNCTION("nvtxMarkEx"), Event);
}
WARPRT_EXPORT int warprt_nvtxRangePush(const char *Text, int64_t Length) {
  forward(FUNCTION("nvtxRangePushA"), textOf(Text, Length).c_str());
  return Depth++;
}
WARPRT_EXPORT int warprt_nvtxRangePushEx(const void *Event) {
  forward(FUNCTION("nvtxRangePushEx"), Event);
  return Depth++;
}
/// The depth of the range that ends; negative where there is none.
WARPRT_EXPORT int warprt_nvtxRangePop() {
  if (Depth == 0)
    return -1;
  forward(FUNCTION("nvtxRangePop"));
  return --Depth;
}
WARPRT_EXPORT int64_t warprt_nvtxRangeStart(const char *Text, int64_t Length) {
  if (void *Function = FUNCTION("nvtxRangeStartA"))
    return reinterpret_cast<int64_t (*)(const char *)>(Function)(
        textOf(Text, Length).c_str());
  return ++LastRange;
}
WARPRT_EXPORT int64_t warprt_nvtxRangeStartEx(const void *Event) {
  if (void *Function = FUNCTION("nvtxRangeStartEx"))
    return reinterpret_cast<int64_t (*)(const void *)>(Function)(Event);
  return ++LastRange;
}
WARPRT_EXPORT void warprt_nvtxRangeEnd(int64_t Range) {
  forward(FUNCTION("nvtxRangeEnd"), Range);
}
