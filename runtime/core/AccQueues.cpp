//===-- runtime/core/AccQueues.cpp - Activity queues ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccQueues.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccQueues.h"
#include "core/Reductions.h"
#include "core/Trace.h"
#include "warprt/EntryPoints.h"
#include <atomic>
#include <map>
#include <mutex>

using namespace warprt;

namespace {

struct Entry {
  Queue *Q;
  bool Ours; // made here, destroyed here
};

std::mutex QueuesLock;
/// Changes when a number may mean another queue.
std::atomic<uint64_t> Generation{1};

/// The queue that the thread asked for last: a construct does so for each of
/// its clauses.
struct LastQueue {
  Device *D;
  int64_t Number;
  Queue *Q;
  uint64_t Generation;
};
thread_local LastQueue Last = {};

std::map<Device *, std::map<int64_t, Entry>> &table() {
  static auto *The = new std::map<Device *, std::map<int64_t, Entry>>;
  return *The;
}

/// Async without a number has a queue of its own, until the program names one.
constexpr int64_t FirstDefault = WARPRT_ACC_ASYNC_NOVAL;
thread_local int64_t Default = FirstDefault;

/// The number of a queue, SYNC for none.
Error resolve(int64_t Async, int64_t &Number) {
  Number = Async == WARPRT_ACC_ASYNC_NOVAL ? Default : Async;
  return Number >= 0 || Number == WARPRT_ACC_ASYNC_NOVAL ||
                 Number == WARPRT_ACC_ASYNC_SYNC
             ? Error::Success
             : Error::InvalidValue;
}

Error waitInQueue(Device &D, Queue *For, Queue *In) {
  Event *E = nullptr;
  if (Error Err = D.createEvent(EventDisableTiming, &E); failed(Err))
    return Err;
  Error Err = D.recordEvent(E, For);
  if (!failed(Err))
    Err = D.waitEvent(In, E);
  // Both back ends keep what is queued when the event goes.
  Error Gone = D.destroyEvent(E);
  return failed(Err) ? Err : Gone;
}

} // namespace

Error warprt::accQueue(Device &D, int64_t Async, AccQueue &Result) {
  Result = AccQueue();
  int64_t Number;
  if (Error E = resolve(Async, Number); failed(E))
    return E;
  // What the host waits for may have a stream of the program's too.
  Result.Async = Number != WARPRT_ACC_ASYNC_SYNC;
  uint64_t Now = Generation.load(std::memory_order_acquire);
  if (Last.D == &D && Last.Number == Number && Last.Generation == Now) {
    Result.Q = Last.Q;
    return Error::Success;
  }
  std::lock_guard<std::mutex> Guard(QueuesLock);
  auto &Queues = table()[&D];
  auto I = Queues.find(Number);
  if (I == Queues.end() && Result.Async) {
    Queue *Q = nullptr;
    if (Error E = D.createQueue(0, 0, &Q); failed(E))
      return E;
    if (trace::TraceFile *File = traceFile())
      File->nameQueue(D.ordinal(), Q,
                      Number < 0 ? "async" : "async " + std::to_string(Number));
    I = Queues.insert({Number, {Q, true}}).first;
  }
  if (I != Queues.end())
    Result.Q = I->second.Q;
  Last = {&D, Number, Result.Q, Now};
  return Error::Success;
}

std::vector<std::pair<int64_t, Queue *>> warprt::accQueues(Device &D) {
  std::lock_guard<std::mutex> Guard(QueuesLock);
  std::vector<std::pair<int64_t, Queue *>> Result;
  for (auto &[Number, E] : table()[&D])
    Result.push_back({Number, E.Q});
  return Result;
}

Error warprt::setAccQueue(Device &D, int64_t Async, Queue *Q) {
  int64_t Number;
  if (Error E = resolve(Async, Number); failed(E))
    return E;
  std::lock_guard<std::mutex> Guard(QueuesLock);
  auto &Queues = table()[&D];
  auto I = Queues.find(Number);
  if (I != Queues.end() && I->second.Ours) {
    releaseReductionBuffers(D, I->second.Q);
    (void)D.destroyQueue(I->second.Q);
  }
  Queues[Number] = {Q, false};
  ++Generation;
  return Error::Success;
}

void warprt::setDefaultAsync(int64_t Async) { Default = Async; }

int64_t warprt::defaultAsync() { return Default; }

/// The queues that \p Number names: all, one, or none for a synchronous one.
static Error namedQueues(Device &D, int64_t Number,
                         std::vector<Queue *> &Queues) {
  if (Number == WARPRT_ACC_ASYNC_ALL) {
    for (auto &[Other, Q] : accQueues(D))
      Queues.push_back(Q);
    return Error::Success;
  }
  AccQueue One;
  if (Error E = accQueue(D, Number, One); failed(E))
    return E;
  if (One.Async)
    Queues.push_back(One.Q);
  return Error::Success;
}

Error warprt::waitForAccQueue(Device &D, int64_t Number, int64_t Async) {
  AccQueue In;
  if (Error E = accQueue(D, Async, In); failed(E))
    return E;
  std::vector<Queue *> For;
  if (Error E = namedQueues(D, Number, For); failed(E))
    return E;
  for (Queue *Q : For) {
    if (In.Async && Q == In.Q)
      continue;
    if (Error E = In.Async ? waitInQueue(D, Q, In.Q) : D.synchronizeQueue(Q);
        failed(E))
      return E;
  }
  return Error::Success;
}

Error warprt::testAccQueue(Device &D, int64_t Number, bool &Done) {
  Done = true;
  std::vector<Queue *> For;
  if (Error E = namedQueues(D, Number, For); failed(E))
    return E;
  for (Queue *Q : For) {
    Error E = D.queryQueue(Q);
    if (E == Error::NotReady) {
      Done = false;
      return Error::Success;
    }
    if (failed(E))
      return E;
  }
  return Error::Success;
}

void warprt::releaseAccQueues(Device &D) {
  std::lock_guard<std::mutex> Guard(QueuesLock);
  for (auto &[Number, E] : table()[&D])
    if (E.Ours) {
      releaseReductionBuffers(D, E.Q);
      (void)D.destroyQueue(E.Q);
    }
  table().erase(&D);
  ++Generation;
}
