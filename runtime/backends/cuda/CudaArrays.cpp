//===-- runtime/backends/cuda/CudaArrays.cpp - CUDA arrays ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA arrays are the driver's own, so that CUDA C can bind textures to them.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaDevice.h"

using namespace warprt;
using namespace warprt::cuda;

namespace {

CUarray arrayOf(Array *A) { return reinterpret_cast<CUarray>(A); }

/// 8, 16 and 32 bits have consecutive numbers.
int formatOf(const ArrayShape &S) {
  if (S.Kind == ChannelKind::Float)
    return S.ChannelBits == 16 ? FormatHalf : FormatFloat;
  int Step = S.ChannelBits == 8 ? 0 : S.ChannelBits == 16 ? 1 : 2;
  return (S.Kind == ChannelKind::Signed ? FormatSigned8 : FormatUnsigned8) +
         Step;
}

/// False for formats that only others make, such as those of video.
bool readFormat(int Format, ArrayShape &S) {
  auto Integer = [&](ArrayFormat First, ChannelKind Kind) {
    if (Format < First || Format > First + 2)
      return false;
    S.Kind = Kind;
    S.ChannelBits = 8u << (Format - First);
    return true;
  };
  if (Integer(FormatUnsigned8, ChannelKind::Unsigned) ||
      Integer(FormatSigned8, ChannelKind::Signed))
    return true;
  S.Kind = ChannelKind::Float;
  S.ChannelBits = Format == FormatHalf ? 16 : 32;
  return Format == FormatHalf || Format == FormatFloat;
}

/// One side of a copy for the driver, whose end and direction are set.
void setSide(Memcpy3DSide &To, const BoxSide &From) {
  To.X = From.X;
  To.Y = From.Y;
  To.Z = From.Z;
  To.Array = arrayOf(From.From);
  To.Pitch = From.Pitch;
  To.Height = From.Rows;
  if (From.From)
    To.Type = MemoryTypeArray;
}

/// And back.
BoxSide sideOf(const Memcpy3DSide &M) {
  BoxSide Side;
  if (M.Type == MemoryTypeArray)
    Side.From = reinterpret_cast<Array *>(M.Array);
  else
    Side.Address = M.Type == MemoryTypeHost
                       ? static_cast<char *>(M.Host)
                       : reinterpret_cast<char *>(M.Device);
  Side.Pitch = M.Pitch;
  Side.Rows = M.Height;
  Side.X = M.X;
  Side.Y = M.Y;
  Side.Z = M.Z;
  return Side;
}

} // namespace

Memcpy3D cuda::boxCopy(const BoxCopy &Copy, CopyKind Kind) {
  Memcpy3D M = {};
  setEnds(M, Copy.Dst.Address, Copy.Src.Address, Kind);
  setSide(M.Src, Copy.Src);
  setSide(M.Dst, Copy.Dst);
  M.WidthInBytes = Copy.Width;
  M.Height = Copy.Height;
  M.Depth = Copy.Depth;
  return M;
}

BoxCopy cuda::boxOf(const Memcpy3D &M, CopyKind &Kind) {
  BoxCopy Copy;
  Copy.Src = sideOf(M.Src);
  Copy.Dst = sideOf(M.Dst);
  Copy.Width = M.WidthInBytes;
  Copy.Height = M.Height;
  Copy.Depth = M.Depth;
  bool FromHost = M.Src.Type == MemoryTypeHost;
  bool ToHost = M.Dst.Type == MemoryTypeHost;
  if (M.Src.Type == MemoryTypeUnified || M.Dst.Type == MemoryTypeUnified)
    Kind = CopyKind::Infer;
  else if (FromHost)
    Kind = ToHost ? CopyKind::HostToHost : CopyKind::HostToDevice;
  else
    Kind = ToHost ? CopyKind::DeviceToHost : CopyKind::DeviceToDevice;
  return Copy;
}

Error CudaDevice::createArray(const ArrayShape &Shape, Array **Result) {
  ArrayDescriptor D = {Shape.Width,     Shape.Height,   Shape.Depth,
                       formatOf(Shape), Shape.Channels, Shape.Flags};
  CUarray A = nullptr;
  Error E = toError(Api.cuArray3DCreate_v2(&A, &D));
  *Result = reinterpret_cast<Array *>(A);
  return E;
}

Error CudaDevice::destroyArray(Array *A) {
  return toError(Api.cuArrayDestroy(arrayOf(A)));
}

Error CudaDevice::arrayShape(Array *A, ArrayShape &Shape) {
  ArrayDescriptor D = {};
  if (Error E = toError(Api.cuArray3DGetDescriptor_v2(&D, arrayOf(A)));
      failed(E))
    return E;
  Shape.Channels = D.Channels;
  Shape.Width = D.Width;
  Shape.Height = D.Height;
  Shape.Depth = D.Depth;
  Shape.Flags = D.Flags;
  return readFormat(D.Format, Shape) ? Error::Success
                                     : Error::InvalidChannelDescriptor;
}

Error CudaDevice::copyBox(const BoxCopy &Copy, CopyKind Kind, Queue *Q,
                          bool Async) {
  Memcpy3D M = boxCopy(Copy, Kind);
  if (!Async && (!Q || Q == LegacyQueue))
    return toError(Api.cuMemcpy3D_v2(&M));
  Error E = toError(Api.cuMemcpy3DAsync_v2(&M, reinterpret_cast<CUstream>(Q)));
  return failed(E) || Async ? E : synchronizeQueue(Q);
}
