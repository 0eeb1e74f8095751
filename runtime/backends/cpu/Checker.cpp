//===-- runtime/backends/cpu/Checker.cpp - Races and wrong accesses -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Checker.h. Here are launches, and what compiled code calls.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Checker.h"
#include "backends/cpu/CheckLanes.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/CheckedThread.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

#define WARPRT_EXPORT extern "C" __attribute__((visibility("default")))

constinit thread_local CheckedThread warprt::cpu::Now;
thread_local std::vector<EarlyWrite> warprt::cpu::EarlyWrites;

static std::atomic<bool> Enabled{false};

std::atomic<Checker *> Checker::The{nullptr};

bool warprt::cpu::isCheckedProgram() { return Enabled; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

CheckedLaunch::CheckedLaunch(const char *Name, const WarprtCpuGrid &Grid)
    : Name(Name), Grid(Grid),
      Blocks(uint64_t(Grid.grid[0]) * Grid.grid[1] * Grid.grid[2]),
      Threads(Grid.block[0] * Grid.block[1] * Grid.block[2]) {}

bool Checker::begin(unsigned Kinds, unsigned Threads) {
  std::unique_ptr<Checker> C(new Checker(Kinds, Threads));
  C->Memory = CheckedMemory::create();
  if (!C->Memory)
    return false;
  void *Map = mmap(nullptr, (MostNumbers + 1) * sizeof(BlockState),
                   PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Map == MAP_FAILED)
    return false;
  C->States = static_cast<BlockState *>(Map);
  The.store(C.release());
  return true;
}

Checker::Scope::Scope(CheckedLaunch *Launch, void *Shared, size_t Bytes,
                      bool TakeTurns)
    : Launch(Launch), OuterLaunch(Now.Launch), OuterShared(Now.Shared),
      OuterBytes(Now.SharedBytes), OuterSites(Now.Sites),
      OuterOfBlock(Now.OfBlock) {
  if (!Launch)
    return;
  Now.Launch = Launch;
  Now.Shared = Shared;
  Now.SharedBytes = Bytes;
  Now.OfBlock = Bytes && !TakeTurns ? &OfBlock : nullptr;
  Now.IsInLoop = false;
  EarlyWrites.clear();
  auto At = reinterpret_cast<uintptr_t>(Shared);
  if (auto *S = const_cast<Shadow *>(get()->Memory->find(Shared)))
    S->setValid(At, Bytes);
}

/// On a GPU, shared memory has no values.
void Checker::Scope::beginBlock() {
  if (!Launch || !Now.SharedBytes)
    return;
  if (auto *S = const_cast<Shadow *>(get()->Memory->find(Now.Shared)))
    S->setUnwritten(reinterpret_cast<uintptr_t>(Now.Shared), Now.SharedBytes);
  OfBlock.beginBlock();
}

Checker::Scope::~Scope() {
  if (!Launch)
    return;
  Now.Launch = OuterLaunch;
  Now.Shared = OuterShared;
  Now.SharedBytes = OuterBytes;
  Now.Sites = OuterSites;
  Now.OfBlock = OuterOfBlock;
}

CheckedShared::~CheckedShared() {
  if (Checker *C = Checker::get())
    C->memory().releaseShared(Data, Size);
}

void *CheckedShared::get(size_t Bytes) {
  // Each has its own size, so that what is behind it is known to be.
  if (Data && Bytes == Size)
    return Data;
  CheckedMemory &Memory = Checker::get()->memory();
  Memory.releaseShared(Data, Size);
  Size = Bytes;
  Data = Memory.allocateShared(Bytes);
  if (!Data)
    std::abort(); // 16 GB for a few hundred kilobytes a thread
  return Data;
}

/// Lock held. Numbers for all blocks; a launch gets none while they are used
/// up by others.
void Checker::takeNumbers(CheckedLaunch &Launch) {
  auto Count =
      static_cast<uint32_t>(std::min<uint64_t>(Launch.Blocks, MostNumbers - 1));
  if (NextNumber + Count > MostNumbers) {
    if (Running > 0)
      return;
    Memory->forgetAccesses();
    Unwaited.forget();
    forgetWaitedBoxes();
    madvise(static_cast<void *>(States), (MostNumbers + 1) * sizeof(BlockState),
            MADV_DONTNEED);
    NextNumber = 1;
  }
  Launch.Numbers = Count;
  Launch.First.store(NextNumber);
  NextNumber += Count;
}

void Checker::enter(CheckedLaunch &Launch) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Launch.BlocksLeft > 0)
    return;
  Launch.BlocksLeft = Launch.Blocks;
  takeNumbers(Launch);
  if (!checks(CheckRaces)) {
    ++Running;
    return;
  }
  Launch.Others = Unwaited.unordered(*Launch.Order);
  forgetWaitedBoxes();
  // Cells have what one launch did.
  if (Boxed)
    endBoxes(*Boxed);
  const bool UseBoxes = Running == 0 && Launch.Name && Launch.Others.empty() &&
                        Launch.Blocks <= Launch.Numbers;
  if (!UseBoxes)
    enterFormerBoxes();
  Launch.Boxes.begin(Launch.First, UseBoxes);
  Boxed = UseBoxes ? &Launch : nullptr;
  ++Running;
}

void Checker::leave(CheckedLaunch &Launch, uint64_t Blocks) {
  std::unique_lock<std::mutex> Guard(Lock);
  Launch.BlocksLeft -= std::min(Blocks, Launch.BlocksLeft);
  if (Launch.BlocksLeft > 0)
    return;
  bool HasMet = !Launch.Earlier.empty();
  if (Boxed == &Launch)
    Boxed = nullptr;
  Guard.unlock();
  if (HasHandOvers.load(std::memory_order_relaxed)) {
    std::lock_guard<std::mutex> HandOverGuard(HandOverLock);
    HandOvers.erase(HandOvers.lower_bound(Launch.First),
                    HandOvers.lower_bound(Launch.First + Launch.Numbers));
  }
  if (Launch.Blocks <= Launch.Numbers && !HasMet)
    for (uint32_t I = 0; I < Launch.Numbers; ++I)
      checkPassed(Launch, Launch.First + I);
  if (checks(CheckRaces))
    noteDone(Launch);
  Guard.lock();
  --Running;
  // The same launch may run again, from a graph.
  Launch.First.store(0);
  Launch.Numbers = 0;
  Launch.Earlier.clear();
  Launch.HasMet = false;
}

/// A launch has run, but need not be done yet.
void Checker::noteDone(CheckedLaunch &Launch) {
  FormerWork Work;
  Work.Count = Launch.Numbers;
  Work.Kernel = Launch.Name;
  Work.Grid = Launch.Grid;
  Work.Sites = Launch.Sites;
  Work.Order = *Launch.Order;
  std::vector<uint32_t> Firsts = Launch.Earlier;
  Firsts.push_back(Launch.First);
  for (uint32_t First : Firsts)
    if (First && Launch.Blocks <= Launch.Numbers) {
      Work.First = First;
      Unwaited.add(Work);
    }
  keepBoxes(Launch);
}

void Checker::noteGridBarrier(CheckedLaunch &Launch) {
  std::lock_guard<std::mutex> Guard(Lock);
  endBoxes(Launch);
  uint32_t Before = Launch.First;
  if (Before) {
    Launch.Earlier.push_back(Before);
    Launch.HasMet.store(true, std::memory_order_release);
  }
  takeNumbers(Launch);
  // Without new numbers, what is before and behind could not be told apart.
  if (Launch.First == Before) {
    Launch.First.store(0);
    Launch.Numbers = 0;
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

WARPRT_EXPORT void warprt_cpu_check_enable(void) { Enabled = true; }

/// When all else of the program has ended, its output included.
[[gnu::destructor]] static void setExitStatus() {
  Checker *C = Checker::get();
  if (!C || !C->found())
    return;
  std::fflush(nullptr);
  _exit(Checker::ExitStatus);
}

WARPRT_EXPORT uint64_t warprt_cpu_check_start(const WarprtCheckSites *Sites,
                                              uint64_t Block) {
  Checker *C = Checker::get();
  return C ? C->start(Sites, Block) : 0;
}

WARPRT_EXPORT uint64_t warprt_cpu_check_together(uint64_t Threads) {
  Checker *C = Checker::get();
  return C ? C->together(Threads) : 1;
}

WARPRT_EXPORT uint32_t warprt_cpu_check_place(uint32_t First, uint32_t X,
                                              uint32_t Width) {
  return First + X % Width + (X / Width << WARPRT_CHECK_THREAD_BITS);
}

WARPRT_EXPORT void warprt_cpu_check_pass(uint64_t Word, uint32_t Site) {
  if (Checker *C = Checker::get())
    C->pass(Word, Site, 1);
}

WARPRT_EXPORT void warprt_cpu_check_pass_all(uint64_t Word, uint32_t Site,
                                             uint64_t Threads) {
  if (Checker *C = Checker::get())
    C->pass(Word, Site, Threads);
}

WARPRT_EXPORT uint64_t warprt_cpu_check_barrier(uint64_t Word, uint32_t Site) {
  Checker *C = Checker::get();
  return C ? C->barrier(Word, Site) : Word;
}

WARPRT_EXPORT uint64_t warprt_cpu_check_warp(uint64_t Word, uint32_t AllLanes) {
  uint32_t Phase =
      AllLanes ? std::min(phaseOf(Word) + 1, UnknownPhase) : UnknownPhase;
  return (Word & ~(mask(WARPRT_CHECK_PHASE_BITS) << WARPRT_CHECK_PHASE_SHIFT)) |
         uint64_t(Phase) << WARPRT_CHECK_PHASE_SHIFT;
}

WARPRT_EXPORT void warprt_cpu_check_fence(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->fence(Word);
}

WARPRT_EXPORT void warprt_cpu_check_arrive(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->arrive(Word);
}

WARPRT_EXPORT void warprt_cpu_check_waited(uint64_t Word) {
  if (Checker *C = Checker::get())
    C->waited(Word);
}

WARPRT_EXPORT void warprt_cpu_check_call(uint64_t Word) { Now.Word = Word; }
WARPRT_EXPORT uint64_t warprt_cpu_check_callee(void) { return Now.Word; }

WARPRT_EXPORT void warprt_cpu_check_access(const void *Address, uint64_t Word) {
  if (Checker *C = Checker::get())
    C->access(reinterpret_cast<uintptr_t>(Address), Word);
}

WARPRT_EXPORT void warprt_cpu_check_atomic(const void *Address, uint64_t Word) {
  warprt_cpu_check_access(Address, Word);
}

WARPRT_EXPORT void warprt_cpu_check_store(const void *Address, uint64_t Word,
                                          uint64_t Value) {
  if (Checker *C = Checker::get())
    C->access(reinterpret_cast<uintptr_t>(Address), Word, &Value);
}

WARPRT_EXPORT void warprt_cpu_check_written(void *Address, uint64_t Bytes) {
  if (Checker *C = Checker::get())
    C->written(reinterpret_cast<uintptr_t>(Address), Bytes);
}

WARPRT_EXPORT void warprt_cpu_check_range(const void *Address, uint64_t Bytes,
                                          uint64_t Word) {
  if (Checker *C = Checker::get())
    C->range(reinterpret_cast<uintptr_t>(Address), Bytes, Word);
}

WARPRT_EXPORT void warprt_cpu_check_reads(const void *Address, uint64_t Count,
                                          int64_t Step, uint64_t Word) {
  if (Checker *C = Checker::get())
    C->reads(reinterpret_cast<uintptr_t>(Address), Count, Step, Word);
}

WARPRT_EXPORT uint32_t warprt_cpu_check_loop(
    const WarprtCheckAccesses *Accesses, uint64_t Count, uint32_t AreAll) {
  Checker *C = Checker::get();
  return !C || C->checkLoop(Accesses, Count, AreAll);
}

WARPRT_EXPORT void warprt_cpu_check_loop_end(void) {
  if (Checker *C = Checker::get())
    C->endLoop();
}

WARPRT_EXPORT void warprt_cpu_check_lane(const void *Address, uint64_t Word,
                                         uint64_t Count0, int64_t Step0,
                                         uint64_t Count1, int64_t Step1,
                                         uint64_t Count2, int64_t Step2) {
  ofLanes().add(Address, Word,
                {{Count0, Count1, Count2}, {Step0, Step1, Step2}});
}

WARPRT_EXPORT uint32_t warprt_cpu_check_lanes(uint64_t Word, uint32_t IsRight) {
  LaneQuestion &Lanes = ofLanes();
  if (!Lanes.endLane(Word, IsRight))
    return false;
  Checker *C = Checker::get();
  return !C || (Lanes.describe() &&
                C->checkLoop(Lanes.data(), Lanes.size(), /*AreAll=*/true));
}

WARPRT_EXPORT void warprt_cpu_check_host(const void *Address, uint64_t Bytes,
                                         uint32_t Kind,
                                         const WarprtCheckSite *Site) {
  if (Checker *C = Checker::get())
    C->hostAccess(reinterpret_cast<uintptr_t>(Address), Bytes, Kind, Site);
}
