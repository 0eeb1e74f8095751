//===-- runtime/backends/cpu/AddressSpace.h - The CPU's memory ----*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which addresses are device memory, pinned, managed or registered. Device
// memory is ordinary memory of its own with guard zones at both ends, so that
// allocations never touch: a copy that leaves its allocation is refused, and
// a kernel that wrote past the end is noticed when the memory is released.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_ADDRESSSPACE_H
#define WARPRT_BACKENDS_CPU_ADDRESSSPACE_H

#include "backends/cpu/GuardedMemory.h"
#include "hal/Device.h"
#include <map>
#include <shared_mutex>

namespace warprt::cpu {

enum class RangeKind { Device, Variable, Pinned, Managed, Registered };

struct Range {
  uintptr_t Base = 0;
  size_t Size = 0;
  RangeKind Kind = RangeKind::Device;

  bool onDeviceOnly() const {
    return Kind == RangeKind::Device || Kind == RangeKind::Variable;
  }
};

class AddressSpace {
public:
  static constexpr size_t Alignment = 256;

  /// `Guarded`, which may be null, is where device memory comes from.
  explicit AddressSpace(size_t Capacity, GuardedMemory *Guarded = nullptr)
      : Capacity(Capacity), Guarded(Guarded) {}
  ~AddressSpace();

  Error allocate(RangeKind Kind, size_t Bytes, void **Result);
  Error release(RangeKind Kind, void *Address);

  /// Memory of somebody else's: device variables, registered host memory.
  Error add(RangeKind Kind, void *Address, size_t Bytes);
  Error remove(RangeKind Kind, void *Address);

  /// The range that holds `Address`; Size is 0 if there is none.
  Range find(const void *Address) const;

  /// Whether the address is neither in a range nor just behind one, where an
  /// empty section may begin.
  bool isForeign(const void *Address) const;

  /// Checks `Bytes` at `Address` as one end of a copy: wholly inside one
  /// range, or (unless `NeedDevice`) ordinary host memory. `Place` says which.
  Error check(const void *Address, size_t Bytes, bool NeedDevice,
              bool ForbidDevice, bool &Pageable, bool &OnDevice) const;

  size_t used() const;
  size_t capacity() const { return Capacity; }

private:
  Range findLocked(uintptr_t Address) const;
  /// The owned block of a range: guard zone, data, guard zone.
  char *blockOf(const Range &R) const;
  size_t guardBehind(RangeKind Kind, size_t Bytes) const;
  bool isGuarded(RangeKind Kind) const {
    return Guarded && Kind == RangeKind::Device;
  }
  void free(const Range &R);

  const size_t Capacity;
  GuardedMemory *const Guarded;
  mutable std::shared_mutex Lock;
  std::map<uintptr_t, Range> Ranges;
  size_t Used = 0;
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_ADDRESSSPACE_H
