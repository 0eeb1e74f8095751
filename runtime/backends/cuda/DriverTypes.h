//===-- runtime/backends/cuda/DriverTypes.h - The driver's types *- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA's driver interface that the runtime uses, declared here so
// that no CUDA installation is needed to build it. Values are those of cuda.h
// and do not change between versions.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CUDA_DRIVERTYPES_H
#define WARPRT_BACKENDS_CUDA_DRIVERTYPES_H

#include <cstddef>

namespace warprt::cuda {

using CUresult = int; // the same numbers as warprt::Error
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUarray = struct CUarray_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUhostFn = void (*)(void *);

enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxGridDimX = 5,
  MaxSharedMemoryPerBlock = 8,
  TotalConstantMemory = 9,
  WarpSize = 10,
  MaxPitch = 11,
  MaxRegistersPerBlock = 12,
  ClockRate = 13,
  TextureAlignment = 14,
  MultiprocessorCount = 16,
  KernelExecTimeout = 17,
  Integrated = 18,
  CanMapHostMemory = 19,
  ComputeMode = 20,
  MaxTexture1DWidth = 21,
  MaxTexture2DWidth = 22,
  MaxTexture3DWidth = 24,
  MaxTexture2DLayeredWidth = 27,
  SurfaceAlignment = 30,
  ConcurrentKernels = 31,
  EccEnabled = 32,
  PciBusId = 33,
  PciDeviceId = 34,
  MemoryClockRate = 36,
  GlobalMemoryBusWidth = 37,
  L2CacheSize = 38,
  MaxThreadsPerMultiprocessor = 39,
  AsyncEngineCount = 40,
  UnifiedAddressing = 41,
  MaxTexture1DLayeredWidth = 42,
  PciDomainId = 50,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  StreamPrioritiesSupported = 78,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  ManagedMemory = 83,
  PageableMemoryAccess = 88,
  ConcurrentManagedAccess = 89,
  CooperativeLaunch = 95,
  MaxSharedMemoryPerBlockOptin = 97,
  PageableMemoryUsesHostTables = 100,
  DirectManagedMemoryAccess = 101,
  MaxBlocksPerMultiprocessor = 106,
  ReservedSharedMemoryPerBlock = 111
};

enum FunctionAttribute : int {
  FunctionMaxThreadsPerBlock = 0,
  FunctionSharedSize = 1,
  FunctionConstSize = 2,
  FunctionLocalSize = 3,
  FunctionNumRegs = 4,
  FunctionPtxVersion = 5,
  FunctionBinaryVersion = 6,
  FunctionMaxDynamicShared = 8
};

enum PointerAttribute : int {
  PointerMemoryType = 2,
  PointerDevicePointer = 3,
  PointerHostPointer = 4,
  PointerIsManaged = 8,
  PointerDeviceOrdinal = 9,
  PointerRangeStart = 11,
  PointerRangeSize = 12
};

enum MemoryType : unsigned {
  MemoryTypeHost = 1,
  MemoryTypeDevice = 2,
  MemoryTypeArray = 3,
  MemoryTypeUnified = 4
};

enum HostAllocFlags : unsigned { HostAllocPortable = 1, HostAllocMapped = 2 };
enum HostRegisterFlags : unsigned {
  HostRegisterPortable = 1,
  HostRegisterMapped = 2
};
constexpr unsigned AttachGlobal = 1;
constexpr CUdevice CpuDevice = -1;

enum JitOption : int {
  JitInfoLog = 3,
  JitInfoLogSize = 4,
  JitErrorLog = 5,
  JitErrorLogSize = 6
};

/// One side of a copy of rows.
struct Memcpy2DSide {
  size_t X, Y;
  MemoryType Type;
  void *Host;
  CUdeviceptr Device;
  CUarray Array;
  size_t Pitch;
};

struct Memcpy2D {
  Memcpy2DSide Src, Dst;
  size_t WidthInBytes, Height;
};

/// One side of a copy of a box.
struct Memcpy3DSide {
  size_t X, Y, Z, Level;
  MemoryType Type;
  void *Host;
  CUdeviceptr Device;
  CUarray Array;
  void *Reserved;
  size_t Pitch, Height;
};

struct Memcpy3D {
  Memcpy3DSide Src, Dst;
  size_t WidthInBytes, Height, Depth;
};

/// Numbers of a channel's format: of 8 bits, 16 and 32 are the next two.
enum ArrayFormat : int {
  FormatUnsigned8 = 0x01,
  FormatSigned8 = 0x08,
  FormatHalf = 0x10,
  FormatFloat = 0x20
};

struct ArrayDescriptor {
  size_t Width, Height, Depth;
  int Format;
  unsigned Channels;
  unsigned Flags;
};

/// A place of memory: devices have type 1.
struct MemoryLocation {
  int Type, Id;
};
constexpr int LocationDevice = 1;

struct PoolProperties {
  int AllocationType, HandleTypes;
  MemoryLocation Location;
  void *SecurityAttributes;
  size_t MaxSize;
  unsigned short Usage;
  unsigned char Reserved[54];
};
constexpr int AllocationPinned = 1;
constexpr int HandleFileDescriptor = 1;

struct AccessDescription {
  MemoryLocation Location;
  int Flags;
};

struct AllocationNode {
  PoolProperties Pool;
  const AccessDescription *Access;
  size_t NumAccess, Bytes;
  CUdeviceptr Address; // by the call
};

struct MemsetNode {
  CUdeviceptr Dst;
  size_t Pitch;
  unsigned Value, ElementSize;
  size_t Width, Height;
};

struct HostNode {
  CUhostFn Function;
  void *Data;
};

struct KernelNode {
  CUfunction Function;
  unsigned Grid[3], Block[3];
  unsigned SharedBytes;
  void **Parameters, **Extra;
  void *Kernel; // in place of the function
  CUcontext Context;
};

struct LaunchAttribute {
  int Id, Padding;
  unsigned Value[16];
};
constexpr int LaunchClusterExtents = 4;

struct LaunchConfig {
  unsigned Grid[3], Block[3];
  unsigned SharedBytes;
  CUstream Stream;
  LaunchAttribute *Attributes;
  unsigned NumAttributes;
};

struct GraphUpdate {
  int Result;
  CUgraphNode ErrorNode, ErrorFromNode;
};

} // namespace warprt::cuda

#endif // WARPRT_BACKENDS_CUDA_DRIVERTYPES_H
