//===-- runtime/backends/cpu/CheckedMemory.h - Memory with shadows -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory of programs that were linked with -gpu=check. All of it comes
// from one range of addresses, and so do the blocks' shared memory; what is
// known of an address is at a place that is computed from it:
//
//   Valid    one byte for 8: how many of them belong to an allocation
//   Written  one byte for 8: which of them have been written
//   Accesses six words for 8 bytes: accesses of the running kernel (see
//            warprt/CpuCheck.h)
//   Reads    a word for 8 bytes: the block and the interval between barriers in
//            which enough reads are known, or the warp, and of which bytes
//   Lines    for 512 bytes, in shared memory 128, accesses to neighbours by
//            threads with evenly growing words, in place of the words of each
//   Cells    for 256 bytes of memory that is not shared, what loops have done
//            to them (see CheckBoxes.h)
//
// Device variables and registered memory are the program's own, and have
// shadows of their own. Addresses are not used again before all others have
// been.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKEDMEMORY_H
#define WARPRT_BACKENDS_CPU_CHECKEDMEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace warprt::cpu {

/// Accesses to neighbouring elements in a line.
struct AccessRun {
  uint64_t Word;      ///< of an access to the line's first element
  int16_t ThreadStep; ///< how many threads further the next element's is
  uint16_t From, End; ///< bytes of the line

  bool operator==(const AccessRun &) const = default;
};

/// What is known of a line as a whole.
struct alignas(128) MemoryLine {
  /// Enough for a five-point stencil of blocks with 32 threads in a row.
  static constexpr size_t MostRuns = 23;

  std::atomic<uint32_t> IsLocked{0};
  std::atomic<uint32_t> Count{0};
  /// The newest access that is kept in the granules' words.
  std::atomic<uint64_t> Newest{0};
  AccessRun Runs[MostRuns];
};
static_assert(sizeof(MemoryLine) == 384);

/// What boxes of a launch have done to 256 bytes; see CheckBoxes.h.
struct BoxCell {
  static constexpr size_t Bytes = 256, Unit = 4;

  uint32_t Launch = 0; ///< number of its first block
  std::atomic<bool> IsLocked{false};
  std::atomic<bool> IsWhole{false}; ///< all of it is valid and was written
  // A bit for each unit.
  uint64_t Writes = 0, Reads = 0, ManyReads = 0;
};
static_assert(sizeof(BoxCell) == 32);

/// Memory and its shadows.
struct Shadow {
  /// Of each of two elements of 4 bytes, a write and reads of two threads are
  /// to be known.
  static constexpr size_t Granule = 8, Words = 6;

  uintptr_t Base = 0;
  size_t Size = 0;
  bool IsShared = false; ///< of blocks
  uint8_t *Valid = nullptr, *Written = nullptr;
  std::atomic<uint64_t> *Accesses = nullptr, *Reads = nullptr;
  MemoryLine *Lines = nullptr;
  BoxCell *Cells = nullptr; ///< null if it is of blocks

  size_t lineBytes() const { return IsShared ? 128 : 512; }
  size_t granulesOfLine() const { return lineBytes() / Granule; }
  bool contains(uintptr_t Address) const { return Address - Base < Size; }
  size_t granule(uintptr_t Address) const { return (Address - Base) / Granule; }
  MemoryLine &lineOf(size_t GranuleNumber) const {
    return Lines[GranuleNumber / granulesOfLine()];
  }
  /// Marks bytes; the whole range lies here.
  void setValid(uintptr_t Address, size_t Bytes);
  void setInvalid(uintptr_t Address, size_t Bytes);
  void setWritten(uintptr_t Address, size_t Bytes);
  void setUnwritten(uintptr_t Address, size_t Bytes);
};

class CheckedMemory {
public:
  static constexpr size_t Alignment = 256;

  /// Null if the system does not give the addresses.
  static std::unique_ptr<CheckedMemory> create();
  ~CheckedMemory();

  /// `Before` bytes, data that may be used, and bytes that may not, up to `All`
  /// bytes; null if there is no memory.
  char *allocate(size_t Before, size_t Bytes, size_t All, bool IsWritten);
  void release(void *Block, size_t All);
  /// Shared memory of blocks that run one after the other.
  char *allocateShared(size_t Bytes);
  void releaseShared(void *Memory, size_t Bytes);
  /// A device variable, or host memory that device code sees.
  void addVariable(const void *Address, size_t Bytes);
  void removeVariable(const void *Address);
  /// Bytes behind a variable, in which accesses are wrong.
  void addRoom(const void *Address, size_t Bytes);

  /// The shadow of an address; null for other memory.
  const Shadow *find(const void *Address) const {
    auto At = reinterpret_cast<uintptr_t>(Address);
    if (Global.contains(At))
      return &Global;
    if (Shared.contains(At))
      return &Shared;
    return findVariable(At);
  }

  bool isShared(const void *Address) const {
    return Shared.contains(reinterpret_cast<uintptr_t>(Address));
  }

  /// Something other than a kernel writes.
  void noteWritten(const void *Address, size_t Bytes);
  /// Something wrote that says not where.
  void noteAllWritten();
  /// Forgets all accesses.
  void forgetAccesses();

private:
  CheckedMemory() = default;
  const Shadow *findVariable(uintptr_t Address) const;
  void addToList(uintptr_t First, size_t Bytes, bool IsValid);
  char *place(std::map<uintptr_t, size_t> &Live, const Shadow &In,
              uintptr_t &Next, size_t All);

  Shadow Global, Shared;
  void *Mapping = nullptr;
  size_t MappedBytes = 0;
  std::mutex Lock; // what follows
  std::map<uintptr_t, size_t> LiveGlobal, LiveShared;
  std::map<uintptr_t, size_t> LiveData;
  uintptr_t NextGlobal = 0, NextShared = 0;
  /// Read without the lock: a list is never changed, but replaced.
  using VariableList = std::vector<Shadow>;
  std::atomic<const VariableList *> Variables{nullptr};
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKEDMEMORY_H
