//===-- runtime/backends/cpu/CheckRuns.h - Many accesses at once -*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to neighbouring elements of a line of memory (CheckedMemory.h) whose
// words grow evenly are kept and compared as one run. That is done only where
// nothing is to be told of them, and as long as they are few: then a line's
// runs become the words of its granules, with which all else is compared.
//
// Nothing of a trial remains if there is something to tell after all.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKRUNS_H
#define WARPRT_BACKENDS_CPU_CHECKRUNS_H

#include "backends/cpu/CheckedMemory.h"
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warprt::cpu {

/// What is known of a line is looked at and changed by one thread at a time.
/// Shared memory is that of one thread.
class LineLock {
public:
  LineLock(const Shadow &S, size_t Line, bool IsNeeded = true)
      : IsLocked(S.Lines[Line].IsLocked), IsNeeded(IsNeeded && !S.IsShared) {
    while (this->IsNeeded && IsLocked.exchange(1, std::memory_order_acquire))
      while (IsLocked.load(std::memory_order_relaxed))
        __builtin_ia32_pause();
  }
  ~LineLock() {
    if (IsNeeded)
      IsLocked.store(0, std::memory_order_release);
  }
  LineLock(const LineLock &) = delete;
  LineLock &operator=(const LineLock &) = delete;

private:
  std::atomic<uint32_t> &IsLocked;
  const bool IsNeeded;
};

/// What a trial has changed.
class ChangeLog {
public:
  void note(std::atomic<uint64_t> &Place) {
    Words.push_back({&Place, Place.load(std::memory_order_relaxed)});
  }
  void noteWritten(uint8_t &Place, uint8_t New) {
    Bytes.push_back({&Place, New});
  }
  /// So many bytes of Shadow::Written, of the calling thread's block, were 0.
  void noteFilled(uint8_t *First, size_t Count) {
    Filled.push_back({First, Count});
  }
  void noteRun(const Shadow &S, size_t Line, const AccessRun &New,
               std::optional<AccessRun> Old) {
    Runs.push_back({&S, Line, New, Old});
  }
  void clear() {
    Words.clear();
    Bytes.clear();
    Filled.clear();
    Runs.clear();
  }
  void takeBack();
  /// Whether the accesses may be the first that write to some memory: not
  /// beside others that may read it before.
  bool mayWriteFirst() const { return MayWriteFirst; }
  void setMayWriteFirst(bool May) { MayWriteFirst = May; }

private:
  bool MayWriteFirst = true;
  struct Run {
    const Shadow *S;
    size_t Line;
    AccessRun New;
    std::optional<AccessRun> Old; ///< which made way for it
  };
  std::vector<std::pair<std::atomic<uint64_t> *, uint64_t>> Words;
  std::vector<std::pair<uint8_t *, uint8_t>> Bytes; ///< and what is new in them
  std::vector<std::pair<uint8_t *, size_t>> Filled;
  std::vector<Run> Runs;
};

/// What a log is for.
enum class LogUse { Loop, Boxes, Single, Listing };

/// The calling thread's log for each use, which keeps its room. It is behind a
/// pointer since all that the library has for each thread must fit into the
/// little memory that libraries loaded at run time get for that (see Now).
template <LogUse> ChangeLog &ownLog() {
  static thread_local std::unique_ptr<ChangeLog> Own =
      std::make_unique<ChangeLog>();
  return *Own;
}

/// Words of the running launch.
struct WordRange {
  uint64_t First, Count;
  bool contains(uint64_t Word) const { return Word - First < Count; }
};

enum class RunResult {
  Clean,    ///< it is kept, or need not be
  Dirty,    ///< there may be something to tell
  ByElement ///< the line has words of granules
};

/// Keeps \p New, a run of \p Line, if nothing is to be told of it.
RunResult tryRun(const Shadow &S, size_t Line, const AccessRun &New,
                 WordRange Launch, ChangeLog &Changes);

/// Whether \p R touches only what may be touched, and reads what was written.
/// What it writes counts as written then.
bool isAllowed(const Shadow &S, size_t Line, const AccessRun &R,
               ChangeLog &Changes);
/// Whether both hold for whole granules, eight of them or a multiple.
bool isWholeAllowed(const Shadow &S, size_t Line, const AccessRun &R);

/// Has the runs of a line become words of its granules.
void expandRuns(const Shadow &S, size_t Line);

/// To be called before the words of a granule are looked at, and with the word
/// if they are to change.
inline void lookAtGranule(const Shadow &S, size_t Granule, uint64_t Word = 0) {
  MemoryLine &L = S.lineOf(Granule);
  if (L.Count.load(std::memory_order_relaxed))
    expandRuns(S, Granule / S.granulesOfLine());
  // Kernels of two queues may take turns.
  if (Word && (S.IsShared || L.Newest.load(std::memory_order_relaxed) < Word))
    L.Newest.store(Word, std::memory_order_relaxed);
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKRUNS_H
