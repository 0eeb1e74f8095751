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

} // namespace

Memcpy3D cuda::boxCopy(const BoxCopy &Copy, CopyKind Kind) {
  const BoxSide &Dst = Copy.Dst, &Src = Copy.Src;
  Memcpy3D M = {};
  setEnds(M, Dst.Address, Src.Address, Kind);
  M.SrcX = Src.X;
  M.SrcY = Src.Y;
  M.SrcZ = Src.Z;
  M.SrcArray = arrayOf(Src.From);
  M.SrcPitch = Src.Pitch;
  M.SrcHeight = Src.Rows;
  M.DstX = Dst.X;
  M.DstY = Dst.Y;
  M.DstZ = Dst.Z;
  M.DstArray = arrayOf(Dst.From);
  M.DstPitch = Dst.Pitch;
  M.DstHeight = Dst.Rows;
  if (Src.From)
    M.SrcType = MemoryTypeArray;
  if (Dst.From)
    M.DstType = MemoryTypeArray;
  M.WidthInBytes = Copy.Width;
  M.Height = Copy.Height;
  M.Depth = Copy.Depth;
  return M;
}

/// One side of a copy as the driver tells it.
static BoxSide sideOf(MemoryType Type, const void *Host, CUdeviceptr Device,
                      CUarray A) {
  BoxSide Side;
  if (Type == MemoryTypeArray)
    Side.From = reinterpret_cast<Array *>(A);
  else
    Side.Address = Type == MemoryTypeHost
                       ? static_cast<char *>(const_cast<void *>(Host))
                       : reinterpret_cast<char *>(Device);
  return Side;
}

BoxCopy cuda::boxOf(const Memcpy3D &M, CopyKind &Kind) {
  BoxCopy Copy;
  Copy.Src = sideOf(M.SrcType, M.SrcHost, M.SrcDevice, M.SrcArray);
  Copy.Src.Pitch = M.SrcPitch;
  Copy.Src.Rows = M.SrcHeight;
  Copy.Src.X = M.SrcX;
  Copy.Src.Y = M.SrcY;
  Copy.Src.Z = M.SrcZ;
  Copy.Dst = sideOf(M.DstType, M.DstHost, M.DstDevice, M.DstArray);
  Copy.Dst.Pitch = M.DstPitch;
  Copy.Dst.Rows = M.DstHeight;
  Copy.Dst.X = M.DstX;
  Copy.Dst.Y = M.DstY;
  Copy.Dst.Z = M.DstZ;
  Copy.Width = M.WidthInBytes;
  Copy.Height = M.Height;
  Copy.Depth = M.Depth;
  bool FromHost = M.SrcType == MemoryTypeHost;
  bool ToHost = M.DstType == MemoryTypeHost;
  if (M.SrcType == MemoryTypeUnified || M.DstType == MemoryTypeUnified)
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
