//===-- runtime/backends/cpu/CpuArrays.cpp - CUDA arrays on the CPU -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA arrays as padded rows of device memory. Copies are ordinary ones, a
// slice at a time, so they are checked and ordered like these.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Alignment.h"
#include "backends/cpu/CpuDevice.h"
#include <algorithm>

using namespace warprt;
using namespace warprt::cpu;

namespace {
constexpr size_t RowAlignment = 512;
/// The largest arrays of a GPU of compute capability 9.0.
constexpr size_t MostWide = 131072, MostHigh = 65536, MostOfVolume = 16384;

bool fits(const ArrayShape &S) {
  if (S.Depth)
    return S.Height && S.Width <= MostOfVolume && S.Height <= MostOfVolume &&
           S.Depth <= MostOfVolume;
  return S.Width <= MostWide && S.Height <= MostHigh;
}
} // namespace

Error CpuDevice::createArray(const ArrayShape &Shape, Array **Result) {
  *Result = nullptr;
  if (!Shape.Width || !fits(Shape))
    return Error::InvalidValue;
  auto New = std::make_unique<CpuArray>();
  New->Shape = Shape;
  New->Pitch = alignTo(Shape.rowBytes(), RowAlignment);
  size_t Bytes = New->Pitch * std::max<size_t>(Shape.Height, 1) *
                 std::max<size_t>(Shape.Depth, 1);
  void *Address = nullptr;
  if (Error E = allocate(MemoryKind::Device, Bytes, &Address); failed(E))
    return E;
  New->Address = static_cast<char *>(Address);
  std::lock_guard<std::mutex> Guard(Lock);
  Arrays.insert(New.get());
  *Result = reinterpret_cast<Array *>(New.release());
  return Error::Success;
}

Error CpuDevice::destroyArray(Array *A) {
  std::unique_ptr<CpuArray> Ours;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto *Known = reinterpret_cast<CpuArray *>(A);
    if (!Arrays.erase(Known))
      return Error::InvalidValue;
    Ours.reset(Known);
  }
  return release(MemoryKind::Device, Ours->Address);
}

Error CpuDevice::arrayShape(Array *A, ArrayShape &Shape) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuArray *>(A);
  if (!Arrays.count(Ours))
    return Error::InvalidValue;
  Shape = Ours->Shape;
  return Error::Success;
}

Error CpuDevice::resolve(BoxSide &Side, const BoxCopy &Copy) {
  if (!Side.From)
    return Error::Success;
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuArray *>(Side.From);
  if (!Arrays.count(Ours))
    return Error::InvalidValue;
  auto Within = [](size_t First, size_t Count, size_t Most) {
    return First <= Most && Count <= Most - First;
  };
  Side.Address = Ours->Address;
  Side.Pitch = Ours->Pitch;
  Side.Rows = std::max<size_t>(Ours->Shape.Height, 1);
  return Within(Side.X, Copy.Width, Ours->Shape.rowBytes()) &&
                 Within(Side.Y, Copy.Height, Side.Rows) &&
                 Within(Side.Z, Copy.Depth,
                        std::max<size_t>(Ours->Shape.Depth, 1))
             ? Error::Success
             : Error::InvalidValue;
}

Error CpuDevice::copyBox(const BoxCopy &Copy, CopyKind Kind, Queue *Q,
                         bool Async) {
  BoxSide Dst = Copy.Dst, Src = Copy.Src;
  for (BoxSide *Side : {&Dst, &Src})
    if (Error E = resolve(*Side, Copy); failed(E))
      return E;
  CopyShape Shape;
  Shape.DstPitch = Dst.Pitch;
  Shape.SrcPitch = Src.Pitch;
  Shape.Width = Copy.Width;
  Shape.Height = Copy.Height;
  auto First = [](const BoxSide &Side, size_t Slice) {
    return Side.Address + ((Side.Z + Slice) * Side.Rows + Side.Y) * Side.Pitch +
           Side.X;
  };
  for (size_t Z = 0; Z < Copy.Depth; ++Z)
    if (Error E = copy(First(Dst, Z), First(Src, Z), Shape, Kind, Q,
                       Async || Z + 1 < Copy.Depth);
        failed(E))
      return E;
  return Error::Success;
}
