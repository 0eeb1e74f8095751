//===-- runtime/entry/CudaApiArrays.h - Volumes and arrays ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of cudafor that describe padded volumes and CUDA arrays, with the
// layouts of modules/cudafor-volumes.inc and modules/cudafor.f90.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_CUDAAPIARRAYS_H
#define WARPRT_ENTRY_CUDAAPIARRAYS_H

#include "entry/CudaApiObjects.h"

namespace warprt {

struct Position {
  size_t X, Y, Z;
};
struct Extent {
  size_t Width, Height, Depth;
  bool isEmpty() const { return !Width || !Height || !Depth; }
};
struct PitchedPointer {
  char *Address;
  size_t Pitch, XSize, YSize;
};
struct CopyParameters {
  Array *SrcArray;
  Position SrcPos;
  PitchedPointer Src;
  Array *DstArray;
  Position DstPos;
  PitchedPointer Dst;
  Extent Size;
  int Kind;
};
struct ChannelFormat {
  int Bits[4];
  int Kind;
};

/// The copy that parameters ask for, and back.
Error boxOf(Device &D, const CopyParameters &P, BoxCopy &Copy, CopyKind &Kind);
Error parametersOf(Device &D, const BoxCopy &Copy, CopyKind Kind,
                   CopyParameters &P);

/// cudaMemcpy3D with an array on one side or on both.
int copyVolumeOfArrays(const CopyParameters &P, Queue *Q, bool Async);

} // namespace warprt

#endif // WARPRT_ENTRY_CUDAAPIARRAYS_H
