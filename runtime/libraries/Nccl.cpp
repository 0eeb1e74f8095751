//===-- runtime/libraries/Nccl.cpp - Entry points of NCCL -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module nccl. The CPU is one device, so a communicator
// there has one rank, whose collective operations are copies and whose messages
// go to itself.
//
//===----------------------------------------------------------------------===//
#include "core/Runtime.h"
#include "libraries/HostLibrary.h"
#include "libraries/Library.h"
#include "libraries/LibraryObject.h"
#include "libraries/Narrow.h"
#include <cstring>
#include <utility>
#include <vector>

using namespace warprt;
using namespace warprt::libraries;

namespace {

enum NcclResult : int {
  NcclSuccess = 0,
  NcclUnhandledCudaError = 1,
  NcclInvalidArgument = 4,
  /// What comes closest to "not supported".
  NcclInvalidUsage = 5
};

struct UniqueId {
  char Internal[128];
};

struct Communicator : LibraryObject<Communicator> {
  static constexpr uint32_t Mark = 0x6e63636c;
  int Device = 0;
};

/// Bytes of a value; 0 for types that there are not.
size_t sizeOf(int32_t Type) {
  constexpr size_t Sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return Type >= 0 && Type < 12 ? Sizes[Type] : 0;
}

int copy(void *From, void *To, int64_t Count, int32_t Type, void *Comm,
         int64_t Stream) {
  size_t Bytes = sizeOf(Type) * static_cast<size_t>(Count);
  if (!Communicator::from(Comm) || !sizeOf(Type) || Count < 0 ||
      (Count && (!From || !To)))
    return NcclInvalidArgument;
  if (From == To || !Bytes)
    return NcclSuccess;
  return failed(submit(
             reinterpret_cast<Queue *>(Stream),
             [=] { std::memmove(To, From, Bytes); }, false))
             ? NcclUnhandledCudaError
             : NcclSuccess;
}

/// One end of a message of the rank to itself.
struct Message {
  void *Data;
  int64_t Count;
  int32_t Type;
  void *Comm;
  int64_t Stream;
};

/// Messages wait for the end of their group.
struct Group {
  int Depth = 0;
  std::vector<Message> Sent, Received;
};
thread_local Group Open;

int endGroup() {
  std::vector<Message> Sent = std::exchange(Open.Sent, {});
  std::vector<Message> Received = std::exchange(Open.Received, {});
  if (Sent.size() != Received.size())
    return NcclInvalidUsage; // one of them would wait for ever
  for (size_t I = 0; I != Sent.size(); ++I) {
    const Message &From = Sent[I], &To = Received[I];
    if (From.Count != To.Count || From.Type != To.Type || From.Comm != To.Comm)
      return NcclInvalidUsage;
    if (int Status =
            copy(From.Data, To.Data, To.Count, To.Type, To.Comm, To.Stream))
      return Status;
  }
  return NcclSuccess;
}

int message(std::vector<Message> &Messages, const Message &M, int32_t Peer) {
  if (!Communicator::from(M.Comm) || !sizeOf(M.Type) || M.Count < 0 || Peer)
    return NcclInvalidArgument;
  if (!Open.Depth)
    return NcclInvalidUsage; // its other end cannot come
  Messages.push_back(M);
  return NcclSuccess;
}

int put(void *Comm, void *Result, int32_t Value) {
  if (!Communicator::from(Comm) || !Result)
    return NcclInvalidArgument;
  *static_cast<int32_t *>(Result) = Value;
  return NcclSuccess;
}

bool isOperation(int32_t Op) { return Op >= 0 && Op <= 4; }

struct CpuNccl {
  /// That of the headers that the interfaces were made from.
  static int ncclGetVersion(void *Version) {
    if (!Version)
      return NcclInvalidArgument;
    *static_cast<int32_t *>(Version) = 22809;
    return NcclSuccess;
  }
  static int ncclGetUniqueId(void *Id) {
    if (!Id)
      return NcclInvalidArgument;
    std::memset(Id, 0, sizeof(UniqueId));
    return NcclSuccess;
  }
  static int create(void *Result, int32_t Ranks, int32_t Rank, int Device) {
    if (!Result || Ranks < 1 || Rank < 0 || Rank >= Ranks)
      return NcclInvalidArgument;
    if (Ranks > 1) {
      reportUnsupported("NCCL with more than one rank");
      return NcclInvalidUsage;
    }
    auto *C = new Communicator;
    C->Device = Device;
    *static_cast<void **>(Result) = C;
    return NcclSuccess;
  }
  static int ncclCommFinalize(void *Comm) {
    return Communicator::from(Comm) ? NcclSuccess : NcclInvalidArgument;
  }
  static int ncclCommDestroy(void *Comm) {
    return destroyObject<Communicator>(Comm, NcclSuccess, NcclInvalidArgument);
  }
  static int ncclCommAbort(void *Comm) { return ncclCommDestroy(Comm); }
  static int ncclCommGetAsyncError(void *Comm, void *Error) {
    return put(Comm, Error, NcclSuccess);
  }
  static int ncclCommCount(void *Comm, void *Count) {
    return put(Comm, Count, 1);
  }
  static int ncclCommCuDevice(void *Comm, void *Device) {
    Communicator *C = Communicator::from(Comm);
    return put(Comm, Device, C ? C->Device : 0);
  }
  static int ncclCommUserRank(void *Comm, void *Rank) {
    return put(Comm, Rank, 0);
  }
  static int ncclReduce(void *From, void *To, int64_t Count, int32_t Type,
                        int32_t Op, int32_t Root, void *Comm, int64_t Stream) {
    return Root || !isOperation(Op) ? NcclInvalidArgument
                                    : copy(From, To, Count, Type, Comm, Stream);
  }
  static int ncclBcast(void *Data, int64_t Count, int32_t Type, int32_t Root,
                       void *Comm, int64_t Stream) {
    return Root ? NcclInvalidArgument
                : copy(Data, Data, Count, Type, Comm, Stream);
  }
  static int ncclBroadcast(void *From, void *To, int64_t Count, int32_t Type,
                           int32_t Root, void *Comm, int64_t Stream) {
    return Root ? NcclInvalidArgument
                : copy(From, To, Count, Type, Comm, Stream);
  }
  static int ncclAllReduce(void *From, void *To, int64_t Count, int32_t Type,
                           int32_t Op, void *Comm, int64_t Stream) {
    return isOperation(Op) ? copy(From, To, Count, Type, Comm, Stream)
                           : NcclInvalidArgument;
  }
  static int ncclReduceScatter(void *From, void *To, int64_t Count,
                               int32_t Type, int32_t Op, void *Comm,
                               int64_t Stream) {
    return ncclAllReduce(From, To, Count, Type, Op, Comm, Stream);
  }
  static int ncclAllGather(void *From, void *To, int64_t Count, int32_t Type,
                           void *Comm, int64_t Stream) {
    return copy(From, To, Count, Type, Comm, Stream);
  }
  static int ncclAlltoAll(void *From, void *To, int64_t Count, int32_t Type,
                          void *Comm, int64_t Stream) {
    return copy(From, To, Count, Type, Comm, Stream);
  }
  static int ncclGather(void *From, void *To, int64_t Count, int32_t Type,
                        int32_t Root, void *Comm, int64_t Stream) {
    return ncclBroadcast(From, To, Count, Type, Root, Comm, Stream);
  }
  static int ncclScatter(void *From, void *To, int64_t Count, int32_t Type,
                         int32_t Root, void *Comm, int64_t Stream) {
    return ncclBroadcast(From, To, Count, Type, Root, Comm, Stream);
  }
  /// One rank is a communicator of its own, or of none.
  static int ncclCommSplit(void *Comm, int32_t Color, int32_t, void *Result,
                           void *) {
    constexpr int32_t NoColor = -1;
    Communicator *C = Communicator::from(Comm);
    if (!C || !Result || Color < NoColor)
      return NcclInvalidArgument;
    if (Color != NoColor)
      return create(Result, 1, 0, C->Device);
    *static_cast<void **>(Result) = nullptr;
    return NcclSuccess;
  }
  /// Nothing has to be known of memory.
  static int ncclCommRegister(void *Comm, void *Data, int64_t, void *Handle) {
    if (!Communicator::from(Comm) || !Data || !Handle)
      return NcclInvalidArgument;
    *static_cast<void **>(Handle) = Data;
    return NcclSuccess;
  }
  static int ncclCommDeregister(void *Comm, void *Handle) {
    return Communicator::from(Comm) && Handle ? NcclSuccess
                                              : NcclInvalidArgument;
  }
  static int ncclMemAlloc(void *Result, int64_t Bytes) {
    Device *D = nullptr;
    if (!Result || Bytes <= 0)
      return NcclInvalidArgument;
    return failed(currentDevice(D)) ||
                   failed(D->allocate(MemoryKind::Device,
                                      static_cast<size_t>(Bytes),
                                      static_cast<void **>(Result)))
               ? NcclUnhandledCudaError
               : NcclSuccess;
  }
  static int ncclMemFree(void *Data) {
    Device *D = nullptr;
    return failed(currentDevice(D)) ||
                   failed(D->release(MemoryKind::Device, Data))
               ? NcclUnhandledCudaError
               : NcclSuccess;
  }
  static int ncclSend(void *Data, int64_t Count, int32_t Type, int32_t Peer,
                      void *Comm, int64_t Stream) {
    return message(Open.Sent, {Data, Count, Type, Comm, Stream}, Peer);
  }
  static int ncclRecv(void *Data, int64_t Count, int32_t Type, int32_t Peer,
                      void *Comm, int64_t Stream) {
    return message(Open.Received, {Data, Count, Type, Comm, Stream}, Peer);
  }
  static int ncclGroupStart() {
    ++Open.Depth;
    return NcclSuccess;
  }
  static int ncclGroupEnd() {
    if (!Open.Depth)
      return NcclInvalidUsage;
    return --Open.Depth ? NcclSuccess : endGroup();
  }
};

} // namespace

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Nccl, CpuNccl, NcclInvalidUsage, Name, Params, Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, NcclInvalidArgument, Params, Args)
#include "libraries/NcclFunctions.inc"

WARPRT_EXPORT int warprt_ncclCommInitRank(void *Comm, int32_t Ranks,
                                          const UniqueId *Id, int32_t Rank) {
  if (onCpu())
    return CpuNccl::create(Comm, Ranks, Rank, 0);
  static void *const Function = Nccl.function("ncclCommInitRank");
  makeDeviceCurrent();
  return reinterpret_cast<int (*)(void *, int, UniqueId, int)>(Function)(
      Comm, Ranks, *Id, Rank);
}

WARPRT_EXPORT int warprt_ncclCommInitRankConfig(void *Comm, int32_t Ranks,
                                                const UniqueId *Id,
                                                int32_t Rank, void *Config) {
  if (onCpu())
    return CpuNccl::create(Comm, Ranks, Rank, 0);
  static void *const Function = Nccl.function("ncclCommInitRankConfig");
  makeDeviceCurrent();
  return reinterpret_cast<int (*)(void *, int, UniqueId, int, void *)>(
      Function)(Comm, Ranks, *Id, Rank, Config);
}

WARPRT_EXPORT int warprt_ncclCommInitRankScalable(void *Comm, int32_t Ranks,
                                                  int32_t Rank, int32_t Count,
                                                  UniqueId *Ids, void *Config) {
  if (onCpu())
    return CpuNccl::create(Comm, Ranks, Rank, 0);
  static void *const Function = Nccl.function("ncclCommInitRankScalable");
  makeDeviceCurrent();
  return reinterpret_cast<int (*)(void *, int, int, int, UniqueId *, void *)>(
      Function)(Comm, Ranks, Rank, Count, Ids, Config);
}

WARPRT_EXPORT int warprt_ncclCommInitAll(void *Comms, int32_t Devices,
                                         const int32_t *List) {
  if (onCpu())
    return CpuNccl::create(Comms, Devices, 0, List ? List[0] : 0);
  static void *const Function = Nccl.function("ncclCommInitAll");
  makeDeviceCurrent();
  return reinterpret_cast<int (*)(void *, int, const int *)>(Function)(
      Comms, Devices, List);
}

WARPRT_EXPORT bool warprt_ncclSameResult(const int32_t *A, const int32_t *B) {
  return *A == *B;
}
WARPRT_EXPORT bool warprt_ncclDifferentResult(const int32_t *A,
                                              const int32_t *B) {
  return *A != *B;
}
