//===-- runtime/core/Memory.cpp - Allocation for Fortran programs ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Memory.h.
//
//===----------------------------------------------------------------------===//
#include "core/Memory.h"
#include "core/AccMemory.h"
#include "core/Leaks.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unordered_set>
#include <vector>

using namespace warprt;

FortranHooks warprt::Hooks;

namespace {

/// Addresses that PINNED allocations got from malloc.
struct Fallback {
  std::mutex Lock;
  std::atomic<bool> Any{false};
  std::unordered_set<void *> Addresses;
};

Fallback &fallback() {
  static auto *The = new Fallback;
  return *The;
}

bool releaseFallback(void *Address) {
  Fallback &F = fallback();
  if (!F.Any)
    return false;
  std::lock_guard<std::mutex> Guard(F.Lock);
  if (!F.Addresses.erase(Address))
    return false;
  std::free(Address);
  return true;
}

/// Managed memory that is in use.
struct ManagedMemory {
  std::mutex Lock;
  std::atomic<size_t> Count{0};
  std::unordered_set<void *> Addresses;
};

ManagedMemory &managedMemory() {
  static auto *The = new ManagedMemory;
  return *The;
}

/// Where the C++ library is linked statically, the set itself frees memory by
/// the function that asks it.
thread_local bool UsesManagedMemory = false;

thread_local int ManagedDepth = 0;

void noteManaged(void *Address) {
  ManagedMemory &M = managedMemory();
  UsesManagedMemory = true;
  {
    std::lock_guard<std::mutex> Guard(M.Lock);
    M.Addresses.insert(Address);
    M.Count = M.Addresses.size();
  }
  UsesManagedMemory = false;
}

/// Whether the address was noted; it is no longer.
bool takeManaged(void *Address) {
  ManagedMemory &M = managedMemory();
  if (UsesManagedMemory || M.Count.load(std::memory_order_acquire) == 0)
    return false;
  UsesManagedMemory = true;
  bool Found;
  {
    std::lock_guard<std::mutex> Guard(M.Lock);
    Found = M.Addresses.erase(Address) != 0;
    M.Count = M.Addresses.size();
  }
  UsesManagedMemory = false;
  return Found;
}

MemoryKind kindOf(Allocator A) {
  switch (A) {
  case Allocator::Pinned:
    return MemoryKind::Pinned;
  case Allocator::Managed:
  case Allocator::Unified:
    return MemoryKind::Managed;
  default:
    return MemoryKind::Device;
  }
}

/// Gives each element of fresh memory its type's default values.
Error initializeElements(Descriptor &D) {
  if (allocatorOf(D) == Allocator::Device)
    return initializeOnDevice(D);
  if (derivedType(D) && Hooks.Initialize)
    Hooks.Initialize(D, nullptr, 0);
  return Error::Success;
}

} // namespace

Error warprt::initializeOnDevice(const Descriptor &D) {
  if (!derivedType(D) || !Hooks.Initialize)
    return Error::Success;
  // One element is made on the host and copied to all of them.
  std::vector<char> Element(D.elem_len, 0);
  DescriptorStorage Storage;
  Descriptor &One = Storage.get();
  std::memcpy(&One, &D, headerBytes(0));
  std::memcpy(Storage.Bytes + headerBytes(0),
              reinterpret_cast<const char *>(&D) + headerBytes(D.rank),
              AddendumBytes);
  One.rank = 0;
  One.attribute = CFI_attribute_other;
  One.base_addr = Element.data();
  setAllocator(One, Allocator::Default);
  Hooks.Initialize(One, nullptr, 0);
  Device *Dev = nullptr;
  if (Error E = currentDevice(Dev); failed(E))
    return E;
  return fillArray(*Dev, ArrayView(D), Element.data(), defaultQueue());
}

Error warprt::allocateMemory(Allocator A, size_t Bytes, void **Result,
                             bool *Pinned, const int64_t *Stream) {
  *Result = nullptr;
  if (Pinned)
    *Pinned = false;
  Bytes = Bytes ? Bytes : 1; // a zero-sized array is allocated, too
  if (A == Allocator::Default) {
    *Result = std::malloc(Bytes);
    return *Result ? Error::Success : Error::MemoryAllocation;
  }
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (Stream && A == Allocator::Device)
    return D->allocateAsync(Bytes, Result, queueOf(Stream));
  Error E = D->allocate(kindOf(A), Bytes, Result);
  if (A != Allocator::Pinned) {
    // What OpenACC keeps for its next data region.
    if (E == Error::MemoryAllocation && keptAccMemory(*D) > 0 &&
        !failed(trimAccMemory(*D)))
      E = D->allocate(kindOf(A), Bytes, Result);
    if (!failed(E) && kindOf(A) == MemoryKind::Managed)
      noteManaged(*Result);
    return E;
  }
  if (!failed(E)) {
    if (Pinned)
      *Pinned = true;
    return E;
  }
  *Result = std::malloc(Bytes);
  if (!*Result)
    return E;
  Fallback &F = fallback();
  std::lock_guard<std::mutex> Guard(F.Lock);
  F.Addresses.insert(*Result);
  F.Any = true;
  return Error::Success;
}

Error warprt::freeMemory(Allocator A, void *Address) {
  if (!Address)
    return Error::Success;
  Error Cause;
  if (freeManagedMemory(Address, Cause))
    return Cause;
  if (A == Allocator::Default) {
    std::free(Address);
    return Error::Success;
  }
  if (A == Allocator::Pinned && releaseFallback(Address))
    return Error::Success;
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (kindOf(A) == MemoryKind::Managed &&
      D->pointerInfo(Address).Place == PointerPlace::Unregistered) {
    std::free(Address);
    return Error::Success;
  }
  setQueueFor(Address, 0, nullptr);
  return D->release(kindOf(A), Address);
}

bool warprt::freeManagedMemory(void *Address, Error &Cause) {
  if (!takeManaged(Address))
    return false;
  Device *D = nullptr;
  Cause = currentDevice(D);
  if (!failed(Cause)) {
    setQueueFor(Address, 0, nullptr);
    Cause = D->release(MemoryKind::Managed, Address);
  }
  return true;
}

void warprt::manageAllocations(bool Manage) { ManagedDepth += Manage ? 1 : -1; }

bool warprt::managesAllocations() { return ManagedDepth > 0; }

int warprt::allocateDescriptor(Descriptor &D, Error &Cause, bool *Pinned,
                               const int64_t *Stream) {
  Cause = Error::Success;
  if (Pinned)
    *Pinned = false;
  if (D.base_addr && D.attribute == CFI_attribute_allocatable)
    return CFI_ERROR_BASE_ADDR_NOT_NULL;
  size_t Bytes;
  if (!byteCount(D, Bytes)) {
    Cause = Error::MemoryAllocation;
    return CFI_ERROR_MEM_ALLOCATION;
  }
  void *Address = nullptr;
  // Default values are stored at once.
  if (derivedType(D))
    Stream = nullptr;
  Cause = allocateMemory(allocatorOf(D), Bytes, &Address, Pinned, Stream);
  if (failed(Cause))
    return CFI_ERROR_MEM_ALLOCATION;
  if (allocatorOf(D) != Allocator::Default &&
      allocatorOf(D) != Allocator::Pinned)
    noteAllocation(Address, Bytes, "a variable");
  D.base_addr = Address;
  setContiguous(D);
  Cause = initializeElements(D);
  if (failed(Cause)) {
    (void)freeMemory(allocatorOf(D), Address);
    D.base_addr = nullptr;
    return CFI_ERROR_MEM_ALLOCATION;
  }
  return CFI_SUCCESS;
}

int warprt::freeDescriptor(Descriptor &D, Error &Cause) {
  Cause = Error::Success;
  if (!D.base_addr)
    return CFI_ERROR_BASE_ADDR_NULL;
  // Elements in device memory cannot hold what the host would have to free.
  if (derivedType(D) && Hooks.Destroy && allocatorOf(D) != Allocator::Device)
    Hooks.Destroy(D);
  Cause = freeMemory(allocatorOf(D), D.base_addr);
  if (failed(Cause))
    return CFI_ERROR_BASE_ADDR_NOT_NULL;
  D.base_addr = nullptr;
  return CFI_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Storage of descriptors: a slab of pinned memory, cut into slots, because the
// driver's own allocation calls are slow and local allocatables are many.
//===----------------------------------------------------------------------===//

namespace {

constexpr size_t SlotAlignment = 64;
constexpr size_t SlabBytes = 64 * 1024;

struct DescriptorPool {
  std::mutex Lock;
  std::multimap<size_t, char *> Free; // by slot size
  std::map<void *, size_t> Used;      // slot size
  char *Next = nullptr;
  size_t Left = 0;
};

DescriptorPool &pool() {
  static auto *The = new DescriptorPool;
  return *The;
}

} // namespace

Error warprt::allocateDescriptorStorage(size_t Bytes, void **Result) {
  size_t Size = (Bytes + SlotAlignment - 1) & ~(SlotAlignment - 1);
  DescriptorPool &P = pool();
  std::lock_guard<std::mutex> Guard(P.Lock);
  char *Slot = nullptr;
  if (auto I = P.Free.find(Size); I != P.Free.end()) {
    Slot = I->second;
    P.Free.erase(I);
  } else {
    if (P.Left < Size) {
      Device *D = nullptr;
      if (Error E = currentDevice(D); failed(E))
        return E;
      void *Slab = nullptr;
      size_t Wanted = Size > SlabBytes ? Size : SlabBytes;
      if (Error E = D->allocate(MemoryKind::Pinned, Wanted, &Slab); failed(E))
        return E;
      P.Next = static_cast<char *>(Slab);
      P.Left = Wanted;
    }
    Slot = P.Next;
    P.Next += Size;
    P.Left -= Size;
  }
  std::memset(Slot, 0, Size);
  P.Used[Slot] = Size;
  *Result = Slot;
  return Error::Success;
}

Error warprt::freeDescriptorStorage(void *Address) {
  if (!Address)
    return Error::Success;
  DescriptorPool &P = pool();
  std::lock_guard<std::mutex> Guard(P.Lock);
  auto I = P.Used.find(Address);
  if (I == P.Used.end())
    return Error::InvalidValue;
  P.Free.emplace(I->second, static_cast<char *>(Address));
  P.Used.erase(I);
  return Error::Success;
}

void warprt::dropDescriptorStorage() {
  DescriptorPool &P = pool();
  std::lock_guard<std::mutex> Guard(P.Lock);
  P.Free.clear();
  P.Used.clear();
  P.Next = nullptr;
  P.Left = 0;
}
