//===-- Emulator.cpp - A GPU of fibers ------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that reaches a synchronising call notes what it waits for and gives
// control back. When no thread can run, calls whose members are all there are
// carried out; a block barrier goes last.
//
//===----------------------------------------------------------------------===//
#include "Emulator.h"
#include "Thread.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace emulator {
namespace {

enum class Op {
  None,
  Barrier,
  WarpBarrier,
  Idx,
  Up,
  Down,
  Xor,
  All,
  Any,
  Uni,
  Ballot,
  MatchAny,
  MatchAll,
  Add,
  Min,
  MaxU,
  XorBits,
  Active
};

constexpr size_t StackBytes = 64 << 10;

struct Fiber {
  ucontext_t Context;
  std::unique_ptr<char[]> Stack;
  bool Ended = false;
  Op Waits = Op::None;
  uint32_t Mask = 0;
  int64_t Value = 0;
  int Arg = 0, Width = 32;
  // Results.
  int64_t Result = 0;
  int Flag = 0;
};

Shape Launch;
int Block[3];
std::vector<Fiber> Fibers;
int Current;
ucontext_t Scheduler;
const std::function<void()> *Code;
int Count, AllTrue, AnyTrue; // of the last block barrier

void entry() {
  (*Code)();
  endThread();
}

Fiber &wait(Op What, uint32_t Mask, int64_t Value, int Arg = 0,
            int Width = 32) {
  Fiber &F = Fibers[Current];
  F.Waits = What;
  F.Mask = Mask;
  F.Value = Value;
  F.Arg = Arg;
  F.Width = Width;
  swapcontext(&F.Context, &Scheduler);
  return Fibers[Current];
}

/// By CUDA's description of __shfl_*_sync: segments of Width lanes.
int sourceOf(const Fiber &F, int Lane) {
  int Segment = Lane / F.Width * F.Width, In = Lane - Segment;
  switch (F.Waits) {
  case Op::Idx:
    return Segment + (F.Arg & (F.Width - 1));
  case Op::Up:
    return In - F.Arg < 0 ? Lane : Lane - F.Arg;
  case Op::Down:
    return In + F.Arg >= F.Width ? Lane : Lane + F.Arg;
  default:
    return Lane ^ F.Arg; // width 32 in our kernels, or within the segment
  }
}

void carryOut(int First, const std::vector<int> &Members) {
  auto At = [&](int Lane) -> Fiber & { return Fibers[First + Lane]; };
  uint32_t Here = 0, Set = 0;
  for (int L : Members) {
    Here |= 1u << L;
    Set |= At(L).Value ? 1u << L : 0;
  }
  for (int L : Members) {
    Fiber &F = At(L);
    switch (F.Waits) {
    case Op::Idx:
    case Op::Up:
    case Op::Down:
    case Op::Xor: {
      int From = sourceOf(F, L);
      F.Result = Here >> From & 1 ? At(From).Value : -12345;
      break;
    }
    case Op::All:
      F.Result = Set == Here;
      break;
    case Op::Any:
      F.Result = Set != 0;
      break;
    case Op::Uni:
      F.Result = Set == 0 || Set == Here;
      break;
    case Op::Ballot:
      F.Result = Set;
      break;
    case Op::MatchAny:
    case Op::MatchAll: {
      uint32_t Equal = 0;
      for (int K : Members)
        Equal |= At(K).Value == F.Value ? 1u << K : 0;
      F.Flag = Equal == Here;
      F.Result = F.Waits == Op::MatchAny || F.Flag ? Equal : 0;
      break;
    }
    case Op::Active:
      F.Result = Here;
      break;
    case Op::Add:
    case Op::Min:
    case Op::MaxU:
    case Op::XorBits: {
      uint32_t R = uint32_t(At(Members[0]).Value);
      for (size_t K = 1; K < Members.size(); ++K) {
        uint32_t V = uint32_t(At(Members[K]).Value);
        R = F.Waits == Op::Add    ? R + V
            : F.Waits == Op::Min  ? (int(V) < int(R) ? V : R)
            : F.Waits == Op::MaxU ? (V > R ? V : R)
                                  : R ^ V;
      }
      F.Result = int(R);
      break;
    }
    default:
      break;
    }
  }
  for (int L : Members)
    At(L).Waits = Op::None;
}

/// Carries out warp operations that are complete; false if there was none.
bool advanceWarps() {
  bool Any = false;
  for (size_t First = 0; First < Fibers.size(); First += 32) {
    int Lanes = int(std::min<size_t>(32, Fibers.size() - First));
    for (int Leader = 0; Leader < Lanes; ++Leader) {
      Fiber &F = Fibers[First + Leader];
      if (F.Ended || F.Waits == Op::None || F.Waits == Op::Barrier)
        continue;
      std::vector<int> Members;
      bool Complete = true;
      for (int L = 0; L < Lanes; ++L) {
        Fiber &Other = Fibers[First + L];
        if (!(F.Mask >> L & 1) || Other.Ended)
          continue;
        Complete &= Other.Waits == F.Waits && Other.Mask == F.Mask;
        Members.push_back(L);
      }
      if (!Complete)
        continue;
      carryOut(int(First), Members);
      Any = true;
    }
  }
  return Any;
}

void passBarrier() {
  Count = 0;
  AllTrue = 1;
  AnyTrue = 0;
  for (Fiber &F : Fibers) {
    if (F.Ended)
      continue;
    if (F.Waits != Op::Barrier) {
      std::fprintf(stderr, "emulator: deadlock\n");
      std::abort();
    }
    Count += F.Value != 0;
    AllTrue &= F.Value != 0;
    AnyTrue |= F.Value != 0;
    F.Waits = Op::None;
  }
}

void runBlock() {
  size_t Threads = size_t(Launch.block[0]) * Launch.block[1] * Launch.block[2];
  Fibers.resize(Threads);
  for (Fiber &F : Fibers) {
    if (!F.Stack)
      F.Stack = std::make_unique<char[]>(StackBytes);
    F.Ended = false;
    F.Waits = Op::None;
    getcontext(&F.Context);
    F.Context.uc_stack.ss_sp = F.Stack.get();
    F.Context.uc_stack.ss_size = StackBytes;
    F.Context.uc_link = nullptr;
    makecontext(&F.Context, entry, 0);
  }
  for (;;) {
    bool Alive = false;
    for (size_t T = 0; T < Threads; ++T) {
      Current = int(T);
      if (!Fibers[T].Ended && Fibers[T].Waits == Op::None)
        swapcontext(&Scheduler, &Fibers[T].Context);
      Alive |= !Fibers[T].Ended;
    }
    if (!Alive)
      return;
    if (!advanceWarps())
      passBarrier();
  }
}

int linear() { return (tid(2) * bdim(1) + tid(1)) * bdim(0) + tid(0); }

} // namespace

void run(const Shape &TheLaunch, const std::function<void()> &Thread) {
  Launch = TheLaunch;
  Code = &Thread;
  for (Block[2] = 0; Block[2] < Launch.grid[2]; ++Block[2])
    for (Block[1] = 0; Block[1] < Launch.grid[1]; ++Block[1])
      for (Block[0] = 0; Block[0] < Launch.grid[0]; ++Block[0])
        runBlock();
}

} // namespace emulator

using namespace emulator;

extern "C" {

int dynamicShared[1024];

int tid(int D) {
  int X = Launch.block[0], Y = Launch.block[1];
  return D == 0 ? Current % X : D == 1 ? Current / X % Y : Current / X / Y;
}
int bid(int D) { return Block[D]; }
int bdim(int D) { return Launch.block[D]; }
int gdim(int D) { return Launch.grid[D]; }
int laneId() { return linear() % 32; }
int warpId() { return linear() / 32; }
uint32_t lanesBelow() { return (1u << laneId()) - 1; }

void barrier() { wait(Op::Barrier, 0, 0); }
int barrierCount(int P) {
  wait(Op::Barrier, 0, P);
  return Count;
}
int barrierAnd(int P) {
  wait(Op::Barrier, 0, P);
  return AllTrue;
}
int barrierOr(int P) {
  wait(Op::Barrier, 0, P);
  return AnyTrue;
}
void warpBarrier(uint32_t M) { wait(Op::WarpBarrier, M, 0); }
int shuffle(uint32_t M, int V, int Lane, int Width) {
  return int(wait(Op::Idx, M, V, Lane, Width).Result);
}
int shuffleUp(uint32_t M, int V, int D, int Width) {
  return int(wait(Op::Up, M, V, D, Width).Result);
}
int shuffleDown(uint32_t M, int V, int D, int Width) {
  return int(wait(Op::Down, M, V, D, Width).Result);
}
int shuffleXor(uint32_t M, int V, int Bits, int Width) {
  return int(wait(Op::Xor, M, V, Bits, Width).Result);
}
int voteAll(uint32_t M, int P) { return int(wait(Op::All, M, P).Result); }
int voteAny(uint32_t M, int P) { return int(wait(Op::Any, M, P).Result); }
int voteUni(uint32_t M, int P) { return int(wait(Op::Uni, M, P != 0).Result); }
uint32_t ballot(uint32_t M, int P) {
  return uint32_t(wait(Op::Ballot, M, P).Result);
}
uint32_t matchAny(uint32_t M, int V) {
  return uint32_t(wait(Op::MatchAny, M, V).Result);
}
uint32_t matchAny64(uint32_t M, int64_t V) {
  return uint32_t(wait(Op::MatchAny, M, V).Result);
}
uint32_t matchAll(uint32_t M, int V, int *Flag) {
  Fiber &F = wait(Op::MatchAll, M, V);
  *Flag = F.Flag;
  return uint32_t(F.Result);
}
int reduxAdd(uint32_t M, int V) { return int(wait(Op::Add, M, V).Result); }
int reduxMin(uint32_t M, int V) { return int(wait(Op::Min, M, V).Result); }
uint32_t reduxMaxU(uint32_t M, uint32_t V) {
  return uint32_t(wait(Op::MaxU, M, V).Result);
}
int reduxXor(uint32_t M, int V) { return int(wait(Op::XorBits, M, V).Result); }
uint32_t activeMask() { return uint32_t(wait(Op::Active, ALL, 0).Result); }

void endThread() {
  Fibers[Current].Ended = true;
  setcontext(&Scheduler);
}
}
