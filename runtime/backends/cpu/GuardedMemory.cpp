//===-- runtime/backends/cpu/GuardedMemory.cpp - Who may touch it ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See GuardedMemory.h. A new thread has no rights to any key but the first, or
// those of the thread that made it: only the thread that takes the key has to
// give its rights up.
//
// Without a key the first thread that works for the device opens all pages, and
// the last one closes them.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/GuardedMemory.h"
#include "backends/cpu/Alignment.h"
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

using namespace warprt::cpu;

namespace {
constexpr int ReadAndWrite = PROT_READ | PROT_WRITE;

/// Whose pages isClosed() looks at.
std::atomic<GuardedMemory *> Newest{nullptr};
} // namespace

std::unique_ptr<GuardedMemory> GuardedMemory::create() {
  std::unique_ptr<GuardedMemory> WithKey = createWithKey();
  return WithKey ? std::move(WithKey) : createWithPageRights();
}

std::unique_ptr<GuardedMemory> GuardedMemory::createWithKey() {
  int Key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
  if (Key < 0)
    return nullptr;
  return std::unique_ptr<GuardedMemory>(new GuardedMemory(Key));
}

std::unique_ptr<GuardedMemory> GuardedMemory::createWithPageRights() {
  std::unique_ptr<GuardedMemory> New(new GuardedMemory(NoKey));
  Newest = New.get();
  return New;
}

GuardedMemory::GuardedMemory(int Key)
    : Key(Key), PageSize(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {}

GuardedMemory::~GuardedMemory() {
  if (Key != NoKey)
    pkey_free(Key);
  GuardedMemory *This = this;
  Newest.compare_exchange_strong(This, nullptr);
  while (Pages *First = All) {
    All = First->Next;
    delete First;
  }
}

void *GuardedMemory::allocate(size_t Bytes) {
  // A page before and one behind that nobody may touch.
  size_t Data = alignTo(Bytes, PageSize), Whole = Data + 2 * PageSize;
  void *Block = mmap(nullptr, Whole, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Block == MAP_FAILED)
    return nullptr;
  char *First = static_cast<char *>(Block) + PageSize;
  if (Data && !guard(First, Data)) {
    munmap(Block, Whole);
    return nullptr;
  }
  return First + Data - Bytes;
}

void GuardedMemory::release(void *Address, size_t Bytes) {
  size_t Data = alignTo(Bytes, PageSize);
  char *First = static_cast<char *>(Address) + Bytes - Data;
  if (Data && Key == NoKey)
    unguard(First, Data);
  munmap(First - PageSize, Data + 2 * PageSize);
}

void GuardedMemory::cover(void *Address, size_t Bytes, bool On) {
  auto Base = reinterpret_cast<uintptr_t>(Address);
  uintptr_t First = alignTo(Base, PageSize);
  uintptr_t End = (Base + Bytes) / PageSize * PageSize;
  if (First >= End)
    return;
  if (On)
    guard(reinterpret_cast<char *>(First), End - First);
  else
    unguard(reinterpret_cast<char *>(First), End - First);
}

bool GuardedMemory::guard(char *First, size_t Bytes) {
  if (Key != NoKey)
    return pkey_mprotect(First, Bytes, ReadAndWrite, Key) == 0;
  std::lock_guard<std::mutex> Guard(Lock);
  if (mprotect(First, Bytes, Workers ? ReadAndWrite : PROT_NONE) != 0)
    return false;
  Pages *P = All;
  while (P && P->First != P->End)
    P = P->Next;
  if (!P) {
    P = new Pages;
    P->Next = All;
    All = P;
  }
  auto Base = reinterpret_cast<uintptr_t>(First);
  P->First = Base;
  P->End = Base + Bytes;
  return true;
}

bool GuardedMemory::unguard(char *First, size_t Bytes) {
  if (Key != NoKey)
    return pkey_mprotect(First, Bytes, ReadAndWrite, 0) == 0;
  std::lock_guard<std::mutex> Guard(Lock);
  for (Pages *P = All; P; P = P->Next)
    if (P->First == reinterpret_cast<uintptr_t>(First))
      P->End = P->First = 0;
  return mprotect(First, Bytes, ReadAndWrite) == 0;
}

/// Lock held.
void GuardedMemory::protectAll(int Rights) {
  for (Pages *P = All; P; P = P->Next)
    if (P->First != P->End)
      mprotect(reinterpret_cast<void *>(P->First.load()), P->End - P->First,
               Rights);
}

void GuardedMemory::open() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Workers++ == 0)
    protectAll(ReadAndWrite);
}

void GuardedMemory::close() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (--Workers == 0)
    protectAll(PROT_NONE);
}

bool GuardedMemory::isClosed(const void *Address) {
  auto At = reinterpret_cast<uintptr_t>(Address);
  if (GuardedMemory *G = Newest)
    for (Pages *P = G->All; P; P = P->Next)
      if (P->First <= At && At < P->End)
        return true;
  return false;
}

GuardedMemory::Access::Access(GuardedMemory *Guarded) : Guarded(Guarded) {
  if (!Guarded)
    return;
  if (Guarded->Key == NoKey) {
    Guarded->open();
    return;
  }
  Before = pkey_get(Guarded->Key);
  pkey_set(Guarded->Key, 0);
}

GuardedMemory::Access::~Access() {
  if (!Guarded)
    return;
  if (Guarded->Key == NoKey)
    Guarded->close();
  else
    pkey_set(Guarded->Key, static_cast<unsigned>(Before));
}
