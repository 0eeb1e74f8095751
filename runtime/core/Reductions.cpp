//===-- runtime/core/Reductions.cpp - Kernel loops with reductions --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Reductions.h. When all targets are on the host, the slots are pinned
// memory that the kernel reads and writes itself, which saves two copies; the
// call waits in that case, so the slots are free again afterwards. Otherwise
// they are device memory, and the values are copied in queue order.
//
//===----------------------------------------------------------------------===//
#include "core/Reductions.h"
#include "core/Capture.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

using namespace warprt;

namespace {

struct Buffers {
  std::mutex Lock; // one launch at a time may prepare or use them
  void *Scratch = nullptr;
  size_t ScratchBytes = 0;
  void *DeviceSlots = nullptr, *HostSlots = nullptr;
  size_t DeviceSlotBytes = 0, HostSlotBytes = 0;
};

std::mutex TableLock;
using Key = std::pair<Device *, Queue *>;

std::map<Key, std::unique_ptr<Buffers>> &table() {
  static auto *The = new std::map<Key, std::unique_ptr<Buffers>>;
  return *The;
}

std::vector<std::unique_ptr<Buffers>> &recorded() {
  static auto *The = new std::vector<std::unique_ptr<Buffers>>;
  return *The;
}

/// The handle of the per-thread stream means another queue in each thread.
Queue *distinct(Queue *Q) {
  static thread_local char Mine;
  return Q == PerThreadQueue ? reinterpret_cast<Queue *>(&Mine) : Q;
}

Buffers &buffersOf(Device &D, Queue *Q) {
  std::lock_guard<std::mutex> Guard(TableLock);
  if (isCapturing(D, Q)) {
    // A graph may be launched at any time from now on: its buffers are nobody
    // else's, and stay.
    return *recorded().emplace_back(std::make_unique<Buffers>());
  }
  std::unique_ptr<Buffers> &B = table()[{&D, distinct(Q)}];
  if (!B)
    B = std::make_unique<Buffers>();
  return *B;
}

/// Makes `Buffer` at least `Bytes` long; its contents are lost.
Error grow(Device &D, Queue *Q, MemoryKind Kind, size_t Bytes, void *&Buffer,
           size_t &Size) {
  if (Bytes <= Size)
    return Error::Success;
  if (Buffer) {
    // Earlier launches of the queue still use it.
    if (Error E = D.synchronizeQueue(Q); failed(E))
      return E;
    if (Error E = D.release(Kind, Buffer); failed(E))
      return E;
    Buffer = nullptr;
    Size = 0;
  }
  size_t Rounded = (Bytes + 4095) & ~size_t(4095);
  OwnWork Own(D);
  if (Error E = D.allocate(Kind, Rounded, &Buffer); failed(E))
    return E;
  Size = Rounded;
  return Error::Success;
}

Error growScratch(Device &D, Queue *Q, size_t Bytes, Buffers &B) {
  if (Bytes <= B.ScratchBytes)
    return Error::Success;
  if (Error E =
          grow(D, Q, MemoryKind::Device, Bytes, B.Scratch, B.ScratchBytes);
      failed(E))
    return E;
  // Kernels leave the header zero, so this is needed only once.
  return D.fill(B.Scratch, WARPRT_REDUCTION_HEADER, 0, 1,
                WARPRT_REDUCTION_HEADER, 1, Q, /*Async=*/true);
}

Error copyBytes(Device &D, void *Dst, const void *Src, size_t Bytes,
                CopyKind Kind, Queue *Q) {
  CopyShape Shape;
  Shape.Width = Bytes;
  return D.copy(Dst, Src, Shape, Kind, Q, /*Async=*/true);
}

Error scratchBytes(const LaunchShape &Shape, size_t NumReductions,
                   size_t &Bytes) {
  size_t Blocks = size_t(Shape.Grid[0]) * Shape.Grid[1] * Shape.Grid[2];
  if (__builtin_mul_overflow(Blocks, NumReductions * WARPRT_REDUCTION_SLOT,
                             &Bytes) ||
      __builtin_add_overflow(Bytes, size_t(WARPRT_REDUCTION_HEADER), &Bytes))
    return Error::MemoryAllocation;
  return Error::Success;
}

char *slot(void *Slots, int32_t I) {
  return static_cast<char *>(Slots) + size_t(I) * WARPRT_REDUCTION_SLOT;
}

/// Copies the values of variables into \p Slots, which is device memory, or
/// \p Back from there.
Error copySlots(Device &D, void *Slots, int32_t NumReductions,
                const WarprtReduction *Reductions, bool Back, Queue *Q) {
  for (int32_t I = 0; I < NumReductions; ++I) {
    const WarprtReduction &R = Reductions[I];
    CopyKind Kind = R.isDevice ? CopyKind::DeviceToDevice
                    : Back     ? CopyKind::DeviceToHost
                               : CopyKind::HostToDevice;
    void *Slot = slot(Slots, I);
    if (Error E = copyBytes(D, Back ? R.target : Slot, Back ? Slot : R.target,
                            R.bytes, Kind, Q);
        failed(E))
      return E;
  }
  return Error::Success;
}

/// Makes room for the values of \p Reductions, and fills it.
Error fillSlots(Device &D, Queue *Q, Buffers &B, int32_t NumReductions,
                const WarprtReduction *Reductions, bool AnyDevice,
                void *&Slots) {
  size_t Bytes = static_cast<size_t>(NumReductions) * WARPRT_REDUCTION_SLOT;
  if (AnyDevice) {
    if (Error E = grow(D, Q, MemoryKind::Device, Bytes, B.DeviceSlots,
                       B.DeviceSlotBytes);
        failed(E))
      return E;
    Slots = B.DeviceSlots;
    return copySlots(D, Slots, NumReductions, Reductions, /*Back=*/false, Q);
  }
  if (Error E =
          grow(D, Q, MemoryKind::Pinned, Bytes, B.HostSlots, B.HostSlotBytes);
      failed(E))
    return E;
  Slots = B.HostSlots;
  for (int32_t I = 0; I < NumReductions; ++I)
    std::memcpy(slot(Slots, I), Reductions[I].target, Reductions[I].bytes);
  return Error::Success;
}

} // namespace

Error warprt::launchReducing(Device &D, const WarprtKernel &K, Kernel &Code,
                             const LaunchShape &Shape, Queue *Q, void **Args,
                             int32_t NumReductions,
                             const WarprtReduction *Reductions) {
  auto Count = static_cast<size_t>(NumReductions);
  if (K.numParams < 2)
    return Error::InvalidValue;
  size_t ScratchBytes;
  if (Error E = scratchBytes(Shape, Count, ScratchBytes); failed(E))
    return E;
  bool AnyHost = false, AnyDevice = false;
  for (size_t I = 0; I < Count; ++I) {
    if (Reductions[I].bytes > WARPRT_REDUCTION_SLOT)
      return Error::InvalidValue;
    (Reductions[I].isDevice ? AnyDevice : AnyHost) = true;
  }

  Buffers &B = buffersOf(D, Q);
  std::lock_guard<std::mutex> Guard(B.Lock);
  if (Error E = growScratch(D, Q, ScratchBytes, B); failed(E))
    return E;
  void *Slots;
  if (Error E = fillSlots(D, Q, B, NumReductions, Reductions, AnyDevice, Slots);
      failed(E))
    return E;
  void *Scratch = B.Scratch;
  std::vector<void *> All(Args, Args + (K.numParams - 2));
  All.push_back(&Slots);
  All.push_back(&Scratch);
  if (Error E = Code.launch(Shape, Q, All.data(), K); failed(E))
    return E;

  if (AnyDevice)
    if (Error E =
            copySlots(D, Slots, NumReductions, Reductions, /*Back=*/true, Q);
        failed(E))
      return E;
  if (!AnyHost)
    return Error::Success;
  if (Error E = D.synchronizeQueue(Q); failed(E))
    return E;
  if (!AnyDevice)
    for (int32_t I = 0; I < NumReductions; ++I)
      std::memcpy(Reductions[I].target, slot(Slots, I), Reductions[I].bytes);
  return Error::Success;
}

Error warprt::launchWithScratch(Device &D, const WarprtKernel &K, Kernel &Code,
                                const LaunchShape &Shape, Queue *Q, void **Args,
                                uint32_t NumReductions) {
  if (K.numParams < 1)
    return Error::InvalidValue;
  size_t Bytes;
  if (Error E = scratchBytes(Shape, NumReductions, Bytes); failed(E))
    return E;
  Buffers &B = buffersOf(D, Q);
  std::lock_guard<std::mutex> Guard(B.Lock);
  if (Error E = growScratch(D, Q, Bytes, B); failed(E))
    return E;
  void *Scratch = B.Scratch;
  std::vector<void *> All(Args, Args + (K.numParams - 1));
  All.push_back(&Scratch);
  return Code.launch(Shape, Q, All.data(), K);
}

void warprt::releaseReductionBuffers(Device &D, Queue *Q) {
  std::lock_guard<std::mutex> Guard(TableLock);
  auto I = table().find({&D, Q});
  if (I == table().end())
    return;
  Buffers &B = *I->second;
  if (B.Scratch)
    (void)D.release(MemoryKind::Device, B.Scratch);
  if (B.DeviceSlots)
    (void)D.release(MemoryKind::Device, B.DeviceSlots);
  if (B.HostSlots)
    (void)D.release(MemoryKind::Pinned, B.HostSlots);
  table().erase(I);
}

void warprt::dropReductionBuffers() {
  std::lock_guard<std::mutex> Guard(TableLock);
  table().clear();
  recorded().clear();
}
