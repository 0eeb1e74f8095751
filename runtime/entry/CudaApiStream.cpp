//===-- runtime/entry/CudaApiStream.cpp - cudafor: streams and events -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams are integer(8) handles in CUDA Fortran, events a type with one
// pointer. Where Fortran programs pass a stream of either integer kind, the
// module picks the function by kind: _i4 and _i8.
//
//===----------------------------------------------------------------------===//
#include "core/Descriptor.h"
#include "core/Reductions.h"
#include "entry/CudaApiObjects.h"

using namespace warprt;

static int createStream(int64_t *Stream, int Flags, int Priority) {
  return onDevice([&](Device &D) {
    Queue *Q = nullptr;
    Error E = D.createQueue(static_cast<unsigned>(Flags), Priority, &Q);
    if (failed(E))
      return E;
    if (Flags & QueueNonBlocking)
      noteNonBlockingQueue();
    *Stream = reinterpret_cast<int64_t>(Q);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaStreamCreate(int64_t *Stream) {
  return createStream(Stream, 0, 0);
}

WARPRT_EXPORT int warprt_cudaStreamCreateWithFlags(int64_t *Stream, int Flags) {
  return createStream(Stream, Flags, 0);
}

WARPRT_EXPORT int warprt_cudaStreamCreateWithPriority(int64_t *Stream,
                                                      int Flags, int Priority) {
  return createStream(Stream, Flags, Priority);
}

WARPRT_EXPORT int warprt_cudaStreamDestroy(int64_t Stream) {
  return onDevice([&](Device &D) {
    // The three handles that nobody created.
    if (Stream >= 0 && Stream <= 2)
      return Error::InvalidResourceHandle;
    releaseReductionBuffers(D, queueFrom(Stream));
    if (defaultQueue() == queueFrom(Stream))
      setDefaultQueue(nullptr);
    forgetQueue(queueFrom(Stream));
    return D.destroyQueue(queueFrom(Stream));
  });
}

namespace {
int synchronizeStream(int64_t Stream) {
  return onDevice(
      [&](Device &D) { return D.synchronizeQueue(queueFrom(Stream)); });
}
int queryStream(int64_t Stream) {
  return onDevice([&](Device &D) { return D.queryQueue(queueFrom(Stream)); });
}
} // namespace

WARPRT_EXPORT int warprt_cudaStreamSynchronize_given(const int64_t *Stream) {
  return synchronizeStream(streamOr(Stream));
}

WARPRT_EXPORT int warprt_cudaStreamSynchronize_i4(int32_t Stream) {
  return synchronizeStream(Stream);
}

WARPRT_EXPORT int warprt_cudaStreamQuery_given(const int64_t *Stream) {
  return queryStream(streamOr(Stream));
}

WARPRT_EXPORT int warprt_cudaStreamQuery_i4(int32_t Stream) {
  return queryStream(Stream);
}

WARPRT_EXPORT int warprt_cudaStreamWaitEvent_i8(int64_t Stream, Event **E,
                                                const int *Flags) {
  if (Flags && *Flags != 0)
    return result(Error::InvalidValue);
  return onDevice(
      [&](Device &D) { return D.waitEvent(queueFrom(Stream), *E); });
}

WARPRT_EXPORT int warprt_cudaStreamWaitEvent_i4(int32_t Stream, Event **E,
                                                const int *Flags) {
  return warprt_cudaStreamWaitEvent_i8(Stream, E, Flags);
}

WARPRT_EXPORT int warprt_cudaStreamGetFlags(int64_t Stream, int *Flags) {
  return onDevice([&](Device &D) {
    unsigned F = 0;
    int Priority = 0;
    Error E = D.queueFlags(queueFrom(Stream), F, Priority);
    *Flags = static_cast<int>(F);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaStreamGetDevice(int64_t Stream, int *Ordinal) {
  return onDevice([&](Device &D) {
    unsigned F = 0;
    int Priority = 0;
    *Ordinal = D.ordinal();
    return D.queueFlags(queueFrom(Stream), F, Priority);
  });
}

WARPRT_EXPORT int warprt_cudaStreamGetPriority(int64_t Stream, int *Priority) {
  return onDevice([&](Device &D) {
    unsigned F = 0;
    return D.queueFlags(queueFrom(Stream), F, *Priority);
  });
}

WARPRT_EXPORT int warprt_cudaDeviceGetStreamPriorityRange(int *Least,
                                                          int *Greatest) {
  return onDevice(
      [&](Device &D) { return D.priorityRange(*Least, *Greatest); });
}

namespace {
struct HostCall {
  void (*Function)(int64_t, int, void *);
  int64_t Stream;
  void *Data;
};

/// cudaStreamAddCallback's convention on top of a plain host call.
void runCallback(void *Data) {
  auto *Call = static_cast<HostCall *>(Data);
  Call->Function(Call->Stream, 0, Call->Data);
  delete Call;
}
} // namespace

WARPRT_EXPORT int warprt_cudaStreamAddCallback(
    int64_t Stream, void (*Function)(int64_t, int, void *), void *Data, int) {
  if (!Function)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    auto *Call = new HostCall{Function, Stream, Data};
    Error E = D.hostCall(queueFrom(Stream), runCallback, Call);
    if (failed(E))
      delete Call;
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaLaunchHostFunc(int64_t Stream,
                                            HostFunction Function, void *Data) {
  return onDevice(
      [&](Device &D) { return D.hostCall(queueFrom(Stream), Function, Data); });
}

//===----------------------------------------------------------------------===//
// The default stream of CUDA Fortran programs
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int warprt_cudaforSetDefaultStream_i8(int64_t Stream) {
  return onDevice([&](Device &D) {
    // A handle that no queue has is refused here, not at its first use.
    Error E = D.queryQueue(queueFrom(Stream));
    if (failed(E) && E != Error::NotReady)
      return E;
    setDefaultQueue(queueFrom(Stream));
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaforSetDefaultStream_i4(int32_t Stream) {
  return warprt_cudaforSetDefaultStream_i8(Stream);
}

WARPRT_EXPORT int64_t warprt_cudaforGetDefaultStream() {
  return reinterpret_cast<int64_t>(defaultQueue());
}

// The forms with a variable concern its device memory: a variable that is not
// allocated has none.
WARPRT_EXPORT int
warprt_cudaforSetDefaultStream_variable_i8(const Descriptor *Variable,
                                           int64_t Stream) {
  return onDevice([&](Device &D) {
    Error E = D.queryQueue(queueFrom(Stream));
    if (failed(E) && E != Error::NotReady)
      return E;
    size_t Bytes = elementCount(*Variable) * Variable->elem_len;
    if (!Variable->base_addr || !isContiguous(*Variable))
      return Error::InvalidValue;
    setQueueFor(Variable->base_addr, Bytes, queueFrom(Stream));
    return Error::Success;
  });
}

WARPRT_EXPORT int
warprt_cudaforSetDefaultStream_variable_i4(const Descriptor *Variable,
                                           int32_t Stream) {
  return warprt_cudaforSetDefaultStream_variable_i8(Variable, Stream);
}

WARPRT_EXPORT int64_t
warprt_cudaforGetDefaultStream_variable(const Descriptor *Variable) {
  return reinterpret_cast<int64_t>(queueFor(Variable->base_addr));
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int warprt_cudaEventCreate(Event **E) {
  return onDevice([&](Device &D) { return D.createEvent(0, E); });
}

WARPRT_EXPORT int warprt_cudaEventCreateWithFlags(Event **E, int Flags) {
  return onDevice([&](Device &D) {
    return D.createEvent(static_cast<unsigned>(Flags), E);
  });
}

WARPRT_EXPORT int warprt_cudaEventDestroy(Event **E) {
  return onDevice([&](Device &D) { return D.destroyEvent(*E); });
}

WARPRT_EXPORT int warprt_cudaEventRecord_i8(Event **E, int64_t Stream) {
  return onDevice(
      [&](Device &D) { return D.recordEvent(*E, queueFrom(Stream)); });
}

WARPRT_EXPORT int warprt_cudaEventRecord_i4(Event **E, int32_t Stream) {
  return warprt_cudaEventRecord_i8(E, Stream);
}

/// The one flag there is concerns recordings, which here take no event of
/// another stream's as their own.
WARPRT_EXPORT int warprt_cudaEventRecordWithFlags(Event **E, int64_t Stream,
                                                  int Flags) {
  if (Flags != 0)
    return result(Flags == 1 ? Error::NotSupported : Error::InvalidValue);
  return warprt_cudaEventRecord_i8(E, Stream);
}

WARPRT_EXPORT int warprt_cudaEventRecord(Event **E) {
  return onDevice([&](Device &D) { return D.recordEvent(*E, defaultQueue()); });
}

WARPRT_EXPORT int warprt_cudaEventSynchronize(Event **E) {
  return onDevice([&](Device &D) { return D.synchronizeEvent(*E); });
}

WARPRT_EXPORT int warprt_cudaEventQuery(Event **E) {
  return onDevice([&](Device &D) { return D.queryEvent(*E); });
}

WARPRT_EXPORT int warprt_cudaEventElapsedTime(float *Milliseconds,
                                              Event **Start, Event **End) {
  return onDevice(
      [&](Device &D) { return D.elapsed(*Start, *End, *Milliseconds); });
}
