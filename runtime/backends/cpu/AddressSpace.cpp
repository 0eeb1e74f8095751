//===-- runtime/backends/cpu/AddressSpace.cpp - The CPU's memory
//------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AddressSpace.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/AddressSpace.h"
#include "backends/cpu/Checker.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace warprt;
using namespace warprt::cpu;

namespace {
constexpr size_t GuardBytes = AddressSpace::Alignment;
constexpr unsigned char GuardPattern = 0xA7;

bool ownsMemory(RangeKind Kind) {
  return Kind == RangeKind::Device || Kind == RangeKind::Pinned ||
         Kind == RangeKind::Managed;
}

size_t leadingGuard(const Range &R) {
  return R.Kind == RangeKind::Device ? GuardBytes : 0;
}

bool intact(const char *From, size_t Bytes) {
  for (size_t I = 0; I < Bytes; ++I)
    if (static_cast<unsigned char>(From[I]) != GuardPattern)
      return false;
  return true;
}

void reportDamage(const Range &R, const char *Where) {
  std::fprintf(stderr,
               "warprt: warning: memory %s a device allocation of %zu bytes "
               "was overwritten (array index out of bounds in a kernel?)\n",
               Where, R.Size);
}
} // namespace

char *AddressSpace::blockOf(const Range &R) const {
  return reinterpret_cast<char *>(R.Base) - GuardBytes;
}

/// Bytes from the end of the data to the end of the block. Behind the block of
/// guarded memory comes a page that takes the guard zone's part.
size_t AddressSpace::guardBehind(RangeKind Kind, size_t Bytes) const {
  size_t Rounded = (Bytes + Alignment - 1) & ~(Alignment - 1);
  return Rounded - Bytes + (isGuarded(Kind) && Bytes ? 0 : GuardBytes);
}

void AddressSpace::free(const Range &R) {
  if (Checker *C = Checker::get())
    C->memory().release(blockOf(R),
                        GuardBytes + R.Size + guardBehind(R.Kind, R.Size));
  else if (isGuarded(R.Kind))
    Guarded->release(blockOf(R),
                     GuardBytes + R.Size + guardBehind(R.Kind, R.Size));
  else
    std::free(blockOf(R));
}

AddressSpace::~AddressSpace() {
  for (auto &[Base, R] : Ranges)
    if (ownsMemory(R.Kind))
      free(R);
}

Error AddressSpace::allocate(RangeKind Kind, size_t Bytes, void **Result) {
  *Result = nullptr;
  if (Bytes > Capacity)
    return Error::MemoryAllocation;
  std::unique_lock<std::shared_mutex> Guard(Lock);
  if (Bytes > Capacity - Used)
    return Error::MemoryAllocation;
  size_t After = guardBehind(Kind, Bytes), All = GuardBytes + Bytes + After;
  void *Block = nullptr;
  if (Checker *C = Checker::get())
    Block =
        C->memory().allocate(GuardBytes, Bytes, All, Kind != RangeKind::Device);
  else if (isGuarded(Kind))
    Block = Guarded->allocate(All);
  else if (posix_memalign(&Block, Alignment, All) != 0)
    Block = nullptr;
  if (!Block)
    return Error::MemoryAllocation;
  GuardedMemory::Access Allowed(Guarded);
  char *Data = static_cast<char *>(Block) + GuardBytes;
  std::memset(Block, GuardPattern, GuardBytes);
  std::memset(Data + Bytes, GuardPattern, After);
  uintptr_t Base = reinterpret_cast<uintptr_t>(Data);
  Ranges[Base] = Range{Base, Bytes, Kind};
  Used += Bytes;
  *Result = Data;
  return Error::Success;
}

Error AddressSpace::release(RangeKind Kind, void *Address) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  auto I = Ranges.find(reinterpret_cast<uintptr_t>(Address));
  if (I == Ranges.end() || !ownsMemory(I->second.Kind))
    return Error::InvalidValue;
  Range R = I->second;
  // cudaFree takes device and managed memory, cudaFreeHost pinned.
  bool WantPinned = Kind == RangeKind::Pinned;
  if (WantPinned != (R.Kind == RangeKind::Pinned))
    return Error::InvalidValue;
  Ranges.erase(I);
  Used -= R.Size;
  Guard.unlock();
  char *Data = reinterpret_cast<char *>(R.Base);
  {
    GuardedMemory::Access Allowed(Guarded);
    if (!intact(blockOf(R), GuardBytes))
      reportDamage(R, "before");
    if (!intact(Data + R.Size, guardBehind(R.Kind, R.Size)))
      reportDamage(R, "behind");
  }
  free(R);
  return Error::Success;
}

Error AddressSpace::add(RangeKind Kind, void *Address, size_t Bytes) {
  uintptr_t Base = reinterpret_cast<uintptr_t>(Address);
  if (!Base || Bytes == 0)
    return Error::InvalidValue;
  std::unique_lock<std::shared_mutex> Guard(Lock);
  auto I = Ranges.upper_bound(Base + Bytes - 1);
  if (I != Ranges.begin()) {
    const Range &Below = std::prev(I)->second;
    if (Below.Base + Below.Size > Base)
      return Error::HostMemoryAlreadyRegistered;
  }
  Ranges[Base] = Range{Base, Bytes, Kind};
  if (Checker *C = Checker::get())
    C->memory().addVariable(Address, Bytes);
  if (Guarded && Kind == RangeKind::Variable)
    Guarded->cover(Address, Bytes, /*On=*/true);
  return Error::Success;
}

Error AddressSpace::remove(RangeKind Kind, void *Address) {
  std::unique_lock<std::shared_mutex> Guard(Lock);
  auto I = Ranges.find(reinterpret_cast<uintptr_t>(Address));
  if (I == Ranges.end() || I->second.Kind != Kind)
    return Error::HostMemoryNotRegistered;
  if (Guarded && Kind == RangeKind::Variable)
    Guarded->cover(Address, I->second.Size, /*On=*/false);
  if (Checker *C = Checker::get())
    C->memory().removeVariable(Address);
  Ranges.erase(I);
  return Error::Success;
}

Range AddressSpace::findLocked(uintptr_t Address) const {
  auto I = Ranges.upper_bound(Address);
  if (I == Ranges.begin())
    return Range();
  const Range &R = std::prev(I)->second;
  return Address - R.Base < R.Size ? R : Range();
}

Range AddressSpace::find(const void *Address) const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  return findLocked(reinterpret_cast<uintptr_t>(Address));
}

bool AddressSpace::isForeign(const void *Address) const {
  uintptr_t At = reinterpret_cast<uintptr_t>(Address);
  std::shared_lock<std::shared_mutex> Guard(Lock);
  auto Next = Ranges.upper_bound(At);
  if (Next == Ranges.begin())
    return true;
  const Range &Below = std::prev(Next)->second;
  size_t Behind =
      Below.Kind == RangeKind::Device ? guardBehind(Below.Kind, Below.Size) : 0;
  return At - Below.Base > Below.Size + Behind;
}

Error AddressSpace::check(const void *Address, size_t Bytes, bool NeedDevice,
                          bool ForbidDevice, bool &Pageable,
                          bool &OnDevice) const {
  uintptr_t At = reinterpret_cast<uintptr_t>(Address);
  Pageable = false;
  OnDevice = false;
  if (!At || Bytes > UINTPTR_MAX - At)
    return Error::InvalidValue;
  std::shared_lock<std::shared_mutex> Guard(Lock);
  Range R = findLocked(At);
  if (R.Size == 0) {
    // Host memory. It must not run into something of the device's.
    if (NeedDevice)
      return Error::InvalidValue;
    auto Next = Ranges.lower_bound(At);
    if (Next != Ranges.end() && Next->second.onDeviceOnly() &&
        Next->second.Base - leadingGuard(Next->second) < At + Bytes)
      return Error::InvalidValue;
    if (Next != Ranges.begin()) {
      const Range &Below = std::prev(Next)->second;
      if (Below.Kind == RangeKind::Device &&
          At < Below.Base + Below.Size + guardBehind(Below.Kind, Below.Size))
        return Error::InvalidValue;
    }
    Pageable = true;
    return Error::Success;
  }
  OnDevice = R.onDeviceOnly();
  if (OnDevice && ForbidDevice)
    return Error::InvalidValue;
  bool Inside = Bytes <= R.Size - (At - R.Base);
  if (Inside)
    return Error::Success;
  // Registered host memory may be part of something larger.
  if (R.Kind == RangeKind::Registered && !NeedDevice) {
    Pageable = true;
    return Error::Success;
  }
  return Error::InvalidValue;
}

size_t AddressSpace::used() const {
  std::shared_lock<std::shared_mutex> Guard(Lock);
  return Used;
}
