//===-- runtime/backends/cpu/BlockFibers.cpp - Blocks that wait -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of a fiber, in one mapping with those of its neighbours:
//
//   guard page | stack | shared memory | values across barriers
//
// Pages that a block never touches are never there. A fiber may go on on
// another thread than it stopped on, so no function that switches may keep the
// address of a thread-local variable.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/BlockFibers.h"
#include "backends/cpu/Alignment.h"
#include "backends/cpu/Checker.h"
#include "backends/cpu/CrashReport.h"
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

using namespace warprt::cpu;

namespace {

constexpr size_t StackBytes = 1 << 20;
constexpr size_t Alignment = 64;

} // namespace

/// One block.
struct BlockFibers::Fiber {
  enum State { New, Ready, AtCluster, AtGrid, Done, Trapped };
  const FiberLaunch *Launch = nullptr;
  State At = New;
  uint64_t Block = 0;
  uint32_t GroupSize = 1;
  uint32_t Member = 0; ///< of its cluster, whose fibers are neighbours
  char *Stack = nullptr, *Shared = nullptr, *Values = nullptr;
  ucontext_t Self = {}, Caller = {};

  void resume();
  void wait(State Where);
};

/// Fibers and their memory.
class BlockFibers::Arena {
public:
  ~Arena() {
    if (Checker *C = Checker::get())
      for (Fiber &F : Fibers)
        C->memory().releaseShared(F.Shared, F.Launch->SharedBytes);
    if (Memory)
      munmap(Memory, Stride * Fibers.size());
  }
  bool create(const FiberLaunch &Launch, size_t Count, uint32_t GroupSize) {
    size_t Page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_t Shared = alignTo(Launch.SharedBytes, Alignment);
    Stride = Page + StackBytes +
             alignTo(Shared + alignTo(Launch.ContextBytes, Alignment), Page);
    Fibers.resize(Count);
    void *Map =
        mmap(nullptr, Stride * Count, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (Map == MAP_FAILED)
      return false;
    Memory = static_cast<char *>(Map);
    for (size_t I = 0; I < Count; ++I) {
      char *Own = Memory + I * Stride;
      if (mprotect(Own, Page, PROT_NONE) != 0)
        return false;
      Fibers[I].Launch = &Launch;
      Fibers[I].Member = static_cast<uint32_t>(I % GroupSize);
      Fibers[I].GroupSize = GroupSize;
      Fibers[I].Stack = Own + Page;
      Fibers[I].Shared = Fibers[I].Stack + StackBytes;
      Fibers[I].Values = Fibers[I].Shared + Shared;
      if (Checker *C = Checker::get()) {
        Fibers[I].Shared = C->memory().allocateShared(Launch.SharedBytes);
        if (!Fibers[I].Shared)
          return false;
      }
    }
    return true;
  }
  std::vector<Fiber> Fibers;

private:
  char *Memory = nullptr;
  size_t Stride = 0;
};

namespace warprt::cpu {

/// The fiber that the calling thread runs. Reached only through functions that
/// are not inlined: see above.
struct FiberCalls {
  using Fiber = BlockFibers::Fiber;
  static thread_local Fiber *Current;
  [[gnu::noinline]] static Fiber *get() { return Current; }
  [[gnu::noinline]] static void set(Fiber *F) { Current = F; }

  static void main(unsigned High, unsigned Low) {
    auto *F = reinterpret_cast<Fiber *>(static_cast<uintptr_t>(High) << 32 |
                                        static_cast<uintptr_t>(Low));
    const FiberLaunch &L = *F->Launch;
    L.Run(L.Args, &L.Grid, F->Block, F->Block + 1, F->Shared, F->Values);
    F->At = Fiber::Done;
    setcontext(&F->Caller);
  }

  static void leave() {
    Fiber *F = get();
    if (!F)
      return;
    F->At = Fiber::Trapped;
    setcontext(&F->Caller);
  }

  static void wait(bool ForGrid) {
    Fiber *F = get();
    if (!F)
      fatalKernel(RunningKernel::name(),
                  ForGrid ? "a barrier of the grid needs a kernel with "
                            "attributes(grid_global)"
                          : "a barrier of a cluster needs a kernel with "
                            "cluster_dims");
    if (ForGrid && !F->Launch->IsCooperative)
      fatalKernel(F->Launch->Name, "a barrier of the grid needs a kernel with "
                                   "attributes(grid_global)");
    F->wait(ForGrid ? Fiber::AtGrid : Fiber::AtCluster);
  }

  static void *mapShared(void *Variable, uint32_t Rank) {
    Fiber *F = get();
    // Without clusters every block is one.
    if (Rank >= (F ? F->GroupSize : 1))
      fatalKernel(RunningKernel::name(),
                  "cluster_map_shared_rank: the cluster has fewer blocks");
    if (!F)
      return Variable;
    auto Offset =
        static_cast<size_t>(static_cast<char *>(Variable) - F->Shared);
    if (Offset >= F->Launch->SharedBytes)
      fatalKernel(F->Launch->Name,
                  "cluster_map_shared_rank: not in shared memory");
    return (F - F->Member + Rank)->Shared + Offset;
  }
};

thread_local FiberCalls::Fiber *FiberCalls::Current = nullptr;

} // namespace warprt::cpu

void BlockFibers::Fiber::resume() {
  bool IsNew = At == New;
  if (IsNew) {
    getcontext(&Self);
    Self.uc_stack.ss_sp = Stack;
    Self.uc_stack.ss_size = StackBytes;
    Self.uc_link = nullptr;
    auto Address = reinterpret_cast<uintptr_t>(this);
    makecontext(&Self, reinterpret_cast<void (*)()>(FiberCalls::main), 2,
                static_cast<unsigned>(Address >> 32),
                static_cast<unsigned>(Address));
  }
  At = Ready;
  FiberCalls::set(this);
  Checker::Scope Checks(Launch->Checked.get(), Shared, Launch->SharedBytes,
                        /*TakeTurns=*/true);
  if (IsNew)
    Checks.beginBlock();
  swapcontext(&Caller, &Self);
  FiberCalls::set(nullptr);
}

void BlockFibers::Fiber::wait(State Where) {
  At = Where;
  swapcontext(&Self, &Caller);
}

BlockFibers::BlockFibers(const FiberLaunch &Launch) : Launch(Launch) {
  uint64_t Blocks = 1;
  for (int D = 0; D < 3; ++D) {
    Blocks *= Launch.Grid.grid[D];
    GroupSize *= Launch.Cluster[D];
  }
  Groups = Blocks / GroupSize;
}

BlockFibers::~BlockFibers() = default;

bool BlockFibers::allocate() {
  if (!Launch.IsCooperative)
    return true;
  All = std::make_unique<Arena>();
  if (!All->create(Launch, Groups * GroupSize, GroupSize))
    return false;
  for (uint64_t Group = 0; Group < Groups; ++Group)
    for (uint32_t Member = 0; Member < GroupSize; ++Member)
      All->Fibers[Group * GroupSize + Member].Block = blockOf(Group, Member);
  return true;
}

/// Number of a block in the grid, x fastest.
uint64_t BlockFibers::blockOf(uint64_t Group, uint32_t Member) const {
  uint64_t Block = 0, Scale = 1;
  for (int D = 0; D < 3; ++D) {
    uint64_t Clusters = Launch.Grid.grid[D] / Launch.Cluster[D];
    uint64_t Index =
        Group % Clusters * Launch.Cluster[D] + Member % Launch.Cluster[D];
    Group /= Clusters;
    Member /= Launch.Cluster[D];
    Block += Index * Scale;
    Scale *= Launch.Grid.grid[D];
  }
  return Block;
}

/// Takes a group as far as it comes without other groups.
void BlockFibers::runGroup(Fiber *Members) {
  for (;;) {
    uint32_t AtCluster = 0;
    for (uint32_t I = 0; I < GroupSize; ++I) {
      Fiber &F = Members[I];
      if (F.At == Fiber::New || F.At == Fiber::Ready)
        F.resume();
      if (F.At == Fiber::Trapped)
        Abandoned = true;
      if (Abandoned)
        return;
      AtCluster += F.At == Fiber::AtCluster;
      if (Launch.Checked && F.At == Fiber::Done)
        Checker::get()->leave(*Launch.Checked, 1);
    }
    if (AtCluster == 0)
      return;
    if (AtCluster != GroupSize)
      fatalKernel(Launch.Name, "blocks wait at a barrier of their cluster that "
                               "others never reach (deadlock)");
    if (Launch.Checked)
      Checker::get()->noteGridBarrier(*Launch.Checked);
    for (uint32_t I = 0; I < GroupSize; ++I)
      Members[I].At = Fiber::Ready;
  }
}

bool BlockFibers::run(uint64_t First, uint64_t End) {
  RunningKernel Running(Launch.Name);
  if (Launch.Checked)
    Checker::get()->enter(*Launch.Checked);
  if (All) {
    for (uint64_t Group = First; Group < End && !Abandoned; ++Group)
      runGroup(&All->Fibers[Group * GroupSize]);
    return !Abandoned;
  }
  Arena Own;
  if (!Own.create(Launch, GroupSize, GroupSize))
    fatalKernel(Launch.Name, "no memory for the blocks of a cluster");
  for (uint64_t Group = First; Group < End && !Abandoned; ++Group) {
    for (uint32_t Member = 0; Member < GroupSize; ++Member) {
      Own.Fibers[Member].Block = blockOf(Group, Member);
      Own.Fibers[Member].At = Fiber::New;
    }
    runGroup(Own.Fibers.data());
  }
  return !Abandoned;
}

bool BlockFibers::nextPhase() {
  if (!All || Abandoned)
    return false;
  uint64_t Waiting = 0;
  for (Fiber &F : All->Fibers)
    Waiting += F.At == Fiber::AtGrid;
  if (Waiting == 0)
    return false;
  if (Waiting != All->Fibers.size())
    fatalKernel(Launch.Name, "blocks wait at a barrier of the grid that others "
                             "never reach (deadlock)");
  if (Launch.Checked)
    Checker::get()->noteGridBarrier(*Launch.Checked);
  for (Fiber &F : All->Fibers)
    F.At = Fiber::Ready;
  return true;
}

FiberPause::FiberPause() : Fiber(FiberCalls::get()) {
  FiberCalls::set(nullptr);
}
FiberPause::~FiberPause() {
  FiberCalls::set(static_cast<FiberCalls::Fiber *>(Fiber));
}

void warprt::cpu::leaveFiber() { FiberCalls::leave(); }

extern "C" __attribute__((visibility("default"))) void
warprt_cpu_grid_barrier(void) {
  FiberCalls::wait(/*ForGrid=*/true);
}

extern "C" __attribute__((visibility("default"))) void
warprt_cpu_cluster_barrier(void) {
  FiberCalls::wait(/*ForGrid=*/false);
}

extern "C" __attribute__((visibility("default"))) void *
warprt_cpu_map_shared(void *Variable, uint32_t Rank) {
  return FiberCalls::mapShared(Variable, Rank);
}
