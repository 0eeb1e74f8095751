//===-- runtime/backends/cpu/CpuModule.cpp - Compiled kernels
//---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CPU program is a table of functions that run a range of blocks; a launch
// is a task whose units are the blocks. Each thread keeps its own memory for
// shared variables and for values that live across barriers, for each kernel
// that it runs at a time.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Alignment.h"
#include "backends/cpu/BlockFibers.h"
#include "backends/cpu/Checker.h"
#include "backends/cpu/CpuDevice.h"
#include "backends/cpu/CrashReport.h"
#include "backends/cpu/NestedLaunch.h"
#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace warprt;
using namespace warprt::cpu;

namespace {

constexpr size_t ScratchAlignment = 64;

/// Memory of one thread that grows as needed.
class Scratch {
public:
  ~Scratch() { std::free(Data); }
  void *get(size_t Bytes) {
    if (Bytes > Size) {
      std::free(Data);
      Size = alignTo(Bytes, ScratchAlignment);
      Data = std::aligned_alloc(ScratchAlignment, Size);
      if (!Data)
        std::abort(); // a few hundred kilobytes a thread are not there
    }
    return Data;
  }

private:
  void *Data = nullptr;
  size_t Size = 0;
};

/// Shared memory of a kernel that has a dynamic part, of which the launch gives
/// no bytes: that part is closed.
class ClosedScratch {
public:
  ~ClosedScratch() {
    if (Region)
      munmap(Region, RegionBytes);
  }

  /// Memory for \p StaticBytes, behind which the closed part begins.
  char *get(size_t StaticBytes) {
    size_t Open = alignTo(StaticBytes, ScratchAlignment);
    if (!Region || Open > OpenBytes)
      map(Open);
    return Region + OpenBytes - Open;
  }
  const char *closed() const { return Region + OpenBytes; }

  /// More than any GPU has.
  static constexpr size_t ClosedBytes = size_t(16) << 20;

private:
  void map(size_t Bytes) {
    auto Page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    if (Region)
      munmap(Region, RegionBytes);
    OpenBytes = alignTo(std::max<size_t>(Bytes, 1), Page);
    RegionBytes = OpenBytes + ClosedBytes;
    void *Address = mmap(nullptr, RegionBytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Address == MAP_FAILED ||
        mprotect(Address, OpenBytes, PROT_READ | PROT_WRITE) != 0)
      std::abort(); // a few pages a thread are not there
    Region = static_cast<char *>(Address);
  }

  char *Region = nullptr;
  size_t RegionBytes = 0, OpenBytes = 0;
};

/// Memory of a kernel that the thread runs. There is more than one where a
/// kernel waits for those that it launched.
class KernelMemory {
public:
  KernelMemory() {
    if (!Levels) {
      static thread_local Owner AtThreadEnd;
      (void)AtThreadEnd;
      Levels = new LevelList;
    }
    if (Depth == Levels->size())
      Levels->push_back(std::make_unique<KernelScratch>());
    Own = (*Levels)[Depth++].get();
  }
  ~KernelMemory() { --Depth; }
  KernelMemory(const KernelMemory &) = delete;
  KernelMemory &operator=(const KernelMemory &) = delete;
  void *shared(size_t Bytes) {
    return Checker::get() ? Own->Checked.get(Bytes) : Own->Shared.get(Bytes);
  }
  void *context(size_t Bytes) { return Own->Context.get(Bytes); }
  ClosedScratch &closedShared() { return Own->Closed; }

private:
  struct KernelScratch {
    Scratch Shared, Context;
    CheckedShared Checked;
    ClosedScratch Closed;
  };
  using LevelList = std::vector<std::unique_ptr<KernelScratch>>;
  struct Owner {
    ~Owner() { delete std::exchange(Levels, nullptr); }
  };
  // A pointer outlives the objects of a thread: what is left to do when the
  // program ends runs behind their destructors, and makes a new list.
  static thread_local LevelList *Levels;
  static thread_local size_t Depth;
  KernelScratch *Own;
};

thread_local KernelMemory::LevelList *KernelMemory::Levels = nullptr;
thread_local size_t KernelMemory::Depth = 0;

/// Where the kernel that the thread runs is left when it traps.
thread_local std::jmp_buf *TrapTarget = nullptr;

/// Between this and runBlocks() there is only compiled device code.
[[noreturn]] void trapKernel() {
  leaveFiber();
  std::longjmp(*TrapTarget, 1);
}

/// False if the kernel trapped.
bool runBlocks(WarprtCpuKernelFn Run, void *const *Args,
               const WarprtCpuGrid &Grid, uint64_t First, uint64_t End,
               void *Shared, void *Context) {
  std::jmp_buf Here;
  std::jmp_buf *volatile Outer = TrapTarget;
  volatile bool Completed = false;
  TrapTarget = &Here;
  if (setjmp(Here) == 0) {
    Run(Args, &Grid, First, End, Shared, Context);
    Completed = true;
  }
  TrapTarget = Outer;
  return Completed;
}

size_t sharedBytes(const WarprtCpuKernel &Code, const WarprtCpuGrid &Grid) {
  return alignTo(Code.staticSharedBytes, 16) + Grid.dynamicSharedBytes;
}

/// The arguments of one launch, copied, and their addresses before them.
class Arguments {
public:
  Arguments(void *const *Args, const WarprtKernel &K) {
    size_t Bytes = 0;
    for (uint32_t I = 0; I < K.numParams; ++I)
      Bytes = alignTo(Bytes, ScratchAlignment) + K.paramSizes[I];
    size_t Table = K.numParams * sizeof(void *);
    Memory = std::make_unique_for_overwrite<char[]>(Table + ScratchAlignment +
                                                    Bytes);
    auto Begin = reinterpret_cast<uintptr_t>(Memory.get());
    size_t At = alignTo(Begin + Table, ScratchAlignment) - Begin;
    for (uint32_t I = 0; I < K.numParams; ++I) {
      At = alignTo(Begin + At, ScratchAlignment) - Begin;
      addresses()[I] = Memory.get() + At;
      std::memcpy(addresses()[I], Args[I], K.paramSizes[I]);
      At += K.paramSizes[I];
    }
  }
  void **addresses() const { return reinterpret_cast<void **>(Memory.get()); }

private:
  std::unique_ptr<char[]> Memory;
};

/// The first parameter that points to memory which is not the device's, counted
/// from one; zero if all is well. The processor could read it, a GPU cannot.
uint32_t findHostAddress(const AddressSpace &Memory, void *const *Args,
                         const WarprtKernel &K) {
  for (uint32_t I = 0; K.paramKinds && I < K.numParams; ++I) {
    if (K.paramKinds[I] == WARPRT_PARAM_VALUE)
      continue;
    const void *Address;
    std::memcpy(&Address, Args[I], sizeof Address);
    if (Address && Memory.isForeign(Address))
      return I + 1;
  }
  return 0;
}

class CpuKernel final : public Kernel {
public:
  CpuKernel(CpuDevice &Owner, const WarprtCpuKernel &Code)
      : Owner(Owner), Code(Code) {}

  KernelProperties properties() const override {
    KernelProperties P;
    P.StaticShared = Code.staticSharedBytes;
    P.LoopsOfOneThread = !(Code.flags & WARPRT_CPU_KERNEL_LOOPS_USE_THREADS);
    return P;
  }
  Error setMaxDynamicShared(uint32_t) override { return Error::Success; }
  Error residentBlocks(const LaunchShape &Shape,
                       ResidentBlocks &Result) override;
  Error largestCluster(const LaunchShape &Shape, uint32_t &Blocks) override;
  Error activeClusters(const LaunchShape &Shape, const uint32_t *Cluster,
                       uint32_t &Count) override;
  Error launch(const LaunchShape &Shape, Queue *Q, void *const *Args,
               const WarprtKernel &Description) override;

private:
  CpuDevice &Owner;
  const WarprtCpuKernel &Code;
  std::shared_ptr<Pace> Speed = std::make_shared<Pace>();
};

/// Null where nothing is checked.
std::shared_ptr<CheckedLaunch> makeChecked(const char *Name,
                                           const WarprtCpuGrid &Grid) {
  return Checker::get() ? std::make_shared<CheckedLaunch>(Name, Grid) : nullptr;
}

/// The task of a launch whose blocks wait for each other; null if there is no
/// memory for their stacks.
TaskRef fiberTask(CpuDevice &Device, FiberLaunch Launch,
                  std::shared_ptr<Arguments> Copied) {
  Launch.Args = Copied->addresses();
  auto Fibers = std::make_shared<BlockFibers>(Launch);
  if (!Fibers->allocate())
    return nullptr;
  auto T = std::make_shared<Task>(
      Fibers->groups(), chunkUnits(Fibers->groups(), Device.threads()),
      [&Device, Fibers, Copied](uint64_t First, uint64_t End) {
        if (Device.hasFailed())
          Fibers->abandon();
        LaunchScope Launches(Device);
        if (!Fibers->run(First, End))
          Device.fail();
        // The blocks may go on on another thread.
        (void)Launches.wait();
      });
  if (Launch.Checked)
    T->standAt(Launch.Checked->Order);
  T->repeatWhile([Fibers] { return Fibers->nextPhase(); });
  T->remakeWith(
      [&Device, Launch, Copied] { return fiberTask(Device, Launch, Copied); });
  return T;
}

class CpuModule final : public Module {
public:
  CpuModule(CpuDevice &Owner, const WarprtCpuProgram &Program)
      : Owner(Owner), Program(Program) {
    installCrashReport();
    for (uint64_t I = 0; I < Program.numVariables; ++I) {
      const WarprtCpuVariable &V = Program.variables[I];
      if (*V.name)
        (void)Owner.memory().add(RangeKind::Variable, V.address, V.size);
      else if (Checker *C = Checker::get())
        C->memory().addRoom(V.address, V.size);
    }
  }
  ~CpuModule() override {
    for (uint64_t I = 0; I < Program.numVariables; ++I)
      (void)Owner.memory().remove(RangeKind::Variable,
                                  Program.variables[I].address);
  }

  Error kernel(const char *Name, std::unique_ptr<Kernel> &Result) override {
    for (uint64_t I = 0; I < Program.numKernels; ++I)
      if (std::string_view(Program.kernels[I].name) == Name) {
        Result = std::make_unique<CpuKernel>(Owner, Program.kernels[I]);
        return Error::Success;
      }
    return Error::InvalidDeviceFunction;
  }

  Error symbol(const char *Name, void *&Address, size_t &Size) override {
    for (uint64_t I = 0; I < Program.numVariables; ++I)
      if (std::string_view(Program.variables[I].name) == Name) {
        Address = Program.variables[I].address;
        Size = Program.variables[I].size;
        return Error::Success;
      }
    return Error::InvalidSymbol;
  }

private:
  CpuDevice &Owner;
  const WarprtCpuProgram &Program;
};

} // namespace

/// As if a processor were a multiprocessor; any grid that is not absurd fits.
Error CpuKernel::residentBlocks(const LaunchShape &Shape,
                                ResidentBlocks &Result) {
  const DeviceProperties &P = Owner.properties();
  uint32_t Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  uint32_t OnOne = std::min(P.MaxBlocksPerMultiprocessor,
                            P.MaxThreadsPerMultiprocessor / Threads);
  Result.Natural = std::max(1u, OnOne) * P.Multiprocessors;
  Result.Most = MaxCooperativeBlocks;
  return Error::Success;
}

/// What every device with clusters has.
Error CpuKernel::largestCluster(const LaunchShape &, uint32_t &Blocks) {
  constexpr uint32_t Portable = 8;
  Blocks = Portable;
  return Error::Success;
}

Error CpuKernel::activeClusters(const LaunchShape &Shape,
                                const uint32_t *Cluster, uint32_t &Count) {
  uint64_t Blocks =
      Cluster ? uint64_t(Cluster[0]) * Cluster[1] * Cluster[2] : 1;
  ResidentBlocks Resident;
  Count = 0;
  if (!Blocks)
    return Error::InvalidValue;
  Error E = residentBlocks(Shape, Resident);
  Count = static_cast<uint32_t>(Resident.Natural / Blocks);
  return E;
}

Error CpuKernel::launch(const LaunchShape &Shape, Queue *Q, void *const *Args,
                        const WarprtKernel &Description) {
  if (uint32_t Parameter = findHostAddress(Owner.memory(), Args, Description)) {
    std::fprintf(stderr,
                 "warprt: error: argument %u of kernel '%s' is at no address "
                 "of the device (host memory, or memory that was released?)\n",
                 Parameter, Description.displayName);
    Owner.fail();
    return Error::IllegalAddress;
  }
  WarprtCpuGrid Grid;
  for (int D = 0; D < 3; ++D) {
    Grid.grid[D] = Shape.Grid[D];
    Grid.block[D] = Shape.Block[D];
  }
  Grid.dynamicSharedBytes = Shape.DynamicShared;
  auto Copied = std::make_shared<Arguments>(Args, Description);
  void *const *Addresses = Copied->addresses();
  NodeWork As;
  As.Kind = NodeKind::Kernel;
  As.Code = this;
  As.Shape = Shape;
  As.Args = Addresses; // which the task keeps
  bool IsCooperative = Description.flags & WARPRT_KERNEL_COOPERATIVE;
  if (IsCooperative || Description.cluster[0]) {
    FiberLaunch Launch;
    Launch.Run = Code.run;
    Launch.Grid = Grid;
    if (Description.cluster[0])
      std::copy_n(Description.cluster, 3, Launch.Cluster);
    Launch.IsCooperative = IsCooperative;
    Launch.SharedBytes = sharedBytes(Code, Grid);
    Launch.ContextBytes = Code.contextBytes;
    Launch.Name = Description.displayName;
    Launch.Checked = makeChecked(Launch.Name, Grid);
    TaskRef T = fiberTask(Owner, Launch, std::move(Copied));
    if (!T)
      return Error::MemoryAllocation;
    return Owner.enqueue(Q, std::move(T), As);
  }
  TaskRef T = blockTask(Owner, Code, Grid, Description.displayName, Addresses,
                        std::move(Copied));
  T->keepPace(Speed);
  return Owner.enqueue(Q, std::move(T), As);
}

TaskRef cpu::blockTask(CpuDevice &Device, const WarprtCpuKernel &Code,
                       const WarprtCpuGrid &Grid, const char *Name,
                       void *const *Args, std::shared_ptr<const void> Holder) {
  uint64_t Blocks = uint64_t(Grid.grid[0]) * Grid.grid[1] * Grid.grid[2];
  uint64_t Threads = uint64_t(Grid.block[0]) * Grid.block[1] * Grid.block[2],
           Together = 1;
  if ((Code.flags & WARPRT_CPU_KERNEL_LONG_CALLS) && Threads > 1)
    Together = std::max<uint64_t>(1, WARPRT_CPU_LONG_CALL_THREADS / Threads);
  auto Checked = makeChecked(Name, Grid);
  auto T = std::make_shared<Task>(
      Blocks, chunkUnits(Blocks, Device.threads(), Together),
      [&Device, &Code, Grid, Name, Args, Checked,
       Holder = std::move(Holder)](uint64_t First, uint64_t End) {
        if (Device.hasFailed())
          return;
        KernelMemory Memory;
        void *Shared;
        MissingShared Missing;
        if ((Code.flags & WARPRT_CPU_KERNEL_DYNAMIC_SHARED) &&
            !Grid.dynamicSharedBytes && !Checker::get()) {
          ClosedScratch &Closed = Memory.closedShared();
          Shared = Closed.get(sharedBytes(Code, Grid));
          Missing = {Closed.closed(), Closed.ClosedBytes, trapKernel};
        } else {
          Shared = Memory.shared(sharedBytes(Code, Grid));
        }
        void *Context = Memory.context(Code.contextBytes);
        RunningKernel Running(Name, Missing);
        LaunchScope Launches(Device);
        if (Checked)
          Checker::get()->enter(*Checked);
        {
          size_t Bytes = sharedBytes(Code, Grid);
          std::optional<Checker::Scope> Checks;
          if (Checked)
            Checks.emplace(Checked.get(), Shared, Bytes);
          // Of a block, where its shared memory is watched.
          uint64_t Together = Checked && Bytes ? 1 : End - First;
          for (uint64_t At = First; At < End; At += Together) {
            if (Checks)
              Checks->beginBlock();
            if (!runBlocks(Code.run, Args, Grid, At, At + Together, Shared,
                           Context)) {
              Device.fail();
              break;
            }
          }
        }
        if (Checked)
          Checker::get()->leave(*Checked, End - First);
      });
  T->unitsGainTogether(Together);
  if (!Checked && (Code.flags & WARPRT_CPU_KERNEL_INDEPENDENT_BLOCKS))
    T->unitsAreIndependent();
  if (Checked)
    T->standAt(Checked->Order);
  return T;
}

void (*CpuDevice::kernelTrap() const)() { return trapKernel; }

std::unique_ptr<Module> cpu::createCpuModule(CpuDevice &Owner,
                                             const WarprtCpuProgram &Program) {
  return std::make_unique<CpuModule>(Owner, Program);
}
