//===-- runtime/backends/cpu/Checker.h - Races and bad accesses -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs that were linked with -gpu=check do beside their work: each
// access of a kernel is compared with those that the shadow of its memory holds
// (see CheckedMemory.h). Two accesses of different threads to the same bytes,
// at least one of them a write and not both atomic, are a race, unless
//
//   - both threads are of one block, and a barrier is between the accesses;
//   - or they are of one warp, and an operation of the warp is between them;
//   - or, in one block, the first thread has arrived at a barrier in shared
//     memory since its access, or before it but since the last operation of its
//     warp, and the second one has waited for such a barrier;
//   - or the memory is shared, and the blocks are different;
//   - or the blocks have met at a barrier of the grid or the cluster;
//   - or the first thread's block has executed a memory fence since its access,
//     and the second one's an atomic operation or a volatile read before: that
//     is how blocks hand over data to others;
//   - or both are writes, and of the same value.
//
// Accesses of the host, and of kernels and copies of other queues, are compared
// with those of work that may still run then (see UnwaitedWork.h).
//
// Nothing here can stop a program; what was found is told at once, and gives
// the program a status.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKER_H
#define WARPRT_BACKENDS_CPU_CHECKER_H

#include "backends/cpu/CheckBoxes.h"
#include "backends/cpu/CheckReports.h"
#include "backends/cpu/CheckShared.h"
#include "backends/cpu/CheckedMemory.h"
#include "backends/cpu/UnwaitedWork.h"
#include "warprt/CpuCheck.h"
#include "warprt/Image.h"
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace warprt::cpu {

/// Kinds of checks, as bits.
enum CheckKind : unsigned {
  CheckRaces = 1,
  CheckBounds = 2,
  CheckUninit = 4,
  CheckDivergence = 8,
  CheckLeaks = 16 ///< where it is asked for
};

/// A launch of a kernel whose accesses are checked.
class CheckedLaunch {
public:
  /// `Name` is null for a copy.
  CheckedLaunch(const char *Name, const WarprtCpuGrid &Grid);

  const char *const Name;
  const WarprtCpuGrid Grid;
  const uint64_t Blocks;
  const uint32_t Threads; ///< of a block
  /// Set when the launch is queued.
  const std::shared_ptr<WorkOrder> Order = std::make_shared<WorkOrder>();

  /// The number that its first block has in words now; 0: it has none.
  uint32_t firstNumber() const { return First.load(std::memory_order_relaxed); }
  bool covers(uint32_t Number) const {
    return Number - firstNumber() < Numbers;
  }
  uint64_t blockOf(uint32_t Number) const { return Number - firstNumber(); }
  /// The word of a thread of its that has not met a barrier yet.
  uint64_t wordOf(uint64_t Block, uint32_t Thread) const;
  /// Words of its threads are so many from the first one on.
  uint64_t firstWord() const {
    return uint64_t(firstNumber()) << WARPRT_CHECK_BLOCK_SHIFT;
  }
  uint64_t wordCount() const {
    return uint64_t(Numbers.load(std::memory_order_relaxed))
           << WARPRT_CHECK_BLOCK_SHIFT;
  }

private:
  friend class Checker;
  std::atomic<uint32_t> First{0};
  std::atomic<uint32_t> Numbers{0};
  uint64_t BlocksLeft = 0;
  std::atomic<const WarprtCheckSites *> Sites{nullptr};
  std::vector<uint32_t> Earlier; ///< first numbers before barriers of the grid
  std::atomic<bool> HasMet{false}; ///< there are some
  /// What may run at the same time.
  std::vector<FormerWorkRef> Others;
  LaunchBoxes Boxes;
};

/// Rows of memory that something else than a kernel reads or writes.
struct AccessedRows {
  const void *Address = nullptr;
  size_t Pitch = 0, Width = 0, Height = 1;
  bool IsWritten = false;
};

class Checker {
public:
  /// Of a program in which something was found.
  static constexpr int ExitStatus = 99;

  /// Of the process, if its program was linked with -gpu=check and a device
  /// has begun to watch; otherwise null.
  static Checker *get() { return The.load(std::memory_order_relaxed); }
  /// Begins, where \p Threads run blocks; false if the system does not give the
  /// memory.
  static bool begin(unsigned Kinds, unsigned Threads);

  CheckedMemory &memory() { return *Memory; }
  bool checks(unsigned Kind) const { return Kinds & Kind; }

  /// Blocks of the launch run on the calling thread as long as this lives, one
  /// after the other if they do not take turns. `Launch` may be null.
  class Scope {
  public:
    Scope(CheckedLaunch *Launch, void *Shared, size_t Bytes,
          bool TakeTurns = false);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    /// A block begins: its shared memory has no values.
    void beginBlock();

  private:
    CheckedLaunch *Launch;
    CheckedLaunch *OuterLaunch;
    void *OuterShared;
    size_t OuterBytes;
    const WarprtCheckSites *OuterSites;
    SharedBoxes *OuterOfBlock;
    SharedBoxes OfBlock;
  };

  /// Blocks of the launch begin to run; some of them are done.
  void enter(CheckedLaunch &Launch);
  void leave(CheckedLaunch &Launch, uint64_t Blocks);
  /// All blocks of the launch, or of a cluster, have met.
  void noteGridBarrier(CheckedLaunch &Launch);

  // What device code calls; see warprt/CpuCheck.h.
  uint64_t start(const WarprtCheckSites *Sites, uint64_t Block);
  uint64_t together(uint64_t Threads) const;
  void pass(uint64_t Word, uint32_t Site, uint64_t Threads);
  uint64_t barrier(uint64_t Word, uint32_t Site);
  void fence(uint64_t Word);
  void arrive(uint64_t Word);
  void waited(uint64_t Word);
  void access(uintptr_t Address, uint64_t Word,
              const uint64_t *Value = nullptr);
  void range(uintptr_t Address, uint64_t Bytes, uint64_t Word);
  void reads(uintptr_t Address, uint64_t Count, int64_t Step, uint64_t Word);
  void written(uintptr_t Address, uint64_t Bytes);
  bool checkLoop(const WarprtCheckAccesses *Accesses, uint64_t Count,
                 bool AreAll);
  void endLoop();

  // What the host does, and what it has waited for.
  void hostAccess(uintptr_t Address, uint64_t Bytes, uint32_t Kind,
                  const WarprtCheckSite *Site);
  UnwaitedWork &unwaited() { return Unwaited; }
  /// A copy or the like, which has been done.
  void noteTransfer(const WorkOrder &Order,
                    std::initializer_list<AccessedRows> Rows);
  /// The calling thread runs a function of the host's for a queue.
  class HostCall {
  public:
    explicit HostCall(const WorkOrder &Order);
    ~HostCall();
    HostCall(const HostCall &) = delete;
    HostCall &operator=(const HostCall &) = delete;
  };

  /// Something that the program has left.
  void reportLeak(const std::string &Text) { Reports.tell(Text, Text); }

  /// What was found so far.
  unsigned found() const { return Reports.found(); }

private:
  Checker(unsigned Kinds, unsigned Threads)
      : Kinds(Kinds), IsOneThread(Threads == 1) {}
  void takeNumbers(CheckedLaunch &Launch);
  void noteDone(CheckedLaunch &Launch);
  uint64_t renumbered(uint64_t Word);
  void checkPassed(const CheckedLaunch &Launch, uint32_t Number);
  bool isOrdered(uint64_t Before, uint64_t Now, bool IsShared) const;
  bool isHandedOver(uint64_t Before, uint64_t Now) const;
  template <bool IsShared, bool IsTrial>
  bool compare(const Shadow &S, size_t Granule, uint64_t Word,
               const uint64_t *Value);
  struct Met;
  struct UnmadeWrites;
  template <bool IsShared, bool IsTrial>
  bool meetOther(uint64_t Old, uint64_t Word, const Shadow &S, size_t Granule,
                 const uint64_t *Value, Met &M);
  template <bool IsShared, bool IsTrial>
  void noteAccess(const Shadow &S, size_t Granule, uint64_t Word, Met &M);
  template <bool IsShared>
  bool tryElements(const Shadow &S, uintptr_t Address, uint64_t Word,
                   const WarprtCheckRounds &R, uint64_t LastReader);
  template <bool IsShared>
  bool tryNeighbours(const Shadow &S, uintptr_t Address, uint64_t Word,
                     const WarprtCheckRounds &R, uint64_t LastReader);
  template <bool IsShared>
  bool tryRow(const Shadow &S, uintptr_t Address, uint64_t Word,
              const WarprtCheckRounds &R, uint64_t LastReader);
  bool tryLoops(const WarprtCheckAccesses &A);
  bool tryAll(const WarprtCheckAccesses *Accesses, uint64_t Count,
              bool AreShared);
  bool noteBoxes(const WarprtCheckAccesses *Accesses, uint64_t Count,
                 ChangeLog &Changes);
  void enterBox(const WarprtCheckAccesses &A);
  void enterElement(uintptr_t Address, uint64_t Word);
  bool tryShared(const WarprtCheckAccesses *Accesses, uint64_t Count);
  void leaveShared(uint64_t Word);
  bool isBox(uintptr_t Address, uint64_t Word);
  bool isKnownInBoxes(const Shadow &S, uintptr_t Address, size_t Bytes,
                      uint64_t Word);
  void endBoxes(CheckedLaunch &Launch);
  void keepBoxes(CheckedLaunch &Launch);
  void forgetWaitedBoxes();
  void enterFormerBoxes();
  void compareWithOthers(const Shadow &S, size_t Granule, uint64_t Word,
                         const uint64_t *Value);
  bool compareWithHost(const Shadow &S, size_t Granule, uint64_t Word,
                       const WarprtCheckSite &Site);
  void reportAccess(CheckKind Kind, uint64_t Word, const char *What);

  static std::atomic<Checker *> The;
  const unsigned Kinds;
  const bool IsOneThread; ///< runs all blocks
  std::unique_ptr<CheckedMemory> Memory;
  UnwaitedWork Unwaited;
  CheckReports Reports;
  /// By a block's number: barriers before which its accesses are published to
  /// other blocks, and whether it takes notice of those of others.
  struct BlockState {
    std::atomic<uint16_t> Published{0};
    std::atomic<bool> Acquired{false};
    // Of the newest barrier: its number, where it is, and how many threads have
    // passed it.
    uint16_t Interval = 0, Site = 0, Passed = 0;
  };
  BlockState *States = nullptr;

  /// What a thread did with barriers in shared memory between the same two
  /// barriers of its block. The fields of a word that say when, plus one.
  struct HandOver {
    uint16_t Arrived = 0, Waited = 0;
  };
  /// By a block's number, then by thread.
  std::map<uint32_t, std::vector<HandOver>> HandOvers;
  mutable std::mutex HandOverLock; // HandOvers
  std::atomic<bool> HasHandOvers{false};
  HandOver *handOverOf(uint64_t Word);

  /// Boxes of launches that are over, but not waited for.
  struct FormerBoxes {
    FormerWorkRef Work;
    BoxLogs Logs;
  };
  std::mutex FormerLock; // Former
  std::vector<FormerBoxes> Former;
  std::atomic<bool> HasFormer{false};

  std::mutex Lock;                // what follows
  CheckedLaunch *Boxed = nullptr; ///< runs, and may use boxes
  uint32_t NextNumber = 1;
  unsigned Running = 0; ///< launches that have numbers
};

/// Shared memory of one thread that grows as needed.
class CheckedShared {
public:
  ~CheckedShared();
  void *get(size_t Bytes);

private:
  void *Data = nullptr;
  size_t Size = 0;
};

/// Something other than a kernel has written to device memory, and perhaps says
/// where.
inline void noteWritten(const void *Address, size_t Bytes) {
  if (Checker *C = Checker::get())
    C->memory().noteWritten(Address, Bytes);
}
inline void noteAllWritten() {
  if (Checker *C = Checker::get())
    C->memory().noteAllWritten();
}

/// Whether the program asks for checks (warprt_cpu_check_enable).
bool isCheckedProgram();

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKER_H
