//===-- runtime/core/AccPrivates.cpp - Memory for private arrays ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccPrivates.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccPrivates.h"
#include "core/AccMemory.h"
#include "warprt/DeviceLibrary.h"
#include <algorithm>

using namespace warprt;

namespace {

/// What the copies of a launch take at most, where there is a choice.
constexpr uint64_t MostBytes = uint64_t(1) << 30;
constexpr uint64_t MostPartOfMemory = 8;
constexpr uint64_t Alignment = 256;

struct Private {
  uint64_t Bytes;
  bool OfRow, OfThread;
};

/// Bytes of all copies of one array; false if that is no number.
bool allCopies(const Private &P, const LaunchShape &Shape, uint64_t &Bytes) {
  uint64_t Copies = uint64_t(Shape.Grid[0]) * Shape.Grid[1];
  if (__builtin_mul_overflow(Copies, Shape.Grid[2], &Copies))
    return false;
  uint64_t InBlock = 1;
  if (P.OfThread)
    InBlock = uint64_t(Shape.Block[0]) * Shape.Block[1] * Shape.Block[2];
  else if (P.OfRow)
    InBlock = Shape.Block[1];
  return !__builtin_mul_overflow(Copies, InBlock, &Copies) &&
         !__builtin_mul_overflow(Copies, P.Bytes, &Bytes) &&
         !__builtin_add_overflow(Bytes, Alignment - 1, &Bytes) &&
         (Bytes &= ~(Alignment - 1), true);
}

bool sum(const std::vector<Private> &Privates, const LaunchShape &Shape,
         uint64_t &Total) {
  Total = 0;
  for (const Private &P : Privates) {
    uint64_t Bytes;
    if (!allCopies(P, Shape, Bytes) ||
        __builtin_add_overflow(Total, Bytes, &Total))
      return false;
  }
  return true;
}

/// Halves the longest dimension of the grid that the program leaves open; false
/// if there is none.
bool shrink(const WarprtAccLaunch &Launch, LaunchShape &Shape) {
  bool IsNest = Launch.numLoops > 0;
  bool AnyGiven =
      Launch.gangs[0] > 0 || Launch.gangs[1] > 0 || Launch.gangs[2] > 0;
  if (IsNest ? AnyGiven : Launch.gangs[0] > 0)
    return false;
  uint32_t *Longest =
      IsNest ? std::max_element(Shape.Grid, Shape.Grid + 3) : Shape.Grid;
  if (*Longest <= 1)
    return false;
  *Longest = *Longest / 2 + *Longest % 2;
  return true;
}

} // namespace

AccPrivates::~AccPrivates() {
  if (Memory)
    (void)freeAccMemory(D, Memory, Q, /*Async=*/true);
}

Error AccPrivates::allocate(const WarprtAccLaunch &Launch, uint32_t NumArgs,
                            LaunchShape &Shape, void **&Args) {
  auto Count = static_cast<size_t>(Launch.numPrivates);
  if (Count == 0)
    return Error::Success;
  auto First = static_cast<size_t>(Launch.firstPrivate);
  if (First + 2 * Count > NumArgs)
    return Error::InvalidValue;
  std::vector<Private> Privates;
  for (size_t I = 0; I < Count; ++I) {
    int64_t Size = *static_cast<const int64_t *>(Args[First + 2 * I + 1]);
    constexpr int64_t Flags = WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
    Privates.push_back({static_cast<uint64_t>(Size & ~Flags),
                        (Size & WARPDEV_ACC_WORKER) != 0,
                        (Size & WARPDEV_ACC_VECTOR) != 0});
  }
  uint64_t Most = MostBytes;
  if (uint64_t All = D.properties().TotalMemory)
    Most = std::min(Most, All / MostPartOfMemory);
  uint64_t Total;
  bool Known;
  while ((!(Known = sum(Privates, Shape, Total)) || Total > Most) &&
         shrink(Launch, Shape))
    ;
  if (!Known)
    return Error::MemoryAllocation;
  Error E = allocateAccMemory(D, Total, Q, &Memory);
  while (E == Error::MemoryAllocation && shrink(Launch, Shape)) {
    (void)sum(Privates, Shape, Total);
    E = allocateAccMemory(D, Total, Q, &Memory);
  }
  if (failed(E)) {
    Memory = nullptr;
    return E;
  }
  AllArgs.assign(Args, Args + NumArgs);
  Addresses.resize(Count);
  char *Next = static_cast<char *>(Memory);
  for (size_t I = 0; I < Count; ++I) {
    uint64_t Bytes = 0;
    (void)allCopies(Privates[I], Shape, Bytes);
    Addresses[I] = Next;
    AllArgs[First + 2 * I] = &Addresses[I];
    Next += Bytes;
  }
  Args = AllArgs.data();
  return Error::Success;
}
