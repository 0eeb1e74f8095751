//===-- runtime/core/AccMemory.cpp - Device memory of OpenACC data --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccMemory.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccMemory.h"
#include "core/AccQueues.h"
#include "core/Capture.h"
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace warprt;

namespace {

/// Memory that nobody has; null `After` is free for every queue.
struct FreeBlock {
  void *Address;
  Queue *Q;
  Event *After;
};

/// That of memory which no queue may use before `After`.
Queue *const NoQueue = reinterpret_cast<Queue *>(~uintptr_t(0));

struct Pool {
  std::multimap<size_t, FreeBlock> Free; // by size
  std::unordered_map<void *, size_t> Sizes;
  size_t FreeBytes = 0;
  std::vector<void *> FreeSlots;
};

/// Slots come from blocks of this size, which stay until the program ends.
constexpr size_t SlotBlockBytes = 4096;

/// What a device keeps at most beyond what the program holds.
constexpr size_t MostFreeBytes = size_t(4) << 30;
/// A larger block serves a request that needs at least this part of it.
constexpr size_t LeastUse = 2;

std::mutex AllocationsLock;

std::map<Device *, Pool> &pools() {
  static auto *The = new std::map<Device *, Pool>;
  return *The;
}

size_t rounded(size_t Bytes) {
  size_t Unit = Bytes < (size_t(1) << 20) ? 512 : size_t(64) << 10;
  return (Bytes + Unit - 1) / Unit * Unit;
}

/// True if `Q` may use the block now.
bool usable(Device &D, FreeBlock &B, Queue *Q) {
  if (!B.After)
    return true;
  if (B.Q != Q && D.queryEvent(B.After) == Error::NotReady)
    return false;
  (void)D.destroyEvent(B.After);
  B.After = nullptr;
  return true;
}

Error trim(Device &D, Pool &P) {
  if (P.Free.empty())
    return Error::Success;
  Error First = D.synchronize();
  for (auto &[Size, B] : P.Free) {
    if (B.After)
      (void)D.destroyEvent(B.After);
    P.Sizes.erase(B.Address);
    if (Error E = D.release(MemoryKind::Device, B.Address);
        failed(E) && !failed(First))
      First = E;
  }
  P.Free.clear();
  P.FreeBytes = 0;
  return First;
}

} // namespace

Error warprt::allocateAccMemory(Device &D, size_t Bytes, Queue *Q,
                                void **Result) {
  size_t Size;
  if (__builtin_add_overflow(Bytes, size_t(64) << 10, &Size))
    return Error::MemoryAllocation;
  Size = rounded(Bytes ? Bytes : 1);
  bool Records = isCapturing(D, Q);
  OwnWork Own(D);
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  Pool &P = pools()[&D];
  for (auto I = P.Free.lower_bound(Size);
       !Records && I != P.Free.end() && I->first / LeastUse <= Size; ++I)
    if (usable(D, I->second, Q)) {
      *Result = I->second.Address;
      P.FreeBytes -= I->first;
      P.Free.erase(I);
      return Error::Success;
    }
  Error E = D.allocate(MemoryKind::Device, Size, Result);
  if (E == Error::MemoryAllocation && !P.Free.empty()) {
    if (Error T = trim(D, P); failed(T))
      return T;
    E = D.allocate(MemoryKind::Device, Size, Result);
  }
  if (!failed(E))
    P.Sizes[*Result] = Size;
  return E;
}

bool warprt::freeAccMemory(Device &D, void *Address, Queue *Q, bool Async) {
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  Pool &P = pools()[&D];
  auto I = P.Sizes.find(Address);
  if (I == P.Sizes.end())
    return false;
  // Launches of the graph use it again.
  if (Async && isCapturing(D, Q))
    return true;
  FreeBlock B{Address, Q, nullptr};
  // A region that ends at once does not wait for the queues, where work of its
  // own may still be: nobody gets the memory before all are done so far.
  if (!Async && !accQueues(D).empty()) {
    Async = true;
    Q = nullptr;
    B.Q = NoQueue;
  }
  if (Async && (failed(D.createEvent(EventDisableTiming, &B.After)) ||
                failed(D.recordEvent(B.After, Q)))) {
    // The error comes out of what waits for the queue.
    (void)D.synchronizeQueue(Q);
    if (B.After)
      (void)D.destroyEvent(B.After);
    B.After = nullptr;
  }
  P.Free.insert({I->second, B});
  P.FreeBytes += I->second;
  if (P.FreeBytes > MostFreeBytes)
    (void)trim(D, P);
  return true;
}

Error warprt::allocateAccSlot(Device &D, void **Result) {
  OwnWork Own(D);
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  std::vector<void *> &Free = pools()[&D].FreeSlots;
  if (Free.empty()) {
    void *Block = nullptr;
    if (Error E = D.allocate(MemoryKind::Pinned, SlotBlockBytes, &Block);
        failed(E))
      return E;
    for (size_t At = SlotBlockBytes; At > 0; At -= AccSlotBytes)
      Free.push_back(static_cast<char *>(Block) + At - AccSlotBytes);
  }
  *Result = Free.back();
  Free.pop_back();
  return Error::Success;
}

void warprt::freeAccSlot(Device &D, void *Address) {
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  pools()[&D].FreeSlots.push_back(Address);
}

Error warprt::trimAccMemory(Device &D) {
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  return trim(D, pools()[&D]);
}

size_t warprt::keptAccMemory(Device &D) {
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  return pools()[&D].FreeBytes;
}

void warprt::dropAccMemory() {
  std::lock_guard<std::mutex> Guard(AllocationsLock);
  pools().clear();
}
