//===-- runtime/backends/cpu/CheckBoxes.h - Loops' accesses -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses that a loop's description stands for are a box: elements at
// equal distances, in rows that mostly are whole. As long as the boxes of a
// launch do not meet, it is enough to know of each 4 bytes whether some box has
// written them, read them, or whether several have (BoxCell): that is far less
// than who did it, which is looked at where boxes meet after all.
//
//   - A box may read what others read, and write what nobody has accessed.
//   - Boxes of one block are compared with each other as wholes. They may meet
//     where a barrier is between them, or where both have the same shape and
//     each element is one thread's.
//   - All else is for others to judge: the launch's boxes, which are kept, are
//     entered into the shadows (CheckedMemory.h) one by one, and so is what
//     follows.
//
// Bytes that a launch accesses otherwise are marked as such; a box that meets
// them ends this likewise. So each byte is known either here or there.
//
// Boxes of launches that the host has not waited for are entered when somebody
// asks.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKBOXES_H
#define WARPRT_BACKENDS_CPU_CHECKBOXES_H

#include "backends/cpu/CheckRuns.h"
#include "backends/cpu/CheckShapes.h"
#include "backends/cpu/CheckedMemory.h"
#include "warprt/CpuCheck.h"
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warprt::cpu {

class OwnBoxes;

class SpinLock {
public:
  void lock() {
    while (IsLocked.exchange(true, std::memory_order_acquire))
      while (IsLocked.load(std::memory_order_relaxed))
        __builtin_ia32_pause();
  }
  void unlock() { IsLocked.store(false, std::memory_order_release); }

private:
  std::atomic<bool> IsLocked{false};
};

/// A box that was noted: [Least, Most) has all of it. Of the loops, only as
/// many are there as there are.
struct NotedBox {
  uintptr_t Least, Most;
  WarprtCheckAccesses Accesses;

  static size_t size(uint64_t Loops) {
    return offsetof(NotedBox, Accesses.rounds) +
           Loops * sizeof(WarprtCheckRounds);
  }
  size_t size() const { return size(Accesses.loops); }
};

/// Bytes that are written before they are read.
class ByteList {
public:
  bool empty() const { return Used == 0; }
  size_t size() const { return Used; }
  const char *data() const { return Memory.get(); }
  char *data() { return Memory.get(); }
  /// Adds some at the end.
  char *extend(size_t Bytes) {
    if (Bytes > Room - Used)
      grow(Bytes);
    return Memory.get() + std::exchange(Used, Used + Bytes);
  }
  void shrink(size_t Bytes) { Used = Bytes; }

private:
  void grow(size_t Bytes);

  std::unique_ptr<char[]> Memory;
  size_t Used = 0, Room = 0;
};

/// The boxes of a launch that one thread has noted. Blocks that follow each
/// other and do the same, each as far behind the one before, are one, where
/// memory is new: their boxes have one more loop, over blocks.
class BoxLog {
public:
  SpinLock Lock;

  bool isEmpty() const { return Data.empty(); }
  size_t bytes() const { return Data.size(); }
  void clear();
  /// It has memory, which another launch has needed.
  void noteReused() { JoinsBlocks = false; }
  /// What follows are boxes of this block.
  void setBlock(uint32_t Number);
  /// Forgets what was added behind so many bytes, and of whom the others are.
  void shrink(size_t Bytes);
  unsigned countOfBlock() const { return CountOfBlock; }
  void add(uintptr_t Least, uintptr_t Most, const WarprtCheckAccesses &A);
  template <typename Visitor> void forEach(Visitor Visit) const {
    forEachFrom(0, Visit);
  }
  template <typename Visitor> void forEachOfBlock(Visitor Visit) const {
    forEachFrom(OfBlock, Visit);
  }
  /// A loop is asked about. Boxes of the one before, and of this one, are the
  /// recent ones.
  void beginLoop();
  template <typename Visitor> void forEachRecent(Visitor Visit) const {
    forEachFrom(Recent, Visit);
  }
  /// Whether a recent one may begin at \p Address.
  bool mayBeRecent(const void *Address) const {
    return (RecentPlaces | LoopPlaces) & placeBit(Address);
  }

private:
  template <typename Visitor> void forEachFrom(size_t At, Visitor Visit) const {
    while (At < Data.size()) {
      auto &Box = *reinterpret_cast<const NotedBox *>(Data.data() + At);
      Visit(Box);
      At += Box.size();
    }
  }

  void joinBlock();
  bool mayJoin(uint64_t &Apart) const;

  void forgetRecent() {
    Recent = OfLoop = Data.size();
    RecentPlaces = LoopPlaces = 0;
  }
  /// One of 64 for each address.
  static uint64_t placeBit(const void *Address) {
    return uint64_t(1) << (reinterpret_cast<uintptr_t>(Address) *
                               0x9E3779B97F4A7C15u >>
                           58);
  }

  ByteList Data;
  size_t OfBlock = 0; ///< where those of the newest block begin
  size_t Recent = 0, OfLoop = 0;
  /// Where those of the loop before begin, and those of this one.
  uint64_t RecentPlaces = 0, LoopPlaces = 0;
  unsigned CountOfBlock = 0;
  uint32_t Block = 0;
  /// The boxes of the blocks before that are one, and how many blocks.
  size_t Run = 0, RunEnd = 0;
  uint64_t RunBlocks = 0;
  bool JoinsBlocks = true; ///< takes longer than keeping what is in the cache
  unsigned InVain = 0;     ///< blocks that were not, less those that were
};
using BoxLogs = std::vector<std::unique_ptr<BoxLog>>;

/// Keeps the memory for other launches.
void giveBack(BoxLogs Logs);

/// The boxes of a launch.
class LaunchBoxes {
public:
  /// Whether they are compared here.
  bool areUsed() const { return AreUsed.load(std::memory_order_acquire); }
  /// A launch begins whose first block has the number.
  void begin(uint32_t FirstNumber, bool Use);
  /// For another thread.
  BoxLog *addLog();
  /// Calls for each box that was noted, and then, all of them are elsewhere.
  template <typename Visitor> void end(Visitor Visit);

  /// Notes the boxes if nothing is to be told of any of them. Otherwise they
  /// have to be looked at elsewhere, with all that were noted before.
  bool note(BoxLog &Log, const CheckedMemory &Memory,
            const WarprtCheckAccesses *All, uint64_t Count,
            ChangeLog &Changes) const;
  /// The bytes are accessed in another way; false if boxes may meet that.
  bool leave(const Shadow &S, uintptr_t Address, size_t Bytes,
             bool IsWrite) const;

  /// What a launch that is over leaves behind.
  BoxLogs takeLogs();
  /// Tells runs of launches from each other.
  uint64_t run() const { return Run; }

private:
  struct NewBox;
  template <bool IsWrite, typename Meeting>
  bool noteRow(const Shadow &S, uintptr_t Row, uint64_t Bytes, uint64_t Word,
               ChangeLog &Changes, Meeting Meet) const;
  bool noteRows(const Shadow &S, uintptr_t First, uint64_t Bytes,
                BoxShape::Dimension Rows, uint64_t Word, OwnBoxes &Own,
                ChangeLog &Changes) const;
  bool noteOne(BoxLog &Log, const NewBox &New, ChangeLog &Changes) const;
  bool noteBoth(BoxLog &Log, const NewBox &First, const NewBox &Second,
                ChangeLog &Changes) const;
  bool noteKind(BoxLog &Log, const CheckedMemory &Memory,
                const WarprtCheckAccesses *All, uint64_t Count, uint64_t Kind,
                ChangeLog &Changes) const;
  bool noteShape(const Shadow &S, const BoxShape &Shape, uint64_t Word,
                 OwnBoxes &Own, ChangeLog &Changes) const;

  std::atomic<bool> AreUsed{false};
  /// Several threads run blocks.
  std::atomic<bool> AreShared{false};
  uint32_t Number = 0; ///< of the first block
  uint64_t Run = 0;
  std::mutex Lock; // Logs
  BoxLogs Logs;
};

template <typename Visitor> void LaunchBoxes::end(Visitor Visit) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!areUsed())
    return;
  for (auto &Log : Logs)
    Log->Lock.lock();
  for (auto &Log : Logs)
    Log->forEach([&](const NotedBox &Box) { Visit(Box.Accesses); });
  AreUsed.store(false, std::memory_order_release);
  for (auto &Log : Logs) {
    Log->clear();
    Log->Lock.unlock();
  }
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKBOXES_H
