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
//===----------------------------------------------------------------------===//
#include "backends/cpu/GuardedMemory.h"
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

using namespace warprt::cpu;

namespace {
constexpr int ReadAndWrite = PROT_READ | PROT_WRITE;

uintptr_t roundUp(uintptr_t Value, size_t Unit) {
  return (Value + Unit - 1) / Unit * Unit;
}
} // namespace

std::unique_ptr<GuardedMemory> GuardedMemory::create() {
  int Key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
  if (Key < 0)
    return nullptr;
  return std::unique_ptr<GuardedMemory>(new GuardedMemory(Key));
}

GuardedMemory::GuardedMemory(int Key)
    : Key(Key), PageSize(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {}

GuardedMemory::~GuardedMemory() { pkey_free(Key); }

void *GuardedMemory::allocate(size_t Bytes) {
  // A page before and one behind that nobody may touch.
  size_t Data = roundUp(Bytes, PageSize), All = Data + 2 * PageSize;
  void *Block = mmap(nullptr, All, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Block == MAP_FAILED)
    return nullptr;
  char *First = static_cast<char *>(Block) + PageSize;
  if (Data && pkey_mprotect(First, Data, ReadAndWrite, Key) != 0) {
    munmap(Block, All);
    return nullptr;
  }
  return First + Data - Bytes;
}

void GuardedMemory::release(void *Address, size_t Bytes) {
  size_t Data = roundUp(Bytes, PageSize);
  char *First = static_cast<char *>(Address) + Bytes - Data;
  munmap(First - PageSize, Data + 2 * PageSize);
}

void GuardedMemory::cover(void *Address, size_t Bytes, bool On) {
  auto Base = reinterpret_cast<uintptr_t>(Address);
  uintptr_t First = roundUp(Base, PageSize);
  uintptr_t End = (Base + Bytes) / PageSize * PageSize;
  if (First < End)
    pkey_mprotect(reinterpret_cast<void *>(First), End - First, ReadAndWrite,
                  On ? Key : 0);
}

GuardedMemory::Access::Access(const GuardedMemory *Guarded) {
  if (!Guarded)
    return;
  Key = Guarded->Key;
  Before = pkey_get(Key);
  pkey_set(Key, 0);
}

GuardedMemory::Access::~Access() {
  if (Key >= 0)
    pkey_set(Key, static_cast<unsigned>(Before));
}
