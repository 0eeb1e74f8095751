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
// WARPFORT_CPU_GUARD=1. Its pages have a protection key to which a thread has
// rights only while it works for the device. Where the machine has no such
// keys, nobody has rights to the pages unless some thread works for the device:
// then host code that uses them while a kernel runs goes unnoticed, and what
// the device may use is never refused.
//
// Every allocation ends at a page that nobody may touch, so a kernel that reads
// or writes behind an array stops there. Without the guard device memory is
// ordinary memory: libraries that know no device, MPI for one, may then work on
// it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H
#define WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace warprt::cpu {

class GuardedMemory {
public:
  /// With protection keys, or else with the rights of pages.
  static std::unique_ptr<GuardedMemory> create();
  /// Null where the processor or the system has no protection keys (left).
  static std::unique_ptr<GuardedMemory> createWithKey();
  static std::unique_ptr<GuardedMemory> createWithPageRights();
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// `Bytes` that end where the pages end; null if there is no memory.
  void *allocate(size_t Bytes);
  void release(void *Address, size_t Bytes);

  /// Guards the whole pages within memory of somebody else's, or no longer.
  void cover(void *Address, size_t Bytes, bool On);

  /// Whether the address is in pages to which nobody has rights now, of any
  /// guarded memory. For signal handlers.
  static bool isClosed(const void *Address);

  /// The calling thread works for the device as long as this lives. `Guarded`
  /// may be null: then there is nothing to do.
  class Access {
  public:
    explicit Access(GuardedMemory *Guarded);
    ~Access();
    Access(const Access &) = delete;
    Access &operator=(const Access &) = delete;

  private:
    GuardedMemory *Guarded;
    int Before = 0;
  };

private:
  /// Pages without a key, as a signal handler may read them: records are used
  /// again, but stay as long as their owner.
  struct Pages {
    std::atomic<uintptr_t> First{0}, End{0}; // equal: free
    Pages *Next = nullptr;
  };
  static constexpr int NoKey = -1;

  explicit GuardedMemory(int Key);
  /// Guards pages, or no longer; false if the system does not do it.
  bool guard(char *First, size_t Bytes);
  bool unguard(char *First, size_t Bytes);
  void open();
  void close();
  void protectAll(int Rights);

  const int Key;
  const size_t PageSize;
  std::mutex Lock; // what follows, but for reading the list
  std::atomic<Pages *> All{nullptr};
  unsigned Workers = 0; ///< threads that work for the device
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_GUARDEDMEMORY_H
