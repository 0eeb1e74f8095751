//===-- runtime/backends/cpu/GuardedMemory.h - Who may touch it ---*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory that host code cannot touch, as on a GPU, for
// WARPFORT_CPU_GUARD=1: its pages have a protection key to which a thread has
// rights only while it works for the device. Every allocation ends at a page
// that nobody may touch, so a kernel that reads or writes behind an array
// stops there. Without it device memory is ordinary memory: libraries that
// know no device, MPI for one, may then work on it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H
#define WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H

#include <cstddef>
#include <memory>

namespace warprt::cpu {

class GuardedMemory {
public:
  /// Null where the processor or the system has no protection keys (left).
  static std::unique_ptr<GuardedMemory> create();
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// `Bytes` that end where the pages end; null if there is no memory.
  void *allocate(size_t Bytes);
  void release(void *Address, size_t Bytes);

  /// Guards the whole pages within memory of somebody else's, or no longer.
  void cover(void *Address, size_t Bytes, bool On);

  /// The calling thread works for the device as long as this lives. `Guarded`
  /// may be null: then there is nothing to do.
  class Access {
  public:
    explicit Access(const GuardedMemory *Guarded);
    ~Access();
    Access(const Access &) = delete;
    Access &operator=(const Access &) = delete;

  private:
    int Key = -1, Before = 0;
  };

private:
  explicit GuardedMemory(int Key);
  const int Key;
  const size_t PageSize;
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H
