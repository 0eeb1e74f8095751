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
// libnvToolsExt.so.1, which CUDA 12 and older have, where it is installed. They
// are also events of the trace (WARPFORT_TRACE).
//
//===----------------------------------------------------------------------===//
#include "core/Trace.h"
#include "entry/Export.h"
#include "libraries/Library.h"
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace warprt;
using namespace warprt::libraries;
using trace::TraceFile;

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

/// The message of an nvtxEventAttributes (nvToolsExt.h, module nvtx).
std::string textOf(const void *Event) {
  constexpr size_t TypeOffset = 32, MessageOffset = 40;
  constexpr int Ascii = 1;
  int Type;
  const char *Message;
  auto *Bytes = static_cast<const char *>(Event);
  std::memcpy(&Type, Bytes + TypeOffset, sizeof Type);
  std::memcpy(&Message, Bytes + MessageOffset, sizeof Message);
  return Type == Ascii && Message ? Message : "";
}

} // namespace

#define FUNCTION(Name)                                                         \
  [] {                                                                         \
    static void *const Function = find(Name);                                  \
    return Function;                                                           \
  }()

WARPRT_EXPORT void warprt_nvtxMark(const char *Text, int64_t Length) {
  if (TraceFile *File = traceFile())
    File->mark(textOf(Text, Length), "nvtx");
  forward(FUNCTION("nvtxMarkA"), textOf(Text, Length).c_str());
}
WARPRT_EXPORT void warprt_nvtxMarkEx(const void *Event) {
  if (TraceFile *File = traceFile())
    File->mark(textOf(Event), "nvtx");
  forward(FUNCTION("nvtxMarkEx"), Event);
}
WARPRT_EXPORT int warprt_nvtxRangePush(const char *Text, int64_t Length) {
  if (TraceFile *File = traceFile())
    File->begin(textOf(Text, Length), "nvtx");
  forward(FUNCTION("nvtxRangePushA"), textOf(Text, Length).c_str());
  return Depth++;
}
WARPRT_EXPORT int warprt_nvtxRangePushEx(const void *Event) {
  if (TraceFile *File = traceFile())
    File->begin(textOf(Event), "nvtx");
  forward(FUNCTION("nvtxRangePushEx"), Event);
  return Depth++;
}
/// The depth of the range that ends; negative where there is none.
WARPRT_EXPORT int warprt_nvtxRangePop() {
  if (Depth == 0)
    return -1;
  if (TraceFile *File = traceFile())
    File->end();
  forward(FUNCTION("nvtxRangePop"));
  return --Depth;
}
WARPRT_EXPORT int64_t warprt_nvtxRangeStart(const char *Text, int64_t Length) {
  int64_t Range = ++LastRange;
  if (void *Function = FUNCTION("nvtxRangeStartA"))
    Range = reinterpret_cast<int64_t (*)(const char *)>(Function)(
        textOf(Text, Length).c_str());
  if (TraceFile *File = traceFile())
    File->beginRange(Range, textOf(Text, Length), "nvtx");
  return Range;
}
WARPRT_EXPORT int64_t warprt_nvtxRangeStartEx(const void *Event) {
  int64_t Range = ++LastRange;
  if (void *Function = FUNCTION("nvtxRangeStartEx"))
    Range = reinterpret_cast<int64_t (*)(const void *)>(Function)(Event);
  if (TraceFile *File = traceFile())
    File->beginRange(Range, textOf(Event), "nvtx");
  return Range;
}
WARPRT_EXPORT void warprt_nvtxRangeEnd(int64_t Range) {
  if (TraceFile *File = traceFile())
    File->endRange(Range);
  forward(FUNCTION("nvtxRangeEnd"), Range);
}
