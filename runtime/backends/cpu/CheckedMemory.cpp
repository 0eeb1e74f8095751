//===-- runtime/backends/cpu/CheckedMemory.cpp - Memory with shadows ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckedMemory.h. The pages of all shadows are the system's until somebody
// writes to them.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckedMemory.h"
#include "backends/cpu/Alignment.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace warprt::cpu;

namespace {

constexpr size_t GlobalSize = size_t(1) << 40, SharedSize = size_t(1) << 34;
constexpr size_t PageSize = 4096;

/// Bytes of shadow for a granule: accesses, reads, and the two others.
constexpr size_t AccessBytes = Shadow::Words * sizeof(uint64_t);
constexpr size_t ReadBytes = sizeof(uint64_t);

/// Rounded up to whole lines.
size_t lineArrayBytes(const Shadow &S) {
  return alignTo(S.Size, S.lineBytes()) / S.lineBytes() * sizeof(MemoryLine);
}

size_t cellArrayBytes(const Shadow &S) {
  return S.IsShared ? 0
                    : alignTo(S.Size, BoxCell::Bytes) / BoxCell::Bytes *
                          sizeof(BoxCell);
}

size_t shadowBytes(const Shadow &S) {
  return lineArrayBytes(S) + cellArrayBytes(S) +
         S.Size / Shadow::Granule * (AccessBytes + ReadBytes + 2);
}

/// Places the shadows of a range behind each other.
void placeShadows(Shadow &S, char *At) {
  size_t Granules = S.Size / Shadow::Granule;
  S.Lines = reinterpret_cast<MemoryLine *>(At);
  At += lineArrayBytes(S);
  if (!S.IsShared)
    S.Cells = reinterpret_cast<BoxCell *>(At);
  At += cellArrayBytes(S);
  S.Accesses = reinterpret_cast<std::atomic<uint64_t> *>(At);
  At += Granules * AccessBytes;
  S.Reads = reinterpret_cast<std::atomic<uint64_t> *>(At);
  S.Valid = reinterpret_cast<uint8_t *>(At + Granules * ReadBytes);
  S.Written = S.Valid + Granules;
}

void *reserve(size_t Bytes) {
  void *Result = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return Result == MAP_FAILED ? nullptr : Result;
}

/// Gives whole pages back to the system; they are zero then.
void clear(void *Data, size_t Bytes) {
  auto First = reinterpret_cast<uintptr_t>(Data), End = First + Bytes;
  uintptr_t FirstPage = alignTo(First, PageSize),
            EndPage = End / PageSize * PageSize;
  if (FirstPage >= EndPage) {
    std::memset(Data, 0, Bytes);
    return;
  }
  std::memset(Data, 0, FirstPage - First);
  madvise(reinterpret_cast<void *>(FirstPage), EndPage - FirstPage,
          MADV_DONTNEED);
  std::memset(reinterpret_cast<void *>(EndPage), 0, End - EndPage);
}

/// Forgets the accesses to so many granules.
void clearAccesses(const Shadow &S, size_t First, size_t Count) {
  if (Count == 0)
    return;
  clear(static_cast<void *>(S.Accesses + First * Shadow::Words),
        Count * AccessBytes);
  clear(static_cast<void *>(S.Reads + First), Count * ReadBytes);
  MemoryLine *Line = &S.lineOf(First);
  clear(static_cast<void *>(Line),
        static_cast<size_t>(&S.lineOf(First + Count - 1) + 1 - Line) *
            sizeof(MemoryLine));
  if (S.IsShared)
    return;
  constexpr size_t OfCell = BoxCell::Bytes / Shadow::Granule;
  const size_t Cell = First / OfCell, Last = (First + Count - 1) / OfCell;
  clear(static_cast<void *>(S.Cells + Cell),
        (Last + 1 - Cell) * sizeof(BoxCell));
}

uint8_t bitsFrom(size_t First, size_t End) {
  return static_cast<uint8_t>((1u << End) - (1u << First));
}

} // namespace

//===----------------------------------------------------------------------===//
// Shadows
//===----------------------------------------------------------------------===//

void Shadow::setValid(uintptr_t Address, size_t Bytes) {
  size_t First = granule(Address), Whole = Bytes / Granule;
  std::memset(Valid + First, Granule, Whole);
  if (Bytes % Granule)
    Valid[First + Whole] = static_cast<uint8_t>(Bytes % Granule);
}

void Shadow::setInvalid(uintptr_t Address, size_t Bytes) {
  size_t First = granule(Address);
  size_t Count = granule(Address + alignTo(Bytes, Granule)) - First;
  clear(Valid + First, Count);
  clear(Written + First, Count);
  clearAccesses(*this, First, Count);
}

void Shadow::setWritten(uintptr_t Address, size_t Bytes) {
  uintptr_t End = Address + Bytes;
  while (Address < End) {
    size_t At = (Address - Base) % Granule;
    size_t Count = std::min<size_t>(Granule - At, End - Address);
    if (At == 0 && Count == Granule) {
      size_t Whole = (End - Address) / Granule;
      std::memset(Written + granule(Address), 0xFF, Whole);
      Address += Whole * Granule;
      continue;
    }
    __atomic_fetch_or(Written + granule(Address), bitsFrom(At, At + Count),
                      __ATOMIC_RELAXED);
    Address += Count;
  }
}

void Shadow::setUnwritten(uintptr_t Address, size_t Bytes) {
  std::memset(Written + granule(Address), 0, alignTo(Bytes, Granule) / Granule);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

std::unique_ptr<CheckedMemory> CheckedMemory::create() {
  std::unique_ptr<CheckedMemory> Result(new CheckedMemory);
  CheckedMemory &M = *Result;
  M.Global.Size = GlobalSize;
  M.Shared.Size = SharedSize;
  M.Shared.IsShared = true;
  M.MappedBytes =
      GlobalSize + SharedSize + shadowBytes(M.Global) + shadowBytes(M.Shared);
  auto *Memory = static_cast<char *>(reserve(M.MappedBytes));
  if (!Memory)
    return nullptr;
  M.Mapping = Memory;
  M.Global.Base = reinterpret_cast<uintptr_t>(Memory);
  M.Shared.Base = M.Global.Base + GlobalSize;
  char *Shadows = Memory + GlobalSize + SharedSize;
  placeShadows(M.Global, Shadows);
  placeShadows(M.Shared, Shadows + shadowBytes(M.Global));
  // The first page is nobody's.
  M.NextGlobal = M.Global.Base + PageSize;
  M.NextShared = M.Shared.Base + PageSize;
  return Result;
}

CheckedMemory::~CheckedMemory() {
  if (Mapping)
    munmap(Mapping, MappedBytes);
}

/// Lock held. The next free place behind the newest one.
char *CheckedMemory::place(std::map<uintptr_t, size_t> &Live, const Shadow &In,
                           uintptr_t &Next, size_t All) {
  for (int Round = 0; Round < 2; ++Round) {
    uintptr_t At = alignTo(Next, Alignment);
    auto Above = Live.lower_bound(At);
    if (Above != Live.begin()) {
      auto &[Base, Size] = *std::prev(Above);
      At = std::max<uintptr_t>(At, alignTo(Base + Size, Alignment));
    }
    while (Above != Live.end() && Above->first - At < All) {
      At = alignTo(Above->first + Above->second, Alignment);
      ++Above;
    }
    if (All < In.Base + In.Size - At) {
      Live[At] = All;
      Next = At + All;
      return reinterpret_cast<char *>(At);
    }
    Next = In.Base + PageSize;
  }
  return nullptr;
}

char *CheckedMemory::allocate(size_t Before, size_t Bytes, size_t All,
                              bool IsWritten) {
  std::lock_guard<std::mutex> Guard(Lock);
  char *Block = place(LiveGlobal, Global, NextGlobal, All);
  if (!Block)
    return nullptr;
  auto Data = reinterpret_cast<uintptr_t>(Block) + Before;
  Global.setValid(Data, Bytes);
  if (IsWritten)
    Global.setWritten(Data, Bytes);
  LiveData[Data] = Bytes;
  return Block;
}

void CheckedMemory::release(void *Block, size_t All) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Base = reinterpret_cast<uintptr_t>(Block);
  LiveGlobal.erase(Base);
  LiveData.erase(LiveData.lower_bound(Base), LiveData.lower_bound(Base + All));
  Global.setInvalid(Base, All);
  clear(Block, All);
}

char *CheckedMemory::allocateShared(size_t Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  // Room behind it, in which accesses are wrong.
  char *Block =
      place(LiveShared, Shared, NextShared, alignTo(Bytes, Alignment) + 4096);
  return Block;
}

void CheckedMemory::releaseShared(void *Memory, size_t Bytes) {
  if (!Memory)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  auto Base = reinterpret_cast<uintptr_t>(Memory);
  LiveShared.erase(Base);
  Shared.setInvalid(Base, Bytes);
}

/// Lock held.
void CheckedMemory::addToList(uintptr_t First, size_t Bytes, bool IsValid) {
  // Shadows are of whole granules; neighbours of a variable count as valid.
  uintptr_t Base = First / Shadow::Granule * Shadow::Granule;
  Shadow S;
  S.Base = Base;
  S.Size = alignTo(First + Bytes - Base, Shadow::Granule);
  auto *Memory = static_cast<char *>(reserve(shadowBytes(S)));
  if (!Memory)
    return;
  placeShadows(S, Memory);
  if (IsValid) {
    std::memset(S.Valid, Shadow::Granule, S.Size / Shadow::Granule);
    std::memset(S.Written, 0xFF, S.Size / Shadow::Granule);
  }
  const VariableList *Old = Variables.load();
  auto *New = Old ? new VariableList(*Old) : new VariableList;
  New->push_back(S);
  std::sort(New->begin(), New->end(),
            [](const Shadow &A, const Shadow &B) { return A.Base < B.Base; });
  // The old list stays: somebody may be reading it.
  Variables.store(New);
}

void CheckedMemory::addVariable(const void *Address, size_t Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  addToList(reinterpret_cast<uintptr_t>(Address), Bytes, /*IsValid=*/true);
}

void CheckedMemory::addRoom(const void *Address, size_t Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto First = reinterpret_cast<uintptr_t>(Address);
  // What is in one granule with the variable's end.
  size_t Begun = First % Shadow::Granule;
  const Shadow *Before = Begun ? findVariable(First) : nullptr;
  if (Before)
    Before->Valid[Before->granule(First)] = static_cast<uint8_t>(Begun);
  uintptr_t Whole = alignTo(First, Shadow::Granule);
  if (First + Bytes > Whole)
    addToList(Whole, First + Bytes - Whole, /*IsValid=*/false);
}

void CheckedMemory::removeVariable(const void *Address) {
  std::lock_guard<std::mutex> Guard(Lock);
  const VariableList *Old = Variables.load();
  if (!Old)
    return;
  uintptr_t Base =
      reinterpret_cast<uintptr_t>(Address) / Shadow::Granule * Shadow::Granule;
  auto *New = new VariableList(*Old);
  auto Found = std::find_if(New->begin(), New->end(),
                            [&](const Shadow &S) { return S.Base == Base; });
  if (Found != New->end())
    New->erase(Found);
  // The list and the shadow stay: somebody may be reading them.
  Variables.store(New);
}

const Shadow *CheckedMemory::findVariable(uintptr_t Address) const {
  const VariableList *List = Variables.load(std::memory_order_acquire);
  if (!List)
    return nullptr;
  auto Above = std::upper_bound(
      List->begin(), List->end(), Address,
      [](uintptr_t At, const Shadow &S) { return At < S.Base; });
  if (Above == List->begin())
    return nullptr;
  const Shadow &S = *std::prev(Above);
  return S.contains(Address) ? &S : nullptr;
}

void CheckedMemory::noteWritten(const void *Address, size_t Bytes) {
  auto At = reinterpret_cast<uintptr_t>(Address);
  if (Bytes && Global.contains(At) && Bytes <= Global.Base + Global.Size - At)
    Global.setWritten(At, Bytes);
}

void CheckedMemory::noteAllWritten() {
  std::lock_guard<std::mutex> Guard(Lock);
  for (auto [Base, Size] : LiveData)
    Global.setWritten(Base, Size);
}

void CheckedMemory::forgetAccesses() {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Forget = [](const Shadow &S, uintptr_t Base, size_t Size) {
    size_t First = S.granule(Base);
    size_t Count = alignTo(Size, Shadow::Granule) / Shadow::Granule;
    clearAccesses(S, First, Count);
  };
  for (auto [Base, Size] : LiveGlobal)
    Forget(Global, Base, Size);
  for (auto [Base, Size] : LiveShared)
    Forget(Shared, Base, Size);
  if (const VariableList *List = Variables.load())
    for (const Shadow &S : *List)
      Forget(S, S.Base, S.Size);
}
